package session

import (
	"encoding/csv"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
	"driftlab/netsim"
	"driftlab/netsync"
)

// csvRow writes a packet of a tape as packets.csv has it.
func (p *TapePacket) csvRow() string {
	return fmt.Sprintf("%d,%v,%d,%d,%d,%d,%v,%d,%v", p.ID, game.Kind(p.Kind), p.From, p.To,
		int64(p.Sent), int64(p.Due), p.Fate, p.Size, p.Cause)
}

func TestTheTapeHasBetweenTwoInstantsWhatThePacketsFileHas(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		sc := scenariotest.Scenario(t)
		tape := NewTape(sc.Clients)
		recordRun(t, sc, Options{Carrier: netsim.NewDirect(), Recorder: tape}, dir, 100*time.Millisecond)
		text := filetest.Read(t, filepath.Join(dir, PacketsFile))
		rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		from := netsim.Time(rapid.Int64Range(0, int64(sc.Duration)).Draw(t, "from"))
		to := from + netsim.Time(rapid.Int64Range(0, int64(sc.Duration)).Draw(t, "length"))
		var want, got []string
		for _, row := range rows[1:] {
			sent, _ := strconv.ParseInt(row[4], 10, 64)
			due, _ := strconv.ParseInt(row[5], 10, 64)
			if netsim.Time(sent) <= to && netsim.Time(due) >= from {
				want = append(want, strings.Join(row[:9], ","))
			}
		}
		first, end := tape.Packets(from, to)
		for n := first; n < end; n++ {
			if p := tape.At(n); p.Due >= from {
				got = append(got, p.csvRow())
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("between %d and %d: got\n%s\nwant\n%s", from, to, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
}

// A late recorder hands on what comes after an instant, as a session does that was taken back to there.
type late struct {
	*Tape
	after netsim.Time
}

func (l *late) Record(e Entry) {
	var at netsim.Time
	switch e := e.(type) {
	case *Departure:
		at = e.Sent
	case *Arrival:
		at = e.Read
	case *TickReached:
		at = e.At
	case *ClockMoment:
		at = e.At
	case *MissingInput:
		at = e.At
	case *Press:
		at = e.At
	case *Deed:
		at = e.At
	case *ShotHeard:
		at = e.Read
	}
	if at > l.after {
		l.Tape.Record(e)
	}
}

// text writes down all that a tape has.
func (t *Tape) text() string {
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

func TestATapeThatIsCutAndRecordedAgainIsAsIfItHadNeverBeenCut(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sc := scenariotest.Scenario(t)
		whole, cut := NewTape(sc.Clients), NewTape(sc.Clients)
		advance(t, newSession(t, sc, whole), sc.Duration, 100*time.Millisecond)
		back := rapid.Int64Range(0, int64(sc.Duration)).Draw(t, "back to")
		heard := rapid.Int64Range(max(back, 1), int64(sc.Duration)).Draw(t, "from")
		advance(t, newSession(t, sc, cut), time.Duration(heard), 100*time.Millisecond)
		cut.Truncate(netsim.Time(back))
		advance(t, newSession(t, sc, &late{Tape: cut, after: netsim.Time(back)}), sc.Duration, 100*time.Millisecond)
		if got, want := cut.text(), whole.text(); got != want {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	})
}

func TestTheTapeKnowsWhatBecameOfInputsAndSnapshots(t *testing.T) {
	t.Parallel()
	sc := &scenario.Scenario{Seed: 3, Clients: 2, Duration: time.Minute,
		Set: scenariotest.Set("link.up.delay=60ms", "link.up.jitter=30ms", "link.down.delay=20ms", "link.up.loss=20%", "client.offset=2s")}
	tape := NewTape(2)
	s := newSession(t, sc, tape)
	advance(t, s, sc.Duration, frame)
	for client := 1; client <= 2; client++ {
		var got game.InputStats
		margins := 0
		first, end := tape.Packets(0, s.Now())
		for n := first; n < end; n++ {
			p := tape.At(n)
			if int(p.From) == client && p.Arrived {
				got.OnTime, got.Late = got.OnTime+uint64(p.OnTime), got.Late+uint64(p.Late)
				if p.Early {
					got.Early++
				}
			}
			if game.Kind(p.Kind) == game.KindSnapshot && int(p.To) == client && p.HasMargin {
				margins++
			}
			if p.Arrived && int(p.From) == client && (p.Came != netsync.Local(p.Due) || p.Left != netsync.Local(p.Sent)+netsync.Local(2*time.Second)) {
				t.Fatalf("the clocks of %+v are wrong", p)
			}
			if answer := tape.Find(p.Answer); answer != nil && (answer.ReplyTo != p.ID || answer.Sent != p.Due || answer.To != p.From) {
				t.Fatalf("%+v is no answer to %+v", answer, p)
			}
		}
		for n, end := tape.MissingInputs(client, 0, s.Now()); n < end; n++ {
			got.Missing += uint64(tape.MissingAt(client, n).Ticks)
		}
		if want := s.Facts(client).Inputs; got != want || want.Late == 0 || want.Missing == 0 {
			t.Errorf("client %d: got %+v, the host has %+v", client, got, want)
		}
		if margins < 1000 {
			t.Errorf("client %d: only %d snapshots have a margin", client, margins)
		}
	}
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

func TestASessionIsTheSameWithATapeAndAllocatesAsLittle(t *testing.T) {
	sc := busyScenario(3)
	sc.Duration = 10 * time.Second
	alone, beside := &traceHash{}, &traceHash{}
	advance(t, newSession(t, sc, alone), sc.Duration, frame)
	advance(t, newSession(t, sc, Recorders{beside, NewTape(3)}), sc.Duration, frame)
	if alone.sum != beside.sum {
		t.Error("the tape changes the session")
	}
	measure := func(r Recorder) float64 {
		s := newSession(t, sc, r)
		advance(t, s, 20*time.Second, frame)
		return testkit.AllocsPerRun(20, func() { advance(t, s, 100*time.Millisecond, frame) })
	}
	if without, with := measure(nil), measure(NewTape(3)); with > without+2 { // the rings still grow
		t.Errorf("%v allocations with a tape, %v without", with, without)
	}
}
