package capture

import "driftlab/netsim"

// An agenda holds what is to be written later: a binary heap, with what comes first on top. Of two
// things at the same instant the one that was put down first comes first.
type agenda[T any] struct {
	heap []entry[T]
	seq  uint64 // entries so far
}

type entry[T any] struct {
	at   netsim.Time
	seq  uint64
	what T
}

func (e *entry[T]) before(o *entry[T]) bool {
	return e.at < o.at || e.at == o.at && e.seq < o.seq
}

func (a *agenda[T]) add(at netsim.Time, what T) {
	a.seq++
	a.heap = append(a.heap, entry[T]{at, a.seq, what})
	h := a.heap
	for i := len(h) - 1; i > 0; {
		parent := (i - 1) / 2
		if !h[i].before(&h[parent]) {
			break
		}
		h[i], h[parent] = h[parent], h[i]
		i = parent
	}
}

// next takes off what comes first, if that is at or before until.
func (a *agenda[T]) next(until netsim.Time) (e entry[T], ok bool) {
	h := a.heap
	if len(h) == 0 || h[0].at > until {
		return e, false
	}
	e = h[0]
	last := len(h) - 1
	h[0], h[last] = h[last], entry[T]{}
	a.heap = h[:last]
	for i := 0; ; {
		child := 2*i + 1
		if child >= last {
			return e, true
		}
		if child+1 < last && h[child+1].before(&h[child]) {
			child++
		}
		if !h[child].before(&h[i]) {
			return e, true
		}
		h[i], h[child] = h[child], h[i]
		i = child
	}
}
