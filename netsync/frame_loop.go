package netsync

import "time"

// A frameLoop says when a client's frames are. Its first is due at once.
type frameLoop struct {
	every time.Duration
	at    Local // of the latest
	begun bool
}

func newFrameLoop(rate int) frameLoop { return frameLoop{every: time.Second / time.Duration(rate)} }

// due says whether a frame is to be run at now, and how long after the one before it: 0 for the first, and where the clock
// was set back meanwhile.
func (f *frameLoop) due(now Local) (passed time.Duration, ok bool) {
	if f.begun {
		if passed = now.Sub(f.at); passed >= 0 && passed < f.every {
			return 0, false
		}
	}
	f.begun, f.at = true, now
	return max(passed, 0), true
}

func (f *frameLoop) next() Local { return f.at.Add(f.every) }
