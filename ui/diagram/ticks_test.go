package diagram

import (
	"math"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/internal/testkit"
	"driftlab/netsim"
	"driftlab/netsync/unity"
	"driftlab/ui/panel"
)

func TestTheTicksTabCountsWhatTheHostCounts(t *testing.T) {
	a := newRig(t, "first", 1600, 900, 1)
	for _, set := range [][2]string{{"link.up.jitter", "30ms"}, {"link.loss", "5%"}} {
		a.set(0, set[0], set[1])
	}
	a.advance(4 * time.Second)
	for client := 1; client <= 3; client++ {
		a.Frame.Selected = client
		d := openIn[*ticksView](t, a, "ticks")
		d.axis.Span = 20 * time.Second
		a.draw()
		want := a.Session.Facts(client).Inputs
		if d.counts.inputs[lackedInput] != int(want.Missing) || want.Missing == 0 {
			t.Errorf("client %d: %d ticks are without input, the host has %d", client, d.counts.inputs[lackedInput], want.Missing)
		}
		if late := d.counts.inputs[tooLate]; late > int(want.Late) || late == 0 != (want.Late == 0) {
			t.Errorf("client %d: %d inputs are late, with %d ticks at the host", client, late, want.Late)
		}
		snapshots, lost, counted := 0, 0, 0
		for _, n := range d.counts.snapshots {
			counted += n
		}
		for n, end := a.Tape.Packets(0, a.Session.Now()); n < end; n++ {
			if p := a.Tape.At(n); game.Kind(p.Kind) == game.KindSnapshot && int(p.To) == client && p.Due <= a.Session.Now() {
				snapshots++
				if p.Fate == netsim.Lost {
					lost++
				}
			}
		}
		if counted != snapshots || d.counts.snapshots[lostArrival] != lost || lost == 0 {
			t.Errorf("client %d: %d snapshots, %d lost, want %d and %d", client, counted, d.counts.snapshots[lostArrival], snapshots, lost)
		}
	}
}

func TestTicksAreDrawnWhereTheClocksComeToThem(t *testing.T) {
	a := newRig(t, "first", 1600, 900, 1)
	for _, set := range [][2]string{{"link.jitter", "0ms"}, {"link.delay", "50ms"}, {"client.skew", "0"}, {"client.algorithm", "rtt2"}, {"time.provider", "direct"}} {
		a.set(0, set[0], set[1])
	}
	a.advance(3500 * time.Millisecond)
	a.Frame.Selected = 2
	d := openIn[*ticksView](t, a, "ticks")
	if a.draw(); len(d.marks[hostRow]) < 3 || len(d.marks[predictedRow]) < 3 || len(d.marks[serverRow]) < 3 {
		t.Fatalf("numbered are %v", d.marks)
	}
	perMS := d.axis.Area.W / float32(d.axis.Span.Milliseconds())
	for _, k := range d.marks[hostRow] {
		at := unity.NewNetworkTime(d.rate, k.tick).World() // the host's clock is exact
		if want := d.axis.X(netsim.Time(at)); math.Abs(float64(k.x-want)) > 1 {
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
	a := newRig(t, "first", 1280, 720, 1)
	a.advance(25 * time.Second)
	a.Paused = true
	d := openIn[*ticksView](t, a, "ticks")
	for _, span := range []time.Duration{100 * time.Millisecond, 2 * time.Second, 20 * time.Second} {
		d.axis.Span = span
		a.draw()
		if n := testkit.AllocsPerRun(10, func() { a.draw() }); n > 0 {
			t.Errorf("span %v: %v allocations a frame", span, n)
		}
		for row, y := range d.rows {
			if y < d.axis.Area.Y || y > d.margin.area.Y {
				t.Errorf("row %d is at %v, outside %v", row, y, d.axis.Area)
			}
		}
	}
}

func TestThePointerOnAnArrivalTellsOfIt(t *testing.T) {
	a := newRig(t, "first", 1600, 900, 1)
	a.advance(4 * time.Second)
	d := openIn[*ticksView](t, a, "ticks")
	r := a.time
	d.place(&a.View, r)
	for n, end := a.Tape.Packets(a.Session.Now()-1e9, a.Session.Now()); n < end; n++ {
		p := a.Tape.At(n)
		if game.Kind(p.Kind) != game.KindSnapshot || int(p.To) != d.client || p.Due > a.Session.Now() {
			continue
		}
		d.Update(&a.View, &panel.Pointer{X: d.axis.X(p.Due) + 1, Y: d.rows[snapshotRow]}, r)
		if a.draw(); d.hover != p.ID {
			t.Errorf("the pointer is on %d, want %d", d.hover, p.ID)
		}
		d.Update(&a.View, &panel.Pointer{X: d.axis.X(p.Due), Y: d.margin.area.Y + d.margin.area.H}, r)
		if a.draw(); d.hover != 0 {
			t.Errorf("the pointer is on %d", d.hover)
		}
		return
	}
	t.Fatal("no snapshot has come")
}
