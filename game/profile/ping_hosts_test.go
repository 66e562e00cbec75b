package profile

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

// ofHost reads a text's host, "" for the usual one.
func ofHost(t *testing.T, text, of string) *Profile {
	t.Helper()
	p, err := Read("f", strings.NewReader(text), Part{Of: of})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestOneOfThoseThatOpingAsksIsChosen(t *testing.T) {
	t.Parallel()
	cut := mustRead(t, "case-oping-two-hosts.txt")
	whole := cut + `echo reply from b.example (192.0.2.2): icmp_seq=3 timeout
56 bytes from a.example (192.0.2.1): icmp_seq=3 ttl=57 time=12.21 ms

--- a.example ping statistics ---
3 packets transmitted, 3 received, 0.00% packet loss, time 33.6ms
RTT[ms]: min = 10, median = 11, p(95) = 12, max = 12

--- b.example ping statistics ---
3 packets transmitted, 2 received, 33.33% packet loss, time 421.4ms
RTT[ms]: min = 210, median = 210, p(95) = 211, max = 211
`
	for _, test := range []struct {
		text, of string
		rtts     []time.Duration
		lost     float64
		sent     time.Duration // when the second was
	}{
		{cut, "", micros(11210, 10210), 0, time.Second},
		{cut, "b.example", micros(211210, 210210), 0, time.Second},
		{cut, "192.0.2.2", micros(211210, 210210), 0, time.Second},
		{cut, "2", micros(211210, 210210), 0, time.Second},
		{whole, "", micros(11210, 10210, 12210), 0, time.Second},
		{whole, "a.example", micros(11210, 10210, 12210), 0, time.Second},
		{whole, "b.example", micros(211210, 210210), 1.0 / 3, time.Second},
	} {
		p := ofHost(t, test.text, test.of)
		if got := roundTrips(p); !reflect.DeepEqual(got, test.rtts) || !near(thereAndBack(p), test.lost, 1e-5) || p.Up.Duplicate != 0 || p.Samples[1].Sent != test.sent {
			t.Errorf("%q: %v, %v lost, %v doubled, sent at %v", test.of, got, thereAndBack(p), p.Up.Duplicate, p.Samples[1].Sent)
		}
		if notes := p.Notes.Join("\n"); !strings.Contains(notes, "Of its 2 hosts this is ") {
			t.Errorf("%q: it says %q", test.of, notes)
		}
	}
	_, err := Read("f", strings.NewReader(cut), Part{Of: "c"})
	if err == nil || err.Error() != `"f": "c" is not one of its hosts (allowed: "a.example", "b.example", or 1..2)` {
		t.Errorf("got %v", err)
	}
}

func TestThoseThatAnswerToOneAddressAreHostsOfTheirOwn(t *testing.T) {
	t.Parallel()
	text := `PING 192.0.2.255 (192.0.2.255) 56(84) bytes of data.
64 bytes from 192.0.2.1: icmp_seq=1 ttl=64 time=0.5 ms
64 bytes from 192.0.2.7: icmp_seq=1 ttl=64 time=0.9 ms (DUP!)
64 bytes from 192.0.2.1: icmp_seq=2 ttl=64 time=0.6 ms
64 bytes from 192.0.2.7: icmp_seq=2 ttl=64 time=0.8 ms (DUP!)
`
	for of, want := range map[string][]time.Duration{"": micros(500, 600), "192.0.2.7": micros(900, 800)} {
		p := ofHost(t, text, of)
		if got := roundTrips(p); !reflect.DeepEqual(got, want) || p.Up.Duplicate != 0 || thereAndBack(p) != 0 {
			t.Errorf("%q: %v, %v doubled", of, got, p.Up.Duplicate)
		}
	}
}

func TestPingsOneAfterTheOtherAreJoinedWhomeverTheyAsk(t *testing.T) {
	t.Parallel()
	text := "PING a (192.0.2.1) 56(84) bytes of data.\n64 bytes from 192.0.2.1: icmp_seq=1 ttl=57 time=20 ms\n\n--- a ping statistics ---\n1 packets transmitted, 1 received, 0% packet loss, time 0ms\n" +
		"PING b (192.0.2.2) 56(84) bytes of data.\n64 bytes from 192.0.2.2: icmp_seq=1 ttl=57 time=30 ms\n64 bytes from 192.0.2.2: icmp_seq=2 ttl=57 time=31 ms\n"
	for of, want := range map[string][]time.Duration{"": micros(20000, 30000, 31000), "b": micros(30000, 31000), "a": micros(20000)} {
		if got := roundTrips(ofHost(t, text, of)); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v", of, got)
		}
	}
	_, err := Read("f", strings.NewReader("Pinging 192.0.2.1 with 32 bytes of data:\nReply from 192.0.2.1: bytes=32 time=20ms TTL=57\n"), Part{Of: "b"})
	if err == nil || err.Error() != `"f": it has only one measurement, so there is nothing to choose by "b"` {
		t.Errorf("got %v", err)
	}
}
