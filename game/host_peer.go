package game

import (
	"time"

	"driftlab/netsync"
	"driftlab/netsync/registry"
)

// Traffic counts bytes on the wire by algorithm, indexed by registry.Algorithm.ID.
type Traffic [registry.MaxID + 1]uint64

// PeerStats count what passed between the host and one client since the start.
type PeerStats struct {
	Inputs  InputStats // how its inputs met the host's ticks
	Hits    HitStats   // what became of its hits
	Traffic Traffic    // the bytes that each algorithm made the host send to it
	Lacked  int        // how many of its ticks the host has played without inputs in the latest call of Wake
}

// Stats returns the counts of a client, 1..Clients.
func (h *Host) Stats(client int) PeerStats { return h.peers[client].stats }

// peer is what the host knows of one client.
type peer struct {
	stats  PeerStats
	joined bool
	join   joinID // the latest, also if it has ended
	clocks netsync.Host

	authority Authority

	newest  int64 // newest tick with an input, −1 before the first
	stand   Input // the client's latest: it stands in for a missing one
	echoed  bool  // an input has arrived: echo and echoAt are set
	echo    uint32
	echoAt  netsync.Local
	frame   uint32       // of the latest input
	reports inputReports // since the latest snapshot
	stream  stream
	next    uint32        // the next event that the client lacks
	sent    uint32        // events up to here have been sent since the last repetition
	seen    uint32        // events up to here had been sent at the previous check
	resend  netsync.Local // when to check again for unacknowledged events

	sight    sights
	framed   bool   // the latest message of positions was not empty
	reliable uint32 // the next message of its reliable channel
	chat     chatAllowance

	sentBaselines *[baselineRing]sentBaseline // what it knows after each of its latest snapshots
	acked         uint32                      // the latest that it has acknowledged
	ackDelay      uint32                      // frames from its sending to its acknowledgement
	owed          bool                        // a snapshot is due
	budget        budget
	urgency       urgency
	holds         Buttons // in the latest tick that was played
	gate          gate

	inputs [inputRing]struct { // last, so that what each datagram needs is close together
		tick int64
		in   Input
	}
}

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
