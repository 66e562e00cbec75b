package ui

import (
	"time"

	"driftlab/ui/panel"
)

const (
	rateSpan  = 3 * time.Second // of real time, in which frames are counted
	rateSlept = time.Second     // between two frames: the window was out of sight
	rateSlow  = 24.0            // frames a second, below which a machine is slow; browsers that save power draw 30
)

// A frameRate counts frames over spans of real time.
type frameRate struct {
	last   time.Time
	real   time.Duration
	frames int
}

// drew notes a frame. At the end of a span it returns the frames a second in it, else 0.
func (f *frameRate) drew(now time.Time) (rate float64) {
	since := now.Sub(f.last)
	f.last = now
	if since < 0 || since > rateSlept {
		f.real, f.frames = 0, 0
		return 0
	}
	if f.real, f.frames = f.real+since, f.frames+1; f.real < rateSpan {
		return 0
	}
	rate = float64(f.frames) / f.real.Seconds()
	f.real, f.frames = 0, 0
	return rate
}

const (
	densityGain = 1.15 // times as many frames a second as before, below which saving pixels did not help
	densityStep = 0.7  // as many pixels each way as before
)

// A density finds with how many pixels the window is drawn where the screen has several to each of the system's, as
// telephones have. A machine that is slow at that has fewer to draw, down to one for each, and all of them again if it
// draws no faster then.
type density struct {
	device float64 // the screen's pixels for each of the system's
	share  float64 // of those, each way; 0 is all
	before float64 // frames a second with the share before, while this one is on trial
	fresh  bool    // widgets were rebuilt for this share in this span
	kept   bool    // what helps is known

	rate frameRate
}

// pixels returns how many pixels are drawn for each of the system's, on a screen of a given size.
func (d *density) pixels(device float64) float64 {
	if device != d.device {
		*d = density{device: device}
	}
	if d.share == 0 {
		return device
	}
	return device * d.share
}

// drew notes a frame. It reports whether there are fewer pixels from the next on.
func (d *density) drew(now time.Time) (fewer bool) {
	rate := d.rate.drew(now)
	if rate == 0 || d.kept || d.device <= 1 {
		return false
	}
	share := d.share
	if share == 0 {
		share = 1
	}
	switch {
	case d.fresh:
		d.fresh = false
	case d.before > 0 && rate < densityGain*d.before:
		d.share, d.kept = 0, true
	case rate >= rateSlow:
		d.before = 0
	case share*d.device > 1:
		d.share, d.before, d.fresh = max(share*densityStep, 1/d.device), rate, true
		return true
	}
	return false
}

// settled reports that fewer pixels would not help.
func (d *density) settled() bool {
	return d.kept || d.device <= 1 || d.pixels(d.device) <= 1
}

const (
	restMost = 4    // frames in one of which resting parts are redrawn
	restGain = 1.05 // times as many frames a second as before, below which more rest did not help
)

// A resting decides how often diagrams, numbers and thumbnails are redrawn that the pointer is not on. A machine
// that is slow without fewer pixels, or in spite of them, has them rest for one frame, for two, for three, as long as each
// helps.
type resting struct {
	rate   frameRate
	every  int     // 0 and 1: each
	before float64 // frames a second with less rest, while this one is on trial
	kept   bool    // what helps is known
}

// drew notes a frame; going says that time runs. It reports whether there is more rest from the next on.
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
