package ui

import "time"

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
