package scenario

import "time"

// What a move of one client costs, over the dearer carrier: what a session takes in must not depend on the carrier, or its log
// could not be played again on the other. Measured on two cores of a Xeon at 2.5 GHz, beside what the session does anyway:
//
//	go test -run '^$' -bench Move -benchtime 300x ./game/session
const (
	joinCost   = 8 * time.Microsecond   // it is let in, over three datagrams
	clockCost  = 1100 * time.Nanosecond // and each of its clocks restarts
	rebindCost = 10 * time.Microsecond  // a socket is opened
	leaveCost  = 200 * time.Nanosecond
)

// moveCost returns what the event costs by the clients, of so many with so many clocks each, that it lets join, leave or get
// another address.
func (ev *Event) moveCost(clients, clocks int) (cost time.Duration) {
	join := joinCost + time.Duration(clocks)*clockCost
	for _, m := range [...]struct {
		whom int
		cost time.Duration
	}{{ev.Join, join}, {ev.Leave, leaveCost}, {ev.Rejoin, join}, {ev.Rebind, rebindCost}} {
		cost += time.Duration(clientsOf(m.whom, clients)) * m.cost
	}
	if ev.Restart {
		cost += time.Duration(clients*clocks) * clockCost
	}
	return cost
}

// Moves returns how many of so many clients the event lets join, leave or get another address, each counted for each.
func (ev *Event) Moves(clients int) (n int) {
	for _, p := range ev.whom() {
		n += clientsOf(*p.client, clients)
	}
	return n
}

// clientsOf returns how many of so many clients a party of an event is.
func clientsOf(whom, clients int) int {
	switch whom {
	case 0:
		return 0
	case AllClients:
		return clients
	}
	return 1
}
