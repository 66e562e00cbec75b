package profile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"driftlab/netsim"
)

// maxClockOffset is how far the clocks of irtt's two ends may differ: a machine without a battery
// counts from 1970.
const maxClockOffset = 100 * 365 * 24 * time.Hour

// irttTrip is one element of round_trips in the JSON of irtt's client (its format 1). Times are
// integers in nanoseconds.
type irttTrip struct {
	Lost       string `json:"lost"`
	Timestamps struct {
		Client struct {
			Send struct {
				Wall      int64 `json:"wall"`
				Monotonic int64 `json:"monotonic"`
			} `json:"send"`
		} `json:"client"`
	} `json:"timestamps"`
	Delay struct {
		Receive *int64 `json:"receive"`
		RTT     *int64 `json:"rtt"`
		Send    *int64 `json:"send"`
	} `json:"delay"`
}

// readIRTT reads the JSON of irtt's client, of at most [MaxInput] bytes. Its send and receive delays become the
// two directions. Errors name the file, the line, the value and its range.
func readIRTT(s *stream, _ Part) (*measurement, error) {
	data, err := s.all()
	if err != nil {
		return nil, err
	}
	f := irttFile{name: s.name, data: data, dec: json.NewDecoder(bytes.NewReader(data))}
	if err := f.read(); err != nil {
		return nil, err
	}
	return f.measurement()
}

// irttFile is a file being read.
type irttFile struct {
	name string
	data []byte
	dec  *json.Decoder

	counted  int64 // bytes in which
	newlines int   // were counted

	trips []irttTrip
	lines []int // of the trips
	found bool  // there is a round_trips
	stats struct {
		Duplicates            int `json:"duplicates"`
		LatePackets           int `json:"late_packets"`
		ServerPacketsReceived int `json:"server_packets_received"`
	}
	config struct {
		RemoteAddress string `json:"remote_address"`
	}
}

// line returns the line of an offset, which is not before that of an earlier call.
func (f *irttFile) line(offset int64) int {
	offset = min(max(offset, f.counted), int64(len(f.data)))
	f.newlines += bytes.Count(f.data[f.counted:offset], []byte("\n"))
	f.counted = offset
	return 1 + f.newlines
}

// fault says in which line something is wrong.
func (f *irttFile) fault(offset int64, format string, args ...any) error {
	return fmt.Errorf("%q, line %d: %s", f.name, f.line(offset), fmt.Sprintf(format, args...))
}

// read takes from the file what is of use.
func (f *irttFile) read() error {
	if err := f.delim('{'); err != nil {
		return err
	}
	for f.dec.More() {
		key, err := f.dec.Token()
		if err != nil {
			return f.syntax(err)
		}
		switch key {
		case "round_trips":
			err = f.readTrips()
		case "stats":
			_, err = f.value("stats", &f.stats)
		case "config":
			_, err = f.value("config", &f.config)
		default:
			_, err = f.value("", new(any))
		}
		if err != nil {
			return err
		}
	}
	if err := f.delim('}'); err != nil {
		return err
	}
	if _, err := f.dec.Token(); err != io.EOF {
		return f.fault(f.dec.InputOffset(), "there is something after the end of the JSON")
	}
	if !f.found {
		return fmt.Errorf("%q: round_trips is missing: it is not the JSON of irtt's client", f.name)
	}
	return nil
}

// readTrips reads round_trips, which becomes long.
func (f *irttFile) readTrips() error {
	f.found = true
	if err := f.delim('['); err != nil {
		return err
	}
	for f.dec.More() {
		var t irttTrip
		line, err := f.value("round_trips", &t)
		if err != nil {
			return err
		}
		f.trips, f.lines = append(f.trips, t), append(f.lines, line)
	}
	return f.delim(']')
}

// value reads the next value and returns the line in which it begins.
func (f *irttFile) value(name string, v any) (line int, err error) {
	var raw json.RawMessage
	if err := f.dec.Decode(&raw); err != nil {
		return 0, f.syntax(err)
	}
	start := f.dec.InputOffset() - int64(len(raw))
	line = f.line(start)
	err = json.Unmarshal(raw, v)
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		if wrong.Field != "" {
			name += "." + wrong.Field
		}
		return line, f.fault(start+wrong.Offset, "%s: a %.40s is not %s", name, wrong.Value, jsonKind(wrong.Type.Kind().String()))
	}
	return line, err
}

// jsonKind names what is expected in the words of JSON.
func jsonKind(kind string) string {
	switch kind {
	case "int", "int64":
		return "a whole number"
	case "string":
		return "a text"
	}
	return "an object"
}

// delim reads a bracket.
func (f *irttFile) delim(want json.Delim) error {
	t, err := f.dec.Token()
	var number *json.UnmarshalTypeError // one that does not fit
	if err != nil && !errors.As(err, &number) {
		return f.syntax(err)
	}
	if t != want {
		return f.fault(f.dec.InputOffset(), "%q is expected, as in the JSON of irtt's client", want.String())
	}
	return nil
}

// syntax says what is wrong with the JSON. A decoder's errors do not tell where, those of the whole do.
func (f *irttFile) syntax(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return f.fault(int64(len(f.data)), "the JSON ends in the middle")
	}
	offset := f.dec.InputOffset()
	var bad *json.SyntaxError
	if errors.As(json.Unmarshal(f.data, new(json.RawMessage)), &bad) {
		offset = bad.Offset - 1
	}
	return f.fault(offset, "it is not JSON: %s", err)
}

// measurement checks the trips and makes them out.
func (f *irttFile) measurement() (*measurement, error) {
	m := &measurement{title: "measured by irtt", duplicates: max(0, f.stats.Duplicates)}
	if f.config.RemoteAddress != "" {
		m.title = fmt.Sprintf("measured by irtt to %.60s", f.config.RemoteAddress)
	}
	oneWay := true
	for i := range f.trips {
		t, both, err := f.trip(i)
		if err != nil {
			return nil, err
		}
		if i > 0 && t.sent < m.trips[i-1].sent {
			return nil, fmt.Errorf("%q, line %d: timestamps.client.send: it is before that of the round trip above it", f.name, f.lines[i])
		}
		oneWay = oneWay && (both || t.fate != returned)
		m.trips = append(m.trips, t)
	}
	m.ascend()
	if oneWay {
		m.splitDelays()
	} else {
		m.note("There are no one-way delays (the server gave no wall-clock times): each round trip is split evenly.")
		m.halve()
	}
	if f.stats.LatePackets > 0 {
		m.note("Late (%d): they came out of order, as the jitter makes some do.", f.stats.LatePackets)
		m.late, m.arrived = true, f.stats.ServerPacketsReceived
	}
	return m, nil
}

// trip checks one round trip. both says whether it has one-way delays.
func (f *irttFile) trip(i int) (t trip, both bool, err error) {
	in := &f.trips[i]
	bad := func(field string, ns int64, lo, hi time.Duration) error {
		return fmt.Errorf("%q, line %d: %s: %d ns is outside %v..%v", f.name, f.lines[i], field, ns, lo, hi)
	}
	sent := in.Timestamps.Client.Send.Monotonic - f.trips[0].Timestamps.Client.Send.Monotonic
	if sent < 0 || sent > int64(netsim.MaxRecordingTime) {
		return t, false, bad("timestamps.client.send.monotonic after the first", sent, 0, netsim.MaxRecordingTime)
	}
	t.sent = time.Duration(sent)
	switch in.Lost {
	case "false":
	case "true":
		t.fate = lostThere
	case "true_up":
		t.fate = lostUp
	case "true_down":
		t.fate = lostDown
	default:
		return t, false, fmt.Errorf("%q, line %d: lost: %.40q is unknown (allowed: false, true, true_up, true_down)", f.name, f.lines[i], in.Lost)
	}
	if t.fate != returned {
		return t, false, nil
	}
	if in.Delay.RTT == nil {
		return t, false, fmt.Errorf("%q, line %d: delay.rtt is missing", f.name, f.lines[i])
	}
	if rtt := *in.Delay.RTT; rtt < 0 || rtt > int64(MaxRoundTrip) {
		return t, false, bad("delay.rtt", rtt, 0, MaxRoundTrip)
	}
	t.rtt = time.Duration(*in.Delay.RTT)
	if in.Delay.Send == nil || in.Delay.Receive == nil {
		return t, false, nil
	}
	for _, d := range []struct {
		field string
		ns    int64
	}{{"delay.send", *in.Delay.Send}, {"delay.receive", *in.Delay.Receive}} {
		if d.ns < -int64(maxClockOffset) || d.ns > int64(maxClockOffset) {
			return t, false, bad(d.field, d.ns, -maxClockOffset, maxClockOffset)
		}
	}
	t.up, t.down = time.Duration(*in.Delay.Send), time.Duration(*in.Delay.Receive)
	return t, true, nil
}
