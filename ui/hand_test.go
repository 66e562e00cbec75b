package ui

import (
	"slices"
	"testing"
	"time"

	"github.com/ebitenui/ebitenui/input"
	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/ui/config"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/widgets"
)

// fingers are those that a test has on the screen.
type fingers struct {
	t   *testing.T
	a   *App
	all []panel.Finger // in points

	whole bool // pictures are as large as the window, within which a list finds its place
}

// touched returns a window under fingers, and no mouse.
func touched(t *testing.T, a *App) *fingers {
	t.Helper()
	f := &fingers{t: t, a: a}
	a.shot.file = "" // else nothing is pointed at
	a.hand.Touches = func(dst []panel.Finger) []panel.Finger {
		for _, finger := range f.all {
			finger.X, finger.Y = finger.X*a.hand.Scale, finger.Y*a.hand.Scale
			dst = append(dst, finger)
		}
		return dst
	}
	t.Cleanup(func() { input.SetCursorUpdater(nil) })
	f.frames(3)
	return f
}

func (f *fingers) frames(n int) {
	for range n {
		if f.whole {
			frameOf(f.t, f.a)
		} else {
			nextFrame(f.t, f.a)
		}
	}
}

// put has a finger at a place, and the others where they are.
func (f *fingers) put(id ebiten.TouchID, x, y float32) {
	for i := range f.all {
		if f.all[i].ID == id {
			f.all[i].X, f.all[i].Y = x, y
			f.frames(1)
			return
		}
	}
	f.all = append(f.all, panel.Finger{ID: id, X: x, Y: y})
	f.frames(1)
}

func (f *fingers) lift() {
	f.all = nil
	f.frames(4)
}

func (f *fingers) tap(x, y float32) {
	f.put(1, x, y)
	f.frames(2)
	f.lift()
}

// drag goes from one place to another in steps.
func (f *fingers) drag(x0, y0, x1, y1 float32) {
	for i := range 11 {
		f.put(1, x0+(x1-x0)*float32(i)/10, y0+(y1-y0)*float32(i)/10)
	}
	f.lift()
}

func middle(a *App, w widgets.Child) (x, y float32) { return centre(a.root.At(w)) }

func TestAFingerOpensMenuAndSheetAndPlays(t *testing.T) {
	f := touched(t, fitted(t, "arenas/duel", portrait, config.Settings{View: config.WatchView}))
	a := f.a
	if f.tap(middle(a, a.top.low.play)); !a.Paused {
		t.Error("a tap on the button does not pause")
	}
	if f.tap(middle(a, a.phone.handle)); a.phone.opened() != picture.ControlsSheet {
		t.Error("a tap does not open the sheet")
	}
	if f.tap(middle(a, a.top.row)); !a.phone.menu.IsOpen() {
		t.Error("a tap does not open the menu")
	}
	if f.tap(200, 830); a.phone.menu.IsOpen() {
		t.Error("a tap beside the menu does not close it")
	}
}

func TestAFingerDragsASliderAndTheLineOfTime(t *testing.T) {
	f := touched(t, fitted(t, "arenas/duel", portrait, config.Settings{View: config.WatchView}))
	a := f.a
	a.Advance(5 * time.Second)
	a.Paused = true
	f.tap(middle(a, a.phone.handle))
	before := a.Value(1, "link.up.delay")
	track := trackOf(a, a.controls.homes["controls.latency"].child)
	y := track.Y + track.H/2
	f.drag(track.X+0.3*track.W, y, track.X+0.8*track.W, y+6)
	if now := a.Value(1, "link.up.delay"); now <= before {
		t.Errorf("the latency is %v, was %v; the track is %v", time.Duration(now), time.Duration(before), track)
	}
	slow := a.Value(1, "link.up.delay")
	f.put(1, track.X+0.6*track.W, y) // and quickly: it has come, is elsewhere, and is gone
	f.put(1, track.X+0.15*track.W, y)
	f.lift()
	if now := a.Value(1, "link.up.delay"); now >= slow/2 {
		t.Errorf("a quick finger left the latency at %v, where it was %v", time.Duration(now), time.Duration(slow))
	}
	l := a.Regions.Line
	f.drag(l.X+l.W-30, l.Y+l.H/2, l.X+l.W/3, l.Y+l.H/2)
	arriveAt(a)
	if now := a.Session.Now(); now > netsim.Time(4500*time.Millisecond) {
		t.Errorf("the line of time was dragged back, and it is %v", now)
	}
}

func TestALongPressExplainsAndDoesNotClick(t *testing.T) {
	f := touched(t, fitted(t, "arenas/duel", portrait, config.Settings{View: config.WatchView}))
	a := f.a
	x, y := middle(a, a.top.low.play)
	f.put(1, x, y)
	f.frames(60)
	if f.lift(); a.Paused {
		t.Error("a long press on the button pauses")
	}
	r := a.Regions.Top
	f.put(1, r.W/2, r.H/2)
	if f.frames(80); a.Tips.Text != a.TitleText() {
		t.Errorf("a finger rests on the title, and the tip is %q", a.Tips.Text)
	}
	if f.lift(); a.Tips.Text != "" {
		t.Errorf("the finger has gone, and the tip is %q", a.Tips.Text)
	}
}

func TestAFingerScrollsTheListOfLessonsAndPressesNoneOfThem(t *testing.T) {
	f := touched(t, fitted(t, "arenas/duel", portrait, config.Settings{View: config.WatchView}))
	a := f.a
	if f.tap(middle(a, a.phone.end)); !listed(a) {
		t.Fatal("a tap does not open the list")
	}
	was := a.root.Targets()
	f.drag(190, 650, 195, 250)
	now := a.root.Targets()
	if a.Taught.Lesson != nil || !listed(a) {
		t.Error("to scroll begins a lesson, or closes the list")
	}
	if len(now) == 0 || slices.Equal(now, was) {
		t.Errorf("the list has not moved: %v", now)
	}
}

func TestTheFinderScrollsUnderAFinger(t *testing.T) {
	f := touched(t, fitted(t, "arenas/duel", portrait, config.Settings{View: config.WatchView}))
	a := f.a
	a.finder.Toggle()
	f.frames(2)
	k := a.finder
	rows, _, _ := k.Rows()
	r := rows[len(rows)/2]
	f.drag(r.X+r.W/2, r.Y, r.X+r.W/2, r.Y-5*r.H)
	f.frames(200) // it glides on
	if rows, first, chosen := k.Rows(); !k.Open() || first < 3 || chosen < first || chosen >= first+len(rows) {
		t.Errorf("open %v, row %d is the first, %d is chosen", k.Open(), first, chosen)
	}
	f.drag(r.X+r.W/2, r.Y, r.X+r.W/2, r.Y+200*r.H)
	f.frames(200)
	if _, first, _ := k.Rows(); !k.Open() || first != 0 {
		t.Errorf("back at the top, open %v, row %d is the first", k.Open(), first)
	}
}

func TestWhatAFingerHasScrolledGlidesOnAndStopsUnderTheNext(t *testing.T) {
	f := touched(t, fitted(t, "arenas/duel", portrait, config.Settings{View: config.WatchView}))
	a := f.a
	f.tap(middle(a, a.phone.end))
	top := func() float32 { return a.root.Targets()[len(a.root.Targets())/2].Y }
	flick := func() {
		for i := range 6 {
			f.put(1, 190, 650-20*float32(i))
		}
		f.all = nil
		f.frames(1)
	}
	flick()
	was := top()
	f.frames(2)
	if now := top(); now == was {
		t.Error("the list stands as soon as the finger has gone")
	}
	f.put(1, 190, 500)
	was = top()
	f.frames(5)
	f.lift()
	f.frames(5)
	if now := top(); now != was {
		t.Errorf("under another finger it goes on, from %v to %v", was, now)
	}
	if a.Taught.Lesson != nil || !listed(a) {
		t.Error("the finger that stops it begins a lesson, or closes the list")
	}
	flick()
	f.frames(150)
	was = top()
	f.frames(5)
	if now := top(); now != was {
		t.Errorf("it goes on for ever, from %v to %v", was, now)
	}
}

func TestTwoFingersTakeTheCamera(t *testing.T) {
	f := touched(t, fitted(t, "arenas/duel", portrait, config.Settings{View: config.WatchView}))
	a := f.a
	p := a.Deck.Panes[0]
	x, y := p.X+p.W/2, p.Y+p.H/2
	f.all = []panel.Finger{{ID: 1, X: x - 30, Y: y}, {ID: 2, X: x + 30, Y: y}}
	f.frames(2)
	width := a.Deck.Camera.Sight(a.Deck.Views[0].Level).W
	for i := range 10 {
		d := float32(30 + 6*i)
		f.all[0].X, f.all[1].X = x-d, x+d
		f.frames(1)
	}
	f.lift()
	if now := a.Deck.Camera.Sight(a.Deck.Views[0].Level).W; !a.Deck.Camera.Hand || now >= width {
		t.Errorf("the camera shows %v m, was %v", now, width)
	}
	if a.Frame.Played != panel.Nobody {
		t.Error("to pinch takes the player")
	}
}

func TestSeveralFingersPlayAFigureAtOnce(t *testing.T) {
	for _, size := range phoneWindows {
		f := touched(t, fitted(t, "arenas/duel", size, config.Settings{View: config.WatchView}))
		a := f.a
		f.tap(a.Regions.Line.X+2, a.Regions.Line.Y+a.Regions.Line.H-2) // a finger is used
		a.Take(a.Deck.Chosen)
		f.frames(2)
		at := a.buttons.at
		for i, r := range at {
			if r.W < picture.Finger || !r.Within(a.Deck.Panes[0].Rect) {
				t.Fatalf("%v: button %d is %v", size, i, r)
			}
		}
		f.put(1, at[1].X+20, at[1].Y+20)
		f.put(2, at[2].X+20, at[2].Y+20)
		if f.frames(1); a.keys.held != game.Right|game.Jump {
			t.Errorf("%v: two fingers hold %v", size, a.keys.held)
		}
		f.put(1, at[0].X+20, at[0].Y+20) // it slides over to the left
		f.all = f.all[:1]
		if f.frames(2); a.keys.held != game.Left {
			t.Errorf("%v: one finger holds %v", size, a.keys.held)
		}
		if f.lift(); a.keys.held != 0 || a.Frame.Played == panel.Nobody {
			t.Errorf("%v: no finger holds %v, and %v is played", size, a.keys.held, a.Frame.Played)
		}
	}
}

func TestAFingerBesideASmallControlIsMeantForIt(t *testing.T) {
	f := touched(t, fitted(t, "arenas/duel", phoneWindows[0], config.Settings{View: config.WatchView}))
	a := f.a
	check(t, a.resize(1280, 800, 1)) // a tablet
	f.frames(3)
	r := a.root.At(a.top.low.play)
	if f.tap(r.X+r.W/2, r.Y+r.H+5); !a.Paused {
		t.Errorf("a finger 5 pixels under %v presses nothing", r)
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
