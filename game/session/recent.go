package session

import (
	"slices"
	"time"

	"driftlab/game"
	"driftlab/netsim"
)

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
func (s *Session) median(r recent, mode uint8, part func(*glance) int64) (v int64, ok bool) {
	all := s.screens.sorted[:0]
	for i := range r {
		if r[i].mode == mode {
			all = append(all, part(&r[i]))
		}
	}
	s.screens.sorted = all
	if len(all) == 0 {
		return 0, false
	}
	slices.Sort(all)
	return all[(len(all)-1)/2], true
}

// TallySpan is the time that a [Tally] is of: long enough for a share of one in a hundred.
const TallySpan = 5 * time.Second

// A Tally is how often a client's buffers have been too short: of its frames those that had no snapshot to show, of the
// inputs that the host expected those that came too late for their tick.
type Tally struct{ Frames, Starved, Inputs, Late uint64 }

// tallied is what had been counted since the begin at a look.
type tallied struct {
	at netsim.Time
	Tally
}

// tally counts anew what a client's buffers have done by now.
func (s *Session) tally(n *clientNode) Tally {
	b, inputs := n.client.Buffers(), s.host.host.Inputs(n.id)
	return Tally{b.Frames, b.Starved, inputs.OnTime + inputs.Late, inputs.Late}
}

// lookAtBuffers keeps what is counted for [TallySpan]. A client that has joined anew begins anew.
func (s *Session) lookAtBuffers(n *clientNode, now netsim.Time) {
	k, fresh := &n.screen, s.tally(n)
	old := 0
	for old < len(k.tallies) && (now.Sub(k.tallies[old].at) > TallySpan || k.tallies[old].Inputs > fresh.Inputs || k.tallies[old].Frames > fresh.Frames) {
		old++
	}
	k.tallies = append(slices.Delete(k.tallies, 0, old), tallied{now, fresh})
}

// RecentTally returns what a client's buffers have done over the last [TallySpan]; ok is false before that has passed.
func (s *Session) RecentTally(client int) (t Tally, ok bool) {
	n := s.clients[client-1]
	all := n.screen.tallies
	if len(all) == 0 || s.Now().Sub(all[0].at) < TallySpan-2*lookStep {
		return t, false
	}
	was, is := all[0].Tally, s.tally(n)
	if is.Frames < was.Frames || is.Inputs < was.Inputs {
		return t, false
	}
	return Tally{is.Frames - was.Frames, is.Starved - was.Starved, is.Inputs - was.Inputs, is.Late - was.Late}, true
}

// Rode is how riders of a class were drawn against their platforms: medians over the last [RecentSpan].
type Rode struct {
	OK       bool          // somebody rode
	Time     time.Duration // of world time, absolute
	Distance game.Length   // along the platform's path, absolute
}

// Rode returns how riders are drawn on a machine's screen, of which 0 is the host's.
func (s *Session) Rode(machine int, class RiderClass) (out Rode) {
	on := &s.screens.host
	if machine > 0 {
		on = &s.clients[machine-1].screen
	}
	r := on.riders.last(s.Now())
	late, ok := s.median(r, uint8(class), func(g *glance) int64 { return int64(g.time.Abs()) })
	off, _ := s.median(r, uint8(class), func(g *glance) int64 { return int64(max(g.off, -g.off)) })
	return Rode{ok, time.Duration(late), game.Length(off)}
}

// RecentShots returns how far ahead of the host's now a client has shown projectiles along their flight, in the
// way that it shows them now: the median over the latest [RecentSpan] in which there were any.
func (s *Session) RecentShots(client int) (off game.Length, ok bool) {
	n := s.clients[client-1]
	v, ok := s.median(n.screen.shots, uint8(n.look.Shots), func(g *glance) int64 { return int64(g.off) })
	return game.Length(v), ok
}

// RecentOthers returns how far from the host's now a client has shown the other players, in the way that it shows
// them now: the median over the last [RecentSpan].
func (s *Session) RecentOthers(client int) (off game.Length, ok bool) {
	n := s.clients[client-1]
	v, ok := s.median(n.screen.others.last(s.Now()), uint8(n.look.Others), func(g *glance) int64 { return int64(g.off) })
	return game.Length(v), ok
}

// RecentCorrections returns how often a client's player has been corrected in the last [RecentSpan].
func (s *Session) RecentCorrections(client int) int {
	return len(s.clients[client-1].screen.corrections.last(s.Now()))
}
