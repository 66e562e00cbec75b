package main

import (
	"time"

	"driftlab/netsim"
)

// An awake says from when on a client that has slept can know that: not before it has heard the host. Until then every clock is as wrong as
// the sleep was long, and who is the nearest among seconds would be chance.
type awake struct {
	latest netsim.Time // sample
	deaf   bool
}

// leastSleep is less than any sleep that is drawn, and longer than any hitch.
const leastSleep = netsim.Time(2*time.Second - time.Millisecond)

// counts says whether a sample does.
func (a *awake) counts(at netsim.Time) bool {
	a.deaf = a.deaf || at-a.latest > leastSleep
	a.latest = at
	return !a.deaf
}

// hear takes a datagram that has arrived.
func (a *awake) hear(f flight) { a.deaf = a.deaf && f.way != down }
