package game

import (
	"encoding/binary"
	"fmt"

	"driftlab/netsync"
)

// A clockRecord is one message of one clock algorithm. A datagram carries as many as are due at one
// instant, so that algorithms that ask together are answered together.
type clockRecord struct {
	kind      recordKind
	algorithm uint8 // netsync.Algorithm.ID
	seq       uint16
	t1        netsync.Local
	t2, t3    netsync.Server
	value     uint32
}

type recordKind uint8

const (
	recordAsk recordKind = iota + 1
	recordAnswer
	recordPush
	recordReport
)

// size returns the record's bytes on the wire.
func (c clockRecord) size() int {
	switch c.kind {
	case recordAsk:
		return 2 + 2 + 8
	case recordAnswer:
		return 2 + 2 + 24
	case recordPush:
		return 2 + 8
	default:
		return 2 + 3
	}
}

func (c clockRecord) append(b []byte) []byte {
	b = append(b, byte(c.kind), c.algorithm)
	switch c.kind {
	case recordAsk:
		b = binary.BigEndian.AppendUint16(b, c.seq)
		b = appendI64(b, int64(c.t1))
	case recordAnswer:
		b = binary.BigEndian.AppendUint16(b, c.seq)
		b = appendI64(b, int64(c.t1))
		b = appendI64(b, int64(c.t2))
		b = appendI64(b, int64(c.t3))
	case recordPush:
		b = appendI64(b, int64(c.t3))
	case recordReport:
		b = append(b, byte(c.value>>16), byte(c.value>>8), byte(c.value))
	}
	return b
}

// checkQuestions checks the records that a client sends: questions and reports.
func checkQuestions(message string, b []byte) error {
	r := reader{message: message, b: b}
	for len(r.b) > 0 && r.err == nil {
		if rec := r.clockRecord(); r.err == nil && rec.kind != recordAsk && rec.kind != recordReport {
			return fmt.Errorf("%s: record: %d is not a client's", message, rec.kind)
		}
	}
	return r.err
}

// clockRecord reads one record; the caller loops while bytes are left and no fault is found.
func (r *reader) clockRecord() (c clockRecord) {
	c.kind = recordKind(r.u8("record"))
	r.within(int64(c.kind), int64(recordAsk), int64(recordReport), "record")
	c.algorithm = r.u8("algorithm")
	switch c.kind {
	case recordAsk:
		c.seq = r.u16("sequence")
		c.t1 = netsync.Local(r.clock("T1"))
	case recordAnswer:
		c.seq = r.u16("sequence")
		c.t1 = netsync.Local(r.clock("T1"))
		c.t2 = netsync.Server(r.clock("T2"))
		c.t3 = netsync.Server(r.clock("T3"))
	case recordPush:
		c.t3 = netsync.Server(r.clock("T3"))
	case recordReport:
		c.value = r.u24("value")
	}
	return c
}
