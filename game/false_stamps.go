package game

import (
	"time"

	"driftlab/netsync"
	"driftlab/netsync/registry"
)

// FalseStamps say which of a machine's send stamps lie, as where something between the clock and the socket holds a datagram, or reads
// the wrong clock. The zero value is none.
type FalseStamps struct {
	Share int64         // of its datagrams, 0..10⁹
	Size  time.Duration // by how much one is off at most, either way, 0..[MaxFalse]
}

// The ranges of [FalseStamps].
const (
	MaxFalse     = 10 * time.Second
	DefaultFalse = 50 * time.Millisecond
)

// stamping is what a machine stamps its datagrams with.
type stamping struct {
	set     FalseStamps
	seed    uint64
	machine uint64
	counts  [registry.MaxID + 1]uint64 // of the datagrams that could have been false: the game's, and each clock's by its ID
}

// stamp returns the send stamp of the next datagram of a clock, or with 0 of the game, when the machine's clock reads now.
func (s *stamping) stamp(now netsync.Local, clock uint8) uint32 {
	if s.set.Share > 0 && int(clock) < len(s.counts) {
		s.counts[clock]++
		if luck := hash(s.seed, s.machine, uint64(clock), s.counts[clock]); luck%1e9 < uint64(s.set.Share) {
			now = now.Add(time.Duration(hash(luck)%uint64(2*s.set.Size+1)) - s.set.Size)
		}
	}
	return netsync.Stamp24(int64(now))
}

// SetFalseStamps chooses which of the client's stamps lie.
func (c *Client) SetFalseStamps(f FalseStamps) { c.stamping.set = f }

// SetFalseStamps chooses which of the host's stamps lie.
func (h *Host) SetFalseStamps(f FalseStamps) { h.stamping.set = f }
