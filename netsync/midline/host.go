package midline

import (
	"container/list"
	"errors"
	"fmt"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/clocks"
)

const (
	// forgetAfter is how long a client must have been silent to be forgotten,
	forgetAfter = time.Minute
	// and makeRoom where another one needs the room.
	makeRoom = 5 * time.Second

	maxClients = 1 << 20
)

// ErrFull says that a host has as many clients as it may have, all of which have been heard of late.
var ErrFull = errors.New("midline: no room for another client")

// A Host tells its time to clients, each of which has a key, such as its address. It takes some 780 bytes a client, and forgets those that
// have been silent for a minute. Its times are of one clock of its machine, which should not be set.
type Host[K comparable] struct {
	id      uint32
	most    int
	clients map[K]*list.Element
	heard   list.List // of *client[K], the one that has been silent longest first
	head    [MaxHead]byte
}

// A client is what a host knows of one.
type client[K comparable] struct {
	key   K
	peer  clocks.MidlinePeer
	heard Server
	// The latest question, if it is not answered yet.
	asked  bool
	number uint16
	t1     Local
	came   Server
}

// NewHost returns a host for at most most clients, 1 to 1,048,576. The id is a random number by which clients know that another host, or the same
// one after a restart, is another one.
func NewHost[K comparable](id uint32, most int) (*Host[K], error) {
	if most < 1 || most > maxClients {
		return nil, fmt.Errorf("midline: clients: %d is outside 1..%d", most, maxClients)
	}
	return &Host[K]{id: id, most: most, clients: map[K]*list.Element{}}, nil
}

// Clients returns how many clients it knows.
func (h *Host[K]) Clients() int { return len(h.clients) }

// Received takes a client's datagram that was read when the host's clock read now and had come up to before earlier, as [Client.Received] has it,
// and returns what it is about. A question is answered by the next Packet to that client, which should be sent soon. A datagram that
// is not of this format changes nothing and is an error, and so is one of a client for which there is no room: [ErrFull].
func (h *Host[K]) Received(from K, b []byte, now Server, before time.Duration) (payload []byte, err error) {
	head, payload, err := Parse(b)
	if err != nil {
		return nil, err
	}
	if head.Blocks&^Question != 0 {
		return nil, fmt.Errorf("blocks: %#x has what only a host sends", head.Blocks)
	}
	c, err := h.client(from, now)
	if err != nil {
		return nil, err
	}
	c.peer.OnRead(head.Stamp, int64(now), before)
	if head.Blocks&Question != 0 {
		c.asked, c.number, c.t1, c.came = true, head.Number, head.T1, now
	}
	return payload, nil
}

// client returns the one of a key, and makes room for one that is new.
func (h *Host[K]) client(key K, now Server) (*client[K], error) {
	if e := h.clients[key]; e != nil {
		c := e.Value.(*client[K])
		c.heard = now
		h.heard.MoveToBack(e)
		return c, nil
	}
	h.Forget(now, forgetAfter)
	if len(h.clients) >= h.most {
		h.Forget(now, makeRoom)
	}
	if len(h.clients) >= h.most {
		return nil, ErrFull
	}
	c := &client[K]{key: key, heard: now}
	h.clients[key] = h.heard.PushBack(c)
	return c, nil
}

// Forget forgets the clients that have been silent for so long. A host does so by itself when a client comes.
func (h *Host[K]) Forget(now Server, silent time.Duration) {
	for e := h.heard.Front(); e != nil; e = h.heard.Front() {
		c := e.Value.(*client[K])
		if c.heard = min(c.heard, now); now.Sub(c.heard) < silent { // the host's clock may have been set back
			return
		}
		h.heard.Remove(e)
		delete(h.clients, c.key)
	}
}

// Packet returns the bytes to put before what a datagram to a client is about that is sent at now. They are valid until the next call. A game that has nothing
// to say sends them alone: one datagram for each that has come of that client.
func (h *Host[K]) Packet(to K, now Server) []byte {
	head := Head{Stamp: netsync.Stamp24(int64(now))}
	if e := h.clients[to]; e != nil {
		c := e.Value.(*client[K])
		if c.asked {
			c.asked = false
			head.Blocks, head.Number, head.T1 = Answer, c.number, c.t1
			head.T2, head.T3, head.Host = c.came, now, h.id
		}
		if floor, ok := c.peer.ReportDue(int64(now)); ok {
			head.Blocks |= Floor
			head.Floor, head.Span = floor, c.peer.ReportSpan()
			if head.Span != 0 {
				head.Blocks |= Span
			}
		}
	}
	return head.Append(h.head[:0])
}
