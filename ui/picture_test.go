package ui

import (
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"
	"pgregory.net/rapid"

	"driftlab/game"
	"driftlab/internal/allocs"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/palette"
)

func newScreen(a *App) *ebiten.Image { return ebiten.NewImage(a.width, a.height) }

// alike counts the pixels of a region that are close to a colour.
func alike(pix []byte, width int, r rect, col palette.Color) (n int) {
	want := [3]float32{col.R * 255, col.G * 255, col.B * 255}
	for y := int(r.y); y < int(r.y+r.h); y++ {
		for x := int(r.x); x < int(r.x+r.w); x++ {
			i, off := 4*(y*width+x), float32(0)
			for k := range want {
				off = max(off, float32(pix[i+k])-want[k], want[k]-float32(pix[i+k]))
			}
			if off < 30 {
				n++
			}
		}
	}
	return n
}

func TestLabelsCoverNothingAndStayInThePicture(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	placed := 0
	for _, focus := range []int{nobody, 1, 3} {
		a.deck.focus = focus
		for range 40 {
			a.advance(200 * time.Millisecond)
			nextFrame(t, a)
			for i := range a.deck.views {
				l := &a.deck.views[i].labels
				placed += l.placed
				checkLabels(t, l)
			}
		}
	}
	if placed < 200 {
		t.Errorf("only %d labels in 120 frames of four viewports with errors", placed)
	}
}

// checkLabels reports texts that leave the picture or overlap what stood there before them.
func checkLabels(t *testing.T, l *labels) {
	t.Helper()
	for i, r := range l.taken {
		if !l.text[i] {
			continue
		}
		if !r.within(l.bounds) {
			t.Fatalf("the label %v leaves %v", r, l.bounds)
		}
		for _, o := range l.taken[:i] {
			if o.overlaps(r) {
				t.Fatalf("the label %v covers %v", r, o)
			}
		}
	}
}

func TestLabelsFindTheOnlyRoomThereIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l labels
		l.start(rect{0, 0, 400, 300})
		about := rect{float32(rapid.IntRange(0, 360).Draw(t, "x")), float32(rapid.IntRange(0, 260).Draw(t, "y")), 30, 20}
		l.block(about)
		for range rapid.IntRange(0, 12).Draw(t, "blocks") {
			l.block(rect{float32(rapid.IntRange(0, 380).Draw(t, "bx")), float32(rapid.IntRange(0, 280).Draw(t, "by")), 40, 25})
		}
		r, ok := l.place(7, about, 60, 16, 3)
		free := false
		before := labels{bounds: l.bounds, taken: l.taken}
		if ok {
			before.taken = l.taken[:len(l.taken)-1]
		}
		for i := range spots {
			free = free || before.free(spot(i, about, 60, 16, 3))
		}
		if ok != free {
			t.Fatalf("placed is %v, there was room: %v", ok, free)
		}
		if ok && !before.free(r) {
			t.Fatalf("%v was not free", r)
		}
	})
}

func TestALabelStaysWhereItIsWhileThereIsRoom(t *testing.T) {
	var l labels
	about := rect{100, 100, 30, 20}
	l.start(rect{0, 0, 400, 300})
	l.block(rect{60, 60, 100, 38}) // over it
	first, _ := l.place(3, about, 60, 16, 3)
	l.start(rect{0, 0, 400, 300})
	if second, ok := l.place(3, about, 60, 16, 3); !ok || second != first {
		t.Errorf("the label jumps from %v to %v", first, second)
	}
}

func TestPacketsTravelFromOneEndToTheOther(t *testing.T) {
	p := netsim.Flight{Sent: 100, Due: 300}
	for now, want := range map[netsim.Time]float32{100: 0, 150: 0.25, 300: 1, 500: 1} {
		if got := travelled(&p, now); got != want {
			t.Errorf("at %d: %v of the way, want %v", now, got, want)
		}
	}
	if got := travelled(&netsim.Flight{Sent: 5, Due: 5}, 5); got != 1 {
		t.Errorf("without a delay: %v of the way", got)
	}
}

func TestTrailsEndWhereTimeJumps(t *testing.T) {
	var tr trails
	scene := func(x game.Length) *game.Scene {
		return &game.Scene{Players: []game.Object{{ID: 2, Pos: game.Point{X: x}}}}
	}
	for i := range 10 {
		tr.follow(netsim.Time(i)*netsim.Time(trailStep), scene(game.Length(i)*game.Metre))
	}
	if tr.next != 10 || tr.players[2][3].X != 3*game.Metre || tr.players[1][3] != nowhere {
		t.Errorf("%d points, the fourth at %v", tr.next, tr.players[2][3])
	}
	tr.follow(netsim.Time(10)*netsim.Time(trailStep)-1, scene(0))
	if tr.next != 10 {
		t.Error("a point came too early")
	}
	tr.follow(2*netsim.Time(trailStep), scene(5*game.Metre)) // back in time
	if tr.next != 1 {
		t.Errorf("after going back in time there are %d points", tr.next)
	}
	tr.follow(netsim.Time(time.Minute), scene(6*game.Metre))
	if tr.next != 1 {
		t.Errorf("after a jump there are %d points", tr.next)
	}
}

func TestTimeScaleIsHowFastTheClientsTimeRuns(t *testing.T) {
	for _, c := range []struct {
		rate float64
		step time.Duration
	}{{1, 20 * time.Millisecond}, {1.05, 50 * time.Millisecond}, {0.9, 16 * time.Millisecond}} {
		var p pace
		if _, ok := p.scale(); ok {
			t.Error("there is a time scale of nothing")
		}
		for at := time.Duration(0); at < 2*time.Second; at += c.step {
			client := netsync.World(float64(at) * c.rate)
			p.look(netsync.World(at), game.Moment{OK: true, Predicted: netsync.NetworkTimeAt(60, client)})
		}
		if got, ok := p.scale(); !ok || got < c.rate-0.001 || got > c.rate+0.001 {
			t.Errorf("a client at %v× is said to run at %v×, %v", c.rate, got, ok)
		}
		p.look(0, game.Moment{OK: true, Predicted: netsync.NetworkTimeAt(60, 0)})
		if _, ok := p.scale(); ok {
			t.Error("there is a time scale right after going back in time")
		}
	}
}

func TestPadsMeanWhatKeysMean(t *testing.T) {
	for _, c := range []struct {
		pad  padState
		want game.Buttons
	}{
		{padState{}, 0},
		{padState{stick: -0.5}, game.Left},
		{padState{stick: 0.3}, 0},
		{padState{stick: 1, a: true}, game.Right | game.Jump},
		{padState{left: true, trigger: true}, game.Left | game.Fire},
		{padState{right: true, x: true, up: true}, game.Right | game.Jump | game.Fire},
	} {
		if got := c.pad.buttons(); got != c.want {
			t.Errorf("%+v means %v, want %v", c.pad, got, c.want)
		}
	}
}

func TestSwapExchangesTheDelaysOfBothWays(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.controls.set(0, "link.up.delay", "120ms", "link.down.delay", "40ms")
	a.controls.target = 2
	a.swapDelays()
	for n, want := range map[int]int64{1: 120, 2: 40, 3: 120} {
		if got := a.session.Value(n, "link.up.delay") / 1e6; got != want {
			t.Errorf("client %d: %d ms up, want %d", n, got, want)
		}
	}
	a.controls.target = 0
	a.swapDelays()
	if up, down := a.session.Value(1, "link.up.delay"), a.session.Value(1, "link.down.delay"); up != 40e6 || down != 120e6 {
		t.Errorf("client 1: %d ns up, %d ns down", up, down)
	}
}

func TestANewSeedBeginsWithOtherLuck(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	seed := a.session.Scenario().Seed
	a.advance(time.Second)
	a.newSeed()
	if now := a.session.Scenario().Seed; now != seed+1 || a.session.Now() != 0 || a.message != "" {
		t.Errorf("seed %d at %v after %d: %s", now, a.session.Now(), seed, a.message)
	}
}

func TestDrawingThePanelsMakesNoGarbage(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(8 * time.Second)
	nextFrame(t, a)
	a.canvas.Reset()
	allocations := allocs.PerRun(20, func() {
		a.canvas.Reset()
		a.deck.draw(&a.view, a.canvas)
		for i, r := range a.layout.cards {
			a.cards[i].draw(a.canvas, &a.frame, a.tips, a.deck.machines[a.deck.card+i+1], r)
		}
	})
	if allocations > 0 {
		t.Errorf("viewports and cards allocate %v times a frame", allocations)
	}
}
