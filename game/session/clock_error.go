package session

import (
	"math"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/ranking"
	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/insight"
)

// A Clock is one of a client's clocks beside the truth.
type Clock struct {
	client *clientNode
	place  int // in [Session.Algorithms]
}

// Clock returns a clock of a client, 1..Clients, by its place in [Session.Algorithms].
func (s *Session) Clock(client, algorithm int) Clock { return Clock{s.clients[client-1], algorithm} }

// ClockError returns by how much a clock of a client is wrong now: estimate − truth. ok is false before its first
// synchronisation.
func (s *Session) ClockError(client, algorithm int) (err time.Duration, ok bool) {
	c := s.Clock(client, algorithm)
	estimate, ok := c.client.client.Clocks.Estimate(algorithm, c.client.local(s.Now()))
	truth, _ := c.Reads()
	return estimate.Sub(truth), ok
}

// Reads returns what the host's and the client's own clocks read, on the base of the algorithm. The host's is what an exact
// estimate would be.
func (c Clock) Reads() (netsync.Server, netsync.Local) {
	s := c.client.session
	base, local := s.clocks[c.place].Base, c.client.local(s.Now())
	if base == netsync.BaseWorld {
		local = c.client.client.Clocks.OwnWorld(local)
	}
	return s.host.clocks(s.Now())[base], local
}

// Errors returns the measures of its error after the warm-up; ok is false before the first.
func (c Clock) Errors() (e ErrorMS, ok bool) {
	m := &c.truth().measured
	if m.count == 0 {
		return e, false
	}
	return *m.errors(), true
}

// Quantile returns a quantile of its absolute error after the warm-up, 0..100 %; ok is false before the first measure.
func (c Clock) Quantile(percent uint64) (d time.Duration, ok bool) {
	m := &c.truth().measured
	if m.count == 0 {
		return 0, false
	}
	return time.Duration(m.quantile(percent)), true
}

// Convergence returns how long it took from the client's latest joining until the clock came near the truth to stay there:
// see converged_s in [Summary]. ok is false for one that has not.
func (c Clock) Convergence() (d time.Duration, ok bool) { return c.truth().converged.time() }

// Stayed says of what Convergence returns that the clock has stayed there for converge.hold, and not only up to now.
func (c Clock) Stayed() bool { return c.truth().converged.held }

// RaceErrors returns its errors since the race began, second by second, for [ranking.Of].
func (c Clock) RaceErrors() ranking.Errors { return c.client.truth.raceErrors.Errors(c.place) }

// Bytes returns how many bytes it has had sent both ways, without headers.
func (c Clock) Bytes() uint64 {
	s, n := c.client.session, c.client
	id := s.clocks[c.place].ID
	return n.client.Clocks.Traffic[id] + s.host.host.Stats(n.id).Traffic[id]
}

// Status returns what the clock believes now.
func (c Clock) Status() netsync.Status {
	n := c.client
	return n.client.Clocks.Status(c.place, n.local(n.session.Now()))
}

func (c Clock) truth() *clockTruth { return &c.client.truth.clocks[c.place] }

// clocks returns what the host's clock reads on each base.
func (n *hostNode) clocks(now netsim.Time) [2]netsync.Server {
	local := n.local(now)
	return [...]netsync.Server{netsync.BaseReal: game.Server(local), netsync.BaseWorld: netsync.Server(n.host.World(local))}
}

// truth is what a session knows about one client and the client does not.
type truth struct {
	up, down delays // of the datagrams delivered in each direction
	clocks   []clockTruth
	history  observe.History
	wraps    StampWraps
	raceFrom netsim.Time

	raceErrors ranking.Record
}

// delays are the one-way delay of the latest datagram, and by how much it differs from one to the next.
type delays struct {
	latest time.Duration
	jitter time.Duration // as RFC 3550, section 6.4.1, smooths it
	meter  insight.TripMeter
}

func (d *delays) add(delay time.Duration) {
	if d.latest > 0 {
		change := delay - d.latest
		d.jitter += (max(change, -change) - d.jitter) / 16
	}
	d.latest = delay
	d.meter.Add(delay)
}

// clockTruth measures one algorithm on one client.
type clockTruth struct {
	base      netsync.Base
	firstSync netsim.Time // meaningful if ever
	ever      bool
	previous  time.Duration // error at the tick before
	follows   bool          // previous is of the tick before
	steps     uint64        // of its status, at the tick before
	since     netsim.Time   // when it was synchronised last; meaningful if follows
	measured  measures
	converged convergence
	race      raceMeasures
}

// measures sums up errors after the warm-up.
type measures struct {
	count     uint64
	sum       float64 // ns; exact integers below 2^53
	squares   float64 // ms²
	absolute  observe.Histogram
	least     time.Duration // smallest absolute error
	worst     time.Duration
	worstStep time.Duration
	owdCount  uint64
	owdUp     float64 // ns
	owdDown   float64
	owdSquare float64 // ms²
}

// interrupted marks that the algorithms restart or that the machine has slept, so that the next
// change is not one from one tick to the next.
func (t *truth) interrupted() {
	for i := range t.clocks {
		t.clocks[i].follows = false
	}
}

// add takes an error, and the same in milliseconds.
func (m *measures) add(err time.Duration, ms float64, c *clockTruth) {
	abs := max(err, -err)
	m.count++
	m.sum += float64(err)
	m.squares += float64(ms * ms)
	m.absolute.Add(int64(abs))
	if m.count == 1 {
		m.least = abs
	}
	m.least, m.worst = min(m.least, abs), max(m.worst, abs)
	if c.follows {
		step := err - c.previous
		m.worstStep = max(m.worstStep, step, -step)
	}
}

// addOWD takes the errors of the one-way delays.
func (m *measures) addOWD(eu, ed time.Duration) {
	m.owdCount++
	m.owdUp += float64(eu)
	m.owdDown += float64(ed)
	u, d := float64(eu)/1e6, float64(ed)/1e6
	m.owdSquare += float64(u*u) + float64(d*d)
}

// quantile returns a quantile of the absolute errors in ns; the histogram's steps do not lead it
// beyond what was measured.
func (m *measures) quantile(percent uint64) float64 {
	return float64(min(max(m.absolute.Quantile(percent), int64(m.least)), int64(m.worst)))
}

func (m *measures) errors() *ErrorMS {
	k := float64(m.count)
	return &ErrorMS{
		Mean:  milliseconds(m.sum / k),
		RMS:   milliseconds(math.Sqrt(m.squares/k) * 1e6),
		P50:   milliseconds(m.quantile(50)),
		P99:   milliseconds(m.quantile(99)),
		Worst: milliseconds(float64(m.worst)),
	}
}

// A convergence finds out when a clock has come near the truth to stay there: at the first tick from which on its
// error was within the bound at every tick for as long as is asked for, or, while that is not over, up to now.
// A first synchronisation says less: that clock may still be anywhere.
type convergence struct {
	from  netsim.Time // of the client's latest joining or the clock's latest start, or of the race
	since netsim.Time // meaningful if near
	near  bool
	held  bool // for so long that it stays with that
}

// see looks at the clock at a tick; ok is false where it knows no time.
func (c *convergence) see(now netsim.Time, err time.Duration, ok bool, m *scenario.Measuring) {
	switch {
	case c.held:
	case !ok || err.Abs() > m.Bound:
		c.near = false
	case !c.near:
		c.near, c.since = true, now
	}
	c.held = c.near && now.Sub(c.since) >= m.Hold
}

// time returns how long it took; ok is false for a clock that has not come near, or has not stayed.
func (c *convergence) time() (d time.Duration, ok bool) {
	if !c.near {
		return 0, false
	}
	return c.since.Sub(c.from), true
}

// measure compares every algorithm of a client with the truth, at a tick of the client.
func (n *clientNode) measure(now netsim.Time) {
	s, local := n.session, n.local(now)
	warm := now >= netsim.Time(observe.Warmup)
	row, note := n.truth.history.Begin(now)
	if note != nil {
		note.Unseen = float32((n.links[scenario.Up].Base(now) - n.links[scenario.Down].Base(now)).Seconds() * 1000 / 2)
	}
	truth := s.host.clocks(now)
	clocks := n.truth.clocks
	glances := s.glances[:len(clocks)]
	n.client.Clocks.Glances(local, glances)
	for i := range clocks {
		c, g := &clocks[i], &glances[i]
		if !g.Synchronised {
			c.follows = false
			c.converged.see(now, 0, false, &s.measuring)
			c.race.converged.see(now, 0, false, &s.measuring)
			continue
		}
		reads := truth[c.base]
		if s.recorder != nil {
			s.told.clock = observe.ClockSample{Time: now, Client: n.id, Algorithm: i, True: reads, Estimated: g.Time}
			s.recorder.Record(&s.told.clock)
		}
		if !c.ever {
			c.ever, c.firstSync = true, now
		}
		err := g.Time.Sub(reads)
		ms := float64(err) / 1e6
		if warm {
			c.measured.add(err, ms, c)
			if g.HasOWD {
				c.measured.addOWD(g.OWDUp-n.truth.up.latest, g.OWDDown-n.truth.down.latest)
			}
		}
		c.converged.see(now, err, true, &s.measuring)
		if !s.unwatched {
			c.race.add(err, ms, c)
			n.truth.raceErrors.Add(i, now.Sub(n.truth.raceFrom), ms)
			c.race.converged.see(now, err, true, &s.measuring)
			if c.follows && g.Steps != c.steps {
				n.truth.history.NoteStep(now, i, c.previous, err)
			}
		}
		if !c.follows {
			c.since = now
		}
		c.previous, c.follows, c.steps = err, true, g.Steps
		if row != nil {
			row[i] = float32(err.Seconds() * 1000)
			st := n.client.Clocks.Status(i, local)
			note.Add(i, &st, i == n.client.Clocks.Driving)
		}
	}
}

// restarted marks that one of the client's clocks restarts. What was measured of it stays.
func (t *truth) restarted(i int, now netsim.Time) {
	c := &t.clocks[i]
	c.follows = false
	c.converged, c.race.converged = convergence{from: now}, convergence{from: now}
}
