package stage

import (
	"testing"

	"pgregory.net/rapid"

	"driftlab/ui/panel"
)

func TestALabelStaysWhereItIsWhileThereIsRoom(t *testing.T) {
	var l Labels
	about := panel.NewRect(100, 100, 30, 20)
	l.start(panel.NewRect(0, 0, 400, 300))
	l.block(panel.NewRect(60, 60, 100, 38)) // over it
	first, _ := l.place(3, about, 60, 16, 3)
	l.start(panel.NewRect(0, 0, 400, 300))
	if second, ok := l.place(3, about, 60, 16, 3); !ok || second != first {
		t.Errorf("the label jumps from %v to %v", first, second)
	}
}

func TestLabelsFindTheOnlyRoomThereIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l Labels
		l.start(panel.NewRect(0, 0, 400, 300))
		about := panel.NewRect(float32(rapid.IntRange(0, 360).Draw(t, "x")), float32(rapid.IntRange(0, 260).Draw(t, "y")), 30, 20)
		l.block(about)
		for range rapid.IntRange(0, 12).Draw(t, "blocks") {
			l.block(panel.NewRect(float32(rapid.IntRange(0, 380).Draw(t, "bx")), float32(rapid.IntRange(0, 280).Draw(t, "by")), 40, 25))
		}
		r, ok := l.place(7, about, 60, 16, 3)
		free := false
		before := Labels{Bounds: l.Bounds, Taken: l.Taken}
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
