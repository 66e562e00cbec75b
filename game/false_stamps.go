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

// The ranges of [FalseStamps], and the coarsest step of [Host.SetStampStep]: the seconds of an HTTP header.
const (
	MaxFalse     = 10 * time.Second
	DefaultFalse = 50 * time.Millisecond
	MaxStampStep = time.Second
)

// stamping is what a machine stamps its datagrams with.
type stamping struct {
	set     FalseStamps
	step    time.Duration // 0 for none
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
	return netsync.Stamp24(int64(s.coarse(netsync.Server(now))))
}

// coarse returns a reading of the machine's clock as its stamps have it: the latest step that it has passed.
func (s *stamping) coarse(t netsync.Server) netsync.Server {
	if s.step <= 0 {
		return t
	}
	past := time.Duration(t) % s.step
	if past < 0 {
		past += s.step
	}
	return t.Add(-past)
}

// SetFalseStamps chooses which of the client's stamps lie.
func (c *Client) SetFalseStamps(f FalseStamps) { c.stamping.set = f }

// SetFalseStamps chooses which of the host's stamps lie.
func (h *Host) SetFalseStamps(f FalseStamps) { h.stamping.set = f }

// SetStampStep has all that the host says of its clock, in answers, in messages without a question and in send stamps, be
// multiples of a step, 0..[MaxStampStep]; 0 is none. Ticks are no stamps.
func (h *Host) SetStampStep(step time.Duration) { h.stamping.step = step }
