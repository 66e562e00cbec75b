package netsim

// An event is one thing that will happen: a packet's arrival or a node's wake-up.
type event struct {
	at  Time
	seq uint64 // unique: the packet's ID, or the node
	ref int32  // what happens: the packet's slot, or the node
}

// before orders events by time, and at the same instant by their numbers.
func (a event) before(b event) bool {
	return a.at < b.at || a.at == b.at && a.seq < b.seq
}

// A wakeQueue is a binary heap with exactly one event for each node: its next wake-up, at [Never]
// if it has none. It knows where each node's event is, so moving a wake-up leaves nothing behind.
type wakeQueue struct {
	heap []event
	pos  []int32 // pos[node] is the index of the node's event in heap
}

// add appends the next node, with no wake-up.
func (q *wakeQueue) add() {
	node := int32(len(q.pos))
	// Nothing comes after Never with the largest number, so the end of the heap is its place.
	q.heap = append(q.heap, event{at: Never, seq: uint64(node), ref: node})
	q.pos = append(q.pos, node)
}

// at returns when the node wakes.
func (q *wakeQueue) at(node int32) Time { return q.heap[q.pos[node]].at }

// set moves the wake-up of node ev.ref to ev.
func (q *wakeQueue) set(ev event) {
	i := int(q.pos[ev.ref])
	for i > 0 {
		parent := (i - 1) / 2
		if !ev.before(q.heap[parent]) {
			break
		}
		q.place(i, q.heap[parent])
		i = parent
	}
	for {
		child := 2*i + 1
		if child >= len(q.heap) {
			break
		}
		if child+1 < len(q.heap) && q.heap[child+1].before(q.heap[child]) {
			child++
		}
		if !q.heap[child].before(ev) {
			break
		}
		q.place(i, q.heap[child])
		i = child
	}
	q.place(i, ev)
}

func (q *wakeQueue) place(i int, ev event) {
	q.heap[i] = ev
	q.pos[ev.ref] = int32(i)
}
