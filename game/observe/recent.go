package observe

import (
	"slices"
	"time"

	"driftlab/game"
	"driftlab/netsim"
)

// A Screen is what one machine shows, sampled every tenth of a second: recently, and since the [Warmup].
type Screen struct {
	frame Frame
	*screen
}

// Of returns the screen of a machine, as it is at an instant.
func (s *Screens) Of(f Frame) Screen { return Screen{f, &s.of[f.Machine]} }

// Measures returns how far off the machine has shown things after the [Warmup].
func (s Screen) Measures() *ScreenMeasures { return &s.measured }

// Rode is how riders of a class were drawn against their platforms: medians over the last [RecentSpan].
type Rode struct {
	OK       bool          // somebody rode
	Time     time.Duration // of world time, absolute
	Distance game.Length   // along the platform's path, absolute
}

// Rode returns how riders are drawn.
func (s Screen) Rode(class RiderClass) (out Rode) {
	r := s.riders.last(s.frame.Now)
	late, ok := s.median(r, uint8(class), func(g *glance) int64 { return int64(g.time.Abs()) })
	off, _ := s.median(r, uint8(class), func(g *glance) int64 { return int64(max(g.off, -g.off)) })
	return Rode{ok, time.Duration(late), game.Length(off)}
}

// Shots returns how far ahead of the host's now a client has shown projectiles along their flight, in the way that it shows
// them now: the median over the latest [RecentSpan] in which there were any.
func (s Screen) Shots() (off game.Length, ok bool) {
	v, ok := s.median(s.shots, uint8(s.frame.Look.Shots), func(g *glance) int64 { return int64(g.off) })
	return game.Length(v), ok
}

// Others returns how far from the host's now a client has shown the other players, in the way that it shows them now: the
// median over the last [RecentSpan].
func (s Screen) Others() (off game.Length, ok bool) {
	v, ok := s.median(s.others.last(s.frame.Now), uint8(s.frame.Look.Others), func(g *glance) int64 { return int64(g.off) })
	return game.Length(v), ok
}

// Corrections returns how often a client's player has been corrected in the last [RecentSpan].
func (s Screen) Corrections() int { return len(s.corrections.last(s.frame.Now)) }

// RecentSpan is the time that recent figures are medians of: so they follow a change within a second, and a lift that
// just turns does not make them jump.
const RecentSpan = time.Second

// recent is what was seen of one thing in the latest looks at a screen, oldest first.
type recent []glance

// glance is one of them.
type glance struct {
	at   netsim.Time
	mode uint8 // the [RiderClass], or the game.ShotMode or game.Others in use
	time time.Duration
	off  game.Length
}

// last returns what was seen in the [RecentSpan] before now.
func (r recent) last(now netsim.Time) recent {
	for len(r) > 0 && now.Sub(r[0].at) >= RecentSpan {
		r = r[1:]
	}
	return r
}

// forget drops all else.
func (r *recent) forget(now netsim.Time) { *r = slices.Delete(*r, 0, len(*r)-len(r.last(now))) }

func (r *recent) add(now netsim.Time, mode uint8, time time.Duration, off game.Length) {
	*r = append(*r, glance{now, mode, time, off})
}

// median returns the median of a part of what was seen in a mode, of an even number the lower one; ok is false where
// there is none.
func (k *screen) median(r recent, mode uint8, part func(*glance) int64) (v int64, ok bool) {
	k.sorted = k.sorted[:0]
	for i := range r {
		if r[i].mode == mode {
			k.sorted = append(k.sorted, part(&r[i]))
		}
	}
	if len(k.sorted) == 0 {
		return 0, false
	}
	slices.Sort(k.sorted)
	return k.sorted[(len(k.sorted)-1)/2], true
}

// TallySpan is the time that a [Tally] is of: long enough for a share of one in a hundred.
const TallySpan = 5 * time.Second

// A Tally is how often a client's buffers have been too short: of its frames those that had no snapshot to show, of the
// inputs that the host needed those that came too late for their tick, or never.
type Tally struct{ Frames, Starved, Inputs, Late uint64 }

// tallied is what had been counted since the start when the screen was sampled.
type tallied struct {
	at netsim.Time
	Tally
}

// tally counts what a client's buffers have done since the start.
func (f *Frame) tally() Tally {
	b, inputs := f.Client.Buffers(), f.Host.Stats(f.Machine).Inputs
	return Tally{b.Frames, b.Starved, inputs.OnTime + inputs.Missing, inputs.Missing}
}

// lookAtBuffers keeps what is counted for [TallySpan]. A client that has rejoined counts from zero.
func (k *screen) lookAtBuffers(f *Frame) {
	fresh, old := f.tally(), 0
	for old < len(k.tallies) && (f.Now.Sub(k.tallies[old].at) > TallySpan || k.tallies[old].Inputs > fresh.Inputs || k.tallies[old].Frames > fresh.Frames) {
		old++
	}
	k.tallies = append(slices.Delete(k.tallies, 0, old), tallied{f.Now, fresh})
}

// Tally returns what a client's buffers have done over the last [TallySpan]; ok is false before that has passed.
func (s Screen) Tally() (t Tally, ok bool) {
	if len(s.tallies) == 0 || s.frame.Now.Sub(s.tallies[0].at) < TallySpan-2*lookStep {
		return t, false
	}
	was, is := s.tallies[0].Tally, s.frame.tally()
	if is.Frames < was.Frames || is.Inputs < was.Inputs {
		return t, false
	}
	return Tally{is.Frames - was.Frames, is.Starved - was.Starved, is.Inputs - was.Inputs, is.Late - was.Late}, true
}
