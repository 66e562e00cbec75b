package session

import (
	"time"

	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/insight"
)

// maxMail is how many datagrams wait for a machine at most; what comes on top is dropped, as by a socket whose buffer is
// full. Linux gives one 212,992 bytes by default (net.core.rmem_default) and counts 768 or more for a short datagram.
const maxMail = 256

// A mailbox holds the datagrams that have come to a machine and that it has not read yet, in the order in which they came.
// Once warm it allocates nothing.
type mailbox struct {
	turns   netsim.Turns
	set     scenario.Polling
	letters []letter
	data    []byte
	direct  letter // the latest that has not waited
	dropped uint64 // those that found it full
	waits   insight.TripMeter
	looked  netsync.Local // what the machine's clock read when it looked last
}

// MailState is how a machine fares with its mail.
type MailState struct {
	Waiting int           // datagrams that it has not read yet
	Dropped uint64        // those that found no room, ever
	Waits   insight.Trips // how long the latest had waited when they were read
}

func (m *mailbox) state() MailState { return MailState{len(m.letters), m.dropped, m.waits.Trips()} }

// A letter is a datagram that waits.
type letter struct {
	packet     uint64
	from       netsim.NodeID
	at         netsim.Time   // when it came
	came       netsync.Local // what the machine's clock read then
	start, end int           // in the box's data
}

// apply brings the mailbox to its settings at now and says whether they have changed: then the machine is to be woken, so that
// what waits is read when it is to be now.
func (m *mailbox) apply(set scenario.Polling, now netsim.Time) (changed bool) {
	changed = set != m.set
	if set.Turns.Throttle != m.set.Turns.Throttle {
		m.turns.Throttle(now)
	}
	m.set = set
	m.turns.Set(set.Turns)
	return changed
}

// arrive takes a datagram that has come. It returns it where the machine is to read it at once; else it waits, or is
// dropped where there is no room.
func (m *mailbox) arrive(p *netsim.Packet, now netsim.Time, came netsync.Local) *letter {
	switch {
	case m.set.Poll == scenario.PollAtOnce && len(m.letters) == 0:
		m.waits.Add(0)
		m.direct = letter{packet: p.ID, from: p.From, at: now, came: came}
		return &m.direct
	case len(m.letters) == maxMail:
		m.dropped++
		return nil
	}
	start := len(m.data)
	m.data = append(m.data, p.Data...)
	m.letters = append(m.letters, letter{packet: p.ID, from: p.From, at: now, came: came, start: start, end: len(m.data)})
	return nil
}

// stamp returns the clock reading by which a letter goes that is read at now.
func (m *mailbox) stamp(l *letter, now netsync.Local) netsync.Local {
	if m.set.AtRead {
		return now
	}
	return l.came
}

// span returns how long before its stamp a letter may have come that is read at now, by the machine's clock at local: since the machine
// has looked before. It is 0 where a letter is stamped when it comes, and where the machine waits for nothing else.
func (m *mailbox) span(now netsim.Time, local netsync.Local) time.Duration {
	switch {
	case !m.set.AtRead || m.set.Poll == scenario.PollAtOnce:
		return 0
	case m.set.Poll == scenario.PollFrame && m.set.Turns.Rate > 0:
		return now.Sub(m.turns.Last(now)) // it has looked in frames in which there was nothing
	case local < m.looked:
		return maxSpan
	}
	return min(local.Sub(m.looked), maxSpan)
}

// maxSpan is more than any machine waits from one look to the next but for sleep, and for a clock that was set meanwhile.
// A throttled machine waits no longer.
const maxSpan = time.Second

// take hands all letters over in their order, and then the box is empty.
func (m *mailbox) take(now netsim.Time, read func(l *letter, data []byte)) {
	for i := range m.letters {
		l := &m.letters[i]
		m.waits.Add(now.Sub(l.at))
		read(l, m.data[l.start:l.end])
	}
	m.letters, m.data = m.letters[:0], m.data[:0]
}

// looks says whether the machine looks at its mail in a turn, in which a tick begins or not. One without ticks, as before
// it is let in, looks in every turn.
func (m *mailbox) looks(ticking, tick bool) bool {
	return m.set.Poll == scenario.PollAtOnce || tick || !ticking || m.set.Poll == scenario.PollFrame && m.set.Turns.Rate > 0
}
