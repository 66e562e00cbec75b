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

// view is a snapshot that interpolation keeps.
type view struct {
	tick    int64         // the baseline's, or what its stamp was read as
	at      netsync.World // when that tick begins
	arrived netsync.World // the shared time at arrival
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

// add keeps a snapshot that is not older than the newest, as one of a tick, which begins at a world time.
func (n *interpolation) add(p *baseline, tick int64, at, arrived netsync.World, all *baselines) {
	if n.count == 0 || n.ring[n.last].tick != tick {
		n.last = (n.last + 1) % snapshotRing
		n.count = min(n.count+1, snapshotRing)
	}
	v := &n.ring[n.last]
	all.keep(&v.place, p.place)
	v.tick, v.at, v.arrived, v.baseline = tick, at, arrived, p
}

// avatar returns one of those who are here.
func (v *view) avatar(id int) Avatar { return v.rows[id].avatar(id) }

// fresh says whether a player's state is of this very tick: a budget may have left it out.
func (v *view) fresh(id int) bool { return v.age[id] == 0 }

// around returns the snapshots before and after t, and how far t lies between them in billionths.
// Where t is outside of what is kept, both are the nearest one: nothing is extrapolated.
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

// aroundPlayer is around for one of the others whose state is not in every snapshot: it passes over
// those that a budget has left it out of.
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
	if b == nil { // it has been left out of all that are kept: the latest says where it was last
		b = &n.ring[n.last]
	}
	return b, b, 0
}

// share returns how far t lies between two snapshots, in billionths.
func share(t unity.NetworkTime, a, b *view) int64 {
	const billion = 1_000_000_000
	done := (t.Tick()-a.tick)*billion + t.Parts()
	return done / (b.tick - a.tick)
}
