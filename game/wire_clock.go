package game

import (
	"errors"

	"driftlab/netsync"
)

// A datagram of a clock carries as many messages ([netsync.Message]) as that has due at one instant, and none of
// another's: each clock's luck is its own.

// clockHeader begins a datagram of a clock. Stamps are for those alone that go by them, which have their bytes counted.
func clockHeader(kind Kind, join joinID, stamp uint32, clock uint8, stamped bool, t *Traffic) header {
	h := header{kind: kind, join: join, stamped: stamped, stamp: stamp}
	if stamped {
		t[clock] += stampSize
	}
	return h
}

// checkClock checks the messages of a clock's datagram, of which there is one at least, and says whose they are.
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

// clockMessage reads one message; the caller loops while bytes are left and no fault is found.
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
