package ui

import (
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/game/timeline"
	"driftlab/ui/config"
	"driftlab/ui/picture"
)

// begin starts the scenario at virtual time zero. If that fails the running session continues.
func (a *App) begin() error {
	w, err := picture.OpenWorld(timeline.Options{Scenario: a.opt.Scenario, NewCarrier: a.opt.NewCarrier, Length: a.opt.Known, Memory: a.Memory()}, a.Taught.Own)
	if err != nil {
		return err
	}
	if a.Line != nil {
		a.keepExperiment()
		a.experiments.opened = false
		a.rec.Cut()
		a.ForgetOther()
		a.Line.Close()
	}
	a.scrub = scrubber{}
	a.share.Begin()
	a.Travel.Begin()
	a.lessons.Begin()
	a.Show(w)
	if a.AB.Stored { // B begins without what made it differ
		a.EndAB()
	} else if a.AB.On {
		a.Line.Lead(a.AB.A.Line)
	}
	if a.Taught.Begin(a.opt.Scenario, a.opt.Screenshot != "") {
		a.Speed = a.Taught.Lesson.Speed
		a.Tabs.Show(a.Taught.Lesson.Tab)
		if a.Taught.Lesson.Why != nil {
			a.Unchoose() // its screen is the one to look at
		}
	}
	return nil
}

// The first instant that shows something is searched for in steps, up to a limit: in some scenarios nobody joins.
const (
	sightStep   = 50 * time.Millisecond
	sightLatest = 5 * time.Second
)

// toFirstSight moves on to the first instant at which the chosen client shows a world, by a clock that has been set. Where time
// stands still from the start there would be a client to be seen that waits for the host.
func (a *App) toFirstSight() {
	for range sightLatest / sightStep {
		a.Advance(sightStep)
		a.Frame.Read(a.Session, a.Deck.Machines, a.Speed, true)
		if picture.Sighted(&a.View, a.Deck.Chosen) {
			return
		}
	}
	a.Seek(0)
}

// Open shows another scenario from its start, and runs it up to known at once. If that fails the running session continues.
func (a *App) Open(sc *scenario.Scenario, known time.Duration) error {
	before, knownBefore, taught := a.opt.Scenario, a.opt.Known, a.Taught.Lesson
	a.opt.Scenario, a.opt.Known = sc, known
	opened := a.Tabs.Open
	if err := a.begin(); err != nil {
		a.opt.Scenario, a.opt.Known = before, knownBefore
		return err
	}
	if about := lesson.About(sc); about != "" && a.Tabs.Open != opened && a.Shows() == config.WatchView && a.Taught.Lesson == nil {
		a.showView(config.DiagramView) // where there are worlds alone the diagram would be open and not be seen
	}
	if sc.Name != before.Name && (taught == nil || taught != a.Taught.Lesson) {
		a.Unchoose()
	}
	a.EndAB()
	a.resting = resting{}
	ebiten.SetWindowTitle("driftlab: " + sc.Title)
	if a.ui == nil {
		return nil // nothing is built yet
	}
	a.stale, a.controls = true, nil // regions and controls are rebuilt, for other clients
	return a.resize(a.pixels.X, a.pixels.Y, a.screen)
}

// newSeed restarts the scenario with other luck: the next seed. A world that was opened beside it gets
// the same luck; a stored one goes, for what it was stored from is no more.
func (a *App) newSeed() {
	before := a.opt.Scenario
	next := *before
	next.Seed++
	var beside *scenario.Scenario
	known, stored := time.Duration(0), a.AB.On && a.AB.Stored
	if a.AB.On && !stored {
		other := *a.AB.A.Session.Scenario()
		other.Seed = next.Seed
		beside, known = &other, time.Duration(a.AB.A.Line.End())
	}
	a.opt.Scenario = &next
	if err := a.begin(); err != nil {
		a.opt.Scenario = before
		a.ShowOutcome("", err)
		return
	}
	a.ShowOutcome("", nil)
	if stored {
		a.ShowNotice(a.Words.T("ab.left-seed"))
	}
	if beside != nil {
		a.ShowOutcome("", a.CompareWith(beside, known))
	}
}

// Enter restarts the experiment with more clocks, since clocks are chosen before the start; words are those of a
// [scenario.ClockList]. What a person has set stays set, and so does what is set beside.
func (a *App) Enter(words string, pairs ...string) {
	if a.lessons.Refused() {
		return
	}
	a.WhenThere(func() error {
		list, err := scenario.ParseClockList(a.opt.Scenario.ClockList.String() + "," + words)
		if err != nil {
			return err
		}
		sc := a.opt.Scenario.AsLogged()
		sc.ClockList, sc.Set = list, append([]scenario.Assignment{}, sc.Set...)
		for _, d := range a.Session.Changes() {
			pairs = append([]string{clientKey(d.Client, d.Name), d.B}, pairs...)
		}
		for i := 0; i < len(pairs); i += 2 {
			set, err := scenario.ParseAssignment(pairs[i], pairs[i+1])
			if err != nil {
				return err
			}
			sc.Set = append(sc.Set, set...)
		}
		if err := sc.Validate(); err != nil {
			return err
		}
		a.later <- func() {
			if err := a.Open(&sc, 0); err != nil {
				a.ShowError(err)
				return
			}
			a.ShowNotice(a.Words.T("race.entered"))
		}
		return nil
	})
}
