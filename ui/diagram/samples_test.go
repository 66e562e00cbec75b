package diagram

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/palette"
	"driftlab/internal/testkit"
	"driftlab/netsync/insight"
	"driftlab/netsync/registry"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/uitest"
)

func TestEveryClocksSamplesAreDrawnAtEverySize(t *testing.T) {
	for _, size := range []struct {
		w, h     int
		scale    float64
		language string
	}{{1600, 900, 1, "en"}, {1280, 720, 1, "de"}, {3200, 1800, 2, "en"}} {
		a := newRig(t, "first", size.w, size.h, size.scale)
		a.speak(uitest.Language(t, size.language))
		s := openIn[*Samples](t, a, "samples")
		a.advance(12 * time.Second)
		for i, algorithm := range registry.OfGroup(registry.Published) {
			s.Chosen = i
			pix := a.pixels()
			r := a.time.Times(float32(size.scale))
			left := panel.NewRect(r.X, r.Y+r.H*0.45, r.W*0.6, r.H*0.5)
			if n := brightIn(pix, a.width, left); n < 150 {
				t.Errorf("%v: %s: only %d bright pixels in its view", size, algorithm.Name, n)
			}
			if n := brightIn(pix, a.width, panel.NewRect(r.X+r.W*0.68, r.Y+r.H*0.3, r.W*0.3, r.H*0.6)); n < 150 {
				t.Errorf("%v: %s: only %d bright pixels in the histogram", size, algorithm.Name, n)
			}
		}
		for i, chip := range s.Chips {
			if chip.X+chip.W > a.time.X+a.time.W {
				t.Errorf("%v: the chip of %s leaves the panel", size, panel.Algorithms[i].Name)
			}
		}
	}
}

func TestAChipChoosesTheClockAndTheDrivingOneIsFollowed(t *testing.T) {
	a, s := tabAt[*Samples](t, "first", "samples", 2*time.Second)
	if name := panel.Algorithms[s.algorithm].Name; name != "unreal" {
		t.Fatalf("untouched it shows %s, want what drives client 1", name)
	}
	click := func(name string) {
		pressIn(&a.at, s.Chips[registered(name)])
		s.Update(&a.View, &a.at, s.keysOf)
		a.next()
		if got := panel.Algorithms[s.algorithm].Name; got != name {
			t.Errorf("after a click on %s it shows %s", name, got)
		}
	}
	click("slot")
	a.set(1, "client.algorithm", "mirror")
	a.next()
	if name := panel.Algorithms[s.algorithm].Name; name != "slot" {
		t.Errorf("%s took the place of what was chosen", name)
	}
	click("mirror")
	a.set(1, "client.algorithm", "sntp")
	a.next()
	if name := panel.Algorithms[s.algorithm].Name; name != "sntp" {
		t.Errorf("the driving clock is followed to %s", name)
	}
}

// At (up − down)/2 = 40 ms the offset of an exchange is wrong by 40 ms, and its ways are what they were.
func TestSamplesAreComparedWithWhatWasTrueThen(t *testing.T) {
	a := newRig(t, "first", 1600, 900, 1)
	s := openIn[*Samples](t, a, "samples")
	a.advance(20 * time.Second)
	for name, want := range map[string]float64{"rtt2": 40, "slot": 40, "mirror": 40, "unreal": -42} {
		s.Chosen = registered(name)
		a.next()
		for i, sample := range s.detail.Samples {
			wrong, _, ok := s.wrong(i)
			if !ok || math.Abs(wrong-want) > 6 {
				t.Errorf("%s: sample %d is wrong by %v ms, want about %v: %+v", name, i, wrong, want, sample)
			}
		}
		if age := s.age(0); age < 10 || age > 16.1 { // all clients reconnected at 4 s
			t.Errorf("%s: the first sample is %v s old", name, age)
		}
	}
}

func TestTheSampleUnderThePointerTellsAboutItself(t *testing.T) {
	a := newRig(t, "first", 1600, 900, 1)
	s := openIn[*Samples](t, a, "samples")
	a.advance(20 * time.Second)
	s.Chosen = registered("mirror")
	a.next()
	r := a.time
	// Where the latest sample was drawn is found by looking near everywhere.
	for x := r.X; x < r.X+r.W*0.66; x += 6 {
		for y := r.Y + 60; y < r.Y+r.H; y += 6 {
			a.canvas.Reset()
			a.Tips.At(x, y)
			s.Draw(&a.View, a.canvas, r)
			if s.nearest == len(s.detail.Samples)-1 {
				if a.Tips.Text == "" {
					t.Error("the sample has no tooltip")
				}
				return
			}
		}
	}
	t.Error("the latest sample is nowhere")
}

func TestSlotsGateIsWhereTheCutIsSet(t *testing.T) {
	a := newRig(t, "first", 1600, 900, 1)
	a.do(scenario.Event{Set: scenariotest.Set("slot.cut=100", "slot.poll=1s", "slot.piggyback=1s", "link.jitter=10ms")})
	s := openIn[*Samples](t, a, "samples")
	s.Chosen = registered("slot")
	a.advance(10 * time.Second)
	r := a.time
	for range 20 {
		a.after(time.Second)
		a.canvas.Reset()
		s.gate(a.canvas, &chart{area: r}, s.cut())
		if said := string(s.pen.Buf); !strings.Contains(said, a.Words.T("samples.gate-open")) {
			t.Fatalf("with a cut at the slowest of all it says %q", said)
		}
	}
}

// While the gate is shut more than half of the answers are of the slower path, and two percentiles are at one height.
func TestPercentilesAreNotWrittenOverEachOther(t *testing.T) {
	a := newRig(t, "lesson-gate", 1280, 720, 1)
	one := openIn[*loneView](t, a, "sorted")
	a.advance(192 * time.Second)
	a.pixels()
	v := &a.View
	texts := strings.Join(writes(a, func(c *draw.Canvas) { one.Draw(v, c, a.time) }), "|")
	if strings.Contains(texts, "|50th ") || !strings.Contains(texts, "|80th percentile") {
		t.Errorf("written is %s", texts)
	}
}

func TestNothingIsDrawnOfSamplesThatAreNotThere(t *testing.T) {
	a := newRig(t, "first", 1600, 900, 1)
	s := openIn[*Samples](t, a, "samples")
	for i := range registry.OfGroup(registry.Published) {
		s.Chosen = i
		a.next() // at time zero
	}
	a.set(0, "link.loss", "1")
	a.set(0, "link.up.loss", "1")
	a.set(0, "link.down.loss", "1")
	a.advance(8 * time.Second)
	for i := range registry.OfGroup(registry.Published) {
		s.Chosen = i
		a.next() // everything is lost, and all clients have reconnected
	}
}

func TestPlotSamplesAndRaceAllocateNothingOnceWarm(t *testing.T) {
	a := rigAt(t, "first", 20*time.Second)
	r := a.time
	free := func(what string, do func()) {
		for range 3 {
			a.canvas.Reset()
			do()
		}
		if n := testkit.AllocsPerRun(20, func() { a.canvas.Reset(); do() }); n != 0 {
			t.Errorf("%s: %v allocations a frame", what, n)
		}
	}
	a.Tips.At(0, 0)
	p := openIn[*ErrorPlot](t, a, "error")
	free("plot", func() { p.Draw(&a.View, a.canvas, r) })
	free("race", func() {
		a.race.Update(&a.View, &a.at)
		a.race.Draw(&a.View, a.canvas, a.table)
	})
	s := openIn[*Samples](t, a, "samples")
	for i, algorithm := range registry.OfGroup(registry.Published) {
		s.Chosen = i
		free(algorithm.Name, func() { s.Draw(&a.View, a.canvas, r) })
	}
}

// BenchmarkErrorPlot is the plot alone, over two minutes.
func BenchmarkErrorPlot(b *testing.B) {
	a := newRig(b, "first", 1600, 900, 1)
	a.advance(2 * time.Minute)
	p := openIn[*ErrorPlot](b, a, "error")
	p.Axis.Span = p.Axis.Most
	r := a.time
	b.ReportAllocs()
	for b.Loop() {
		a.canvas.Reset()
		p.Draw(&a.View, a.canvas, r)
	}
}

// The one figure of Slot's article: the round trips in increasing order, broken at 20, 50 and 80 %.
func TestSlotsRoundTripsAreSortedBesideThePercentiles(t *testing.T) {
	a := newRig(t, "first", 1600, 900, 1)
	a.advance(60 * time.Second)
	s := openIn[*Samples](t, a, "samples")
	s.Chosen = slices.IndexFunc(panel.Algorithms, func(a registry.Algorithm) bool { return a.Name == "slot" })
	a.next()
	counted := 0
	for _, sample := range s.detail.Samples {
		if sample.Counted {
			counted++
		}
	}
	if s.detail.View != insight.Ring || len(s.order) != counted || counted < 10 {
		t.Fatalf("%d of %d samples are sorted", len(s.order), counted)
	}
	trip := func(rank int) time.Duration { return s.detail.Samples[s.order[rank]].RTT }
	for rank := 1; rank < counted; rank++ {
		if trip(rank) < trip(rank-1) {
			t.Errorf("rank %d of %v comes after %v", rank, trip(rank), trip(rank-1))
		}
	}
	for percent, mark := range map[int]string{20: insight.MarkP20, 50: insight.MarkP50, 80: insight.MarkP80} {
		if v, _ := s.detail.Mark(mark); v != trip((percent*counted+99)/100-1) {
			t.Errorf("the %s is %v, of the sorted round trips %v", mark, v, trip((percent*counted+99)/100-1))
		}
	}
}

func TestBothWorldsHaveTheirOwnDelays(t *testing.T) {
	sc := scenariotest.Load(t, "first")
	far := *sc
	far.Pin(scenariotest.Set("link.delay=300ms"))
	b, a := rigOf(t, sc, 1600, 900, 1), rigOf(t, &far, 1600, 900, 1)
	for _, one := range []*rig{a, b} {
		one.advance(3 * time.Second)
		one.read()
	}
	s := &Samples{Chosen: panel.Nobody, share: 0.62}
	for range 2 { // both orders
		s.ReadSamples(&b.View)
		s.ReadDelays(&b.View)
		own := s.Delays.Up.Least
		s.ReadSamples(&a.View)
		if s.ReadDelays(&a.View); own > 100*time.Millisecond || s.Delays.Up.Least < 290*time.Millisecond {
			t.Errorf("the least delays are %v in B and %v in A", own, s.Delays.Up.Least)
		}
	}
}

// Sixteen clocks have sixteen colours, and each of its pictures is in its own. A player's hue is left to marks of players.
func TestSamplesAreInTheColourOfTheirClock(t *testing.T) {
	a := newRig(t, "first", 1920, 1080, 1) // the chips have room for the clocks' lines
	s := openIn[*Samples](t, a, "samples")
	a.after(9 * time.Second)
	whole := panel.NewRect(0, 0, a.Width, a.Height)
	for _, th := range []*palette.Theme{palette.Dark(), palette.Light()} {
		for clock := range a.Clocks() {
			s.Chosen = clock
			a.next()
			all := a.painted(th, func(c *draw.Canvas) { s.Draw(&a.View, c, a.time) })
			for _, other := range []int{clock, (clock + 1) % len(a.Clocks())} {
				n := a.hued(all, whole, panel.ClockStyle(th, a.Clock(other)).Color)
				if other == clock && n < 20 || n == 0 { // the other's chip is there
					t.Errorf("the samples of %s have %d pixels of the colour of %s", a.Clock(clock).Name, n, a.Clock(other).Name)
				}
			}
			for client := 1; client <= 3; client++ {
				if n := a.hued(all, whole, th.Machine(client).Color); n > 0 {
					t.Errorf("the samples of %s have %d pixels of the hue of client %d", a.Clock(clock).Name, n, client)
				}
			}
			for what, col := range map[string]palette.Color{"right": th.InSync, "server time": th.ServerTime, "predicted time": th.PredictedTime} {
				if n := a.hued(all, whole, col); n > 0 {
					t.Errorf("the samples of %s have %d pixels of the colour of %s", a.Clock(clock).Name, n, what)
				}
			}
		}
	}
}

func TestWhatADotMeansStandsBesideItAndOverNothing(t *testing.T) {
	a := newRig(t, "first", 1600, 900, 1)
	s := openIn[*Samples](t, a, "samples")
	a.after(12 * time.Second)
	beside := 0
	for clock := range a.Clocks() {
		s.Chosen = clock
		a.next()
		all := heard(a, func(c *draw.Canvas) { s.Draw(&a.View, c, a.time) })
		for i := range all {
			at := placeOf(&all[i])
			if y := at.Y + at.H/2; !slices.ContainsFunc(reasonTexts[:], func(key string) bool { return a.Words.T(key) == all[i].Said }) || y < s.chart.area.Y {
				continue // that is over the chart, with its sign
			}
			beside++
			for k := range all {
				if o := placeOf(&all[k]); k != i && o.Inset(1).Overlaps(at.Inset(1)) {
					t.Errorf("%s: %q lies over %q", a.Clock(clock).Name, all[i].Said, all[k].Said)
				}
			}
			near := false
			for _, dot := range s.spots {
				near = near || dot.at.Overlaps(at.Inset(-14))
				if dot.at.Inset(2).Overlaps(at.Inset(2)) {
					t.Errorf("%s: %q lies over a dot", a.Clock(clock).Name, all[i].Said)
				}
			}
			if !near {
				t.Errorf("%s: %q stands at no dot", a.Clock(clock).Name, all[i].Said)
			}
		}
	}
	if beside < len(a.Clocks())/2 {
		t.Errorf("only %d words stand at dots", beside)
	}
}
