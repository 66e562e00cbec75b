package observe

import (
	"math"
	"sort"
	"time"

	"driftlab/netsim"
	"driftlab/netsync"
)

const (
	// HistoryStep is the time between two rows of a [History].
	HistoryStep = 50 * time.Millisecond
	// HistoryRows is how many rows a History keeps: the last two minutes.
	HistoryRows = 2400
)

// History is a ring of every algorithm's error over the last two minutes, and of what belongs to it, for
// plots. Rows are numbered from the session's start.
type History struct {
	algorithms int
	notes      []HistoryNote
	errors     []float32 // ms, NaN before the first synchronisation
	rows       int64     // rows begun
	next       netsim.Time
	steps      ring[ClockStep]
}

// HistoryNote is what a row has beside the errors.
type HistoryNote struct {
	At netsim.Time
	// Unseen is (up − down)/2 of the link's base delays, as [netsim.Link.Base] has them, in ms: what no exchange of packets
	// at that instant can show.
	Unseen float32
	// Uncertainty is what the driving algorithm takes its error to be in ms, NaN where it has no idea.
	Uncertainty float32
	// Fast and Slow are the algorithms, by bits, whose clocks are slewed.
	Fast, Slow uint32
}

// ClockStep is a clock that was set, once it had been synchronised.
type ClockStep struct {
	At        netsim.Time
	Algorithm int
	From, To  float32 // error in ms before and after
}

const (
	historySteps = leastRing
	// leastStep is what a clock has to be moved by to be noted as a step.
	leastStep = 500 * time.Microsecond
)

// Init starts keeping the errors of a number of algorithms.
func (h *History) Init(algorithms int) {
	h.algorithms = algorithms
	h.notes = make([]HistoryNote, HistoryRows)
	h.steps.limit = historySteps
	h.errors = make([]float32, HistoryRows*algorithms)
}

// Begin begins the next row if one is due, and returns it to be filled.
func (h *History) Begin(now netsim.Time) ([]float32, *HistoryNote) {
	if now < h.next || h.algorithms == 0 {
		return nil, nil
	}
	h.next = now.Add(HistoryStep)
	i := int(h.rows % HistoryRows)
	h.rows++
	note := &h.notes[i]
	*note = HistoryNote{At: now, Uncertainty: float32(math.NaN())}
	row := h.errors[i*h.algorithms : (i+1)*h.algorithms]
	for k := range row {
		row[k] = float32(math.NaN())
	}
	return row, note
}

// Add notes the status of the i-th algorithm.
func (h *HistoryNote) Add(i int, st *netsync.Status, driving bool) {
	switch {
	case st.Slewing > 0:
		h.Fast |= 1 << i
	case st.Slewing < 0:
		h.Slow |= 1 << i
	}
	if driving && st.HasUncertainty {
		h.Uncertainty = float32(st.Uncertainty.Seconds() * 1000)
	}
}

// NoteStep notes that a clock was set.
func (h *History) NoteStep(now netsim.Time, algorithm int, from, to time.Duration) {
	if (to - from).Abs() >= leastStep {
		*h.steps.add() = ClockStep{now, algorithm, float32(from.Seconds() * 1000), float32(to.Seconds() * 1000)}
	}
}

// Steps returns the numbers of the oldest step kept and of the one after the newest.
func (h *History) Steps() (first, end uint64) { return h.steps.first, h.steps.end }

// StepAt returns a step by its number.
func (h *History) StepAt(n uint64) ClockStep { return *h.steps.at(n) }

// Note returns what a row has beside the errors. It must not be changed.
func (h *History) Note(n int64) *HistoryNote { return &h.notes[n%HistoryRows] }

// Clocks returns how many clocks each row has the errors of.
func (h *History) Clocks() int { return h.algorithms }

// Before returns the number of the last row at or before an instant; it may be before the oldest kept.
func (h *History) Before(at netsim.Time) int64 {
	first, end := h.Span()
	return first + int64(sort.Search(int(end-first), func(i int) bool { return h.Note(first+int64(i)).At > at })) - 1
}

// Span returns the numbers of the oldest row kept and of the one after the newest.
func (h *History) Span() (first, end int64) { return max(0, h.rows-HistoryRows), h.rows }

// Row returns a row's time and the algorithms' errors in ms, NaN where one is not synchronised. The
// slice must not be changed.
func (h *History) Row(n int64) (netsim.Time, []float32) {
	i := int(n % HistoryRows)
	return h.notes[i].At, h.errors[i*h.algorithms : (i+1)*h.algorithms]
}
