package ui

import (
	"slices"
	"time"

	"driftlab/netsim"
	"driftlab/scenario"
)

// keptExperiments is how many experiments can be gone back to that something else took the place of.
const keptExperiments = 3

// experiments are the latest that a person has changed and that something else took the place of: a lesson, a file, a restart.
type experiments struct {
	kept   []experiment // the latest last
	opened bool         // what is shown is one of them that was gone back to
}

// An experiment is one as its log has it, and where it stood.
type experiment struct {
	log   *scenario.Scenario
	known time.Duration
	at    netsim.Time
}

// keepExperiment keeps what is shown, if a person has made something of it, before something else takes its place.
func (a *App) keepExperiment() {
	answer := func(ev scenario.Event) bool { return ev.Guess != nil }
	made := slices.ContainsFunc(a.Line.Script(), func(ev scenario.Event) bool { return !answer(ev) })
	if !made && !a.experiments.opened {
		return
	}
	e := &a.experiments
	e.kept = append(e.kept, experiment{a.Line.Log(), time.Duration(a.Line.End()), a.Session.Now()})
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
	a.Seek(last.at)
	return true, nil
}
