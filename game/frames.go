package game

import (
	"time"

	"driftlab/netsync"
)

// frames is a machine's frame loop on its own clock: rate frames a second, the k-th of them at
// base + k/rate, so that no rounding accumulates.
type frames struct {
	base netsync.Local
	rate int64
	k    int64
	next netsync.Local // when the next frame is due
}

func newFrames(base netsync.Local, rate int) frames {
	return frames{base: base, rate: int64(rate), next: base}
}

// advance moves on to the next frame.
func (f *frames) advance() {
	f.k++
	f.next = f.base.Add(time.Duration(f.k/f.rate)*time.Second +
		time.Duration((f.k%f.rate*int64(time.Second)+f.rate-1)/f.rate))
}

// due says whether a frame is due at now, and if so moves on to the first frame after now. After a
// step of the clock the frames start anew from now.
func (f *frames) due(now netsync.Local) bool {
	late := now.Sub(f.next)
	interval := time.Second / time.Duration(f.rate)
	if late < -2*interval || late > time.Second {
		*f = newFrames(now, int(f.rate))
		late = 0
	}
	if late < 0 {
		return false
	}
	for f.advance(); f.next <= now; f.advance() {
	}
	return true
}
