package netsync

import "time"

// openAsks is how many of its latest questions an [asker] remembers.
const openAsks = 64

// An asker asks whenever a period has passed, and tells the answers to its own questions from
// duplicates, forgeries and what an earlier join has left behind. Its zero value asks at once.
type asker struct {
	asked bool
	last  Local // when the latest question was asked
	seq   uint16
	sent  [openAsks]Local // T1 of question number seq at seq modulo openAsks
	open  uint64          // bit i: question number seq − i waits for its answer
}

// due says whether period has passed since the last question. It has where the clock was set back
// to before that question, so that a schedule cannot get stuck.
func (a *asker) due(now Local, period time.Duration) bool {
	return !a.asked || now < a.last || now.Sub(a.last) >= period
}

// ask appends a question sent at now.
func (a *asker) ask(now Local, probes []Probe) []Probe {
	a.asked, a.last = true, now
	a.seq++
	a.sent[a.seq%openAsks] = now
	a.open = a.open<<1 | 1
	return append(probes, Probe{Kind: Ask, Seq: a.seq, T1: now})
}

const (
	// From the question patientAfter on, one that waits for its answer is repeated no sooner than patience after the one before:
	// what an asker remembers then covers a minute, which no round trip takes.
	patientAfter = 8
	patience     = time.Second
)

// again returns after how long a question is asked anew that was asked so many times and has no answer yet.
func again(every time.Duration, asked uint16) time.Duration {
	if asked < patientAfter {
		return every
	}
	return max(every, patience)
}

// answered says whether ev answers one of the last openAsks questions, for the first time.
func (a *asker) answered(ev Event) bool {
	age := a.seq - ev.Seq
	if age >= openAsks || a.open>>age&1 == 0 || a.sent[ev.Seq%openAsks] != ev.T1 {
		return false
	}
	a.open &^= 1 << age
	return true
}
