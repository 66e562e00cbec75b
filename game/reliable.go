package game

import (
	"driftlab/netsync"
)

// A reliableMessage is something that a client has to tell the host, once and in order.
type reliableMessage struct {
	kind  reliableKind
	claim claim
	said  netsync.World // of a chat line, the sender's predicted time
	text  string
}

type reliableKind uint8

const (
	reliableClaim reliableKind = iota + 1
	reliableChat
)

// A reliableChannel is the client's side of it: what the host has not yet acknowledged.
type reliableChannel struct {
	ring  [32]reliableMessage
	first uint32 // oldest that is not acknowledged
	next  uint32
	sent  uint32        // those up to here have been sent at least once
	again netsync.Local // when to repeat them
}

// add says whether there was room.
func (t *reliableChannel) add(x reliableMessage) bool {
	if t.next-t.first == uint32(len(t.ring)) {
		return false
	}
	t.ring[t.next%uint32(len(t.ring))] = x
	t.next++
	return true
}

// lines returns how many chat lines are waiting.
func (t *reliableChannel) lines() (n int) {
	for seq := t.first; seq != t.next; seq++ {
		if t.ring[seq%uint32(len(t.ring))].kind == reliableChat {
			n++
		}
	}
	return n
}

// sendReliable sends what is new at once, and repeats all that is not acknowledged after a while.
func (c *Client) sendReliable(now netsync.Local) {
	t := &c.reliable
	wait := t.again.Sub(now)
	if t.first == t.next || t.sent == t.next && wait > 0 && wait <= maxResend {
		return
	}
	t.sent, t.again = t.next, now.Add(min(max(resendAfter, c.rtt.smooth*5/4), maxResend))
	for seq := t.first; seq != t.next; {
		b := c.begin(now, KindReliable)
		start := len(b) - gameHeader
		b = appendU32(b, seq)
		for seq != t.next && len(b)-start+t.ring[seq%uint32(len(t.ring))].size() <= MaxDatagram {
			b = t.ring[seq%uint32(len(t.ring))].append(b)
			seq++
		}
		c.out.finish(0, b)
	}
}

// receiveReliableAck takes the host's acknowledgement.
func (c *Client) receiveReliableAck(now netsync.Local, head header, body []byte) error {
	r := reader{message: "heard", b: body}
	next := r.u32("next")
	if err := r.end(); err != nil {
		return err
	}
	t := &c.reliable
	if int32(t.next-next) < 0 {
		return refuse(Future, "heard: next: %d is outside 0..%d", next, t.next)
	}
	c.clocks.observeStamp(now, c.came, head.stamp)
	for int32(next-t.first) > 0 {
		t.ring[t.first%uint32(len(t.ring))] = reliableMessage{}
		t.first++
	}
	return nil
}

// receiveReliable takes what a client tells, each thing once and in order, and acknowledges it.
func (h *Host) receiveReliable(now netsync.Local, id int, head header, body []byte) error {
	check := reader{message: "tell", b: body}
	first := check.u32("first")
	for len(check.b) > 0 && check.err == nil {
		check.reliable()
	}
	if err := check.end(); err != nil {
		return err
	}
	p := &h.peers[id]
	if int32(first-p.reliable) > 0 {
		return refuse(Future, "tell: first: %d is outside 0..%d", first, p.reliable)
	}
	p.clocks.Datagram(head.stamp, Server(h.came), h.span)
	r := reader{message: "tell", b: body[4:]}
	for seq := first; len(r.b) > 0; seq++ {
		x := r.reliable()
		if seq != p.reliable {
			continue
		}
		if x.kind == reliableChat && !p.chat.spend(now) {
			break // it will be told again
		}
		p.reliable++
		if x.kind == reliableClaim {
			h.claimHit(id, x.claim)
		} else {
			h.hear(now, id, x)
		}
	}
	h.out.finish(id, appendU32(h.begin(now, id, KindReliableAck), p.reliable))
	return nil
}
