package netsim

import (
	"math"
	"time"

	"driftlab/internal/param"
)

const (
	// codelTarget is the wait above which CoDel sees a standing queue (RFC 8289, section 4.2).
	codelTarget = 5 * time.Millisecond
	// codelInterval is how long waits have to stay above the target before a packet is dropped: about the slowest round
	// trip (section 4.3).
	codelInterval = 100 * time.Millisecond
	// codelMTU is the backlog that is never too much, in nanobits: one full packet.
	codelMTU = opportunity
)

// A codel is the state of CoDel, "Controlled Delay Active Queue Management", RFC 8289, section 5; the names are those of
// its pseudocode, which Linux follows. Once all packets of an interval have waited for the target or longer, it drops
// one, and while that continues it drops more, at intervals that shrink with the square root of their number.
//
// The RFC decides when a packet comes to the head of the queue. Here it is decided when the packet is sent, for that
// later time: the queue is first in, first out, so everything that the decision depends on is known by then. The one
// exception is how much will be in the queue behind the packet; nothing is dropped when that is no more than one full
// packet. The backlog that the packet found when it arrived stands in for that: the same queue, one wait earlier. And
// packets that CoDel is going to drop take up no room in the queue until then.
type codel struct {
	on         bool
	dropping   bool
	unplanned  bool // dropNext is the time of the last drop; the next is planned if its packet waits too long as well
	firstAbove Time // when an interval of too long waits will be over; 0 while they are short
	dropNext   Time // when to drop again
	count      int64
	lastCount  int64 // count when dropping began
}

// drops reports whether a packet is dropped as it reaches the head of the queue, given the time, its wait, and the
// nanobits that it found ahead of it. It must be asked about every packet in turn.
func (c *codel) drops(head Time, wait time.Duration, ahead int64) bool {
	if wait < codelTarget || ahead <= codelMTU {
		c.firstAbove = 0
		c.dropping = false
		return false
	}
	if c.firstAbove == 0 {
		c.firstAbove = head.Add(codelInterval)
	}
	if head < c.firstAbove {
		c.dropping = false
		return false
	}
	if !c.dropping {
		// A run of drops begins. If the previous one was recent it continues at the rate that was
		// enough then.
		delta := c.count - c.lastCount
		c.count = 1
		if delta > 1 && head.Sub(c.dropNext) < 16*codelInterval {
			c.count = delta
		}
		c.dropping, c.unplanned = true, false
		c.dropNext = controlLaw(head, c.count)
		c.lastCount = c.count
		return true
	}
	if c.unplanned {
		c.unplanned = false
		c.dropNext = controlLaw(c.dropNext, c.count)
	}
	if head < c.dropNext {
		return false
	}
	c.count++
	c.unplanned = true
	return true
}

// controlLaw returns when to drop after a drop at t, the count-th in a row. Division and square root
// are rounded alike on all architectures.
func controlLaw(t Time, count int64) Time {
	return t.Add(time.Duration(float64(codelInterval) / math.Sqrt(float64(count))))
}

var codelSettings = []setting{
	param.Bool(param.Param{Name: "queue-discipline", Label: "Discipline", Unit: param.Choice, Choices: []string{"drop-tail", "codel"},
		Help: "how the queue {way} drops packets: when it is full, or early, by CoDel (RFC 8289)"},
		func(s *Settings) *bool { return &s.CoDel }),
}
