package clocks

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/internal/clocktest"
)

// The worked examples of Sutphin's article, with the times that the article prints.
func TestUnrealIsBehindByTheOneWayDelay(t *testing.T) {
	t.Parallel()
	u := clocktest.Made(NewUnreal(DefaultUnreal()))
	if _, ok := u.ServerTime(0); ok {
		t.Fatal("synchronised before the first push")
	}
	u.Observe(netsync.Event{Kind: netsync.Push, T3: netsync.Server(60 * time.Second), T4: netsync.Local(15 * time.Second)})
	got, ok := u.ServerTime(netsync.Local(15 * time.Second))
	if want := netsync.Server(60 * time.Second); !ok || got != want {
		t.Fatalf("server time %v, want %v while the host reads 65 s", got, want)
	}
}

func TestUnrealKeepsOnlyTheLatestDifference(t *testing.T) {
	t.Parallel()
	u := clocktest.Made(NewUnreal(DefaultUnreal()))
	u.Observe(netsync.Event{Kind: netsync.Push, T3: 1000, T4: 400})
	u.Observe(netsync.Event{Kind: netsync.Push, T3: 2000, T4: 1500})
	if got := u.Status(0); got.Offset != 500 || got.LastStep != -100 || got.Steps != 2 {
		t.Fatalf("status %+v", got)
	}
}

func TestUnrealPushIsDueAtJoinAndEveryInterval(t *testing.T) {
	t.Parallel()
	p, err := NewUnrealPush(1000, UnrealInterval)
	if err != nil {
		t.Fatal(err)
	}
	var due []time.Duration
	for at := netsync.Server(0); at < netsync.Server(16*time.Second); at = at.Add(time.Second / 60) {
		if p.Due(at) {
			due = append(due, time.Duration(at).Truncate(time.Second))
		}
	}
	if len(due) != 4 || due[1] != 5*time.Second || due[3] != 15*time.Second {
		t.Fatalf("pushes at %v", due)
	}
	if _, err := NewUnrealPush(0, 0); err == nil {
		t.Fatal("an interval of zero is accepted")
	}
}

func TestRTT2AddsHalfTheRoundTrip(t *testing.T) {
	t.Parallel()
	s := func(n int64) int64 { return n * int64(time.Second) }
	for _, c := range []struct {
		name          string
		stamp, arrive int64 // host's answer, client's clock at arrival; asked at client 10 s
		want          int64 // what the clock reads at arrival
	}{
		{"5 s each way", 65, 20, 70},
		{"2 s out, 8 s back: 3 s behind", 62, 20, 67},
		{"8 s out, 2 s back: 3 s ahead", 68, 20, 73},
	} {
		r := clocktest.Made(NewRTT2(DefaultRTT2()))
		probes, next := r.Wake(netsync.Local(s(10)), nil)
		if len(probes) != 1 || probes[0].T1 != netsync.Local(s(10)) || next != netsync.Local(s(11)) {
			t.Fatalf("%s: first wake %v, %v", c.name, probes, next)
		}
		r.Observe(netsync.Event{Kind: netsync.Answer, Seq: probes[0].Seq, T1: probes[0].T1,
			T2: netsync.Server(s(c.stamp)), T3: netsync.Server(s(c.stamp)), T4: netsync.Local(s(c.arrive))})
		got, ok := r.ServerTime(netsync.Local(s(c.arrive)))
		if !ok || got != netsync.Server(s(c.want)) {
			t.Errorf("%s: reads %v, want %v s", c.name, time.Duration(got), c.want)
		}
		later, _ := r.ServerTime(netsync.Local(s(c.arrive + 60)))
		if later.Sub(got) != time.Minute {
			t.Errorf("%s: the clock advanced by %v in a minute", c.name, later.Sub(got))
		}
	}
}

func TestRTT2AsksUntilTheFirstAnswerAndNeverAgain(t *testing.T) {
	t.Parallel()
	r := clocktest.Made(NewRTT2(DefaultRTT2()))
	asked := 0
	var last netsync.Probe
	for now := netsync.Local(0); now < netsync.Local(3*time.Second); now = now.Add(100 * time.Millisecond) {
		probes, _ := r.Wake(now, nil)
		asked += len(probes)
		if len(probes) > 0 {
			last = probes[0]
		}
	}
	if asked != 3 {
		t.Fatalf("asked %d times in 3 s without an answer, want 3", asked)
	}
	r.Observe(netsync.Event{Kind: netsync.Answer, Seq: last.Seq, T1: last.T1, T2: 5, T3: 5, T4: last.T1 + 10})
	if probes, next := r.Wake(netsync.Local(time.Hour), nil); len(probes) != 0 || next != netsync.Never {
		t.Fatalf("asks again after the answer: %v, %v", probes, next)
	}
	r.Observe(netsync.Event{Kind: netsync.Answer, Seq: last.Seq, T1: last.T1, T2: 500, T3: 500, T4: last.T1 + 20})
	before := last.T1.Add(-time.Second) // the question before the last one
	r.Observe(netsync.Event{Kind: netsync.Answer, Seq: last.Seq - 1, T1: before, T2: 500, T3: 500, T4: last.T1 + 20})
	if st := r.Status(0); st.Used != 1 || st.Rejected != 2 || st.Offset != -time.Duration(last.T1) {
		t.Fatalf("later answers changed the clock: %+v", st)
	}
	wantReasons(t, r, insight.Accepted, insight.NotAsked, insight.AlreadySynced)
}

// wantReasons checks what became of each sample that an estimator has seen.
func wantReasons(t *testing.T, e netsync.Estimator, want ...insight.Reason) {
	t.Helper()
	var d insight.Detail
	insight.Explain(e, &d)
	var got []insight.Reason
	for _, s := range d.Samples {
		got = append(got, s.Reason)
	}
	if !slices.Equal(got, want) {
		t.Errorf("samples are %v, want %v", got, want)
	}
}

func TestRTT2TakesAnswersToItsOwnQuestionsOnly(t *testing.T) {
	t.Parallel()
	r := clocktest.Made(NewRTT2(DefaultRTT2()))
	r.Observe(netsync.Event{Kind: netsync.Answer, T2: 5, T3: 5}) // nothing has been asked
	r.Wake(1000, nil)
	for _, ev := range []netsync.Event{
		{Seq: 1, T1: 999},  // of an earlier join
		{Seq: 1, T1: 1001}, // of none
		{Seq: 2, T1: 1000},
	} {
		ev.Kind, ev.T2, ev.T3, ev.T4 = netsync.Answer, 5, 5, 1010
		r.Observe(ev)
	}
	if st := r.Status(0); st.Synchronised || st.Rejected != 4 {
		t.Fatalf("%+v", st)
	}
	wantReasons(t, r, insight.NotAsked, insight.NotAsked, insight.NotAsked, insight.NotAsked)
}

// A client asks over 200 ms each way, and 100 ms later its clock is set back by 5 s.
func TestRTT2TakesNoAnswerAcrossAClockSetBack(t *testing.T) {
	t.Parallel()
	r := clocktest.Made(NewRTT2(DefaultRTT2()))
	rig := clocktest.NewPingRig(r, netsync.Local(time.Minute), time.Hour, 0)
	path := clocktest.Trip{Up: 200 * time.Millisecond, Down: 200 * time.Millisecond}
	first, _ := r.Wake(rig.Now, nil)
	answer := rig.Answer(first[0], path)
	rig.Now = rig.Now.Add(100 * time.Millisecond)
	rig.Set(-5 * time.Second)
	answer.T4 = answer.T4.Add(-5 * time.Second)

	again, next := r.Wake(rig.Now, nil) // the schedule is not stuck in the future
	if len(again) != 1 || again[0].T1 != rig.Now || next != rig.Now.Add(time.Second) {
		t.Fatalf("after the step: %v, %v", again, next)
	}
	r.Observe(answer)
	if st := r.Status(0); st.Synchronised || st.Rejected != 1 {
		t.Fatalf("a round trip of %v is taken: %+v", answer.T4.Sub(answer.T1), st)
	}
	if probes, _ := r.Wake(next, nil); len(probes) != 1 {
		t.Fatal("does not go on asking")
	}
	r.Observe(rig.Answer(again[0], path))
	if got, ok := rig.Err(); !ok || got != 0 {
		t.Errorf("the error is %v (%v)", got, ok)
	}
	wantReasons(t, r, insight.Impossible, insight.Accepted)
}

func TestRTT2IsMovedByNothingHostile(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) { clocktest.CheckHostile(rt, clocktest.Made(NewRTT2(DefaultRTT2()))) })
}

// BenchmarkRTT2Join measures all that there is to it: a question, its answer and a late one.
func BenchmarkRTT2Join(b *testing.B) {
	b.ReportAllocs()
	var probes []netsync.Probe
	for b.Loop() {
		r := RTT2{cfg: DefaultRTT2()}
		probes, _ = r.Wake(0, probes[:0])
		ev := netsync.Event{Kind: netsync.Answer, Seq: probes[0].Seq, T1: probes[0].T1, T2: 20e6, T3: 20e6, T4: 40e6}
		r.Observe(ev)
		r.Observe(ev)
		r.ServerTime(ev.T4)
	}
}

// refuses checks that constants are allowed as they are, and what is said of them once they are spoiled.
func refuses[C, E any](t *testing.T, of func(C) (E, error), cfg C, spoiled map[string]func(*C)) {
	t.Helper()
	if _, err := of(cfg); err != nil {
		t.Error(err)
	}
	for want, spoil := range spoiled {
		c := cfg
		spoil(&c)
		if _, err := of(c); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
