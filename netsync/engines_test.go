package netsync

import (
	"math"
	"slices"
	"testing"
	"time"

	"driftlab/internal/allocs"
)

func TestNetfoxScripts(t *testing.T) {
	t.Parallel()
	runScripts(t, "netfox-*.txt", func() Estimator {
		cfg := DefaultNetfox()
		cfg.Reference = true
		return made(NewNetfox(cfg))
	})
}

// An engineRig has both halves of an engine's clock over a way of so long each, of which the host's clock is the truth and
// the client's is as far off as is set.
type engineRig struct {
	a        Algorithm
	client   Estimator
	host     Host
	off      time.Duration
	up, down func(n int) time.Duration // delay of the n-th datagram
	now      time.Duration
	flying   []engineFlight
	sent     [2]int
	due      []Message
	probes   []Probe
}

type engineFlight struct {
	at     time.Duration
	m      Message
	toHost bool
}

func fixed(d time.Duration) func(int) time.Duration { return func(int) time.Duration { return d } }

func newEngineRig(t *testing.T, a Algorithm, up, down func(int) time.Duration) *engineRig {
	t.Helper()
	client, err := a.New()
	if err != nil {
		t.Fatal(err)
	}
	host, err := NewHost(0, []Algorithm{a})
	if err != nil {
		t.Fatal(err)
	}
	return &engineRig{a: a, client: client, host: host, off: 7*time.Second + 3*time.Millisecond, up: up, down: down}
}

// configured returns an algorithm with other constants than the published ones.
func configured(t *testing.T, name string, constants map[string]int64) Algorithm {
	t.Helper()
	a, err := Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	var values []int64
	for _, p := range a.Constants {
		v, ok := constants[p.Name]
		if !ok {
			v = p.Default
		}
		values = append(values, v)
	}
	return a.With(values)
}

func (r *engineRig) local() Local { return Local(r.now + r.off) }

func (r *engineRig) send(m Message, toHost bool) {
	way, n := r.down, &r.sent[0]
	if toHost {
		way, n = r.up, &r.sent[1]
	}
	*n++
	r.flying = append(r.flying, engineFlight{r.now + way(*n), m, toHost})
}

// run goes on by d in steps of a millisecond; the host has a frame each 10.
func (r *engineRig) run(d time.Duration) {
	for end := r.now + d; r.now < end; r.now += time.Millisecond {
		for i := 0; i < len(r.flying); i++ {
			f := r.flying[i]
			if f.at > r.now {
				continue
			}
			r.flying = slices.Delete(r.flying, i, i+1)
			i--
			if ev, ok := f.m.Event(r.local()); ok && !f.toHost {
				r.client.Observe(ev)
			} else if f.m.Kind == MessageAsk {
				r.send(f.m.Answer(Server(r.now), Server(r.now)), false)
			} else {
				r.host.Report(f.m, Server(r.now))
			}
		}
		if r.now%(10*time.Millisecond) == 0 {
			r.due = r.host.Due(r.due[:0], Server(r.now), Server(r.now))
			for _, m := range r.due {
				r.send(m, false)
			}
		}
		r.probes, _ = r.client.Wake(r.local(), r.probes[:0])
		for _, p := range r.probes {
			r.send(p.Message(r.a.ID), true)
		}
	}
}

func (r *engineRig) err(t *testing.T) time.Duration {
	t.Helper()
	at, ok := r.client.ServerTime(r.local())
	if !ok {
		t.Fatalf("%s does not know the time", r.a.Name)
	}
	return at.Sub(Server(r.now))
}

// What each engine's clock is off by where both ways take 50 ms: what engine-clocks' models have, but for phases of frames
// and ticks, of which the range is as wide.
func TestEnginesClocksAreOffByWhatTheirDesignsLeave(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name        string
		least, most time.Duration
	}{
		{"netfox", 4600 * time.Microsecond, 4800 * time.Microsecond}, // 1 ms and a ninth of a tick of 1/30 s
		{"lightyear", -34 * time.Millisecond, 0},                     // no fraction of a tick, and the wait for a frame
		{"fishnet", -17 * time.Millisecond, 60 * time.Millisecond},   // whole ticks of 33 ms, of which one is added
		{"entities", -10 * time.Millisecond, 40 * time.Millisecond},
		{"ddnet", -45 * time.Millisecond, 5 * time.Millisecond},
		{"quake3", -125 * time.Millisecond, -75 * time.Millisecond}, // the way down and a snapshot
	} {
		a := configured(t, c.name, nil)
		r := newEngineRig(t, a, fixed(50*time.Millisecond), fixed(50*time.Millisecond))
		r.run(60 * time.Second)
		for range 100 {
			r.run(37 * time.Millisecond)
			if got := r.err(t); got < c.least || got > c.most {
				t.Errorf("%s: off by %v, which is outside %v..%v", c.name, got, c.least, c.most)
				break
			}
		}
	}
}

func TestEnginesKeepTheirTimesOnBothSidesOfTheHosts(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"lightyear", "entities", "ddnet", "quake3"} {
		r := newEngineRig(t, configured(t, name, nil), fixed(40*time.Millisecond), fixed(60*time.Millisecond))
		r.run(30 * time.Second)
		for range 50 {
			r.run(33 * time.Millisecond)
			predicted, server, ok := r.client.(Timekeeper).Times(r.local())
			ahead, behind := predicted.Sub(Server(r.now)), Server(r.now).Sub(server)
			if name == "quake3" {
				ahead = -ahead // whose one time is late
			}
			if !ok || ahead < 25*time.Millisecond || ahead > 250*time.Millisecond || behind < 50*time.Millisecond || behind > 250*time.Millisecond {
				t.Errorf("%s: %v ahead, %v behind, known: %v", name, ahead, behind, ok)
				break
			}
		}
	}
}

func TestEnginesClocksAllocateNothingOnceWarm(t *testing.T) {
	for _, a := range Algorithms() {
		if a.Group != Engines {
			continue
		}
		r := newEngineRig(t, a, fixed(20*time.Millisecond), fixed(20*time.Millisecond))
		r.run(10 * time.Second)
		if n := allocs.PerRun(5, func() { r.run(time.Second) }); n > 0 {
			t.Errorf("%s: %v allocations", a.Name, n)
		}
	}
}

// A clock that is set back by hours, or hears from the future, goes on with the next that it hears.
func TestEnginesClocksLiveThroughAClockThatIsSet(t *testing.T) {
	t.Parallel()
	for _, a := range Algorithms() {
		if a.Group != Engines {
			continue
		}
		for _, by := range []time.Duration{-2 * time.Hour, 2 * time.Hour, -40 * time.Millisecond} {
			if a.Name == "netfox" { // the simulation's clock follows by a quarter of the pace at most, however far off it is
				a = configured(t, a.Name, map[string]int64{"clock": 1})
			}
			r := newEngineRig(t, a, fixed(20*time.Millisecond), fixed(20*time.Millisecond))
			r.run(10 * time.Second)
			r.off += by
			r.run(120 * time.Second)
			if got := r.err(t); got.Abs() > 200*time.Millisecond {
				t.Errorf("%s: set by %v, it is off by %v two minutes later", a.Name, by, got)
			}
		}
	}
}

func TestNetfoxWeighsSlowAnswersMore(t *testing.T) {
	t.Parallel()
	kept := []netfoxSample{{20 * time.Millisecond, 0}, {220 * time.Millisecond, 100 * time.Millisecond}}
	for weights, want := range map[NetfoxWeights]float64{
		NetfoxSlow:  100 * math.Log(1.22) / (math.Log(1.02) + math.Log(1.22)),
		NetfoxEqual: 50,
		NetfoxFast:  100 / (1 + math.Pow(11, 4)),
	} {
		cfg := DefaultNetfox()
		cfg.Weights = weights
		if got := made(NewNetfox(cfg)).mean(kept).Seconds() * 1000; math.Abs(got-want) > 0.01 {
			t.Errorf("weights %d: mean %v ms, want %v", weights, got, want)
		}
	}
	// Round trips of next to nothing have no weight at all: then all count alike.
	if got := made(NewNetfox(DefaultNetfox())).mean([]netfoxSample{{0, 10}, {1, 30}}); got != 20 {
		t.Errorf("mean %v, want 20ns", got)
	}
}

func TestNetfoxLogarithmIsThatOfTheLibrary(t *testing.T) {
	t.Parallel()
	for _, x := range []float64{0, 1e-9, 0.02, 0.1, 0.5, 1, 8, 60} {
		if got, want := log1p(x), math.Log1p(x); math.Abs(got-want) > 1e-12*(1+want) {
			t.Errorf("ln(1 + %v) = %v, want %v", x, got, want)
		}
	}
}

func TestQuakesClockCreepsForwardAndJumpsBack(t *testing.T) {
	t.Parallel()
	q := made(NewQuake3(DefaultQuake3()))
	snap := func(ms int64) { q.Observe(Event{Kind: Push, T3: Server(ms * 1e6)}) }
	for i, c := range []struct {
		snap, frame int64 // ms; 0 is no snapshot
		delta       int64
		time        int64
	}{
		{1000, 50, 950, 1000},   // the first sets it, and it creeps from there; the frame was too near, which is kept for the next
		{0, 60, 950, 1010},      // beyond the snapshot
		{1050, 100, 948, 1050},  // 2 back
		{1100, 150, 946, 1098},  // still too near: 1098 ≥ 1095
		{1150, 200, 944, 1146},  //
		{1190, 230, 945, 1174},  // a frame that is far enough: 1 forward
		{1400, 300, 1022, 1245}, // 155 off: half of it
		{2000, 340, 1660, 2000}, // 638 off: all of it
		{1900, 360, 1660, 2020}, // older than the latest: not looked at
	} {
		if q.snap == 0 && i > 0 {
			t.Fatal("no snapshot")
		}
		if c.snap > 0 {
			snap(c.snap)
		}
		q.frame(c.frame)
		if q.delta != c.delta || q.time != c.time {
			t.Errorf("step %d, frame at %d: difference %d, time %d; want %d, %d", i, c.frame, q.delta, q.time, c.delta, c.time)
		}
	}
}

func TestLightyearCutsRoundTripsDownFromTheThirdOn(t *testing.T) {
	t.Parallel()
	var trips lightyearTrips
	for i, c := range []struct{ x, smooth, deviation time.Duration }{
		{120 * time.Millisecond, 120 * time.Millisecond, 60 * time.Millisecond},
		{120 * time.Millisecond, 120 * time.Millisecond, 50 * time.Millisecond},
		{10 * time.Second, 132500 * time.Microsecond, 50*time.Millisecond + 100*time.Millisecond/6}, // cut to 270: 3 deviations
	} {
		trips.add(c.x)
		if (trips.smooth-c.smooth).Abs() > 2 || (trips.deviation-c.deviation).Abs() > 2 {
			t.Errorf("sample %d: %v, %v; want %v, %v", i, trips.smooth, trips.deviation, c.smooth, c.deviation)
		}
	}
	calm := lightyearTrips{n: 5, smooth: 100 * time.Millisecond}
	calm.add(10 * time.Second) // no deviation: a fifth more is let through
	if calm.smooth != 100*time.Millisecond+20*time.Millisecond/12 {
		t.Errorf("a calm way's outlier makes it %v", calm.smooth)
	}
}

func TestLightyearTakesLessOfANewOffsetTheMoreItShakes(t *testing.T) {
	t.Parallel()
	for jitter, want := range map[time.Duration]int64{0: 100_000, 1999 * time.Microsecond: 100_000, 2 * time.Millisecond: 91_112,
		10 * time.Millisecond: 20_000, time.Second: 20_000} {
		trips := lightyearTrips{deviation: 2 * jitter}
		if got := trips.share(); got != want {
			t.Errorf("jitter %v: %d millionths, want %d", jitter, got, want)
		}
	}
}

func TestLightyearsTimeFollowsAfterThreeErrorsInARow(t *testing.T) {
	t.Parallel()
	const tick = 10 * time.Millisecond
	cfg := DefaultLightyear()
	l := lightyearTime{at: 0, speed: Normal, set: true}
	for i, c := range []struct {
		off   time.Duration // of the time from where it ought to be
		speed int64
	}{
		{20 * time.Millisecond, Normal}, {20 * time.Millisecond, Normal}, // two are not enough
		{20 * time.Millisecond, 980_392},     // ahead: 1/1.02
		{-20 * time.Millisecond, 982_353},    // the other side: a tenth back to normal
		{-100 * time.Millisecond, 1_100_000}, // which counts as the fifth in a row, on the same side again
		{5 * time.Millisecond, 1_090_000},    // in the dead zone, and the count begins anew
		{-20 * time.Millisecond, 1_081_000},
	} {
		l.sync(l.at.Add(-c.off), &cfg, tick, true)
		if d := l.speed - c.speed; d < -2 || d > 2 {
			t.Errorf("step %d, %v off: speed %d, want %d", i, c.off, l.speed, c.speed)
		}
	}
	l.at = 0
	if !l.sync(Server(106*time.Millisecond), &cfg, tick, true) || l.at != Server(100*time.Millisecond) {
		t.Errorf("10.6 ticks off it was set to %v, want 10 ticks", time.Duration(l.at))
	}
}

func TestDDNetsTimeIsTheFasterTheMoreIsLate(t *testing.T) {
	t.Parallel()
	const spike = 50 * time.Millisecond
	var s smoothTime
	s.begin(0, 0)
	left := func(ms int) { s.update(0, 0, time.Duration(ms)*time.Millisecond, up, spike) }
	want := func(what string, speed float64, spikes int) {
		t.Helper()
		if math.Abs(s.speed[up]-speed) > 1e-9 || s.spikes != spikes || s.speed[down] != 0.3 {
			t.Errorf("%s: speed %v, spikes %d; want %v, %d", what, s.speed, s.spikes, speed, spikes)
		}
	}
	left(0)
	want("in time, which is 2 at least", 2, 0)
	left(-1)
	want("late", 4, 0)
	left(-50)
	want("late, and no spike yet", 8, 0)
	left(-51)
	want("a spike", 8, 5)
	left(-51)
	want("another", 8, 10)
	left(-51)
	want("too many", 16, 15)
	left(-5)
	left(-5)
	want("30 and more is left", 32, 15)
	left(3)
	want("in time", 30.4, 14)
}

func TestFishNetsTickLengthAddsUpUntilItIsFarOff(t *testing.T) {
	t.Parallel()
	f := made(NewFishNet(DefaultFishNet()))
	f.joined = true
	f.local, f.host, f.now = 100, 200, 204
	for i, c := range []struct {
		client uint32
		now    int64
		length time.Duration // of the 33 333 333 ns
	}{
		{98, 202, 33_666_666},  // 1 + 1 on top of the host's: it was 2 ahead, ticks become longer
		{97, 202, 33_666_666},  // 3/2 is 1: no change, and the length stays
		{92, 205, 33_333_333},  // 3 behind: shorter again
		{92, 205, 33_333_333},  //
		{88, 207, 33_000_000},  //
		{70, 216, 33_333_333},  // 9 behind: reset
		{101, 216, 33_333_333}, // from the future: nothing
	} {
		f.adjust(c.client)
		if f.now != c.now || f.length != c.length {
			t.Errorf("step %d: tick %d of %d ns, want %d of %d", i, f.now, f.length, c.now, c.length)
		}
	}
}

func TestFishNetHasThreeTicksAFrameAtMost(t *testing.T) {
	t.Parallel()
	f := made(NewFishNet(DefaultFishNet()))
	f.Wake(0, nil)
	if probes, _ := f.Wake(Local(time.Minute), nil); len(probes) != 3 || f.local != 3 {
		t.Errorf("%d packets and %d ticks after a minute, want 3", len(probes), f.local)
	}
}

func TestEntitiesHostAveragesCommandsAge(t *testing.T) {
	t.Parallel()
	h := &entitiesHost{push: tickPush{rate: 60, every: 1}, every: 2}
	at := func(tick int64) Server { return Server(NewNetworkTime(60, tick).World()) }
	h.Due(at(100), 0)
	h.Report(Message{Value: 103}, at(100))
	h.Report(Message{Value: 102}, at(100)) // an older one
	for _, c := range []struct {
		tick int64
		age  int64
		sent bool
	}{{101, -64, false}, {102, -88, true}, {104, -35, true}} { // (7a + 256(tick − 103))/8, towards zero; 103 is made up for
		m, sent := h.Due(at(c.tick), 0)
		if h.age != c.age || sent != c.sent || sent && bits24.signed(uint64(m.Value)) != c.age {
			t.Errorf("tick %d: age %d, sent %v; want %d, %v", c.tick, h.age, sent, c.age, c.sent)
		}
	}
}

// A loop that corrects a share g of an error that it sees d steps late oscillates without end from g = 2 sin(π/(4d+2)) on.
func TestALoopOscillatesFromTheGainOnThatTheoryGives(t *testing.T) {
	t.Parallel()
	for _, d := range []int{1, 3, 6, 10} {
		limit := 2 * math.Sin(math.Pi/float64(4*d+2))
		for factor, grows := range map[float64]bool{0.9: false, 1.1: true} {
			if got := swing(factor*limit, d); (got > 1) != grows {
				t.Errorf("%d steps late, gain %.3f of %.3f: what is left of the first swing is %.3g", d, factor*limit, limit, got)
			}
		}
	}
}

// swing returns how large the error's swings are in the end, of a loop that corrects by gain what it saw d steps ago, as a share of those
// in the beginning.
func swing(gain float64, d int) float64 {
	errors := make([]float64, 4000)
	for i := range d + 1 {
		errors[i] = 1
	}
	for i := d + 1; i < len(errors); i++ {
		errors[i] = errors[i-1] - gain*errors[i-1-d]
	}
	most := func(part []float64) float64 { return max(slices.Max(part), -slices.Min(part)) }
	return most(errors[3500:]) / most(errors[d+1:500])
}

// The same of Netcode for Entities' own loop, in which the host's average of eight ticks is late too: with the corrections in flight
// subtracted it comes to rest at a gain at which it swings without.
func TestEntitiesComeToRestOnlyWhereCorrectionsInFlightAreSubtracted(t *testing.T) {
	t.Parallel()
	swings := func(constants map[string]int64) time.Duration {
		r := newEngineRig(t, configured(t, "entities", constants), fixed(150*time.Millisecond), fixed(150*time.Millisecond))
		r.run(60 * time.Second)
		least, most := time.Hour, -time.Hour
		for range 1000 {
			r.run(10 * time.Millisecond)
			got := r.err(t)
			least, most = min(least, got), max(most, got)
		}
		return most - least
	}
	with, without := swings(nil), swings(map[string]int64{"in-flight": 1})
	if with > 20*time.Millisecond || without < 60*time.Millisecond {
		t.Errorf("it swings by %v with corrections in flight subtracted, and by %v without", with, without)
	}
	if gentle := swings(map[string]int64{"in-flight": 1, "gain": 2 * 1e7}); gentle > 20*time.Millisecond {
		t.Errorf("at a gain of 2 %% it swings by %v without", gentle)
	}
}
