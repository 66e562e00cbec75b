package game

import "time"

// Others says how a client shows what it knows from snapshots.
type Others uint8

const (
	// Interpolated shows the others in server time, between two states received (seed 004).
	Interpolated Others = iota
	// DeadReckoned carries the latest state on at its speed to the shared time, by the time stamp and
	// the synchronised clock (seed 002).
	DeadReckoned
	// DeadReckonedNaively carries it on from its arrival, as if the way had taken no time: what seed
	// 002 says happens without a synchronised clock.
	DeadReckonedNaively
)

var othersNames = [...]string{"interpolated", "dead-reckoned", "dead-reckoned-naively"}

// OthersNames returns the names that settings use, by value.
func OthersNames() []string { return othersNames[:] }

// maxReckoning bounds how far a state is carried on: with no newer one by then, it stays there.
const maxReckoning = 500 * time.Millisecond

// reckon adds to s what the latest two snapshots say, carried on to the shared time, first order:
// position plus speed times time.
func (c *Client) reckon(look Others, m Moment, s *Scene) {
	n := &c.others
	if n.count == 0 {
		return
	}
	latest := &n.ring[n.last]
	before := latest
	if n.count > 1 {
		before = &n.ring[(n.last-1+snapshotRing)%snapshotRing]
	}
	clock := m.Clock.World()
	since := c.worldAt(latest.tick)
	if look == DeadReckonedNaively {
		since = latest.arrived
	}
	ahead := min(max(clock.Sub(since), 0), maxReckoning)
	shown := c.worldAt(latest.tick).Add(ahead)
	span := c.worldAt(latest.tick).Sub(c.worldAt(before.tick))
	s.Character = Object{Pos: carry(before.npc, latest.npc, span, ahead), Facing: 1, Time: shown}
	for id := range latest.avatar {
		if id == c.cfg.ID || !latest.present[id] {
			continue
		}
		from := latest.avatar[id].Pos
		if before.present[id] {
			from = before.avatar[id].Pos
		}
		s.Players = append(s.Players, Object{ID: id, Pos: carry(from, latest.avatar[id].Pos, span, ahead),
			Facing: latest.avatar[id].Facing, Time: shown})
	}
}

// carry moves on from b for a time at the speed that led from a to b within span.
func carry(a, b Point, span, ahead time.Duration) Point {
	if span <= 0 {
		return b
	}
	part := func(d Length) Length { return Length(int64(d) * int64(ahead/1000) / int64(span/1000)) }
	d := b.Sub(a)
	return b.Plus(Point{part(d.X), max(part(d.Y), -b.Y)})
}
