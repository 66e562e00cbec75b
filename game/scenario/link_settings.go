package scenario

import (
	"errors"
	"fmt"
	"slices"

	"driftlab/internal/param"
	"driftlab/netsim"
)

// A Direction is one of a link's two.
type Direction int

// The two directions.
const (
	Up   Direction = iota // from client to host
	Down                  // from host to client

	Directions // how many there are
)

// Links has the settings of a link, once each way.
var Links = [Directions]Group[netsim.Settings]{
	Up:   {Way: Up, prefix: "link.up.", help: " from client to host", fields: netsim.Settings{}.Fields()},
	Down: {Way: Down, prefix: "link.down.", help: " from host to client", fields: netsim.Settings{}.Fields()},
}

// touchesPair says whether settings are among those that may not go together, as [valueTable.check] has it.
func touchesPair(set []Assignment) bool {
	return slices.ContainsFunc(set, func(a Assignment) bool { return a.Key().With != "" })
}

// concerns says whether what is set concerns a client; nil is all that can be set.
func concerns(set []Assignment, client int) bool {
	return set == nil || slices.ContainsFunc(set, func(a Assignment) bool { return a.Concerns(client) })
}

// check reports settings each of which is in range and which do not go together, of the clients that what has been set
// concerns.
func (t valueTable) check(set []Assignment) error {
	for i, values := range t[1:] {
		if !concerns(set, i+1) {
			continue
		}
		for d := range Links {
			g := &Links[d]
			if err := g.of(values).Validate(); err != nil {
				client := fmt.Sprintf("client%d.", i+1)
				return invalid{pairKeys(err, client, g.prefix, "link."), fmt.Errorf("%s%s%w", client, g.prefix, err)}
			}
		}
	}
	// Constants of a clock may each be in range and not go together.
	for client := range t {
		if !concerns(set, client) {
			continue
		}
		for _, a := range t.clocks(client) {
			if err := a.Validate(); err != nil {
				prefix := a.Name + "."
				return invalid{pairKeys(err, fmt.Sprintf("client%d.", client), prefix), fmt.Errorf("%s%w", prefix, err)}
			}
		}
	}
	return nil
}

// pairKeys returns the keys under which a file may set, for a client, a setting that does not go together with
// another, and that one, as settings go over one another: what their names may begin with.
func pairKeys(err error, client string, prefixes ...string) (names []string) {
	var pair *param.PairError
	if errors.As(err, &pair) {
		for _, setting := range pair.Names {
			for _, whose := range []string{client, ""} {
				for _, prefix := range prefixes {
					names = append(names, "set."+whose+prefix+setting)
				}
			}
		}
	}
	return append(names, "set."+client+presetKey, "set."+presetKey)
}
