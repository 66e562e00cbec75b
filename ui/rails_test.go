package ui

import (
	"strings"
	"testing"
	"time"

	"driftlab/netsim"
)

func TestBranchesAreRailsFromTheirForksOnWithTheirCauseInTheSlidersWords(t *testing.T) {
	a := firstAt(t, 9*time.Second, 0)
	for i, at := range []time.Duration{6 * time.Second, 3 * time.Second} {
		a.Paused = true
		a.Seek(netsim.Time(at))
		a.arrived(t)
		a.controls.set(0, "link.up.delay", []string{"33ms", "44ms"}[i])
		a.Advance(2 * time.Second)
	}
	nextFrame(t, a)
	m := &a.scrub.menu
	if m.parted(1, 2) != netsim.Time(3*time.Second) || m.parted(0, 1) != netsim.Time(6*time.Second) || m.parted(2, 2) != netsim.Never {
		t.Errorf("they part at %v and %v", m.parted(1, 2), m.parted(0, 1))
	}
	if b := m.branches[2]; b.End != netsim.Time(5*time.Second) || b.At != netsim.Time(3*time.Second) {
		t.Errorf("%+v", b)
	}
	tip := func(at netsim.Time) string {
		a.Tips.At(a.scrub.x(at), a.scrub.track.Y-4)
		a.Canvas.Reset()
		a.fill()
		return a.Tips.Text
	}
	for at, want := range map[time.Duration]string{6 * time.Second: "up delay 33 ms", 3 * time.Second: "up delay 44 ms"} {
		if got := tip(netsim.Time(at)); !strings.Contains(got, want) || strings.Contains(got, "link.") {
			t.Errorf("at the fork it says %q, want %q", got, want)
		}
	}
	if after(t, a, time.Second, 1); m.branches[2].End != a.Line.End() {
		t.Errorf("the rail ends at %v, the branch at %v", m.branches[2].End, a.Line.End())
	}
	m.open = true
	if nextFrame(t, a); len(m.rows) != 3 || a.scrub.x(netsim.Time(3*time.Second)) < m.rows[0].X {
		t.Errorf("rows %v", m.rows)
	}
}
