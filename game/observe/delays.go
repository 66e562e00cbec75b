package observe

import (
	"time"

	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/insight"
)

// DelayBins is how many columns a [Delays] has.
const DelayBins = 128

// Delays is a histogram of the true one-way delays of a client's datagrams in both directions, which
// only a simulator can know.
type Delays struct {
	From, Step time.Duration // where the first column begins, and how wide each is
	Up, Down   DelayCounts
}

// DelayCounts is one direction of a [Delays].
type DelayCounts struct {
	Bins    [DelayBins]int // the last has also what is above it
	Count   int
	Least   time.Duration // meaningful if Count > 0
	Longest time.Duration
}

func (c *DelayCounts) note(d time.Duration) {
	if c.Count == 0 || d < c.Least {
		c.Least = d
	}
	c.Longest = max(c.Longest, d)
	c.Count++
}

// Delays fills h from the datagrams of a client, 1..Clients, that arrived between two instants. Its
// columns have a round width.
func (t *Tape) Delays(client int, from, to netsim.Time, h *Delays) {
	*h = Delays{}
	first, end := t.Packets(from, to)
	each := func(do func(c *DelayCounts, d time.Duration)) {
		for n := first; n < end; n++ {
			p := t.At(n)
			if !p.Arrived || p.Due < from || p.Due > to {
				continue
			}
			switch client {
			case int(p.From):
				do(&h.Up, p.Due.Sub(p.Sent))
			case int(p.To):
				do(&h.Down, p.Due.Sub(p.Sent))
			}
		}
	}
	each((*DelayCounts).note)
	if h.Up.Count+h.Down.Count == 0 {
		return
	}
	least, longest := h.Up.Least, max(h.Up.Longest, h.Down.Longest)
	if h.Up.Count == 0 || h.Down.Count > 0 && h.Down.Least < least {
		least = h.Down.Least
	}
	h.Step = roundStep((longest - least) / (DelayBins - 2))
	h.From = least / h.Step * h.Step
	each(func(c *DelayCounts, d time.Duration) {
		c.Bins[min(int((d-h.From)/h.Step), DelayBins-1)]++
	})
}

// roundStep returns the next of 0.1, 0.2, 0.5, 1, 2, 5, … ms that is not less than d.
func roundStep(d time.Duration) time.Duration {
	for base := 100 * time.Microsecond; ; base *= 10 {
		for _, m := range [...]time.Duration{1, 2, 5} {
			if base*m >= d {
				return base * m
			}
		}
	}
}

// SampleTruth is what is true of a sample that a clock algorithm took.
type SampleTruth struct {
	OK     bool          // false where it is no longer kept
	At     netsim.Time   // when it arrived
	Offset time.Duration // host's clock − client's, on the algorithm's base
}

// Truths appends what is true of a client's samples, oldest first as [insight.Explain] has them,
// to dst. It is exact to what a clock gains on another within one frame.
func (t *Tape) Truths(client int, base netsync.Base, samples []insight.Sample, now netsim.Time, dst []SampleTruth) []SampleTruth {
	dst = append(dst, make([]SampleTruth, len(samples))...)
	out := dst[len(dst)-len(samples):]
	first, end := t.Moments(client, 0, now)
	n := end
	for i := len(samples) - 1; i >= 0; i-- {
		at := samples[i].At
		for n > first && t.MomentAt(client, n-1).onBase(base) > at {
			n--
		}
		if n == first {
			break
		}
		out[i] = t.truth(client, base, n-1, end, at)
	}
	return dst
}

// truth returns what is true when a client's clock reads at, which is not before the n-th moment.
func (t *Tape) truth(client int, base netsync.Base, n, end uint64, at netsync.Local) SampleTruth {
	m := t.MomentAt(client, n)
	passed := at.Sub(m.onBase(base))
	if n+1 < end && base == netsync.BaseWorld { // world time may run at any rate
		next := t.MomentAt(client, n+1)
		if all := next.onBase(base).Sub(m.onBase(base)); all > 0 {
			passed = time.Duration(float64(passed) / float64(all) * float64(next.At.Sub(m.At)))
		}
	}
	if passed > time.Second {
		return SampleTruth{} // the machine slept, or its clock was set
	}
	when := m.At.Add(passed)
	host := t.Before(0, when)
	if host == nil {
		return SampleTruth{}
	}
	reads := host.onBase(base).Add(when.Sub(host.At))
	if base == netsync.BaseWorld {
		if after := t.after(0, when); after != nil && after.At > host.At {
			share := float64(when.Sub(host.At)) / float64(after.At.Sub(host.At))
			reads = host.onBase(base).Add(time.Duration(share * float64(after.onBase(base).Sub(host.onBase(base)))))
		}
	}
	return SampleTruth{OK: true, At: when, Offset: netsync.Server(reads).Offset(at)}
}

// after returns what a machine's clocks read first after an instant, nil if that is not kept.
func (t *Tape) after(machine int, at netsim.Time) *ClockMoment {
	r := &t.machines[machine].moments
	n := r.search(func(m *ClockMoment) bool { return m.At > at })
	if n == r.end {
		return nil
	}
	return r.at(n)
}

// onBase returns what the clock of a base reads.
func (m *ClockMoment) onBase(b netsync.Base) netsync.Local {
	if b == netsync.BaseWorld {
		return netsync.Local(m.World)
	}
	return m.Local
}
