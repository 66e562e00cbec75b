package observe

import (
	"time"

	"driftlab/netsim"
)

// mostTicks is from how many ticks on frames are counted as one.
const mostTicks = 32

// apart is from what time on no display's frames are counted between two of a client's: it slept, or was away.
const apart = time.Second

// A GameCount is something that client or host count of a client's game.
type GameCount int

// The counts. A client that has rejoined is counted from zero by the host.
const (
	ShownFrames   GameCount = iota // frames that showed the others
	StarvedFrames                  // those among them that had no snapshot to show what they had to
	InputsInTime                   // of ticks
	InputsMissed                   // ticks that the host has played without the client's input for them: it came later, or never
	HitsRefused
	HitsUnseen

	gameCounts
)

func (f *Frame) counts() [gameCounts]uint64 {
	b, host := f.Client.Buffers(), f.Host.Stats(f.Machine)
	return [gameCounts]uint64{b.Frames, b.Starved, host.Inputs.OnTime, host.Inputs.Missing, host.Hits.Refused, host.Hits.Unseen}
}

// GameCounts are what one client's game has come to after the [Warmup]. The zero value has counted nothing.
type GameCounts struct {
	begun     bool
	next      netsim.Time // of the looks
	seen, sum [gameCounts]uint64
	latest    netsim.Time // frame
	ticks     TicksPerFrame
}

// Frame takes one of the client's frames, whose machine has these turns: the frames of its display since the one before had no
// tick.
func (c *GameCounts) Frame(f *Frame, turns *netsim.Turns) {
	last := c.latest
	c.latest = f.Now
	if !f.warm() {
		return
	}
	if c.ticks[min(f.Client.Played, mostTicks)]++; f.Now.Sub(last) < apart {
		c.ticks[0] += uint32(turns.Between(last, f.Now))
	}
	if f.Now >= c.next {
		c.next = f.Now.Add(lookStep)
		c.look(f)
	}
}

// look adds what has been counted since the look before.
func (c *GameCounts) look(f *Frame) {
	now := f.counts()
	for i, n := range now {
		if was := c.seen[i]; c.begun && n >= was {
			c.sum[i] += n - was
		} else if c.begun {
			c.sum[i] += n
		}
	}
	c.seen, c.begun = now, true
}

// At returns the counts until a frame, and how many ticks frames have played.
func (c GameCounts) At(f *Frame) (sum [gameCounts]uint64, ticks TicksPerFrame) {
	if c.begun {
		c.look(f)
	}
	return c.sum, c.ticks
}

// TicksPerFrame are how many frames have played how many new ticks of the client's player; the last counts those with more too.
type TicksPerFrame [mostTicks + 1]uint32

// All returns how many frames there are.
func (t *TicksPerFrame) All() uint64 { return total(t[:]) }

// Quantile returns the fewest ticks that at least so many percent of the frames do not exceed; ok is false if there are none.
func (t *TicksPerFrame) Quantile(percent uint64) (ticks int, ok bool) { return quantile(t[:], percent) }

func total(counts []uint32) (all uint64) {
	for _, n := range counts {
		all += uint64(n)
	}
	return all
}

// quantile returns the first place up to which there are at least so many percent of all.
func quantile(counts []uint32, percent uint64) (place int, ok bool) {
	all, seen := total(counts), uint64(0)
	for place, n := range counts {
		if seen += uint64(n); n > 0 && 100*seen >= percent*all {
			return place, true
		}
	}
	return 0, false
}
