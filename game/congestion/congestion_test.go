package congestion

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/netsync"
)

func config(c Control) Config {
	return Config{Control: c, Target: DefaultTarget, History: DefaultHistory, Rate: MaxRate}
}

// TestWindowChangesByTheFormulaOfRFC6817 holds the integers against the formula of section 2.4.2, worked out in floats.
func TestWindowChangesByTheFormulaOfRFC6817(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		window := rapid.IntRange(leastWindow, MaxWindow).Draw(t, "window")
		target := time.Duration(rapid.Int64Range(int64(MinTarget), int64(MaxTarget)).Draw(t, "target"))
		queueing := time.Duration(rapid.Int64Range(0, int64(maxQueueing)).Draw(t, "queueing"))
		flight := rapid.IntRange(1, MaxFlight).Draw(t, "flight") * Segment
		l := &ledbat{cwnd{int64(window) * parts}, target}
		l.acknowledged(queueing, flight)

		cwnd, offTarget := float64(window), float64(target-queueing)/float64(target)
		cwnd += 1 * offTarget * Segment * Segment / cwnd
		cwnd = min(cwnd, float64(flight+allowedIncrease), MaxWindow)
		cwnd = max(cwnd, leastWindow)
		if math.Abs(cwnd-float64(l.window())) > 1.01+math.Abs(offTarget)/parts {
			t.Fatalf("a window of %d becomes %d, and by the RFC %.2f", window, l.window(), cwnd)
		}
	})
}

func TestLEDBATKeepsTheQueueAtItsTargetAndUsesThePath(t *testing.T) {
	for _, target := range []time.Duration{5 * time.Millisecond, 25 * time.Millisecond, 100 * time.Millisecond} {
		cfg := config(Delay)
		cfg.Target = target
		p := &path{rate: 2_000_000, delay: 20 * time.Millisecond, queue: time.Second}
		s := newStream(t, cfg)
		p.streams = []*stream{s}
		p.run(at(20 * time.Second))
		before := s.acked
		p.run(at(80 * time.Second))
		segment := time.Duration((Segment + overhead) * 8 * int64(time.Second) / p.rate) // what one more waits for
		longest, mean := s.worst(at(20 * time.Second))
		if longest > target+2*segment || mean < target-2*segment {
			t.Errorf("target %v: waits of %v on average and %v at most", target, mean, longest)
		}
		rate := (s.acked - before) * (Segment + overhead) * 8 / 60
		if rate < uint64(p.rate)*95/100 {
			t.Errorf("target %v: %d bit/s of %d", target, rate, p.rate)
		}
	}
}

func TestNewRenoFillsTheQueueUntilItDrops(t *testing.T) {
	p := &path{rate: 2_000_000, delay: 20 * time.Millisecond, queue: 300 * time.Millisecond}
	s := newStream(t, config(Loss))
	p.streams = []*stream{s}
	p.run(at(time.Minute))
	longest, mean := s.worst(at(20 * time.Second))
	if longest < 295*time.Millisecond || mean < 150*time.Millisecond || s.lost == 0 {
		t.Errorf("waits of %v on average and %v at most, %d lost", mean, longest, s.lost)
	}
}

// TestLEDBATBacksOffWithinARoundTripOfTheTarget has the path become eight times as slow, so that the queue goes far beyond
// the target.
func TestLEDBATBacksOffWithinARoundTripOfTheTarget(t *testing.T) {
	p := &path{rate: 8_000_000, delay: 20 * time.Millisecond, queue: time.Second}
	s := newStream(t, config(Delay))
	p.streams = []*stream{s}
	p.run(at(30 * time.Second))
	p.rate /= 8
	for q := s.State().Queueing; q <= DefaultTarget; q = s.State().Queueing {
		p.run(p.now.Add(time.Millisecond))
	}
	window, trip := s.State().Window, s.State().RTT
	trips := 0
	for ; s.State().Queueing > DefaultTarget; trips++ {
		p.run(p.now.Add(trip))
		if s.State().Window >= window {
			t.Fatalf("with a queue of %v the window goes from %d to %d in a round trip", s.State().Queueing, window, s.State().Window)
		}
		window = s.State().Window
	}
	if trips < 2 {
		t.Fatalf("it took %d round trips only", trips)
	}
	p.run(p.now.Add(10 * time.Second))
	if longest, _ := s.worst(p.now.Add(-time.Second)); longest > 50*time.Millisecond {
		t.Errorf("ten seconds later datagrams wait for %v", longest)
	}
}

func TestTwoEqualStreamsThatBeginTogetherShareThePath(t *testing.T) {
	for _, control := range []Control{Delay, Loss} {
		p := &path{rate: 4_000_000, delay: 20 * time.Millisecond, queue: 200 * time.Millisecond}
		p.streams = []*stream{newStream(t, config(control)), newStream(t, config(control))}
		p.run(at(2 * time.Minute))
		a, b := p.streams[0].acked, p.streams[1].acked
		if min(a, b)*10 < max(a, b)*7 {
			t.Errorf("%v: %d and %d datagrams", control, a, b)
		}
	}
}

// TestStreamThatComesLaterTakesTheQueueForTheBase holds a known weakness of LEDBAT: one that begins beside another never
// sees an empty queue, adds its own target to it, and pushes the other aside.
func TestStreamThatComesLaterTakesTheQueueForTheBase(t *testing.T) {
	p := &path{rate: 4_000_000, delay: 20 * time.Millisecond, queue: 200 * time.Millisecond}
	first, second := newStream(t, config(Delay)), newStream(t, config(Delay))
	second.start = at(30 * time.Second)
	p.streams = []*stream{first, second}
	p.run(at(90 * time.Second))
	if _, mean := second.worst(at(60 * time.Second)); mean < 35*time.Millisecond {
		t.Errorf("the two together have a queue of %v", mean)
	}
	if f, s := first.State().Window, second.State().Window; f*2 > s {
		t.Errorf("windows of %d and %d bytes", f, s)
	}
}

// TestClocksThatDriftApartLookLikeAQueue has a sender whose clock is slow, and then fast, by 100 ppm: in five minutes what it
// measures of a delay grows by 30 ms, which it takes for a queue, or shrinks by that, which hides one.
func TestClocksThatDriftApartLookLikeAQueue(t *testing.T) {
	rates := map[int64]uint64{}
	for _, drift := range []int64{0, -100, 100} {
		p := &path{rate: 2_000_000, delay: 20 * time.Millisecond, queue: time.Second}
		s := newStream(t, config(Delay))
		s.drift = drift
		p.streams = []*stream{s}
		p.run(at(5 * time.Minute))
		before := s.acked
		p.run(at(6 * time.Minute))
		rates[drift] = (s.acked - before) * (Segment + overhead) * 8 / 60
		switch _, mean := s.worst(at(5 * time.Minute)); {
		case drift < 0 && (mean > time.Millisecond || rates[drift] > 600_000):
			t.Errorf("slow: a queue of %v, %d bit/s", mean, rates[drift])
		case drift > 0 && (mean < 50*time.Millisecond || mean > 65*time.Millisecond):
			t.Errorf("fast: a queue of %v", mean)
		}
	}
	if rates[0] < 1_900_000 {
		t.Errorf("without drift: %d bit/s", rates[0])
	}
}

func TestSenderKeepsItsRate(t *testing.T) {
	for _, rate := range []int64{MinRate, 250_000, MaxRate} {
		cfg := config(Loss)
		cfg.Rate = rate
		p := &path{rate: 1_000_000_000, delay: 5 * time.Millisecond, queue: time.Second}
		s := newStream(t, cfg)
		p.streams = []*stream{s}
		p.run(at(20 * time.Second))
		if got, most := int64(s.sent*(Segment+overhead)*8), rate*20; got > most+2*8*(Segment+overhead) || got < most*9/10 {
			t.Errorf("%d bit/s: %d bits in 20 s", rate, got)
		}
	}
}

// TestSenderThatHearsNothingSendsLessAndLess holds the time-outs: 1 s, 2 s, 4 s, …
func TestSenderThatHearsNothingSendsLessAndLess(t *testing.T) {
	s := newStream(t, config(Delay))
	p := &path{rate: 1000, queue: -1, streams: []*stream{s}}
	p.run(at(40 * time.Second))
	if s.sent != 2+5 || s.lost != 2+4 {
		t.Errorf("%d sent, %d given up", s.sent, s.lost)
	}
}

func TestSeveralLossesOfOneRoundTripCountOnce(t *testing.T) {
	s, _ := NewSender(config(Loss), 0)
	n := &newReno{cwnd: cwnd{20 * Segment * parts}, threshold: Segment}
	s.control = n
	var now netsync.Local
	for range 20 {
		now = s.Next()
		s.Send(now)
	}
	for number := range uint32(20) {
		if number != 2 && number != 5 && number != 9 {
			s.Acknowledge(now.Add(time.Millisecond), number, 0)
		}
	}
	if s.lost != 3 || n.window() < 8*Segment || n.window() > 11*Segment {
		t.Errorf("%d lost of 20, and the window is %d segments", s.lost, n.window()/Segment)
	}
}

// TestClockThatIsSetDoesNotStopASender sets the sender's clock, an hour back and a year ahead, with datagrams on their way.
func TestClockThatIsSetDoesNotStopASender(t *testing.T) {
	for _, step := range []time.Duration{-time.Hour, 365 * 24 * time.Hour} {
		s, _ := NewSender(config(Delay), 0)
		s.Send(0)
		s.Send(s.Next()) // the window is full
		now := at(step)
		for range 4 { // looked after once a second
			s.Send(now)
			now = now.Add(time.Second)
		}
		if s.sent < 3 || s.lost < 2 {
			t.Errorf("%v: %d are sent, and %d given up", step, s.sent, s.lost)
		}
		number := s.next - 1
		if !s.Acknowledge(now, number, time.Second) {
			t.Errorf("%v: the acknowledgement of %d is not taken", step, number)
		}
	}
}

// TestWhateverIsAcknowledgedWindowsKeepTheirBounds has another end that says what it likes.
func TestWhateverIsAcknowledgedWindowsKeepTheirBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := Config{Control: rapid.SampledFrom([]Control{Loss, Delay}).Draw(t, "control"),
			Target:  time.Duration(rapid.Int64Range(int64(MinTarget), int64(MaxTarget)).Draw(t, "target")),
			History: time.Duration(rapid.Int64Range(int64(MinHistory), int64(MaxHistory)).Draw(t, "history")),
			Rate:    rapid.Int64Range(MinRate, MaxRate).Draw(t, "rate")}
		s, err := NewSender(cfg, 0)
		if err != nil {
			t.Fatal(err)
		}
		now := netsync.Local(rapid.Int64Range(-1<<60, 1<<60).Draw(t, "start"))
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			now += netsync.Local(rapid.Int64Range(-1e9, 5e9).Draw(t, "wait"))
			for range rapid.IntRange(0, 9).Draw(t, "sends") {
				s.Send(now)
			}
			before := s.State()
			number := s.oldest + uint32(rapid.Int32Range(-2, MaxFlight).Draw(t, "number"))
			known := s.flight(number).on && number-s.oldest < s.next-s.oldest
			delay := time.Duration(rapid.Int64().Draw(t, "delay"))
			if took := s.Acknowledge(now, number, delay); took != known || !took && s.State() != before {
				t.Fatalf("acknowledgement of %d is taken: %v; on its way: %v", number, took, known)
			}
			st := s.State()
			switch {
			case st.Window < Segment || st.Window > MaxWindow:
				t.Fatalf("a window of %d bytes", st.Window)
			case known && cfg.Control == Delay && st.Window < leastWindow:
				t.Fatalf("a window of %d bytes after an acknowledgement", st.Window)
			case st.Queueing < 0 || st.Queueing > maxQueueing:
				t.Fatalf("a queue of %v", st.Queueing)
			case st.Flight != s.inFlight*Segment || s.inFlight < 0 || s.next-s.oldest > MaxFlight || uint32(s.inFlight) > s.next-s.oldest:
				t.Fatalf("%d on their way, of %d", s.inFlight, s.next-s.oldest)
			case st.Sent != st.Acked+st.Lost+uint64(s.inFlight):
				t.Fatalf("%+v", st)
			case s.timer.timeout < minTimeout || s.timer.timeout > maxTimeout:
				t.Fatalf("a time-out of %v", s.timer.timeout)
			}
		}
	})
}

func TestNumbersWrap(t *testing.T) {
	s := newStream(t, config(Delay))
	s.next, s.oldest, s.highest, s.recovery = 1<<32-100, 1<<32-100, 1<<32-100, 1<<32-100
	p := &path{rate: 2_000_000, delay: 20 * time.Millisecond, queue: time.Second, streams: []*stream{s}}
	p.run(at(20 * time.Second))
	if s.acked < 3000 || s.lost > 0 {
		t.Errorf("%d acknowledged, %d lost", s.acked, s.lost)
	}
}

func TestSettingsOutOfRangeAreRefused(t *testing.T) {
	for _, change := range []func(*Config){
		func(c *Config) { c.Control = controls },
		func(c *Config) { c.Target = MaxTarget + 1 },
		func(c *Config) { c.History = MinHistory - 1 },
		func(c *Config) { c.Rate = MaxRate + 1 },
	} {
		cfg := config(Delay)
		change(&cfg)
		if _, err := NewSender(cfg, 0); err == nil {
			t.Errorf("%+v is taken", cfg)
		}
		s, _ := NewSender(config(Loss), 0)
		if err := s.Set(cfg); err == nil || s.cfg != config(Loss) {
			t.Errorf("%+v is taken later", cfg)
		}
	}
}

func TestChangesTakeEffectWhileASenderRuns(t *testing.T) {
	p := &path{rate: 2_000_000, delay: 20 * time.Millisecond, queue: 300 * time.Millisecond}
	s := newStream(t, config(Loss))
	p.streams = []*stream{s}
	p.run(at(30 * time.Second))
	cfg := config(Delay)
	for _, cfg.Target = range []time.Duration{60 * time.Millisecond, 20 * time.Millisecond} {
		if err := s.Set(cfg); err != nil {
			t.Fatal(err)
		}
		p.run(p.now.Add(30 * time.Second))
		if _, mean := s.worst(p.now.Add(-10 * time.Second)); (mean - cfg.Target).Abs() > 12*time.Millisecond {
			t.Errorf("target %v: datagrams wait for %v", cfg.Target, mean)
		}
	}
}
