package profile

import (
	"fmt"
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

// readIRTT reads the JSON of irtt's client, of any length. Its send and receive delays become the two directions.
// Errors name the file, the line and the value.
func readIRTT(s *stream, part Part) (*measurement, error) {
	f := irttFile{jsonStream: newJSONStream(s.name, s), part: part, oneWay: true}
	err := f.object(func(key string) (taken bool, err error) {
		switch key {
		case "round_trips":
			f.found = true
			return true, f.list(f.next)
		case "stats":
			return true, f.value("stats", &f.stats)
		case "config":
			return true, f.value("config", &f.config)
		}
		return false, nil
	})
	if err == nil {
		err = f.end()
	}
	if err == nil && !f.found {
		err = fmt.Errorf("%q: round_trips is missing: it is not the JSON of irtt's client", s.name)
	}
	if err != nil {
		return nil, err
	}
	return f.measurement(), nil
}

// irttFile is a file being read.
type irttFile struct {
	*jsonStream
	part  Part
	found bool // there is a round_trips
	stats struct {
		PacketsSent           int `json:"packets_sent"`
		PacketsReceived       int `json:"packets_received"` // with the duplicates
		Duplicates            int `json:"duplicates"`
		LatePackets           int `json:"late_packets"`
		ServerPacketsReceived int `json:"server_packets_received"`
	}
	config struct {
		RemoteAddress string `json:"remote_address"`
	}

	trips  []trip
	n      int   // round trips that were read
	zero   int64 // when the first was sent, on the client's clock, the monotonic one where it tells that
	before time.Duration
	oneWay bool // all that came back have one-way delays
	full   bool
	odd    oddities
}

// next reads the next of round_trips.
func (f *irttFile) next() error {
	if len(f.trips) == MaxProbes {
		f.full = true
		return f.skip()
	}
	var in irttTrip
	if err := f.value("round_trips", &in); err != nil {
		return err
	}
	f.n++
	t, both, err := f.trip(&in)
	if err != nil {
		return err
	}
	if t.sent < f.part.Begin || f.part.End > 0 && t.sent >= f.part.End {
		return nil
	}
	f.oneWay = f.oneWay && (both || t.fate != returned)
	f.trips = append(f.trips, t)
	return nil
}

// measurement makes out the trips.
func (f *irttFile) measurement() *measurement {
	m := &measurement{title: "measured by irtt", trips: f.trips, duplicates: max(0, f.stats.Duplicates)}
	if f.config.RemoteAddress != "" {
		m.title = fmt.Sprintf("measured by irtt to %.60s", f.config.RemoteAddress)
	}
	f.odd.say(m)
	if f.stats.PacketsSent > 0 && len(f.trips) == f.n { // the counts are of all packets
		lost := f.stats.PacketsSent - f.stats.PacketsReceived + m.duplicates
		m.agree(m.trips, count{f.stats.PacketsSent, min(max(0, lost), f.stats.PacketsSent)}, func(int) bool { return true })
	}
	m.sayCounts(1)
	if f.full {
		m.note("Only the first %d packets are used.", MaxProbes)
	}
	m.ascend()
	if f.oneWay {
		m.splitDelays()
	} else {
		m.note("There are no one-way delays (the server gave no wall-clock times): each round trip is split evenly.")
		m.halve()
	}
	if f.stats.LatePackets > 0 {
		m.note("Late (%d): they came out of order, which jitter may do.", f.stats.LatePackets)
		m.late = true
		if len(f.trips) == f.n { // what the server has counted is of all
			m.arrived = f.stats.ServerPacketsReceived
		}
	}
	return m
}

// trip makes out one round trip. both says whether it has one-way delays.
func (f *irttFile) trip(in *irttTrip) (t trip, both bool, err error) {
	at := in.Timestamps.Client.Send.Monotonic
	if at == 0 { // irtt client --clock=wall
		at = in.Timestamps.Client.Send.Wall
	}
	if f.n == 1 {
		f.zero = at
	}
	sent := time.Duration(at - f.zero)
	if sent < f.before || sent > netsim.MaxRecordingTime {
		f.odd.stepped++
		f.zero += int64(sent - f.before)
		sent = f.before
	}
	t.sent, f.before = sent, sent
	switch in.Lost {
	case "false":
	case "true":
		t.fate = lostThere
	case "true_up":
		t.fate = lostUp
	case "true_down":
		t.fate = lostDown
	default:
		return t, false, f.faultAt("lost: %.40q is unknown (allowed: false, true, true_up, true_down)", in.Lost)
	}
	if t.fate != returned {
		return t, false, nil
	}
	if in.Delay.RTT == nil {
		return t, false, f.faultAt("delay.rtt is missing")
	}
	a := answer{rtt: time.Duration(*in.Delay.RTT), ok: true, line: f.at}
	if d := in.Delay; d.Send != nil && d.Receive != nil {
		a.up, a.down, both = time.Duration(*d.Send), time.Duration(*d.Receive), true
		a.ok = max(a.up.Abs(), a.down.Abs()) <= maxClockOffset
	}
	f.odd.enter(&t, a)
	return t, both, nil
}
