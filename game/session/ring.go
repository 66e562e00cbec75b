package session

import (
	"sort"
	"unsafe"
)

// A ring keeps the latest of what is added to it. What it holds is numbered; it grows up to its limit
// and allocates nothing from then on.
type ring[T any] struct {
	items      []T // a power of two of them; the n-th is at n modulo that
	limit      int // a power of two
	first, end uint64
}

// leastRing is with how many places a ring begins.
const leastRing = 256

// add makes room for one more at the end and returns its place, which holds what it held before.
func (r *ring[T]) add() *T {
	if int(r.end-r.first) == len(r.items) {
		if len(r.items) < r.limit {
			r.grow()
		} else {
			r.first++
		}
	}
	r.end++
	return r.at(r.end - 1)
}

func (r *ring[T]) grow() {
	larger := ring[T]{items: make([]T, min(max(2*len(r.items), leastRing), r.limit))}
	for n := r.first; n < r.end; n++ {
		*larger.at(n) = *r.at(n)
	}
	r.items = larger.items
}

func (r *ring[T]) bytes() int { return len(r.items) * int(unsafe.Sizeof(*new(T))) }

// at returns the n-th, which must be kept.
func (r *ring[T]) at(n uint64) *T { return &r.items[n&uint64(len(r.items)-1)] }

func (r *ring[T]) has(n uint64) bool { return n >= r.first && n < r.end }

// full says whether what comes next takes the place of the oldest.
func (r *ring[T]) full() bool { return int(r.end-r.first) == r.limit }

// search returns the number of the first for which after is true, end if there is none. It must be
// false for some and true for all behind them.
func (r *ring[T]) search(after func(*T) bool) uint64 {
	return r.first + uint64(sort.Search(int(r.end-r.first), func(i int) bool { return after(r.at(r.first + uint64(i))) }))
}

// cut forgets the first for which after is true, and all behind it.
func (r *ring[T]) cut(after func(*T) bool) { r.end = r.search(after) }
