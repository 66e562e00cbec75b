package observe

import (
	"time"

	"driftlab/netsim"
)

// mostTicks is from how many ticks on frames are counted as one.
const mostTicks = 32

// away is from what time on no display's frames are counted between two of a client's: it slept, or had left.
const away = time.Second

// The counts of [GameCounts].
const (
	ShownFrames   = iota // frames that showed the others
	StarvedFrames        // those among them that had no snapshot to show what they had to
	InputsInTime         // of ticks
	InputsMissed         // ticks that the host has played without the client's input for them: it came later, or never
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
	next, latest netsim.Time // look, and frame
	seen, sum    [gameCounts]uint64
	ticks        [mostTicks + 1]uint32 // frames by how many new ticks of the client's player they played, or more of the last
}

// Frame takes one of the client's frames. Those of its machine's display since the frame before, by its turns, had no tick.
func (c *GameCounts) Frame(f *Frame, turns *netsim.Turns) {
	last := c.latest
	if c.latest = f.Now; !f.warm() {
		return
	}
	if c.ticks[min(f.Client.Played, mostTicks)]++; f.Now.Sub(last) < away {
		c.ticks[0] += uint32(turns.Between(last, f.Now))
	}
	if f.Now < c.next {
		return
	}
	// The host counts from zero for a client that has rejoined.
	now := f.counts()
	for i, n := range now {
		if n < c.seen[i] {
			c.seen[i] = 0
		}
		if c.next > 0 {
			c.sum[i] += n - c.seen[i]
		}
	}
	c.next, c.seen = f.Now.Add(lookStep), now
}

// Counts returns the counts until the latest look, a tenth of a second ago at most where the client runs, and how many frames
// have played how many ticks: the last counts those with more too.
func (c *GameCounts) Counts() (sum [gameCounts]uint64, ticks [mostTicks + 1]uint32) {
	return c.sum, c.ticks
}

// Rank returns the first place up to which there are at least so many percent of what is counted, and how many there are in all.
func Rank(counts []uint32, percent uint64) (place int, all uint64) {
	for _, n := range counts {
		all += uint64(n)
	}
	for seen := uint64(counts[0]); 100*seen < percent*all; seen += uint64(counts[place]) {
		place++
	}
	return place, all
}
