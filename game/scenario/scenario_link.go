package scenario

import (
	"fmt"
	"slices"

	"driftlab/netsim"
)

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
