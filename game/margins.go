package game

import (
	"slices"
	"time"

	"driftlab/netsync"
)

// marginRing is of how many ticks the host remembers when their inputs came: two seconds at the
// highest rate.
const marginRing = 256

// Margins are by how much a client's latest inputs came before their ticks, one for each tick; negative
// is late. A tick whose input never came has none.
type Margins struct {
	ring [marginRing]int32 // µs
	n    uint32
}

func (m *Margins) add(micros int64) {
	m.ring[m.n%marginRing] = int32(min(max(micros, -1<<31), 1<<31-1))
	m.n++
	if m.n == 2*marginRing {
		m.n = marginRing // full is all that counts
	}
}

// Len returns how many there are, 256 at most.
func (m *Margins) Len() int { return int(min(m.n, marginRing)) }

// Quantile returns the margin that so many per mille of the inputs did not reach, 0..1000; ok is false
// if there are none.
func (m *Margins) Quantile(permille int) (margin time.Duration, ok bool) {
	n := m.Len()
	if n == 0 || permille < 0 || permille > 1000 {
		return 0, false
	}
	sorted := m.ring
	slices.Sort(sorted[:n])
	return time.Duration(sorted[min(n*permille/1000, n-1)]) * time.Microsecond, true
}

// Margins returns by how much a client's latest inputs came before their ticks.
func (h *Host) Margins(client int) Margins { return h.peers[client].margins }

// reportOn takes down by how much an input that brings something came before its ticks, for the client
// and for its margins.
func (h *Host) reportOn(now netsync.Local, p *peer, m *inputMessage) {
	due := h.at(m.newest).Sub(h.World(now)).Microseconds()
	brought := min(m.newest-p.newest, int64(m.count))
	if p.newest < 0 {
		brought = 1 // what came before is no fault of the way
	}
	for i := range brought {
		p.margins.add(due - i*1_000_000/int64(h.cfg.Rate))
	}
	p.reports.add(inputReport{m.newest, uint8(brought), int32(min(max(due, -1<<31), 1<<31-1))}, 1_000_000/int64(h.cfg.Rate))
}
