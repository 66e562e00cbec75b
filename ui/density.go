package ui

import "time"

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
	fresh  bool    // what is built for this share is built within this span
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

// settled reports that there is nothing to be had from fewer pixels.
func (d *density) settled() bool {
	return d.kept || d.device <= 1 || d.pixels(d.device) <= 1
}
