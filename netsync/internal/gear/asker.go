// Package gear has the parts that clocks are built from: when to ask and which answers count, when a frame runs, and a ring
// of the latest samples.
package gear

import (
	"time"

	"driftlab/netsync"
)

// OpenAsks is how many of its latest questions an [Asker] remembers.
const OpenAsks = 64

// An Asker asks whenever a period has passed, and tells answers to its own questions from duplicates, forgeries and
// leftovers of an earlier join. Its zero value asks at once.
type Asker struct {
	Asked bool
	Last  netsync.Local // when the latest question was asked
	Seq   uint16
	sent  [OpenAsks]netsync.Local // T1 of question number seq at seq modulo OpenAsks
	Open  uint64                  // bit i: question number seq − i is still unanswered
}

// Due says whether period has passed since the last question. It also says so if the clock was set back to before that
// question, so that a schedule cannot get stuck.
func (a *Asker) Due(now netsync.Local, period time.Duration) bool {
	return !a.Asked || now < a.Last || now.Sub(a.Last) >= period
}

// Ask appends a question sent at now.
func (a *Asker) Ask(now netsync.Local, probes []netsync.Probe) []netsync.Probe {
	a.Asked, a.Last = true, now
	a.Seq++
	a.sent[a.Seq%OpenAsks] = now
	a.Open = a.Open<<1 | 1
	return append(probes, netsync.Probe{Kind: netsync.Ask, Seq: a.Seq, T1: now})
}

const (
	// From question patientAfter on, an unanswered question is repeated no sooner than patience after the one before. The
	// questions that an asker remembers then cover a minute, and no round trip takes that long.
	patientAfter = 8
	patience     = time.Second
)

// Again returns how long to wait before an unanswered question is repeated, after it has been asked that many times.
func Again(every time.Duration, asked uint16) time.Duration {
	if asked < patientAfter {
		return every
	}
	return max(every, patience)
}

// Answered says whether ev answers one of the last [OpenAsks] questions, for the first time.
func (a *Asker) Answered(ev netsync.Event) bool {
	age := a.Seq - ev.Seq
	if age >= OpenAsks || a.Open>>age&1 == 0 || a.sent[ev.Seq%OpenAsks] != ev.T1 {
		return false
	}
	a.Open &^= 1 << age
	return true
}

// A FrameLoop says when a client's frames run. The first is due at once.
type FrameLoop struct {
	Every time.Duration
	At    netsync.Local // time of the latest frame
	begun bool
}

// NewFrameLoop returns a loop of rate frames in a thousand seconds, at least one.
func NewFrameLoop(rate int) FrameLoop {
	return FrameLoop{Every: 1000 * time.Second / time.Duration(rate)}
}

// Due says whether a frame is due at now, and how long after the frame before it: 0 for the first one, and if the clock was
// set back meanwhile.
func (f *FrameLoop) Due(now netsync.Local) (passed time.Duration, ok bool) {
	if f.begun {
		if passed = now.Sub(f.At); passed >= 0 && passed < f.Every {
			return 0, false
		}
	}
	f.begun, f.At = true, now
	return max(passed, 0), true
}

// Next returns when the next frame is due.
func (f *FrameLoop) Next() netsync.Local { return f.At.Add(f.Every) }
