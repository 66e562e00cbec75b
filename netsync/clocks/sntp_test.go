package clocks

import (
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/internal/clocktest"
)

func TestSNTPScripts(t *testing.T) {
	t.Parallel()
	clocktest.RunScripts(t, "sntp-*.txt", func() netsync.Estimator { return clocktest.Made(NewSNTP(DefaultSNTP())) })
}

func TestSNTPRefusesConstantsOutOfRange(t *testing.T) {
	t.Parallel()
	refuses(t, NewSNTP, DefaultSNTP(), map[string]func(*SNTPConfig){
		"poll: 0s is outside 100ms..1h0m0s":     func(c *SNTPConfig) { c.Poll = 0 },
		"burst: 65 is outside 0..64":            func(c *SNTPConfig) { c.Burst = 65 },
		"burst-poll: 20s is outside 100ms..16s": func(c *SNTPConfig) { c.BurstPoll = 20 * time.Second },
		"stages: 33 is outside 1..32":           func(c *SNTPConfig) { c.Stages = 33 },
	})
}

func TestSNTPAsksEightTimesInABurstAndThenEverySixteenSeconds(t *testing.T) {
	t.Parallel()
	s := clocktest.Made(NewSNTP(DefaultSNTP()))
	var at []time.Duration
	for now := netsync.Local(0); now < netsync.Local(50*time.Second); now = now.Add(100 * time.Millisecond) {
		probes, next := s.Wake(now, nil)
		if len(probes) > 0 {
			at = append(at, time.Duration(now))
		}
		if next <= now {
			t.Fatalf("at %v the next wake is at %v", now, next)
		}
	}
	if len(at) != 10 || at[1] != 2*time.Second || at[7] != 14*time.Second || at[8] != 30*time.Second || at[9] != 46*time.Second {
		t.Fatalf("asks at %v", at)
	}
}

func TestSNTPComputesOffsetAndDelayFromFourTimeStamps(t *testing.T) {
	t.Parallel()
	s := clocktest.Made(NewSNTP(DefaultSNTP()))
	q := clocktest.Ask(t, s, 1000)
	s.Observe(netsync.Event{Kind: netsync.Answer, Seq: q.Seq, T1: 1000, T2: 5300, T3: 5900, T4: 2000})
	// ((5300 − 1000) + (5900 − 2000)) / 2 and (2000 − 1000) − (5900 − 5300)
	if st := s.Status(0); st.Offset != 4100 || st.RTT != 400 || st.OWDUp != 200 || st.OWDDown != 200 || !st.HasOWD {
		t.Fatalf("%+v", st)
	}
}

func TestSNTPHoldsNoDelayForNegative(t *testing.T) {
	t.Parallel()
	s := clocktest.Made(NewSNTP(DefaultSNTP()))
	q := clocktest.Ask(t, s, 1000)
	s.Observe(netsync.Event{Kind: netsync.Answer, Seq: q.Seq, T1: 1000, T2: 5000, T3: 5101, T4: 1100})
	if st := s.Status(0); !st.Synchronised || st.RTT != 0 {
		t.Fatalf("%+v", st)
	}
}

func TestSNTPTakesTheAnswerToItsLatestQuestionOnly(t *testing.T) {
	t.Parallel()
	s := clocktest.Made(NewSNTP(DefaultSNTP()))
	first := clocktest.Ask(t, s, 0)
	second := clocktest.Ask(t, s, netsync.Local(2*time.Second))
	answer := func(q netsync.Probe) netsync.Event {
		return netsync.Event{Kind: netsync.Answer, Seq: q.Seq, T1: q.T1, T2: 5, T3: 5, T4: netsync.Local(3 * time.Second)}
	}
	s.Observe(answer(first))
	if st := s.Status(0); st.Synchronised || st.Rejected != 1 {
		t.Fatalf("an answer to the first question: %+v", st)
	}
	s.Observe(answer(second))
	s.Observe(answer(second))
	if st := s.Status(0); st.Used != 1 || st.Rejected != 2 {
		t.Fatalf("a duplicate counts: %+v", st)
	}
}

func TestSNTPRefusesStampsThatContradictThemselves(t *testing.T) {
	t.Parallel()
	for _, ev := range []netsync.Event{
		{T1: 1000, T2: 5, T3: 5, T4: 999},
		{T1: 1000, T2: 6, T3: 5, T4: 2000},
	} {
		s := clocktest.Made(NewSNTP(DefaultSNTP()))
		ev.Kind, ev.Seq = netsync.Answer, clocktest.Ask(t, s, 1000).Seq
		s.Observe(ev)
		var d insight.Detail
		s.Explain(&d)
		if d.Samples[0].Reason != insight.Impossible || s.Status(0).Synchronised {
			t.Errorf("%+v: %v", ev, d.Samples)
		}
	}
}

// The register against a model that keeps every sample and reads section 10 literally.
func TestSNTPChoosesLikeAModelThatKeepsEverySample(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		cfg := DefaultSNTP()
		cfg.Stages = rapid.IntRange(1, 32).Draw(rt, "stages")
		s := clocktest.Made(NewSNTP(cfg))
		r := clocktest.NewPingRig(s, 0, time.Hour, 50)
		var all []insight.Sample
		used, accepted := -1, map[int]bool{}
		var d insight.Detail
		for range rapid.IntRange(1, 100).Draw(rt, "answers") {
			way := func(name string) time.Duration {
				return time.Duration(rapid.Int64Range(0, 30).Draw(rt, name)) * time.Millisecond
			}
			r.Ping(clocktest.Trip{Up: way("up"), Down: way("down"), Hold: way("hold")})
			s.Explain(&d)
			all = append(all, d.Samples[len(d.Samples)-1])
			best := len(all) - 1
			for i := best; i >= max(0, len(all)-cfg.Stages); i-- {
				if all[i].RTT < all[best].RTT {
					best = i
				}
			}
			if best > used {
				used = best
				accepted[best] = true
			}
			if got := s.Status(0).Offset; got != all[used].Offset {
				rt.Fatalf("answer %d: offset %v, want %v of answer %d", len(all), got, all[used].Offset, used)
			}
		}
		for i, x := range d.Samples {
			if n := len(all) - len(d.Samples) + i; (x.Reason == insight.Accepted) != accepted[n] {
				rt.Fatalf("answer %d: %v, accepted: %v", n, x.Reason, accepted[n])
			}
		}
		if st := s.Status(0); int(st.Used) != len(accepted) || int(st.Used+st.Rejected) != len(all) {
			rt.Fatalf("%+v for %d of %d", st, len(accepted), len(all))
		}
	})
}

// However a round trip splits, the offset cannot be off by more than half of it.
func TestSNTPIsOffByHalfTheDelayAndTheDriftAtMost(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		s := clocktest.Made(NewSNTP(DefaultSNTP()))
		r := clocktest.DrawClocks(rt, s)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		widest := rapid.Int64Range(1, int64(time.Second)).Draw(rt, "delay")
		way := func() time.Duration { return time.Duration(rng.Int64N(widest)) }
		for range 100 {
			r.Ping(clocktest.Trip{Up: way(), Down: way(), Hold: way(), Lost: rng.IntN(10) == 0})
			got, ok := r.Err()
			drift := (r.Now.Sub(s.used) + 3*time.Second) / 1_000_000 * time.Duration(max(r.PPM, -r.PPM))
			if bound := s.Status(0).RTT/2 + drift + time.Microsecond; ok && got.Abs() > bound {
				rt.Fatalf("off by %v, want at most %v", got, bound)
			}
		}
	})
}

func TestSNTPIsWithinHalfTheJitterAndTheDriftOnAnEvenPath(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		s := clocktest.Made(NewSNTP(DefaultSNTP()))
		r, link := clocktest.DrawClocks(rt, s), clocktest.DrawLink(rt)
		for range 150 {
			r.Ping(link.Trip())
			drift := (r.Now.Sub(s.used) + time.Second) / 1_000_000 * time.Duration(max(r.PPM, -r.PPM))
			if got, ok := r.Err(); ok && got.Abs() > link.Jitter/2+drift+time.Microsecond {
				rt.Fatalf("off by %v, want at most %v", got, link.Jitter/2+drift)
			}
		}
	})
}

func TestSNTPIsTheSameWhateverTheClocksRead(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	s := clocktest.Made(NewSNTP(DefaultSNTP()))
	a := clocktest.NewPingRig(s, 0, 0, 100)
	b := clocktest.NewPingRig(clocktest.Made(NewSNTP(DefaultSNTP())), netsync.Local(1<<32*time.Millisecond-time.Minute), -400*24*time.Hour, 100)
	shift := b.Offset
	link := clocktest.NewRandomLink(6, 40*time.Millisecond, 4*time.Millisecond)
	for a.Now < netsync.Local(60*24*time.Hour) {
		p := link.Trip()
		a.Ping(p)
		b.Ping(p)
		x, y := a.Clock.Status(0), b.Clock.Status(0)
		off := x.Offset + shift - y.Offset // halves of 1 ns are cut off towards zero
		if x.Synchronised && off.Abs() > 1 || x.Steps != y.Steps || x.RTT != y.RTT {
			t.Fatalf("at %v: %+v here, %+v there", time.Duration(a.Now), x, y)
		}
		drift := a.Now.Sub(s.used) / 1_000_000 * 100
		if got, ok := a.Err(); ok && got.Abs() > link.Jitter/2+drift+100*time.Microsecond {
			t.Fatalf("at %v: off by %v", time.Duration(a.Now), got)
		}
	}
}

func TestSNTPForgetsASampleForEachQuestionAfterThreeWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	s := clocktest.Made(NewSNTP(DefaultSNTP()))
	r := clocktest.NewPingRig(s, 0, 0, 0)
	for range 8 {
		r.Ping(clocktest.Trip{Up: time.Millisecond})
	}
	for i, want := range []int{8, 8, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0} {
		r.Ping(clocktest.Trip{Lost: true})
		got := 0
		for _, x := range s.filter[:s.cfg.Stages] {
			if x.valid {
				got++
			}
		}
		if got != want {
			t.Errorf("%d questions after the last answer: %d samples, want %d", i+1, got, want)
		}
	}
}

func TestSNTPDispersionShrinksAsTheRegisterFills(t *testing.T) {
	t.Parallel()
	s := clocktest.Made(NewSNTP(DefaultSNTP()))
	r := clocktest.NewPingRig(s, 0, 0, 0)
	var d insight.Detail
	for i, want := range []time.Duration{8, 4, 2, 1} {
		r.Ping(clocktest.Trip{Up: time.Millisecond, Down: time.Millisecond})
		s.Explain(&d)
		// All but the valid samples' halves, quarters and so on are of 16 s; an eight-stage list ends at 1/256.
		got := d.Marks[1]
		if off := got.Value - want*time.Second + 62500*time.Microsecond; got.Name != "dispersion" || off.Abs() > time.Millisecond {
			t.Errorf("after %d answers: %v, want %d s less 1/256 of 16 s", i+1, got, want)
		}
	}
	for range 8 {
		r.Ping(clocktest.Trip{Up: time.Millisecond, Down: time.Millisecond})
	}
	s.Explain(&d)
	if got := d.Marks[1].Value; got > 2*time.Millisecond || got <= 0 {
		t.Errorf("dispersion %v with a full register", got)
	}
	if got := d.Marks[3]; got.Name != "distance" || got.Value != d.Marks[0].Value/2+d.Marks[1].Value {
		t.Errorf("%v", d.Marks)
	}
}

func TestSNTPJitterIsTheRootMeanSquareDistanceFromTheBest(t *testing.T) {
	t.Parallel()
	s := clocktest.Made(NewSNTP(DefaultSNTP()))
	r := clocktest.NewPingRig(s, 0, 0, 0)
	r.Ping(clocktest.Trip{Up: 10 * time.Millisecond, Down: 10 * time.Millisecond}) // shows 0
	r.Ping(clocktest.Trip{Up: 16 * time.Millisecond, Down: 10 * time.Millisecond}) // 3 ms
	r.Ping(clocktest.Trip{Up: 10 * time.Millisecond, Down: 18 * time.Millisecond}) // −4 ms
	var d insight.Detail
	s.Explain(&d)
	want := 3535533 * time.Nanosecond // √((9 + 16)/2) ms
	if got := d.Marks[2]; got.Name != "jitter" || got.Value != want {
		t.Fatalf("%v, want %v", got, want)
	}
}

func TestSNTPIsMovedByNothingButAnswersToItsQuestions(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) { clocktest.CheckHostile(rt, clocktest.Made(NewSNTP(DefaultSNTP()))) })
}

func TestSNTPDoesNotAllocate(t *testing.T) {
	clocktest.CheckAllocations(t, clocktest.Made(NewSNTP(DefaultSNTP())))
}

func BenchmarkSNTPAnswer(b *testing.B) {
	clocktest.BenchmarkAnswer(b, clocktest.Made(NewSNTP(DefaultSNTP())), DefaultSNTP().Poll)
}

// A machine that looks at its mail late shows the clock an answer's T4 after it has shown it a later reading.
func TestSNTPKeepsItsSamplesWhenAnAnswerHasWaitedToBeRead(t *testing.T) {
	t.Parallel()
	s := clocktest.Made(NewSNTP(DefaultSNTP()))
	answer := func(now netsync.Local, rtt time.Duration, offset time.Duration) {
		p := clocktest.Ask(t, s, now)
		at := netsync.Server(now.Add(rtt/2 + offset))
		s.Wake(now.Add(rtt+10*time.Millisecond), nil)
		s.Observe(netsync.Event{Kind: netsync.Answer, Seq: p.Seq, T1: p.T1, T2: at, T3: at, T4: now.Add(rtt)})
	}
	answer(0, 10*time.Millisecond, time.Second)
	answer(netsync.Local(2*time.Second), 50*time.Millisecond, time.Second+20*time.Millisecond)
	if got := s.Status(netsync.Local(3 * time.Second)).Offset; got != time.Second {
		t.Errorf("the offset is %v, and that of the faster answer is 1s", got)
	}
}
