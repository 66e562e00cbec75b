package profile

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// pingText reads a text as a ping's.
func pingText(t *testing.T, text string) *measurement {
	t.Helper()
	m, err := pingOf(text)
	if err != nil {
		t.Fatalf("%.100q: %v", text, err)
	}
	return m
}

// pingOf reads a text as a ping's.
func pingOf(text string) (*measurement, error) {
	s, err := newStream("x", strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	return readPing(s, Part{})
}

// lost counts the packets that did not come back.
func (m *measurement) lost() (n int) {
	for _, t := range m.trips {
		if t.fate != returned && t.fate != untimed {
			n++
		}
	}
	return n
}

func TestTheCasesOfPingGetTheirRightFigures(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name           string
		sent, answered int
		least, mean    float64 // of the round trips, ms
		note           string
	}{
		{"above-20-s", 30, 5, 62, 10286, "Round trips above 20s (2)"},
		{"below-one-spanish", 5, 4, 0.5, 1.25, "below 1 ms"},
		{"interval-in-summary", 7, 7, 20.4, 21.857, ""},
		{"linux-time-before-lines", 8, 2, 35.2, 36.6, ""},
		{"outage", 60, 45, 20, 21, ""},
		{"stamp-steps-on", 4, 4, 20.4, 21.45, "Line 4: the timestamps' clock was set (1 in all)."},
		{"two-in-a-file-linux", 6, 4, 20, 55, "2 pings are joined"},
		{"unit-linux-ja", 5, 4, 30.4, 32, ""},
		{"unit-windows-ru", 5, 4, 0.5, 32.375, "below 1 ms"},
		{"windows-copied-window", 5, 4, 28, 29, ""},
		{"windows-time-before-lines", 4, 3, 35, 36.3333, ""},
	} {
		p := mustOpen(t, sample("case-ping-"+test.name+".txt"))
		sum := time.Duration(0)
		for _, s := range p.Samples {
			sum += s.Up + s.Down
		}
		mean := float64(sum) / float64(len(p.Samples)) / 1e6
		lost := 1 - throughput(&p.Up)*throughput(&p.Down)
		if len(p.Samples) != test.answered || !near(lost, 1-float64(test.answered)/float64(test.sent), 0.01) {
			t.Errorf("%s: %d answered, %v lost", test.name, len(p.Samples), lost)
		}
		if least := float64(p.Up.Delay+p.Down.Delay) / 1e6; !near(least, test.least, 1e-3) || !near(mean, test.mean, 1e-3) {
			t.Errorf("%s: least %v, mean %v", test.name, least, mean)
		}
		if !strings.Contains(p.Notes.Join("\n"), test.note) {
			t.Errorf("%s: it says %q", test.name, p.Notes)
		}
		checkProfile(t, p, nil)
	}
}

// sentAt returns when each packet was sent, also the lost, in milliseconds.
func (m *measurement) sentAt() string {
	var all []string
	for _, t := range m.trips {
		all = append(all, fmt.Sprint(t.sent.Milliseconds()))
	}
	return strings.Join(all, " ")
}

func TestWhenEachPacketWasSentIsKnownFromWhatTheTextTells(t *testing.T) {
	t.Parallel()
	const heading = "PING x (192.0.2.1) 56(84) bytes of data.\n"
	answer := func(n int) string {
		return fmt.Sprintf("64 bytes from 192.0.2.1: icmp_seq=%d ttl=57 time=20.0 ms\n", n)
	}
	sums := func(sent, received, ms int) string {
		return fmt.Sprintf("\n--- x ping statistics ---\n%d packets transmitted, %d received, 9%% packet loss, time %dms\n", sent, received, ms)
	}
	for name, test := range map[string]struct{ text, want string }{
		"the summary's time":        {heading + answer(1) + answer(2) + answer(4) + sums(5, 3, 800), "0 200 400 600 800"},
		"the command's interval":    {"$ ping -i 0.5 x\n" + heading + answer(1) + answer(2) + answer(4), "0 500 1000 1500"},
		"the interval set together": {"user@host:~$ ping -c4 -i0.5 x\n" + heading + answer(1) + answer(2), "0 500"},
		"nothing":                   {heading + answer(1) + answer(3), "0 1000 2000"},
		"ping -D":                   {"[100.020000] " + answer(1) + "[100.220000] " + answer(2) + "[100.820000] " + answer(5), "0 200 400 600 800"},
		"ping -D with a lost end":   {heading + "[100.020000] " + answer(1) + "[100.220000] " + answer(2) + sums(4, 2, 600), "0 200 400 600"},
		"ping -O -D cut off":        {heading + "[100.020000] " + answer(1) + "[101.020000] no answer yet for icmp_seq=2\n[102.020000] no answer yet for icmp_seq=3\n", "0 1000 2000"},
		"whole seconds":             {"Nov 26 20:15:00 " + answer(1) + "Nov 26 20:15:00 " + answer(2) + "Nov 26 20:15:01 " + answer(3) + "Nov 26 20:15:01 " + answer(4) + "Nov 26 20:15:02 " + answer(5), "0 500 1000 1500 2000"},
		"a machine that slept":      {"Nov 26 20:15:00 " + answer(1) + "Nov 26 20:15:01 " + answer(2) + "Nov 26 20:45:02 " + answer(3), "0 1000 1802000"},
		"midnight":                  {"23:59:59.020000 " + answer(1) + "00:00:00.020000 " + answer(2) + "00:00:01.020000 " + answer(3), "0 1000 2000"},
		"a clock that goes back":    {"[100.020000] " + answer(1) + "[101.020000] " + answer(2) + "[40.020000] " + answer(3) + "[41.020000] " + answer(4), "0 1000 2000 3000"},
		"two pings with stamps":     {"[100.020000] " + heading + "[100.020000] " + answer(1) + "[101.020000] " + answer(2) + sums(2, 2, 1000) + "[160.020000] " + heading + "[160.020000] " + answer(1), "0 1000 60000"},
		"date in a loop":            {"Thu Nov 26 20:15:00 UTC 2026\n" + answer(1) + "Thu Nov 26 20:15:10 UTC 2026\n" + answer(1) + "Thu Nov 26 20:15:20 UTC 2026\n" + answer(1), "0 10000 20000"},
		"a late answer":             {"[100.020000] " + answer(1) + "[102.020000] " + answer(3) + "[102.500000] 64 bytes from 192.0.2.1: icmp_seq=2 ttl=57 time=1500 ms\n", "0 1000 2000"},
		"Windows without stamps":    {"Pinging 192.0.2.1 with 32 bytes of data:\nReply from 192.0.2.1: bytes=32 time=20ms TTL=57\nRequest timed out.\nReply from 192.0.2.1: bytes=32 time=20ms TTL=57\n", "0 1000 6000"},
		"Windows' -w":               {"C:\\>ping -w 500 192.0.2.1\n\nPinging 192.0.2.1 with 32 bytes of data:\nRequest timed out.\nReply from 192.0.2.1: bytes=32 time=20ms TTL=57\n", "0 1500"},
	} {
		if got := pingText(t, test.text).sentAt(); got != test.want {
			t.Errorf("%s: got %s, want %s", name, got, test.want)
		}
	}
}

func TestAnswersAndLossesAreToldApart(t *testing.T) {
	t.Parallel()
	const (
		linux   = "PING x (192.0.2.1) 56(84) bytes of data.\n"
		windows = "\nPinging x [192.0.2.1] with 32 bytes of data:\n"
		reply   = "Reply from 192.0.2.1: bytes=32 time=20ms TTL=57\n"
		first   = "64 bytes from 192.0.2.1: icmp_seq=1 ttl=57 time=20 ms\n"
		totals  = "\nPing statistics for 192.0.2.1:\n    Packets: Sent = %d, Received = %d, Lost = %d (9%% loss),\n"
		sums    = "\n--- x ping statistics ---\n%d packets transmitted, %d received, 9%% packet loss, time 4006ms\n"
	)
	for name, test := range map[string]struct {
		text                          string
		timed, untimed, lost, doubled int
		note                          string
	}{
		"a time that can't be read":                  {linux + first + "64 bytes from 192.0.2.1: icmp_seq=2 ttl=57 time=2o.3 ms\n", 1, 1, 0, 0, "Line 3: an answer's time can't be read (1 in all)"},
		"a unit that is not known":                   {windows + reply + "Reply from 192.0.2.1: bytes=32 time=20qq TTL=57\n", 1, 1, 0, 0, "Line 4: an answer's time"},
		"no time, as of ping -s 8":                   {linux + first + "16 bytes from 192.0.2.1: icmp_seq=2 ttl=57\n", 1, 1, 0, 0, "Line 3: an answer's time"},
		"a negative time":                            {linux + first + "64 bytes from 192.0.2.1: icmp_seq=2 ttl=57 time=-3.1 ms\n", 1, 1, 0, 0, "Negative times (1"},
		"a minute and more":                          {linux + first + "64 bytes from 192.0.2.1: icmp_seq=2 ttl=57 time=93000 ms\n", 2, 0, 0, 0, "Round trips above 1m0s (1) count as that"},
		"below a tenth of a ms":                      {linux + "64 bytes from 127.0.0.1: icmp_seq=1 ttl=64 time=0.021 ms\n", 1, 0, 0, 0, ""},
		"unreachable":                                {linux + first + "From 192.0.2.9 icmp_seq=2 Destination Host Unreachable\nFrom 192.0.2.9 icmp_seq=3 Time to live exceeded\n", 1, 0, 2, 0, ""},
		"unreachable, of Windows":                    {windows + reply + "Reply from 192.0.2.9: Destination host unreachable.\nReply from 192.0.2.9: TTL expired in transit.\nPING: transmit failed. General failure.\n" + fmt.Sprintf(totals, 4, 3, 1), 1, 0, 3, 0, ""},
		"a redirect, then the answer":                {linux + "From 192.0.2.9: icmp_seq=1 Redirect Host(New nexthop: 192.0.2.8)\n" + first, 1, 0, 0, 0, ""},
		"doubled":                                    {linux + first + "64 bytes from 192.0.2.1: icmp_seq=1 ttl=57 time=21 ms (DUP!)\n", 1, 0, 0, 1, ""},
		"no answer yet, then late":                   {linux + first + "no answer yet for icmp_seq=2\n64 bytes from 192.0.2.1: icmp_seq=3 ttl=57 time=20 ms\n64 bytes from 192.0.2.1: icmp_seq=2 ttl=57 time=1500 ms\n", 3, 0, 0, 0, ""},
		"macOS' timeouts":                            {"PING x (192.0.2.1): 56 data bytes\nRequest timeout for icmp_seq 0\n64 bytes from 192.0.2.1: icmp_seq=1 ttl=57 time=20.112 ms\nRequest timeout for icmp_seq 2\n", 1, 0, 2, 0, ""},
		"all lost but one, at the end":               {linux + first + fmt.Sprintf(sums, 10, 1), 1, 0, 9, 0, ""},
		"from 0 on, at the end":                      {"PING x (192.0.2.1): 56 data bytes\n64 bytes from 192.0.2.1: seq=0 ttl=57 time=20.112 ms\n\n--- x ping statistics ---\n5 packets transmitted, 1 packets received, 80% packet loss\n", 1, 0, 4, 0, ""},
		"the beginning cut off":                      {"64 bytes from 192.0.2.1: icmp_seq=500 ttl=57 time=20 ms\n" + fmt.Sprintf(sums, 502, 498), 1, 0, 2, 0, ""},
		"the middle left out":                        {linux + first + "...\n64 bytes from 192.0.2.1: icmp_seq=90 ttl=57 time=20 ms\n" + fmt.Sprintf(sums, 90, 88), 2, 86, 2, 0, "The summary has more answers (86) than the lines"},
		"cut in mid-line":                            {linux + first + "64 bytes from 192.0.2.1: icmp_seq=2 ttl=57 time=20 ms\n64 bytes from 192.0.2.1: icmp_seq=31", 2, 0, 0, 0, ""},
		"cut in a time":                              {linux + first + "64 bytes from 192.0.2.1: icmp_seq=2 ttl=57 time=2", 1, 0, 0, 0, ""},
		"a number that is far away":                  {linux + first + "64 bytes from 192.0.2.1: icmp_seq=900000 ttl=57 time=20 ms\n", 1, 0, 0, 0, "Lines whose number is far from the others (1)"},
		"numbers that go round, late":                {"64 bytes from 1.1.1.1: icmp_seq=65534 ttl=57 time=3.0 ms\n64 bytes from 1.1.1.1: icmp_seq=0 ttl=57 time=3.0 ms\n64 bytes from 1.1.1.1: icmp_seq=65535 ttl=57 time=3000 ms\n64 bytes from 1.1.1.1: icmp_seq=1 ttl=57 time=3.0 ms\n", 4, 0, 0, 0, ""},
		"figures behind Windows' block":              {windows + reply + fmt.Sprintf(totals, 1, 1, 0) + "Approximate round trip times in milli-seconds:\n    Minimum = 20ms, Maximum = 20ms, Average = 20ms\nControl-C\n^C\nC:\\Users\\dev>", 1, 0, 0, 0, ""},
		"Control-Break in between":                   {windows + reply + fmt.Sprintf(totals, 1, 1, 0) + "Control-Break\n" + reply + "Request timed out.\n" + fmt.Sprintf(totals, 3, 2, 1), 2, 0, 1, 0, ""},
		"lines between, of somebody":                 {windows + reply + "a remark of mine\nRequest timed out.\n" + reply + fmt.Sprintf(totals, 3, 2, 1), 2, 0, 1, 0, "Lines that the summary doesn't count as packets (1)"},
		"an empty line after each":                   {strings.ReplaceAll(windows+reply+"Request timed out.\n"+reply+fmt.Sprintf(totals, 3, 2, 1), "\n", "\n\n"), 2, 0, 1, 0, ""},
		"no empty lines at all":                      {strings.ReplaceAll(windows+reply+"Request timed out.\n"+fmt.Sprintf(totals, 2, 1, 1), "\n\n", "\n"), 1, 0, 1, 0, ""},
		"IPv6 of Windows":                            {"Pinging ::1 with 32 bytes of data:\nReply from ::1: time<1ms\nRequest timed out.\nReply from 2001:db8::1: time=14ms\n", 2, 0, 1, 0, ""},
		"IPv6 of Windows, with its own address":      {"Ping wird ausgeführt für x [2001:db8::1] von 2001:db8::2 mit 32 Bytes Daten:\nAntwort von 2001:db8::1: Zeit=11ms\nZeitüberschreitung der Anforderung.\n", 1, 0, 1, 0, ""},
		"a date between the lines":                   {windows + "20:15:01,23\n" + reply + "20:15:02,23\n" + reply, 2, 0, 0, 0, ""},
		"only the answers of Windows":                {reply + reply, 2, 0, 0, 0, ""},
		"quoted":                                     {"> " + strings.ReplaceAll(windows[1:]+reply+"Request timed out.\n", "\n", "\n> "), 1, 0, 1, 0, ""},
		"two of Windows":                             {windows + reply + "Request timed out.\n" + fmt.Sprintf(totals, 2, 1, 1) + windows + reply + fmt.Sprintf(totals, 1, 1, 0), 2, 0, 1, 0, "2 pings are joined, one after the other (1 from 0s on: 2 sent, 1 answered; 2 from 6s on: 1 sent, 1 answered)."},
		"one that was answered and one that was not": {linux + first + fmt.Sprintf(sums, 1, 1) + linux + fmt.Sprintf(sums, 3, 0), 1, 0, 3, 0, "2 pings are joined"},
		"again without a heading":                    {first + "64 bytes from 192.0.2.1: icmp_seq=2 ttl=57 time=20 ms\n64 bytes from 192.0.2.1: icmp_seq=3 ttl=57 time=20 ms\n" + first, 4, 0, 0, 0, "2 pings are joined"},
		"Solaris":                                    {"PING x: 56 data bytes\n64 bytes from x (192.0.2.1): icmp_seq=0. time=12. ms\n64 bytes from x (192.0.2.1): icmp_seq=2. time=0.385 ms\n^C\n----x PING Statistics----\n4 packets transmitted, 2 packets received, 50% packet loss\nround-trip (ms)  min/avg/max/stddev = 0.385/6.2/12.0/5.8\n", 2, 0, 2, 0, ""},
		"inetutils":                                  {"PING localhost (127.0.0.1): 56 data bytes\n64 bytes from 127.0.0.1: icmp_seq=0 ttl=64 time=0,038 ms\n^C--- localhost ping statistics ---\n1 packets transmitted, 1 packets received, 0% packet loss\n", 1, 0, 0, 0, ""},
		"toybox":                                     {"Ping x (192.0.2.1): 56(84) bytes.\n64 bytes from 192.0.2.1: icmp_seq=1 ttl=117 time=12 ms\n\n--- 192.0.2.1 ping statistics ---\n3 packets transmitted, 1 received, 66% packet loss\nround-trip min/avg/max = 12/12/12 ms\n", 1, 0, 2, 0, ""},
		"BSD's ping6":                                {"PING6(56=40+8+8 bytes) ::1 --> ::1\n16 bytes from ::1, icmp_seq=0 hlim=64 time=0.036 ms\n16 bytes from ::1, icmp_seq=2 hlim=64 time=0.048 ms\n\n--- localhost ping6 statistics ---\n3 packets transmitted, 2 packets received, 33.3% packet loss\n", 2, 0, 1, 0, ""},
		"iputils of 2010":                            {linux + "64 bytes from 192.0.2.1: icmp_req=1 ttl=57 time=20 ms\n64 bytes from 192.0.2.1: icmp_req=3 ttl=57 time=20 ms\n", 2, 0, 1, 0, ""},
		"seconds and microseconds":                   {linux + "64 bytes from 192.0.2.1: icmp_seq=1 ttl=57 time=1.24 s\n64 bytes from 192.0.2.1: icmp_seq=2 ttl=57 time=930µs\n64 bytes from 192.0.2.1: icmp_seq=3 ttl=57 time= 12.5 msec\n", 3, 0, 0, 0, ""},
	} {
		m := pingText(t, test.text)
		timed := m.returned()
		untimed := len(m.trips) - m.lost() - timed
		if timed != test.timed || untimed != test.untimed || m.lost() != test.lost || m.duplicates != test.doubled {
			t.Errorf("%s: %d with a time, %d without, %d lost, %d doubled, %q", name, timed, untimed, m.lost(), m.duplicates, m.notes)
		}
		if !strings.Contains(m.notes.Join("\n"), test.note) {
			t.Errorf("%s: it says %q", name, m.notes)
		}
	}
}

func TestNothingIsTakenForAPingThatIsNone(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"The delay was = 20 ms in the end.\n",
		"Minimum = 35ms, Maximum = 38ms, Average = 36ms\n",
		"Reply from 192.0.2.1: 12.34ms\n",
		"[Connected] connection established\nseq=0 rtt=51.3ms rd=30.1ms sd=21.2ms ipdv=n/a\nseq=1 rtt=1.24s rd=1.21s sd=30.4ms ipdv=1.19s\n",
		"  SEQ HOST                                     SIZE TTL TIME       STATUS\n    0 8.8.8.8                                    56 117 12ms\n    sent=1 received=1 packet-loss=0% min-rtt=12ms avg-rtt=12ms max-rtt=12ms\n",
		"timeout = 5 s, retries=3\n",
		"--- x statistics ---\n100 sent, 2 lost (2.000%), 0 send duplicates\nround-trip time min/median/max = 30.2/30.9/34.1 ms, (err=0.5 ms)\n",
		"x/y/z = 1мс/2мс/3мс\n",
		"192.0.2.95 : [0], 64 bytes, 27.1 ms (27.1 avg, 0% loss)\n\n192.0.2.95 : xmt/rcv/%loss = 4/3/25%, min/avg/max = 27.1/28.9/30.3\n",
	} {
		if knowsPing([]byte(text)) != 0 {
			t.Errorf("%q is taken for a ping's", text)
		}
		if m, err := pingOf(text); err == nil {
			t.Errorf("%q: %d trips", text, len(m.trips))
		}
	}
}

func TestPingQBecomesADistribution(t *testing.T) {
	t.Parallel()
	text := "PING x (192.0.2.1) 56(84) bytes of data.\n\n--- x ping statistics ---\n100 packets transmitted, 96 received, 4% packet loss, time 99145ms\nrtt min/avg/max/mdev = 30.000/34.000/52.000/2.828 ms\n"
	for _, all := range []string{text, text + text} {
		p := mustReadAs(t, "ping", "x", strings.NewReader(all))
		// Exponential: the deviation of each way is its mean, 2 ms, and that of both √2 of it.
		if p.Up.Delay != 15*time.Millisecond || p.Down.Jitter != 2*time.Millisecond || p.Up.Distribution.Name() != "exponential" ||
			!near(1-(1-p.Up.Loss)*(1-p.Down.Loss), 0.04, 1e-5) || !strings.Contains(p.Notes.Join(" "), "the distribution is the one with the closest deviation") {
			t.Errorf("got %+v, %q", p.Up, p.Notes)
		}
		if _, err := p.Export("scenario"); err != nil {
			t.Error(err)
		}
	}
	m := pingText(t, text+"PING x (192.0.2.1) 56(84) bytes of data.\n64 bytes from 192.0.2.1: icmp_seq=1 ttl=57 time=20 ms\n")
	if len(m.trips) != 1 || !strings.Contains(m.notes.Join(" "), "Summaries without their answers (1)") {
		t.Errorf("got %d trips, %q", len(m.trips), m.notes)
	}
}

// hourOfPing gives what ping -D -i 0.01 prints for a number of answers.
type hourOfPing struct {
	n, of int
	luck  *rand.Rand
	rest  string
}

func (h *hourOfPing) Read(p []byte) (int, error) {
	if h.rest == "" && h.n < h.of {
		ms := 30 + 6*h.luck.ExpFloat64()
		h.rest = fmt.Sprintf("[%.6f] 64 bytes from 2001:db8::1: icmp_seq=%d ttl=60 time=%.1f ms\n", 1795687200+float64(h.n)*0.01+ms/1000, (h.n+1)%65536, ms)
		h.n++
	}
	if h.rest == "" {
		return 0, io.EOF
	}
	n := copy(p, h.rest)
	h.rest = h.rest[n:]
	return n, nil
}

func TestAPingOfAnHourAtTenMillisecondsIsReadWhole(t *testing.T) {
	t.Parallel()
	s := mustStream(t, "x", &hourOfPing{of: 360_000, luck: rand.New(rand.NewPCG(3, 3))})
	p, err := s.profile(pingFormat(), Part{})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Samples) != 360_000 || p.Up.Loss != 0 || p.Up.Distribution.Name() != "exponential" || p.Up.Delay != 15*time.Millisecond || !near(float64(p.Up.Jitter), 3e6, 3e4) {
		t.Errorf("%d samples, %+v", len(p.Samples), p.Up)
	}
	if last := p.Samples[359_999].Sent; !near(float64(last), 3599.99e9, 2e5) {
		t.Errorf("the last was sent at %v", last)
	}
}

func TestOfALongerPingThePartIsReadThatIsWanted(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		part Part
		sent int
		note bool
	}{
		{Part{}, 1000, true},
		{Part{Begin: 5 * time.Second, End: 6 * time.Second}, 99, false},
		{Part{Begin: 21 * time.Second, End: 22 * time.Second}, 100, false},
		{Part{Begin: 29 * time.Second}, 101, false},
		{Part{Begin: 15 * time.Second}, 1000, true},
	} {
		s := mustStream(t, "x", &hourOfPing{of: 3001, luck: rand.New(rand.NewPCG(3, 3))})
		m, err := readPings(s, test.part, 1000)
		if err != nil {
			t.Fatal(err)
		}
		first, most := m.trips[0].sent, cap(m.trips)
		if err := m.cut(test.part); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(m.notes.Join(" "), "Only the first 1000 packets are used"); len(m.trips) < test.sent || len(m.trips) > test.sent+1 || got != test.note || most > 2000 || first > test.part.Begin+time.Second {
			t.Errorf("%+v: %d trips from %v on, %q", test.part, len(m.trips), first, m.notes)
		}
	}
}

// pingFormat returns how pings are read.
func pingFormat() format {
	for _, f := range formats() {
		if f.name == "ping" {
			return f
		}
	}
	panic("there is none")
}
