package stage

import (
	"math"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/ui/panel"
)

// drawnOf returns the length of a lane as it is drawn, in pixels.
func drawnOf(w *Way) (length float32) {
	for i := range wayParts {
		length += hypot(w.points[2*i+2]-w.points[2*i], w.points[2*i+3]-w.points[2*i+1])
	}
	return length
}

func TestLanesAreAsLongAsTheirDelaysToOneScale(t *testing.T) {
	for _, test := range [][2]string{{"120ms", "40ms"}, {"80ms", "80ms"}, {"5ms", "200ms"}, {"400ms", "1ms"}, {"0s", "30ms"}, {"1s", "10s"}} {
		for _, r := range []panel.Rect{panel.NewRect(700, 100, 240, 420), panel.NewRect(100, 100, 900, 150), panel.NewRect(0, 0, 80, 60), panel.NewRect(0, 0, 700, 88)} {
			a := newRig(t, "first", true)
			a.set("link.up.delay", test[0])
			a.set("link.down.delay", test[1])
			a.advance(2 * time.Second)
			a.read()
			l := &Lanes{}
			l.place(&a.View, r)
			up, down := &l.Ways[scenario.Up], &l.Ways[scenario.Down]
			for _, w := range []*Way{up, down} {
				want := float64(w.delay) / float64(l.span) * float64(arcLength(l.area.W, l.height))
				if got := float64(drawnOf(w)); math.Abs(got-want) > 0.02*want+1 {
					t.Errorf("%v in %v: a lane of %v is %.1f pixels long, want %.1f", test, r, w.delay, got, want)
				}
				for i := 0; i <= wayParts; i++ {
					if x, y := w.points[2*i], w.points[2*i+1]; x < r.X-1 || x > r.X+r.W+1 || l.height > 0 && (y < r.Y || y > r.Y+r.H) {
						t.Fatalf("%v: (%v, %v) is outside %v", test, x, y, r)
					}
				}
			}
			if up.delay > 0 && (up.points[0] < up.points[2*wayParts] || down.points[0] > down.points[2*wayParts]) {
				t.Errorf("%v: they lead the wrong way", test)
			}
		}
	}
}
