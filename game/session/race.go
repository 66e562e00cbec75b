package session

import (
	"math"
	"time"

	"driftlab/game/ranking"
	"driftlab/netsim"
)

// raceMeasures sum up one algorithm's errors on one client since the race began.
type raceMeasures struct {
	count     uint64
	squares   float64 // ms²
	worst     time.Duration
	worstStep time.Duration
	bytes     uint64 // sent for it before the race began
	converged convergence
}

// add takes an error, and the same in milliseconds.
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
// was synchronised. Joining restarts the time to converge, and nothing else.
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
			row.BytesPerSecond = float64(s.Clock(client, i).Bytes()-m.bytes) / seconds
		}
		dst = append(dst, row)
	}
	return dst
}

// RaceFrom returns when a client's race began: at the start, or when it was restarted.
func (s *Session) RaceFrom(client int) netsim.Time { return s.clients[client-1].truth.raceFrom }

// RestartRace restarts a client's race. It is no event: it changes what is measured from now on, and
// nothing that is simulated.
func (s *Session) RestartRace(client int) {
	n := s.clients[client-1]
	n.truth.raceFrom = s.Now()
	n.truth.raceErrors = ranking.NewRecord(len(n.truth.clocks))
	for i := range n.truth.clocks {
		n.truth.clocks[i].race = raceMeasures{bytes: s.Clock(client, i).Bytes(), converged: convergence{from: s.Now()}}
	}
}
