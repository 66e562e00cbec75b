package diagram

import (
	"testing"
	"time"

	"driftlab/ui/panel"
)

func TestBeatsAreOffWhereTheClockSlewsAndNotWhereItIsOnlyReset(t *testing.T) {
	a := newRig(t, "lesson-16", 1600, 900, 1)
	for range 200 { // the tape keeps what has been of late
		a.advance(100 * time.Millisecond)
	}
	a.next()
	d := &BeatsView{axis: panel.NewTimeAxis(12*time.Second, 2*time.Second, time.Minute, 0.03)}
	d.Place(&a.View, panel.NewRect(0, 0, 900, 300))
	a.canvas.Reset()
	for machine, want := range map[int]bool{0: false, 1: true, 2: false} {
		count, off := d.Beats(a.canvas, a.Tape, machine, 100)
		if count < 20 || off > 0 != want {
			t.Errorf("machine %d: %d of %d beats are off, want some: %v", machine, off, count, want)
		}
	}
}
