package game

import (
	"math/bits"
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
