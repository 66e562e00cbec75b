package ui

import (
	"math"
	"time"

	"driftlab/game"
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
