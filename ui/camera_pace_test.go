package ui

import (
	"math"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/scenario"
)

func TestTheCameraIsNeverFasterThanFourteenMetresASecond(t *testing.T) {
	l := game.DefaultLevel()
	k := camera{still: true, asked: scenario.Subject{Kind: scenario.SubjectPlayer}}
	k.subject = k.asked
	s := scope{aspect: 1.9, most: 100, level: l}
	k.scope.level = l
	for n, last := netsim.Time(0), 0.0; n < 240; n++ {
		x := 3.0
		if n > 30 {
			x = 29
		}
		k.look(n*netsim.Time(time.Second)/60, s, span{x, x, 0, 1.4}, true)
		if d := math.Abs(k.shown.x - last); n > 0 && d > 14.0/60+1e-9 {
			t.Fatalf("frame %d: %.3f m in a frame", n, d)
		}
		last = k.shown.x
		if n == 239 && (k.shown.x+k.shown.w/2 < 30 || k.shown.w > 12) {
			t.Errorf("after three seconds it shows %+v", k.shown)
		}
	}
}
