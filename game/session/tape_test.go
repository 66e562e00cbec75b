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
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
	"driftlab/netsim"
	"driftlab/netsync"
)

// csvRow writes a packet of a tape as packets.csv has it.
func csvRow(p *observe.TapePacket) string {
	return fmt.Sprintf("%d,%v,%d,%d,%d,%d,%v,%d,%v", p.ID, game.Kind(p.Kind), p.From, p.To,
		int64(p.Sent), int64(p.Due), p.Fate, p.Size, p.Cause)
}

func TestTheTapeHasBetweenTwoInstantsWhatThePacketsFileHas(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		sc := scenariotest.Scenario(t)
		tape := observe.NewTape(sc.Clients)
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
				got = append(got, csvRow(p))
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("between %d and %d: got\n%s\nwant\n%s", from, to, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
}

func TestTheTapeKnowsWhatBecameOfInputsAndSnapshots(t *testing.T) {
	t.Parallel()
	sc := &scenario.Scenario{Seed: 3, Clients: 2, Duration: time.Minute,
		Set: scenariotest.Set("link.up.delay=60ms", "link.up.jitter=30ms", "link.down.delay=20ms", "link.up.loss=20%", "client.offset=2s")}
	tape := observe.NewTape(2)
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

func TestASessionIsTheSameWithATapeAndAllocatesAsLittle(t *testing.T) {
	sc := busyScenario(3)
	sc.Duration = 10 * time.Second
	alone, beside := &traceHash{}, &traceHash{}
	advance(t, newSession(t, sc, alone), sc.Duration, frame)
	advance(t, newSession(t, sc, observe.Recorders{beside, observe.NewTape(3)}), sc.Duration, frame)
	if alone.sum != beside.sum {
		t.Error("the tape changes the session")
	}
	measure := func(r observe.Recorder) float64 {
		s := newSession(t, sc, r)
		advance(t, s, 20*time.Second, frame)
		return testkit.AllocsPerRun(20, func() { advance(t, s, 100*time.Millisecond, frame) })
	}
	if without, with := measure(nil), measure(observe.NewTape(3)); with > without+2 { // the rings still grow
		t.Errorf("%v allocations with a tape, %v without", with, without)
	}
}
