package ui

import (
	"math"
	"strings"
	"testing"
	"time"

	"driftlab/config"
	"driftlab/internal/allocs"
	"driftlab/netsync"
	"driftlab/scenario"
	"driftlab/scenario/scenariotest"
	"driftlab/ui/draw"
)

// openTab opens a tab by its key.
func openTab[T tab](t testing.TB, a *App, key string) T {
	t.Helper()
	for i, one := range a.tabs.tabs {
		if one.key() == key {
			a.tabs.open = i
			return one.(T)
		}
	}
	t.Fatalf("there is no tab %s", key)
	panic("unreachable")
}

// pressOn has the left button go down in the middle of a rect.
func pressOn(p *pointer, r rect) {
	*p = pointer{x: r.x + r.w/2, y: r.y + r.h/2, pressed: true, down: true}
}

func TestEveryClocksSamplesAreDrawnAtEverySize(t *testing.T) {
	for _, size := range []struct {
		w, h     int
		scale    float64
		language string
	}{{1600, 900, 1, "en"}, {1280, 720, 1, "de"}, {3200, 1800, 2, "en"}} {
		a := newTestApp(t, "first", size.w, size.h, size.scale)
		a.words, a.stale = language(t, size.language), true
		s := openTab[*samplesView](t, a, "samples")
		a.advance(12 * time.Second)
		for i, algorithm := range netsync.OfGroup(netsync.Published) {
			s.chosen = i
			pix := frameOf(t, a)
			r := a.layout.time
			left := rect{r.x, r.y + r.h*0.45, r.w * 0.6, r.h * 0.5}
			if n := bright(pix, a.width, left); n < 150 {
				t.Errorf("%v: %s: only %d bright pixels in its view", size, algorithm.Name, n)
			}
			if n := bright(pix, a.width, rect{r.x + r.w*0.68, r.y + r.h*0.3, r.w * 0.3, r.h * 0.6}); n < 150 {
				t.Errorf("%v: %s: only %d bright pixels in the histogram", size, algorithm.Name, n)
			}
		}
		for i, chip := range s.chips {
			if chip.x+chip.w > a.layout.time.x+a.layout.time.w {
				t.Errorf("%v: the chip of %s leaves the panel", size, algorithms[i].Name)
			}
		}
	}
}

func TestAChipChoosesTheClockAndTheDrivingOneIsFollowed(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	s := openTab[*samplesView](t, a, "samples")
	a.advance(2 * time.Second)
	nextFrame(t, a)
	if name := algorithms[s.algorithm].Name; name != "unreal" {
		t.Fatalf("untouched it shows %s, want what drives client 1", name)
	}
	click := func(name string) {
		pressOn(&a.pointer, s.chips[clockIndex(name)])
		s.update(&a.view, &a.pointer, s.keysOf)
		nextFrame(t, a)
		if got := algorithms[s.algorithm].Name; got != name {
			t.Errorf("after a click on %s it shows %s", name, got)
		}
	}
	click("slot")
	a.controls.set(1, "client.algorithm", "mirror")
	nextFrame(t, a)
	if name := algorithms[s.algorithm].Name; name != "slot" {
		t.Errorf("%s took the place of what was chosen", name)
	}
	click("mirror")
	a.controls.set(1, "client.algorithm", "sntp")
	nextFrame(t, a)
	if name := algorithms[s.algorithm].Name; name != "sntp" {
		t.Errorf("the driving clock is followed to %s", name)
	}
}

// At (up − down)/2 = 40 ms the offset of an exchange is wrong by 40 ms, and its ways are what they were.
func TestSamplesAreComparedWithWhatWasTrueThen(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	s := openTab[*samplesView](t, a, "samples")
	a.advance(20 * time.Second)
	for name, want := range map[string]float64{"rtt2": 40, "slot": 40, "mirror": 40, "unreal": -42} {
		s.chosen = clockIndex(name)
		nextFrame(t, a)
		for i, sample := range s.detail.Samples {
			wrong, _, ok := s.wrong(i)
			if !ok || math.Abs(wrong-want) > 6 {
				t.Errorf("%s: sample %d is wrong by %v ms, want about %v: %+v", name, i, wrong, want, sample)
			}
		}
		if age := s.age(0); age < 10 || age > 16.1 { // everyone joined anew at 4 s
			t.Errorf("%s: the first sample is %v s old", name, age)
		}
	}
}

func TestTheSampleUnderThePointerTellsAboutItself(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	s := openTab[*samplesView](t, a, "samples")
	a.advance(20 * time.Second)
	s.chosen = clockIndex("mirror")
	nextFrame(t, a)
	r := a.tabs.inside(&a.view, a.layout.time)
	// Where the latest sample was drawn is found by looking near everywhere.
	for x := r.x; x < r.x+r.w*0.66; x += 6 {
		for y := r.y + 60; y < r.y+r.h; y += 6 {
			a.canvas.Reset()
			a.tips.at(int(x), int(y))
			s.draw(&a.view, a.canvas, r)
			if s.nearest == len(s.detail.Samples)-1 {
				if a.tips.text == "" {
					t.Error("the sample has no tooltip")
				}
				return
			}
		}
	}
	t.Error("the latest sample is nowhere")
}

func TestSlotsGateIsWhereTheCutIsSet(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.do(scenario.Event{Set: scenariotest.Set("slot.cut=100", "slot.poll=1s", "slot.piggyback=1s", "link.jitter=10ms")})
	s := openTab[*samplesView](t, a, "samples")
	s.chosen = clockIndex("slot")
	a.advance(10 * time.Second)
	r := a.tabs.inside(&a.view, a.layout.time)
	for range 20 {
		a.advance(time.Second)
		nextFrame(t, a)
		a.canvas.Reset()
		s.gate(a.canvas, &chart{area: r, z: 1}, s.cut())
		if said := string(s.pen.buf); !strings.Contains(said, a.words.T("samples.gate-open")) {
			t.Fatalf("with a cut at the slowest of all it says %q", said)
		}
	}
}

// While the gate is shut more than half of the answers are of the slower path, and two percentiles are at one height.
func TestPercentilesAreNotWrittenOverEachOther(t *testing.T) {
	a := newTestApp(t, "lesson-gate", 1280, 720, 1)
	a.prefer(func(s *config.Settings) { s.View = config.DiagramView })
	one := openTab[*loneView](t, a, "sorted")
	a.advance(192 * time.Second)
	frameOf(t, a)
	v, _ := a.diagram()
	texts := strings.Join(written(t, a, func(c *draw.Canvas) { one.draw(v, c, a.layout.time) }), "|")
	if strings.Contains(texts, "|50th ") || !strings.Contains(texts, "|80th percentile") {
		t.Errorf("written is %s", texts)
	}
}

func TestNothingIsDrawnOfSamplesThatAreNotThere(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	s := openTab[*samplesView](t, a, "samples")
	for i := range netsync.OfGroup(netsync.Published) {
		s.chosen = i
		nextFrame(t, a) // at time zero
	}
	a.controls.set(0, "link.loss", "1")
	a.controls.set(0, "link.up.loss", "1")
	a.controls.set(0, "link.down.loss", "1")
	a.advance(8 * time.Second)
	for i := range netsync.OfGroup(netsync.Published) {
		s.chosen = i
		nextFrame(t, a) // all is lost, and everyone has joined anew
	}
}

// What a clock algorithm has of itself is the same in worlds that it cannot tell apart, and so is what is
// shown of it while the truth is hidden.
func TestSamplesTellNothingOfTheTruthInBlindMode(t *testing.T) {
	look := func(offset, up, down, join string, at time.Duration) (*App, *samplesView) {
		a := newTestApp(t, "first", 1600, 900, 1)
		if err := a.load(twinWorld(t, offset, up, down, join)); err != nil {
			t.Fatal(err)
		}
		a.paused = true
		a.toggleBlind()
		a.advance(at)
		return a, openTab[*samplesView](t, a, "samples")
	}
	a, one := look("0s", "80ms", "80ms", "1s", 12*time.Second)
	b, other := look("40ms", "120ms", "40ms", "960ms", 12*time.Second-40*time.Millisecond)
	alike := func() bool {
		return differing(frameOf(t, a), frameOf(t, b), a.width).Intersect(a.layout.time.pixels()).Empty()
	}
	for i, algorithm := range netsync.OfGroup(netsync.Published) {
		one.chosen, other.chosen = i, i
		a.blind.hideAgain()
		b.blind.hideAgain()
		if !alike() {
			t.Errorf("%s: the worlds differ", algorithm.Name)
		}
		a.reveal()
		b.reveal()
		if alike() {
			t.Errorf("%s: nothing is revealed", algorithm.Name)
		}
	}
}

// BenchmarkFrameSamples is the cost of a frame with each clock's samples shown.
func BenchmarkFrameSamples(b *testing.B) {
	for i, algorithm := range netsync.OfGroup(netsync.Published) {
		b.Run(algorithm.Name, func(b *testing.B) {
			a := newTestApp(b, "first", 1600, 900, 1)
			openTab[*samplesView](b, a, "samples").chosen = i
			a.advance(30 * time.Second)
			benchmarkFrames(b, a)
		})
	}
}

// BenchmarkFrameErrors is the cost of a frame with the whole history of errors shown.
func BenchmarkFrameErrors(b *testing.B) {
	a := newTestApp(b, "first", 1600, 900, 1)
	p := openTab[*errorPlot](b, a, "error")
	p.axis.span = p.axis.most
	a.advance(2 * time.Minute)
	benchmarkFrames(b, a)
}

func TestPlotSamplesAndRaceAllocateNothingOnceWarm(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(20 * time.Second)
	nextFrame(t, a)
	r := a.tabs.inside(&a.view, a.layout.time)
	free := func(what string, do func()) {
		for range 3 {
			a.canvas.Reset()
			do()
		}
		if n := allocs.PerRun(20, func() { a.canvas.Reset(); do() }); n != 0 {
			t.Errorf("%s: %v allocations a frame", what, n)
		}
	}
	a.tips.at(0, 0)
	p := openTab[*errorPlot](t, a, "error")
	free("plot", func() { p.draw(&a.view, a.canvas, r) })
	free("race", func() {
		a.race.update(&a.view, &a.pointer)
		a.race.draw(&a.view, a.canvas, a.layout.race)
	})
	s := openTab[*samplesView](t, a, "samples")
	for i, algorithm := range netsync.OfGroup(netsync.Published) {
		s.chosen = i
		free(algorithm.Name, func() { s.draw(&a.view, a.canvas, r) })
	}
}

// BenchmarkErrorPlot is the plot alone, over two minutes.
func BenchmarkErrorPlot(b *testing.B) {
	a := newTestApp(b, "first", 1600, 900, 1)
	a.advance(2 * time.Minute)
	p := openTab[*errorPlot](b, a, "error")
	p.axis.span = p.axis.most
	r := a.tabs.inside(&a.view, a.layout.time)
	b.ReportAllocs()
	for b.Loop() {
		a.canvas.Reset()
		p.draw(&a.view, a.canvas, r)
	}
}

func TestBothWorldsHaveTheirOwnDelays(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	far := *a.opt.Scenario
	set, err := scenario.ParseAssignment("link.delay", "300ms")
	if err != nil {
		t.Fatal(err)
	}
	far.Pin(set)
	if err := a.compareWith(&far, 0); err != nil {
		t.Fatal(err)
	}
	a.advance(3 * time.Second)
	a.follow(t)
	a.frame.read(a.session, a.deck.machines, a.speed, false)
	s := newSamplesView()
	for range 2 { // both orders
		s.readSamples(&a.view)
		s.readDelays(&a.view)
		own := s.delays.Up.Least
		s.readSamples(a.ab.view(&a.view))
		s.readDelays(a.ab.view(&a.view))
		if own > 100*time.Millisecond || s.delays.Up.Least < 290*time.Millisecond {
			t.Errorf("the least delays are %v in B and %v in A", own, s.delays.Up.Least)
		}
	}
}
