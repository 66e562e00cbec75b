package ui

import (
	"time"

	"driftlab/ui/panel"
)

const (
	restMost = 4    // frames in one of which resting parts are redrawn
	restGain = 1.05 // times as many frames a second as before, below which more rest did not help
)

// A resting finds in one of how many frames diagrams, numbers and thumbnails are redrawn that nobody points at. A machine
// that is slow without fewer pixels, or in spite of them, has them rest for one frame, for two, for three, as long as each
// helps.
type resting struct {
	rate   frameRate
	every  int     // 0 and 1: each
	before float64 // frames a second with less rest, while this one is on trial
	kept   bool    // what helps is known
}

// drew notes a frame; going says that time goes on. It reports whether there is more rest from the next on.
func (r *resting) drew(now time.Time, going bool) (more bool) {
	if !going {
		r.rate = frameRate{}
		return false
	}
	rate := r.rate.drew(now)
	switch {
	case rate == 0 || r.kept:
	case r.before > 0 && rate < restGain*r.before:
		r.every, r.kept = r.every-1, true
	case rate >= rateSlow:
		r.before = 0
	case r.every < restMost:
		r.every, r.before = max(r.every, 1)+1, rate
		return true
	}
	return false
}

// settle looks at how fast frames are, and has fewer pixels drawn or more panels rest where they are slow.
func (a *App) settle() {
	if a.shot.file != "" {
		return
	}
	switch now := a.Clock(); {
	case a.density.drew(now):
		a.slow.tell("coarse", now)
	case a.density.settled() && a.resting.drew(now, !a.Paused) && a.resting.every == 2:
		a.slow.tell("resting", now)
	}
}

// rests returns in one of how many frames resting parts are redrawn now: in each where time stands still, or something is
// pointed at, which all panels point out.
func (a *App) rests() int {
	if a.Paused || a.shot.file != "" || a.Hover.Pointed != (panel.Pointed{}) {
		return 1
	}
	return a.resting.every
}
