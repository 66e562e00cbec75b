package ui

import (
	"slices"

	"driftlab/lesson"
	"driftlab/scenario"
)

// A watching is how the Watch view looks at a session: as the scenario's cuts say, or as a person has chosen instead,
// until that is given back.
type watching struct {
	cut   scenario.Watch // in force
	own   bool           // a person has chosen layout and clients
	guess bool           // a person is in blind mode
	// What a person has chosen.
	kind       string
	main, with int
	caption    watchCaptionText
	frozen     frozen
	strips     [2]errorStrip // of B, and of A beside it
	pen        pen
}

// watchCut reads which cut is in force, and has its client's numbers shown.
func (p *picture) watchCut() {
	w := &p.watch
	cut := p.session.Scenario().WatchAt(p.session.Now())
	if p.session.Level().Empty() && len(p.session.Scenario().Watch) == 0 {
		cut.Layout = scenario.WatchPair // all that there is to see is on the link
	}
	k := &p.deck.camera
	if cut.At != w.cut.At {
		k.cut()
		if !w.own {
			w.frozen.newestBy(cut.At)
		}
	}
	w.frozen.read(p.session)
	w.cut, k.asked = cut, cut.Subject
	if w.own {
		k.asked = scenario.Subject{}
	}
	if clients := p.session.Clients(); !w.own {
		w.kind, w.main, w.with = w.cut.Layout, min(w.cut.Client, clients), min(w.cut.With, clients)
		p.deck.chosen = w.main
	} else {
		w.main, w.with = min(p.deck.chosen, clients), min(w.with, clients)
	}
	p.deck.turn(p.session.Clients())
}

// watchPlan returns what is to have a place.
func (p *picture) watchPlan() (plan watchPlan) {
	w := &p.watch
	plan = watchPlan{kind: w.kind, ab: p.ab.on, wipe: p.ab.on && p.ab.wipe.on, film: p.unattended, main: p.deck.chosen, strip: w.cut.Strip != scenario.NoStrip}
	told := !p.unattended && p.taught.lesson != nil && len(p.taught.lesson.Steps) > 0
	if w.guess { // one client's world, and the card instead of all that stood beside it
		plan.kind, plan.guess, plan.strip = scenario.WatchSolo, true, false
		return plan
	}
	if plan.kind == scenario.WatchFrozen && !plan.ab {
		if in := &w.frozen.shown; len(w.frozen.all) > 0 {
			return watchPlan{kind: plan.kind, film: plan.film, main: in.Shooter, with: in.Victim, strip: true, told: told}
		}
	}
	if plan.kind == scenario.WatchFrozen { // there is nothing to show so far
		plan.kind = scenario.WatchSolo
	}
	others := p.deck.machines[1:] // clients of the page
	if plan.kind == scenario.WatchTwo {
		plan.with = w.with
		if plan.with == plan.main || !slices.Contains(others, plan.with) {
			plan.with = 0
			for _, m := range others {
				if m != plan.main && plan.with == 0 {
					plan.with = m
				}
			}
		}
		if plan.with == 0 { // there is no other
			plan.kind = scenario.WatchSolo
		}
	}
	for _, m := range others {
		if m != plan.main {
			plan.others[plan.thumbs] = m
			plan.thumbs++
		}
	}
	if plan.told = told; !p.unattended && !p.bare {
		plan.controls = len(w.cut.Controls)
	}
	if l := p.taught.lesson; told && !plan.ab && l.Steps[max(l.StepAt(p.session.Now()), 0)].View == lesson.DiagramView {
		plan.diagram, plan.thumbs = true, 0
	}
	return plan
}
