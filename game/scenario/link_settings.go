package scenario

import (
	"errors"
	"fmt"
	"slices"
	"time"

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

// workKey is the setting of the work before answers, which must be shorter than a driving clock waits for them.
const workKey = "host.answer.work"

// touchesPair says whether settings are among those that may not go together, as [valueTable.check] has it.
func touchesPair(set []Assignment) bool {
	return slices.ContainsFunc(set, func(a Assignment) bool { return a.Key().With != "" || a.Key().Name == workKey })
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
	return t.checkWork()
}

// checkWork reports a work before answers that is as long as a driving clock waits for them: it would never be set. Clocks that run
// beside it may give up.
func (t valueTable) checkWork() error {
	work := Hosts.of(t[0]).Work
	for client := 1; client < len(t) && work > 0; client++ {
		driving := Machines.of(t[client]).Algorithm
		for _, a := range t.clocks(client) {
			c, waits := a.Config.(interface{ LongestTrip() time.Duration })
			if a.Name == driving && waits && work >= c.LongestTrip() {
				return invalid{[]string{"set." + workKey}, fmt.Errorf("%s: %v is not shorter than %v, for which client %d's %s waits for an answer", workKey, work, c.LongestTrip(), client, a.Name)}
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

// Link returns the settings of the link of a client, 1..sc.Clients, at the start of the scenario.
func (sc *Scenario) Link(client int) (toHost, fromHost netsim.Settings, err error) {
	if client < 1 || client > sc.Clients {
		return toHost, fromHost, fmt.Errorf("client %d is outside 1..%d", client, sc.Clients)
	}
	values := newValueTable(sc.Clients)
	values.store(sc.Set)
	return Links[Up].of(values[client]), Links[Down].of(values[client]), nil
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

// Files returns the paths of all files that the scenario has been read from: its own, and those that settings
// name, also of other worlds of its file, and where another setting has taken their place. Nothing that is made
// from the scenario may be written over them.
func (sc *Scenario) Files() []string {
	all := slices.Concat(sc.read, FilesOf(sc.Set))
	for i := range sc.Events {
		all = append(all, FilesOf(sc.Events[i].Set)...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// FilesOf returns the paths of the files that settings name.
func FilesOf(set []Assignment) (paths []string) {
	for _, a := range set {
		if a.text != nil && a.text.checksum != "" {
			paths = append(paths, a.text.text)
		}
	}
	return paths
}
