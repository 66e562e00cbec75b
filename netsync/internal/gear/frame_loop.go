package gear

import (
	"time"

	"driftlab/netsync"
)

// A FrameLoop says when a client's frames run. The first is due at once.
type FrameLoop struct {
	Every time.Duration
	At    netsync.Local // time of the latest frame
	begun bool
}

// NewFrameLoop returns a loop of rate frames in a thousand seconds, at least one.
func NewFrameLoop(rate int) FrameLoop {
	return FrameLoop{Every: 1000 * time.Second / time.Duration(rate)}
}

// Due says whether a frame is due at now, and how long after the frame before it: 0 for the first one, and if the clock was
// set back in the meantime.
func (f *FrameLoop) Due(now netsync.Local) (passed time.Duration, ok bool) {
	if f.begun {
		if passed = now.Sub(f.At); passed >= 0 && passed < f.Every {
			return 0, false
		}
	}
	f.begun, f.At = true, now
	return max(passed, 0), true
}

// Next returns when the next frame is due.
func (f *FrameLoop) Next() netsync.Local { return f.At.Add(f.Every) }
