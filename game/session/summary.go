package session

import (
	"math"
	"time"

	"driftlab/netsync/registry"
)

// summaryFormat is the number of summary.json's format.
const summaryFormat = 2

// Summary is the result of a run, as summary.json has it. Times are in the unit that the names end
// in. Measures are of the run after its [Warmup]; a part that could not be measured is null.
type Summary struct {
	Format    int             `json:"format"`
	Scenario  string          `json:"scenario"`
	Seed      uint64          `json:"seed"`
	DurationS float64         `json:"duration_s"`
	BoundMS   float64         `json:"converge_bound_ms"`
	Host      HostSummary     `json:"host"`
	Clients   []ClientSummary `json:"clients"`
}

// ClientSummary is one client's part of a [Summary].
type ClientSummary struct {
	Client     int                `json:"client"`
	Driving    string             `json:"driving"`
	Algorithms []AlgorithmSummary `json:"algorithms"`
	GameSummary
	Figures map[string]*float64 `json:"figures"` // by their columns; nil only in what an earlier version wrote
}

// AlgorithmSummary is one algorithm's part of a [ClientSummary].
type AlgorithmSummary struct {
	Algorithm       string    `json:"algorithm"`
	FirstSyncS      *float64  `json:"first_sync_s"`
	ConvergedS      *float64  `json:"converged_s"` // from the latest joining on, or since its constants have changed
	SamplesUsed     uint64    `json:"samples_used"`
	SamplesRejected uint64    `json:"samples_rejected"`
	ErrorMS         *ErrorMS  `json:"error_ms"`
	WorstStepMS     *float64  `json:"worst_step_ms"`
	BytesSent       uint64    `json:"bytes_sent"` // in both directions
	OWDErrorMS      *OWDError `json:"owd_error_ms"`
}

// ErrorMS is the clock's error, estimate − truth: the mean is signed, all else absolute.
type ErrorMS struct {
	Mean  float64 `json:"mean"`
	RMS   float64 `json:"rms"`
	P50   float64 `json:"p50"`
	P99   float64 `json:"p99"`
	Worst float64 `json:"worst"`
}

// OWDError is the error of the estimated one-way delays, estimate − truth, at the client's ticks
// against the latest datagram delivered: the means are signed, rms is over both directions.
type OWDError struct {
	UpMean   float64 `json:"up_mean"`
	DownMean float64 `json:"down_mean"`
	RMS      float64 `json:"rms"`
}

// Summary returns the result so far.
func (s *Session) Summary() Summary {
	out := Summary{Format: summaryFormat, Scenario: s.scenario.Name, Seed: s.scenario.Seed,
		DurationS: time.Duration(s.Now()).Seconds(),
		BoundMS:   milliseconds(float64(s.measuring.Bound)), Host: HostSummary{ridingSummary(s.Screen(0).Measures().Riding)}}
	for _, n := range s.clients {
		figures := s.GameFigures(n.id)
		c := ClientSummary{Client: n.id, Driving: s.clocks[n.client.Clocks.Driving].Name, GameSummary: n.gameSummary(), Figures: figures.byColumn()}
		for i, a := range s.clocks {
			c.Algorithms = append(c.Algorithms, n.algorithmSummary(i, a))
		}
		out.Clients = append(out.Clients, c)
	}
	return out
}

func (n *clientNode) algorithmSummary(i int, a registry.Algorithm) AlgorithmSummary {
	t := &n.truth.clocks[i]
	m := &t.measured
	st := n.client.Clocks.Status(i, n.local(n.session.Now()))
	out := AlgorithmSummary{Algorithm: a.Name, SamplesUsed: st.Used, SamplesRejected: st.Rejected,
		BytesSent: n.session.Clock(n.id, i).Bytes()}
	if t.ever {
		at := time.Duration(t.firstSync).Seconds()
		out.FirstSyncS = &at
	}
	if d, ok := t.converged.time(); ok {
		took := d.Seconds()
		out.ConvergedS = &took
	}
	if m.count > 0 {
		out.ErrorMS = m.errors()
		step := milliseconds(float64(m.worstStep))
		out.WorstStepMS = &step
	}
	if m.owdCount > 0 {
		k := float64(m.owdCount)
		out.OWDErrorMS = &OWDError{milliseconds(m.owdUp / k), milliseconds(m.owdDown / k),
			milliseconds(math.Sqrt(m.owdSquare/(2*k)) * 1e6)}
	}
	return out
}

// milliseconds rounds to the nanosecond, so that reports show no digits without meaning.
func milliseconds(ns float64) float64 { return math.Round(ns) / 1e6 }
