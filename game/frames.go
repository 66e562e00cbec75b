package game

import (
	"fmt"
	"math/bits"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/unity"
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

// MinSendRate is how often the machines send at least, in datagrams a second.
const MinSendRate = 2

// maxInterval is the longest way from one datagram to the next, in ticks.
const maxInterval = MaxRate / MinSendRate

// interval returns how many ticks go by from one datagram to the next, rounded up, if hz are sent a
// second.
func interval(rate, hz int) int { return (rate + hz - 1) / hz }

// sends says whether a machine that runs rate frames a second and sends hz datagrams a second sends
// one in a frame: hz of any rate frames in a row do.
func sends(frame uint64, rate, hz int) bool {
	return frame%uint64(rate)*uint64(hz)%uint64(rate) < uint64(hz)
}

// sendsAmong says whether it sends one in any of the latest frames, of which so many have passed at once.
func sendsAmong(passed, frame uint64, rate, hz int) bool {
	for ; passed > 0; passed-- {
		if sends(frame-passed+1, rate, hz) {
			return true
		}
	}
	return false
}

func checkSendRate(name string, hz, rate int) error {
	if hz < MinSendRate || hz > rate {
		return fmt.Errorf("%s: %d is outside %d..%d", name, hz, MinSendRate, rate)
	}
	return nil
}

// SetSnapshotRate changes how many snapshots a second the host sends to each client, MinSendRate to
// the tick rate.
func (h *Host) SetSnapshotRate(hz int) error {
	if err := checkSendRate("snapshot rate", hz, h.cfg.Rate); err != nil {
		return err
	}
	h.cfg.SnapshotRate = hz
	return nil
}

// SetInputRate changes how many inputs a second the client sends, MinSendRate to the tick rate. Each
// carries the buttons of all ticks since some before it.
func (c *Client) SetInputRate(hz int) error {
	if err := checkSendRate("input rate", hz, c.cfg.Rate); err != nil {
		return err
	}
	c.cfg.InputRate = hz
	return nil
}

// How many ticks an input carries.
const (
	// inputRun is how many it does at least, so that a lost one is made good by the next.
	inputRun = 8
	// inputRepeats is in how many inputs a tick is, where they are far apart.
	inputRepeats = 3
	// maxInputRun is how many an input carries at most: two at the lowest rate of sending.
	maxInputRun = 2 * maxInterval
)

// ticks returns how long n ticks take, rounded down.
func (c *Client) ticks(n int) time.Duration {
	return time.Duration(int64(n) * int64(time.Second) / int64(c.cfg.Rate))
}

const (
	// leastHistory is how many ticks a client keeps at least: two seconds at the highest rate.
	leastHistory = 256
	// mostHistory is how many at most, whatever the dilation: two minutes at the highest rate.
	mostHistory = 1 << 14
)

// A history keeps what belongs to the latest ticks, one after the other.
type history[T any] struct {
	ring []T // a power of two
}

func newHistory[T any]() history[T] { return history[T]{make([]T, leastHistory)} }

// length returns how many ticks are kept.
func (h *history[T]) length() int64 { return int64(len(h.ring)) }

// at returns what belongs to a tick, which is one of the latest.
func (h *history[T]) at(tick int64) *T { return &h.ring[tick&(h.length()-1)] }

// grow makes room for so many ticks, if there is less. What is kept up to the newest tick stays.
func (h *history[T]) grow(ticks, newest int64) {
	ticks = min(ticks, mostHistory)
	if ticks <= h.length() {
		return
	}
	larger := history[T]{make([]T, 1<<bits.Len64(uint64(ticks-1)))}
	for tick := newest - h.length() + 1; tick <= newest; tick++ {
		*larger.at(tick) = *h.at(tick)
	}
	*h = larger
}

// A ring keeps the latest 32 of some things.
type ring[T any] struct {
	kept  [32]T
	count uint64 // of all there were
}

func (r *ring[T]) add(x T) {
	r.kept[r.count%uint64(len(r.kept))] = x
	r.count++
}

// since appends those after the first so many to dst, oldest first, as far as they are kept.
func (r *ring[T]) since(after uint64, dst []T) []T {
	for i := max(after, r.count-min(r.count, uint64(len(r.kept)))); i < r.count; i++ {
		dst = append(dst, r.kept[i%uint64(len(r.kept))])
	}
	return dst
}

// worldAt returns the world time at which a tick begins.
func (c *Client) worldAt(tick int64) netsync.World {
	return unity.NewNetworkTime(c.cfg.Rate, tick).World()
}

// at returns the world time at which a tick begins.
func (h *Host) at(tick int64) netsync.World {
	return unity.NewNetworkTime(h.cfg.Rate, tick).World()
}
