package ui

import (
	"math"
	"time"

	"driftlab/game"
	"driftlab/scenario"
	"driftlab/ui/words"
)

// riders tells of each rider under the pointer how it and its platform go together on this screen at this very
// instant, on the host's too.
func (v *viewport) riders(lang *words.Language, f *frame, t *tips) {
	if v.look.thumb {
		return
	}
	scene := f.machine(v.machine)
	for _, r := range scene.Riding {
		body, ok := scene.Character, true
		if r.Rider != game.Character {
			body, ok = find(scene.Players, r.Rider)
		}
		x, y := v.at(body.Pos)
		h := v.length(game.PlayerHeight)
		place := rect{x - h*0.42, y - h*1.02, h * 0.84, h * 1.02}
		if !ok || !t.under(place) {
			continue
		}
		t.add(place, riderTip(lang, r))
	}
}

func riderTip(lang *words.Language, r game.Riding) string {
	ms, metres := r.Time.Abs().Seconds()*1000, math.Abs(r.Distance.Metres())
	switch {
	case r.Time.Round(time.Millisecond) > 0:
		return lang.F("viewport.rider-behind", ms, metres)
	case r.Time.Round(time.Millisecond) < 0:
		return lang.F("viewport.rider-ahead", ms, metres)
	}
	return lang.T("viewport.rider-even")
}

// offPlatform returns the bracket between the rider that is farthest off the platform which the camera is about, and its
// place there: by that much the two do not go together on this screen. That is told where platforms have a time of their own.
func (v *viewport) offPlatform(f *frame) (d deviation, ok bool) {
	if v.look.about.Kind != scenario.SubjectPlatform || f.blind {
		return d, false
	}
	scene, most := f.machine(v.machine), game.Length(0)
	if of := v.look.about.Of; of >= len(scene.Platforms) || v.machine > 0 && scene.Platforms[of].Space == game.SharedTime {
		return d, false // the platform itself is held against the host
	}
	for _, r := range scene.Riding {
		off := max(r.Distance, -r.Distance)
		body, seen := scene.Character, true
		if r.Rider != game.Character {
			body, seen = find(scene.Players, r.Rider)
		}
		if r.Platform != v.look.about.Of || !seen || off < most {
			continue
		}
		most, ok = off, v.length(off) >= smallestPlain*v.zoom
		d = v.fromPlace(body.Pos, r)
	}
	return d, ok
}

// fromPlace returns the bracket from where a rider's feet are to where they would stand, beside its body.
func (v *viewport) fromPlace(feet game.Point, r game.Riding) deviation {
	place, beside := feet, game.Point{}
	if p := &v.level.Platforms[r.Platform]; p.A.X == p.B.X {
		place.Y -= r.Distance
		beside.X = game.PlayerWidth * 3 / 4
	} else {
		place.X -= r.Distance
		beside.Y = overHead
	}
	d := deviation{key: riderKey, ms: float64(r.Time) / 1e6, metres: math.Abs(r.Distance.Metres())}
	d.x0, d.y0 = v.at(feet.Plus(beside))
	d.x1, d.y1 = v.at(place.Plus(beside))
	thick := 4 * v.zoom
	d.about = rect{min(d.x0, d.x1) - thick, min(d.y0, d.y1) - thick, max(d.x1-d.x0, d.x0-d.x1) + 2*thick, max(d.y1-d.y0, d.y0-d.y1) + 2*thick}
	return d
}
