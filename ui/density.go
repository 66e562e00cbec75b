package ui

import "time"

const (
	densitySpan  = 3 * time.Second // of real time, in which frames are counted
	densitySlept = time.Second     // between two frames: the window was out of sight
	densitySlow  = 24.0            // frames a second, below which pixels are saved; browsers that save power draw 30
	densityGain  = 1.15            // times as many frames a second as before, below which saving pixels did not help
	densityStep  = 0.7             // as many pixels each way as before
)

// A density finds with how many pixels the window is drawn where the screen has several to each of the system's, as
// telephones have. A machine that is slow at that has fewer to draw, down to one for each, and all of them again if it
// draws no faster then.
type density struct {
	device float64 // the screen's pixels for each of the system's
	share  float64 // of those, each way; 0 is all
	before float64 // frames a second with the share before, while this one is on trial
	fresh  bool    // what is built for this share is built within this span
	kept   bool    // what helps is known

	last   time.Time
	real   time.Duration
	frames int
}

// pixels returns how many are drawn for each of the system's, on a screen that has so many.
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
	since := now.Sub(d.last)
	d.last = now
	if since < 0 || since > densitySlept {
		d.real, d.frames = 0, 0
		return false
	}
	d.real, d.frames = d.real+since, d.frames+1
	if d.real < densitySpan || d.kept || d.device <= 1 {
		return false
	}
	rate := float64(d.frames) / d.real.Seconds()
	d.real, d.frames = 0, 0
	share := d.share
	if share == 0 {
		share = 1
	}
	switch {
	case d.fresh:
		d.fresh = false
	case d.before > 0 && rate < densityGain*d.before:
		d.share, d.kept = 0, true
	case rate >= densitySlow:
		d.before = 0
	case share*d.device > 1:
		d.share, d.before, d.fresh = max(share*densityStep, 1/d.device), rate, true
		return true
	}
	return false
}
