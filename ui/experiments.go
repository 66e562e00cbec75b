package ui

import (
	"time"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/netsim"
)

// keptExperiments is how many experiments can be gone back to that something else took the place of.
const keptExperiments = 3

// experiments are the latest that a person has changed and that something else took the place of: a lesson, a file, a restart.
type experiments struct {
	kept   []experiment // the latest last
	opened bool         // what is shown is one of them that was gone back to
}

// An experiment is one as its log has it, with a lesson's answers, where it stood, and how it was looked at.
type experiment struct {
	log    *scenario.Scenario
	known  time.Duration
	at     netsim.Time
	view   string
	speed  float64
	chosen int
	own    bool // a person has chosen a layout
	layout string
	list   *lesson.Playlist // that it was a part of, nil for none
	part   int
}

// keepExperiment keeps what is shown, if a person has made something of it, before something else takes its place.
func (a *App) keepExperiment() {
	if len(a.Line.Script()) == 0 && !a.experiments.opened {
		return
	}
	now := experiment{log: a.Line.Log(), known: time.Duration(a.Line.End()), at: a.Session.Now(), view: a.Shows(), speed: a.Speed, chosen: a.Deck.Chosen,
		own: a.Watch.Own && a.Watch.Kind != scenario.WatchFrozen, layout: a.Watch.Kind}
	now.list, now.part = a.lessons.Course.List, a.lessons.Course.Part
	e := &a.experiments
	e.kept = append(e.kept, now)
	e.kept = e.kept[max(0, len(e.kept)-keptExperiments):]
}

// Back goes back to the latest experiment that something else took the place of; false where there is none.
func (a *App) Back() (bool, error) {
	kept := a.experiments.kept
	if len(kept) == 0 {
		return false, nil
	}
	last := kept[len(kept)-1]
	a.experiments.kept = kept[:len(kept)-1]
	if err := a.Open(last.log, last.known); err != nil {
		a.experiments.kept = kept
		return true, err
	}
	a.experiments.opened = true
	if a.Shows() != last.view {
		a.showView(last.view)
	}
	if a.Speed, a.Deck.Chosen = last.speed, last.chosen; last.own {
		a.Watch.Own, a.Watch.Kind = true, last.layout
	}
	a.lessons.Resume(last.list, last.part)
	a.Seek(last.at)
	return true, nil
}
