package game

import (
	"driftlab/netsync/unity"
)

// hitboxTicks is how many ticks of positions the host remembers: two seconds at the highest rate, which is
// twice as far as it ever takes a player back.
const hitboxTicks = 256

// hitboxHistory holds the places of all players in the latest ticks, for lag compensation.
type hitboxHistory struct {
	ring    []hitbox // a row of players for each tick
	players int
	newest  int64
}

type hitbox struct {
	pos  Point
	here bool // the player was in the world and could be hit
}

// row returns the players at a tick, by number.
func (t *hitboxHistory) row(tick int64) []hitbox {
	i := int(tick&(hitboxTicks-1)) * t.players
	return t.ring[i : i+t.players]
}

// at returns where a player was at a time, as a client that interpolates between ticks shows it. ok is
// false if it was not in the world, or if that is not remembered.
func (t *hitboxHistory) at(player int, when unity.NetworkTime) (p Point, ok bool) {
	tick := when.Tick()
	if tick > t.newest || tick <= t.newest-hitboxTicks || tick < 0 {
		return Point{}, false
	}
	a := t.row(tick)[player]
	if tick == t.newest {
		return a.pos, a.here
	}
	b := t.row(tick + 1)[player]
	return between(a.pos, b.pos, when.Parts()), a.here && b.here
}

// here says whether a player is in the world.
func (h *Host) here(id int) bool { return id == 0 || h.peers[id].joined }
