package session

import (
	"math"
	"time"

	"driftlab/game"
	"driftlab/game/ranking"
	"driftlab/netsim"
	"driftlab/netsync"
)

// ClockErrors returns the measures of an algorithm's error on a client after the [Warmup]; ok is false
// before the first.
func (s *Session) ClockErrors(client, algorithm int) (e ErrorMS, ok bool) {
	m := &s.clients[client-1].truth.clocks[algorithm].measured
	if m.count == 0 {
		return e, false
	}
	return *m.errors(), true
}

// ClockQuantile returns a quantile of the absolute error of an algorithm on a client after the [Warmup],
// 0..100 %; ok is false before the first measure.
func (s *Session) ClockQuantile(client, algorithm int, percent uint64) (d time.Duration, ok bool) {
	m := &s.clients[client-1].truth.clocks[algorithm].measured
	if m.count == 0 {
		return 0, false
	}
	return time.Duration(m.quantile(percent)), true
}

// Convergence returns how long it took from a client's latest joining until an algorithm came near the truth to stay
// there: see converged_s in [Summary]. ok is false for one that has not.
func (s *Session) Convergence(client, algorithm int) (d time.Duration, ok bool) {
	return s.clients[client-1].truth.clocks[algorithm].converged.time()
}

// Stayed says of what [Session.Convergence] returns that the clock has stayed there for converge.hold, and not only up to now.
func (s *Session) Stayed(client, algorithm int) bool {
	return s.clients[client-1].truth.clocks[algorithm].converged.held
}

// ClockBytes returns how many bytes an algorithm on a client has had sent both ways, without headers.
func (s *Session) ClockBytes(client, algorithm int) uint64 {
	return s.clockBytes(s.clients[client-1], algorithm)
}

// HostPace returns how fast the host's world time runs, in millionths, and by how much it is behind the host's own
// clock, as dilation and pauses have put it.
func (s *Session) HostPace() (rate int64, behind time.Duration) {
	return s.host.set.Dilation, time.Duration(s.host.local(s.Now())) - time.Duration(s.HostWorld())
}

// Exchanges returns what a client's clocks have asked and heard.
func (s *Session) Exchanges(client int) game.Exchanges {
	return s.clients[client-1].client.Clocks.Exchanges
}

// PlatformPace is [game.Client.PlatformPace] of a client.
func (s *Session) PlatformPace(client int) int64 {
	return s.clients[client-1].client.Time().PlatformPace
}

// ClockAt returns what a machine's own clock reads at a time, in ns: 0 is the host. A time ahead is read
// as the clock runs now.
func (s *Session) ClockAt(machine netsim.NodeID, at netsim.Time) int64 {
	if machine == 0 {
		return s.host.osc.Read(at)
	}
	return s.clients[machine-1].osc.Read(at)
}

// BufferNeeds returns how long a buffer a client's latest frames would have needed; see [game.Client.BufferNeeds].
func (s *Session) BufferNeeds(client int, into []int) []int {
	return s.clients[client-1].client.BufferNeeds(into)
}

// StampWraps are the wraps of a client's 16-bit application stamps (Taylor): TimeSync's small stamps begin
// anew after 2¹⁶ units of 512 µs, 33.6 s of the host's clock.
type StampWraps struct {
	Stamp       uint16 // at the client's latest frame
	Known       bool
	Count       int
	First, Last netsim.Time // wraps, good to a frame; meaningful if Count > 0
}

// ExampleStamp is a stamp of 16 bits that lessons ask about: 2.8 s before the wrap.
const ExampleStamp = 60_000

// ExampleAge returns how long ago, in the latest frame, the latest stamp of [ExampleStamp] was made. ok is false while
// there are no stamps.
func (w StampWraps) ExampleAge() (d time.Duration, ok bool) {
	const unit = 512 * time.Microsecond
	return time.Duration(w.Stamp-ExampleStamp) * unit, w.Known
}

// StampWraps returns the wraps of a client's stamps so far.
func (s *Session) StampWraps(client int) StampWraps { return s.clients[client-1].truth.wraps }

// look takes the stamp that a client would send in one of its frames.
func (w *StampWraps) look(n *clientNode, now netsim.Time) {
	stamp, ok := n.client.Clocks.AppStamp(n.local(now))
	if !ok {
		w.Known = false
		return
	}
	if w.Known && stamp < w.Stamp && w.Stamp-stamp > 1<<15 {
		if w.Count == 0 {
			w.First = now
		}
		w.Count++
		w.Last = now
	}
	w.Stamp, w.Known = stamp, true
}

// Interval returns the mean time between two wraps; ok is false before the second.
func (w StampWraps) Interval() (d time.Duration, ok bool) {
	if w.Count < 2 {
		return 0, false
	}
	return w.Last.Sub(w.First) / time.Duration(w.Count-1), true
}

// ClockStatus returns what an algorithm on a client believes now.
func (s *Session) ClockStatus(client, algorithm int) netsync.Status {
	n := s.clients[client-1]
	return n.client.Clocks.Status(algorithm, n.local(s.Now()))
}

// raceMeasures sum up one algorithm's errors on one client since the race began.
type raceMeasures struct {
	count     uint64
	squares   float64 // ms²
	worst     time.Duration
	worstStep time.Duration
	bytes     uint64 // sent for it before the race began
	converged convergence
}

// add takes an error, which is so many milliseconds.
func (m *raceMeasures) add(err time.Duration, ms float64, c *clockTruth) {
	m.count++
	m.squares += float64(ms * ms)
	m.worst = max(m.worst, err, -err)
	if c.follows {
		step := err - c.previous
		m.worstStep = max(m.worstStep, step, -step)
	}
}

// RaceRow is how one algorithm has done on one client since the race began, over all ticks at which it
// was synchronised. A joining begins the time to converge anew, and nothing else of it.
type RaceRow struct {
	OK bool // it was, at one tick at least
	//lint:ignore ST1011 RMS is no unit
	RMS            time.Duration // of the error
	Worst          time.Duration // absolute error
	WorstStep      time.Duration // greatest change of the error from one tick to the next, absolute
	BytesPerSecond float64       // both directions together, without headers
	Converged      bool          // it is within converge.bound of the truth, or was for converge.hold
	Convergence    time.Duration // until it came there; meaningful if Converged
}

// Race appends how every algorithm has done on a client, 1..Clients, to dst in the order of
// [Session.Algorithms].
func (s *Session) Race(client int, dst []RaceRow) []RaceRow {
	n := s.clients[client-1]
	seconds := s.Now().Sub(n.truth.raceFrom).Seconds()
	for i := range n.truth.clocks {
		m := &n.truth.clocks[i].race
		row := RaceRow{OK: m.count > 0, Worst: m.worst, WorstStep: m.worstStep}
		if row.OK {
			row.RMS = time.Duration(math.Sqrt(m.squares/float64(m.count)) * 1e6)
		}
		row.Convergence, row.Converged = m.converged.time()
		if seconds > 0 {
			row.BytesPerSecond = float64(s.clockBytes(n, i)-m.bytes) / seconds
		}
		dst = append(dst, row)
	}
	return dst
}

// RaceErrors returns an algorithm's errors on a client since the race began, second by second, for [ranking.Of].
func (s *Session) RaceErrors(client, algorithm int) ranking.Errors {
	return s.clients[client-1].truth.raceErrors.Errors(algorithm)
}

// RaceFrom returns when a client's race began: at the start, or when it was begun anew.
func (s *Session) RaceFrom(client int) netsim.Time { return s.clients[client-1].truth.raceFrom }

// RestartRace begins a client's race anew. It is no event: it changes what is measured from now on, and
// nothing that is simulated.
func (s *Session) RestartRace(client int) {
	n := s.clients[client-1]
	n.truth.raceFrom = s.Now()
	n.truth.raceErrors = ranking.NewRecord(len(n.truth.clocks))
	for i := range n.truth.clocks {
		n.truth.clocks[i].race = raceMeasures{bytes: s.clockBytes(n, i), converged: convergence{from: s.Now()}}
	}
}

// clockBytes returns what an algorithm on a client has had sent in both directions.
func (s *Session) clockBytes(n *clientNode, algorithm int) uint64 {
	id := s.clocks[algorithm].ID
	return n.client.Clocks.Traffic[id] + s.host.host.Stats(n.id).Traffic[id]
}
