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

// stepped says whether the clock has been set since the latest frame, or the machine has slept: the next frame is then
// not when it was to be.
func (f *frames) stepped(now netsync.Local) bool {
	late := now.Sub(f.next)
	return late < -2*time.Second/time.Duration(f.rate) || late > time.Second
}

// waits says whether a frame waits at now.
func (f *frames) waits(now netsync.Local) bool { return now >= f.next || f.stepped(now) }

// due returns how many frames have come by now, all of which are one to who is late, and moves on to the first frame after
// now. After a step of the clock the frames start anew from now.
func (f *frames) due(now netsync.Local) (passed uint64) {
	if f.stepped(now) {
		*f = newFrames(now, int(f.rate))
	}
	for ; f.next <= now; f.advance() {
		passed++
	}
	return passed
}
