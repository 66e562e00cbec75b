package observe

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/internal/testkit"
	"driftlab/netsim"
)

// Text writes down all that a tape has.
func (t *Tape) Text() string {
	var b strings.Builder
	for n := t.packets.first; n < t.packets.end; n++ {
		fmt.Fprintf(&b, "%+v\n", *t.packets.at(n))
	}
	const from, to = 0, netsim.Time(time.Hour)
	for id := range t.machines {
		for n, end := t.Ticks(id, from, to); n < end; n++ {
			fmt.Fprintf(&b, "%d %+v\n", id, t.TickAt(id, n))
		}
		for n, end := t.Moments(id, from, to); n < end; n++ {
			fmt.Fprintf(&b, "%+v\n", *t.MomentAt(id, n))
		}
		for n, end := t.MissingInputs(id, from, to); n < end; n++ {
			fmt.Fprintf(&b, "%+v\n", t.MissingAt(id, n))
		}
		for m, n := &t.machines[id], t.machines[id].presses.first; n < m.presses.end; n++ {
			fmt.Fprintf(&b, "%+v\n", *m.presses.at(n))
		}
		for m, n := &t.machines[id], t.machines[id].deeds.first; n < m.deeds.end; n++ {
			fmt.Fprintf(&b, "%+v\n", *m.deeds.at(n))
		}
		for m, n := &t.machines[id], t.machines[id].heard.first; n < m.heard.end; n++ {
			fmt.Fprintf(&b, "%+v\n", *m.heard.at(n))
		}
	}
	return b.String()
}

func TestTheTapeKeepsTheLatestAndAllocatesNothingOnceItIsWarm(t *testing.T) {
	tape := NewTape(1)
	id := uint64(0)
	p := netsim.Packet{From: 1, Data: make([]byte, 100)}
	departure, arrival := Departure{Packet: &p}, Arrival{}
	tick, moment, missing := TickReached{Machine: 1}, ClockMoment{Machine: 1}, MissingInput{Client: 1}
	one := func() {
		id++
		p.ID, p.Sent, p.Due = id, netsim.Time(id)*1000, netsim.Time(id)*1000+500
		arrival.Packet, arrival.At = id, p.Due
		tick.At, tick.Tick, moment.At, missing.At = p.Sent, int64(id), p.Sent, p.Sent
		for _, e := range []Entry{&departure, &arrival, &tick, &moment, &missing} {
			tape.Record(e)
		}
	}
	packets, ticks := uint64(tape.packets.limit), uint64(tape.machines[1].ticks.limit)
	for range packets + 1000 {
		one()
	}
	if n := testkit.AllocsPerRun(1000, one); n != 0 {
		t.Errorf("%v allocations a packet", n)
	}
	if first, end := tape.Packets(0, p.Due); end != id+1 || end-first != packets || tape.At(end-1).ID != id {
		t.Errorf("it keeps %d..%d, of %d", first, end, id)
	}
	if first, end := tape.Ticks(1, 0, p.Due); end-first != ticks || tape.TickAt(1, end-1).Tick != int64(id) {
		t.Errorf("it keeps %d ticks", end-first)
	}
	if first, end := tape.Packets(p.Due-100, p.Due); end-first != 1 {
		t.Errorf("%d packets are in the last flight", end-first)
	}
}

func TestAFullTapeIsBoundedAndReachesBackHalfAMinute(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ clients, megabytes int }{{1, 12}, {3, 25}, {8, 50}, {32, 100}, {64, 100}} {
		tape := NewTape(c.clients)
		p := netsim.Packet{From: 1, Data: make([]byte, 100)}
		for range tapePackets + 1 {
			p.ID++
			tape.Record(&Departure{Packet: &p})
		}
		for m := range c.clients + 1 {
			for range tapeEach + 1 {
				tape.Record(&TickReached{Machine: netsim.NodeID(m)})
				tape.Record(&ClockMoment{Machine: netsim.NodeID(m)})
				tape.Record(&MissingInput{Client: m})
			}
		}
		if got := tape.Bytes(); got > c.megabytes*1e6 || got < c.megabytes*4e5 {
			t.Errorf("the tape of %d clients takes %d bytes, want at most %d MB", c.clients, got, c.megabytes)
		}
		first, end := tape.Ticks(1, 0, 0)
		if got := int(end-first) / game.MaxRate; got < 30 {
			t.Errorf("the tape of %d clients reaches back by %d s", c.clients, got)
		}
		first, end = tape.Packets(0, 0)
		if got := int(end-first) / (2 * 60 * c.clients); got < 30 {
			t.Errorf("the tape of %d clients has the packets of %d s", c.clients, got)
		}
	}
}
