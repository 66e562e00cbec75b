package clocks

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/internal/testkit"
	"driftlab/netsync"
	"driftlab/netsync/internal/clocktest"
)

// A framedLink is 20 ms long each way, between a client and a host that send 60 datagrams a second by their own clocks and stamp what
// comes when they read it, in frames by their own clocks too.
type framedLink struct {
	name      string
	ppm       float64                            // of the client's clock
	up, down  float64                            // frames a second of the host and of the client; 0 for stamps at arrival
	jitter    func(r *rand.Rand) float64         // s
	extra     func(t float64) (up, down float64) // s, nil for none
	step      func(t float64) float64            // s, of the client's clock, nil for none
	late, all float64                            // ms, root mean square after half an hour, and from 10 s on
	sends     float64                            // datagrams a second each way, 0 for 60
}

// framedDatagram is one that is read at a time, by true time.
type framedDatagram struct {
	read, span float64
	stamp      uint32
	report     netsync.Message
}

// read returns when a datagram is read that comes when the reader's clock is at a time, and since when it has not looked.
func (l *framedLink) read(at, phase, rate float64) (read, span float64) {
	if rate == 0 {
		return at, 0
	}
	return phase + math.Ceil((at-phase)*rate)/rate, 1 / rate
}

// run returns the root mean squares of the errors in ms, the share of the time for which the interval holds, and the
// error at the end.
func (l *framedLink) run(seed uint64, seconds float64) (all, late, held, last float64) {
	sends := l.sends
	if sends == 0 {
		sends = 60
	}
	r := rand.New(rand.NewPCG(seed, 35))
	cfg := DefaultMidline()
	cfg.Asymmetry = 1 // both ways are alike
	m := clocktest.Made(NewMidline(cfg))
	half, _ := cfg.Half(0)
	rate := 1 + l.ppm*1e-6
	local := func(t float64) float64 {
		if l.step != nil {
			return t*rate + 7 + l.step(t)
		}
		return t*rate + 7
	}
	hostPhase, clientPhase := r.Float64()/60, r.Float64()/60
	sendUp, sendDown := r.Float64()/sends, r.Float64()/sends
	ns := func(s float64) int64 { return int64(math.Round(s * 1e9)) }
	var flying [2][]framedDatagram
	type question struct {
		netsync.Probe
		at float64 // it takes 20 ms there and back
	}
	var asked []question
	put := func(way int, d framedDatagram) { // in the order in which they are read
		f := append(flying[way], d)
		for i := len(f) - 1; i > 0 && f[i].read < f[i-1].read; i-- {
			f[i], f[i-1] = f[i-1], f[i]
		}
		flying[way] = f
	}
	extra := func(t float64) (up, down float64) {
		if l.extra == nil {
			return 0, 0
		}
		return l.extra(t)
	}
	var n, sum, nLate, sumLate, holds float64
	for k := 0; ; k++ {
		t := float64(k) / sends
		if t > seconds {
			break
		}
		// The client sends at (k + sendUp) by its own clock, the host by true time.
		ct := (t + sendUp) / rate
		addUp, addDown := extra(t)
		read, span := l.read(ct+.02+l.jitter(r)+addUp, hostPhase, l.up)
		put(0, framedDatagram{read: read, span: span, stamp: netsync.Stamp24(ns(local(ct)))})
		ht := t + sendDown
		came := ht + .02 + l.jitter(r) + addDown
		at, span := l.read(local(came)-7, clientPhase, l.down)
		d := framedDatagram{read: came + (at-(local(came)-7))/rate, span: span, stamp: netsync.Stamp24(ns(ht))}
		d.report, _ = half.Due(netsync.Server(ns(ht)), 0)
		put(1, d)
		for len(flying[0]) > 0 && flying[0][0].read <= t {
			d := flying[0][0]
			flying[0] = flying[0][1:]
			half.Datagram(d.stamp, netsync.Server(ns(d.read)), time.Duration(ns(d.span)))
		}
		for len(flying[1]) > 0 && flying[1][0].read <= t {
			d := flying[1][0]
			flying[1] = flying[1][1:]
			t4 := netsync.Local(ns(local(d.read)))
			m.Observe(netsync.Event{Kind: netsync.Datagram, Stamp: d.stamp, T4: t4, Span: time.Duration(ns(d.span))})
			if ev, ok := d.report.Event(t4); ok && d.report.Floor != 0 {
				m.Observe(ev)
			}
		}
		now := netsync.Local(ns(local(t)))
		probes, _ := m.Wake(now, nil)
		for _, p := range probes {
			asked = append(asked, question{p, t})
		}
		for len(asked) > 0 && t >= asked[0].at+.04 {
			q, came := asked[0], netsync.Server(ns(asked[0].at+.02))
			asked = asked[1:]
			m.Observe(netsync.Event{Kind: netsync.Answer, Seq: q.Seq, T1: q.T1, T2: came, T3: came, T4: now})
		}
		if t < 10 || k%6 > 0 {
			continue
		}
		shown, _ := m.ServerTime(now)
		last = float64(int64(shown)-ns(t)) / 1e6
		n, sum = n+1, sum+last*last
		if math.Abs(last) <= float64(m.Status(now).Uncertainty)/1e6 {
			holds++
		}
		if t > 1800 {
			nLate, sumLate = nLate+1, sumLate+last*last
		}
	}
	return math.Sqrt(sum / n), math.Sqrt(sumLate / max(nLate, 1)), holds / n, last
}

func uniformJitter(most float64) func(*rand.Rand) float64 {
	return func(r *rand.Rand) float64 { return most * r.Float64() }
}

func exponentialJitter(mean float64) func(*rand.Rand) float64 {
	return func(r *rand.Rand) float64 { return mean * r.ExpFloat64() }
}

// 20 ppm take 14 min for a frame of 60 Hz. The floors between the frames' edges are known to some microseconds where a phase passes an
// edge, and so after half an hour everything is. Without the spans it is off by 15 ms.
func TestMidlineIsRightToATenthOfAMillisecondWhereBothEndsStampOnceAFrame(t *testing.T) {
	t.Parallel()
	for _, l := range []framedLink{
		{name: "60", ppm: 20, up: 60, down: 60, jitter: uniformJitter(.002), late: .15, all: 2},
		{name: "60, exponential", ppm: -20, up: 60, down: 60, jitter: exponentialJitter(.002), late: .15, all: 2},
		{name: "60, 10 ms of jitter", ppm: 20, up: 60, down: 60, jitter: uniformJitter(.01), late: .2, all: 2},
		{name: "120", ppm: 20, up: 120, down: 120, jitter: uniformJitter(.002), late: .15, all: 1},
		{name: "the client", ppm: 20, down: 60, jitter: uniformJitter(.002), late: .15, all: 1},
		{name: "the host", ppm: 20, up: 60, jitter: uniformJitter(.002), late: .15, all: 1},
		{name: "59.94 and 60", ppm: 20, up: 60, down: 59.94, jitter: uniformJitter(.002), late: .2, all: 2},
		{name: "144 and 60", ppm: 20, up: 60, down: 144, jitter: uniformJitter(.002), late: .15, all: 2},
	} {
		var all, late, held []float64
		for seed := range uint64(testkit.LongCount(1, 10)) {
			a, b, c, _ := l.run(seed+1, 3600)
			all, late, held = append(all, a), append(late, b), append(held, c)
		}
		t.Logf("%s: %.3f ms, after half an hour %.4f ms, the interval holds %.3f", l.name, median(all), median(late), median(held))
		if !(median(all) <= l.all && median(late) <= l.late) {
			t.Errorf("%s: %.3f of %.3f ms, after half an hour %.4f of %.3f ms", l.name, median(all), l.all, median(late), l.late)
		}
		if !(median(held) >= .95) {
			t.Errorf("%s: the interval holds %.3f of the time", l.name, median(held))
		}
	}
}

// One datagram or another comes just before a look at the socket, and tells as much as if it were stamped when it came.
func TestSpansCostNothingWhereDatagramsLeaveAtAllPhasesOfAFrame(t *testing.T) {
	t.Parallel()
	for _, l := range []framedLink{
		{name: "the client", down: 30, sends: 32.125},
		{name: "the host", up: 30, sends: 14.757},
		{name: "both", up: 60, down: 20, sends: 41.3},
	} {
		l.ppm, l.jitter = 50, uniformJitter(.0004)
		for seed := range uint64(3) {
			if all, _, held, _ := l.run(seed+1, 300); !(all < .2) || held < .95 {
				t.Errorf("%s, seed %d: %.3f ms, more than 0.2; the interval holds %.3f of the time", l.name, seed+1, all, held)
			}
		}
	}
}

// Nobody can know more than the frames' edges tell where the phases stand still, but how wide they are.
func TestTheStatedIntervalHoldsWherePhasesStandStill(t *testing.T) {
	t.Parallel()
	for _, ppm := range []float64{0, .1} {
		for seed := range uint64(testkit.LongCount(3, 20)) {
			l := framedLink{ppm: ppm, up: 60, down: 60, jitter: uniformJitter(.002)}
			if rms, _, held, _ := l.run(seed+1, 300); held < .95 || rms > 9 {
				t.Errorf("%v ppm, seed %d: the interval holds %.3f of the time, %.3f ms", ppm, seed+1, held, rms)
			}
		}
	}
}

func TestASpanOnTheWireIsNoShorterThanItWas(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		span, gap := rapid.Uint32Range(1, 400_000).Draw(t, "span"), rapid.Int64Range(-60_000, 400_000).Draw(t, "gap")
		edged := rapid.Bool().Draw(t, "edged")
		s := newFloorSpan(span, gap, edged)
		unit := int64(micro / 2) // deltaUnit
		if more := s.span() - int64(span)*unit; more < 0 || more >= 8*unit {
			t.Fatalf("a span of %d is %d parts", span, s.span())
		}
		got, ok := s.gap()
		if more := got - gap*unit; ok != edged || ok && (more < 0 || more >= 8*unit) {
			t.Fatalf("a gap of %d is %d parts, %v", gap, got, ok)
		}
	})
	if s := newFloorSpan(0, 5, true); s != 0 {
		t.Errorf("a stamp at arrival has the span %x", s)
	}
}

// The sends of 60 Hz come at five phases of 144 Hz: the lower edge is that of the phase that just misses a frame, far above
// that of the fastest, by its own span.
func TestTheLowerEdgeOfAFloorIsThatOfThePhaseThatJustMissesAFrame(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 1))
	var b floorBucket
	l := framedLink{}
	const phase = .0031
	least, greatest := math.Inf(1), math.Inf(-1)
	for k := range 600 {
		sent := float64(k) / 60
		came := sent + .02 + .0002*r.ExpFloat64()
		read, span := l.read(came, phase, 144)
		if sent := math.Mod(sent+.02-phase, 1./144); sent > 0 {
			least, greatest = min(least, 1./144-sent), max(greatest, 1./144-sent)
		}
		b.add(newFloorPoint(netsync.Stamp24(int64(sent*1e9)), int64(read*1e9), time.Duration(span*1e9)))
	}
	b.take()
	got := float64(b.gap) * .0005
	want := (least - greatest + 1./144) * 1000
	if !b.edged || math.Abs(got-want) > .1 {
		t.Errorf("the edges are %.3f ms apart (%v), want %.3f", got, b.edged, want)
	}
}

// A host's stamps may be off by any time, and again by another one. Both ways together then seem to take less than no time.
func TestNoStampsOfALyingHostEndAClientOrMakeItSurerThanSure(t *testing.T) {
	t.Parallel()
	for seed := range uint64(testkit.LongCount(40, 2000)) {
		r := rand.New(rand.NewPCG(seed, 38))
		m := clocktest.Made(NewMidline(DefaultMidline()))
		half := clocktest.Made(NewMidlinePeer(DefaultMidline()))
		lie := int64(0)
		for now := int64(time.Minute); now < int64(3*time.Minute); now += int64(30 * time.Millisecond) {
			if r.IntN(100) == 0 {
				lie += r.Int64N(1 << r.IntN(37))
			}
			m.Observe(netsync.Event{Kind: netsync.Datagram, Stamp: netsync.Stamp24(now - lie), T4: netsync.Local(now)})
			half.OnRead(netsync.Stamp24(now), now+int64(40*time.Millisecond), 16*time.Millisecond)
			if floor, due := half.ReportDue(now + int64(40*time.Millisecond)); due {
				m.Observe(netsync.Event{Kind: netsync.FloorTold, Floor: uint64(floor), FloorSpan: uint32(half.ReportSpan()), T4: netsync.Local(now)})
			}
			if s := m.Status(netsync.Local(now)); s.HasUncertainty && s.Uncertainty < 0 {
				t.Fatalf("seed %d: off by less than nothing, %v", seed, s.Uncertainty)
			}
		}
	}
}

// One of a hundred down skips most of its way, by more than a frame, so that it comes two frames before all others.
func TestWhatOvertakesByMoreThanAFrameDoesNotPullTheLine(t *testing.T) {
	t.Parallel()
	for _, rate := range []float64{60, 120} {
		var without, with []float64
		for seed := range uint64(testkit.LongCount(3, 20)) {
			l := framedLink{ppm: 20, up: rate, down: rate, jitter: uniformJitter(.002)}
			for _, share := range []float64{0, .01} {
				r := rand.New(rand.NewPCG(seed, 36))
				l.extra = func(float64) (up, down float64) {
					if r.Float64() < share {
						return .04, .002
					}
					return .04, .04
				}
				if all, _, _, _ := l.run(seed+1, 600); share > 0 {
					with = append(with, all)
				} else {
					without = append(without, all)
				}
			}
		}
		t.Logf("%v Hz: %.3f ms, without overtakers %.3f ms", rate, with, without)
		if median(with) > 2*median(without) {
			t.Errorf("%v Hz: root mean square %.3f ms, without overtakers %.3f ms", rate, median(with), median(without))
		}
	}
}

// At two datagrams in three frames the fastest of a bucket come at phases that go round once in minutes. They lie on a line whose slope tells of
// the phases alone, and it was taken for the rate: 1.0 to 1.4 ms.
func TestPhasesThatGoRoundSlowlyAreNotTakenForARate(t *testing.T) {
	t.Parallel()
	for _, jitter := range []float64{.001, .003, .006} {
		l := framedLink{ppm: 88, down: 60, sends: 40.01, jitter: exponentialJitter(jitter)}
		var rms []float64
		for seed := range uint64(testkit.LongCount(4, 20)) {
			all, _, _, _ := l.run(seed+1, 300)
			rms = append(rms, all)
		}
		if got := median(rms); !(got <= .7) {
			t.Errorf("%v s of jitter: %.3f ms", jitter, got)
		}
	}
}
