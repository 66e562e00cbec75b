package game

import (
	"fmt"
	"math/bits"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/unity"
)

// The allowed tick rates, in ticks a second.
const (
	MinRate     = 10
	MaxRate     = 128
	DefaultRate = 60
)

// frames is a machine's frame loop on its own clock: rate frames in 1,000 s, the k-th at base + k·1000/rate, rounded up, so that no
// rounding accumulates.
type frames struct {
	rate  int64
	next  netsync.Local // when the next frame is due
	least time.Duration // from one to the next, rounded down
	rest  int64         // the remainder, in 1/rate of a nanosecond
	owed  int64         // what is missing to the next nanosecond, in 1/rate of one, below rate
	early time.Duration // a frame this much ahead of its time means that the clock was set
}

// Rates of frames count frames in a thousand seconds; milli is one frame a second in that unit.
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

// stepped says whether the clock was set since the latest frame, or the machine slept, so that the next frame is not when planned.
func (f *frames) stepped(now netsync.Local) bool {
	late := now.Sub(f.next)
	return late < -f.early || late > max(time.Second, f.least)
}

// waits says whether a frame waits at now.
func (f *frames) waits(now netsync.Local) bool { return now >= f.next || f.stepped(now) }

// due returns how many frames were due by now, and moves on to the first frame after now. After a step of the clock the frames
// restart at now.
func (f *frames) due(now netsync.Local) (passed uint64) {
	if f.stepped(now) {
		*f = newFrames(now, int(f.rate))
	}
	for ; f.next <= now; f.advance() {
		passed++
	}
	return passed
}

// MinSendRate is the lowest rate of sending, in datagrams a second.
const MinSendRate = 2

// maxInterval is the longest interval between two datagrams, in ticks.
const maxInterval = MaxRate / MinSendRate

// interval returns how many ticks pass between two datagrams at hz a second, rounded up.
func interval(rate, hz int) int { return (rate + hz - 1) / hz }

// sends says whether a machine with rate frames and hz datagrams a second sends one in a frame: it does in hz of any rate frames
// in a row.
func sends(frame uint64, rate, hz int) bool {
	return frame%uint64(rate)*uint64(hz)%uint64(rate) < uint64(hz)
}

// sendsAmong says whether it sends one in any of the latest passed frames.
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

// SetSnapshotRate changes how many snapshots a second the host sends to each client, MinSendRate to the tick rate.
func (h *Host) SetSnapshotRate(hz int) error {
	if err := checkSendRate("snapshot rate", hz, h.cfg.Rate); err != nil {
		return err
	}
	h.cfg.SnapshotRate = hz
	return nil
}

// SetInputRate changes how many inputs a second the client sends, MinSendRate to the tick rate. Each has the buttons of all ticks
// since the one before it, and of some earlier ones.
func (c *Client) SetInputRate(hz int) error {
	if err := checkSendRate("input rate", hz, c.cfg.Rate); err != nil {
		return err
	}
	c.cfg.InputRate = hz
	return nil
}

// How many ticks an input carries.
const (
	// inputRun is the fewest, so that the next input makes up for a lost one.
	inputRun = 8
	// inputRepeats is how many inputs carry a tick if they are far apart.
	inputRepeats = 3
	// maxInputRun is the most: two intervals at the lowest rate of sending.
	maxInputRun = 2 * maxInterval
)

// ticks returns how long n ticks take, rounded down.
func (c *Client) ticks(n int) time.Duration {
	return time.Duration(int64(n) * int64(time.Second) / int64(c.cfg.Rate))
}

const (
	// leastHistory is how many ticks a client keeps at first: two seconds at the highest rate.
	leastHistory = 256
	// mostHistory is how many at most, whatever the dilation: two minutes at the highest rate.
	mostHistory = 1 << 14
)

// A history keeps a value for each of the latest ticks.
type history[T any] struct {
	ring []T // a power of two
}

func newHistory[T any]() history[T] { return history[T]{make([]T, leastHistory)} }

// length returns how many ticks are kept.
func (h *history[T]) length() int64 { return int64(len(h.ring)) }

// at returns the value of a tick, which must be one of the latest.
func (h *history[T]) at(tick int64) *T { return &h.ring[tick&(h.length()-1)] }

// grow makes room for more ticks. Values up to the newest tick stay.
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

// A ring keeps the latest 32 of something.
type ring[T any] struct {
	kept  [32]T
	count uint64 // of all there were
}

func (r *ring[T]) add(x T) {
	r.kept[r.count%uint64(len(r.kept))] = x
	r.count++
}

// since appends those after the first after ones to dst, oldest first, as far as they are kept.
func (r *ring[T]) since(after uint64, dst []T) []T {
	for i := max(after, r.count-min(r.count, uint64(len(r.kept)))); i < r.count; i++ {
		dst = append(dst, r.kept[i%uint64(len(r.kept))])
	}
	return dst
}

// worldAt returns the world time at which a tick starts.
func (c *Client) worldAt(tick int64) netsync.World {
	return unity.NewNetworkTime(c.cfg.Rate, tick).World()
}

// at returns the world time at which a tick starts.
func (h *Host) at(tick int64) netsync.World {
	return unity.NewNetworkTime(h.cfg.Rate, tick).World()
}
