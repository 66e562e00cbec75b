package clocks

import (
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/internal/testkit"
	"driftlab/netsync"
	"driftlab/netsync/internal/clocktest"
)

// grain is the most that the rounding of stamps moves an estimate.
const grain = 8 * time.Microsecond

func TestStamp24RoundsDownOnBothSidesOfZero(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		ns   int64
		want uint32
	}{
		{0, 0}, {7999, 0}, {8000, 1}, {-1, 1<<24 - 1}, {-8000, 1<<24 - 1}, {-8001, 1<<24 - 2},
		{134217728000, 0}, {-134217728000, 0}, {134217727999, 1<<24 - 1}, {-134217728001, 1<<24 - 1},
	} {
		if got := netsync.Stamp24(c.ns); got != c.want {
			t.Errorf("Stamp24(%d) = %d, want %d", c.ns, got, c.want)
		}
	}
}

func TestTimeSyncRefusesConstantsOutOfRange(t *testing.T) {
	t.Parallel()
	if _, err := NewTimeSync(DefaultTimeSync()); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*TimeSyncConfig){
		"window":      func(c *TimeSyncConfig) { c.Window = 68 * time.Second },
		"fast report": func(c *TimeSyncConfig) { c.FastReport = 0 },
		"fast for":    func(c *TimeSyncConfig) { c.FastFor = -1 },
		"slow report": func(c *TimeSyncConfig) { c.SlowReport = time.Hour },
	} {
		cfg := DefaultTimeSync()
		spoil(&cfg)
		if _, err := NewTimeSyncPeer(cfg); err == nil {
			t.Errorf("%s: %+v is accepted", name, cfg)
		}
	}
}

func TestTimeSyncIsOffByHalfOfUpMinusDown(t *testing.T) {
	t.Parallel()
	r := newTimesyncRig(t, 1)
	r.up, r.down = 120*time.Millisecond, 40*time.Millisecond
	r.clientAt, r.hostAt = clockWith(-3*time.Hour, 0), clockWith(5*time.Second, 0)
	r.run(30 * time.Second)
	got, ok := r.err()
	if off := got - 40*time.Millisecond; !ok || off.Abs() > grain {
		t.Fatalf("estimate − truth is %v (%v), want 40ms", got, ok)
	}
	st := r.client.Status(0)
	if off := st.OWDUp - 80*time.Millisecond; off.Abs() > grain {
		t.Errorf("smallest delay %v, want the mean of both, 80ms", st.OWDUp)
	}
	if off := st.RTT - 160*time.Millisecond; off.Abs() > 2*grain {
		t.Errorf("round trip %v, want 160ms", st.RTT)
	}
	if want := 3*time.Hour + 5*time.Second + got; st.Offset != want || !st.Synchronised || !st.HasOWD {
		t.Errorf("status %+v, want offset %v", st, want)
	}
}

func TestTimeSyncFindsTheOffsetWhateverTheClocksRead(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		hours := func(name string) time.Duration {
			return time.Duration(rapid.Int64Range(-int64(50*time.Hour), int64(50*time.Hour)).Draw(rt, name))
		}
		ppm := func(name string) int64 { return rapid.Int64Range(-200, 200).Draw(rt, name) }
		delay := func(name string) time.Duration {
			return time.Duration(rapid.Int64Range(0, int64(time.Second)).Draw(rt, name))
		}
		r := newTimesyncRig(t, rapid.Uint64().Draw(rt, "seed"))
		skewC, skewH := ppm("client ppm"), ppm("host ppm")
		r.clientAt = clockWith(hours("client"), skewC)
		r.hostAt = clockWith(hours("host"), skewH)
		r.up, r.down = delay("up"), delay("down")
		r.run(25 * time.Second)
		// A minimum may be a window old, and was reported at most 2 s and a delay ago.
		skew := skewH - skewC
		if skew < 0 {
			skew = -skew
		}
		// The delays themselves are given in seconds of the two clocks, up to 1 s at 200 ppm.
		slack := grain + time.Duration(skew*int64(14*time.Second)/1_000_000) + 200*time.Microsecond
		got, ok := r.err()
		if off := got - (r.up-r.down)/2; !ok || off.Abs() > slack {
			rt.Fatalf("estimate − truth is %v (%v), want %v ± %v", got, ok, (r.up-r.down)/2, slack)
		}
	})
}

func TestTimeSyncIsRightAfterDaysOfDrift(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	for _, ppm := range []int64{-200, 200} {
		r := newTimesyncRig(t, 7)
		r.every, r.jitter = 400*time.Millisecond, 5*time.Millisecond
		r.clientAt, r.hostAt = clockWith(-time.Minute, ppm), clockWith(time.Minute, -ppm)
		for at := 30 * time.Second; at < 4*24*time.Hour; at += 17 * time.Minute {
			r.run(at)
			// 400 ppm of a window of 10 s, and the jitter's share in the minima.
			if got, ok := r.err(); !ok || got.Abs() > 6*time.Millisecond {
				t.Fatalf("%d ppm: after %v the error is %v (%v)", ppm, at, got, ok)
			}
		}
	}
}

func TestTimeSyncHasNoBiasFromTheGranularityOfStamps(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 4))
	var sum time.Duration
	const n = 400
	for i := range n {
		r := newTimesyncRig(t, uint64(i))
		r.clientAt = clockWith(time.Duration(rng.Int64N(int64(time.Hour))), 0)
		r.hostAt = clockWith(time.Duration(rng.Int64N(int64(time.Hour))), 0)
		r.up += time.Duration(rng.Int64N(8000))
		r.down = r.up
		r.run(4 * time.Second)
		got, ok := r.err()
		if !ok || got.Abs() > grain {
			t.Fatalf("error %v (%v)", got, ok)
		}
		sum += got
	}
	if mean := sum / n; mean.Abs() > 500*time.Nanosecond {
		t.Fatalf("the mean error of %d runs is %v", n, mean)
	}
}

func TestTimeSyncFollowsAnyStepOfTheHostsClock(t *testing.T) {
	t.Parallel()
	for _, step := range []time.Duration{-4 * time.Second, 50 * time.Second, -(1 << 26) * time.Microsecond,
		3 * (1 << 26) * time.Microsecond, 2 * time.Hour} {
		r := newTimesyncRig(t, 9)
		r.run(30 * time.Second)
		r.hostAt = clockWith(step, 0)
		r.run(60 * time.Second)
		if got, ok := r.err(); !ok || got.Abs() > grain {
			t.Errorf("30 s after a step of %v the error is %v", step, got)
		}
	}
}

func TestTimeSyncFollowsAStepOfTheClientsClock(t *testing.T) {
	t.Parallel()
	for _, step := range []time.Duration{-4 * time.Second, -2 * time.Hour, 30 * time.Second, 2 * time.Hour} {
		r := newTimesyncRig(t, 10)
		r.run(30 * time.Second)
		r.clientAt = clockWith(step, 0)
		r.run(60 * time.Second)
		if got, ok := r.err(); !ok || got.Abs() > grain {
			t.Errorf("30 s after a step of %v the error is %v", step, got)
		}
	}
}

func TestTimeSyncAsksEachSecondUntilAnAnswerComes(t *testing.T) {
	t.Parallel()
	s := clocktest.Made(NewTimeSync(DefaultTimeSync()))
	var asked []netsync.Local
	ask := func(from, to time.Duration) {
		for now := netsync.Local(from); now < netsync.Local(to); now = now.Add(10 * time.Millisecond) {
			probes, _ := s.Wake(now, nil)
			for _, p := range probes {
				if p.Kind != netsync.Ask || p.T1 != now {
					t.Fatalf("probe %+v at %d", p, now)
				}
				asked = append(asked, now)
			}
		}
	}
	ask(0, 2500*time.Millisecond)
	if len(asked) != 3 || asked[0] != 0 || asked[2] != netsync.Local(2*time.Second) {
		t.Fatalf("asked at %v", asked)
	}
	s.Observe(netsync.Event{Kind: netsync.Answer, Seq: 2, T1: asked[1], T2: 77, T3: 77, T4: asked[2]})
	ask(2500*time.Millisecond, time.Minute)
	if len(asked) != 3 {
		t.Fatalf("asked again after the answer: %v", asked)
	}
}

func TestTimeSyncKeepsAskingWhenTheClockIsSetBack(t *testing.T) {
	t.Parallel()
	s := clocktest.Made(NewTimeSync(DefaultTimeSync()))
	for now := netsync.Local(0); now <= netsync.Local(10*time.Second); now = now.Add(time.Second) {
		s.Wake(now, nil)
	}
	if probes, _ := s.Wake(netsync.Local(5*time.Second), nil); len(probes) != 1 || probes[0].Kind != netsync.Ask {
		t.Fatalf("probes %+v, want one question", probes)
	}
}

func TestTimeSyncIgnoresAnswersThatCannotBeThisJoins(t *testing.T) {
	t.Parallel()
	s := clocktest.Made(NewTimeSync(DefaultTimeSync()))
	s.Observe(netsync.Event{Kind: netsync.Answer, T1: 10, T4: 20})
	ask := func(now netsync.Local) netsync.Event {
		probes, _ := s.Wake(now, nil)
		q := probes[len(probes)-1]
		return netsync.Event{Kind: netsync.Answer, Seq: q.Seq, T1: q.T1, T2: 5, T3: 5}
	}
	first := ask(netsync.Local(time.Second))
	late := first
	late.T4 = netsync.Local(68 * time.Second)
	earlier := first
	earlier.T1, earlier.T4 = first.T1-1, first.T1
	forged := ask(netsync.Local(2 * time.Second))
	forged.Seq++
	for _, ev := range []netsync.Event{earlier, late, first, forged} { // first is a duplicate by now
		s.Observe(ev)
	}
	s.Observe(netsync.Event{Kind: netsync.Datagram, Stamp: 1, T4: netsync.Local(time.Second)})
	s.Observe(netsync.Event{Kind: netsync.PeerReport, Value: 1, T4: netsync.Local(time.Second)})
	if st := s.Status(0); st.Synchronised || st.Rejected != 5 || st.Used != 1 {
		t.Fatalf("%+v", st)
	}
	if _, ok := s.ServerTime(0); ok {
		t.Fatal("synchronised without an anchor")
	}
	good := ask(netsync.Local(3 * time.Second))
	good.T4 = good.T1
	s.Observe(good)
	if _, ok := s.ServerTime(0); !ok {
		t.Fatal("not synchronised although samples and anchor are there")
	}
}

func TestTimeSyncAnswersAreNoSamples(t *testing.T) {
	t.Parallel()
	s := clocktest.Made(NewTimeSync(DefaultTimeSync()))
	var questions []netsync.Probe
	for i := range 2 {
		probes, _ := s.Wake(netsync.Local(i)*netsync.Local(time.Second), nil)
		questions = append(questions, probes[len(probes)-1])
	}
	now := netsync.Local(2 * time.Second)
	s.Observe(netsync.Event{Kind: netsync.Datagram, Stamp: netsync.Stamp24(int64(now - 20e6)), T4: now})
	s.Observe(netsync.Event{Kind: netsync.PeerReport, Value: uint32(20 * time.Millisecond / netsync.StampUnit), T4: now})
	answer := func(q netsync.Probe, wrong time.Duration) netsync.Status {
		at := now.Plus(wrong)
		s.Observe(netsync.Event{Kind: netsync.Answer, Seq: q.Seq, T1: q.T1, T2: at, T3: at, T4: now})
		return s.Status(0)
	}
	before := answer(questions[0], 0)
	if !before.Synchronised || before.Rejected > 0 {
		t.Fatalf("%+v", before)
	}
	if after := answer(questions[1], 9*time.Second); after != before { // within half a turn
		t.Fatalf("an answer changed %+v to %+v", before, after)
	}
}

// halfTurns fails where a datagram or a report moves the clock by more than half a turn of the delta.
type halfTurns struct {
	*TimeSync
	rt *rapid.T
}

func (h halfTurns) Observe(ev netsync.Event) {
	before := h.Status(0)
	h.TimeSync.Observe(ev)
	step := h.Status(0).Offset - before.Offset
	if ev.Kind != netsync.Answer && before.Synchronised && step.Abs() > 1<<25*time.Microsecond {
		h.rt.Fatalf("%+v moves the clock by %v", ev, step)
	}
}

func TestTimeSyncIsMovedByNothingHostile(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		clocktest.CheckHostile(rt, halfTurns{clocktest.Made(NewTimeSync(DefaultTimeSync())), rt}, netsync.Datagram, netsync.PeerReport)
	})
}

func TestTimeSyncConversionsAreAsExactAsTheirUnits(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		local := func(name string) time.Duration {
			return time.Duration(rapid.Int64Range(-1<<50, 1<<50).Draw(rt, name))
		}
		r := newTimesyncRig(t, rapid.Uint64().Draw(rt, "seed"))
		r.clientAt, r.hostAt = clockWith(local("client"), 0), clockWith(local("host"), 0)
		r.run(5 * time.Second)
		for _, c := range []struct {
			to           func(int64) (uint32, bool)
			from         func(int64, uint32) int64
			past, future time.Duration
			half         time.Duration
		}{
			{r.client.Peer().ToRemote23, r.host.From23, 50 * time.Second, 16 * time.Second, 4 * time.Microsecond},
			{r.client.Peer().ToRemote16, r.host.From16, 25 * time.Second, 8 * time.Second, 256 * time.Microsecond},
		} {
			// The moment meant is truth; the host decodes it with a clock that reads age later.
			truth := rapid.Int64Range(-1<<50, 1<<50).Draw(rt, "truth")
			age := rapid.Int64Range(-int64(c.future), int64(c.past)).Draw(rt, "age")
			stamp, ok := c.to(r.clientAt(truth))
			got := c.from(r.hostAt(truth+age), stamp)
			if off := time.Duration(got - r.hostAt(truth)); !ok || off.Abs() > c.half+grain {
				rt.Fatalf("off by %v (%v)", off, ok)
			}
		}
	})
}

func TestTimeSyncDoesNotAllocate(t *testing.T) {
	r := newTimesyncRig(t, 12)
	r.run(10 * time.Second)
	probes := make([]netsync.Probe, 0, 4)
	now := netsync.Local(r.clientAt(r.now))
	if n := testkit.AllocsPerRun(1000, func() {
		now = now.Add(100 * time.Millisecond)
		probes, _ = r.client.Wake(now, probes[:0])
		r.client.Observe(netsync.Event{Kind: netsync.Datagram, Stamp: netsync.Stamp24(int64(now)), T4: now})
		r.client.Observe(netsync.Event{Kind: netsync.PeerReport, Value: 2500, T4: now})
		r.client.ServerTime(now)
		r.client.Status(now)
	}); n != 0 {
		t.Fatalf("%v allocations", n)
	}
}

func BenchmarkTimeSyncPeerOnDatagram(b *testing.B) {
	r := newTimesyncRig(b, 1)
	r.run(5 * time.Second)
	b.ReportAllocs()
	now := int64(5 * time.Second)
	for b.Loop() {
		now += int64(16 * time.Millisecond)
		r.host.OnDatagram(netsync.Stamp24(now-20e6-now%7000), now)
	}
}

func BenchmarkTimeSyncObserveDatagram(b *testing.B) {
	r := newTimesyncRig(b, 1)
	r.run(5 * time.Second)
	b.ReportAllocs()
	now := netsync.Local(5 * time.Second)
	for b.Loop() {
		now = now.Add(16 * time.Millisecond)
		r.client.Observe(netsync.Event{Kind: netsync.Datagram, Stamp: netsync.Stamp24(int64(now) - 20e6 - int64(now)%7000), T4: now})
	}
}

func BenchmarkTimeSyncServerTime(b *testing.B) {
	r := newTimesyncRig(b, 1)
	r.run(5 * time.Second)
	b.ReportAllocs()
	var now netsync.Local
	for b.Loop() {
		now++
		r.client.ServerTime(now)
	}
}
