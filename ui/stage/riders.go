package stage

import (
	"math"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// riders says of the riders under the pointer how far they are off their platforms on this screen at this
// instant. It does so on the host's screen too.
func (v *Viewport) riders(lang *words.Language, f *panel.Frame, t *panel.Tips) {
	if v.look.Thumb {
		return
	}
	scene := f.Machine(v.Machine)
	for _, r := range scene.Riding {
		body, ok := scene.Character, true
		if r.Rider != game.Character {
			body, ok = Find(scene.Players, r.Rider)
		}
		x, y := v.At(body.Pos)
		h := v.Length(game.PlayerHeight)
		place := panel.NewRect(x-h*0.42, y-h*1.02, h*0.84, h*1.02)
		if !ok || !t.Under(place) {
			continue
		}
		ms, metres := r.Time.Abs().Seconds()*1000, math.Abs(r.Distance.Metres())
		switch ahead := r.Time.Round(time.Millisecond); {
		case ahead > 0:
			t.Add(place, lang.F("viewport.rider-behind", ms, metres))
		case ahead < 0:
			t.Add(place, lang.F("viewport.rider-ahead", ms, metres))
		default:
			t.Add(place, lang.T("viewport.rider-even"))
		}
	}
}

// offPlatform returns the bracket from the rider that is farthest off the camera's platform to where it belongs on it.
// It exists only where platforms are shown in another time than their riders.
func (v *Viewport) offPlatform(f *panel.Frame) (d Deviation, ok bool) {
	if v.look.About.Kind != scenario.SubjectPlatform || f.Blind {
		return d, false
	}
	scene, most := f.Machine(v.Machine), game.Length(0)
	if of := v.look.About.Of; of >= len(scene.Platforms) || v.Machine > 0 && scene.Platforms[of].Space == game.SharedTime {
		return d, false // the platform itself is compared with the host's
	}
	for _, r := range scene.Riding {
		off := max(r.Distance, -r.Distance)
		body, seen := scene.Character, true
		if r.Rider != game.Character {
			body, seen = Find(scene.Players, r.Rider)
		}
		if r.Platform != v.look.About.Of || !seen || off < most {
			continue
		}
		most, ok = off, v.Length(off) >= smallestPlain
		d = v.fromPlace(body.Pos, r)
	}
	return d, ok
}

// fromPlace returns the bracket from where a rider's feet are to where they belong on the platform, beside its body.
func (v *Viewport) fromPlace(feet game.Point, r game.Riding) Deviation {
	place, beside := feet, game.Point{}
	if p := &v.Level.Platforms[r.Platform]; p.A.X == p.B.X {
		place.Y -= r.Distance
		beside.X = game.PlayerWidth * 3 / 4
	} else {
		place.X -= r.Distance
		beside.Y = overHead
	}
	d := Deviation{Key: riderKey, Ms: float64(r.Time) / 1e6, Metres: math.Abs(r.Distance.Metres())}
	d.causes = 1
	d.X0, d.y0 = v.At(feet.Plus(beside))
	d.X1, d.y1 = v.At(place.Plus(beside))
	d.shares[0] = share{ofTimes, r.Time, d.X0, d.y0, d.X1, d.y1}
	const thick = 4
	d.about = panel.NewRect(min(d.X0, d.X1)-thick, min(d.y0, d.y1)-thick, max(d.X1-d.X0, d.X0-d.X1)+2*thick, max(d.y1-d.y0, d.y0-d.y1)+2*thick)
	return d
}
