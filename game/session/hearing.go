package session

import (
	"time"

	"driftlab/netsim"
	"driftlab/netsync"
)

// A HearingKind says by what a clock hears of the host's time.
type HearingKind uint8

// The kinds: not known, or in each of its frames; with every datagram of the game; by asking again, or by being told again, at a
// time that is known; and by having asked, which it does no more.
const (
	HearsNow HearingKind = iota
	HearsPackets
	AsksAgain
	ToldAgain
	AskedOnce
)

// A Hearing is when a client's clock hears of the host's time next: until then it cannot know what has become of the link.
type Hearing struct {
	Kind HearingKind
	In   time.Duration // until it asks, or the host sends it the time
	Most bool          // it may ask before that, with a datagram of the game
	Was  netsim.Time   // when it was synchronised, of what has asked once
}

// leastWait is the least time until a clock asks that is one to wait for: what is woken in each frame asks by no schedule.
const leastWait = 50 * time.Millisecond

// hears returns when the i-th clock of a client hears of the host's time next.
func (s *Session) hears(n *clientNode, i int, now netsim.Time, synchronised bool) Hearing {
	clock := &s.clocks[i]
	if in, ok := s.tells(n.id, clock.ID); ok && synchronised { // who joins is told at once
		return Hearing{Kind: ToldAgain, In: in}
	}
	if clock.Stamped() {
		return Hearing{Kind: HearsPackets}
	}
	due, asked, along := n.client.Clocks.NextWake(i)
	switch local := n.local(now); {
	case due == netsync.Never && asked && synchronised && n.truth.clocks[i].follows:
		return Hearing{Kind: AskedOnce, Was: n.truth.clocks[i].since}
	case due != netsync.Never && due > local && due.Sub(local) >= leastWait: // before it has joined it is due since ever
		return Hearing{Kind: AsksAgain, In: due.Sub(local), Most: along}
	}
	return Hearing{}
}

// tells returns how long it takes until the host tells a client's clock the time unasked; ok is false if it never does, or world
// time, by which it goes, stands still.
func (s *Session) tells(client int, clock uint8) (in time.Duration, ok bool) {
	rate := s.host.set.Dilation
	next, ok := s.host.host.Tells(client, clock)
	if !ok || rate <= 0 {
		return 0, false
	}
	left := next.Sub(netsync.Server(s.HostWorld()))
	return max(left*netsync.Normal/time.Duration(rate), 0), true
}
