package scenario

import (
	"slices"
	"strings"

	"driftlab/internal/param"
	"driftlab/netsim"
)

// A Key is one setting, as its list declares it, in the table of keys. The table feeds the command line, the scenario
// files, the window's controls and the help: nothing is described twice.
type Key struct {
	param.Param

	tip   string
	world bool // one for the session; otherwise each client has its own
	fixed bool // can only be set before the start
	group any  // the [*Group] that it is of, or a clock's
}

// World says whether there is one value for the session rather than one a client.
func (k *Key) World() bool { return k.world }

// Group returns the [*Group] that the key is of; a clock's constants have a [*ClockGroup].
func (k *Key) Group() any { return k.group }

// Fixed says whether the key can only be set before the start.
func (k *Key) Fixed() bool { return k.fixed }

// BothWays returns the name under which a key of a link is set both ways, and of others their own.
func (k *Key) BothWays() string {
	if g, ok := k.group.(*Group[netsim.Settings]); ok {
		return "link." + strings.TrimPrefix(k.Name, g.prefix)
	}
	return k.Name
}

// Tip says in English what the key does, of a link's whichever way it is for.
func (k *Key) Tip() string { return k.tip }

// keys is the table, in the order in which help shows it.
var keys = func() (all []Key) {
	toHost, fromHost := Links[Up].keys(0, 2), Links[Down].keys(1, 2)
	for i := range toHost {
		all = append(all, toHost[i], fromHost[i])
	}
	for _, g := range []interface{ keys(first, step int) []Key }{&Machines, &ClientPolling, &Times, &Buffers, &Inputs, &ClientTicks, &Datagrams, &Bulks, &Looks, &Hosts, &HostPolling, &Measurings} {
		all = append(all, g.keys(len(all), 1)...)
	}
	for i := range clockGroups {
		all = append(all, clockGroups[i].keys(len(all), 1)...)
	}
	return append(all, Worlds.keys(len(all), 1)...)
}()

// groups has each group of the table once.
var groups = func() (all []any) {
	for i := range keys {
		if g := keys[i].group; !slices.Contains(all, g) {
			all = append(all, g)
		}
	}
	return all
}()

// Groups returns what [Key.Group] returns of the table's keys, in its order.
func Groups() []any { return groups }

// linkKeys is how many keys of the table are a link's: its first ones, each for up and then for down.
var linkKeys = 2 * len(netsim.Settings{}.Fields())

// Keys returns the table of settings: those of a link first, each for up and then for down.
func Keys() []Key { return keys }

// LinkKeys returns the keys of a link once each, named as they set both directions.
func LinkKeys() []Key {
	both := Group[netsim.Settings]{fields: Links[Up].fields, prefix: "link."}
	return both.keys(0, 1)
}

// places are where keys are in the table, by name.
var places = func() map[string]int {
	at := map[string]int{}
	for i := range keys {
		at[keys[i].Name] = i
	}
	return at
}()

// indexOf returns a key's place in the table, or −1.
func indexOf(name string) int {
	if i, ok := places[name]; ok {
		return i
	}
	return -1
}

// Find returns the key with a name as the table has it, or nil. Of a name that stands for both directions of a link
// it returns the key of the way up.
func Find(name string) *Key {
	if i := indexOf(spread(name)[0]); i >= 0 {
		return &keys[i]
	}
	return nil
}

// formerNames has the keys that were called otherwise once, and what they are called now. Whatever names a key may use
// the names of old: flags, files, shared texts, logs and sweeps. All that is written has the names of now.
//
// These went on from another key's name (link.sway, bots), and in TOML a value is no table.
var formerNames = map[string]string{
	"link.sway.over":      "link.sway-over",
	"link.up.sway.over":   "link.up.sway-over",
	"link.down.sway.over": "link.down.sway-over",
	"bots.own":            "bots-own",
}

// current returns a key's name, which may name one client, as it is called now.
func current(name string) string {
	_, plain, _ := splitClient(name)
	if now, ok := formerNames[plain]; ok {
		return strings.TrimSuffix(name, plain) + now
	}
	return name
}
