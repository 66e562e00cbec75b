package guest

import (
	"fmt"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/unity"
)

// An estimator is the client's half of a program's clock.
type estimator struct {
	clock *Clock
	begun bool
	wake  int64
	seen  int64 // the latest time it was woken at
	queue []Send
	bytes int   // of what is in the queue, on the wire
	read  int64 // the time of the latest reading that the program was asked for
	fresh bool  // nothing has happened since
	game  unity.GameBasis
	ticks bool // the program is asked for its readings at ticks alone: see [ticked]
}

// A piggybacker is an estimator whose program asks with datagrams that are sent anyway.
type piggybacker struct{ *estimator }

// A ticked is an estimator whose program is asked for what it reads once a tick. Another reader of the clock, such as a window
// that draws, gets the line of the last tick: otherwise the events would depend on who looks, and no log could contain them.
type ticked struct{ *estimator }

// A tickedPiggybacker is both.
type tickedPiggybacker struct{ ticked }

// Glance implements insight.Glancer, which a session asks once a tick.
func (e ticked) Glance(now netsync.Local, g *insight.Glance) {
	e.ask(int64(now))
	st := e.Status(now)
	t, ok := e.ServerTime(now)
	g.Fill(&st, t, ok)
}

func (p tickedPiggybacker) Piggyback(now netsync.Local, probes []netsync.Probe) []netsync.Probe {
	return piggybacker{p.estimator}.Piggyback(now, probes)
}

func (c *Clock) newTicked() (netsync.Estimator, error) {
	e := ticked{&estimator{clock: c, wake: AtOnce, seen: AtOnce, game: unity.DefaultGame(), ticks: true}}
	if c.declared.Hears.has(Piggybacks) {
		return tickedPiggybacker{e}, nil
	}
	return e, nil
}

func (c *Clock) newEstimator() (netsync.Estimator, error) {
	e := &estimator{clock: c, wake: AtOnce, seen: AtOnce, game: unity.DefaultGame()}
	if c.declared.Hears.has(Piggybacks) {
		return piggybacker{e}, nil
	}
	return e, nil
}

// tell tells the program an event, and takes the reply.
func (e *estimator) tell(ev *Event) (reply Reply) {
	c := e.clock
	if !e.begun {
		e.begun = true
		c.begin(Client, 0)
		if c.declared.Hears.has(Games) {
			e.tell(&Event{Kind: Game, Game: e.game})
		}
	}
	reply, ok := c.exchange(Client, ev)
	if !ok {
		e.wake, e.queue = Never, nil
		return Reply{}
	}
	if reply.HasWake {
		e.wake = reply.Wake
	}
	if reply.HasClock {
		c.line = reply.Clock
	}
	if reply.Status != nil {
		c.status = *reply.Status
	}
	e.fresh = false
	return reply
}

// Wake implements netsync.Estimator: what the program has had to send at other events goes now.
func (e *estimator) Wake(now netsync.Local, probes []netsync.Probe) ([]netsync.Probe, netsync.Local) {
	if at := int64(now); at >= e.wake || at < e.seen {
		e.wake = Never
		e.put(&Event{Kind: Wake, Now: at})
	}
	e.seen = int64(now)
	probes = e.appendProbes(probes, e.queue, now)
	e.queue, e.bytes = e.queue[:0], 0
	if e.wake == AtOnce {
		return probes, now
	}
	return probes, netsync.Local(e.wake)
}

func (e *estimator) appendProbes(probes []netsync.Probe, sends []Send, now netsync.Local) []netsync.Probe {
	for i := range sends {
		switch s := &sends[i]; s.Kind {
		case SendAsk:
			probes = append(probes, netsync.Probe{Kind: netsync.Ask, Seq: s.Seq, T1: now})
		case SendReport:
			p := netsync.Probe{Kind: netsync.Report}
			if len(s.Data) == 3 {
				p.Value = number24(s.Data)
			} else {
				p.Note = string(s.Data) // of six and ten bytes too: a client sends no floor
			}
			probes = append(probes, p)
		}
	}
	return probes
}

// Next returns when the program wants to be woken: at once where it has something to send.
func (e *estimator) Next() netsync.Local {
	if len(e.queue) > 0 {
		return netsync.Local(AtOnce)
	}
	return netsync.Local(e.wake)
}

func (e *estimator) Observe(ev netsync.Event) {
	told, hears := eventOf(&ev)
	if !e.clock.declared.Hears.has(hears) {
		return
	}
	e.put(told)
}

// maxQueue is how much may wait to be sent, in bytes of the wire: all of it leaves in one datagram.
const maxQueue = 1152

// put tells the program an event, and has what it sends wait for the next wake-up.
func (e *estimator) put(ev *Event) {
	sends := e.tell(ev).Send
	e.queue = append(e.queue, sends...)
	for _, p := range e.appendProbes(nil, sends, 0) {
		e.bytes += p.Message(0).Size()
	}
	if e.bytes > maxQueue {
		e.clock.note(Client, ev, fmt.Errorf("send: with this, %d questions and reports wait to leave in one datagram: %d bytes of %d", len(e.queue), e.bytes, maxQueue))
		e.wake, e.queue, e.bytes = Never, nil, 0
	}
}

// eventOf returns an event as a program gets it, and what it has to hear for that.
func eventOf(ev *netsync.Event) (*Event, Hearing) {
	told := &Event{T4: int64(ev.T4), Before: int64(ev.Span)}
	switch ev.Kind {
	case netsync.Answer:
		told.Kind, told.Seq, told.T1, told.T2, told.T3 = Answer, ev.Seq, int64(ev.T1), int64(ev.T2), int64(ev.T3)
		return told, Answers
	case netsync.Push:
		told.Kind, told.T3, told.Value, told.Stated = Push, int64(ev.T3), ev.Value, ev.Stated
		return told, Pushes
	case netsync.Datagram:
		told.Kind, told.Stamp = Datagram, ev.Stamp
		return told, Datagrams
	}
	m := netsync.Message{Kind: netsync.MessageReport, Value: ev.Value, Floor: ev.Floor, Span: ev.FloorSpan, Note: ev.Note}
	switch {
	case ev.Kind == netsync.NoteTold:
		m.Kind = netsync.MessageNote
	case ev.Kind == netsync.FloorTold && ev.FloorSpan != 0:
		m.Kind = netsync.MessageFloorSpan
	case ev.Kind == netsync.FloorTold:
		m.Kind = netsync.MessageFloor
	}
	told.Kind, told.Data = Report, dataOf(m)
	return told, Reports
}

func (e *estimator) ServerTime(now netsync.Local) (netsync.Server, bool) {
	if !e.ticks {
		e.ask(int64(now))
	}
	if l := e.clock.line; l != nil && e.begun {
		return netsync.Server(l.Read(int64(now))), true
	}
	return 0, false
}

// ask has a program that is no straight line say what its clock reads.
func (e *estimator) ask(now int64) {
	if e.clock.declared.Hears.has(Reads) && e.begun && !(e.fresh && e.read == now) {
		e.tell(&Event{Kind: Read, Now: now})
		e.read, e.fresh = now, true
	}
}

func (e *estimator) Status(now netsync.Local) (st netsync.Status) {
	t, ok := e.ServerTime(now)
	if !e.begun {
		return st
	}
	s := &e.clock.status
	st = netsync.Status{Synchronised: ok, RTT: time.Duration(s.RTT), Used: s.Used, Rejected: s.Rejected, Steps: s.Steps}
	if ok {
		st.Offset = t.Offset(now)
	}
	if s.Up != nil {
		st.HasOWD, st.OWDUp, st.OWDDown = true, time.Duration(*s.Up), time.Duration(*s.Down)
	}
	if s.Uncertainty != nil {
		st.HasUncertainty, st.Uncertainty = true, time.Duration(*s.Uncertainty)
	}
	return st
}

func (p piggybacker) Piggyback(now netsync.Local, probes []netsync.Probe) []netsync.Probe {
	return p.appendProbes(probes, p.tell(&Event{Kind: Piggyback, Now: int64(now)}).Send, now)
}

func (e *estimator) Adopt(g unity.GameBasis) {
	e.game = g
	if e.begun && e.clock.declared.Hears.has(Games) {
		e.tell(&Event{Kind: Game, Game: g})
	}
}
