package session

import (
	"fmt"

	"driftlab/netsim"
)

// Link returns the settings of the link of a client, 1..sc.Clients, at the start of the scenario.
func (sc *Scenario) Link(client int) (toHost, fromHost netsim.Settings, err error) {
	if client < 1 || client > sc.Clients {
		return toHost, fromHost, fmt.Errorf("client %d is outside 1..%d", client, sc.Clients)
	}
	values := newValueTable(sc.Clients)
	values.store(sc.Set)
	return link(values[client], up), link(values[client], down), nil
}
