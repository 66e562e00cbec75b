package ui

import (
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/game"
	"driftlab/internal/allocs"
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
