package game

import (
	"time"

	"driftlab/netsync"
)

// Receive takes a datagram from the host that is read at now. Clocks and round trips use its stamp: the clock read came at
// arrival, or up to span after it, and came is before now if the datagram had to wait to be read. A bad datagram changes
// nothing; the error says why.
func (c *Client) Receive(now, came netsync.Local, span time.Duration, datagram []byte) error {
	c.came, c.Clocks.span = came, span
	c.Receipt = Receipt{Shots: c.Receipt.Shots[:0]}
	head, body, err := parseHeader(datagram)
	if err == nil {
		err = c.receive(now, head, body)
	}
	c.member.rejected.note(err)
	c.came, c.Clocks.span = 0, 0 // a refused datagram must change nothing
	return err
}

func (c *Client) receive(now netsync.Local, head header, body []byte) error {
	lets := !c.joined && head.kind == KindWelcome && head.join.number() == c.join.number()
	if c.member.left || head.join != c.join && !lets {
		if head.kind.OfClocks() {
			c.member.rejected.Clocks++
		} else {
			c.member.rejected.Counts[OldJoin]++
		}
		return nil // sent before the client left or rejoined
	}
	if !c.joined && head.kind != KindWelcome && head.kind != KindLeave {
		return refuse(NotJoined, "%v: before the welcome", head.kind)
	}
	err := c.take(now, head, body)
	if err == nil && !head.kind.OfClocks() && !head.kind.OfBulk() {
		c.member.silent = 0
	}
	return err
}

// take takes a datagram of the current join.
func (c *Client) take(now netsync.Local, head header, body []byte) error {
	switch head.kind {
	case KindWelcome:
		return c.receiveWelcome(now, head, body)
	case KindSnapshot:
		return c.receiveSnapshot(now, head, body)
	case KindSpawn:
		return c.receiveEvents(now, head, body)
	case KindAnswer, KindPush, KindReport:
		return c.Clocks.receive(now, c.came, head, body)
	case KindShots:
		return c.receiveShots(now, head, body)
	case KindData:
		c.Clocks.observeStamp(now, c.came, head.stamp) // nothing else in it is used
		return nil
	case KindBulkAck:
		return c.receiveBulkAck(now, body)
	case KindReliableAck:
		return c.receiveReliableAck(now, head, body)
	case KindLeave:
		return c.receiveLeave(now, body)
	}
	return refuse(WrongKind, "datagram: kind: the host does not send %q", head.kind)
}

func (c *Client) receiveSnapshot(now netsync.Local, head header, body []byte) error {
	m := &c.incoming
	later, err := m.parse(body, len(c.cfg.Level.Platforms), &c.baselines)
	if err != nil {
		return err
	}
	c.Receipt.Tick, c.Receipt.Ticks = m.tick, 1
	c.Clocks.observeStamp(now, c.came, head.stamp)
	if m.echoed {
		for _, report := range m.reports.list[:m.reports.count] {
			c.adapt.hear(report, c.ticks(1), later)
		}
	}
	if !later {
		c.member.rejected.Counts[Replayed]++
		return nil // overtaken, or a duplicate
	}
	p := c.baselines.put(m)
	c.every = m.every
	if m.dated {
		c.dilation = m.world
	}
	if m.echoed {
		hold := uint32(m.hold.Microseconds())
		c.rtt.observe(time.Duration(wireMicros(c.came)-m.echo-hold) * time.Microsecond)
	}
	// While world time is paused no snapshot has a later tick, and the host's clock is extrapolated from the one before.
	if !c.latest.known || m.tick > c.latest.tick {
		if host, ok := c.dilation.When(c.worldAt(m.tick)); ok {
			c.latest = latestSnapshot{m.tick, host, now, true}
		}
	}
	if c.latest.known {
		c.arrivals = append(c.arrivals, c.latest.host.Add(now.Sub(c.latest.arrived)))
	}
	moment := c.Moment(now)
	// Keep as many ticks as predicted time is ahead of the host's states, and a second more: only kept ticks can be compared.
	if moment.OK && c.predict.started {
		apart := moment.Predicted.Sub(moment.Server) + time.Second
		ticks := int64(apart) * int64(c.cfg.Rate) / int64(time.Second)
		c.predict.ticks.grow(ticks, c.predict.tick)
		c.adapt.leads.grow(ticks, c.predict.tick)
	}
	shown := c.tickShown(&m.snapshotHead)
	at := c.worldAt(shown)
	c.seeReceived(p, at)
	c.learn(p, shown, at, moment.Clock.World())
	own := p.own.player()
	same := c.predict.correct(c, m.tick, own)
	if c.Authority != ServerAuthority {
		c.own.review(c, m.tick, own, same)
	}
	return nil
}

// A Receipt is what a machine made of a received datagram. It is zero for refused ones, and for all kinds but [KindInput],
// [KindSnapshot], [KindSpawn] and [KindShots].
type Receipt struct {
	Tick  int64 // of an input the newest tick, of a snapshot its tick
	Ticks int   // how many ticks it is about
	// Of an input: how many of its ticks were new and on time, new and late; and whether it was dropped as too early.
	OnTime, Late int
	Early        bool
	// Shots are the numbers of projectiles that this kind of datagram has not mentioned before. Valid until the next datagram.
	Shots []uint32
}

// PeerStats count what passed between the host and one client since the start.
type PeerStats struct {
	Inputs  InputStats // how its inputs met the host's ticks
	Hits    HitStats   // what became of its hits
	Traffic Traffic    // the bytes that each algorithm made the host send to it
	Lacked  int        // how many of its ticks the host has played without inputs in the latest call of Wake
}

// Stats returns the counts of a client, 1..Clients.
func (h *Host) Stats(client int) PeerStats { return h.peers[client].stats }

// Receive takes a datagram from client number from, as [Client.Receive] does.
func (h *Host) Receive(now, came netsync.Local, span time.Duration, from int, datagram []byte) error {
	h.Receipt = Receipt{}
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
	h.came, h.span = 0, 0 // a refused datagram must change nothing
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
		p.gate.rejected.Counts[OldJoin]++ // sent before the client rejoined
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

// take takes a datagram of a client's current join.
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
