package clocks

import (
	"time"

	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/internal/arith"
	"driftlab/netsync/internal/gear"
)

const (
	// anchorRetry is how long TimeSync waits for an answer before it asks again.
	anchorRetry = time.Second
	// anchorRTT is the longest round trip that can tell one turn of the clock delta, 67 s, from the next: the answer's own
	// error is up to half of it, and must stay below half a turn. It is longer than the two longest base delays that any
	// link can have together, a minute.
	anchorRTT = 66 * time.Second
	// anchorDoubt is the change of the offset from one sample to the next that no drift explains. Either a route has changed
	// or a clock was set. By how many turns it was set, only a new answer can show.
	anchorDoubt = 10 * time.Millisecond
)

// TimeSync is Christopher A. Taylor's algorithm (Taylor): every datagram in either direction is a sample, and the offset is
// half the difference of the smallest receive − send of both directions. The client's half of the work is a [TimeSyncPeer],
// and the host needs one for each client too.
//
// Stamps of 24 bits give the offset modulo 2^26 µs, 67.1 s, which is enough for the algorithm's own purposes. To know the
// full time as well, the client asks for the host's clock at the start, and again whenever the offset jumps. Such an answer
// only picks the turn nearest to it and is no sample; after that the offset is followed from turn to turn.
//
// Half of (up − down) stays in the offset, as "The (Simple) Math" of the text says. Its unit is 4 µs, and the stamps'
// rounding moves it by at most 8 µs either way, 0 on average.
type TimeSync struct {
	peer   TimeSyncPeer
	status netsync.Status
	offset int64 // server − local, µs; only the answer's estimate until synchronised

	asker    gear.Asker
	asking   bool
	anchored bool
	trips    gear.SampleRing
	minima   minimaRing
}

// NewTimeSync returns an unsynchronised clock, or an error that names the constant out of range.
func NewTimeSync(cfg TimeSyncConfig) (*TimeSync, error) {
	peer, err := NewTimeSyncPeer(cfg)
	if err != nil {
		return nil, err
	}
	return &TimeSync{peer: peer, asking: true}, nil
}

// Peer gives access to trip times and application timestamps. Datagrams and reports must go through
// [TimeSync.Observe].
func (t *TimeSync) Peer() *TimeSyncPeer { return &t.peer }

// Wake reports the smallest delta when that is due, and asks for the host's clock when necessary.
func (t *TimeSync) Wake(now netsync.Local, probes []netsync.Probe) ([]netsync.Probe, netsync.Local) {
	if value, ok := t.peer.ReportDue(int64(now)); ok {
		probes = append(probes, netsync.Probe{Kind: netsync.Report, Value: value})
	}
	next := netsync.Local(t.peer.NextReport())
	if !t.asking {
		return probes, next
	}
	if t.asker.Due(now, anchorRetry) {
		probes = t.asker.Ask(now, probes)
	}
	return probes, min(next, t.asker.Last.Add(anchorRetry))
}

// Observe takes every datagram's stamp, the host's reports, and answers to this join's questions. If a datagram carries a
// report or an answer, observe it as a datagram first.
func (t *TimeSync) Observe(ev netsync.Event) {
	switch ev.Kind {
	case netsync.Datagram:
		t.status.Used++
		down, ok := t.peer.OnDatagram(ev.Stamp, int64(ev.T4))
		t.minima.add(ev.T4, (netsync.Stamp24(int64(ev.T4))-ev.Stamp)&(1<<arith.Bits24-1), &t.peer)
		if ok {
			up := t.peer.MinOWD()
			t.status.HasOWD, t.status.OWDUp, t.status.OWDDown = true, up, down
			t.status.RTT = up + down
			t.trips.Add(insight.Sample{At: ev.T4, RTT: down, Offset: t.status.Offset, Reason: insight.Kept, Counted: true})
		}
		t.follow()
		if ok {
			t.trips.Settle(t.status.Offset)
		}
	case netsync.PeerReport:
		if !t.peer.OnPeerMin(ev.Value) {
			t.status.Rejected++
		}
		t.follow()
	case netsync.Answer:
		rtt := ev.RTT()
		if !t.asker.Answered(ev) || rtt < 0 || rtt > anchorRTT {
			t.status.Rejected++
			return
		}
		t.anchor(ev.Offset().Microseconds())
	}
}

// anchor takes the host's clock from an answer, accurate to half a round trip: it decides the turn.
func (t *TimeSync) anchor(coarse int64) {
	t.asking, t.anchored = false, true
	if !t.status.Synchronised {
		t.offset = coarse
		t.follow()
		return
	}
	t.set(coarse + arith.Bits26.Signed(uint64(t.offset-coarse)))
}

// follow moves the offset to the peer's clock delta, to the turn nearest to where it was.
func (t *TimeSync) follow() {
	if delta, ok := t.peer.ClockDelta(); ok && t.anchored {
		t.set(arith.Bits26.Expand(t.offset, uint64(delta)))
	}
}

// set puts an offset, in µs, into use.
func (t *TimeSync) set(offset int64) {
	step := time.Duration(offset-t.offset) * time.Microsecond
	if t.status.Synchronised {
		if step == 0 {
			return
		}
		t.status.LastStep = step
		if step.Abs() > anchorDoubt {
			t.asking = true
		}
	}
	t.offset = offset
	t.status.Synchronised = true
	t.status.Offset = time.Duration(offset) * time.Microsecond
	t.status.Steps++
}

// ServerTime returns the local time plus the offset in use.
func (t *TimeSync) ServerTime(now netsync.Local) (netsync.Server, bool) {
	return now.Plus(t.status.Offset), t.status.Synchronised
}

// Glance implements [insight.Glancer].
func (t *TimeSync) Glance(now netsync.Local, g *insight.Glance) {
	at, ok := t.ServerTime(now)
	g.Fill(&t.status, at, ok)
}

// Status reports the clock. OWDDown is the trip of the latest datagram, OWDUp the smallest delay,
// which the algorithm takes to be the same both ways.
func (t *TimeSync) Status(netsync.Local) netsync.Status { return t.status }

// Explain shows the trip times of the latest datagrams down, each in a Sample's RTT, the smallest
// one-way delay, and the minima of both directions over the last KeptMinima times 0.2 s.
func (t *TimeSync) Explain(d *insight.Detail) {
	t.trips.Explain(d, insight.OneWay)
	d.Put(insight.MarkMinimumOWD, t.peer.MinOWD())
	if t.peer.Synchronised() {
		d.Minima = t.minima.appendTo(d.Minima, &t.peer)
		// The minima as points: those of the downlink are the fastest of each 0.2 s, those of the
		// uplink the minimum of the window, whenever the host has reported a new one. The line lies
		// midway between the present two and has no slope, since TimeSync estimates none.
		rows := d.Minima
		last := rows[len(rows)-1]
		now := t.status.Offset
		for i := range rows {
			m := &rows[i]
			if m.HasUp && (i == 0 || !rows[i-1].HasUp || m.Up != rows[i-1].Up) {
				d.Points = append(d.Points, insight.Point{At: m.At, Offset: now + m.Up, Up: true})
			}
		}
		for i := range rows {
			d.Points = append(d.Points, insight.Point{At: rows[i].At, Offset: now - rows[i].Least})
		}
		d.Line, d.HasLine = insight.Line{At: last.At, Offset: now, Floor: last.Up, Ceil: last.Down}, true
	}
}

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
