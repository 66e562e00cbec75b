package stage

import (
	"math"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/netsim"
)

func TestTheCameraIsNeverFasterThanFourteenMetresASecond(t *testing.T) {
	l := game.DefaultLevel()
	k := Camera{Still: true, Asked: scenario.Subject{Kind: scenario.SubjectPlayer}}
	k.Subject = k.Asked
	s := Scope{Aspect: 1.9, Most: 100, Level: l}
	k.Scope.Level = l
	for n, last := netsim.Time(0), 0.0; n < 240; n++ {
		x := 3.0
		if n > 30 {
			x = 29
		}
		k.Look(n*netsim.Time(time.Second)/60, s, span{x, x, 0, 1.4}, true)
		if d := math.Abs(k.Shown.X - last); n > 0 && d > 14.0/60+1e-9 {
			t.Fatalf("frame %d: %.3f m in a frame", n, d)
		}
		last = k.Shown.X
		if n == 239 && (k.Shown.X+k.Shown.W/2 < 30 || k.Shown.W > 12) {
			t.Errorf("after three seconds it shows %+v", k.Shown)
		}
	}
}
