package ui

import (
	"testing"
	"time"

	"driftlab/netsim"
)

func near(a, b netsim.Time) bool { return a.Sub(b).Abs() <= time.Microsecond }

func TestATimeAxisFollowsNowAndShowsItsSpan(t *testing.T) {
	x := newTimeAxis(time.Second, 50*time.Millisecond, 20*time.Second, 0.25)
	x.place(rect{100, 50, 400, 100}, 10e9)
	if x.from != 9.25e9 || x.to != 10.25e9 || x.x(x.from) != 100 || x.x(10e9) != 400 {
		t.Errorf("it shows %d..%d, now at %v", x.from, x.to, x.x(10e9))
	}
	for _, px := range []float32{100, 123, 499} {
		if got := x.x(x.at(px)); got < px-0.01 || got > px+0.01 {
			t.Errorf("%v comes back as %v", px, got)
		}
	}
	x.place(rect{100, 50, 400, 100}, 0.1e9)
	if x.from != 0 {
		t.Errorf("at the start it begins at %d", x.from)
	}
}

func TestTheWheelKeepsTheInstantUnderThePointerOfAnAxisThatStands(t *testing.T) {
	x := newTimeAxis(4*time.Second, 50*time.Millisecond, 20*time.Second, 0)
	area := rect{0, 0, 800, 100}
	x.place(area, 60e9)
	drag(&x, 100, 300, 60e9)
	if !x.away || !near(x.to, 59e9) {
		t.Fatalf("a drag to the right by 200 of 800 pixels ends it at %d", x.to)
	}
	under := x.at(200)
	x.update(&pointer{x: 200, y: 10, wheel: 1}, 60e9)
	if !near(x.at(200), under) || x.span != 3200*time.Millisecond {
		t.Errorf("the pointer was at %d and is at %d, the span %v", under, x.at(200), x.span)
	}
	for range 40 {
		x.update(&pointer{x: 200, y: 10, wheel: 1}, 60e9)
	}
	if x.span != x.least {
		t.Errorf("the span goes to %v", x.span)
	}
	x.follow()
	x.place(area, 61e9)
	if x.to != 61e9 {
		t.Errorf("it does not follow again: %d", x.to)
	}
}

func drag(x *timeAxis, from, to float32, now netsim.Time) (clicked bool) {
	x.update(&pointer{x: from, y: 10, pressed: true, down: true}, now)
	x.update(&pointer{x: to, y: 10, down: true}, now)
	return x.update(&pointer{x: to, y: 10, released: true}, now)
}

func TestADragIsNoClickAndDraggingPastNowFollowsAgain(t *testing.T) {
	x := newTimeAxis(4*time.Second, 50*time.Millisecond, 20*time.Second, 0)
	x.place(rect{0, 0, 800, 100}, 60e9)
	if drag(&x, 100, 300, 60e9) {
		t.Error("a drag clicks")
	}
	if !drag(&x, 100, 102, 60e9) {
		t.Error("a click does not")
	}
	if drag(&x, 500, 100, 60e9); x.away {
		t.Error("it does not follow")
	}
	drag(&x, 100, 110, 60e9) // 50 ms
	x.place(x.area, 60.02e9)
	if !x.away {
		t.Error("it follows before now has come to its edge")
	}
	x.place(x.area, 59.9e9)
	x.place(x.area, 60.03e9)
	if x.away {
		t.Error("it stays where now has passed it")
	}
}

func TestTheCursorIsSetAndTakenAwayByTheSameClick(t *testing.T) {
	var k cursor
	k.toggle(5e9, time.Millisecond)
	if !k.on || k.at != 5e9 {
		t.Fatal(k)
	}
	k.toggle(6e9, time.Millisecond)
	if !k.on || k.at != 6e9 {
		t.Fatal(k)
	}
	if k.toggle(6e9+5e5, time.Millisecond); k.on {
		t.Fatal(k)
	}
}
