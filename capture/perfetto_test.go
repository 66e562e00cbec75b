package capture

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/registry"
	"driftlab/scenario"
	"driftlab/session"
)

func TestTraceHasAllThatTheSessionTold(t *testing.T) {
	t.Parallel()
	for _, settings := range [][][2]string{nil, {{"link.duplicate", "5%"}, {"link.up.outage.for", "300ms"}, {"link.up.outage.every", "0s"}, {"link.down.queue-packets", "2"}, {"link.down.rate", "70kbit"}}} {
		sc := traced(t, 3, 6*time.Second, settings...)
		sc.Events[0].Rebind = 2
		var told kept
		_, file := both(t, sc, &told)
		if len(told.clocks) == 0 || len(told.ticks) == 0 || len(told.lines) != 4 || !slices.Contains(told.lines, "Up is slower now.") {
			t.Fatalf("the session told %d errors, %d ticks, events %q", len(told.clocks), len(told.ticks), told.lines)
		}
		got := traceEvents(t, file)
		checkShape(t, got, netsim.Time(sc.Duration))
		compareSorted(t, textsOf(got), told.texts(netsim.Time(sc.Duration)))
	}
}

// texts writes what the session told as textsOf writes what the trace has of it.
func (told *kept) texts(end netsim.Time) (want []string) {
	errors := map[[2]int]time.Duration{}
	for _, c := range told.clocks {
		key := [2]int{c.Client, c.Algorithm}
		if last, ok := errors[key]; !ok || last != c.Error() {
			want = append(want, fmt.Sprintf("%d session/client%d/clock error of %s = %v ms", c.Time, c.Client,
				registry.Algorithms()[c.Algorithm].Name, float64(c.Error())/1e6))
		}
		errors[key] = c.Error()
	}
	for _, tick := range told.ticks {
		want = append(want, fmt.Sprintf("%d session/%s: tick %d", tick.At, machineName(tick.Machine), tick.Tick))
	}
	for _, line := range told.lines {
		want = append(want, fmt.Sprintf("%d session: %s", end/2, line))
	}
	for _, p := range told.packets {
		from, to, kind := machineName(p.From), machineName(p.To), game.Kind(p.Kind)
		if p.Fate == netsim.Lost {
			want = append(want, fmt.Sprintf("%d session/%s/to %s: lost %v, #%d %v", p.Sent, from, to, kind, p.ID, p.Cause))
			continue
		}
		what := "sent"
		if p.Fate == netsim.Duplicate {
			what = "sent once more:"
		}
		want = append(want, fmt.Sprintf("%d session/%s/to %s: %s %v, #%d %d ns", p.Sent, from, to, what, kind, p.ID, p.Due-p.Sent))
		if p.Due <= end {
			want = append(want, fmt.Sprintf("%d session/%s/from %s: received %v, #%d", p.Due, to, from, kind, p.ID))
		}
	}
	return want
}

// textsOf writes each event but the ends of slices in a line.
func textsOf(events []traceEvent) (lines []string) {
	for _, e := range events {
		line := fmt.Sprintf("%d %s: %s", e.at, e.track, e.name)
		switch {
		case e.kind == sliceEnd:
			continue
		case e.kind == counter:
			line = fmt.Sprintf("%d %s = %v ms", e.at, e.track, e.value)
		case e.notes["packet"] != nil:
			line += fmt.Sprintf(", #%v", e.notes["packet"])
		}
		if delay := e.notes["one_way_delay_ns"]; delay != nil {
			line += fmt.Sprintf(" %v ns", delay)
		}
		if cause := e.notes["cause"]; cause != nil {
			line += fmt.Sprintf(" %v", cause)
		}
		lines = append(lines, line)
	}
	return lines
}

func compareSorted(t *testing.T, got, want []string) {
	t.Helper()
	slices.Sort(got)
	slices.Sort(want)
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Fatalf("got %s, want %s", got[i], want[i])
		}
	}
	if len(got) != len(want) {
		t.Fatalf("got %d events, want %d", len(got), len(want))
	}
}

// checkShape checks what a reader of a trace relies on.
func checkShape(t *testing.T, events []traceEvent, end netsim.Time) {
	t.Helper()
	open, began := map[string]int{}, map[any]int64{}
	for _, e := range events {
		switch e.kind {
		case sliceBegin:
			open[e.track]++
		case sliceEnd:
			if open[e.track]--; open[e.track] < 0 {
				t.Fatalf("%+v ends a slice that has not begun", e)
			}
		case counter:
			if math.IsNaN(e.value) || math.IsInf(e.value, 0) {
				t.Fatalf("%+v has no finite value", e)
			}
		}
		for _, id := range e.begun {
			if _, twice := began[id]; twice || e.kind != sliceBegin {
				t.Fatalf("%+v begins flow %v again, or without a slice", e, id)
			}
			began[id] = e.at + int64(e.notes["one_way_delay_ns"].(uint64))
		}
		for _, id := range e.met {
			if due, ok := began[id]; !ok || due != e.at || e.kind != sliceBegin {
				t.Fatalf("%+v ends flow %v, which is due at %d", e, id, due)
			}
			delete(began, id)
		}
		if e.at > int64(end) {
			t.Fatalf("%+v is after the end", e)
		}
	}
	for track, n := range open {
		if n != 0 {
			t.Errorf("%s: %d slices do not end", track, n)
		}
	}
	for id, due := range began {
		if due <= int64(end) {
			t.Errorf("flow %v does not end", id)
		}
	}
}

func TestSlicesNestAndFlowsHaveBothEnds(t *testing.T) {
	t.Parallel()
	for _, settings := range [][][2]string{nil, {{"link.up.transport", "stream"}, {"link.loss", "10%"}},
		{{"link.delay", "0s"}, {"link.jitter", "0s"}}, {{"link.rate", "100kbit"}}, {{"tick.rate", "128"}, {"host.dilation", "3"}}} {
		sc := traced(t, 2, 4*time.Second, settings...)
		_, file := both(t, sc)
		checkShape(t, traceEvents(t, file), netsim.Time(sc.Duration))
	}
}

// tracePackets writes packets that no session made.
func tracePackets(t *testing.T, end netsim.Time, packets ...netsim.Packet) []traceEvent {
	t.Helper()
	var file bytes.Buffer
	p := newPerfetto(t, &file, &scenario.Scenario{Clients: 64})
	for i := range packets {
		p.Record(&session.Departure{Packet: &packets[i]})
	}
	if err := p.Finish(end); err != nil {
		t.Fatal(err)
	}
	events := traceEvents(t, file.Bytes())
	checkShape(t, events, end)
	return events
}

func TestPacketsCloseTogetherAreNestedAndEndTogether(t *testing.T) {
	t.Parallel()
	var got []string
	for _, e := range tracePackets(t, 100_000,
		netsim.Packet{ID: 1, To: 1, Sent: 1000, Due: 90_000}, netsim.Packet{ID: 2, To: 1, Sent: 6000, Due: 95_000},
		netsim.Packet{ID: 3, To: 2, Sent: 6000, Due: 6000}, netsim.Packet{ID: 4, To: 1, Sent: 11_000, Due: 11_000_000}) {
		got = append(got, fmt.Sprintf("%d %s %d", e.at, e.track, e.kind))
	}
	want := `1000 session/host/to client1 1
6000 session/host/to client1 1
6000 session/host/to client2 1
6000 session/client2/from host 1
11000 session/host/to client1 2
11000 session/host/to client1 2
11000 session/host/to client1 1
16000 session/host/to client2 2
16000 session/client2/from host 2
21000 session/host/to client1 2
90000 session/client1/from host 1
95000 session/client1/from host 1
100000 session/client1/from host 2
100000 session/client1/from host 2`
	if text := strings.Join(got, "\n"); text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
}

func TestTraceTakesTheLargestNumbers(t *testing.T) {
	t.Parallel()
	const century = netsim.Time(100 * 365 * 24 * time.Hour) // as far as an engine runs
	got := tracePackets(t, century,
		netsim.Packet{ID: 1, Kind: 200, From: 64, Sent: 0, Due: century, Fate: netsim.Lost, Cause: netsim.StaleAddress},
		netsim.Packet{ID: math.MaxUint64, Kind: uint8(game.KindSpawn), To: 64, Due: century, Fate: netsim.Duplicate,
			Transit: netsim.Transit{Tries: 16, Arrived: 1}, Data: make([]byte, netsim.MaxDatagram)})
	want := []string{"0 session/client64/to host: lost unknown, #1 address",
		"0 session/host/to client64: sent once more: spawn, #18446744073709551615 3153600000000000000 ns",
		"3153600000000000000 session/client64/from host: received spawn, #18446744073709551615"}
	compareSorted(t, textsOf(got), want)
	if n := got[1].notes; n["bytes"] != uint64(netsim.MaxDatagram) || n["tries"] != uint64(16) || n["held_back_ns"] != uint64(century-1) {
		t.Errorf("got %+v", n)
	}
}

func TestClockErrorsOfAnySizeAreFinite(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	p := newPerfetto(t, &file, &scenario.Scenario{Clients: 1})
	for i, e := range []netsync.Server{math.MaxInt64, math.MinInt64 + 1, -1, -1, 0} {
		p.Record(&session.ClockSample{Time: netsim.Time(i), Client: 1, Estimated: e})
	}
	if err := p.Finish(9); err != nil {
		t.Fatal(err)
	}
	compareSorted(t, textsOf(traceEvents(t, file.Bytes())), []string{
		"0 session/client1/clock error of unreal = 9.223372036854775e+12 ms",
		"1 session/client1/clock error of unreal = -9.223372036854775e+12 ms",
		"2 session/client1/clock error of unreal = -1e-06 ms",
		"4 session/client1/clock error of unreal = 0 ms"})
}
