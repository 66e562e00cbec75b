package ui

import (
	"image"
	"image/color"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"driftlab/config"
	"driftlab/game"
	"driftlab/scenario"
	"driftlab/ui/diagram"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/uitest"
)

// The window that is driven: as small as it can be with all of its columns, since a machine without a graphics card takes
// its time for each pixel.
const (
	drivenWidth  = picture.WideWindow
	drivenHeight = picture.MinimumHeight
)

// TestAPersonDrivesTheWindow drives the built program with a mouse and a keyboard as X has them, and sees by
// the session's log and by the screen what comes of it.
func TestAPersonDrivesTheWindow(t *testing.T) {
	d := newDriver(t, newTestApp(t, "first", drivenWidth, drivenHeight, 1))
	d.follow(func(*App) {})
	for _, part := range []struct {
		name string
		do   func(d *driver)
	}{
		{"sleeps", (*driver).sleep},
		{"slider", (*driver).moveASlider},
		{"typed", (*driver).typeValues},
		{"plays", (*driver).playAsAClient},
		{"tabs", (*driver).lookThroughTabs},
		{"time", (*driver).goThroughTime},
		{"ab", (*driver).compare},
		{"blind", (*driver).goBlind},
		{"help", (*driver).readHelp},
		{"lessons", (*driver).takeLessons},
		{"view", (*driver).changeTheView},
		{"full", (*driver).fillTheScreen},
		{"size", (*driver).resizeTheWindow},
		{"drawer", (*driver).pullTheDrawer},
		{"quits", (*driver).quit},
	} {
		start, drawn := time.Now(), d.display.drawn.Load()
		part.do(d)
		t.Logf("%s: %d frames in %v", part.name, d.display.drawn.Load()-drawn, time.Since(start).Round(100*time.Millisecond))
	}
}

// lastSet returns the value that a setting was given last in a log, "" for never.
func lastSet(sc *scenario.Scenario, name string) (value string) {
	for _, line := range strings.Split(sc.Text(), "\n") {
		if key, v, ok := strings.Cut(line, " = "); ok && strings.Trim(key, `"`) == name {
			value = strings.Trim(v, `"`)
		}
	}
	return value
}

// sleep has the program stand still for a while, as a laptop does that is closed: virtual time goes on where it was.
func (d *driver) sleep() {
	signal := func(name string) {
		if out, err := exec.Command("kill", name, strconv.Itoa(d.program.Process.Pid)).CombinedOutput(); err != nil {
			d.Fatalf("kill %s: %v, %s", name, err, out)
		}
	}
	start, before := time.Now(), d.saved().Duration
	signal("-STOP")
	stopped := time.Now()
	time.Sleep(2 * time.Second)
	asleep := time.Since(stopped)
	signal("-CONT")
	gone := d.saved().Duration - before
	// Ebitengine makes up for a twelfth of a second at most.
	if most := time.Since(start) - asleep + time.Second/10; gone <= 0 || gone > most {
		d.Errorf("with %v of sleep %v of virtual time go by, want at most %v", asleep, gone, most)
	}
}

// moveASlider drags the knob of the asymmetry to the right: up takes longer then.
func (d *driver) moveASlider() {
	r := toRect(d.model.controls.asymmetry.GetWidget().Rect)
	before := d.look()
	y := r.Y + r.H - 10
	d.drag(r.X+r.W/2, y, r.X+r.W*0.75, y)
	d.shows("the slider and its numbers have changed", before, r, 60)
	var up time.Duration
	d.logs("the delays are apart in the log", func(sc *scenario.Scenario) bool {
		up, _ = time.ParseDuration(lastSet(sc, "link.up.delay"))
		down, err := time.ParseDuration(lastSet(sc, "link.down.delay"))
		return err == nil && up > 100*time.Millisecond && down < 60*time.Millisecond && up+down == 160*time.Millisecond
	})
}

// typeValues types a value with its unit in place of the jitter's, and then one that is none.
func (d *driver) typeValues() {
	var sliders []panel.Rect
	for _, row := range d.model.controls.rows {
		if s, ok := row.(sliderRow); ok {
			sliders = append(sliders, toRect(s.GetWidget().Rect))
		}
	}
	jitter := sliders[2]
	bar := d.model.Regions.Bottom
	onText := func() { d.click(jitter.X+jitter.W-10, jitter.Y+9) }
	onText()
	d.key("ctrl+a")
	d.write("17.5ms")
	d.key("Return")
	d.frames(settled) // both keys in one update would be one to the window
	d.key("Escape")
	d.logs("the jitter that was typed is in the log", func(sc *scenario.Scenario) bool {
		return lastSet(sc, "link.up.jitter") == "17.5ms" && lastSet(sc, "link.down.jitter") == "17.5ms"
	})
	onText()
	d.key("ctrl+a")
	d.write("many")
	d.key("Return")
	d.until("the bottom bar says what is wrong", func() bool { return paint(d.see(), bar, uitest.BytesOf(d.model.Theme.ErrorText)) > 50 })
	d.key("Escape")                  // ends typing
	d.click(bar.X+60, bar.Y+bar.H/2) // gives the keys back too
	d.until("the line is put away", func() bool { return paint(d.see(), bar, uitest.BytesOf(d.model.Theme.ErrorText)) < 50 })
	if got := lastSet(d.saved(), "link.up.jitter"); got != "17.5ms" {
		d.Errorf("a value that is none makes the jitter %s", got)
	}
}

// playAsAClient takes over client 1's player by a click, walks to the right, and gives it back.
func (d *driver) playAsAClient() {
	p := d.model.Deck.Panes[1]
	before := d.look()
	d.click(p.X+p.W/2, p.Y+p.H/2)
	d.shows("the viewport says who plays", before, panel.NewRect(p.X, p.Y, p.W, 70), 150)
	d.key("d")
	d.key("v")
	d.key("Escape")
	d.logs("what the player did is in the log", func(sc *scenario.Scenario) bool {
		has := func(is func(p *scenario.Play) bool) bool {
			return slices.ContainsFunc(sc.Events, func(ev scenario.Event) bool { return ev.Play != nil && ev.Play.Player == 1 && is(ev.Play) })
		}
		return has(func(p *scenario.Play) bool { return p.Held == game.Right }) &&
			has(func(p *scenario.Play) bool { return p.Held == game.Fire }) &&
			has(func(p *scenario.Play) bool { return p.Release })
	})
}

// clockPlace is where the virtual time is written.
var clockPlace = panel.NewRect(drivenWidth-110, 0, 110, picture.BarHeight)

// lookThroughTabs opens one tab by its title and the next by its key, and the first one again.
func (d *driver) lookThroughTabs() {
	time, tabs := d.model.Regions.Time, &d.model.Tabs
	open := func(what string, i int, how func()) {
		before := d.look()
		how()
		d.shows(what, before, time, 5000)
		title := tabs.Titles[i]
		line := panel.NewRect(title.X, title.Y+title.H-6, title.W, 6)
		d.until(what+", and its title underlined", func() bool { return paint(d.see(), line, uitest.BytesOf(d.model.Theme.Accent)) > 20 })
	}
	open("the title Ticks opens that tab", 2, func() { d.clickIn(tabs.Titles[2]) })
	open("T opens the next tab", 3, func() { d.key("t") })
	open("the title Clock error opens that tab", diagram.FirstTab, func() { d.clickIn(tabs.Titles[diagram.FirstTab]) })
}

// goThroughTime pauses, goes back on the line of time by the mouse, and steps by keys.
func (d *driver) goThroughTime() {
	d.key("space")
	d.until("time stands still", func() bool { return !d.lively(clockPlace) })
	known := d.saved().Duration
	d.follow(func(a *App) {
		a.advance(known - time.Duration(a.Session.Now())) // and not a frame more: the line's length goes by it
		a.Paused = true
	})
	track := d.model.scrub.track
	before := d.look()
	x := track.X + track.W*0.2
	want := time.Duration(0.2 * float64(d.model.scrub.span))
	d.click(x, track.Y+track.H/2)
	d.shows("the clock shows another time", before, clockPlace, 20)
	knob := panel.NewRect(x-4, track.Y, 8, track.H)
	d.until("the knob is where the mouse was", func() bool { return paint(d.see(), knob, uitest.BytesOf(d.model.Theme.Accent)) > 10 })
	at := d.now()
	if off := at - want; off < -200*time.Millisecond || off > 200*time.Millisecond {
		d.Errorf("a click at %v on the line goes to %v", want, at)
	}
	tick := time.Second / 60
	for _, step := range []struct {
		key  string
		want time.Duration
	}{{"period", tick}, {"comma", -tick}} {
		before := d.look()
		d.key(step.key)
		d.shows("a step is seen on the clock", before, clockPlace, 4)
		now := d.now()
		if off := now - at - step.want; off < -tick/2 || off > tick/2 {
			d.Errorf("%s goes from %v to %v", step.key, at, now)
		}
		at = now
	}
	d.key("space")
	d.until("time goes on", func() bool { return d.lively(clockPlace) })
}

// compare stores A, changes B, and ends the comparison. Time stands still meanwhile: what the scenario sets at 4 s would
// make both alike again.
func (d *driver) compare() {
	d.key("space")
	d.until("time stands still", func() bool { return !d.lively(clockPlace) })
	worlds := d.model.Regions.Worlds
	middle := panel.NewRect(worlds.X+worlds.W/2-40, worlds.Y, 80, worlds.H)
	before := d.look()
	d.key("q")
	d.shows("there are two worlds", before, worlds, 20000)
	halves := d.look()
	d.key("x")
	d.shows("the difference is named", halves, panel.NewRect(worlds.X+worlds.W/2, worlds.Y, worlds.W/2, 30), 100)
	d.key("q")
	d.until("there is one world again", func() bool { return changed(before, d.see(), middle) < int(middle.W*middle.H/6) })
	d.key("space")
	d.until("time goes on", func() bool { return d.lively(clockPlace) })
}

// goBlind hides the truth and shows it again.
func (d *driver) goBlind() {
	race := d.model.Regions.Race
	bright := func() int { return paint(d.see(), race, uitest.BytesOf(d.model.Theme.Text)) }
	before := bright()
	d.key("b")
	d.until("the race is covered", func() bool { return bright() < before/3 })
	d.key("b")
	d.until("the race is shown again", func() bool { return bright() > before/2 })
}

// readHelp opens the help and closes it.
func (d *driver) readHelp() {
	all := panel.NewRect(0, 0, drivenWidth, drivenHeight)
	before := d.look()
	d.key("F1")
	d.shows("the help covers the window", before, all, 60000)
	d.key("Escape")
	d.until("the help is gone", func() bool { return changed(before, d.see(), all) < 60000 })
}

// takeLessons starts one by its key and one from the list, and ends it.
func (d *driver) takeLessons() {
	d.key("7")
	d.logs("lesson 7 runs", func(sc *scenario.Scenario) bool { return sc.Name == "lesson-stamps" })
	d.follow(func(a *App) { a.startLesson(7, 0) })
	before := d.look()
	d.press(d.model.Regions.Top, 0)
	d.follow((*App).toggleLessons)
	list := d.model.lessons.picker.area
	d.shows("the list of lessons is there", before, list, 50000)
	d.press(list, 6) // after where one stopped, two playlists, what closes the list, and two lessons
	d.logs("lesson 2 runs", func(sc *scenario.Scenario) bool { return strings.HasPrefix(sc.Name, "lesson-ask-once") })
	d.follow(func(a *App) { a.startLesson(2, 0) })
	d.press(d.model.Regions.Strip, -1)
	d.logs("the lesson is over", func(sc *scenario.Scenario) bool { return sc.Name == "first" })
	d.follow((*App).endLesson)
}

// changeTheView chooses theme and scale in their menu, with the keyboard alone but for the button.
func (d *driver) changeTheView() {
	d.key("space") // else what moves where the menu will be could be taken for the menu
	d.until("the time stands", func() bool { return !d.lively(clockPlace) })
	choose := func(tabs int, keys ...string) {
		before, menu := d.look(), panel.NewRect(720, picture.BarHeight, 280, 120)
		d.press(d.model.Regions.Top, -5) // before Help and the three views
		d.shows("the menu is open", before, menu, 2000)
		for range tabs {
			d.key("Tab")
		}
		for _, k := range keys {
			d.key(k)
		}
	}
	choose(2, "Down", "Return", "Escape")
	d.until("the light theme is kept", func() bool { return strings.Contains(d.settings(), `"light"`) })
	d.until("the ground is light", func() bool {
		return paint(d.see(), panel.NewRect(0, drivenHeight-picture.BarHeight, drivenWidth, picture.BarHeight), color.RGBA{255, 255, 255, 255}) > drivenWidth
	})
	before := d.look()
	choose(4, "Return")
	d.write("200")
	d.key("Return")
	d.until("the scale is kept", func() bool { return strings.Contains(d.settings(), "scale = 200") })
	d.shows("text and controls are larger", before, panel.NewRect(0, 0, drivenWidth, drivenHeight), 100000)
	d.key("Escape")
	d.key("Escape")
	d.key("ctrl+0")
	d.until("Ctrl+0 is the usual scale", func() bool { return !strings.Contains(d.settings(), "scale = 200") })
	d.key("space")
	d.follow(func(a *App) { a.prefer(func(s *config.Settings) { s.Theme = "light" }) })
}

// fillTheScreen has the window take all of the screen, and gives it back its size, which is the one that is kept.
func (d *driver) fillTheScreen() {
	for _, size := range []image.Point{{1920, 1080}, {drivenWidth, drivenHeight}} {
		d.key("F11")
		d.follow(func(a *App) {
			if err := a.resize(size.X, size.Y, 1); err != nil {
				d.Fatal(err)
			}
		})
		d.until("F11 gives every region its place", func() bool { return complete(d.see(), &d.model.Regions, d.model.Theme) })
	}
}

// resizeTheWindow makes the window as large as the screen, and smaller than the smallest layout: what a laptop's screen
// has at 150 %, on which the next acts are.
func (d *driver) resizeTheWindow() {
	for _, size := range []image.Point{{1920, 1080}, {picture.MinimumWidth, picture.MinimumHeight}, {picture.MinimumWidth, 640}} {
		d.xdotool("windowsize", d.window, whole32(float32(size.X)), whole32(float32(size.Y)))
		d.follow(func(a *App) {
			if err := a.resize(size.X, size.Y, picture.Fitted(size.X, size.Y)); err != nil {
				d.Fatal(err)
			}
		})
		d.until("every region has its place", func() bool { return complete(d.see(), &d.model.Regions, d.model.Theme) })
	}
}

// pullTheDrawer opens the controls where they are a drawer, and puts them away by a press beside them.
func (d *driver) pullTheDrawer() {
	l := &d.model.Regions
	before := d.look()
	d.press(l.Rail, 1)
	d.shows("the drawer is open", before, l.Controls, 20000)
	d.click(l.Controls.X+l.Controls.W+200, l.Time.Y+l.Time.H/2)
	d.until("the drawer is put away", func() bool { return changed(before, d.see(), l.Controls) < 20000 })
}

// quit closes the window as a window manager does.
func (d *driver) quit() {
	d.closes()
	if kept := d.settings(); !strings.Contains(kept, "width = 1280") {
		d.Errorf("the window's size is not kept: %s", kept)
	}
}

// closes has the window closed as its frame's button does, and waits for the program's end.
func (d *driver) closes() {
	if err := d.display.close(d.closing); err != nil {
		d.Fatal(err)
	}
	late := time.AfterFunc(time.Until(d.display.giveUp), func() { d.program.Process.Kill() })
	if err := d.program.Wait(); err != nil {
		d.Errorf("closing the window ends the program with %v", err)
	}
	late.Stop()
}
