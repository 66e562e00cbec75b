package stage

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/netsim"
	"driftlab/ui/panel"
)

func TestALabelStaysWhereItIsWhileThereIsRoom(t *testing.T) {
	var l Labels
	about := panel.NewRect(100, 100, 30, 20)
	l.start(panel.NewRect(0, 0, 400, 300), 0)
	l.block(panel.NewRect(60, 60, 100, 38)) // over it
	first, _ := l.place(3, about, 60, 16, 3)
	l.start(panel.NewRect(0, 0, 400, 300), 0)
	if second, ok := l.place(3, about, 60, 16, 3); !ok || second != first {
		t.Errorf("the label jumps from %v to %v", first, second)
	}
}

// A ball, a figure and the lift's own way past a bell moved the numbers of the opening 38 times in 14 s.
func TestWhatPassesByMovesNoLabel(t *testing.T) {
	var l Labels
	about, passer := panel.NewRect(100, 100, 30, 20), panel.NewRect(60, 60, 100, 38)
	var first panel.Rect
	for at, want := range map[int]bool{0: true, 400: true, 700: false} {
		l = Labels{}
		for _, now := range []int{0, at} {
			l.start(panel.NewRect(0, 0, 400, 300), netsim.Time(now)*netsim.Time(time.Millisecond))
			if now > 0 {
				l.block(passer)
			}
			r, _ := l.place(3, about, 60, 16, 3)
			if now == 0 {
				first = r
			} else if (r == first) != want {
				t.Errorf("%d ms after it was free it is at %v, first at %v", at, r, first)
			}
		}
	}
	l.start(panel.NewRect(0, 0, 400, 300), 0)
	first, _ = l.place(3, about, 60, 16, 3)
	l.start(panel.NewRect(0, 0, 400, 300), 1)
	l.plate(first)
	if r, ok := l.place(3, about, 60, 16, 3); ok && r.Overlaps(first) {
		t.Errorf("it lies on a plate at %v", first)
	}
}

func TestTheOpeningsNumbersStayWhereTheyAre(t *testing.T) {
	a := newRig(t, "first", true)
	last, moves := map[int]int8{}, 0
	for range 14 * 60 {
		a.advance(time.Second / 60)
		a.read()
		a.draw()
		for _, h := range a.views[1].Labels.homes {
			if at, ok := last[h.key]; ok && at != h.spot {
				moves++
			}
			last[h.key] = h.spot
		}
	}
	if moves > 8 || len(last) < 15 {
		t.Errorf("%d labels move %d times", len(last), moves)
	}
}

func TestLabelsFindTheOnlyRoomThereIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l Labels
		l.start(panel.NewRect(0, 0, 400, 300), 0)
		about := panel.NewRect(float32(rapid.IntRange(0, 360).Draw(t, "x")), float32(rapid.IntRange(0, 260).Draw(t, "y")), 30, 20)
		l.block(about)
		for range rapid.IntRange(0, 12).Draw(t, "blocks") {
			l.block(panel.NewRect(float32(rapid.IntRange(0, 380).Draw(t, "bx")), float32(rapid.IntRange(0, 280).Draw(t, "by")), 40, 25))
		}
		r, ok := l.place(7, about, 60, 16, 3)
		free := false
		before := Labels{Bounds: l.Bounds, Taken: l.Taken, firm: l.firm}
		if ok {
			before.Taken = l.Taken[:len(l.Taken)-1]
		}
		for i := range spots {
			free = free || before.free(spot(i, about, 60, 16, 3))
		}
		if ok != free {
			t.Fatalf("placed is %v, there was room: %v", ok, free)
		}
		if ok && !before.free(r) {
			t.Fatalf("%v was not free", r)
		}
	})
}
