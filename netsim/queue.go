package netsim

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
