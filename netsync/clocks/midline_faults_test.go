package clocks

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"driftlab/internal/testkit"
	"driftlab/netsync"
	"driftlab/netsync/internal/clocktest"
)

// plain is a link of 50 ms each way with a number of datagrams a second.
func plain(rate float64) rigLink {
	l := rigLinks()[1]
	l.rateU, l.rateD = rate, rate
	return l
}

// from returns a function that is 0 before a time, and then a number of seconds.
func from(at, by float64) func(t float64) float64 {
	return func(t float64) float64 {
		if t >= at {
			return by
		}
		return 0
	}
}

func TestAHostThatRestartsIsKnownWithinThreeSeconds(t *testing.T) {
	t.Parallel()
	for _, by := range []float64{-200, 200} {
		for _, back := range []MidlineBack{BackStep, BackSlew} {
			cfg := DefaultMidline()
			cfg.Back = back
			m := clocktest.Made(NewMidline(cfg))
			l := plain(30)
			l.host, l.restart, l.from = from(150, by), 150, 153
			res := l.run(1, 180, midClient{m})
			s := m.Status(m.seen)
			if by < 0 && back == BackSlew {
				// Half speed for 27 s: it has not gone back, and its Status says that it is on its way.
				if res.worst < 180_000 || s.Slewing != -1 || s.LastStep.Abs() > time.Second {
					t.Errorf("set back by 200 s and never to step: off by up to %.0f ms, %+v", res.worst, s)
				}
				continue
			}
			// A young clock may still be set forward by little, a second after it was set by much.
			if step := s.LastStep; !(res.worst < 1) || (step-time.Duration(by*1e9)).Abs() > 10*time.Millisecond && (step < 0 || step > 10*time.Millisecond) {
				t.Errorf("set by %v s: off by up to %.3f ms after 3 s, the latest step is %v", by, res.worst, s.LastStep)
			}
		}
	}
}

// No stamp shows such a jump, since stamps are modulo that.
func TestAHostsClockThatJumpsByATurnOfTheStampsIsFoundWithinAMinute(t *testing.T) {
	t.Parallel()
	for _, by := range []float64{134.217728, -134.217728, 67.108864} {
		l := plain(30)
		l.host, l.from = from(150, by), 210
		if res := l.run(1, 240, midClient{clocktest.Made(NewMidline(DefaultMidline()))}); !(res.worst < 1) {
			t.Errorf("a jump of %v s: off by up to %.3f ms a minute later", by, res.worst)
		}
	}
}

// One stamp of a hundred is off by up to 50 ms. SNTP is off by 3 to 5 ms then.
func TestStampsThatAreNotTrueMoveTheClockLittle(t *testing.T) {
	t.Parallel()
	for name, delay := range map[string]func(float64, *rand.Rand) float64{"5 ms": exp(.005), "20 ms": exp(.02)} {
		var rms []float64
		for seed := range uint64(testkit.LongCount(3, 20)) {
			l := plain(30)
			l.up, l.down = delay, delay
			l.lie = func(_ float64, up bool, r *rand.Rand) float64 {
				if up && r.IntN(100) == 0 {
					return .1*r.Float64() - .05
				}
				return 0
			}
			rms = append(rms, l.run(seed+1, 1200, midClient{clocktest.Made(NewMidline(DefaultMidline()))}).rms)
		}
		t.Logf("jitter of %s: %.2f ms", name, rms)
		if got := median(rms); !(got < 3) {
			t.Errorf("jitter of %s: root mean square %.3f ms", name, got)
		}
	}
}

// A lost question is asked again after a second, and one that was answered half a minute after it.
func TestMidlineAsksEachHalfMinuteAndAgainAfterASecond(t *testing.T) {
	t.Parallel()
	m := clocktest.Made(NewMidline(DefaultMidline()))
	var at []int
	for s := range 100 {
		now := netsync.Local(time.Duration(s) * time.Second)
		probes, next := m.Wake(now, nil)
		for _, p := range probes {
			at = append(at, s)
			if s != 0 && s != 31 { // these are lost
				m.Observe(netsync.Event{Kind: netsync.Answer, Seq: p.Seq, T1: p.T1, T2: netsync.Server(now), T3: netsync.Server(now), T4: now.Add(time.Millisecond)})
			}
		}
		if next <= now || next > now.Add(30*time.Second) {
			t.Fatalf("after %d s it wants to be woken at %v", s, time.Duration(next))
		}
	}
	if want := []int{0, 1, 31, 32, 62, 92}; !slices.Equal(at, want) {
		t.Errorf("it asks at %v s, want %v", at, want)
	}
}

// A hardClient counts the frames in which Hard does not hold.
type hardClient struct {
	midClient
	frames, broken int
}

func (c *hardClient) ask(at int64) []netsync.Probe {
	probes := c.midClient.ask(at)
	host := int64(float64(c.frames) / 60 * 1e9)
	c.frames++
	if least, most, ok := c.m.Hard(netsync.Local(at)); ok && (host-at < int64(least) || host-at > int64(most)) {
		c.broken++
	}
	return probes
}

// chronyd and others have the clock run up to a twelfth faster or slower until it is right.
func TestAClockThatIsSlewedByItsOperatingSystemIsRightFiveSecondsLater(t *testing.T) {
	t.Parallel()
	for _, ppm := range []float64{83_333, -83_333} {
		var right []float64
		for seed := range uint64(testkit.LongCount(5, 30)) {
			l := plain(30)
			l.skew = func(t float64) float64 {
				if t >= 150 && t < 153 {
					return ppm
				}
				return 50
			}
			c := &hardClient{midClient: midClient{clocktest.Made(NewMidline(DefaultMidline()))}}
			right = append(right, l.run(seed+1, 200, c).within1)
			if c.broken > 0 {
				t.Errorf("%v ppm, seed %d: Hard does not hold in %d of %d frames", ppm, seed+1, c.broken, c.frames)
			}
		}
		t.Logf("%v ppm: right to 1 ms from %.1f s on", ppm, right)
		if at := median(right); !(at <= 158) {
			t.Errorf("%v ppm for 3 s at 150 s: right to 1 ms from %.1f s on", ppm, at)
		}
	}
}

// ntpd slews by up to 500 ppm, for minutes. The floors of both ways then move by less than a clock that is set shows in the first report, and
// the line after the one that falls: what the clock does was held to be a route, for good.
func TestAClockThatIsSlewedForAMinuteIsNotHeldToBeARoute(t *testing.T) {
	t.Parallel()
	for _, ppm := range []float64{150, 200, 250, 300, 400, 500, -300, -500} {
		for seed := range uint64(testkit.LongCount(4, 30)) {
			l := plain(30)
			l.from = 150
			l.skew = func(t float64) float64 {
				if t >= 150 && t < 210 {
					return 50 + ppm
				}
				return 50
			}
			res := l.run(seed+1, 260, midClient{clocktest.Made(NewMidline(DefaultMidline()))})
			if res.worst > 7 || !(res.within1 <= 235) {
				t.Errorf("%v ppm for a minute from 150 s on, seed %d: off by up to %.2f ms, right to 1 ms from %.1f s on", ppm, seed+1, res.worst, res.within1)
			}
		}
	}
}

func TestTheShownClockDoesNotGoBackByANanosecondWhenTheClientsIsSetBack(t *testing.T) {
	t.Parallel()
	full := fullMidline()
	for ns := range netsync.Local(2000) {
		m := *full
		before, _ := m.ServerTime(m.seen)
		now := m.seen.Add(-5*time.Second) + ns
		m.Wake(now, nil)
		if got, ok := m.ServerTime(now); !ok || got != before {
			t.Fatalf("set back to %d ns, it shows %v less than before", now, before.Sub(got))
		}
	}
}

// It is within the jitter, and the fastest of a bucket are not always as much below the floor as the path has become shorter. Where the first of them
// is taken for the floor the clock moves by half of it, and for good.
func TestARouteThatIsLittleShorterDoesNotMoveTheClock(t *testing.T) {
	t.Parallel()
	for _, jitter := range []float64{.001, .005, .01} {
		for seed := range uint64(testkit.LongCount(5, 30)) {
			l := plain(30)
			l.up, l.down = added(exp(jitter), extra(from(300, -.0015))), exp(jitter)
			if got := l.run(seed+1, 900, midClient{clocktest.Made(NewMidline(DefaultMidline()))}).rms; !(got < .1) {
				t.Errorf("jitter of %v s, seed %d: root mean square %.3f ms", jitter, seed+1, got)
			}
		}
	}
}

// A question that is under way when the clock is set has an answer that no line agrees with, whichever of both is right. All was forgotten at
// that: the clock was wrong by up to 300 ms until it asked again.
func TestAClockThatIsSetIsRightAgainWithoutForgettingAll(t *testing.T) {
	t.Parallel()
	for _, by := range []float64{.3, -.3} {
		for seed := range uint64(testkit.LongCount(10, 100)) {
			l := plain(30)
			l.step, l.from = from(150, by), 151.5
			if res := l.run(seed+1, 180, midClient{clocktest.Made(NewMidline(DefaultMidline()))}); !(res.worst < 5) {
				t.Errorf("set by %v s, seed %d: off by up to %.2f ms from 1.5 s after that on", by, seed+1, res.worst)
			}
		}
	}
}
