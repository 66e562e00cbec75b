package game

import (
	"time"

	"driftlab/netsync"
)

// frames is a machine's frame loop on its own clock: rate frames in 1,000 s, the k-th of them at
// base + k·1000/rate, rounded up, so that no rounding accumulates.
type frames struct {
	rate  int64
	next  netsync.Local // when the next frame is due
	least time.Duration // from one to the next, rounded down
	rest  int64         // by how many parts of a nanosecond, of which rate are one, it is more
	owed  int64         // what is missing of such parts to the next nanosecond, below rate
	early time.Duration // by how much a frame may be ahead of its time before the clock was set
}

// thousand is the time in which there are as many frames as a rate says, and milli what such a rate is of one in a second.
const (
	thousand = 1000 * time.Second
	milli    = 1000
)

func newFrames(base netsync.Local, rate int) frames {
	f := frames{rate: int64(rate), next: base}
	if rate > 0 {
		f.least, f.rest, f.early = thousand/time.Duration(rate), int64(thousand)%f.rate, 2*thousand/time.Duration(rate)
	}
	return f
}

// advance moves on to the next frame.
func (f *frames) advance() {
	f.next = f.next.Add(f.least)
	if f.owed -= f.rest; f.owed < 0 {
		f.next, f.owed = f.next.Add(1), f.owed+f.rate
	}
}

// stepped says whether the clock has been set since the latest frame, or the machine has slept: the next frame is then
// not when it was to be.
func (f *frames) stepped(now netsync.Local) bool {
	late := now.Sub(f.next)
	return late < -f.early || late > max(time.Second, f.least)
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
