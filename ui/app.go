package ui

import (
	"cmp"
	"errors"
	"image"
	"time"

	"github.com/ebitenui/ebitenui"
	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/config"
	"driftlab/internal/files"
	"driftlab/lesson"
	"driftlab/scenario"
	"driftlab/ui/draw"
	"driftlab/ui/widgets"
)

// App is the window. It implements ebiten.Game.
type App struct {
	picture
	opt     config.Window
	travel  travel
	scrub   scrubber
	left    int64            // what is still to be advanced, in ns/[ebiten.DefaultTPS]
	message string           // what went wrong last
	saved   map[int]savedLog // of the session, by branch
	notice  string           // what was done last
	noticed noticed
	clock   func() time.Time // real time, for how long an update may take
	lag     lag
	later   chan func() // what work beside the window's hands in, for the next update

	system   image.Point // the window's size in pixels as the system counts them
	screen   float64     // device pixels a pixel of the design where text has its usual size
	stale    bool        // fonts and widgets have to be built anew
	ui       *ebitenui.UI
	root     *widgets.Root
	controls *controls
	top      topBar
	pointer  pointer
	help     help
	finder   finder
	large    large
	changed  changedSettings
	past     past
	other    otherWay
	holding  bool // a datagram is held, and time stands still; ran is whether it went before
	ran      bool
	keys     keyboard
	pads     gamepads
	shot     screenshot
	share    share
	link     pageLink
	talk     pageTalk
	lessons  lessons
	player   player
	course   course
	watched  watchedFile
	aids     aids
	blind    blind
	rec      recording
	hearing  hearing
}

// NewApp builds the window's content. The window itself comes with Run.
func NewApp(opt config.Window) (*App, error) {
	a := &App{picture: newPicture(), opt: opt, clock: time.Now, share: newShare(), later: make(chan func(), 16), player: newPlayer(), hearing: hearing{open: openSpeaker}}
	a.ask = a
	a.shot = screenshot{file: opt.Screenshot}
	if a.opt.Files == nil {
		a.opt.Files = files.Disk{}
	}
	a.shot.fs, a.shot.inputs = a.opt.Files, opt.Scenario.Files()
	if opt.Beside != nil {
		a.shot.inputs = append(a.shot.inputs, opt.Beside.Files()...)
	}
	if a.opt.Config == nil {
		a.opt.Config = config.Open(a.opt.Files, "")
	}
	a.rec.start = a.starter()
	a.rec.look = readFilmLook(a.opt.Config.Settings().Film)
	if err := a.usePreferences(); err != nil {
		return nil, err
	}
	if err := a.openOwn(); err != nil {
		return nil, err
	}
	if err := a.begin(); err != nil {
		return nil, err
	}
	a.paused, a.player.auto, a.bare = opt.Paused, opt.Bare, opt.Bare
	a.say(cmp.Or(a.opt.Config.Err(), opt.Notice))
	if a.message == "" && (opt.Scenario.Earlier || opt.Beside != nil && opt.Beside.Earlier) {
		a.tell(a.words.T("share.earlier"))
	}
	if a.opt.Playlist != "" {
		if p, err := lesson.TheCourse().Playlist(a.opt.Playlist); err == nil { // the flags were looked at
			a.startPlaylist(p)
		}
	}
	if a.opt.Begin > 0 && a.opt.Screenshot == "" {
		a.seek(a.opt.Begin)
	}
	if a.opt.Beside != nil {
		return a, a.compareWith(a.opt.Beside, a.opt.BesideKnown)
	}
	return a, nil
}

// restart begins anew; if that fails the running session goes on.
func (a *App) restart() { a.say(a.begin()) }

// say shows an error in the bottom bar until the next thing a person does works.
func (a *App) say(err error) {
	a.message, a.notice = "", ""
	if err != nil {
		a.message = inWords(a.words, err)
	}
}

// fail is say where an error is all there is to say.
func (a *App) fail(err error) {
	if err != nil {
		a.say(err)
	}
}

// done is say of what a person does to the session, which may have something of its own to tell.
func (a *App) done(err error) error {
	if err == nil {
		a.say(nil)
	}
	return err
}

// refuse shows why something that a person wants cannot be done.
func (a *App) refuse(why string) { a.say(errors.New(why)) }

// take gives a machine's player to the person at the keyboard, or nobody's.
func (a *App) take(machine int) { a.whenThere(func() error { return a.done(a.takeNow(machine)) }) }

func (a *App) takeNow(machine int) (err error) {
	if old := a.frame.played; old != nobody {
		err = a.apply(scenario.Event{Play: &scenario.Play{Player: old, Release: true}})
	}
	a.frame.played = machine
	a.keys.held = 0
	if machine != nobody {
		if machine > 0 {
			a.choose(machine) // numbers and plots are about whom one plays
		}
		err = a.apply(scenario.Event{Play: &scenario.Play{Player: machine}})
	}
	return err
}

// Update implements ebiten.Game. It is called 60 times a second.
func (a *App) Update() error {
	if a.shot.done {
		return a.shot.finish()
	}
	if a.opt.Stop != nil && a.opt.Stop.Err() != nil {
		return a.stopped()
	}
	if err := a.closing(ebiten.IsWindowBeingClosed()); err != nil || a.ui == nil { // before the first Layout no size is known
		return err
	}
	if a.stale {
		if err := a.resize(a.width, a.height, a.screen); err != nil {
			return err
		}
	}
	a.past.feel()
	a.takeIn()
	a.takeDropped()
	a.expire()
	a.rec.update(a)
	if a.finder.update(a) || a.help.update(a) {
		a.pointer = pointer{}
		return a.passTime()
	}
	covered, unfolded, drawer := a.root.Covered(), a.root.Unfolded(), a.controls.drawer.shown
	a.ui.Update()
	a.pointer.read(a.root.Hovered())
	if a.shot.file != "" { // where the mouse happens to lie is nothing that a picture is about
		a.pointer.x, a.pointer.y = -1e6, -1e6
	}
	a.aids.update(a)
	a.controls.turn(drawer, &a.pointer)
	if covered || a.root.Covered() {
		a.pointer.pressed, a.pointer.down, a.pointer.wheel = false, false, 0
	}
	taken := a.freeKeys(unfolded) || covered
	a.dismiss()
	a.top.view.update(a)
	a.rec.bar.update(a)
	a.scrub.update(a)
	a.blind.card.shield(a)
	a.player.point(a)
	a.share.update(a)
	a.lessons.update(a)
	a.watched.update(a)
	if a.ab.on && a.ab.wipe.update(&a.pointer) {
		a.toggleWipe()
	}
	a.lanes.update(&a.view, &a.pointer, a.layout.watch.link)
	a.clickWorlds()
	a.keyboard(taken)
	a.arrangeWatch()
	a.arrange() // after all that may choose another client
	v, _ := a.diagram()
	a.tabs.update(v, &a.ab, &a.pointer, a.layout.time)
	a.pointStrips()
	return a.passTime()
}

// takeIn does what work beside the window's has handed in since the last update.
func (a *App) takeIn() {
	for range cap(a.later) {
		select {
		case do := <-a.later:
			do()
		default:
			return
		}
	}
}

// passTime goes on with time and reads what there is to see.
func (a *App) passTime() error {
	if a.opt.Screenshot != "" {
		a.approach()
	} else {
		a.pass()
		a.hearing.update(a)
	}
	a.read(a.opt.Screenshot != "")
	a.player.update(a)
	a.race.update(&a.view, &a.pointer)
	a.updateAB()
	a.shot.due = a.opt.Screenshot != "" && !a.ab.behind()
	a.other.follow(a)
	a.link.follow(a)
	a.talk.update(a)
	a.catchUp()
	a.fail(a.makeStills(a.stillTime()))
	a.frame.blind = a.hides()
	a.ab.a.hide(a.frame.blind)
	a.blind.card.refresh(a)
	a.changed.read(a)
	a.controls.refresh()
	a.changed.counts(a.controls)
	a.top.refresh()
	return nil
}

// Layout implements ebiten.Game: the window's device pixels are drawn one to one. What a window that is smaller
// than the smallest layout has no room for makes everything smaller, and is not cut.
func (a *App) Layout(width, height int) (int, int) {
	scale := ebiten.Monitor().DeviceScaleFactor()
	if !ebiten.IsFullscreen() && !ebiten.IsWindowMaximized() {
		a.system = image.Pt(width, height)
	}
	w, h := int(float64(width)*scale), int(float64(height)*scale)
	if err := a.resize(w, h, scale*fitted(width, height)); err != nil {
		a.say(err)
	}
	return w, h
}

// resize divides the window anew, and builds fonts and widgets anew where scale, theme or language have
// changed. Screen is the device pixels a pixel of the design: those a pixel as the system counts them, and
// fewer in a window that is smaller than the smallest layout.
func (a *App) resize(w, h int, screen float64) error {
	scale := a.scaleFor(w, h, screen)
	if w == a.width && h == a.height && scale == a.scale && !a.stale {
		return nil
	}
	drawer, watching := a.layout.drawer, a.layout.watching
	rebuild := scale != a.scale || a.stale
	a.width, a.height, a.screen, a.scale, a.stale = w, h, screen, scale, false
	a.divide()
	if err := a.enlarge(); err != nil {
		return err
	}
	if rebuild || a.layout.drawer != drawer || a.layout.watching != watching || a.top.room != a.barRoom() {
		if err := a.build(); err != nil {
			return err
		}
	}
	a.blind.card.show(a)
	a.lessons.strip.place(a, a.layout.strip)
	a.lessons.picker.place(a)
	a.controls.place()
	a.top.place() // after all that its menu is to lie over
	a.rec.panel.place(a)
	a.placeClosing()
	return nil
}

// scaleFor returns the device pixels a pixel of the design in a window of so many pixels. The Watch view fills each
// window with what it has; others have more room in larger ones.
func (a *App) scaleFor(w, h int, screen float64) float64 {
	if a.shows() == config.WatchView {
		screen = watchScale(w, h)
	}
	return min(max(screen*float64(a.opt.Config.Settings().Scale)/100, leastScale), mostScale)
}

// divide gives each region its place: the strip of a lesson, and the halves of a comparison.
func (a *App) divide() {
	strip := a.lessonHeight()
	height := a.height - int(strip)
	if a.opt.Bare {
		height += int(2 * barHeight * a.scale)
	}
	a.layout = newLayout(a.width, height, float32(a.scale))
	a.layout.show(a.shows())
	if a.opt.Bare {
		a.layout.bare()
	} else {
		a.layout.underStrip(strip)
	}
	if a.layout.watching {
		a.layout.watch = newWatchLayout(a.layout.worlds, float32(a.scale), a.watchPlan())
		a.layout.time = a.layout.watch.diagram
	}
	a.ab.split(&a.layout)
}

// build makes fonts and widgets for the present scale.
func (a *App) build() error {
	fonts, err := draw.NewFonts(a.scale)
	if err != nil {
		return err
	}
	theme, err := widgets.New(a.scale, a.theme, a.words)
	if err != nil {
		return err
	}
	a.canvas = draw.NewCanvas(fonts, a.theme, a.words)
	if a.controls, err = newControls(a, theme, a.controls); err != nil {
		return err
	}
	a.top.build(a, theme)
	a.buildShare(theme)
	a.rec.panel.build(a, theme)
	a.buildClosing(theme)
	a.lessons.strip.build(a, theme)
	a.lessons.picker.build(a, theme)
	if err := a.buildBlind(theme); err != nil {
		return err
	}
	a.root = theme.Root()
	a.ui = &ebitenui.UI{Container: a.root}
	a.arrange()
	a.frame.read(a.session, a.deck.machines, a.speed, a.paused)
	return nil
}
