package netsim

import (
	"cmp"
	"time"
)

// A Link is one direction between two nodes. It numbers the datagrams of each [Flow] that enter it: the fate of the k-th
// depends only on (seed, link, flow, k) and the settings at that moment; impairments with memory also depend on its
// place in the spine, and a rate on the queue that it meets. Behind that queue datagrams may overtake each other when
// there is jitter or reordering, or when the delay is shortened, unless the link keeps them in order. The package's
// documentation lists the stages that each datagram goes through.
//
// Datagrams carried as a stream cannot overtake. There the luck of each copy of the k-th depends on (seed, link, flow,
// k) and on how many copies went before it, while its times also depend on the segments before it. A stream cuts its
// segments to the MTU, loses only the first copy of a listed datagram, and swallows duplicates.
type Link struct {
	settings    Settings
	luck        luck
	sent        []uint64 // datagrams numbered so far, by flow
	spine       uint64   // the sum of those below Aside
	outage      outage
	episodes    episodes
	loss        burstLoss
	chain       chainLoss
	duplicate   lossThreshold
	bottleneck  bottleneck
	reordering  reordering
	propagation propagation
	stream      stream
	minRTO      time.Duration
	hand        hand
	latest      Time // when the last of all datagrams so far arrives
}

// NewLink returns a link. id says which one it is: every direction of every pair of nodes has an id of its own. Two
// worlds that should meet the same luck use the same ids.
func NewLink(seed uint64, id uint32, s Settings) (*Link, error) {
	l := &Link{luck: newLuck(seed, id)}
	l.propagation.byTime = l.luck.byTime()
	l.episodes.luck = l.luck.byTime().byTime()
	if err := l.Set(0, s); err != nil {
		return nil, err
	}
	return l, nil
}

// Set changes the settings for datagrams sent from now on; now must not be earlier than in previous calls. Invalid
// settings are refused and change nothing. The queue keeps its contents, unless the new settings have no rate. If the
// outage's settings have changed, it begins now.
//
// A stream that is switched on is a new connection: it knows no round trip, and what an earlier one still has to deliver
// does not hold it up. So is a stream whose outage is ended or changed while it lasts.
func (l *Link) Set(now Time, s Settings) error {
	if err := s.Validate(); err != nil {
		return err
	}
	if s.Distribution == nil {
		s.Distribution = Uniform{}
	}
	cut := l.outage
	l.outage.set(now, s)
	if s.Stream && (!l.settings.Stream || cut != l.outage && cut.on(now)) {
		l.stream = stream{}
	}
	l.settings = s
	l.episodes.set(s)
	l.loss = newBurstLoss(s.Loss, s.LossBurst)
	l.chain = newChainLoss(s.Chain)
	l.duplicate = newLossThreshold(s.Duplicate)
	l.bottleneck.set(now, s)
	l.reordering = newReordering(l.luck, s)
	l.propagation.set(s)
	l.minRTO = cmp.Or(s.MinRTO, DefaultMinRTO)
	return nil
}

// Settings returns the settings in force. Their Distribution is never nil.
func (l *Link) Settings() Settings { return l.settings }

// Base returns the least time that a datagram sent now can take: without jitter, queue and stream, but with everything
// that goes by time and not by datagram, such as routes, sway and recordings. It changes nothing.
func (l *Link) Base(now Time) time.Duration {
	p := &l.propagation
	base := p.base(now) + p.swing(now)
	if s := &p.settings; s.Recording != nil {
		row := p.row
		base += s.Recording.at(now, s.HoldLast, &row)
	}
	return base
}

// Fate numbers the next datagram of flow 0, sent now with size bytes of payload, and returns how long it travels and
// whether it is lost on the way. For a stream's segment that is how long it takes until it is delivered. It does not
// tell about a second copy.
func (l *Link) Fate(now Time, size int) (delay time.Duration, lost bool) {
	var p passage
	l.decide(&p, now, 0, size)
	return p.due.Sub(now), p.cause != NotLost
}

// A passage is what a link decides about one datagram when it is sent.
type passage struct {
	verdict
	Transit
	number     uint64 // of the datagram in its flow, counted from 1
	duplicated bool
	duplicate  verdict // about the second copy, if there is one
}

// A verdict is what becomes of a copy of a datagram.
type verdict struct {
	due   Time  // when it arrives, or would have
	cause Cause // why it does not arrive
	parts Parts
}

// decide numbers the next datagram of a flow and decides what becomes of it. p is reused: without a duplicate, p.duplicate is left
// over from an earlier datagram.
func (l *Link) decide(p *passage, now Time, f Flow, size int) {
	if missing := int(f) + 1 - len(l.sent); missing > 0 {
		l.sent = append(l.sent, make([]uint64, missing)...)
	}
	t := ticket{flow: f, luck: l.luck.ofFlow(f), n: l.sent[f], spine: l.luck, k: l.spine, aside: f >= Aside}
	l.sent[f]++
	if !t.aside {
		l.spine++
	}
	p.number, p.duplicated = t.n+1, false
	bytes := int64(size) + headerBytes
	if l.settings.Stream {
		p.verdict, p.Transit = l.segment(t, now, bytes)
		if p.cause == NotLost {
			l.latest = max(l.latest, p.due)
		}
		return
	}
	p.verdict, p.Transit = l.deliver(&t, now, bytes), Transit{}
	if l.duplicate > 0 && l.duplicate.hit(t.draw(laneDuplicate)) {
		p.duplicated = true
		copied := t.ofCopy(duplicateCopy)
		p.duplicate = l.deliver(&copied, now, bytes)
	}
}

// deliver decides what becomes of a datagram, or a copy, that is not carried by a stream.
func (l *Link) deliver(t *ticket, now Time, bytes int64) verdict {
	parts, cause := l.delayed(&l.bottleneck, t, now, bytes)
	due := now.Add(parts.sum())
	if cause == NotLost {
		if l.settings.InOrder {
			due = max(due, l.latest)
		}
		l.latest = max(l.latest, due)
	}
	return verdict{due, cause, parts}
}

// loses returns why a copy is lost, other than by the queue; [NotLost] if it is not.
func (l *Link) loses(t *ticket, now Time, bytes int64) Cause {
	s := &l.settings
	switch {
	case s.MTU > 0 && bytes > int64(s.MTU) && !s.Stream:
		return TooLong
	case l.outage.on(now) || l.episodes.on(now):
		return Outage
	case s.LossList != nil && !t.aside && s.LossList.has(t.k+1) && (t.copy == 0 || !s.Stream):
		return Listed
	case s.Recording != nil && s.Recording.find(now, s.HoldLast, &l.propagation.row) < 0:
		return Recorded
	case l.loss.hit(t) || l.chain.hit(t):
		return ByChance
	}
	return NotLost
}
