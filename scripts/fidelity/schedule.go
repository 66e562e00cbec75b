package main

import (
	"encoding/binary"
	"time"
)

// payload is how long each datagram is: 200 bytes with the headers of IPv4 and UDP.
const payload = 172

// A schedule is when the datagrams of a case are sent, counted from its start.
type schedule struct {
	count   int
	spacing time.Duration
	burst   int // so many are sent at three times the pace, then as many at the pace; 0 for none
}

// steady is the schedule of most cases. The others fill a queue at about twice its rate and let it drain:
// 200 bytes take 1.6 ms at 1 Mbit/s and 0.4 ms at 4 Mbit/s. Their spacing is no fraction of that, since
// with one that is it were a matter of microseconds whether a datagram finds the queue full.
var (
	steady        = schedule{count: 50_000, spacing: 500 * time.Microsecond}
	burstsAt1Mbit = schedule{count: 20_000, spacing: 2430 * time.Microsecond, burst: 150}
	burstsAt4Mbit = schedule{count: 50_000, spacing: 610 * time.Microsecond, burst: 150}
)

// at returns when the i-th datagram is sent.
func (s schedule) at(i int) time.Duration {
	if s.burst == 0 {
		return time.Duration(i) * s.spacing
	}
	rounds, rest := i/(2*s.burst), i%(2*s.burst)
	fast := rounds*s.burst + min(rest, s.burst)
	return time.Duration(fast)*s.spacing/3 + time.Duration(i-fast)*s.spacing
}

// putNumber writes a datagram's number at its beginning.
func putNumber(data []byte, i int) { binary.BigEndian.PutUint64(data, uint64(i)) }

// number reads it.
func number(data []byte) int { return int(binary.BigEndian.Uint64(data)) }
