package netsim

import "time"

// MaxMove is the most by which a datagram's arrival may be moved by hand, later or earlier.
const MaxMove = 10 * time.Second

// A Grip names one datagram of a link by its place in its flow, which stays the same whatever happens to the others. It
// is also what its luck depends on.
type Grip struct {
	Flow   Flow
	Number uint64 // in the flow, from 1
	Second bool   // the second copy that duplication makes, if it makes one
}

// A Touch is what a hand does to one datagram.
type Touch struct {
	By   time.Duration // it arrives later by this, or earlier, but never before it was sent
	Lose bool          // it is lost; of a stream's segment the first copy is, which is then sent again
}

// hand is the impairment of single datagrams that somebody moves or loses. It draws no luck, so it changes nothing for
// others. But if the link keeps datagrams in order, those behind a moved one wait for it.
type hand map[Grip]Touch

// Touch asks for a datagram to be moved or lost when it is sent. Several touches of one datagram add up: times are
// summed, and what is lost stays lost. It returns false, and does nothing, if the datagram was sent already: its fate is
// decided.
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

// take returns, once, what was asked for a copy of a datagram.
func (h hand) take(t *ticket) Touch {
	if len(h) == 0 || t.copy != 0 && t.copy != duplicateCopy {
		return Touch{}
	}
	g := Grip{t.flow, t.n + 1, t.copy == duplicateCopy}
	touch := h[g]
	delete(h, g)
	return touch
}
