package stage

import (
	"math"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/netsim"
)

// about has the camera look at a subject, in a picture as wide as the window's for its height.
func (a *rig) about(s scenario.Subject) {
	a.panes[1].W = 1.54 * (a.panes[1].H - TitleHeight)
	a.camera.Asked, a.camera.Subject = s, s
	a.camera.Still = true
	a.read()
}

func TestTheCameraIsTheSameAt30And60FramesASecond(t *testing.T) {
	whole := netsim.Time(time.Second)
	var at [3]map[netsim.Time]Sight
	moved := 0.0
	for i, rate := range []time.Duration{60, 30, 240} {
		a := newRig(t, "arenas/relay", true)
		a.advance(2 * time.Second)
		a.about(scenario.Subject{Kind: scenario.SubjectLeader})
		at[i] = map[netsim.Time]Sight{}
		begun := a.camera.Shown
		for n := range 6 * rate {
			a.advance(2*time.Second + (n+1)*time.Second/rate - time.Duration(a.Session.Now()))
			a.read()
			at[i][a.Session.Now()] = a.camera.Shown
			moved = max(moved, math.Abs(a.camera.Shown.X-begun.X))
		}
	}
	if moved < 3 {
		t.Fatalf("the camera has moved by %.1f m: it follows nobody", moved)
	}
	common := 0
	for now, s := range at[1] {
		for _, other := range []map[netsim.Time]Sight{at[0], at[2]} {
			o, ok := other[now]
			if !ok {
				continue
			}
			common++
			if px := 700 / s.W; math.Abs(o.X-s.X)*px > 1 || math.Abs(o.Bottom-s.Bottom)*px > 1 || math.Abs(o.W-s.W)*px > 1 {
				t.Fatalf("at %.3f s the camera is %+v or %+v", float64(now)/float64(whole), s, o)
			}
		}
	}
	if common < 200 {
		t.Errorf("only %d instants in common", common)
	}
}

// TestABlindCameraKnowsNothingOfTheHost has the host's world be another one.
func TestABlindCameraKnowsNothingOfTheHost(t *testing.T) {
	a := newRig(t, "arenas/relay", true)
	a.advance(4 * time.Second)
	for _, blind := range []bool{true, false} {
		var x [2]float64
		for i, by := range []game.Length{0, 12 * game.Metre} {
			a.about(scenario.Subject{Kind: scenario.SubjectLeader})
			a.Frame.Blind = blind
			for k := range a.Frame.Host.Players {
				a.Frame.Host.Players[k].Pos.X += by
			}
			a.camera.Still = true
			a.look()
			x[i] = a.camera.Shown.X
		}
		if (x[0] == x[1]) != blind {
			t.Errorf("blind %v: the camera is at %v and at %v", blind, x[0], x[1])
		}
	}
}

func TestACameraShowsWhatItIsAskedTo(t *testing.T) {
	a := newRig(t, "arenas/lift", true)
	a.advance(5 * time.Second)
	a.about(scenario.Subject{Kind: scenario.SubjectPlatform})
	s := a.camera.Shown
	p := &a.Session.Level().Platforms[0]
	if s.W > 17 || s.W < 11.2 || s.X-s.W/2 > (p.A.X-p.HalfWidth).Metres() || s.Bottom+s.H < (p.B.Y+game.PlayerHeight).Metres() {
		t.Errorf("of the lift it shows %+v", s)
	}
	a.about(scenario.Subject{Kind: scenario.SubjectPlayer, Of: 2})
	o, _ := Find(a.Frame.Host.Players, 2)
	if s = a.camera.Shown; math.Abs(s.X-o.Pos.X.Metres()) > s.W/2 || s.W < 11.19 {
		t.Errorf("of client 2 at %v it shows %+v", o.Pos, s)
	}
}
