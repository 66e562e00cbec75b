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

// LinkFiles returns the absolute paths of the files that the link of a client, 1..sc.Clients, is read from
// at the start of the scenario, by the keys that name them, such as link.up.trace.
func (sc *Scenario) LinkFiles(client int) map[string]string {
	values := newValueTable(sc.Clients)
	values.store(sc.Set)
	files := map[string]string{}
	for i, v := range values[client] {
		if v.text != nil && v.text.checksum != "" {
			files[keys[i].Name] = v.text.text
		}
	}
	return files
}
