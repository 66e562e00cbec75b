package game

import (
	"time"

	"driftlab/netsync"
	"driftlab/netsync/registry"
)

// Traffic counts bytes on the wire by algorithm, indexed by registry.Algorithm.ID.
type Traffic [registry.MaxID + 1]uint64

// InputStats counts how a client's inputs met the host's ticks.
type InputStats struct {
	OnTime  uint64 // arrived before their tick was played
	Late    uint64 // arrived after it
	Early   uint64 // datagrams too far ahead of the host for their inputs to be kept
	Missing uint64 // ticks played with the buttons of an earlier one
}

// inputRing is how many ticks of buttons the host keeps for a client: a second of ticks to come at any
// rate, and as many gone by.
const inputRing = 256

// peer is what the host knows of one client.
type peer struct {
	joined bool
	join   joinID // the latest, whether it lasts or has ended
	clocks netsync.Host

	authority Authority

	newest  int64 // newest tick with an input, −1 before the first
	stand   Input // what the client said last: it stands in for a missing one
	echoed  bool  // an input has arrived: echo and echoAt are set
	echo    uint32
	echoAt  netsync.Local
	frame   uint32       // of the latest input
	reports inputReports // since the latest snapshot
	stream  stream
	next    uint32        // next event that the client misses
	sent    uint32        // events up to here have been sent since they were last repeated
	seen    uint32        // those up to here had been when the host last looked
	resend  netsync.Local // when to look again for what is not acknowledged
	stats   InputStats
	traffic Traffic

	sight    sights
	framed   bool   // the latest message of positions had some
	reliable uint32 // the next message of its reliable channel
	chat     chatAllowance
	hits     HitStats

	sentBaselines *[baselineRing]sentBaseline // what its latest snapshots told it
	acked         uint32                      // the latest of them that it has
	ackDelay      uint32                      // frames from sending that to hearing of it
	owed          bool                        // a snapshot is due
	budget        budget
	urgency       urgency
	lacked        int     // see [Host.Lacked]
	holds         Buttons // in the latest tick that was played
	gate          gate

	inputs [inputRing]struct { // last, so that what each datagram needs lies together
		tick int64
		in   Input
	}
}

// Receive takes a datagram from client number from that has just come. A bad one changes nothing; the error says why.
func (h *Host) Receive(now netsync.Local, from int, datagram []byte) error {
	return h.ReceiveStamped(now, now, 0, from, datagram)
}

// ReceiveStamped takes a datagram that is read at now and was stamped when the host's clock read came, which is earlier
// where it has waited: that stamp is what clocks and round trips go by, and the game goes by when it is read. It came up to span
// before its stamp: 0 where that was taken at arrival.
func (h *Host) ReceiveStamped(now, came netsync.Local, span time.Duration, from int, datagram []byte) error {
	h.receipt = Receipt{}
	if from < 1 || from >= len(h.peers) {
		err := refuse(Stranger, "client: %d is outside 1..%d", from, len(h.peers)-1)
		h.gate.rejected.note(err)
		return err
	}
	g := &h.peers[from].gate
	frame := &g.frame
	switch kind := kindOf(datagram); {
	case kind.OfClocks():
		frame = &g.clocks
	case kind.OfBulk():
		frame = &g.bulk
	}
	if *frame++; *frame > maxInFrame {
		g.rejected.note(errFlood)
		return errFlood
	}
	h.came, h.span = came, span
	err := h.receive(now, from, datagram)
	h.came, h.span = 0, 0 // what is refused leaves nothing behind
	g.rejected.note(err)
	return err
}

func (h *Host) receive(now netsync.Local, from int, datagram []byte) error {
	head, body, err := parseHeader(datagram)
	if err != nil {
		return err
	}
	p := &h.peers[from]
	if head.kind == KindHello {
		return h.receiveHello(now, from, head, body)
	}
	if head.join != p.join && head.join != h.keyed(from, head.join) {
		return refuse(Stranger, "%v: not with the key of client %d's join %d", head.kind, from, head.join.number())
	}
	if head.kind.OfClocks() {
		return h.receiveClock(now, from, head, body)
	}
	if head.kind == KindBulk {
		return h.receiveBulk(from, head, body)
	}
	later := head.join.after(p.join)
	switch {
	case !later && head.join != p.join:
		p.gate.rejected.Counts[OldJoin]++ // still on its way when the client joined again
		h.turnAway(now, from, head)
		return nil
	case !later && !p.joined:
		p.gate.rejected.Counts[NotJoined]++
		h.turnAway(now, from, head)
		return nil
	case head.kind == KindLeave:
		err = h.receiveLeave(from, head, body)
	case later:
		err = h.enter(now, from, head, body)
	default:
		err = h.take(now, from, head, body)
	}
	if err == nil {
		p.gate.silent = 0
	}
	return err
}

// take takes a datagram of a client's present join.
func (h *Host) take(now netsync.Local, from int, head header, body []byte) error {
	switch head.kind {
	case KindInput:
		return h.receiveInput(now, from, head, body)
	case KindKeepalive:
		if len(body) > 0 {
			return refuse(Malformed, "keepalive: %d bytes too many", len(body))
		}
		h.peers[from].clocks.Datagram(head.stamp, Server(h.came), h.span)
		return nil
	case KindData:
		return h.receiveData(now, from, head, body)
	case KindReliable:
		return h.receiveReliable(now, from, head, body)
	}
	return refuse(WrongKind, "datagram: kind: a client does not send %q", head.kind)
}

func (h *Host) receiveInput(now netsync.Local, id int, head header, body []byte) error {
	p := &h.peers[id]
	var m inputMessage
	if err := parseInput(body, &m); err != nil {
		return err
	}
	if int32(h.events.next-m.event) < 0 {
		return refuse(Future, "input: event: %d is outside 0..%d", m.event, h.events.next)
	}
	if m.snapshot > h.snaps.number {
		return refuse(Future, "input: snapshot: %d is outside 0..%d", m.snapshot, h.snaps.number)
	}
	most := mostLag(h.cfg.Rate)
	for i := range m.in[:m.count] {
		if lag := m.in[i].Lag; lag > most {
			return refuse(OutOfRange, "input: lag: %d is outside 0..%d", lag, most)
		}
	}
	p.clocks.Datagram(head.stamp, Server(h.came), h.span)
	if int32(m.event-p.next) > 0 { // not so where a later input has overtaken this one
		p.next = m.event
	}
	// A snapshot that is too old to be a baseline still tells how long a word takes.
	delay := h.snaps.number - m.snapshot
	switch {
	case m.snapshot == 0:
	case delay >= baselineRing:
		p.ackDelay = delay
	case p.sentBaselines[m.snapshot%baselineRing].number == m.snapshot && int32(m.snapshot-p.acked) > 0:
		p.acked, p.ackDelay = m.snapshot, delay
	}
	later := !p.echoed || int32(m.frame-p.frame) > 0
	if later {
		p.echoed, p.echo, p.echoAt, p.frame = true, m.sentAt, h.came, m.frame
	} else {
		p.gate.rejected.Counts[Replayed]++ // or overtaken: it brings nothing, but its questions are answered
	}
	h.keep(now, p, &m, later)
	if len(m.clock) > 0 {
		h.answer(now, id, head.join, m.clock)
	}
	return nil
}

// foresight returns by how many ticks an input may be early to be kept: those of two seconds, at least 40,
// and as many as there is room for. A buffer of 30 ticks and half a second between inputs stay below that.
func (h *Host) foresight() int64 { return int64(min(max(2*h.cfg.Rate, 40), inputRing/2)) }

// keep puts what an input brings where their ticks will find them. A client whose clock
// is far ahead sends them too early to be kept; all else in its datagrams counts all the same. One whose clock
// was ahead for a while plays ticks again that the host has yet to play: what it said later holds.
func (h *Host) keep(now netsync.Local, p *peer, m *inputMessage, later bool) {
	h.receipt.Tick, h.receipt.Ticks = m.newest, int(m.count)
	if m.newest > h.tick+h.foresight() {
		h.receipt.Early = true
		p.stats.Early++
		p.gate.rejected.Counts[Future]++
		return
	}
	p.sight.put(m.newest, m.sight)
	for i, in := range m.in[:m.count] {
		tick := m.newest - int64(m.count) + 1 + int64(i)
		if tick < 0 {
			continue
		}
		slot := &p.inputs[tick&(inputRing-1)]
		known := slot.tick >= tick && p.newest >= 0
		switch {
		case known && (!later || tick <= h.tick):
			continue
		case known:
		case tick <= h.tick:
			h.receipt.Late++
		default:
			h.receipt.OnTime++
		}
		slot.tick, slot.in = tick, in
	}
	p.stats.Late += uint64(h.receipt.Late)
	p.stats.OnTime += uint64(h.receipt.OnTime)
	if later || p.newest < 0 {
		p.stand = m.in[m.count-1]
	}
	if m.newest > p.newest {
		h.reportOn(now, p, m)
		p.newest = m.newest
	}
}

// reportOn takes down by how much an input that brings something came before its ticks, for the client.
func (h *Host) reportOn(now netsync.Local, p *peer, m *inputMessage) {
	due := h.at(m.newest).Sub(h.World(now)).Microseconds()
	brought := min(m.newest-p.newest, int64(m.count))
	if p.newest < 0 {
		brought = 1 // what came before is no fault of the way
	}
	p.reports.add(inputReport{m.newest, uint8(brought), int32(min(max(due, -1<<31), 1<<31-1))}, 1_000_000/int64(h.cfg.Rate))
}

// input returns what the client's player does in a tick: what arrived for it, or else the newest that
// arrived at all.
func (p *peer) input(tick int64) Input {
	if slot := p.inputs[tick&(inputRing-1)]; slot.tick == tick && p.newest >= 0 {
		return slot.in
	}
	p.stats.Missing++
	p.lacked++
	return p.stand
}

// receiveClock takes a datagram of a clock's, which has the key of its join. It lets nobody in and keeps nobody in. A
// question that has come before the first datagram of the game's is answered all the same: that takes nothing but
// the host's clock.
func (h *Host) receiveClock(now netsync.Local, id int, head header, body []byte) error {
	if head.kind != KindProbe {
		return refuse(WrongKind, "datagram: kind: a client does not send %q", head.kind)
	}
	clock, err := checkClock(head.kind, body)
	if err == nil {
		err = checkQuestions(head.kind.String(), body)
	}
	p := &h.peers[id]
	in := p.joined && head.join == p.join
	if err != nil || !in && !head.join.after(p.join) {
		if err == nil {
			p.gate.rejected.Clocks++ // of an earlier join, or of one that is over
		}
		return err
	}
	if in && head.stamped {
		p.clocks.ClockDatagram(clock, head.stamp, Server(h.came), h.span)
	}
	h.answer(now, id, head.join, body)
	return nil
}

// answer answers the algorithms' questions at once, each algorithm's in a datagram of its own: the less the host holds an
// answer, the better. The messages have been checked.
func (h *Host) answer(now netsync.Local, id int, join joinID, messages []byte) {
	p := &h.peers[id]
	r := reader{b: messages}
	var answer []byte
	var clock uint8
	for len(r.b) > 0 {
		msg := r.clockMessage()
		if msg.Kind != netsync.MessageAsk {
			if join == p.join {
				p.clocks.Report(msg, Server(h.came))
			}
			continue
		}
		if answer != nil && msg.Clock != clock {
			h.out.finishClock(id, clock, answer)
			answer = nil
		}
		if answer == nil {
			clock = msg.Clock
			answer = h.beginClock(now, id, KindAnswer, join, clock)
		}
		reply := msg.Answer(h.stamping.coarse(h.clockFor(clock, h.came)), h.stamping.coarse(h.clockFor(clock, now)))
		if len(answer)-len(h.out.buf)+reply.Size() > MaxDatagram {
			continue
		}
		answer = h.countedMessage(id, answer, reply)
	}
	if answer != nil {
		h.out.finishClock(id, clock, answer)
	}
}

// clockFor returns the clock that an algorithm estimates: the host's own or its world time.
func (h *Host) clockFor(algorithm uint8, now netsync.Local) netsync.Server {
	if h.clock(algorithm).base == netsync.BaseWorld {
		return netsync.Server(h.World(now))
	}
	return Server(now)
}

// Inputs returns how the inputs of a client met the host's ticks since the start.
func (h *Host) Inputs(client int) InputStats { return h.peers[client].stats }

// Traffic returns the bytes that each algorithm made the host send to a client.
func (h *Host) Traffic(client int) *Traffic { return &h.peers[client].traffic }
