package game

import (
	"encoding/binary"
	"fmt"

	"driftlab/netsync"
)

// A clockMessage is one message of one clock algorithm. A datagram of a clock carries as many as that has due at one
// instant, and none of another's: each clock's luck is its own.
type clockMessage struct {
	kind      clockKind
	algorithm uint8 // netsync.Algorithm.ID
	seq       uint16
	t1        netsync.Local
	t2, t3    netsync.Server
	value     uint32
}

type clockKind uint8

const (
	clockAsk clockKind = iota + 1
	clockAnswer
	clockPush
	clockReport
)

// size returns the message's bytes on the wire.
func (c clockMessage) size() int {
	switch c.kind {
	case clockAsk:
		return 2 + 2 + 8
	case clockAnswer:
		return 2 + 2 + 24
	case clockPush:
		return 2 + 8
	default:
		return 2 + 3
	}
}

func (c clockMessage) append(b []byte) []byte {
	b = append(b, byte(c.kind), c.algorithm)
	switch c.kind {
	case clockAsk:
		b = binary.BigEndian.AppendUint16(b, c.seq)
		b = appendI64(b, int64(c.t1))
	case clockAnswer:
		b = binary.BigEndian.AppendUint16(b, c.seq)
		b = appendI64(b, int64(c.t1))
		b = appendI64(b, int64(c.t2))
		b = appendI64(b, int64(c.t3))
	case clockPush:
		b = appendI64(b, int64(c.t3))
	case clockReport:
		b = append(b, byte(c.value>>16), byte(c.value>>8), byte(c.value))
	}
	return b
}

// clockHeader begins a datagram of a clock. Stamps are for TimeSync alone, which has their bytes counted.
func clockHeader(kind Kind, join joinID, now netsync.Local, clock uint8, t *Traffic) header {
	h := header{kind: kind, join: join, stamped: clock == timesyncID, stamp: netsync.Stamp24(int64(now))}
	if h.stamped {
		t[timesyncID] += stampSize
	}
	return h
}

// checkClock checks the messages of a clock's datagram, of which there is one at least, and says whose they are.
func checkClock(kind Kind, b []byte) (clock uint8, err error) {
	r := reader{message: kind.String(), b: b}
	clock = r.clockMessage().algorithm
	for len(r.b) > 0 && r.err == nil {
		if other := r.clockMessage().algorithm; other != clock && r.err == nil {
			r.fail("algorithm: %d is not %d, as before it", other, clock)
		}
	}
	return clock, r.err
}

// checkQuestions checks the messages that a client sends: questions and reports.
func checkQuestions(message string, b []byte) error {
	r := reader{message: message, b: b}
	for len(r.b) > 0 && r.err == nil {
		if msg := r.clockMessage(); r.err == nil && msg.kind != clockAsk && msg.kind != clockReport {
			return fmt.Errorf("%s: clock message: %d is not a client's", message, msg.kind)
		}
	}
	return r.err
}

// clockMessage reads one message; the caller loops while bytes are left and no fault is found.
func (r *reader) clockMessage() (c clockMessage) {
	c.kind = clockKind(r.u8("clock message"))
	r.within(int64(c.kind), int64(clockAsk), int64(clockReport), "clock message")
	c.algorithm = r.u8("algorithm")
	switch c.kind {
	case clockAsk:
		c.seq = r.u16("sequence")
		c.t1 = netsync.Local(r.clock("T1"))
	case clockAnswer:
		c.seq = r.u16("sequence")
		c.t1 = netsync.Local(r.clock("T1"))
		c.t2 = netsync.Server(r.clock("T2"))
		c.t3 = netsync.Server(r.clock("T3"))
	case clockPush:
		c.t3 = netsync.Server(r.clock("T3"))
	case clockReport:
		c.value = r.u24("value")
	}
	return c
}
