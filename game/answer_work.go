package game

import (
	"fmt"
	"slices"
	"time"

	"driftlab/netsync"
)

// MaxAnswerWork is how long the host can be set to work before it stamps an answer.
const MaxAnswerWork = 10 * time.Second

// maxWorkedOn is how many questions of a client the host works on at once. More are dropped: no built-in clocks ask that much.
const maxWorkedOn = 1024

var errBusy = refuse(Flood, "question: the host works on %d of the client already", maxWorkedOn)

// A question is one that the host works on.
type question struct {
	due    netsync.Local // when it is answered
	client int
	join   joinID
	asks   netsync.Message
}

// SetAnswerWork has the host work for so long, 0..MaxAnswerWork, between receiving a clock's question and stamping its answer, as a
// server does that reads its clock when the answer is ready: both of the answer's stamps are from after the work, so half of it is
// the error of a clock that halves round trips. Questions that came before take as long as they would have.
func (h *Host) SetAnswerWork(d time.Duration) error {
	if d < 0 || d > MaxAnswerWork {
		return fmt.Errorf("work before answers: %v is outside 0s..%v", d, MaxAnswerWork)
	}
	h.work = d
	return nil
}

// workOn keeps a question until it is answered.
func (h *Host) workOn(q question) {
	p := &h.peers[q.client]
	if p.gate.workedOn == maxWorkedOn {
		p.gate.rejected.note(errBusy)
		return
	}
	p.gate.workedOn++
	i, _ := slices.BinarySearchFunc(h.questions, q.due, func(q question, due netsync.Local) int {
		if q.due <= due { // behind those that are due with it
			return -1
		}
		return 1
	})
	h.questions = slices.Insert(h.questions, i, q)
}

// finishWork answers the questions that are due, each client's together. Those of an earlier or ended join are dropped.
func (h *Host) finishWork(now netsync.Local) {
	for len(h.questions) > 0 && h.questions[0].due <= now {
		first := h.questions[0]
		n := slices.IndexFunc(h.questions, func(q question) bool {
			return q.due > now || q.client != first.client || q.join != first.join
		})
		if n < 0 {
			n = len(h.questions)
		}
		h.asked = h.asked[:0]
		for _, q := range h.questions[:n] {
			h.asked = append(h.asked, q.asks)
		}
		h.questions = slices.Delete(h.questions, 0, n)
		p := &h.peers[first.client]
		p.gate.workedOn -= n
		if p.answers(first.join) {
			h.reply(now, now, first.client, first.join, h.asked)
		} else {
			p.gate.rejected.Clocks += uint64(n)
		}
	}
}
