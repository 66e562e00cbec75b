package game

import (
	"testing"
	"time"

	"driftlab/netsync/registry"
)

// wrongBy returns how far the estimates of a client's clocks are ahead of the host's clock, by their names.
func (r *rig) wrongBy(c *rigClient) map[string]time.Duration {
	off := map[string]time.Duration{}
	for i, a := range registry.OfGroup(registry.Published) {
		if got, ok := c.Clocks.Estimate(i, r.clock(c)); ok {
			off[a.Name] = got.Sub(Server(r.hostClock()))
		}
	}
	return off
}

func TestHalfOfTheWorkBeforeAnswersIsErrorOfClocksThatHalveTheRoundTrip(t *testing.T) {
	t.Parallel()
	for _, work := range []time.Duration{0, 100 * time.Millisecond, 3 * time.Second} {
		r := newRig(t, 1, "timesync")
		check(t, r.host.SetAnswerWork(work))
		r.run(40 * time.Second)
		off := r.wrongBy(r.clients[0])
		for name, most := range map[string]time.Duration{"rtt2": 0, "slot": 2 * time.Millisecond} {
			if wrong, known := off[name]; !known || (wrong-work/2).Abs() > most {
				t.Errorf("with %v of work %s is wrong by %v, known: %v; want half", work, name, wrong, known)
			}
		}
		if off["timesync"] != 0 { // it asks nothing
			t.Errorf("with %v of work timesync is wrong by %v", work, off["timesync"])
		}
		r.noRefusals()
	}
}

func TestQuestionsThatTheHostWorksOnAreAnsweredOnceOrDropped(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	check(t, r.host.SetAnswerWork(2*time.Second))
	answers := 0
	r.drop = func(f flight) bool {
		if f.kind() == KindAnswer {
			answers++
		}
		return false
	}
	r.run(3 * time.Second)
	waiting := len(r.host.questions)
	if waiting == 0 || answers == 0 {
		t.Fatalf("%d questions wait, %d answers were sent", waiting, answers)
	}
	// A shorter work delays none that came before, and what comes after it is answered first.
	check(t, r.host.SetAnswerWork(0))
	r.run(3 * time.Second)
	if len(r.host.questions) != 0 || r.host.peers[1].gate.workedOn != 0 {
		t.Errorf("%d questions still wait, counted %d", len(r.host.questions), r.host.peers[1].gate.workedOn)
	}
	// Those of a join that has ended are dropped.
	check(t, r.host.SetAnswerWork(2*time.Second))
	r.run(3 * time.Second)
	r.clients[0].Rejoin(r.clock(r.clients[0]))
	before := r.host.peers[1].gate.rejected.Clocks
	r.run(5 * time.Second)
	if r.host.peers[1].gate.rejected.Clocks == before {
		t.Error("no question of the old join was dropped")
	}
	// A step of the host's clock moves them along.
	at, by := r.host.questions[0].due, time.Hour
	r.host.ClockSet(by)
	if got := r.host.questions[0].due; got != at.Add(by) {
		t.Errorf("due at %v after the clock was set by %v, was %v", got, by, at)
	}
	for range 2 * maxWorkedOn {
		r.host.workOn(question{client: 1})
	}
	if n := len(r.host.questions); n > maxWorkedOn || r.host.peers[1].gate.rejected.Counts[Flood] < maxWorkedOn {
		t.Errorf("%d questions of one client wait, %d were dropped", n, r.host.peers[1].gate.rejected.Counts[Flood])
	}
	for _, d := range []time.Duration{-1, MaxAnswerWork + 1} {
		if r.host.SetAnswerWork(d) == nil {
			t.Errorf("%v of work is accepted", d)
		}
	}
}

// At 80 ms each way and without jitter the two times are known beforehand: unbuffered is one tick of buffer later, and predicted
// time a round trip and both buffers.
func TestTheOthersAreShownInTheTimeThatIsSet(t *testing.T) {
	t.Parallel()
	shown := func(by OthersTime) (m Moment, starved uint64) {
		r := newRig(t, 1, "timesync")
		c := r.clients[0]
		check(t, c.SetTime(TimeSettings{Others: by}))
		r.run(10 * time.Second)
		return c.Moment(r.clock(c)), c.Buffers().Starved
	}
	server, few := shown(OthersInServerTime)
	unbuffered, more := shown(OthersUnbuffered)
	predicted, all := shown(OthersInPredictedTime)
	const tick = time.Second / DefaultRate
	if d := unbuffered.Server.Sub(server.Server) - tick; d.Abs() > time.Microsecond {
		t.Errorf("unbuffered is %v off one tick of buffer", d)
	}
	if predicted.Server != predicted.Predicted || predicted.Predicted != server.Predicted {
		t.Errorf("shown at %v, not in predicted time, %v", predicted.Server, server.Predicted)
	}
	if few > 5 || more < 500 || all < 500 {
		t.Errorf("frames without a snapshot: %d, unbuffered %d, predicted %d", few, more, all)
	}
}
