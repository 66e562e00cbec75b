package gear

import (
	"time"

	"driftlab/netsync"
)

// A FrameLoop says when a client's frames are. Its first is due at once.
type FrameLoop struct {
	Every time.Duration
	At    netsync.Local // of the latest
	begun bool
}

// NewFrameLoop returns a loop of so many frames a second, at least one.
func NewFrameLoop(rate int) FrameLoop { return FrameLoop{Every: time.Second / time.Duration(rate)} }

// Due says whether a frame is to be run at now, and how long after the one before it: 0 for the first, and where the clock
// was set back meanwhile.
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
