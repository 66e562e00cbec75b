package game

import (
	"driftlab/netsync"
)

// A tell is something that a client has to tell the host reliably and in order.
type tell struct {
	kind  tellKind
	claim claim
	said  netsync.World // of a chat line, the sender's predicted time
	text  string
}

type tellKind uint8

const (
	tellClaim tellKind = iota + 1
	tellChat
)

// telling is a client's side: what the host has not yet acknowledged.
type telling struct {
	ring  [32]tell
	first uint32 // oldest that is not acknowledged
	next  uint32
	sent  uint32        // those up to here have been sent at least once
	again netsync.Local // when to repeat them
}

// add says whether there was room.
func (t *telling) add(x tell) bool {
	if t.next-t.first == uint32(len(t.ring)) {
		return false
	}
	t.ring[t.next%uint32(len(t.ring))] = x
	t.next++
	return true
}

// lines returns how many chat lines are waiting.
func (t *telling) lines() (n int) {
	for seq := t.first; seq != t.next; seq++ {
		if t.ring[seq%uint32(len(t.ring))].kind == tellChat {
			n++
		}
	}
	return n
}

// sendTells sends what is new at once, and repeats all that is not acknowledged after a while.
func (c *Client) sendTells(now netsync.Local) {
	t := &c.telling
	wait := t.again.Sub(now)
	if t.first == t.next || t.sent == t.next && wait > 0 && wait <= maxResend {
		return
	}
	t.sent, t.again = t.next, now.Add(min(max(resendAfter, c.rtt.smooth*5/4), maxResend))
	for seq := t.first; seq != t.next; {
		b := c.begin(now, KindTell)
		start := len(b) - headerSize
		b = appendU32(b, seq)
		for seq != t.next && len(b)-start+t.ring[seq%uint32(len(t.ring))].size() <= MaxDatagram {
			b = t.ring[seq%uint32(len(t.ring))].append(b)
			seq++
		}
		c.out.finish(0, b)
	}
}

// receiveHeard takes the host's acknowledgement.
func (c *Client) receiveHeard(now netsync.Local, head header, body []byte) error {
	r := reader{message: "heard", b: body}
	next := r.u32("next")
	if err := r.end(); err != nil {
		return err
	}
	t := &c.telling
	if int32(t.next-next) < 0 {
		return refuse(Future, "heard: next: %d is outside 0..%d", next, t.next)
	}
	c.clocks.observeStamp(now, head.stamp)
	for int32(next-t.first) > 0 {
		t.ring[t.first%uint32(len(t.ring))] = tell{}
		t.first++
	}
	return nil
}

// receiveTell takes what a client tells, each thing once and in order, and acknowledges it.
func (h *Host) receiveTell(now netsync.Local, id int, head header, body []byte) error {
	check := reader{message: "tell", b: body}
	first := check.u32("first")
	for len(check.b) > 0 && check.err == nil {
		check.tell()
	}
	if err := check.end(); err != nil {
		return err
	}
	p := &h.peers[id]
	if int32(first-p.told) > 0 {
		return refuse(Future, "tell: first: %d is outside 0..%d", first, p.told)
	}
	p.sync.OnDatagram(head.stamp, int64(now))
	r := reader{message: "tell", b: body[4:]}
	for seq := first; len(r.b) > 0; seq++ {
		x := r.tell()
		if seq != p.told {
			continue
		}
		if x.kind == tellChat && !p.chat.spend(now) {
			break // it will be told again
		}
		p.told++
		if x.kind == tellClaim {
			h.claimHit(id, x.claim)
		} else {
			h.hear(now, id, x)
		}
	}
	h.out.finish(id, appendU32(h.begin(now, id, KindHeard), p.told))
	return nil
}
