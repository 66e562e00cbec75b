package session

import (
	"math"
	"time"

	"driftlab/netsim"
)

const (
	// HistoryStep is the time between two rows of a [History].
	HistoryStep = 50 * time.Millisecond
	// HistoryRows is how many rows a History keeps: the last two minutes.
	HistoryRows = 2400
)

// History is a ring of every algorithm's error over the last two minutes, for plots. Rows are
// numbered from the session's start.
type History struct {
	algorithms int
	times      []netsim.Time
	errors     []float32 // ms, NaN before the first synchronisation
	rows       int64     // rows begun
	next       netsim.Time
}

func (h *History) init(algorithms int) {
	h.algorithms = algorithms
	h.times = make([]netsim.Time, HistoryRows)
	h.errors = make([]float32, HistoryRows*algorithms)
}

// row begins the next row if one is due, and returns it to be filled.
func (h *History) row(now netsim.Time) []float32 {
	if now < h.next {
		return nil
	}
	h.next = now.Add(HistoryStep)
	i := int(h.rows % HistoryRows)
	h.rows++
	h.times[i] = now
	row := h.errors[i*h.algorithms : (i+1)*h.algorithms]
	for k := range row {
		row[k] = float32(math.NaN())
	}
	return row
}

// Span returns the numbers of the oldest row kept and of the one after the newest.
func (h *History) Span() (first, end int64) { return max(0, h.rows-HistoryRows), h.rows }

// Row returns a row's time and the algorithms' errors in ms, NaN where one is not synchronised. The
// slice must not be changed.
func (h *History) Row(n int64) (netsim.Time, []float32) {
	i := int(n % HistoryRows)
	return h.times[i], h.errors[i*h.algorithms : (i+1)*h.algorithms]
}
