package ui

import (
	"testing"

	"driftlab/ui/panel"
)

func TestThePenDrawsLinesThatFadeAndPressesNothing(t *testing.T) {
	a := newTestApp(t, "first", 1280, 720, 1)
	plain := frameOf(t, a)
	a.Paused = true
	draw := func() {
		t.Helper()
		d := &a.aids
		for i := range 20 {
			a.pointer = panel.Pointer{X: 500 + 10*float32(i), Y: 300, Pressed: i == 0, Down: true}
			d.update(a)
			if d.pen && a.pointer.Pressed {
				t.Fatal("a press goes through the pen")
			}
		}
	}
	if draw(); len(a.aids.strokes) != 0 {
		t.Error("it draws though nobody has taken the pen")
	}
	a.pointer.Pressed = false
	a.togglePen()
	draw()
	if n := len(a.aids.strokes); n != 20 {
		t.Fatalf("%d points", n)
	}
	whole := bright(frameOf(t, a), a.pixels.X, panel.NewRect(500, 296, 190, 8))
	if before := bright(plain, a.pixels.X, panel.NewRect(500, 296, 190, 8)); whole < before+300 {
		t.Errorf("%d bright pixels, %d before", whole, before)
	}
	a.pointer = panel.Pointer{}
	for range inkStays + inkFades {
		a.aids.update(a)
	}
	if len(a.aids.strokes) != 0 {
		t.Error("the lines stay")
	}
	if a.release(); a.aids.pen {
		t.Error("Escape leaves the pen")
	}
}

func TestTheSpotlightDarkensAllButWhereThePointerIsAndFadesWhereItRests(t *testing.T) {
	a := newTestApp(t, "first", 1280, 720, 1)
	a.Paused = true
	plain := frameOf(t, a)
	a.toggleSpotlight()
	lit := frameOf(t, a)
	d := &a.aids
	x, y := int(d.x), int(d.y)
	at := func(pix []byte, x, y int) (sum int) {
		for dy := -8; dy < 8; dy++ {
			for dx := -8; dx < 8; dx++ {
				i := 4 * ((y+dy)*a.pixels.X + x + dx)
				sum += int(pix[i]) + int(pix[i+1]) + int(pix[i+2])
			}
		}
		return sum
	}
	if in, was := at(lit, x, y), at(plain, x, y); in < was*9/10 {
		t.Errorf("in the light it is %d, and was %d", in, was)
	}
	for _, p := range [][2]int{{20, 20}, {1250, 700}, {x + 150, y}} {
		if out, was := at(lit, p[0], p[1]), at(plain, p[0], p[1]); out > was*6/10 {
			t.Errorf("at %v it is %d, and was %d", p, out, was)
		}
	}
	for range spotStays + spotFades {
		d.rested++
	}
	if d.light() != 0 {
		t.Error("it does not fade where the pointer rests")
	}
}
