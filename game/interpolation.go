package game

import "driftlab/netsync"

// snapshotRing is how many snapshots a client keeps: a second at 60 Hz, half of one at 128 Hz.
const snapshotRing = 64

// interpolation keeps the host's snapshots and shows the others between two of them.
type interpolation struct {
	ring  [snapshotRing]view
	count int
	last  int // index of the newest
}

// view is what interpolation needs of one snapshot.
type view struct {
	tick    int64
	arrived netsync.World // the shared time at arrival
	npc     Point
	present [MaxPlayers]bool
	avatar  [MaxPlayers]Avatar
}

func (n *interpolation) reset() { n.count = 0 }

// newest returns the latest snapshot's tick, −1 before the first.
func (n *interpolation) newest() int64 {
	if n.count == 0 {
		return -1
	}
	return n.ring[n.last].tick
}

// add keeps a snapshot that is not older than the newest.
func (n *interpolation) add(m *snapshot, arrived netsync.World) {
	if n.count == 0 || n.ring[n.last].tick != m.tick {
		n.last = (n.last + 1) % snapshotRing
		n.count = min(n.count+1, snapshotRing)
	}
	v := &n.ring[n.last]
	v.tick, v.arrived, v.npc = m.tick, arrived, m.npc
	v.present = [MaxPlayers]bool{}
	for _, a := range m.avatars[:m.count] {
		v.present[a.ID], v.avatar[a.ID] = true, a
	}
}

// around returns the snapshots before and after t, and how far t lies between them in billionths.
// Where t is outside of what is kept, both are the nearest one: nothing is extrapolated.
func (n *interpolation) around(t netsync.NetworkTime) (a, b *view, parts int64) {
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
			const billion = 1_000_000_000
			done := (t.Tick()-a.tick)*billion + t.Parts()
			return a, b, done / (b.tick - a.tick)
		}
		b = a
	}
	return b, b, 0
}
