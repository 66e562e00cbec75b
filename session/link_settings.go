package session

import (
	"errors"
	"fmt"
	"slices"

	"driftlab/netsim"
)

// A direction is one of a link's two.
type direction int

const (
	up direction = iota
	down
	directions
)

// links has the settings of a link, once each way.
var links = [directions]group[netsim.Settings]{
	up:   {way: up, prefix: "link.up.", help: " from client to host", fields: netsim.Fields()},
	down: {way: down, prefix: "link.down.", help: " from host to client", fields: netsim.Fields()},
}

// touchesPair says whether settings are among those that may not go together, as [valueTable.check] has it.
func touchesPair(set []Assignment) bool {
	return slices.ContainsFunc(set, func(a Assignment) bool { return a.Key().With != "" })
}

// check reports settings each of which is in range and which do not go together.
func (t valueTable) check() error {
	for i, values := range t[1:] {
		for d := range links {
			g := &links[d]
			if err := g.of(values).Validate(); err != nil {
				client := fmt.Sprintf("client%d.", i+1)
				return invalid{g.pairKeys(client, err), fmt.Errorf("%s%s%w", client, g.prefix, err)}
			}
		}
	}
	return nil
}

// pairKeys returns the keys under which a file may set, for a client, a setting that does not go together with
// another, and that one, as settings go over one another.
func (g *group[T]) pairKeys(client string, err error) (names []string) {
	var pair *netsim.PairError
	if errors.As(err, &pair) {
		for _, setting := range pair.Names {
			for _, whose := range []string{client, ""} {
				names = append(names, "set."+whose+g.prefix+setting, "set."+whose+"link."+setting)
			}
		}
	}
	return append(names, "set."+client+presetKey, "set."+presetKey)
}
