package ui

import (
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/internal/palette"
	"driftlab/internal/testkit"
	"driftlab/netsim"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/stage"
)

// crowd returns the window with many clients.
func crowdedApp(t testing.TB, clients int) *App {
	t.Helper()
	a := newTestApp(t, "first", 1600, 900, 1)
	sc := *a.opt.Scenario
	sc.Resize(clients)
	a.opt.Scenario = &sc
	check(t, a.begin())
	return a
}

// clickAt presses and releases the left button at a place of the panels.
func clickAt(a *App, x, y float32) {
	a.pointer = panel.Pointer{X: x, Y: y, Pressed: true, Down: true}
	act(a)
	a.pointer = panel.Pointer{X: x, Y: y, Released: true}
	act(a)
	a.pointer = panel.Pointer{X: x, Y: y}
}

// paneOf returns where a machine is shown.
func paneOf(t testing.TB, a *App, machine int) picture.Pane {
	t.Helper()
	a.arrange()
	for _, p := range a.Deck.Panes {
		if p.Machine == machine {
			return p
		}
	}
	t.Fatalf("machine %d is not shown: %+v", machine, a.Deck.Panes)
	return picture.Pane{}
}

func TestAClickOnATitleChoosesTheClient(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	p := paneOf(t, a, 2)
	if clickAt(a, p.X+40, p.Y+10); a.Deck.Chosen != 2 || a.Frame.Selected != 2 || a.Frame.Played != panel.Nobody {
		t.Errorf("chosen %d, selected %d, played %d", a.Deck.Chosen, a.Frame.Selected, a.Frame.Played)
	}
	if a.controls.target != 0 {
		t.Errorf("the controls were for all clients and are for %d", a.controls.target)
	}
	clickAt(a, p.X+40, p.Y+10) // a double click, though another world is there by now
	if a.Deck.Focus != 2 || a.Deck.Chosen != 2 {
		t.Errorf("focus is on %d after a double click, and client %d is chosen", a.Deck.Focus, a.Deck.Chosen)
	}
	if p = paneOf(t, a, 2); len(a.Deck.Panes) != 1 || p.H < 300 {
		t.Errorf("it has %v beside %d others", p.Rect, len(a.Deck.Panes)-1)
	}
	for range 2 {
		clickAt(a, p.X+40, p.Y+10)
	}
	if a.Deck.Focus != panel.Nobody {
		t.Errorf("focus is on %d after another", a.Deck.Focus)
	}
}

func TestAClickOnAPictureChoosesItAndAnotherTakesThePlayerAndGivesItBack(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	for _, machine := range []int{0, 3} {
		p := paneOf(t, a, machine)
		if clickAt(a, p.X+p.W/2, p.Y+p.H/2); a.Frame.Played != panel.Nobody {
			t.Fatalf("the first click takes the player of machine %d", machine)
		}
		if machine > 0 && a.Deck.Chosen != machine {
			t.Fatalf("the first click chooses %d, not %d", a.Deck.Chosen, machine)
		}
		p = paneOf(t, a, machine) // a small world that is chosen becomes large
		if clickAt(a, p.X+p.W/2, p.Y+p.H/2); a.Frame.Played != machine {
			t.Fatalf("machine %d is not played, but %d", machine, a.Frame.Played)
		}
		if clickAt(a, p.X+p.W/2, p.Y+p.H/2); a.Frame.Played != panel.Nobody {
			t.Fatalf("machine %d was not given back", machine)
		}
	}
	if log := a.Session.Log().Text(); strings.Count(log, "player = ") != 4 {
		t.Errorf("the log has not all takes and releases:\n%s", log)
	}
}

func TestNumbersAreAboutWhomOnePlays(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	if a.Take(2); a.Deck.Chosen != 2 || a.Frame.Played != 2 {
		t.Errorf("client %d is chosen while client %d is played", a.Deck.Chosen, a.Frame.Played)
	}
}

func TestClientsComeInPages(t *testing.T) {
	a := crowdedApp(t, 8)
	a.arrange()
	if a.page(-1); a.Deck.First() != 1 {
		t.Error("there is a page before the first")
	}
	for _, first := range []int{4, 7, 7} {
		a.page(1)
		if a.arrange(); a.Deck.First() != first || a.Deck.Machines[0] != 0 || a.Deck.Machines[1] != first {
			t.Fatalf("machines are %v, want the host and those from %d on", a.Deck.Machines, first)
		}
	}
	if len(a.Deck.Machines) != 3 || a.Frame.Selected != 7 {
		t.Errorf("the last page has %v, selected is %d", a.Deck.Machines, a.Frame.Selected)
	}
	a.controls.target = 5
	if a.arrange(); a.Deck.First() != 4 || a.Deck.Chosen != 5 {
		t.Errorf("the controls are for client 5, the page begins with %d", a.Deck.First())
	}
}

func TestEveryPageOfSixtyFourClientsIsDrawn(t *testing.T) {
	a := crowdedApp(t, 64)
	a.Advance(3 * time.Second)
	for page := range 22 {
		nextFrame(t, a)
		if want := page*picture.ClientsOnPage + 1; a.Deck.First() != want {
			t.Fatalf("page %d begins with client %d", page, a.Deck.First())
		}
		a.page(1)
	}
	if a.Calls > maxCalls {
		t.Errorf("%d draw calls", a.Calls)
	}
}

func TestFocusEnlargesOneViewportAndBack(t *testing.T) {
	a := firstAt(t, 2*time.Second, 1)
	a.Deck.Chosen = 2
	nextFrame(t, a)
	before := a.Deck.View(2).Metre
	a.pointer = panel.Pointer{}
	a.toggleFocus()
	if nextFrame(t, a); a.Deck.Focus != 2 || a.Deck.View(2).Metre < 1.5*before {
		t.Errorf("focus %d at %v pixels a metre, %v before", a.Deck.Focus, a.Deck.View(2).Metre, before)
	}
	a.toggleFocus()
	if nextFrame(t, a); a.Deck.Focus != panel.Nobody || a.Deck.View(2).Metre != before {
		t.Errorf("focus %d at %v pixels a metre, want %v", a.Deck.Focus, a.Deck.View(2).Metre, before)
	}
}

func TestTheWheelEnlargesAboutThePointer(t *testing.T) {
	a := firstAt(t, 2*time.Second, 0)
	a.Deck.Focus = 1
	nextFrame(t, a)
	v := a.Deck.View(1)
	under := game.Point{X: 9 * game.Metre, Y: 4 * game.Metre}
	x, y := v.At(under)
	a.pointer = panel.Pointer{X: x, Y: y, Wheel: 3}
	act(a)
	a.pointer.Wheel = 0
	scale := v.Metre
	if a.Draw(newScreen(a)); v.Metre < 1.5*scale {
		t.Fatalf("%v pixels a metre, %v before", v.Metre, scale)
	}
	if nowX, nowY := v.At(under); max(nowX-x, x-nowX, nowY-y, y-nowY) > 1 {
		t.Errorf("what was under the pointer at %v, %v is at %v, %v now", x, y, nowX, nowY)
	}
	p := paneOf(t, a, 1)
	a.pointer = panel.Pointer{X: p.X + 100, Y: p.Y + 100, Pressed: true, Down: true}
	act(a)
	a.pointer = panel.Pointer{X: p.X + 160, Y: p.Y + 100, Down: true}
	act(a)
	a.pointer = panel.Pointer{X: p.X + 160, Y: p.Y + 100, Released: true}
	act(a)
	a.Draw(newScreen(a))
	if nowX, _ := v.At(under); max(nowX-x-60, x+60-nowX) > 1 {
		t.Errorf("dragged by 60 pixels, the picture moved by %v", nowX-x)
	}
	if a.Frame.Played != panel.Nobody {
		t.Error("a drag has taken the player")
	}
	a.pointer = panel.Pointer{X: x, Y: y, Wheel: -20}
	act(a)
	if a.Draw(newScreen(a)); v.Metre < scale*0.999 || v.Metre > scale*1.001 {
		t.Errorf("the whole world is %v pixels a metre, %v before", v.Metre, scale)
	}
}

func TestGhostsAndPacketsCanBePutAway(t *testing.T) {
	a := firstAt(t, 2500*time.Millisecond, 0)
	a.Paused = true
	count := func(col palette.Color, r panel.Rect) int { return alike(frameOf(t, a), a.pixels.X, r, col) }
	p := paneOf(t, a, 1)
	picture := p.Below(stage.TitleHeight)
	picture.H -= stage.GroundHeight
	with := count(palette.Dark().Error, picture)
	if with < 20 {
		t.Fatalf("only %d pixels of error brackets on a client that is 80 ms behind", with)
	}
	a.Deck.Ghosts = false
	if without := count(palette.Dark().Error, picture); without > with/4 {
		t.Errorf("%d pixels of error brackets without ghosts, %d with", without, with)
	}
	lane := panel.NewRect(p.X+20, p.Y+p.H-stage.GroundHeight+2, p.W-40, stage.GroundHeight-4) // within the ground's edge and the pane's
	packets := bright(frameOf(t, a), a.pixels.X, lane)
	a.Deck.Packets = false
	if none := bright(frameOf(t, a), a.pixels.X, lane); packets < 30 || none > packets/2 {
		t.Errorf("%d bright pixels with packets, %d without", packets, none)
	}
}

func TestMessagesSayWhatKeepsAClientAway(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	state := func(machine int) string {
		nextFrame(t, a)
		what, do := a.Deck.View(machine).State(english, &a.Frame)
		if (what == "") != (do == "") {
			t.Errorf("%q says nothing of what to do", what)
		}
		return what
	}
	if got := state(1); !strings.Contains(got, "Asking the host") {
		t.Errorf("at the start: %q", got)
	}
	a.Advance(2 * time.Second)
	if got := state(1); got != "" {
		t.Errorf("in the game: %q", got)
	}
	a.Do(scenario.Event{Leave: 2})
	a.controls.set(3, "link.loss", "100%")
	a.controls.set(1, "client.sleep", "asleep")
	a.Advance(time.Second)
	for machine, want := range map[int]string{1: "asleep", 2: "has left", 3: "loses everything"} {
		if got := state(machine); !strings.Contains(got, want) {
			t.Errorf("client %d: %q, want %q", machine, got, want)
		}
	}
	a.Do(scenario.Event{Leave: scenario.AllClients}) // the scenario lets all of them in again at 4 s
	a.Advance(500 * time.Millisecond)
	if got := state(0); !strings.Contains(got, "no client") {
		t.Errorf("the host, alone: %q", got)
	}
	a.Take(0)
	if got := state(0); !strings.Contains(got, "You play") {
		t.Errorf("the host, played: %q", got)
	}
}

// act is what an update does with the pointer.
func act(a *App) {
	a.clickWorlds()
	a.arrange()
}

func TestAKeyMayTurnThePage(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	sc := *a.Session.Scenario()
	sc.Clients, sc.Set, sc.Events = 7, nil, nil
	check(t, a.Open(&sc, 0))
	for _, page := range []struct{ by, want int }{{1, 4}, {1, 7}, {1, 7}, {-1, 4}, {-1, 1}} {
		a.page(page.by)
		check(t, a.passTime()) // what follows the keys in an update
		if nextFrame(t, a); a.Deck.Chosen != page.want || a.Deck.Machines[1] != page.want {
			t.Errorf("client %d is chosen, the page has %v, want %d", a.Deck.Chosen, a.Deck.Machines, page.want)
		}
	}
}

func newScreen(a *App) *ebiten.Image { return ebiten.NewImage(a.pixels.X, a.pixels.Y) }

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
			after(t, a, 200*time.Millisecond, 1)
			for i := range a.Deck.Views {
				l := &a.Deck.Views[i].Labels
				placed += l.Placed
				checkLabels(t, l)
			}
		}
	}
	if placed < 100 { // one in each world
		t.Errorf("only %d labels in 120 frames", placed)
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

func TestDrawingThePanelsMakesNoGarbage(t *testing.T) {
	a := firstAt(t, 8*time.Second, 1)
	a.Canvas.Reset()
	allocations := testkit.AllocsPerRun(20, func() {
		a.Canvas.Reset()
		a.Deck.Draw(&a.View, a.Canvas)
		a.DrawClients(a.Canvas)
	})
	if allocations > 0 {
		t.Errorf("viewports and clients allocate %v times a frame", allocations)
	}
}

func TestTheInstantThatThePointerIsOnIsMarkedOnTheTrails(t *testing.T) {
	a := newTestApp(t, "lesson-09", 1280, 720, 1) // where figures are small enough to have trails
	nextFrames(t, a, 120)
	marked := 0
	for range 8 { // who stands still hides the mark
		nextFrames(t, a, 30)
		look := func(at time.Duration) int {
			a.Hover.Next = panel.Pointed{At: a.Session.Now().Add(-at), Timed: true}
			return bright(pixelsOf(a), a.pixels.X, a.Deck.Panes[1].Rect)
		}
		if look(400*time.Millisecond) > look(20*time.Second) {
			marked++
		}
	}
	if marked == 0 {
		t.Error("nothing is marked on the trails")
	}
}

func TestWhatThePointerIsOnIsPointedOutInTheNextFrameEverywhere(t *testing.T) {
	a := withLanes(t, "link.delay", "100ms")
	dot := a.dotOn(t, scenario.Down)
	look := func(x, y float32) {
		a.Tips.At(x, y)
		a.Hover.Turn()
		a.Canvas.Reset()
		a.fill()
	}
	look(dot.X, dot.Y)
	if look(dot.X, dot.Y); a.Hover.Packet != dot.Id {
		t.Errorf("the pointer is on %d, want %d", a.Hover.Packet, dot.Id)
	}
	x := a.scrub.x(netsim.Time(time.Second))
	look(x, a.scrub.track.Y)
	look(x, a.scrub.track.Y)
	if at := a.Hover.At; !a.Hover.Timed || at.Sub(netsim.Time(time.Second)).Abs() > 20*time.Millisecond || a.Hover.Packet != 0 {
		t.Errorf("%+v", a.Hover.Pointed)
	}
	pane := a.Deck.Panes[1]
	look(pane.X+20, pane.Y+5)
	if look(picture.FarAway, picture.FarAway); a.Hover.Client != pane.Machine {
		t.Errorf("%+v", a.Hover.Pointed)
	}
	if look(picture.FarAway, picture.FarAway); a.Hover.Pointed != (panel.Pointed{}) {
		t.Errorf("%+v", a.Hover.Pointed)
	}
}
