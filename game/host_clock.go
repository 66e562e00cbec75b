package game

import (
	"errors"

	"driftlab/netsync"
)

// clockFor returns the clock that an algorithm estimates: the host's, or its world time.
func (h *Host) clockFor(algorithm uint8, now netsync.Local) netsync.Server {
	if h.clock(algorithm).base == netsync.BaseWorld {
		return netsync.Server(h.World(now))
	}
	return Server(now)
}

// receiveClock takes a clock's datagram, which has the key of its join. It counts neither as a join nor as a sign of life. A question
// before the game's first datagram is answered too: that needs only the host's clock.
func (h *Host) receiveClock(now netsync.Local, id int, head header, body []byte) error {
	if head.kind != KindProbe {
		return refuse(WrongKind, "datagram: kind: a client does not send %q", head.kind)
	}
	clock, err := checkClock(head.kind, body)
	if err == nil {
		err = checkQuestions(head.kind.String(), body)
	}
	p := &h.peers[id]
	if err != nil || !p.answers(head.join) {
		if err == nil {
			p.gate.rejected.Clocks++ // of an earlier or ended join
		}
		return err
	}
	if p.joined && head.join == p.join && head.stamped {
		p.clocks.ClockDatagram(clock, head.stamp, Server(h.came), h.span)
	}
	h.answer(now, id, head.join, body)
	return nil
}

// answers says whether a client's questions of a join are answered: of its present one, or of one that is still to begin.
func (p *peer) answers(join joinID) bool { return p.joined && join == p.join || join.after(p.join) }

// answer answers the algorithms' questions, at once unless [Host.SetAnswerWork] says otherwise. The messages have been checked.
func (h *Host) answer(now netsync.Local, id int, join joinID, messages []byte) {
	p := &h.peers[id]
	r := reader{b: messages}
	asked := h.asked[:0]
	for len(r.b) > 0 {
		msg := r.clockMessage()
		switch {
		case msg.Kind == netsync.MessageAsk && h.work > 0:
			h.workOn(question{now.Add(h.work), id, join, msg})
		case msg.Kind == netsync.MessageAsk:
			asked = append(asked, msg)
		case join == p.join:
			p.clocks.Report(msg, Server(h.came))
		}
	}
	h.asked = asked
	h.reply(now, h.came, id, join, asked)
}

// reply sends the answers to a client's questions that came at a reading of the host's clock, each algorithm's in its own datagram.
func (h *Host) reply(now, came netsync.Local, id int, join joinID, asked []netsync.Message) {
	var answer []byte
	var clock uint8
	for _, msg := range asked {
		if answer != nil && msg.Clock != clock {
			h.Outbox.finishClock(id, clock, answer)
			answer = nil
		}
		if answer == nil {
			clock = msg.Clock
			answer = h.beginClock(now, id, KindAnswer, join, clock)
		}
		reply := msg.Answer(h.stamping.coarse(h.clockFor(clock, came)), h.stamping.coarse(h.clockFor(clock, now)))
		if len(answer)-len(h.Outbox.buf)+reply.Size() > MaxDatagram {
			continue
		}
		answer = h.countedMessage(id, answer, reply)
	}
	if answer != nil {
		h.Outbox.finishClock(id, clock, answer)
	}
}

// begin starts a datagram to a client and counts its stamp with the clocks that use it.
func (h *Host) begin(now netsync.Local, id int, kind Kind) []byte {
	return h.beginAs(now, id, kind, h.peers[id].join)
}

// beginAs is begin for a join that need not be the current one.
func (h *Host) beginAs(now netsync.Local, id int, kind Kind, join joinID) []byte {
	h.stampers.count(&h.peers[id].stats.Traffic)
	return h.Outbox.begin(header{kind, join, true, h.stamping.stamp(now, 0)})
}

// beginClock starts a clock's datagram to a client.
func (h *Host) beginClock(now netsync.Local, id int, kind Kind, join joinID, clock uint8) []byte {
	return h.Outbox.begin(clockHeader(kind, join, h.stamping.stamp(now, clock), clock, h.clock(clock).stamped, &h.peers[id].stats.Traffic))
}

func (h *Host) countedMessage(id int, b []byte, msg netsync.Message) []byte {
	if int(msg.Clock) < len(h.peers[id].stats.Traffic) {
		h.peers[id].stats.Traffic[msg.Clock] += uint64(msg.Size())
	}
	return msg.Append(b)
}

// Tells returns the world time at which the host next pushes its time to a client's clock; ok is false if it never does.
func (h *Host) Tells(client int, clock uint8) (next netsync.Server, ok bool) {
	teller, ok := h.peers[client].clocks.Half(clock).(netsync.Teller)
	if !ok {
		return 0, false
	}
	return teller.Next(), true
}

// sendClock sends what the host's halves of the algorithms send unasked.
func (h *Host) sendClock(id int, now netsync.Local) {
	p := &h.peers[id]
	h.due = p.clocks.Due(h.due[:0], Server(now), netsync.Server(h.World(now)))
	for _, msg := range h.due {
		kind := KindPush
		switch msg.Kind {
		case netsync.MessageReport, netsync.MessageFloor, netsync.MessageFloorSpan, netsync.MessageNote:
			kind = KindReport
		}
		if _, tells := p.clocks.Half(msg.Clock).(netsync.Teller); tells {
			msg.T3 = h.stamping.coarse(msg.T3)
		}
		h.Outbox.finishClock(id, msg.Clock, h.countedMessage(id, h.beginClock(now, id, kind, p.join, msg.Clock), msg))
	}
}

// A clock's datagram has all messages ([netsync.Message]) that the clock has due at an instant, and none of another clock, so that
// their delays and losses are independent.

// clockHeader returns the header of a clock's datagram. Only clocks that use stamps have them, and their bytes are counted.
func clockHeader(kind Kind, join joinID, stamp uint32, clock uint8, stamped bool, t *Traffic) header {
	h := header{kind: kind, join: join, stamped: stamped, stamp: stamp}
	if stamped {
		t[clock] += stampSize
	}
	return h
}

// checkClock checks the messages of a clock's datagram, at least one, and returns the clock.
func checkClock(kind Kind, b []byte) (clock uint8, err error) {
	r := reader{message: kind.String(), b: b}
	clock = r.clockMessage().Clock
	for len(r.b) > 0 && r.err == nil {
		if other := r.clockMessage().Clock; other != clock && r.err == nil {
			r.fail("algorithm: %d is not %d, as before it", other, clock)
		}
	}
	return clock, r.err
}

// checkQuestions checks the messages that a client sends: questions and reports.
func checkQuestions(message string, b []byte) error {
	r := reader{message: message, b: b}
	for len(r.b) > 0 && r.err == nil {
		if msg := r.clockMessage(); r.err == nil && msg.Kind != netsync.MessageAsk && msg.Kind != netsync.MessageReport && msg.Kind != netsync.MessageNote {
			r.fail("clock message: %d is not a client's", msg.Kind)
		}
	}
	return r.err
}

// clockMessage reads one message; the caller loops while bytes are left and there is no fault.
func (r *reader) clockMessage() netsync.Message {
	m, rest, err := netsync.ParseMessage(r.b)
	if err == nil {
		r.b = rest
		return m
	}
	reason := OutOfRange
	if truncated := (*netsync.TruncatedError)(nil); errors.As(err, &truncated) {
		reason = Malformed
	}
	r.failAs(reason, "%v", err)
	return m
}
