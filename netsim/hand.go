package netsim

import "time"

// MaxMove is by how much a hand may move a datagram's arrival, later or earlier.
const MaxMove = 10 * time.Second

// A Grip names one datagram of a link by what stays the same whatever becomes of all others: its place in its flow,
// by which it has its luck too.
type Grip struct {
	Flow   Flow
	Number uint64 // in the flow, from 1
	Second bool   // the second copy that the path makes of it, if it makes one
}

// A Touch is what a hand does to one datagram.
type Touch struct {
	By   time.Duration // it arrives later by this, or earlier, but never before it was sent
	Lose bool          // it is lost; of a stream's segment that is the first copy, which is sent again
}

// hand is the impairment of single datagrams that somebody moves or loses. It draws no luck: all others have theirs as
// if it were not there. Where a link keeps its datagrams in order, those behind one that was moved wait for it.
type hand map[Grip]Touch

// Touch has a hand be laid on a datagram when it is sent, beside what was asked for it before: times add up, and what
// is lost stays lost. It says false, and nothing happens, where the datagram has been sent already: its fate is decided.
func (l *Link) Touch(g Grip, touch Touch) bool {
	if g.Number <= l.Sent(g.Flow) {
		return false
	}
	if l.hand == nil {
		l.hand = hand{}
	}
	before := l.hand[g]
	l.hand[g] = Touch{before.By + touch.By, before.Lose || touch.Lose}
	return true
}

// Sent returns how many datagrams of a flow have been sent.
func (l *Link) Sent(f Flow) uint64 {
	if int(f) >= len(l.sent) {
		return 0
	}
	return l.sent[f]
}

// take returns what is done to a copy of a datagram, once.
func (h hand) take(t *ticket) Touch {
	if len(h) == 0 || t.copy != 0 && t.copy != duplicateCopy {
		return Touch{}
	}
	g := Grip{t.flow, t.n + 1, t.copy == duplicateCopy}
	touch := h[g]
	delete(h, g)
	return touch
}
