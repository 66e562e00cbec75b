package clocks

import (
	"time"

	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/internal/arith"
)

const (
	// minimaStep is the time between two rows of the minima that [TimeSync] remembers for display.
	minimaStep = 200 * time.Millisecond
)

// minimaRow is one [insight.Minima] in the stamps' units of 8 µs, modulo 2^24.
type minimaRow struct {
	at               netsync.Local
	least, own, peer uint32
	told             bool
}

// minimaRing keeps the latest rows, apart from the algorithm like a [gear.SampleRing].
type minimaRing struct {
	ring []minimaRow // KeptMinima, allocated with the first row
	n    int         // number of rows so far
}

// add takes the trip of a datagram that peer has observed already.
func (r *minimaRing) add(at netsync.Local, took uint32, peer *TimeSyncPeer) {
	if r.ring == nil {
		r.ring = make([]minimaRow, insight.KeptMinima)
	}
	last := &r.ring[max(r.n-1, 0)%insight.KeptMinima]
	if r.n > 0 && at < last.at {
		r.n = 0 // the clock was set back
	}
	if r.n == 0 || at.Sub(last.at) >= minimaStep {
		last = &r.ring[r.n%insight.KeptMinima]
		*last = minimaRow{at: at, least: took}
		r.n++
	}
	if atMost24(took, last.least) {
		last.least = took
	}
	last.own, last.peer, last.told = peer.own.kept[0].value, peer.theirs, peer.told
}

// appendTo appends the rows, oldest first, as delays by the clock of peer, which must be synchronised.
func (r *minimaRing) appendTo(dst []insight.Minima, peer *TimeSyncPeer) []insight.Minima {
	delay := func(v, of uint32) time.Duration {
		return peer.minOWD + time.Duration(arith.Bits24.Signed(uint64(v)-uint64(of)))*netsync.StampUnit
	}
	for i := max(0, r.n-insight.KeptMinima); i < r.n; i++ {
		row := &r.ring[i%insight.KeptMinima]
		m := insight.Minima{At: row.at, Least: delay(row.least, peer.own.kept[0].value),
			Down: delay(row.own, peer.own.kept[0].value), HasUp: row.told}
		if row.told {
			m.Up = delay(row.peer, peer.theirs)
		}
		dst = append(dst, m)
	}
	return dst
}
