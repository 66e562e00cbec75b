package profile

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"driftlab/netsim"
)

const (
	// pingInterval is how often ping asks where it does not tell.
	pingInterval = time.Second
	// maxPingLine is the longest line of ping's output in bytes.
	maxPingLine = 1000
	// maxPings is the greatest number of packets.
	maxPings = 200_000
)

var (
	// An answer's time is there in all languages: time=11.6 ms, Zeit=12ms, temps<1ms, time=0,045 ms.
	pingTime = regexp.MustCompile(`([=<]) ?(-?[0-9]+(?:[.,][0-9]+)?) ?ms`)
	// Linux, macOS and BSD number each packet: icmp_seq=3, icmp_seq 3, BusyBox seq=3.
	pingNumber = regexp.MustCompile(`\b(?:icmp_)?seq[= ]([0-9]+)`)
	// ping -D puts the time of arrival before each line, in seconds since 1970.
	pingStamp = regexp.MustCompile(`^\[([0-9]{1,12})\.([0-9]{6})\]`)
	pingSum   = regexp.MustCompile(`^[0-9]+`)
)

// knowsPing says whether a text may be of a ping.
func knowsPing(head []byte) bool { return pingTime.Match(head) || pingNumber.Match(head) }

// readPing reads what ping has written, that of Linux, macOS, BSD or Windows in any language. Round trips are
// split evenly. Errors name the file, the line, the value and its range.
func readPing(s *stream, _ Part) (*measurement, error) {
	data, err := s.all()
	if err != nil {
		return nil, err
	}
	f := pingFile{name: s.name, m: measurement{title: "measured by ping"}, places: map[int]int{}}
	if err := f.read(data); err != nil {
		return nil, err
	}
	f.m.note("ping knows round trips only: each is split evenly.")
	f.m.halve()
	return &f.m, nil
}

// pingFile is an output being read.
type pingFile struct {
	name   string
	m      measurement
	places map[int]int // in m.trips, of each number
	first  int         // number of the first packet
	latest int         // number seen
	stamps int         // seen
	zero   int64       // µs since 1970 at which the first packet was sent, by the first stamp
	coarse bool        // some times are only known to be below a millisecond
}

// read goes through the lines.
func (f *pingFile) read(data []byte) error {
	numbered := pingNumber.Match(data)
	state := beforeTrips
	for i, raw := range bytes.Split(data, []byte("\n")) {
		if bytes.IndexByte(raw, 0) >= 0 {
			return f.fault(i, "it is not text")
		}
		if len(raw) > maxPingLine {
			return f.fault(i, "its %d bytes are outside 0..%d", len(raw), maxPingLine)
		}
		line := strings.TrimSpace(string(raw))
		var err error
		switch {
		case numbered:
			state, err = f.numbered(state, line)
		default:
			state, err = f.unnumbered(state, line)
		}
		if err != nil {
			return f.fault(i, "%s", err)
		}
	}
	if len(f.m.trips) == 0 || !numbered && !pingTime.Match(data) {
		return fmt.Errorf("%q: there is no answer with its time, such as time=12.3 ms: it is not the output of ping, or nothing was answered", f.name)
	}
	if f.coarse {
		f.m.note("Times below 1 ms are taken as half of one.")
	}
	if f.stamps == 0 {
		f.m.note("Without time stamps (ping -D) a packet a second is taken to have been sent.")
	}
	f.m.ascend()
	return nil
}

func (f *pingFile) fault(line int, format string, args ...any) error {
	return fmt.Errorf("%q, line %d: %s", f.name, line+1, fmt.Sprintf(format, args...))
}

// A pingState is which part of the output a line is in.
type pingState uint8

const (
	beforeTrips pingState = iota
	inTrips
	atSum // the next line sums up
	afterTrips
)

// numbered reads a line of a ping that numbers its packets. Lost ones are those that are missing.
func (f *pingFile) numbered(state pingState, line string) (pingState, error) {
	if strings.HasPrefix(line, "---") {
		return atSum, nil
	}
	if state == atSum {
		if sent, err := strconv.Atoi(pingSum.FindString(line)); err == nil && sent <= maxPings {
			f.fill(f.first + sent - 1)
		}
		return afterTrips, nil
	}
	number := pingNumber.FindStringSubmatch(line)
	if number == nil || state == afterTrips {
		if state == beforeTrips && strings.HasPrefix(line, "PING") {
			f.first, f.latest = 1, 1 // Linux begins with 1, all others with 0
			return inTrips, nil
		}
		return state, nil
	}
	n, err := strconv.Atoi(number[1])
	if err != nil || n > maxPings {
		return state, fmt.Errorf("sequence number: %.20s is outside 0..%d", number[1], maxPings)
	}
	n = f.unwrap(n)
	if len(f.m.trips) == 0 && (n < f.first || state == beforeTrips) {
		f.first = n // or where the beginning is missing
	}
	rtt, ok, err := f.time(line)
	if err != nil {
		return state, err
	}
	if n < f.first { // the answer to a packet before the first that is shown
		return inTrips, nil
	}
	if n-f.first >= maxPings {
		return state, fmt.Errorf("sequence number: %d is outside %d..%d", n, f.first, f.first+maxPings-1)
	}
	f.fill(n)
	if ok {
		err = f.answer(n-f.first, rtt, line)
	}
	return inTrips, err
}

// unwrap extends a number of 16 bits, as Linux has them, beyond 65535.
func (f *pingFile) unwrap(n int) int {
	for n < f.latest-1<<15 {
		n += 1 << 16
	}
	f.latest = max(f.latest, n)
	return n
}

// fill makes out packets up to a number, lost until an answer comes.
func (f *pingFile) fill(number int) {
	for len(f.m.trips) <= number-f.first && len(f.m.trips) < maxPings {
		f.m.trips = append(f.m.trips, trip{sent: time.Duration(len(f.m.trips)) * pingInterval, fate: lostThere})
	}
}

// answer notes the answer to a packet.
func (f *pingFile) answer(place int, rtt time.Duration, line string) error {
	t := &f.m.trips[place]
	if t.fate == returned {
		f.m.duplicates++
		return nil
	}
	t.fate, t.rtt = returned, rtt
	stamp := pingStamp.FindStringSubmatch(line)
	if stamp == nil {
		return nil
	}
	arrived, err := strconv.ParseInt(stamp[1]+stamp[2], 10, 64)
	if err != nil {
		return err
	}
	sent := arrived - rtt.Microseconds()
	if f.stamps++; f.stamps == 1 {
		f.zero = sent - t.sent.Microseconds()
	}
	if since := sent - f.zero; since < 0 || since > netsim.MaxRecordingTime.Microseconds() {
		return fmt.Errorf("time stamp: %s is outside %v after the first", stamp[0], netsim.MaxRecordingTime)
	}
	t.sent = time.Duration(sent-f.zero) * time.Microsecond
	return nil
}

// unnumbered reads a line of Windows' ping. After its heading each line up to an empty one is a packet:
// whatever tells no time says, in some language, that there was no answer.
func (f *pingFile) unnumbered(state pingState, line string) (pingState, error) {
	rtt, ok, err := f.time(line)
	switch {
	case err != nil || state == afterTrips:
		return state, err
	case line == "":
		if state == inTrips && len(f.m.trips) > 0 {
			return afterTrips, nil
		}
		return state, nil
	case state == beforeTrips && !ok:
		return inTrips, nil
	}
	if len(f.m.trips) == maxPings {
		return state, fmt.Errorf("more than %d packets are outside 1..%d", maxPings, maxPings)
	}
	f.fill(len(f.m.trips))
	if ok {
		err = f.answer(len(f.m.trips)-1, rtt, line)
	}
	return inTrips, err
}

// time returns the round trip that a line tells, and whether it tells one.
func (f *pingFile) time(line string) (rtt time.Duration, ok bool, err error) {
	found := pingTime.FindStringSubmatch(line)
	if found == nil {
		return 0, false, nil
	}
	ms, err := strconv.ParseFloat(strings.Replace(found[2], ",", ".", 1), 64)
	if err != nil || ms < 0 || ms > float64(MaxRoundTrip/time.Millisecond) {
		return 0, false, fmt.Errorf("time: %.20s ms is outside 0..%d ms", found[2], MaxRoundTrip/time.Millisecond)
	}
	rtt = time.Duration(math.Round(ms * float64(time.Millisecond)))
	if found[1] == "<" {
		rtt /= 2
		f.coarse = true
	}
	return rtt, true, nil
}
