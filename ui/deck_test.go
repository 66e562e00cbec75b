package ui

import (
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/palette"
	"driftlab/scenario"
)

// crowd returns the window with so many clients.
func crowdedApp(t testing.TB, clients int) *App {
	t.Helper()
	a := newTestApp(t, "first", 1600, 900, 1)
	sc := *a.opt.Scenario
	sc.Resize(clients)
	a.opt.Scenario = &sc
	if err := a.begin(); err != nil {
		t.Fatal(err)
	}
	return a
}

// clickAt presses and releases the left button at a place of the panels.
func clickAt(a *App, x, y float32) {
	a.pointer = pointer{x: x, y: y, pressed: true, down: true}
	act(a)
	a.pointer = pointer{x: x, y: y, released: true}
	act(a)
	a.pointer = pointer{x: x, y: y}
}

// paneOf returns where a machine is shown.
func paneOf(t testing.TB, a *App, machine int) pane {
	t.Helper()
	a.arrange()
	for _, p := range a.deck.panes {
		if p.machine == machine {
			return p
		}
	}
	t.Fatalf("machine %d is not shown: %+v", machine, a.deck.panes)
	return pane{}
}

func TestAClickOnATitleChoosesTheClient(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	p := paneOf(t, a, 2)
	clickAt(a, p.x+40, p.y+10)
	if a.deck.chosen != 2 || a.frame.selected != 2 || a.frame.played != nobody {
		t.Errorf("chosen %d, selected %d, played %d", a.deck.chosen, a.frame.selected, a.frame.played)
	}
	if a.controls.target != 0 {
		t.Errorf("the controls were for all clients and are for %d", a.controls.target)
	}
	if a.layout.cards[1].h <= a.layout.cards[0].h {
		t.Errorf("the chosen client's card is not the largest: %v", a.layout.cards)
	}
	clickAt(a, p.x+40, p.y+10) // a double click
	if a.deck.focus != 2 {
		t.Errorf("focus is on %d after a double click", a.deck.focus)
	}
	p = paneOf(t, a, 1)
	if !p.thumb {
		t.Fatal("client 1 is no thumbnail")
	}
	if clickAt(a, p.x+p.w/2, p.y+p.h/2); a.deck.focus != 1 || a.deck.chosen != 1 || a.frame.played != nobody {
		t.Errorf("after a click on a thumbnail: focus %d, chosen %d, played %d", a.deck.focus, a.deck.chosen, a.frame.played)
	}
}

func TestAClickOnAPictureChoosesItAndAnotherTakesThePlayerAndGivesItBack(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	for _, machine := range []int{0, 3} {
		p := paneOf(t, a, machine)
		if clickAt(a, p.x+p.w/2, p.y+p.h/2); a.frame.played != nobody {
			t.Fatalf("the first click takes the player of machine %d", machine)
		}
		if machine > 0 && a.deck.chosen != machine {
			t.Fatalf("the first click chooses %d, not %d", a.deck.chosen, machine)
		}
		clickAt(a, p.x+p.w/2, p.y+p.h/2)
		if a.frame.played != machine {
			t.Fatalf("machine %d is not played, but %d", machine, a.frame.played)
		}
		clickAt(a, p.x+p.w/2, p.y+p.h/2)
		if a.frame.played != nobody {
			t.Fatalf("machine %d was not given back", machine)
		}
	}
	if log := a.session.Log().Text(); strings.Count(log, "player = ") != 4 {
		t.Errorf("the log has not all takes and releases:\n%s", log)
	}
}

func TestNumbersAreAboutWhomOnePlays(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.take(2)
	if a.deck.chosen != 2 || a.frame.played != 2 {
		t.Errorf("client %d is chosen while client %d is played", a.deck.chosen, a.frame.played)
	}
}

func TestACardIsClickedToChooseItsClient(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.arrange()
	r := a.layout.cards[2]
	if clickAt(a, r.x+5, r.y+5); a.deck.chosen != 3 {
		t.Errorf("client %d is chosen", a.deck.chosen)
	}
}

func TestClientsComeInPages(t *testing.T) {
	a := crowdedApp(t, 8)
	a.arrange()
	a.page(-1)
	if a.deck.first() != 1 {
		t.Error("there is a page before the first")
	}
	for _, first := range []int{4, 7, 7} {
		a.page(1)
		a.arrange()
		if a.deck.first() != first || a.deck.machines[0] != 0 || a.deck.machines[1] != first {
			t.Fatalf("machines are %v, want the host and those from %d on", a.deck.machines, first)
		}
	}
	if len(a.deck.machines) != 3 || a.frame.selected != 7 {
		t.Errorf("the last page has %v, selected is %d", a.deck.machines, a.frame.selected)
	}
	chip := a.deck.chips.rects[0]
	if clickAt(a, chip.x+3, chip.y+3); a.deck.first() != 1 {
		t.Errorf("a click on the first chip leads to %d", a.deck.first())
	}
	a.controls.target = 5
	a.arrange()
	if a.deck.first() != 4 || a.deck.chosen != 5 {
		t.Errorf("the controls are for client 5, the page begins with %d", a.deck.first())
	}
}

func TestEveryPageOfSixtyFourClientsIsDrawn(t *testing.T) {
	a := crowdedApp(t, 64)
	a.advance(3 * time.Second)
	for page := range 22 {
		nextFrame(t, a)
		if want := page*clientsOnPage + 1; a.deck.first() != want {
			t.Fatalf("page %d begins with client %d", page, a.deck.first())
		}
		a.page(1)
	}
	if a.calls > maxCalls {
		t.Errorf("%d draw calls", a.calls)
	}
}

func TestFocusEnlargesOneViewportAndBack(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(2 * time.Second)
	nextFrame(t, a)
	before := a.deck.view(2).scale
	a.deck.chosen = 2
	a.pointer = pointer{}
	a.toggleFocus()
	nextFrame(t, a)
	if a.deck.focus != 2 || a.deck.view(2).scale < 1.5*before {
		t.Errorf("focus %d at %v pixels a metre, %v before", a.deck.focus, a.deck.view(2).scale, before)
	}
	a.toggleFocus()
	nextFrame(t, a)
	if a.deck.focus != nobody || a.deck.view(2).scale != before {
		t.Errorf("focus %d at %v pixels a metre, want %v", a.deck.focus, a.deck.view(2).scale, before)
	}
}

func TestTheWheelEnlargesAboutThePointer(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(2 * time.Second)
	a.deck.focus = 1
	nextFrame(t, a)
	v := a.deck.view(1)
	under := game.Point{X: 9 * game.Metre, Y: 4 * game.Metre}
	x, y := v.at(under)
	a.pointer = pointer{x: x, y: y, wheel: 3}
	act(a)
	a.pointer.wheel = 0
	scale := v.scale
	a.Draw(newScreen(a))
	if v.scale < 1.5*scale {
		t.Fatalf("%v pixels a metre, %v before", v.scale, scale)
	}
	if nowX, nowY := v.at(under); max(nowX-x, x-nowX, nowY-y, y-nowY) > 1 {
		t.Errorf("what was under the pointer at %v, %v is at %v, %v now", x, y, nowX, nowY)
	}
	p := paneOf(t, a, 1)
	a.pointer = pointer{x: p.x + 100, y: p.y + 100, pressed: true, down: true}
	act(a)
	a.pointer = pointer{x: p.x + 160, y: p.y + 100, down: true}
	act(a)
	a.pointer = pointer{x: p.x + 160, y: p.y + 100, released: true}
	act(a)
	a.Draw(newScreen(a))
	if nowX, _ := v.at(under); max(nowX-x-60, x+60-nowX) > 1 {
		t.Errorf("dragged by 60 pixels, the picture moved by %v", nowX-x)
	}
	if a.frame.played != nobody {
		t.Error("a drag has taken the player")
	}
	a.pointer = pointer{x: x, y: y, wheel: -20}
	act(a)
	a.Draw(newScreen(a))
	if v.scale < scale*0.999 || v.scale > scale*1.001 {
		t.Errorf("the whole world is %v pixels a metre, %v before", v.scale, scale)
	}
}

func TestGhostsAndPacketsCanBePutAway(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(2500 * time.Millisecond)
	a.paused = true
	count := func(col palette.Color, r rect) int { return alike(frameOf(t, a), a.width, r, col) }
	p := paneOf(t, a, 1)
	picture := p.below(titleHeight)
	picture.h -= groundHeight
	with := count(palette.Dark().Error, picture)
	if with < 20 {
		t.Fatalf("only %d pixels of error brackets on a client that is 80 ms behind", with)
	}
	a.deck.ghosts = false
	if without := count(palette.Dark().Error, picture); without > with/4 {
		t.Errorf("%d pixels of error brackets without ghosts, %d with", without, with)
	}
	lane := rect{p.x + 20, p.y + p.h - groundHeight, p.w - 40, groundHeight}
	packets := bright(frameOf(t, a), a.width, lane)
	a.deck.packets = false
	if none := bright(frameOf(t, a), a.width, lane); packets < 30 || none > packets/2 {
		t.Errorf("%d bright pixels with packets, %d without", packets, none)
	}
}

func TestMessagesSayWhatKeepsAClientAway(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	state := func(machine int) string {
		nextFrame(t, a)
		what, do := a.deck.view(machine).state(english, &a.frame)
		if (what == "") != (do == "") {
			t.Errorf("%q says nothing of what to do", what)
		}
		return what
	}
	if got := state(1); !strings.Contains(got, "let in") {
		t.Errorf("at the start: %q", got)
	}
	a.advance(2 * time.Second)
	if got := state(1); got != "" {
		t.Errorf("in the game: %q", got)
	}
	a.do(scenario.Event{Leave: 2})
	a.controls.set(3, "link.loss", "100%")
	a.controls.set(1, "client.sleep", "asleep")
	a.advance(time.Second)
	for machine, want := range map[int]string{1: "asleep", 2: "has left", 3: "loses everything"} {
		if got := state(machine); !strings.Contains(got, want) {
			t.Errorf("client %d: %q, want %q", machine, got, want)
		}
	}
	a.do(scenario.Event{Leave: scenario.AllClients}) // the scenario lets all of them in again at 4 s
	a.advance(500 * time.Millisecond)
	if got := state(0); !strings.Contains(got, "No client") {
		t.Errorf("the host, alone: %q", got)
	}
	a.take(0)
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
	sc := *a.session.Scenario()
	sc.Clients, sc.Set, sc.Events = 7, nil, nil
	if err := a.load(&sc); err != nil {
		t.Fatal(err)
	}
	for _, page := range []struct{ by, want int }{{1, 4}, {1, 7}, {1, 7}, {-1, 4}, {-1, 1}} {
		a.page(page.by)
		if err := a.passTime(); err != nil { // what follows the keys in an update
			t.Fatal(err)
		}
		nextFrame(t, a)
		if a.deck.chosen != page.want || a.deck.machines[1] != page.want {
			t.Errorf("client %d is chosen, the page has %v, want %d", a.deck.chosen, a.deck.machines, page.want)
		}
	}
}
