package clocks

import (
	"time"

	"driftlab/netsync"
)

// What becomes of the line where a clock was set, or an answer says otherwise.

func (m *Midline) setBack(now netsync.Local) {
	at, ok := m.ServerTime(m.seen)
	slope := m.core.line.slope
	m.begin(slope)
	m.asker.Open = 0 // open questions are stamped by the old clock
	m.asking, m.anchored = true, false
	m.unsure, m.cutAt, m.doubtful, m.fallen = now, now, true, false
	m.woken, m.seen = now, now
	if !ok {
		return
	}
	m.line = line{at: int64(now) / 1000}
	m.line.slope = slope
	m.base, m.shown = 0, slewed{from: now}
	m.base = at.Offset(now) - m.offset(now) // what is in the line has been rounded
}

// begin forgets all points. The clock keeps running as it was until there are others. The host's frames are what they were, and it may
// have told their spans already.
func (m *Midline) begin(slope int64) {
	frame := m.core.ways[0].frame
	m.core = midlineCore{}
	m.core.init(m.cfg)
	m.core.line.slope, m.core.ways[0].frame = slope, frame
	m.own, m.denied = floorBucket{}, false
}

// Forget forgets what was measured, as when another host answers. The clock keeps running as it was until enough is measured again.
func (m *Midline) Forget(now netsync.Local) {
	m.restart(now)
	m.core.ways[0].frame, m.first, m.doubt = 0, 0, 0
}

func (m *Midline) restart(now netsync.Local) {
	m.begin(m.core.line.slope)
	m.slewing = m.status.Synchronised
	m.asking, m.anchored, m.unsure = true, false, now
}

// Answers says whether ev answers one of the latest questions that is still open.
func (m *Midline) Answers(ev netsync.Event) bool {
	asker := m.asker
	return asker.Answered(ev)
}

// fell notes that a floor has fallen, as no queue makes it: a clock may have been set, or is being slewed.
func (m *Midline) fell(now netsync.Local) {
	m.asking, m.fallen, m.fellAt = true, true, now
	if m.slewing {
		m.unsure = now
	}
}

// check takes the turn nearest to an answer's offset, and compares the line with the answer: the host's clock was below T2 when the question
// left, and above T3 when the answer came. A line that says otherwise rests on stamps that aren't true, or on a clock that was set since. The
// floors are about to show the latter, and lose no points by it: so the points are forgotten only if the next answer says the same.
func (m *Midline) check(ev netsync.Event) {
	before, ok := m.ServerTime(ev.T4)
	base := m.turnBase()
	at := func(now netsync.Local) time.Duration {
		return base + lengthOf(m.core.line.offsetAt(floorMicros(int64(now))))
	}
	if at(ev.T1)-ev.T2.Offset(ev.T1) > checkSlack || ev.T3.Offset(ev.T4)-at(ev.T4) > checkSlack {
		if m.denied {
			m.restart(ev.T4)
		} else {
			m.denied, m.asking = true, true
		}
		return
	}
	m.denied = false
	m.line, m.base = m.core.line, base
	m.settle(ev.T4, before, ok)
}

func (m *Midline) turnBase() time.Duration {
	if !m.anchored {
		return m.base
	}
	middle := m.core.line.middle / micro
	turns := (m.coarse - middle + turnMicros/2) >> 27
	m.coarse = middle + turns*turnMicros
	return time.Duration(turns*turnMicros) * time.Microsecond
}
