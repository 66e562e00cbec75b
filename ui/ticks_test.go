package ui

import (
	"math"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/internal/allocs"
	"driftlab/netsim"
	"driftlab/netsync"
)

// openTicks opens the tab and returns it.
func openTicks(a *App) *ticksView {
	for i, t := range a.tabs.tabs {
		if d, ok := t.(*ticksView); ok {
			a.tabs.open = i
			return d
		}
	}
	panic("there is no ticks tab")
}

// drawTab draws the open tab by itself.
func drawTab(a *App) {
	a.canvas.Reset()
	a.tips.at(0, 0)
	a.tabs.tabs[a.tabs.open].draw(&a.view, a.canvas, a.tabs.inside(&a.view, a.layout.time))
}

func TestTheTicksTabCountsWhatTheHostCounts(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	for _, set := range [][2]string{{"link.up.jitter", "30ms"}, {"link.loss", "5%"}} {
		a.controls.set(0, set[0], set[1])
	}
	a.advance(4 * time.Second)
	for client := 1; client <= 3; client++ {
		a.frame.selected = client
		d := openTicks(a)
		d.axis.span = 20 * time.Second
		drawTab(a)
		want := a.session.Facts(client).Inputs
		if d.counts.missing != int(want.Missing) || d.counts.missing == 0 {
			t.Errorf("client %d: %d ticks are without input, the host has %d", client, d.counts.missing, want.Missing)
		}
		if late := d.counts.lateInputs; late > int(want.Late) || late == 0 != (want.Late == 0) {
			t.Errorf("client %d: %d inputs are late, with %d ticks at the host", client, late, want.Late)
		}
		snapshots, lost := 0, 0
		for n, end := a.tape.Packets(0, a.session.Now()); n < end; n++ {
			if p := a.tape.At(n); game.Kind(p.Kind) == game.KindSnapshot && int(p.To) == client && p.Due <= a.session.Now() {
				snapshots++
				if p.Fate == netsim.Lost {
					lost++
				}
			}
		}
		if d.counts.snapshots != snapshots || d.counts.lostSnapshots != lost || lost == 0 {
			t.Errorf("client %d: %d snapshots, %d lost, want %d and %d", client, d.counts.snapshots, d.counts.lostSnapshots, snapshots, lost)
		}
	}
}

func TestTicksAreDrawnWhereTheClocksComeToThem(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	for _, set := range [][2]string{{"link.jitter", "0ms"}, {"link.delay", "50ms"}, {"client.skew", "0"}, {"client.algorithm", "rtt2"}, {"time.provider", "direct"}} {
		a.controls.set(0, set[0], set[1])
	}
	a.advance(3500 * time.Millisecond)
	a.frame.selected = 2
	d := openTicks(a)
	drawTab(a)
	if len(d.marks[hostRow]) < 3 || len(d.marks[predictedRow]) < 3 || len(d.marks[serverRow]) < 3 {
		t.Fatalf("numbered are %v", d.marks)
	}
	perMS := d.axis.area.w / float32(d.axis.span.Milliseconds())
	for _, k := range d.marks[hostRow] {
		at := netsync.NewNetworkTime(d.rate, k.tick).World() // the host's clock is exact
		if want := d.axis.x(netsim.Time(at)); math.Abs(float64(k.x-want)) > 1 {
			t.Errorf("tick %d of the host is at %v, want %v", k.tick, k.x, want)
		}
		for _, p := range d.marks[predictedRow] {
			if lead := (k.x - p.x) / perMS; p.tick == k.tick && (lead < 50 || lead > 200) {
				t.Errorf("tick %d is predicted %v ms before the host plays it", k.tick, lead)
			}
		}
		for _, s := range d.marks[serverRow] {
			if lag := (s.x - k.x) / perMS; s.tick == k.tick && (lag < 50 || lag > 200) {
				t.Errorf("tick %d is shown %v ms after the host has played it", k.tick, lag)
			}
		}
	}
}

func TestTheTicksTabIsDrawnWithoutAllocationAndAtAnySpan(t *testing.T) {
	a := newTestApp(t, "first", 1280, 720, 1)
	a.advance(25 * time.Second)
	a.paused = true
	d := openTicks(a)
	for _, span := range []time.Duration{100 * time.Millisecond, 2 * time.Second, 20 * time.Second} {
		d.axis.span = span
		drawTab(a)
		if n := allocs.PerRun(10, func() { drawTab(a) }); n > 0 {
			t.Errorf("span %v: %v allocations a frame", span, n)
		}
		for row, y := range d.rows {
			if y < d.axis.area.y || y > d.margin.y {
				t.Errorf("row %d is at %v, outside %v", row, y, d.axis.area)
			}
		}
	}
}

func TestThePointerOnAnArrivalTellsOfIt(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(4 * time.Second)
	d := openTicks(a)
	r := a.tabs.inside(&a.view, a.layout.time)
	d.place(&a.view, r)
	for n, end := a.tape.Packets(a.session.Now()-1e9, a.session.Now()); n < end; n++ {
		p := a.tape.At(n)
		if game.Kind(p.Kind) != game.KindSnapshot || int(p.To) != d.client || p.Due > a.session.Now() {
			continue
		}
		d.update(&a.view, &pointer{x: d.axis.x(p.Due) + 1, y: d.rows[snapshotRow]}, r)
		if drawTab(a); d.hover != p.ID {
			t.Errorf("the pointer is on %d, want %d", d.hover, p.ID)
		}
		d.update(&a.view, &pointer{x: d.axis.x(p.Due), y: d.margin.y + d.margin.h}, r)
		if drawTab(a); d.hover != 0 {
			t.Errorf("the pointer is on %d", d.hover)
		}
		return
	}
	t.Fatal("no snapshot has come")
}
