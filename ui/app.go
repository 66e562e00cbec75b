package ui

import (
	"cmp"
	"image"

	"github.com/ebitenui/ebitenui"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/internal/files"
	"driftlab/ui/blind"
	"driftlab/ui/config"
	"driftlab/ui/filmpanel"
	"driftlab/ui/finder"
	"driftlab/ui/hearing"
	"driftlab/ui/lessons"
	"driftlab/ui/notice"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/share"
	"driftlab/ui/travel"
	"driftlab/ui/widgets"
)

// App is the window. It implements ebiten.Game.
type App struct {
	picture.Picture
	*notice.Lines
	*travel.Travel
	opt     config.Window
	scrub   scrubber
	slow    slow
	density density
	resting resting
	garbage garbage
	later   chan func() // what other goroutines hand in, for the next update

	system   image.Point // the window's size in pixels as the system counts them
	pixels   image.Point // the window in device pixels
	scale    float64     // device pixels a point
	screen   float64     // the same where text has its usual size
	stale    bool        // fonts and widgets have to be rebuilt
	ui       *ebitenui.UI
	root     *widgets.Root
	theme    *widgets.Theme
	look     look // that theme has
	controls *controls
	top      topBar
	pointer  panel.Pointer
	help     help
	finder   *finder.Room
	large    large
	awaited  string // what is said of a guest's program that is waited for
	changed  changedSettings
	numbers  numbers

	reconnect  reconnect
	edges      edges
	allNumbers bool // a person has the table of clients in the diagram's place, where there is a row of them alone

	experiments experiments
	keys        keyboard
	pads        gamepads
	shot        screenshot
	share       *share.Room
	talk        pageTalk
	lessons     *lessons.Room
	aids        aids
	blind       *blind.Room
	rec         *filmpanel.Room
	hearing     *hearing.Room
	phone       phone
	hand        panel.Hand
	buttons     playButtons
	clocks      *widgets.Popover // under a clock's name, nil before
}

// NewApp builds the window's content. The window itself comes with Run.
func NewApp(opt config.Window) (*App, error) {
	a := &App{Picture: picture.New(), opt: opt, later: make(chan func(), 16), hand: panel.NewHand()}
	a.hand.Felt = opt.Felt
	a.Lines = notice.New(&a.View)
	a.Travel = travel.New(&a.Picture, a.Lines, &a.opt)
	a.Ask, a.Rest = a, &panel.Rest{}
	a.shot = screenshot{file: opt.Screenshot}
	if a.opt.Files == nil {
		a.opt.Files = files.Disk{}
	}
	a.shot.fs, a.shot.inputs = a.opt.Files, opt.Scenario.Files()
	if opt.Beside != nil {
		a.shot.inputs = append(a.shot.inputs, opt.Beside.Files()...)
	}
	a.opt.Scenario = a.Turn.Attend(opt.Scenario)
	if opt.Beside != nil {
		a.opt.Beside = a.Turn.Attend(opt.Beside)
	}
	if a.opt.Config == nil {
		a.opt.Config = config.Open(a.opt.Files, "")
	}
	a.finder = finder.New(&a.Picture, &a.hand, a)
	a.blind = blind.New(&a.Picture, a.Lines, a.Travel, a)
	a.lessons = lessons.New(&a.Picture, a.Lines, a.Travel, &a.opt, a.blind, a)
	a.Travel.Heed(a.lessons, a.blind, a)
	a.rec = filmpanel.New(&a.Picture, a.Lines, a.Travel, &a.opt, a.lessons, a)
	a.share = share.New(&a.Picture, a.Lines, a.Travel, &a.opt, a, a.lessons, a.rec)
	a.hearing = hearing.New(&a.Picture, a.Lines, a.opt.Config)
	if err := a.usePreferences(); err != nil {
		return nil, err
	}
	if err := a.lessons.OpenOwn(); err != nil {
		return nil, err
	}
	if err := a.begin(); err != nil {
		return nil, err
	}
	a.Paused, a.Bare = opt.Paused, opt.Bare
	a.lessons.Player.Auto = opt.Bare
	a.phone.begin(a.Shows())
	a.ShowOutcome("", cmp.Or(a.opt.Config.Err(), opt.Notice))
	if a.opt.Config.Err() == nil && opt.Notice == nil && (opt.Scenario.Earlier || opt.Beside != nil && opt.Beside.Earlier) {
		a.ShowNotice(a.Words.T("share.earlier"))
	}
	if a.opt.Playlist != "" {
		if p, err := lesson.TheCourse().Playlist(a.opt.Playlist); err == nil { // the flags were looked at
			a.lessons.StartPlaylist(p)
		}
	}
	switch {
	case a.opt.Screenshot != "":
	case a.opt.Begin > 0:
		a.Seek(a.opt.Begin)
	case a.Paused:
		a.toFirstSight()
	}
	if a.opt.Beside != nil {
		return a, a.CompareWith(a.opt.Beside, a.opt.BesideKnown)
	}
	return a, nil
}

// restart restarts the session; if that fails the running one continues.
func (a *App) restart() { a.ShowOutcome("", a.begin()) }

// Take gives a machine's player to the person at the keyboard, or nobody's.
func (a *App) Take(machine int) {
	a.WhenThere(func() error { return a.ClearOnSuccess(a.takeNow(machine)) })
}

func (a *App) takeNow(machine int) (err error) {
	if old := a.Frame.Played; old != panel.Nobody {
		err = a.Apply(scenario.Event{Play: &scenario.Play{Player: old, Release: true}})
	}
	a.Frame.Played = machine
	a.keys.held = 0
	if machine != panel.Nobody {
		if machine > 0 {
			a.Choose(machine) // numbers and plots are about whom one plays
		}
		err = a.Apply(scenario.Event{Play: &scenario.Play{Player: machine}})
	}
	return err
}

// Update implements ebiten.Game. It is called 60 times a second.
func (a *App) Update() error {
	if a.shot.done {
		return a.shot.finish(a.Session.Err())
	}
	if a.opt.Stop != nil && a.opt.Stop.Err() != nil {
		a.rec.Stop()
		return ebiten.Termination
	}
	if ebiten.IsWindowBeingClosed() {
		a.rec.Close()
		return ebiten.Termination
	}
	if a.ui == nil { // before the first Layout no size is known
		return nil
	}
	if a.stale {
		if err := a.resize(a.pixels.X, a.pixels.Y, a.screen); err != nil {
			return err
		}
	}
	a.garbage.look()
	a.Feel()
	a.takeIn()
	a.share.TakeDropped()
	a.expire()
	a.rec.Update()
	a.handle()
	if a.finder.Update() || a.help.update(a) || a.escape(inpututil.IsKeyJustPressed(ebiten.KeyEscape)) {
		a.pointer = panel.Pointer{}
		return a.passTime()
	}
	covered, unfolded, drawer := a.root.Covered(), a.root.Unfolded(), a.controls.drawer.shown
	a.ui.Update()
	a.pointer.Read(&a.hand, a.root.Hovered())
	if a.shot.file != "" { // where the mouse happens to lie is nothing that a picture is about
		a.pointer.X, a.pointer.Y = -1e6, -1e6
	}
	a.aids.update(a)
	a.controls.turn(drawer, &a.pointer)
	a.changed.click(a, &a.pointer)
	if covered || a.root.Covered() {
		a.pointer.Pressed, a.pointer.Down, a.pointer.Wheel = false, false, 0
	}
	taken := a.freeKeys(unfolded || covered) || covered
	a.dismiss()
	a.top.view.update(a)
	a.rec.Place() // its button has its place only now
	a.rec.Point(&a.pointer)
	a.scrub.update(a)
	a.blind.Shield(&a.pointer)
	a.lessons.Point(&a.pointer)
	a.share.Update()
	a.lessons.Update(&a.pointer)
	if a.AB.On && a.AB.Wipe.Update(&a.pointer) {
		a.ToggleWipe()
	}
	a.Lanes.Update(&a.View, &a.pointer, a.Regions.Watch.Link)
	a.edges.update(a)
	a.clickWorlds()
	a.keyboard(taken)
	a.phone.update(a)
	a.reconnect.update(a)
	a.arrangeWatch()
	a.arrange() // after all that may choose another client
	a.pointDiagram()
	a.pointStrips()
	return a.passTime()
}

// Later runs do in the next update; other goroutines may call it.
func (a *App) Later(do func()) { a.later <- do }

// takeIn runs what other goroutines have handed in since the last update.
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

// passTime advances time and reads what there is to see, or continues the turn that waits for a guest's program, and says so.
func (a *App) passTime() error {
	err := a.Turn.Do(a.turnOver)
	if a.Turn.Stands() {
		a.Lag = travel.Lag{} // time stands, which is no fault of the machine's
		a.controls.refresh()
		a.top.refresh()
	}
	said := ""
	if name, client, waits := a.Turn.Whom(); waits {
		said = a.Words.F("bars.guest-waits", name, client)
	}
	if said != "" || a.Notice == a.awaited {
		a.ShowNotice(said)
	}
	a.awaited = said
	return err
}

// turnOver is one whole turn.
func (a *App) turnOver() error {
	if a.opt.Screenshot != "" {
		a.approach()
	} else {
		a.Pass()
		a.hearing.Update(a.Held)
	}
	a.Read(a.opt.Screenshot != "")
	a.lessons.Pass()
	a.Race.Update(&a.View, &a.pointer)
	if a.PointClients(&a.pointer) {
		a.allNumbers = !a.allNumbers
	}
	a.UpdateAB()
	a.shot.due = a.opt.Screenshot != "" && !a.AB.Behind()
	a.FollowOther()
	a.share.Follow()
	a.talk.update(a)
	a.CatchUp()
	more := a.Spare()
	if a.opt.Screenshot != "" { // a picture that is looked at by itself has all stills
		more = func() bool { return true }
	}
	a.ShowError(a.MakeStills(more))
	a.Frame.Blind = a.lessons.Hides()
	a.AB.A.Frame.Blind = a.Frame.Blind
	a.blind.Refresh()
	a.changed.read(a)
	a.controls.refresh()
	a.changed.tell(a.controls)
	a.top.refresh()
	return nil
}

// Rebuild has all widgets rebuilt before the next frame.
func (a *App) Rebuild() { a.stale = true }
