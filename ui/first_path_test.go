package ui

import (
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"driftlab/config"
	"driftlab/game"
	"driftlab/scenario"
	"driftlab/ui/panel"
)

// TestANewcomerFindsTheWay goes the way of somebody who has the program for the first time: watch, play, pull a lane,
// catch a datagram, undo, compare, film with sound, close. There is a window manager where the machine has one.
func TestANewcomerFindsTheWay(t *testing.T) {
	a := newTestApp(t, "first", drivenWidth, drivenHeight, 1)
	a.showView(config.WatchView)
	if err := a.opt.Config.Change(func(s *config.Settings) { s.Film = "1280x720 24 gif sound" }); err != nil {
		t.Fatal(err)
	}
	d := newDriver(t, a)
	if manager, err := exec.LookPath("openbox"); err == nil {
		d.beside(manager)
	}
	d.key("F2")
	d.follow(func(*App) {})
	for _, part := range []struct {
		name string
		do   func(d *driver)
	}{
		{"watches", (*driver).watchWhatMoves},
		{"plays", (*driver).playInWatch},
		{"pulls a lane", (*driver).pullALane},
		{"catches a datagram", (*driver).catchADatagram},
		{"undoes", (*driver).undoWhatWasDone},
		{"compares", (*driver).compareInWatch},
		{"films", (*driver).filmWithSound},
		{"closes the window", (*driver).closesWhenFilmed},
	} {
		start := time.Now()
		part.do(d)
		t.Logf("%s: %v", part.name, time.Since(start).Round(100*time.Millisecond))
	}
}

// beside starts a program that runs on the same display until the test is over.
func (d *driver) beside(program string) {
	c := exec.Command(program)
	c.Env = d.env
	if err := c.Start(); err != nil {
		d.Fatal(err)
	}
	d.Cleanup(func() { end(c) })
}

// watchWhatMoves sees that the world in the middle lives.
func (d *driver) watchWhatMoves() {
	world := d.large()
	d.until("the world moves", func() bool { return d.lively(world) })
}

// large is where the world is that is no thumbnail.
func (d *driver) large() panel.Rect {
	for _, p := range d.model.Deck.Panes {
		if !p.Thumb {
			return p.Rect
		}
	}
	d.Fatal("there are thumbnails only")
	return panel.Rect{}
}

// playInWatch takes over client 1's player, walks, jumps, fires, and gives it back.
func (d *driver) playInWatch() {
	p := d.large()
	d.click(p.X+p.W/2, p.Y+p.H/2)
	d.logs("client 1's player is taken", func(sc *scenario.Scenario) bool { return has(sc, func(p *scenario.Play) bool { return !p.Release }) })
	for _, k := range []string{"Right", "Up", "v", "a"} {
		d.key(k)
	}
	d.key("Escape")
	d.logs("what the player did is in the log", func(sc *scenario.Scenario) bool {
		return has(sc, func(p *scenario.Play) bool { return p.Held&game.Right != 0 }) &&
			has(sc, func(p *scenario.Play) bool { return p.Held&game.Fire != 0 }) && has(sc, func(p *scenario.Play) bool { return p.Release })
	})
}

// has says whether client 1's player was played so.
func has(sc *scenario.Scenario, is func(p *scenario.Play) bool) bool {
	return slices.ContainsFunc(sc.Events, func(ev scenario.Event) bool { return ev.Play != nil && ev.Play.Player == 1 && is(ev.Play) })
}

// pullALane has the way up be longer, by its lane between two worlds.
func (d *driver) pullALane() {
	const tilted = 6 * time.Second // the link is 120/40 ms by then
	d.logs("the link is another one", func(sc *scenario.Scenario) bool { return sc.Duration > tilted })
	d.key("f")
	d.follow(func(a *App) {
		a.advance(tilted)
		a.nextLayout()
	})
	up := d.model.Lanes.Ways[scenario.Up].Label
	x, y := up.X+up.W/2, up.Y+up.H/2
	before := lastSet(d.saved(), "link.up.delay")
	d.drag(x, y, x, y-60)
	d.logs("the way up is another one", func(sc *scenario.Scenario) bool { return lastSet(sc, "link.up.delay") != before })
}

// catchADatagram catches one by the keyboard, and loses it.
func (d *driver) catchADatagram() {
	d.key("space")
	d.key("i")
	d.key("Delete")
	d.logs("it is lost", func(sc *scenario.Scenario) bool { return slices.ContainsFunc(sc.Events, losesOne) })
}

func losesOne(ev scenario.Event) bool { return ev.Lose != nil }

// undoWhatWasDone takes the loss back.
func (d *driver) undoWhatWasDone() {
	d.key("ctrl+z")
	d.logs("the loss is undone", func(sc *scenario.Scenario) bool { return !slices.ContainsFunc(sc.Events, losesOne) })
	d.key("space")
}

// compareInWatch goes on beside what was, with another latency, and keeps it.
func (d *driver) compareInWatch() {
	before := d.look()
	d.key("q")
	d.shows("two worlds stand beside each other", before, panel.NewRect(0, 60, drivenWidth, drivenHeight-200), 20000)
	d.key("x")
	d.key("q")
	d.frames(settled)
}

// filmWithSound records half a second and waits for the film.
func (d *driver) filmWithSound() {
	d.key("r")
	d.frames(10)
	d.key("r")
	folder := filepath.Dir(d.log)
	d.until("the film and its sound are there", func() bool {
		films, _ := filepath.Glob(filepath.Join(folder, "*.gif"))
		sounds, _ := filepath.Glob(filepath.Join(folder, "*.wav"))
		return len(films) > 0 && len(sounds) > 0
	})
}

// closesWhenFilmed closes the window once the film has gone from the list of those that are made: before that the window asks.
func (d *driver) closesWhenFilmed() {
	d.frames(120)
	d.closes()
}
