package session

import (
	"driftlab/game"
	"driftlab/netsim"
)

// A Press is a deed of a client's player when the client has played its tick for the first time.
type Press struct {
	Client int
	At     netsim.Time // of the frame
	Tick   int64
	Deed   game.Deed
	// Key is when a person pressed the key, [netsim.Never] where nobody did: a robot has none, and one that is held down
	// goes on firing.
	Key netsim.Time
}

// A Deed is a deed of a client's player when the host has played its tick.
type Deed struct {
	Client int
	At     netsim.Time
	Tick   int64
	Deed   game.Deed
	Shot   uint32 // the projectile's number, 0 for none
}

// A ShotHeard is a projectile that a client has heard of by a datagram for the first time: by the message of its spawn, or
// by one of places.
type ShotHeard struct {
	Client int
	Read   netsim.Time
	Packet uint64
	Shot   uint32
}

// fingers are on the keys of a client's player, where a person plays it.
type fingers struct {
	held    game.Buttons
	pressed [8]netsim.Time // when each was pressed last, 0 for never
}

// hold has the fingers be on these keys from now on.
func (f *fingers) hold(keys game.Buttons, now netsim.Time) {
	for i := range f.pressed {
		if keys&^f.held>>i&1 != 0 {
			f.pressed[i] = now
		}
	}
	f.held = keys
}

// key returns when the one of some keys was pressed that went down last, of those that are down.
func (f *fingers) key(keys game.Buttons) netsim.Time {
	latest := netsim.Time(0)
	for i, at := range f.pressed {
		if keys&f.held>>i&1 != 0 {
			latest = max(latest, at)
		}
	}
	if latest == 0 {
		return netsim.Never
	}
	return latest
}
