package ui

import (
	"errors"
	"math"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/netsim"
	"driftlab/scenario"
	"driftlab/timeline"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// travel is how the window goes through time: along, back and ahead.
type travel struct {
	updates int       // since the way that is being gone began
	share   float64   // of it that has been gone
	fresh   int       // updates for which a branch that has just begun is pointed out
	waiting []deed    // what is to be done when it has been gone
	since   time.Time // when the first way was gone on with since the window was drawn last; zero for not yet
	acting  bool      // that is being done
}

const (
	// travelSlice is how much real time the simulating of long ways may take between two frames. A frame that comes late has
	// several updates before it: with a part in each of them all frames would stay late.
	travelSlice = 22 * time.Millisecond
	// travelShown is after how many updates a way is long enough to show how far it has got: 0.2 s.
	travelShown = 12
	// freshFor is how long a new branch is pointed out, in updates.
	freshFor = 150
)

// begin starts the scenario at virtual time zero. If that fails the running session goes on.
func (a *App) begin() error {
	w, err := picture.OpenWorld(timeline.Options{Scenario: a.opt.Scenario, NewCarrier: a.opt.NewCarrier, Length: a.opt.Known, Memory: a.memory()}, a.Taught.Own)
	if err != nil {
		return err
	}
	if a.Line != nil {
		a.cutRecording()
		a.forgetOther()
		a.Line.Close()
	}
	a.saved, a.travel, a.scrub = nil, travel{}, scrubber{}
	a.player.begin()
	a.Show(w)
	if a.AB.Stored { // B begins without what made it differ
		a.endAB()
	} else if a.AB.On {
		a.Line.Lead(a.AB.A.Line)
	}
	if a.Taught.Begin(a.opt.Scenario, a.opt.Screenshot != "") {
		a.Speed = a.Taught.Lesson.Speed
		a.Tabs.Show(a.Taught.Lesson.Tab)
	}
	return nil
}

// arrive makes the session at which the line stands the one that is shown.
func (a *App) arrive() {
	if s := a.Line.Session(); s != a.Session {
		a.Session = s
		a.ResumePlay()
	}
}

// do hands a person's action to the session.
func (a *App) do(ev scenario.Event) { a.ShowOutcome("", a.apply(ev)) }

// apply is do for those who tell the error themselves. In the past it begins a branch. On a long way it is
// done when that has been gone; what is wrong with it is told then.
func (a *App) apply(ev scenario.Event) error {
	if a.player.asking(a) {
		return errors.New(a.Words.T("player.refused"))
	}
	if a.underway() {
		a.wait(deed{do: func() error { return a.ClearOnSuccess(a.apply(ev)) }, set: ev.Set})
		return nil
	}
	branch := a.Line.Branch()
	if a.Line.Now() < a.Line.End() && a.Session.Check(ev) == nil {
		a.leave()
	}
	forget := a.remember(&ev)
	err := a.Line.Do(ev)
	if err != nil {
		forget()
	}
	a.arrive()
	if a.Line.Branch() != branch {
		a.travel.fresh = freshFor
	}
	if err == nil {
		err = a.AB.Follow(a.Session.Now(), ev)
	}
	return err
}

// limit returns the instant nearest to t at which the window may be.
func (a *App) limit(t netsim.Time) netsim.Time {
	if a.opt.End > 0 {
		t = min(t, netsim.Time(a.opt.End))
	}
	return max(t, 0)
}

// went notes the outcome of a move, and returns what is to be told of it.
func (a *App) went(err error) error {
	a.arrive()
	if err == nil {
		return nil
	}
	a.Paused, a.travel.waiting = true, nil
	return errors.New(a.Words.F("bars.ended", err))
}

// advance lets virtual time go on, all of it at once.
func (a *App) advance(d time.Duration) { a.elapse(d, a.Line.Advance) }

// elapse has virtual time go on by what is left of it up to the end that was asked for.
func (a *App) elapse(d time.Duration, advance func(time.Duration) error) {
	if a.opt.End > 0 {
		if rest := a.opt.End - time.Duration(a.Session.Now()); d >= rest {
			d, a.Paused = rest, true
		}
	}
	a.ShowError(a.went(advance(d)))
}

// Seek starts on the way to an instant; pass goes it.
func (a *App) Seek(t netsim.Time) {
	a.inTurn(a.behindOthers(), deed{do: func() error { return a.seekNow(t) }, seek: true, to: a.limit(t)})
}

func (a *App) seekNow(t netsim.Time) error {
	if !a.Line.Busy() && !a.AB.Behind() {
		a.travel.updates = 0
	}
	a.travel.share = 0
	a.Deck.Camera.Cut()
	return a.went(a.Line.SeekStart(a.limit(t)))
}

// pass lets an update's time pass: it goes on with a way that has begun, or lets the session go on.
func (a *App) pass() {
	a.travel.fresh = max(a.travel.fresh-1, 0)
	a.Taught.Whole.Wait(a.Line.Busy() || a.AB.Behind())
	if a.Line.Busy() || a.AB.Behind() || a.Paused || a.scrub.held {
		a.lag = lag{}
	}
	switch {
	case a.Line.Busy():
		a.goOn()
		a.Deck.Camera.Cut()
	case a.AB.Behind():
		a.travel.updates++
	case !a.Paused && !a.scrub.held:
		// In whole numbers, so that at normal speed the 60th frame ends at 1 s and not a nanosecond before.
		a.left += int64(math.Round(float64(time.Second) * a.Speed))
		whole := a.left / ebiten.DefaultTPS
		a.left -= whole * ebiten.DefaultTPS
		before := a.Session.Now()
		a.elapse(a.player.allow(a, time.Duration(whole)), func(d time.Duration) error { return a.Line.Go(d, panel.WorkAtOnce) })
		if a.Line.Busy() { // too much happens in it for one frame
			a.travel.updates, a.travel.share = 0, 0
		}
		a.lag.look(a.Words, a.clock(), time.Duration(a.Session.Now()-before), a.Speed)
	}
}

// goOn goes a piece of the way, and more for as long as there is time.
func (a *App) goOn() {
	a.travel.updates++
	for more := a.spare(); a.Line.Busy(); {
		_, share, err := a.Line.Work(panel.TravelPiece)
		a.travel.share = share
		a.ShowError(a.went(err))
		if !more() {
			break
		}
	}
}

// spare begins the part of a frame in which a long way is simulated, or goes on with it for another, and says from then on
// whether there is time for more. What the window does knows no other clock: an update is a sixtieth of a second however long
// ago the one before it was, so a system clock that is set and a laptop that has slept change nothing. One that goes back ends
// the part. Only what it tells of a slow machine reads it too: see lag.
func (a *App) spare() (more func() bool) {
	if a.travel.since.IsZero() {
		a.travel.since = a.clock()
	}
	return func() bool {
		spent := a.clock().Sub(a.travel.since)
		return spent >= 0 && spent < travelSlice
	}
}

// travelling says whether the window is on a way so long that a person has to be told.
func (a *App) travelling() bool {
	return (a.Line.Busy() || a.AB.Behind()) && a.travel.updates >= travelShown
}

// step goes on by one tick and stays paused; stepBack goes back by one.
func (a *App) step() { a.stepTick(1) }

func (a *App) stepBack() { a.stepTick(-1) }

func (a *App) stepTick(ticks int) {
	a.Paused = true
	a.whenThere(func() error { return a.seekNow(a.Line.Ticks(ticks)) })
}

// nextPacket goes on to the next instant at which a datagram is sent or arrives; lastPacket goes back.
func (a *App) nextPacket() { a.stepPacket(false) }

func (a *App) lastPacket() { a.stepPacket(true) }

func (a *App) stepPacket(back bool) {
	a.Paused = true
	a.whenThere(func() error {
		if !back && a.limit(a.Session.Now()+1) == a.Session.Now() {
			return nil // the end that was asked for
		}
		a.travel.updates, a.travel.share = 0, 0
		a.Deck.Camera.Cut()
		return a.went(a.Line.StepPacket(back))
	})
}

// chooseBranch makes a branch the current one.
func (a *App) chooseBranch(branch int) {
	a.inTurn(a.behindOthers(), deed{do: func() error { return a.chooseNow(branch) }})
}

func (a *App) chooseNow(branch int) error {
	a.travel.updates, a.travel.share = 0, 0
	a.Notice = ""
	a.Deck.Camera.Cut()
	forget := a.remember(&scenario.Event{})
	a.leave()
	err := a.went(a.Line.Select(branch))
	if err != nil {
		forget()
	}
	return err
}

// nextBranch goes to the next branch, from the last to the first.
func (a *App) nextBranch() {
	a.inTurn(a.behindOthers(), deed{do: func() error { // which others may begin
		return a.chooseNow((a.Line.Branch() + 1) % a.Line.BranchCount())
	}})
}
