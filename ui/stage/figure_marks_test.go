package stage

import (
	"testing"

	"driftlab/game"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// Beside its player “you” would cover another player.
func TestTheWordForWhomAPersonPlaysIsOverItsHeadOrIsAnArrow(t *testing.T) {
	v, o := sheetViewport(), game.Object{Pos: game.Point{X: 8 * game.Metre, Y: 9 * game.Metre}}
	v.Machine = 1
	x, y := v.At(o.Pos)
	nightOf(t, v, func(c *draw.Canvas) { v.own(c, &o, false) })
	for i, text := range v.Labels.Text {
		if text {
			t.Errorf("nobody plays it, and a word stands at %+v", v.Labels.Taken[i])
		}
	}
	for _, taken := range []bool{false, true} {
		nightOf(t, v, func(c *draw.Canvas) {
			if taken {
				v.Labels.block(panel.NewRect(x-4, y-v.Metres(1.66)-10, 8, 8))
			}
			v.own(c, &o, true)
		})
		words := 0
		for i, text := range v.Labels.Text {
			if r := v.Labels.Taken[i]; text {
				if words++; r.X+r.W/2 < x-1 || r.X+r.W/2 > x+1 || r.Y+r.H > y {
					t.Errorf("the word stands at %+v, and its player at %v, %v", r, x, y)
				}
			}
		}
		if want := map[bool]int{false: 1, true: 0}[taken]; words != want {
			t.Errorf("with the place over it taken (%v) there are %d words", taken, words)
		}
	}
}
