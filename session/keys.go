package session

import (
	"driftlab/netsim"
	"driftlab/netsync"
)

// A Key is one setting. The table of keys feeds the command line, the scenario files, the window's
// controls and the help: nothing is described twice.
type Key struct {
	Name string
	Help string

	unit     unit
	min, max int64
	off      bool // 0 is allowed too, outside the range: it switches off
	standard int64
	choices  []string
	read     textReader // of a key whose value is a text; otherwise nil
	world    bool       // one for the session; otherwise each client has its own
	fixed    bool       // can only be set before the start
	steady   bool       // a number that does not go together with all others at all values between two
}

// World says whether there is one value for the session rather than one a client.
func (k *Key) World() bool { return k.world }

// Fixed says whether the key can only be set before the start.
func (k *Key) Fixed() bool { return k.fixed }

// Text says whether the value is a text: the path of a file, or a list.
func (k *Key) Text() bool { return k.read != nil }

// Keys returns the table of settings: those of a link first, each for up and then for down.
func Keys() []Key { return keys[:] }

// LinkKeys returns the keys of a link once each, named as they set both directions.
func LinkKeys() []Key { return linkKeys("link.", "") }

func distributionNames() (names []string) {
	for _, d := range netsim.Distributions() {
		names = append(names, d.Name())
	}
	return names
}

func algorithmNames() (names []string) {
	for _, a := range netsync.Algorithms() {
		names = append(names, a.Name)
	}
	return names
}

func algorithmIndex(name string) int64 {
	for i, a := range netsync.Algorithms() {
		if a.Name == name {
			return int64(i)
		}
	}
	return 0
}

// indexOf returns a key's place in the table, or −1.
func indexOf(name string) int {
	for i := range keys {
		if keys[i].Name == name {
			return i
		}
	}
	return -1
}

// Find returns the key with a name as the table has it, or nil.
func Find(name string) *Key {
	if i := indexOf(name); i >= 0 {
		return &keys[i]
	}
	return nil
}
