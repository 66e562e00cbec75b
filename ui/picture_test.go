package ui

import (
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/game"
	"driftlab/internal/palette"
	"driftlab/internal/testkit"
	"driftlab/ui/panel"
	"driftlab/ui/stage"
)

func newScreen(a *App) *ebiten.Image { return ebiten.NewImage(a.Width, a.Height) }

// alike counts the pixels of a region that are close to a colour.
func alike(pix []byte, width int, r panel.Rect, col palette.Color) (n int) {
	want := [3]float32{col.R * 255, col.G * 255, col.B * 255}
	for y := int(r.Y); y < int(r.Y+r.H); y++ {
		for x := int(r.X); x < int(r.X+r.W); x++ {
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
	for _, focus := range []int{panel.Nobody, 1, 3} {
		a.Deck.Focus = focus
		for range 40 {
			a.Advance(200 * time.Millisecond)
			nextFrame(t, a)
			for i := range a.Deck.Views {
				l := &a.Deck.Views[i].Labels
				placed += l.Placed
				checkLabels(t, l)
			}
		}
	}
	if placed < 200 {
		t.Errorf("only %d labels in 120 frames of four viewports with errors", placed)
	}
}

// checkLabels reports texts that leave the picture or overlap others.
func checkLabels(t *testing.T, l *stage.Labels) {
	t.Helper()
	for i, r := range l.Taken {
		if !l.Text[i] {
			continue
		}
		if !r.Within(l.Bounds) {
			t.Fatalf("the label %v leaves %v", r, l.Bounds)
		}
		for j, o := range l.Taken[:i] {
			if l.Text[j] && o.Overlaps(r) {
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
	a.controls.swapDelays()
	for n, want := range map[int]int64{1: 120, 2: 40, 3: 120} {
		if got := a.Session.Value(n, "link.up.delay") / 1e6; got != want {
			t.Errorf("client %d: %d ms up, want %d", n, got, want)
		}
	}
	a.controls.target = 0
	a.controls.swapDelays()
	if up, down := a.Session.Value(1, "link.up.delay"), a.Session.Value(1, "link.down.delay"); up != 40e6 || down != 120e6 {
		t.Errorf("client 1: %d ns up, %d ns down", up, down)
	}
}

func TestANewSeedBeginsWithOtherLuck(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	seed := a.Session.Scenario().Seed
	a.Advance(time.Second)
	a.newSeed()
	if now := a.Session.Scenario().Seed; now != seed+1 || a.Session.Now() != 0 || a.Fault != "" {
		t.Errorf("seed %d at %v after %d: %s", now, a.Session.Now(), seed, a.Fault)
	}
}

func TestDrawingThePanelsMakesNoGarbage(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.Advance(8 * time.Second)
	nextFrame(t, a)
	a.Canvas.Reset()
	allocations := testkit.AllocsPerRun(20, func() {
		a.Canvas.Reset()
		a.Deck.Draw(&a.View, a.Canvas)
		for i, r := range a.Regions.Cards {
			a.Cards[i].Draw(a.Canvas, &a.Frame, a.Tips, a.Deck.Machines[a.Deck.Card+i+1], r)
		}
	})
	if allocations > 0 {
		t.Errorf("viewports and cards allocate %v times a frame", allocations)
	}
}
