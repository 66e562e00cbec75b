package capture

import (
	"driftlab/netsim"
)

// sessionTrack has the session's events, and the machines below it.
const sessionTrack = 1

// A machine's tracks have numbers of their own: its own, then those of the clocks, then the rows.
const (
	tracksAMachine = 1 << 16
	firstError     = 1
	firstRow       = 1 << 8 // more than there are algorithms
)

func machineTrack(m int) uint64 { return tracksAMachine * uint64(m+1) }

func errorTrack(m, algorithm int) uint64 { return machineTrack(m) + firstError + uint64(algorithm) }

func rowTrack(m, row int) uint64 { return machineTrack(m) + firstRow + uint64(row) }

// The two rows of a machine for each peer.
const (
	sending = iota
	receiving
)

// rowOf returns which of a machine's rows has the datagrams to or from a peer. A client's only peer is
// the host.
func rowOf(m, peer netsim.NodeID, direction int) int {
	if m != 0 {
		return direction
	}
	return 2*int(peer-1) + direction
}

// describe writes the tracks of a machine: its ticks, below them its rows and its clocks' errors.
func (p *Perfetto) describe(m int) {
	p.w.describe(track{uuid: machineTrack(m), parent: sessionTrack, rank: m, name: machineName(netsim.NodeID(m))})
	for r := range p.machines[m].rows {
		peer := 0
		if m == 0 {
			peer = r/2 + 1
		}
		name := "to "
		if r%2 == receiving {
			name = "from "
		}
		p.w.describe(track{uuid: rowTrack(m, r), parent: machineTrack(m), rank: r, name: name + machineName(netsim.NodeID(peer))})
	}
	for i := range p.machines[m].errors {
		p.w.describe(track{uuid: errorTrack(m, i), parent: machineTrack(m), rank: len(p.machines[m].rows) + i,
			name: "clock error of " + p.clocks[i].Name, unit: "ms"})
	}
}
