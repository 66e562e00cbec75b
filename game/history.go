package game

import (
	"math/bits"
	"time"
)

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

// remember has the client keep as many ticks as its predicted time is ahead of the host's states, and a second
// more: only what is kept can be compared with them.
func (c *Client) remember(m Moment) {
	if !m.OK || !c.predict.started {
		return
	}
	apart := m.Predicted.Sub(m.Server) + time.Second
	ticks := int64(apart) * int64(c.cfg.Rate) / int64(time.Second)
	c.predict.ticks.grow(ticks, c.predict.tick)
	c.adapt.leads.grow(ticks, c.predict.tick)
}
