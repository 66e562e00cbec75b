package ui

import (
	"slices"
	"time"

	"driftlab/game/scenario"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// Choose makes a client the one that the numbers and the time panel are about, and the controls if they
// are about one.
func (a *App) Choose(client int) {
	client = min(max(client, 1), a.Session.Clients())
	a.Deck.Chosen = client
	a.Deck.Turn(a.Session.Clients())
	if a.Regions.Watching && !a.Watch.Own {
		kind := a.Watch.Kind
		if a.Regions.Phone { // where one world is shown one stays
			kind = a.Regions.Watch.Plan.Kind
		}
		a.watchAs(kind)
	}
	if a.controls.target > 0 {
		a.controls.target = client
	}
}

// page moves by a number of pages of clients.
func (a *App) page(by int) {
	if to := a.Deck.First() + by*picture.ClientsOnPage; to >= 1 && to <= a.Session.Clients() {
		a.Choose(to)
	}
}

// toggleFocus gives the whole region to one viewport, or to all again: the one under the pointer, or of
// the player that a person plays, or the chosen client's.
func (a *App) toggleFocus() {
	d := &a.Deck
	if a.Regions.Watching {
		a.nextLayout()
		return
	}
	if d.Focus != panel.Nobody {
		d.Focus = panel.Nobody
		return
	}
	d.Focus = d.Chosen
	if a.Frame.Played != panel.Nobody {
		d.Focus = a.Frame.Played
	}
	if p := d.Under(a.pointer.X+a.AB.ToB(&a.Picture, &a.pointer), a.pointer.Y); p != nil {
		d.Focus = p.Machine
	}
}

// labPlan returns what the Lab's panels have their places by.
func (a *App) labPlan() picture.LabPlan {
	return picture.LabPlan{Clients: a.Session.Clients(), Clocks: len(a.Clocks()), Beside: a.AB.On, Numbers: a.allNumbers, Alone: a.Deck.Focus != panel.Nobody, Worlds: a.edges.by[0], Table: a.edges.by[1]}
}

// arrange puts the panels where they are for what is chosen.
func (a *App) arrange() {
	d := &a.Deck
	if t := a.controls.target; t > 0 {
		d.Chosen = t
	}
	d.Turn(a.Session.Clients())
	if !a.Regions.Watching && a.labPlan() != a.Regions.Plan {
		a.divide()
	}
	d.LayOut(&a.Regions, d.Choosable(&a.View))
	a.Frame.Selected = d.Chosen
}

// clickWorlds acts on the pointer over the viewports: of a comparison over A's as over the same of B's. A click on a clock's name
// opens the list of clocks.
func (a *App) clickWorlds() {
	if p := a.Deck.Under(a.pointer.X, a.pointer.Y); a.Regions.Watching && a.pointer.Pressed && p != nil && p.Machine > 0 &&
		slices.Contains(a.Deck.Machines, p.Machine) && a.pointer.Over(a.Deck.View(p.Machine).ClockName) {
		a.openClocks(p.Machine, a.Deck.View(p.Machine).ClockName)
		return
	}
	x := a.pointer.X
	a.pointer.X += a.AB.ToB(&a.Picture, &a.pointer)
	a.Deck.Click(&a.View, &a.pointer)
	a.pointer.X = x
}

// pinClock has the plot be about the next clock, alone or too.
func (a *App) pinClock(more bool) {
	if a.InSightPlot() != nil {
		a.Hover.PinNext(len(a.Clocks()), more)
	}
}

// release goes back from what a person looks at or plays: from the clocks that were pinned first, then from the player.
func (a *App) release() {
	if a.aids.spotlight || a.aids.pen {
		a.aids.spotlight, a.aids.pen = false, false
		return
	}
	if a.FrozenShown() && a.Watch.Own && a.Frame.Played == panel.Nobody {
		a.followCuts()
		return
	}
	if !a.Hover.Unpin() {
		a.Take(panel.Nobody)
	}
}

// maxPull is how long a lane can be pulled, as the slider of the latency.
const maxPull = 400 * time.Millisecond

// Pull brings the delay of one way to where its lane is pulled, for the clients that the controls are for.
func (a *App) Pull(way scenario.Direction, to time.Duration) {
	inside := min(max(to, 0), maxPull)
	if a.controls.put([...]string{"link.up.delay", "link.down.delay"}[way], int64(inside.Round(time.Microsecond))) && inside != to {
		a.ShowNotice(a.Words.F("lanes.beyond", panel.MSText(a.Words, maxPull)))
	}
}
