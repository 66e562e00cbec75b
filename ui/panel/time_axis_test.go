package panel

import (
	"testing"
	"time"

	"driftlab/netsim"
)

func near(a, b netsim.Time) bool { return a.Sub(b).Abs() <= time.Microsecond }

func TestATimeAxisFollowsNowAndShowsItsSpan(t *testing.T) {
	x := NewTimeAxis(time.Second, 50*time.Millisecond, 20*time.Second, 0.25)
	x.Place(NewRect(100, 50, 400, 100), 10e9)
	if x.From != 9.25e9 || x.To != 10.25e9 || x.X(x.From) != 100 || x.X(10e9) != 400 {
		t.Errorf("it shows %d..%d, now at %v", x.From, x.To, x.X(10e9))
	}
	for _, px := range []float32{100, 123, 499} {
		if got := x.X(x.At(px)); got < px-0.01 || got > px+0.01 {
			t.Errorf("%v comes back as %v", px, got)
		}
	}
	if x.Place(NewRect(100, 50, 400, 100), 0.1e9); x.From != 0 {
		t.Errorf("at the start it begins at %d", x.From)
	}
}

func TestTheWheelKeepsTheInstantUnderThePointerOfAnAxisThatStands(t *testing.T) {
	x := NewTimeAxis(4*time.Second, 50*time.Millisecond, 20*time.Second, 0)
	area := NewRect(0, 0, 800, 100)
	x.Place(area, 60e9)
	if drag(&x, 100, 300, 60e9); !x.Away || !near(x.To, 59e9) {
		t.Fatalf("a drag to the right by 200 of 800 pixels ends it at %d", x.To)
	}
	under := x.At(200)
	if x.Update(&Pointer{X: 200, Y: 10, Wheel: 1}, 60e9); !near(x.At(200), under) || x.Span != 3200*time.Millisecond {
		t.Errorf("the pointer was at %d and is at %d, the span %v", under, x.At(200), x.Span)
	}
	for range 40 {
		x.Update(&Pointer{X: 200, Y: 10, Wheel: 1}, 60e9)
	}
	if x.Span != x.Least {
		t.Errorf("the span goes to %v", x.Span)
	}
	x.Away = false
	if x.Place(area, 61e9); x.To != 61e9 {
		t.Errorf("it does not follow again: %d", x.To)
	}
}

func drag(x *TimeAxis, from, to float32, now netsim.Time) (clicked bool) {
	x.Update(&Pointer{X: from, Y: 10, Pressed: true, Down: true}, now)
	x.Update(&Pointer{X: to, Y: 10, Down: true}, now)
	return x.Update(&Pointer{X: to, Y: 10, Released: true}, now)
}

func TestADragIsNoClickAndDraggingPastNowFollowsAgain(t *testing.T) {
	x := NewTimeAxis(4*time.Second, 50*time.Millisecond, 20*time.Second, 0)
	if x.Place(NewRect(0, 0, 800, 100), 60e9); drag(&x, 100, 300, 60e9) {
		t.Error("a drag clicks")
	}
	if !drag(&x, 100, 102, 60e9) {
		t.Error("a click does not")
	}
	if drag(&x, 500, 100, 60e9); x.Away {
		t.Error("it does not follow")
	}
	drag(&x, 100, 110, 60e9) // 50 ms
	if x.Place(x.Area, 60.02e9); !x.Away {
		t.Error("it follows before now has come to its edge")
	}
	x.Place(x.Area, 59.9e9)
	if x.Place(x.Area, 60.03e9); x.Away {
		t.Error("it stays where now has passed it")
	}
}

func TestTheCursorIsSetAndTakenAwayByTheSameClick(t *testing.T) {
	var k Cursor
	if k.toggle(5e9, time.Millisecond); !k.On || k.At != 5e9 {
		t.Fatal(k)
	}
	if k.toggle(6e9, time.Millisecond); !k.On || k.At != 6e9 {
		t.Fatal(k)
	}
	if k.toggle(6e9+5e5, time.Millisecond); k.On {
		t.Fatal(k)
	}
}
