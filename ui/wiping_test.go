package ui

import (
	"testing"
	"time"

	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/stage"
)

func TestTheWipeShowsAOnItsLeftAndBOnItsRight(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.Paused = true
	a.Advance(6 * time.Second)
	if a.ToggleWipe(); a.AB.Wipe.On || a.Notice == "" {
		t.Error("there is a wipe without a comparison")
	}
	whole := a.Regions.Worlds.W
	a.controls.set(0, "time.provider", "direct") // so that what drives is to be seen
	a.toggleAB()
	a.controls.set(0, "client.algorithm", "unreal")
	a.Advance(6200 * time.Millisecond) // a projectile is under way
	a.ToggleWipe()
	a.follow(t)
	r := a.Regions.Worlds
	if r.W != whole || a.AB.Left.Worlds != r {
		t.Fatalf("A has %v and B %v, want both a width of %v", a.AB.Left.Worlds, r, whole)
	}
	a.Deck.Ghosts, a.AB.Deck.Ghosts = false, false // words beside errors stand elsewhere in a part than in the whole
	shot := func(share float32) []byte {
		a.AB.Wipe.Share = share
		return frameOf(t, a)
	}
	middle, onlyA, onlyB := shot(0.5), shot(1), shot(0)
	pane := a.Deck.Panes[0].Below(stage.TitleHeight) // a client's, under its title
	x := pane.X + pane.W/2
	left := panel.NewRect(pane.X, pane.Y, x-40-pane.X, pane.H)
	right := panel.NewRect(x+40, pane.Y, pane.X+pane.W-x-60, pane.H)
	// A letter that the line cuts may differ by a shade.
	off := func(one, other []byte, r panel.Rect) (worst int) {
		for y := int(r.Y); y < int(r.Y+r.H); y++ {
			for i := 4 * (y*a.pixels.X + int(r.X)); i < 4*(y*a.pixels.X+int(r.X+r.W)); i++ {
				worst = max(worst, int(one[i])-int(other[i]), int(other[i])-int(one[i]))
			}
		}
		return worst
	}
	if l, r := off(middle, onlyA, left), off(middle, onlyB, right); max(l, r) > 4 {
		t.Errorf("the parts differ by %d and %d of 255 from what they are alone", l, r)
	}
	if l, r := off(middle, onlyB, left), off(middle, onlyA, right); min(l, r) < 40 {
		t.Errorf("the parts differ by %d and %d of 255 from the other world", l, r)
	}
}

func TestTheWipesWordsStandInTheirPart(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.Paused = true
	a.Advance(3 * time.Second)
	a.toggleAB()
	a.controls.set(0, "link.delay", "300ms")
	a.Advance(3 * time.Second)
	a.ToggleWipe()
	a.follow(t)
	words := 0
	for share := float32(0.1); share < 1; share += 0.05 {
		a.AB.Wipe.Share = share
		frameOf(t, a)
		for side, d := range [...]*picture.Deck{&a.AB.Deck, &a.Deck} {
			for i := range d.Panes {
				left, right := a.AB.Wipe.Sides(d.Panes[i].Rect)
				part := [...]panel.Rect{left, right}[side]
				l := &d.View(d.Panes[i].Machine).Labels
				for k, r := range l.Taken {
					if !l.Text[k] {
						continue
					}
					words++
					if !r.Within(part) {
						t.Errorf("at %.2f in pane %d words stand at %v, and of side %d is %v", share, i, r, side, part)
					}
				}
			}
		}
	}
	if words == 0 {
		t.Error("there are no words")
	}
}

func TestTheWipesLineIsDraggedWithinTheWorlds(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.Paused = true
	a.toggleAB()
	nextFrame(t, a)
	chip := a.AB.Wipe.Chip
	a.pointer = panel.Pointer{X: chip.X + 3, Y: chip.Y + 3, Pressed: true, Down: true}
	if a.AB.Wipe.Update(&a.pointer) {
		a.ToggleWipe()
	}
	if !a.AB.Wipe.On || a.pointer.Pressed {
		t.Fatal("the chip does nothing, or lets the press through")
	}
	nextFrame(t, a)
	r, w := a.Deck.Panes[0].Rect, &a.AB.Wipe
	for at, want := range map[float32]float32{r.X + r.W/4: 0.25, r.X - 500: 0, r.X + r.W + 500: 1} {
		nextFrame(t, a)
		line := w.Lines[0]
		a.pointer = panel.Pointer{X: line.X + line.W/2 + 3, Y: r.Y + 40, Pressed: true, Down: true}
		w.Update(&a.pointer)
		a.pointer = panel.Pointer{X: at, Y: r.Y + 90, Down: true}
		if w.Update(&a.pointer); w.Share != want {
			t.Errorf("dragged to %v the line is at %v, want %v", at, w.Share, want)
		}
		a.pointer = panel.Pointer{X: r.X + r.W/2}
		if w.Update(&a.pointer); w.Drag != panel.Nobody || w.Share != want {
			t.Error("the line is dragged without a button")
		}
	}
	nextFrame(t, a)
	a.pointer = panel.Pointer{X: w.Lines[0].X + w.Lines[0].W + 20, Y: r.Y + 40, Pressed: true, Down: true}
	if w.Update(&a.pointer); w.Drag != panel.Nobody || !a.pointer.Pressed {
		t.Error("the line is taken from afar")
	}
}
