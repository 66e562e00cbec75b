package session

import (
	"driftlab/game"
	"driftlab/netsim"
)

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
