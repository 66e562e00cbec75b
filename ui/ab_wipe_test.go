package ui

import (
	"testing"
	"time"
)

func TestTheWipeShowsAOnItsLeftAndBOnItsRight(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.paused = true
	a.advance(6 * time.Second)
	a.toggleWipe()
	if a.ab.wipe.on || a.notice == "" {
		t.Error("there is a wipe without a comparison")
	}
	whole := a.layout.worlds.w
	a.controls.set(0, "time.provider", "direct") // so that what drives is to be seen
	a.toggleAB()
	a.controls.set(0, "client.algorithm", "unreal")
	a.advance(6200 * time.Millisecond) // a projectile is under way
	a.toggleWipe()
	a.follow(t)
	r := a.layout.worlds
	if r.w != whole || a.ab.left.worlds != r {
		t.Fatalf("A has %v and B %v, want both a width of %v", a.ab.left.worlds, r, whole)
	}
	a.deck.ghosts, a.ab.deck.ghosts = false, false // words beside errors stand elsewhere in a part than in the whole
	shot := func(share float32) []byte {
		a.ab.wipe.share = share
		return frameOf(t, a)
	}
	middle, onlyA, onlyB := shot(0.5), shot(1), shot(0)
	pane := a.deck.panes[1].below(titleHeight) // a client's, under its title
	x := pane.x + pane.w/2
	left := rect{pane.x, pane.y, x - 40 - pane.x, pane.h}
	right := rect{x + 40, pane.y, pane.x + pane.w - x - 60, pane.h}
	// A letter that the line cuts may differ by a shade.
	off := func(one, other []byte, r rect) (worst int) {
		for y := int(r.y); y < int(r.y+r.h); y++ {
			for i := 4 * (y*a.width + int(r.x)); i < 4*(y*a.width+int(r.x+r.w)); i++ {
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
	a.paused = true
	a.advance(3 * time.Second)
	a.toggleAB()
	a.controls.set(0, "link.delay", "300ms")
	a.advance(3 * time.Second)
	a.toggleWipe()
	a.follow(t)
	words := 0
	for share := float32(0.1); share < 1; share += 0.05 {
		a.ab.wipe.share = share
		frameOf(t, a)
		for side, d := range [...]*deck{&a.ab.deck, &a.deck} {
			for i := range d.panes {
				left, right := a.ab.wipe.sides(d.panes[i].rect)
				part := [...]rect{left, right}[side]
				l := &d.view(d.panes[i].machine).labels
				for k, r := range l.taken {
					if !l.text[k] {
						continue
					}
					words++
					if !r.within(part) {
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
	a.paused = true
	a.toggleAB()
	nextFrame(t, a)
	chip := a.ab.wipe.chip
	a.pointer = pointer{x: chip.x + 3, y: chip.y + 3, pressed: true, down: true}
	if a.ab.wipe.update(&a.pointer) {
		a.toggleWipe()
	}
	if !a.ab.wipe.on || a.pointer.pressed {
		t.Fatal("the chip does nothing, or lets the press through")
	}
	nextFrame(t, a)
	r, w := a.deck.panes[2].rect, &a.ab.wipe
	for at, want := range map[float32]float32{r.x + r.w/4: 0.25, r.x - 500: 0, r.x + r.w + 500: 1} {
		nextFrame(t, a)
		line := w.lines[2]
		a.pointer = pointer{x: line.x + line.w/2 + 3, y: r.y + 40, pressed: true, down: true}
		w.update(&a.pointer)
		a.pointer = pointer{x: at, y: r.y + 90, down: true}
		w.update(&a.pointer)
		if w.share != want {
			t.Errorf("dragged to %v the line is at %v, want %v", at, w.share, want)
		}
		a.pointer = pointer{x: r.x + r.w/2}
		w.update(&a.pointer)
		if w.drag != nobody || w.share != want {
			t.Error("the line is dragged without a button")
		}
	}
	nextFrame(t, a)
	a.pointer = pointer{x: w.lines[2].x + w.lines[2].w + 20, y: r.y + 40, pressed: true, down: true}
	if w.update(&a.pointer); w.drag != nobody || !a.pointer.pressed {
		t.Error("the line is taken from afar")
	}
}
