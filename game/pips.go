package game

import (
	"strconv"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/unity"
)

// MaxPips is how many hits a player can be made to stand at most.
const MaxPips = 9

// How a hit is felt where players have pips.
const (
	// OutTime is how long a player is out that has lost its last pip, and ShieldTime how long it cannot be hit when it is back.
	OutTime    = 1500 * time.Millisecond
	ShieldTime = time.Second

	pushAway = 4 * MetreASecond
	pushUp   = 3 * MetreASecond
)

// Pips says how many hits a player stands: by the arena, or one less than the number.
type Pips int

// ArenaPips stands for what the arena has.
const ArenaPips Pips = 0

// PipsNames returns the names that settings use, by [Pips].
func PipsNames() []string {
	names := []string{"arena", "off"}
	for n := 1; n <= MaxPips; n++ {
		names = append(names, strconv.Itoa(n))
	}
	return names
}

// ticksOf is how many ticks a time has.
func ticksOf(d time.Duration, rate int) uint16 { return uint16(int(d/time.Millisecond) * rate / 1000) }

// lies says whether one with so many ticks left is out of the game: it lies where it fell, and nothing that it presses counts.
func lies(out uint16, rate int) bool { return out > ticksOf(ShieldTime, rate) }

// outTime returns how long so many ticks are.
func outTime(out uint16, rate int) time.Duration {
	if out == 0 {
		return 0
	}
	return time.Duration(unity.NewNetworkTime(rate, int64(out)).World())
}

// strike takes a pip from a player whom a projectile has hit, and pushes it: who has none left is out.
func (h *Host) strike(victim int, s *Shot, w netsync.World) {
	switch h.cfg.Level.Goal {
	case Taken:
		h.ruled[s.Owner]++
	case Brought:
		if int(h.token.holder) == victim {
			h.drop(w)
		}
	}
	if h.cfg.Level.Pips == 0 {
		return
	}
	p := &h.players[victim]
	push := impulse{Speed(s.Dir) * pushAway, pushUp}
	push.on(p)
	if p.Pips > 0 {
		p.Pips--
	}
	if p.Pips == 0 {
		p.Out = ticksOf(OutTime, h.cfg.Rate) + ticksOf(ShieldTime, h.cfg.Rate)
	}
}

// hittable says whether a player is in the game, and neither out nor shielded.
func (h *Host) hittable(id int) bool { return h.here(id) && h.players[id].Out == 0 }

// bringBack puts those without a pip whose time out is over where they begin anew.
func (h *Host) bringBack() {
	shield := ticksOf(ShieldTime, h.cfg.Rate)
	for id := range h.peers {
		p := &h.players[id]
		if p.Pips == 0 && p.Out == shield && h.previous[id].Out > shield && h.here(id) {
			*p = h.cfg.Level.spawn(h.farSpawn(id))
			p.Out = shield
			h.previous[id] = *p
		}
	}
}

// farSpawn returns the starting place that is farthest from all others who are in the game, of equal ones the first.
func (h *Host) farSpawn(id int) (best int) {
	most := int64(-1)
	for i := range max(len(h.cfg.Level.Spawns), leastSpawns) {
		at, least := h.cfg.Level.spawn(i).Pos, int64(1<<62)
		for other := range h.peers {
			if other != id && h.here(other) {
				way := h.players[other].Pos.Sub(at)
				least = min(least, int64(way.X)*int64(way.X)+int64(way.Y)*int64(way.Y))
			}
		}
		if least > most {
			best, most = i, least
		}
	}
	return best
}

// leastSpawns is how many starting places are looked at in a level that has none of its own.
const leastSpawns = 8
