package netsim

import "math/bits"

// An event is a packet's arrival.
type event struct {
	at  Time
	seq uint64 // unique: the packet's ID
	ref int32  // its slot
}

// A wakeQueue holds when each node wakes next, [Never] if it does not, and knows which is first: by time, and at the
// same instant in the order of nodes.
//
// It is a tournament tree: the earlier of two neighbours goes up. A change is replayed from its node up, so it costs the
// logarithm of the number of nodes and moves nothing else.
type wakeQueue struct {
	times   []Time  // by node, filled up to a power of two with ones that never wake
	winners []int32 // winners[i] is the first of the two below i, winners[1] of all; below are 2i and 2i+1, and at the end nodes
	nodes   int
}

// add appends the next node, with no wake-up.
func (q *wakeQueue) add() {
	if q.nodes++; q.nodes <= len(q.times) {
		return
	}
	room := max(2*len(q.times), 2)
	for len(q.times) < room {
		q.times = append(q.times, Never)
	}
	q.winners = make([]int32, room)
	for node := 0; node < room; node += 2 {
		q.play(int32(node))
	}
}

// first returns which node wakes first, and when; [Never] if none does.
func (q *wakeQueue) first() (node int32, at Time) {
	if q.nodes == 0 {
		return 0, Never
	}
	node = q.winners[1]
	return node, q.times[node]
}

// set changes when the node wakes.
func (q *wakeQueue) set(node int32, at Time) {
	q.times[node] = at
	q.play(node)
}

// play updates the winners above a node.
func (q *wakeQueue) play(node int32) {
	times, winners := q.times, q.winners
	left := node &^ 1
	winner := left
	if times[left+1] < times[left] {
		winner++
	}
	i := (int(node) + len(winners)) / 2
	winners[i] = winner
	for ; i > 1; i /= 2 {
		a, b := winners[i&^1], winners[i|1]
		if times[b] < times[a] {
			a = b
		}
		winners[i/2] = a
	}
}

// An arrivalQueue holds the packets in flight, and knows which arrives next: by time, and at the same
// instant in the order in which they were pushed.
//
// It is a radix heap (Ahuja, Mehlhorn, Orlin and Tarjan, "Faster algorithms for the shortest path problem", Journal of
// the ACM 37, 1990), which a virtual clock allows since nothing is pushed before what was popped last. An event is in
// the row of the highest digit, to the base of 256, in which its time differs from the time popped last, and there in
// the bucket of that digit. So the first event is in the first bucket in use of the first row in use, and once it is
// popped the others of that bucket belong in the rows below. Each event moves down a few rows in its life, however many
// are in flight, and memory is walked in order, where a binary heap of a million misses the cache at every level.
//
// Events of the same time are in the same bucket at all times and move in their order, so they keep it.
type arrivalQueue struct {
	last    Time  // popped last
	first   event // comes next; at [Never] if there is none
	size    int
	rows    uint8          // a bit for each row in use
	used    [8][4]uint64   // a bit for each bucket in use
	buckets [8][256]bucket // [row][digit]
	blocks  []block        // of which some are free, chained from free on
	free    int32
	soon    []int32 // packets that come next: those of the bucket that the latest pop has spread, if they are few
}

// A bucket is one event or a chain of blocks of them.
type bucket struct {
	first      event // of all in it
	head, tail int32 // blocks; the head is noBlock where first is the only one
	from, to   int32 // the events of the head from from on, those of the tail before to
}

// A block is a piece of a bucket: 512 bytes of events in the order in which they came.
type block struct {
	next   int32 // block, or noBlock
	events [blockEvents]event
}

const (
	blockEvents = 21
	noBlock     = -1

	// soonMost bounds soon: the first cache lines of this many packets fit into a processor's first-level cache.
	soonMost = 256
)

// nothing is the first event of an empty queue: it comes after everything else.
var nothing = event{at: Never, seq: ^uint64(0)}

// push adds an event that is not before the last that was popped.
func (q *arrivalQueue) push(ev event) {
	q.size++
	q.add(ev)
	if ev.at < q.first.at {
		q.first = ev
	}
}

// pop takes the first event off. The queue must not be empty.
func (q *arrivalQueue) pop() event {
	ev := q.first
	row, digit := q.place(ev.at)
	q.size--
	q.last = ev.at
	q.soon = q.soon[:0]
	switch b := &q.buckets[row][digit]; {
	case b.head == noBlock:
		q.clear(row, digit)
	case row > 0:
		q.clear(row, digit)
		q.spread(*b)
	default:
		q.advance(b, digit)
	}
	q.first = q.findFirst()
	return ev
}

// findFirst returns the first event: that of the first bucket in use.
func (q *arrivalQueue) findFirst() event {
	if q.rows == 0 {
		return nothing
	}
	row := bits.TrailingZeros8(q.rows)
	for word, used := range q.used[row] {
		if used != 0 {
			return q.buckets[row][word<<6+bits.TrailingZeros64(used)].first
		}
	}
	return nothing
}

// place returns where an event of a time belongs.
func (q *arrivalQueue) place(t Time) (row, digit uint8) {
	row = uint8(bits.Len64(uint64(t^q.last)|1)-1) >> 3 & 7
	return row, uint8(t >> (row << 3))
}

// add puts an event into its bucket.
func (q *arrivalQueue) add(ev event) {
	row, digit := q.place(ev.at)
	b := &q.buckets[row][digit]
	word, bit := &q.used[row][digit>>6], uint64(1)<<(digit&63)
	if *word&bit == 0 {
		*word |= bit
		q.rows |= 1 << row
		b.first, b.head = ev, noBlock
		return
	}
	if b.head == noBlock {
		n := q.take()
		q.blocks[n].events[0] = b.first
		b.head, b.tail, b.from, b.to = n, n, 0, 1
	} else if b.to == blockEvents {
		n := q.take()
		q.blocks[b.tail].next = n
		b.tail, b.to = n, 0
	}
	q.blocks[b.tail].events[b.to] = ev
	b.to++
	if ev.at < b.first.at {
		b.first = ev
	}
}

// spread moves the events of a bucket, but for the first, to the rows where they belong now that it was popped.
func (q *arrivalQueue) spread(b bucket) {
	for n, from := b.head, b.from; n != noBlock; from = 0 {
		to := int32(blockEvents)
		if n == b.tail {
			to = b.to
		}
		for i := from; i < to; i++ {
			if ev := q.blocks[n].events[i]; ev.seq != b.first.seq {
				q.add(ev)
				if len(q.soon) <= soonMost {
					q.soon = append(q.soon, ev.ref)
				}
			}
		}
		next := q.blocks[n].next
		q.release(n)
		n = next
	}
	if len(q.soon) > soonMost {
		q.soon = q.soon[:0]
	}
}

// advance takes the first event off a bucket of row 0. All in it are of the same time.
func (q *arrivalQueue) advance(b *bucket, digit uint8) {
	b.from++
	switch {
	case b.head == b.tail && b.from == b.to:
		q.release(b.head)
		q.clear(0, digit)
		return
	case b.from == blockEvents:
		next := q.blocks[b.head].next
		q.release(b.head)
		b.head, b.from = next, 0
	}
	b.first = q.blocks[b.head].events[b.from]
}

// clear marks a bucket as unused.
func (q *arrivalQueue) clear(row, digit uint8) {
	used := &q.used[row]
	used[digit>>6] &^= 1 << (digit & 63)
	if used[0]|used[1]|used[2]|used[3] == 0 {
		q.rows &^= 1 << row
	}
}

// take returns a block to fill.
func (q *arrivalQueue) take() int32 {
	n := q.free
	if n == noBlock {
		n = int32(len(q.blocks))
		q.blocks = append(q.blocks, block{})
	} else {
		q.free = q.blocks[n].next
	}
	q.blocks[n].next = noBlock
	return n
}

// release takes a block back.
func (q *arrivalQueue) release(n int32) {
	q.blocks[n].next = q.free
	q.free = n
}

// all calls yield with every event, in no particular order, as a range loop does.
func (q *arrivalQueue) all(yield func(event) bool) {
	for row := range q.buckets {
		for digit := range q.buckets[row] {
			if q.used[row][digit>>6]>>(digit&63)&1 == 1 && !q.eachOf(&q.buckets[row][digit], yield) {
				return
			}
		}
	}
}

// eachOf is all for one bucket. It reports whether yield wants more.
func (q *arrivalQueue) eachOf(b *bucket, yield func(event) bool) bool {
	if b.head == noBlock {
		return yield(b.first)
	}
	for n, from := b.head, b.from; n != noBlock; n, from = q.blocks[n].next, 0 {
		to := int32(blockEvents)
		if n == b.tail {
			to = b.to
		}
		for _, ev := range q.blocks[n].events[from:to] {
			if !yield(ev) {
				return false
			}
		}
	}
	return true
}
