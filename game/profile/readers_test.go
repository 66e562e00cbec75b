package profile

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/netsim"
)

// readText reads a text as a file of its own.
func readText(t *testing.T, text string) *Profile {
	t.Helper()
	p := ofHost(t, text, "")
	checkProfile(t, p, nil)
	return p
}

// roundTrips returns those of a profile.
func roundTrips(p *Profile) (out []time.Duration) {
	for _, s := range p.Samples {
		out = append(out, s.Up+s.Down)
	}
	return out
}

// thereAndBack is the share that is lost one way or the other.
func thereAndBack(p *Profile) float64 { return 1 - (1-allLoss(&p.Up))*(1-allLoss(&p.Down)) }

// allLoss is the share that a way loses, by itself and in episodes.
func allLoss(s *netsim.Settings) float64 {
	share := 0.0
	if s.EpisodeFor > 0 {
		share = float64(s.EpisodeFor) / float64(max(s.EpisodeEvery, s.EpisodeFor))
	}
	return 1 - (1-s.Loss)*(1-share)
}

func micros(us ...float64) (out []time.Duration) {
	for _, u := range us {
		out = append(out, time.Duration(math.Round(u*1000)))
	}
	return out
}

func TestTextsWithAProbeALineAreReadAsTheyWereMeant(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		text  string
		known string
		rtts  []time.Duration
		lost  float64
		sent  []time.Duration
	}{
		"irtt":      {irttText, "irtt's text, by its line 1", micros(108.3, 94.5, 124.4, 98.2), 2.0 / 6, micros(0, 16000, 32000, 64000)},
		"fping":     {"192.0.2.1 : [0], 64 bytes, 1.5 ms (1.50 avg, 0% loss)\n192.0.2.1 : [1], timed out (1.50 avg, 50% loss)\n", "fping's text, by its line 1", micros(1500), 0.5, micros(0)},
		"fping row": {"192.0.2.1 : 27.1 - 29.4\n", "fping's text, by its line 1", micros(27100, 29400), 1.0 / 3, micros(0, 2e6)},
	} {
		p := readText(t, test.text)
		if got := roundTrips(p); !reflect.DeepEqual(got, test.rtts) {
			t.Errorf("%s: round trips %v, want %v", name, got, test.rtts)
		}
		if got := thereAndBack(p); !near(got, test.lost, 1e-5) {
			t.Errorf("%s: %v are lost, want %v", name, got, test.lost)
		}
		var sent []time.Duration
		for _, s := range p.Samples {
			sent = append(sent, s.Sent)
		}
		if !reflect.DeepEqual(sent, test.sent) {
			t.Errorf("%s: sent at %v, want %v", name, sent, test.sent)
		}
		if p.Known.String() != "it is "+test.known {
			t.Errorf("%s: known: %q", name, p.Known)
		}
	}
}

func TestIrttsTextTellsTheTwoWays(t *testing.T) {
	t.Parallel()
	p := readCase(t, "irtt-text/irtt.txt")
	want := []Sample{{0, 21200, 30100}, {1e6, 30400, 1210000}, {2e6, 21100, 29800}, {3e6, 430, 500}, {4e6, 21500, 30600}}
	for i := range want { // µs
		want[i] = Sample{want[i].Sent * 1000, want[i].Up * 1000, want[i].Down * 1000}
	}
	if !reflect.DeepEqual(p.Samples, want) || thereAndBack(p) != 0 {
		t.Errorf("got %v, loses %v", p.Samples, thereAndBack(p))
	}
}

func TestFpingsLoopTellsWhenItAsked(t *testing.T) {
	t.Parallel()
	p := readCase(t, "wish-fping/fping.txt")
	if got := roundTrips(p); !reflect.DeepEqual(got, micros(27100, 29400, 30300)) || !near(thereAndBack(p), 0.25, 1e-5) {
		t.Errorf("got %v, loses %v", got, thereAndBack(p))
	}
	if p.Up.Delay != 13550*time.Microsecond || p.Down.Delay != p.Up.Delay || p.Up.Jitter+p.Down.Jitter != 1834*time.Microsecond {
		t.Errorf("got %v and %v", p.Up, p.Down)
	}
	if last := p.Samples[2].Sent; last != 300*time.Millisecond {
		t.Errorf("the last was sent at %v", last)
	}
}

// readCase reads one of the cases that lie beside the repository, or skips where they do not.
func readCase(t *testing.T, name string) *Profile {
	t.Helper()
	return mustOpen(t, sample(strings.ReplaceAll(name, "/", "-")))
}

func TestFpingsFormsAreRead(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct {
		trips int
		least time.Duration
		lost  float64
	}{
		"fping-loop.txt":      {10, 34 * time.Microsecond, 0},
		"fping-rows.txt":      {4, 0, 0}, // of the first of two hosts
		"fping-quiet-row.txt": {4, 0, 0},
		"fping-sums.txt":      {0, 0, 0},
		"fping-report.txt":    {0, 33 * time.Microsecond, 0},
	} {
		p := mustOpen(t, sample(name))
		if len(p.Samples) != want.trips || want.least > 0 && (p.Up.Delay+p.Down.Delay-want.least).Abs() > 2*time.Microsecond || thereAndBack(p) != want.lost {
			t.Errorf("%s: %d round trips, %v and %v, loses %v", name, len(p.Samples), p.Up.Delay, p.Down.Delay, thereAndBack(p))
		}
		checkProfile(t, p, nil)
	}
}

func TestOneOfSeveralHostsIsChosen(t *testing.T) {
	t.Parallel()
	text := "a : 1.0 2.0\nb : 5.0 -\n"
	for of, want := range map[string][]time.Duration{"": micros(1000, 2000), "a": micros(1000, 2000), "b": micros(5000), "2": micros(5000)} {
		p := ofHost(t, text, of)
		if got := roundTrips(p); !reflect.DeepEqual(got, want) || !strings.Contains(p.Notes.Join(" "), "-of chooses one") {
			t.Errorf("%q: got %v, notes %q", of, got, p.Notes)
		}
	}
	_, err := Read("f", strings.NewReader(text), Part{Of: "c"})
	if err == nil || err.Error() != `"f": "c" is not one of its hosts (allowed: "a", "b", or 1..2)` {
		t.Errorf("got %v", err)
	}
}

func TestTheEndOfARouteIsTheLink(t *testing.T) {
	t.Parallel()
	p := readText(t, mtrReport)
	if p.Up.Delay != 10*time.Millisecond || p.Up.Jitter != time.Millisecond || !near(thereAndBack(p), 0.1, 1e-5) || p.Up.Distribution != (netsim.Exponential{}) {
		t.Errorf("report: got %+v", p.Up)
	}
	if !strings.Contains(p.Notes.Join(" "), "not the round trips themselves") {
		t.Errorf("it says %q", p.Notes)
	}
	p = readText(t, winMTR)
	if p.Up.Delay != 10*time.Millisecond || p.Up.Jitter != 3*time.Millisecond || !near(thereAndBack(p), 0.25, 1e-5) {
		t.Errorf("WinMTR: got %+v", p.Up)
	}
	p = mustOpen(t, sample("case-mtr-rwzbc.txt"))
	if p.Up.Delay != 10*time.Millisecond || p.Up.Jitter != 500*time.Microsecond || !near(thereAndBack(p), 0.01, 1e-5) {
		t.Errorf("report with addresses: got %+v", p.Up)
	}
	p = readText(t, mtrScreen)
	if p.Up.Delay != 10*time.Millisecond || p.Up.Jitter != time.Millisecond || !near(thereAndBack(p), 0.1, 1e-5) || !strings.Contains(p.Notes[0].String(), "the last hop that did, 3 of 4 (example.net)") {
		t.Errorf("screen: got %+v, it says %q", p.Up, p.Notes)
	}
	p = mustOpen(t, sample("mtr.json"))
	if p.Up.Delay != 25*time.Microsecond || p.Up.Jitter != 3*time.Microsecond || p.Up.Loss != 0 {
		t.Errorf("JSON: got %+v", p.Up)
	}
	p = readText(t, mtrComma)
	if p.Up.Delay != 1025*time.Microsecond || p.Up.Jitter != time.Millisecond || !near(thereAndBack(p), 0.5, 1e-5) {
		t.Errorf("CSV: got %+v", p.Up)
	}
}

func TestWhereTheEndOfARouteIsSilentTheLastHopThatAnswersIsSaid(t *testing.T) {
	t.Parallel()
	p := readText(t, strings.Replace(mtrReport, "10.0%", "100.0%", 1))
	if !strings.Contains(p.Notes[0].String(), "the last hop that did, 1 of 3 (192.0.2.1)") {
		t.Errorf("it says %q", p.Notes)
	}
}

func TestIperf3TellsJitterAndLossOfADirection(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct {
		up, down time.Duration
		note     string
	}{
		"iperf3-up.json":   {543 * time.Microsecond, 543 * time.Microsecond, "only measures to the host"},
		"iperf3-down.json": {3421 * time.Microsecond, 3421 * time.Microsecond, "only measures from the host"},
		"iperf3-both.json": {47 * time.Microsecond, 53775 * time.Microsecond, "knows no delay"},
	} {
		p := mustOpen(t, sample(name))
		if p.Up.Jitter != want.up || p.Down.Jitter != want.down || p.Up.Delay != 0 || !strings.Contains(p.Notes[0].String(), want.note) {
			t.Errorf("%s: %v and %v, notes %q", name, p.Up.Jitter, p.Down.Jitter, p.Notes)
		}
		checkProfile(t, p, nil)
	}
	p := mustOpen(t, sample("iperf3-server-both.json"))
	if p.Up.Jitter != 523*time.Microsecond || p.Down.Jitter != p.Up.Jitter || p.Title != "measured by iperf3's server with 127.0.0.1" || !strings.Contains(p.Notes[0].String(), "What has come back to the client isn't in it") {
		t.Errorf("server: %v and %v, %q, notes %q", p.Up.Jitter, p.Down.Jitter, p.Title, p.Notes)
	}
	_, err := Read("f", strings.NewReader(strings.Replace(mustRead(t, "iperf3-server-both.json"), `"reverse": 0`, `"reverse": 1`, 1)), Part{})
	if err == nil || err.Error() != `"f": it is the JSON of iperf3's server, which only sends with -R and so has measured nothing; use the client's` {
		t.Errorf("server of -R: got %v", err)
	}
	_, err = Open(sample("iperf3-tcp.json"), nil, 0, Part{})
	if err == nil || !strings.Contains(err.Error(), `it is a test of iperf3 over "TCP", which measures neither jitter nor loss (allowed: UDP, iperf3 -u -J)`) {
		t.Errorf("got %v", err)
	}
}

func TestWhatIsExportedAsATableIsReadAgain(t *testing.T) {
	t.Parallel()
	p := mustOpen(t, sample("irtt-lossy.json"))
	text := exportOf(t, p, "csv")
	// A lost answer is in the row that is in force when it leaves, which may be that of a packet that came back.
	again := readText(t, text)
	if got, want := len(again.Samples)+len(again.Losses), len(p.Samples)+len(p.Losses); got != want {
		t.Errorf("got %d packets, want %d", got, want)
	}
	up := func(p *Profile) (sent []time.Duration) {
		for _, l := range p.Losses {
			if !l.Back {
				sent = append(sent, l.Sent)
			}
		}
		return sent
	}
	if got, want := up(again), up(p); !reflect.DeepEqual(got, want) || len(want) == 0 {
		t.Errorf("got losses at %v, want %v", got, want)
	}
	foreign := 0 // the rows of packets whose answers were lost: they have the delays of the row before
	for _, s := range again.Samples {
		if !slices.Contains(p.Samples, s) {
			foreign++
		}
	}
	if lost := len(p.Losses) - len(up(p)); foreign > lost {
		t.Errorf("%d packets were not measured, and %d answers were lost", foreign, lost)
	}
}

func TestOneOddValueRefusesNoMeasurement(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, note string }{
		{"a : 1.0 70000 2.0\n", "Round trips above 1m0s (1)"},
		{"a : [0], 64 bytes, -3 ms (1 avg, 0% loss)\na : [1], 64 bytes, 3 ms (1 avg, 0% loss)\n", "negative (1, the first in line 1)"},
		{"seq=0 rtt=5ms rd=2ms sd=3ms ipdv=n/a\nseq=1 rtt=4", "cannot be read or is negative (1, the first in line 2)"},
		{"a : [0], 64 bytes, 3 ms (1 avg, 0% loss)\na : [900000000], 64 bytes, 3 ms (1 avg, 0% loss)\n", "a few round trips (1)"},
		{"timestamp,rtt\n1705744800.5,10\n1705744801.5,x\n1705744802.5,11\n", "Rows that cannot be read (1, the first in line 3: column \"rtt\", \"x\")"},
		{"timestamp,rtt\n1705744800.5,10\n1705744700.5,12\n1705744701.5,11\n", "step back or too far ahead (1)"},
		{"[1704067201.02040] a : [0], 64 bytes, 20.4 ms (20 avg, 0% loss)\n[1704067202.02280] a : [1], 64 bytes, 22.8 ms (20 avg, 0% loss)\n[1795687203.02160] a : [2], 64 bytes, 21.6 ms (20 avg, 0% loss)\n[1795687204.02100] a : [3], 64 bytes, 21.0 ms (20 avg, 0% loss)\n", "was set meanwhile (1 times)"},
	} {
		p := readText(t, test.text)
		if notes := p.Notes.Join(" "); !strings.Contains(notes, test.note) {
			t.Errorf("%q: it says %q", test.text, notes)
		}
		if loss := thereAndBack(p); loss != 0 {
			t.Errorf("%q: %v are lost", test.text, loss)
		}
		if last := p.Samples[len(p.Samples)-1].Sent; last > 5*time.Second {
			t.Errorf("%q: the last was sent at %v", test.text, last)
		}
	}
}

func TestRunsThatFollowEachOtherAreJoined(t *testing.T) {
	t.Parallel()
	run := "a : [0], 64 bytes, 10 ms (1 avg, 0% loss)\na : [1], timed out (1 avg, 0% loss)\n\na : xmt/rcv/%loss = 2/1/50%, min/avg/max = 10/10/10\n"
	p := readText(t, run+run+run)
	if len(p.Samples) != 3 || !near(thereAndBack(p), 0.5, 1e-5) || !strings.Contains(p.Notes.Join(" "), "3 measurements follow each other") {
		t.Errorf("got %v, loses %v, notes %q", p.Samples, thereAndBack(p), p.Notes)
	}
}

func TestAPingInAnotherProgramsTextIsNotLeftOutInSilence(t *testing.T) {
	t.Parallel()
	const ping = "PING x (192.0.2.1) 56(84) bytes of data.\n64 bytes from 192.0.2.1: icmp_seq=1 ttl=57 time=20 ms\n64 bytes from 192.0.2.1: icmp_seq=2 ttl=57 time=20 ms\n"
	for _, text := range []string{ping + irttText, ping + "a : [0], 64 bytes, 3 ms (1 avg, 0% loss)\n"} {
		if p := readText(t, text); !strings.Contains(p.Notes.Join(" "), "Answers to a ping (2, the first in line 2) are left out: ping:FILE reads them alone.") {
			t.Errorf("%q: it says %q", text, p.Notes)
		}
	}
}

func TestWhatIsNotReadIsNamed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"type": "result", "ping": {"jitter": 1}, "download": {}, "upload": {}}`: "it is a speed test's result",
		`[{"fw": 5020, "msm_id": 1001, "avg": 20.1}]`:                             "it is a measurement of RIPE Atlas",
		`{"destination_ip": "127.0.0.1", "round_trip_ms_avg": 0.06}`:              "it is jc's JSON of a ping",
		`{"coord": {"lon": 1}, "weather": [], "base": "x", "main": {}}`:           `it is JSON with the keys "coord", "lon", "weather", "base" and 1 more, of an unknown program`,
		`[1, 2, 3]`:          "it is JSON without a key",
		"PK\x03\x04\x00\x00": "it is a zip archive",
		"\n\r\r\n\x1c\x00":   "it is a capture of packets",
		"\xd4\xc3\xb2\xa1\x02\x00\x04\x00\x00\x00\x00\x00": "it is a capture of packets",
		"\x4d\x3c\xb2\xa1\x02\x00\x04\x00":                 "it is a capture of packets",
		"\xfd7zXZ\x00\x00\x04":                             "it is packed by something other than gzip",
		"\x89PNG\r\n\x1a\n":                                "it is a picture or a page",
		"\xff\xd8\xff\xe0\x00\x10":                         "it is a picture or a page",
		"[ ID] Interval           Transfer     Bitrate         Jitter    Lost/Total Datagrams\n":                                                                                           "it is the text of iperf",
		"traceroute to example.net (192.0.2.1), 30 hops max\n 1  192.0.2.1  1.1 ms\n":                                                                                                      "it is a route that traceroute has found",
		"Probing 192.0.2.1:443/tcp - Port is open - time=12.345ms\n":                                                                                                                       "it is tcping's output",
		"Type escape sequence to abort.\nSending 5, 100-byte ICMP Echos to 192.0.2.1, timeout is 2 seconds:\n!!.!!\nSuccess rate is 80 percent (4/5), round-trip min/avg/max = 1/2/4 ms\n": "it is what Cisco's ping prints",
		"Source        Destination     IPV4Address      IPV6Address                              Bytes    Time(ms) \n------        -----------     -----------      -----------                              -----    -------- \nPC x 192.0.2.4 32 28\n": "it is the table of PowerShell's Test-Connection",
		"\n   Destination: x\n\nPing Source           Address                   Latency BufferSize Status\n                                                   (ms)        (B)\n":                                                                         "it is the table of PowerShell's Test-Connection",
		mustRead(t, "case-twping-summary.txt"):     "it is the summary of twping or owping",
		"192.0.2.1 is alive (0.026 ms)\n":          "it is what fping prints of each host's first answer",
		"x 0 33000\nh 0 192.0.2.1\np 0 54 33000\n": "it is mtr's raw output",
		"\x00\x01\x02\x03\xff":                     "it is not text",
		"Dear diary, lunch = 20 minutes.\n":        "it is neither a scenario nor a measurement that is known",
	} {
		_, err := Read("f", strings.NewReader(text), Part{})
		if err == nil || !strings.HasPrefix(err.Error(), `"f": `+want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: got %v", text, err)
		}
	}
}

func TestABadMeasurementGetsOneLineThatNamesItsPlace(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a : - - -\n":                    `"f": none of 3 packets came back, so there is no delay`,
		"a : xmt/rcv/%loss = 3/0/100%\n": `"f": none of 3 packets came back, so there is no delay`,
		mtrReport[:strings.Index(mtrReport, "  1.")] + " 1.|-- a b\n":                                         `"f", line 3: a hop's 2 fields are outside 8 and above`,
		strings.Replace(mtrReport, "22.0", "-1", 1):                                                           `"f", line 6: a column is missing`,
		`{"report": {"mtr": {}, "hubs": []}}`:                                                                 `"f": there is no line of a hop`,
		`{"report": {"mtr": {}, "hubs": [{"host": "a", "Loss%": 0, "Snt": 9, "Avg": 2, "Wrst": 3}]}}`:         `"f", line 1: hop 1: Best is missing`,
		mtrReport[:strings.Index(mtrReport, "  1.")]:                                                          `"f": there is no line of a hop`,
		"{\"report\": {\"mtr\": {},\n\"hubs\": [{\"Loss%\": 101}]}}":                                          `"f", line 2: hop 1: Loss%: 101 is outside 0..100`,
		"{\"report\": {\"mtr\": {},\n\"hubs\": [{\"Snt\":":                                                    `"f", line 2: the JSON ends in the middle`,
		"{\"report\": {\"mtr\": {}, \"hubs\": []}}\n{}":                                                       `"f", line 2: there is something after the end of the JSON`,
		`{"intervals": [], "error": "unable to connect"}`:                                                     `"f", line 1: iperf3 has ended with an error: "unable to connect"`,
		"PING x (192.0.2.1) 56(84) bytes of data.\n64 bytes from 192.0.2.1: icmp_seq=1 ttl=57 time=-3.4 ms\n": `"f", line 2: all of 1 times are negative, so there is no delay`,
		"timestamp,rtt\n1,-1\n2,-1\n":                                                                         `"f": none of 2 packets came back, so there is no delay`,
		"a : 1.0\n\x00\n":                                                                                     `"f", line 2: it is not text`,
	} {
		_, err := Read("f", strings.NewReader(text), Part{})
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestSumsHaveNoPart(t *testing.T) {
	t.Parallel()
	_, err := Read("f", strings.NewReader(mtrReport), Part{Begin: time.Second})
	if err == nil || err.Error() != `"f": it describes all packets together, so there is no part to choose` {
		t.Errorf("got %v", err)
	}
}

// What was read once is named, with what to do.
func TestWhatWasReadOnceIsRefusedByName(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"HPING x (eth0 192.0.2.1): S set, 40 headers + 0 data bytes\nlen=46 ip=192.0.2.1 ttl=57 DF id=0 sport=80 flags=SA seq=1 win=0 rtt=9.8 ms\n":      "hping3's text",
		"PsPing v2.10 - PsPing - ping, latency, bandwidth measurement utility\nReply from 192.0.2.7: 12.34ms\n":                                          "psping's text",
		"  SEQ HOST                                     SIZE TTL TIME       STATUS\n    0 1.1.1.1                                    56  55 21ms768us\n": "the table of MikroTik's ping",
		`{"raw_values": {"Ping (ms) UDP": [{"seq": 0, "t": 100.02, "val": 20}]}, "version": 4}`:                                                          "a data file of flent",
		"0.0\t2.52118518519\n0.810000181198\t2.76248188976\n":                                                                                            "numbers without a heading, as Pensieve's and CellReplay's traces",
		"0 23 0 1 1 2\n100 25 0 0 1\n": "numbers without a heading, as Pensieve's and CellReplay's traces",
	} {
		_, err := Read("f", strings.NewReader(text), Part{})
		if err == nil || !strings.HasPrefix(err.Error(), `"f": it is `+want+", which is not read: "+endedReader) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
