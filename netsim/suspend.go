package netsim

// A state says whether a machine runs.
type state uint8

const (
	awake state = iota
	asleep
	overdue // asleep, and a wake-up was due meanwhile
)

// Suspend puts a node's machine to sleep, as closing a laptop's lid does: from now on it gets neither datagrams nor
// wake-ups. Datagrams that arrive meanwhile are lost. For its clock see [Oscillator.Stop]. The node must exist.
func (e *Engine) Suspend(node NodeID) {
	if e.states[node] == awake {
		e.states[node] = asleep
	}
}

// Resume wakes the machine up again. If a wake-up was due while it slept, the node is woken now; later ones come at
// their time. The node must exist.
func (e *Engine) Resume(node NodeID) {
	was := e.states[node]
	e.states[node] = awake
	if was == overdue {
		e.WakeAt(node, e.now)
	}
}
