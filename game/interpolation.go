package game

import (
	"driftlab/netsync"
	"driftlab/netsync/unity"
)

// snapshotRing is how many snapshots a client keeps: a second at 60 Hz, half of one at 128 Hz.
const snapshotRing = 64

// interpolation keeps the host's snapshots and shows the others between two of them.
type interpolation struct {
	ring  [snapshotRing]view
	count int
	last  int // index of the newest
}

// view is a snapshot kept for interpolation.
type view struct {
	tick    int64         // the baseline's, or from its stamp
	at      netsync.World // the start of that tick
	arrived netsync.World // shared time at arrival
	place   uint8         // the baseline's
	*baseline
}

// newest returns the latest snapshot's tick, −1 before the first.
func (n *interpolation) newest() int64 {
	if n.count == 0 {
		return -1
	}
	return n.ring[n.last].tick
}

// add keeps a snapshot that is not older than the newest, as the state at a tick that begins at a world time.
func (n *interpolation) add(p *baseline, tick int64, at, arrived netsync.World, all *baselines) {
	if n.count == 0 || n.ring[n.last].tick != tick {
		n.last = (n.last + 1) % snapshotRing
		n.count = min(n.count+1, snapshotRing)
	}
	v := &n.ring[n.last]
	all.keep(&v.place, p.place)
	v.tick, v.at, v.arrived, v.baseline = tick, at, arrived, p
}

// fresh says whether a player's state is of this tick; a budget may have left it out.
func (v *view) fresh(id int) bool { return v.age[id] == 0 }

// around returns the snapshots before and after t, and how far t is between them in billionths. If t is outside of what is kept,
// both are the nearest one: nothing is extrapolated.
func (n *interpolation) around(t unity.NetworkTime) (a, b *view, parts int64) {
	if n.count == 0 {
		return nil, nil, 0
	}
	b = &n.ring[n.last]
	for i := range n.count {
		a = &n.ring[(n.last-i+snapshotRing)%snapshotRing]
		if a.tick <= t.Tick() {
			if a == b {
				return a, a, 0
			}
			return a, b, share(t, a, b)
		}
		b = a
	}
	return b, b, 0
}

// aroundPlayer is around for a player that is not in every snapshot: it skips those that a budget has left the player out of.
func (n *interpolation) aroundPlayer(id int, t unity.NetworkTime) (a, b *view, parts int64) {
	for i := range n.count {
		a = &n.ring[(n.last-i+snapshotRing)%snapshotRing]
		if !a.fresh(id) || !a.here[id] {
			continue
		}
		if b == nil {
			b = a
		}
		if a.tick <= t.Tick() {
			if a == b {
				return a, a, 0
			}
			return a, b, share(t, a, b)
		}
		b = a
	}
	if b == nil { // it is in none that is kept: the latest has its last place
		b = &n.ring[n.last]
	}
	return b, b, 0
}

// share returns how far t is between two snapshots, in billionths.
func share(t unity.NetworkTime, a, b *view) int64 {
	const billion = 1_000_000_000
	done := (t.Tick()-a.tick)*billion + t.Parts()
	return done / (b.tick - a.tick)
}

// received returns the snapshots before and after server time, how far it is between them in billionths, and the world time shown;
// nil before the first snapshot.
func (n *interpolation) received(m Moment) (a, b *view, parts int64, shown netsync.World) {
	a, b, parts = n.around(m.Server)
	shown = m.Server.World()
	if a != nil && a == b && a.tick != m.Server.Tick() {
		shown = a.at // no older or newer one is kept
	}
	return a, b, parts, shown
}

// showOthers adds the character and the others from snapshots, only those who may be near a region if one is given.
func (c *Client) showOthers(m Moment, only *region, s *Scene) {
	a, b, parts, w := c.others.received(m)
	if a == nil {
		return
	}
	npc := [2]Avatar{{Ride: c.cfg.Level.Patroller, Pos: a.npc.point()}, {Ride: c.cfg.Level.Patroller, Pos: b.npc.point()}}
	s.Character = c.showBetween(Object{ID: Character, Time: w}, npc[0], npc[1], a.at, b.at, parts, s)
	s.Character.ID = 0
	s.walk(c.cfg.Level)
	for id := range a.rows[:b.seats] {
		if id == c.cfg.ID || !b.here[id] {
			continue
		}
		from, to, parts, shown := a, b, parts, w
		if !a.fresh(id) || !b.fresh(id) {
			if from, to, parts = c.others.aroundPlayer(id, m.Server); from == to {
				shown = min(w, to.at)
			}
		}
		if !from.here[id] {
			from = to
		}
		before, after := from.rows[id].avatar(id), to.rows[id].avatar(id)
		if only != nil && !only.near(before.Pos, after.Pos) {
			continue
		}
		if lies(before.Out, c.cfg.Rate) && !lies(after.Out, c.cfg.Rate) {
			before = after // it has respawned elsewhere: don't interpolate
		}
		o := Object{ID: id, Facing: after.Facing, Time: shown, Pips: after.Pips, Out: outTime(after.Out, c.cfg.Rate)}
		s.Players = append(s.Players, c.showBetween(o, before, after, from.at, to.at, parts, s))
	}
}

// showBetween returns o interpolated between two states at two world times. On one platform all the time, it moves with that as it
// did on the host.
func (c *Client) showBetween(o Object, a, b Avatar, atA, atB netsync.World, parts int64, s *Scene) Object {
	o.Space, o.Ride = ServerTime, rides(a.Ride, b.Ride)
	if b.Ride < 0 || a.Ride != b.Ride {
		o.Pos = between(a.Pos, b.Pos, parts)
		if !s.Plain {
			o.Vel = speedOf(b.Pos.Sub(a.Pos), atB.Sub(atA))
			c.pose(&o, o.Pos.X, false)
		}
		return o
	}
	l, rate := c.cfg.Level, c.cfg.Rate
	from := l.foot(a.Ride, a.Pos, atA.Add(-a.Lag.Over(rate)))
	to := l.foot(b.Ride, b.Pos, atB.Add(-b.Lag.Over(rate)))
	foot := between(from, to, parts)
	rode := o.Time.Add(-mix(a.Lag, b.Lag, parts).Over(rate))
	o.Pos = l.Platforms[b.Ride].At(rode).Plus(foot)
	s.ride(l, o.ID, int(b.Ride), o.Pos, foot, rode)
	if !s.Plain {
		o.Vel = speedOf(to.Sub(from), atB.Sub(atA))
		c.pose(&o, foot.X, false)
	}
	return o
}

// A region is the bounding box of some points; the zero value is of none.
type region struct {
	least, most Point
	any         bool
}

func (r *region) add(p Point) {
	if !r.any {
		*r = region{p, p, true}
		return
	}
	r.least = Point{min(r.least.X, p.X), min(r.least.Y, p.Y)}
	r.most = Point{max(r.most.X, p.X), max(r.most.Y, p.Y)}
}

// nearby is how far from a region a player counts as near: its size, plus how far a platform carries it off the straight line
// between two states.
const nearby = 3 * Metre

// near says whether a player moving from a to b may come near the region.
func (r *region) near(a, b Point) bool {
	return min(a.X, b.X) <= r.most.X+nearby && max(a.X, b.X) >= r.least.X-nearby &&
		min(a.Y, b.Y) <= r.most.Y+nearby && max(a.Y, b.Y) >= r.least.Y-nearby
}
