package main

import (
	"time"

	"driftlab/netsim"
	"driftlab/session"
)

// An awake says from when on a client that has slept can know that: not before it has heard the host. Until then every clock is as wrong as
// the sleep was long, and who is the nearest among seconds would be chance.
type awake struct {
	latest netsim.Time // sample
	deaf   bool
	coming map[uint64]bool // the host's datagrams
}

// leastSleep is less than any sleep that is drawn, and longer than any hitch.
const leastSleep = netsim.Time(2*time.Second - time.Millisecond)

// counts says whether a sample does.
func (a *awake) counts(at netsim.Time) bool {
	a.deaf = a.deaf || at-a.latest > leastSleep
	a.latest = at
	return !a.deaf
}

// hear takes what becomes of a datagram.
func (a *awake) hear(e session.Entry) {
	switch e := e.(type) {
	case *session.Departure:
		if e.From == 0 && e.Fate != netsim.Lost {
			a.coming[e.ID] = true
		}
	case *session.Arrival:
		if a.coming[e.Packet] {
			delete(a.coming, e.Packet)
			a.deaf = false
		}
	}
}
