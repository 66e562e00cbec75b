package clocks

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/internal/testkit"
	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/internal/clocktest"
)

// What Midline is to reach on each link, in ms: root mean square and largest error from 10 s on. Of the clock that steps the time
// after which it is right to 1 ms again counts.
var midlineGoals = map[string][2]float64{
	"clean": {.002, .01}, "exp5": {.02, .3}, "exp20": {.05, .6}, "skewstep": {.06, .4}, "wander.1": {.02, .3}, "wander1": {.06, .4},
	"route+40": {.02, .3}, "route-30": {.02, .3}, "both+20": {.02, .3}, "bloat": {.02, .3}, "standing": {.02, .3},
	"joinqueue": {.02, .3}, "bursty": {.02, .3}, "1/s": {.25, 3}, "30up1down": {.12, 1.2}, "1up30down": {.12, 1.2},
	"gamma": {.55, 4}, "20up2down": {.02, .3}, "500ppm": {.02, .3}, "noskew5": {.0066, .3}, "noskew20": {.0192, .6},
	"clockstep": {math.Inf(1), math.Inf(1)}, "clockstep-": {math.Inf(1), math.Inf(1)},
}

func TestMidlineReachesItsGoals(t *testing.T) {
	t.Parallel()
	for i, l := range rigLinks() {
		var rms, worst, right, joined []float64
		for seed := range uint64(testkit.LongCount(3, 100)) {
			res := rigLinks()[i].run(seed+1001, 300, midClient{clocktest.Made(NewMidline(DefaultMidline()))})
			rms, worst = append(rms, res.rms), append(worst, res.worst)
			right, joined = append(right, res.within1), append(joined, res.within5)
		}
		goal := midlineGoals[l.name]
		t.Logf("%-10s %.4f of %.4f ms, worst %.3f of %.3f ms", l.name, median(rms), goal[0], median(worst), goal[1])
		if !(median(rms) <= goal[0] && median(worst) <= goal[1]) {
			t.Errorf("%s: %.4f ms, worst %.3f ms: more than %v", l.name, median(rms), median(worst), goal)
		}
		if at := median(right); l.step(299) != 0 && !(at <= 152) {
			t.Errorf("%s: right again at %.2f s", l.name, at)
		}
		if at := median(joined); l.name == "exp5" && !(at <= 0.5) {
			t.Errorf("%s: within 5 ms after %.2f s", l.name, at)
		}
	}
}

// A datagram that overtakes skips all of the path, or saves some milliseconds of it. A few a minute one way would put a line that rests on
// the fastest off by half of what they save.
func TestWhatOvertakesDoesNotPullTheLine(t *testing.T) {
	t.Parallel()
	overtaking := func(share, lead, burst float64) func(float64, *rand.Rand) float64 {
		before := false
		return func(_ float64, r *rand.Rand) float64 {
			before = r.Float64() < share || before && r.Float64() < burst
			if before {
				return max(.05-lead, 0) + .001*r.ExpFloat64()*(1-lead/.05)
			}
			return .05 + .001*r.ExpFloat64()
		}
	}
	for _, c := range []struct {
		up, down float64
		lead     float64 // s
		burst    float64 // how likely another one follows
		rms      float64 // ms
	}{{.002, 0, .05, 0, .1}, {0, .01, .05, 0, .1}, {.005, .005, .05, 0, .1}, {.05, .05, .05, 0, .1}, {.01, .05, .05, 0, .1},
		{.02, 0, .005, 0, .3}, {0, .05, .005, 0, .5}, {.003, 0, .05, .7, .1}, {0, .01, .05, .7, .1}} {
		l := rigLinks()[0]
		l.up, l.down = overtaking(c.up, c.lead, c.burst), overtaking(c.down, c.lead, c.burst)
		var rms []float64
		for seed := range uint64(testkit.LongCount(3, 20)) {
			rms = append(rms, l.run(seed+1, 300, midClient{clocktest.Made(NewMidline(DefaultMidline()))}).rms)
		}
		if got := median(rms); !(got <= c.rms) {
			t.Errorf("%+v: %.3f ms", c, got)
		}
	}
}

// The interval has no room for a path's asymmetry here; these links have none.
func TestTheStatedIntervalHoldsWhereTheRateWandersNoMoreThanIsStatedOrSeen(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		link   string
		wander int64 // ppb/√s, as stated
	}{{"exp5", 30}, {"exp20", 30}, {"gamma", 30}, {"wander.1", 100}, {"wander1", 1000},
		{"clean", 1}, {"exp5", 1}, {"wander.1", 1}, {"wander1", 1}, {"bloat", 1}, {"route+40", 1}} { // 1 is as good as nothing
		sum, n := 0., testkit.LongCount(2, 20)
		for seed := range uint64(n) {
			for _, l := range rigLinks() {
				if l.name == c.link {
					cfg := DefaultMidline()
					cfg.Wander, cfg.Asymmetry = c.wander, 1
					sum += l.run(seed+2001, 300, midClient{clocktest.Made(NewMidline(cfg))}).covered
				}
			}
		}
		t.Logf("%s with %d ppb/√s: %.4f", c.link, c.wander, sum/float64(n))
		if sum/float64(n) < 0.95 {
			t.Errorf("%s with %d ppb/√s: the interval holds %.3f of the time", c.link, c.wander, sum/float64(n))
		}
	}
}

// A rate that steps is no wander, and what was seen of it before tells nothing of the next step.
func TestTheStatedIntervalHoldsWhereTheRateStepsEveryFiveMinutes(t *testing.T) {
	t.Parallel()
	sum, n := 0., testkit.LongCount(2, 6)
	for seed := range uint64(n) {
		l := plain(30)
		l.skew = func(t float64) float64 { return 50 + 20*float64(int(t/300)%2) }
		cfg := DefaultMidline()
		cfg.Asymmetry = 1
		held := l.run(seed+2001, 3600, midClient{clocktest.Made(NewMidline(cfg))}).covered
		t.Logf("seed %d: %.4f", seed+2001, held)
		sum += held
	}
	if sum/float64(n) < 0.95 {
		t.Errorf("the interval holds %.3f of the time", sum/float64(n))
	}
}

func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}

func TestASlewedClockNeverGoesBackAndArrives(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var s slewed
		behind := time.Duration(rapid.Int64Range(-int64(time.Second), int64(time.Second)).Draw(t, "behind"))
		young := rapid.Bool().Draw(t, "young")
		stepped := s.set(0, behind, young, false)
		if stepped && behind < 0 {
			t.Fatal("set back")
		}
		last := -s.left(0)
		for now := netsync.Local(0); now < netsync.Local(20*time.Second); now += netsync.Local(10 * time.Millisecond) {
			shown := time.Duration(now) - s.left(now)
			if shown < last {
				t.Fatalf("at %v the clock goes back by %v", time.Duration(now), last-shown)
			}
			last = shown
		}
		if left := s.left(netsync.Local(20 * time.Second)); left != 0 {
			t.Fatalf("%v are left", left)
		}
	})
}

func TestMidlineKeepsTheTurnOverManyDays(t *testing.T) {
	t.Parallel()
	hours := testkit.LongCount(6, 60*24)
	m := clocktest.Made(NewMidline(DefaultMidline()))
	var host MidlinePeer
	const skew, delay = 80, 30 * time.Millisecond
	// A stamp's counter turns over each 134.2 s. 80 ppm are 7 s a day, so the difference between the two clocks, which begins just
	// below a turn, passes it in the first hour, and again every 19 days.
	begin := int64(134 * time.Second)
	local := func(s int64) int64 { return begin + s + s/1_000_000*skew }
	for s := int64(0); s < int64(hours)*int64(time.Hour); s += int64(time.Second) {
		probes, _ := m.Wake(netsync.Local(local(s)), nil)
		host.OnDatagram(netsync.Stamp24(local(s)), s+int64(delay))
		at := netsync.Local(local(s + 2*int64(delay)))
		m.Observe(netsync.Event{Kind: netsync.Datagram, Stamp: netsync.Stamp24(s + int64(delay)), T4: at})
		if r, ok := host.ReportDue(s + int64(delay)); ok {
			m.Observe(netsync.Event{Kind: netsync.FloorTold, Floor: uint64(r), T4: at})
		}
		for _, p := range probes {
			m.Observe(netsync.Event{Kind: netsync.Answer, Seq: p.Seq, T1: p.T1, T2: netsync.Server(s + int64(delay)), T3: netsync.Server(s + int64(delay)), T4: at})
		}
		if s < int64(time.Minute) {
			continue
		}
		if got, ok := m.ServerTime(at); !ok || got.Sub(netsync.Server(s)+netsync.Server(2*delay)).Abs() > 20*time.Microsecond {
			t.Fatalf("after %v the clock is off by %v, %v", time.Duration(s), got.Sub(netsync.Server(s)+netsync.Server(2*delay)), ok)
		}
	}
}

// An enemy sends what it likes, as the host's reports and stamps.
func TestMidlineHoldsItsHardIntervalWhateverAnEnemySends(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cfg := DefaultMidline()
		cfg.Back = BackSlew
		m := clocktest.Made(NewMidline(cfg))
		var host MidlinePeer
		now, shown := int64(time.Hour), netsync.Server(0)
		last := now
		framed := rapid.Bool().Draw(t, "framed")
		spans := func(v uint32) uint32 {
			if framed {
				return v
			}
			return 0
		}
		for range 300 {
			now += rapid.Int64Range(0, int64(200*time.Millisecond)).Draw(t, "passed")
			at := netsync.Local(now)
			switch rapid.IntRange(0, 6).Draw(t, "what") {
			case 0:
				m.Observe(netsync.Event{Kind: netsync.Datagram, Stamp: rapid.Uint32Max(1<<24-1).Draw(t, "stamp"), T4: at,
					Span: time.Duration(spans(rapid.Uint32().Draw(t, "span")))})
			case 1:
				r := rapid.Uint64Max(1<<48-1).Draw(t, "report")
				m.Observe(netsync.Event{Kind: netsync.FloorTold, Floor: r, T4: at})
			case 2:
				if r, ok := host.ReportDue(now); ok {
					m.Observe(netsync.Event{Kind: netsync.FloorTold, Floor: uint64(r), T4: at, FloorSpan: spans(rapid.Uint32().Draw(t, "floor span"))})
					m.Observe(netsync.Event{Kind: netsync.FloorTold, Floor: uint64(r), T4: at}) // and again
				}
			default:
				host.OnDatagram(netsync.Stamp24(now), now+int64(30*time.Millisecond))
				m.Observe(netsync.Event{Kind: netsync.Datagram, Stamp: netsync.Stamp24(now - int64(30*time.Millisecond)), T4: at})
			}
			probes, _ := m.Wake(at, nil)
			for _, p := range probes {
				m.Observe(netsync.Event{Kind: netsync.Answer, Seq: p.Seq, T1: p.T1, T2: netsync.Server(p.T1), T3: netsync.Server(p.T1), T4: at})
			}
			m.Status(at)
			if least, most := m.core.bounds(m.core.line.at, hardRate, hardFor); m.core.known && least <= most && (m.core.line.middle < least || m.core.line.middle > most) {
				t.Fatalf("the line is at %d, outside %d..%d", m.core.line.middle, least, most)
			}
			got, ok := m.ServerTime(at)
			if ok && shown != 0 && now >= last && got < shown {
				t.Fatalf("the shown clock goes back by %v", shown.Sub(got))
			}
			if ok {
				shown, last = got, now
			}
		}
	})
}

func TestMidlineCountsReportsThatItRefuses(t *testing.T) {
	t.Parallel()
	m := clocktest.Made(NewMidline(DefaultMidline()))
	at := int64(time.Hour)
	report := func(sent time.Duration) {
		p := newFloorPoint(netsync.Stamp24(int64(sent)), int64(sent+30*time.Millisecond), 0)
		m.Observe(netsync.Event{Kind: netsync.FloorTold, Floor: uint64(newFloorReport(p, 1, false)), T4: netsync.Local(at)})
	}
	report(time.Hour - time.Second)
	m.Observe(netsync.Event{Kind: netsync.Datagram, Stamp: netsync.Stamp24(at), T4: netsync.Local(at)})
	report(time.Hour - time.Second)
	report(time.Hour - 70*time.Second)
	report(time.Hour - 2*time.Second)
	report(time.Hour + 2*time.Second)
	if got := m.Status(netsync.Local(at)).Rejected; got != 4 { // one before a datagram of the host's, one a minute old, two out of order
		t.Errorf("%d rejected", got)
	}
}

func TestFloorReportsCarryWhatTheyAreMadeOf(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sent := rapid.Int64Range(0, int64(24*time.Hour)).Draw(t, "sent")
		passed := rapid.Int64Range(0, int64(60*time.Second)).Draw(t, "passed")
		p := newFloorPoint(netsync.Stamp24(sent), sent+passed, 0)
		n := rapid.Int32Range(1, 1<<20).Draw(t, "n")
		early := rapid.Bool().Draw(t, "early")
		r := newFloorReport(p, n, early)
		if r.delta() != p.delta || r&reportEarly != 0 != early || r&reportOvertook != 0 || r&reportMany != 0 != (n >= 8) {
			t.Fatalf("%x of %+v, %d, %v", uint64(r), p, n, early)
		}
		if got := r.sentAt(netsync.Local(sent + passed)); max(got-sent/1000, sent/1000-got) > 1024 {
			t.Fatalf("sent at %d µs, read as %d", sent/1000, got)
		}
	})
}

func TestMidlineShowsTheFastestOfBothWaysWithTheOffsetsThatTheyShow(t *testing.T) {
	t.Parallel()
	m := fullMidline()
	var d insight.Detail
	insight.Explain(m, &d)
	truth := m.Status(m.seen).Offset
	if len(d.Samples) != insight.KeptSamples || d.View != insight.TwoClouds {
		t.Fatalf("%d samples in view %v", len(d.Samples), d.View)
	}
	ways := [2]int{}
	for i, s := range d.Samples {
		if i > 0 && s.At < d.Samples[i-1].At || (s.Offset-truth).Abs() > 20*time.Millisecond || s.Offset == s.Clock {
			t.Errorf("sample %d: %+v", i, s)
		}
		if s.Offset > s.Clock {
			ways[0]++
		} else {
			ways[1]++
		}
	}
	if min(ways[0], ways[1]) < 20 {
		t.Errorf("%v on either side", ways)
	}
}
