package clocks

import (
	"math"
	"testing"
	"time"
)

// Both change by more than a frame of each end. A route moves one way's floor and a clock that is set both.
func TestARouteIsNoStepAndAStepNoRouteWhereBothEndsStampOnceAFrame(t *testing.T) {
	t.Parallel()
	route := func(t float64) (up, down float64) {
		if t >= 1800 {
			return .06, 0
		}
		return 0, 0
	}
	for _, l := range []framedLink{
		{name: "a route up of 60 ms", extra: route},
		{name: "a clock set forward by 300 ms", step: from(1800, .3)},
		{name: "a clock set back by 300 ms", step: from(1800, -.3)},
	} {
		l.ppm, l.up, l.down, l.jitter = 20, 60, 60, uniformJitter(.002)
		_, _, held, last := l.run(1, 3000)
		// By how much a route has changed is known to a frame, and half of that stays.
		if !(math.Abs(last) < 9) || held < .8 {
			t.Errorf("%s: off by %.3f ms at the end, the interval holds %.3f of the time", l.name, last, held)
		}
	}
}

// What a phase of 60 Hz drifts by moves a floor by a frame at each wrap: in 14 minutes at 20 ppm, always with the same sign.
func TestASecondRouteOfOneSignIsNoneWhereDatagramsHaveSpans(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		span    int64
		level   int64 // of the route that is there already, in ms
		stepped bool  // it is the clock
	}{{0, 20, false}, {17, 0, false}, {17, -20, false}, {17, 20, true}} {
		var m midlineCore
		m.init(DefaultMidline())
		w := &m.ways[0]
		w.level = c.level * 1000 * micro
		for k := range int64(40) {
			m.ways[0].add(wayPoint{x: k * 2_000_000, y: w.level + 20_000*micro, span: c.span * 1000 * micro})
			m.ways[1].add(wayPoint{x: k * 2_000_000})
		}
		w.pending, w.since = true, 0
		m.decide(0, 80_000_000)
		if stepped := m.begun == 80_000_000; stepped != c.stepped || w.level == c.level*1000*micro {
			t.Errorf("%+v: a step is %v, and the route %d", c, stepped, w.level)
		}
	}
}

func TestTheEdgesOfADayFitIntoOneRing(t *testing.T) {
	t.Parallel()
	w := framedWay{length: framedFirst}
	least := int64(math.MaxInt64)
	for k := range int64(43_200) {
		y := (k*7919)%1009*micro + 5*micro // anything
		w.add(&wayPoint{x: k * 2_000_000, y: y, span: 17_000 * micro, gap: 3 * micro, edged: k%5 == 0}, 0)
		if w.n > midlinePoints {
			t.Fatalf("%d stretches", w.n)
		}
	}
	for i := range w.edges[:w.n] {
		e := &w.edges[i]
		least = min(least, e.upper.y)
		if i > 0 && e.upper.x <= w.edges[i-1].upper.x {
			t.Fatalf("stretch %d begins at %d µs, after one at %d µs", i, e.upper.x, w.edges[i-1].upper.x)
		}
	}
	if w.length != framedLast || w.n < midlinePoints/2 || least != 5*micro {
		t.Errorf("%d stretches of %d µs, the tightest edge of all is %d", w.n, w.length, least)
	}
}

// A hitch is a span that is longer than the others; a display of another rate has all of them differ.
func TestAHitchLeavesThePhasesAndAnotherRateRestartsThem(t *testing.T) {
	t.Parallel()
	var f phased
	frame := int64(16_667 * time.Microsecond / deltaUnit)
	add := func(n int, span int64) {
		for range n {
			f.add(1000, span, 0)
		}
	}
	add(phaseLeast, frame)
	add(framesOther-1, 6*frame)
	if _, ok := f.edge(1000); !ok || f.period != frame {
		t.Errorf("a hitch has ended a phase: %d, %v", f.period, ok)
	}
	add(phaseLeast-1, frame)
	if _, ok := f.edge(1000); ok {
		t.Error("the edge of a phase with few datagrams is known")
	}
	add(framesOther, frame/2)
	if f.period != frame/2 {
		t.Errorf("spans of %d after another display's, want %d", f.period, frame/2)
	}
}

// Phases that take longer to go round than the shortest lines last stand still, at 59.94 and 60 Hz for 17 s.
func TestPhasesThatGoRoundSlowlyStandStill(t *testing.T) {
	t.Parallel()
	const frame, second = int64(33_334), int64(time.Second)
	for turn, want := range map[int64]int64{17: frame, 5: 0} { // s
		for _, rate := range []int64{20, 30, 60} {
			var f phased
			for k := range 60 * rate {
				at := k * second / rate
				f.add(uint32(1_000_000+frame*(at%(turn*second))/(turn*second)), frame, at)
			}
			if got := f.wait(uint32(frame)); got != want {
				t.Errorf("a turn of %d s, %d a second: a wait of %d, want %d", turn, rate, got, want)
			}
		}
	}
}

// Where frames vary, one datagram or another comes just before a look; where a hitch makes few of them longer, the others stand still.
func TestNoPhaseStandsStillWhereFramesVary(t *testing.T) {
	t.Parallel()
	const frame = int64(33_334)
	for every, want := range map[int64]int64{2: 0, 8: frame} {
		var f phased
		for k := range int64(500) {
			f.add(1000, frame+frame/2*max(0, k%every-every+2), 0)
		}
		if got := f.wait(uint32(frame)); got != want {
			t.Errorf("one of %d frames is longer: a wait of %d, want %d", every, got, want)
		}
	}
}

// A line is refuted where it has no room between the edges of a shorter window.
func TestALineOutsideTheRoomOfAShorterWindowIsRefuted(t *testing.T) {
	t.Parallel()
	shorter := []fitted{{middle: 1000 * micro, under: 500 * micro, over: 200 * micro}}
	for middle, want := range map[int64]bool{1000: false, 600: false, 100: true, 1499: false, 1501: true} {
		if got := framedApart(shorter, &fitted{middle: middle * micro}); got != want {
			t.Errorf("a middle of %d µs: %v", middle, got)
		}
	}
}
