package ui

// choose makes a client the one that the numbers and the time panel are about, and the controls if they
// are about one.
func (a *App) choose(client int) {
	client = min(max(client, 1), a.session.Clients())
	a.deck.chosen = client
	a.deck.turn(a.session.Clients())
	if a.layout.watching && !a.watch.own {
		a.watchAs(a.watch.kind)
	}
	if a.controls.target > 0 {
		a.controls.target = client
	}
}

// page goes on by so many pages of clients.
func (a *App) page(by int) {
	if to := a.deck.first() + by*clientsOnPage; to >= 1 && to <= a.session.Clients() {
		a.choose(to)
	}
}

// toggleFocus gives the whole region to one viewport, or to all again: the one under the pointer, or of
// the player that a person plays, or the chosen client's.
func (a *App) toggleFocus() {
	d := &a.deck
	if a.layout.watching {
		a.nextLayout()
		return
	}
	if d.focus != nobody {
		d.focus = nobody
		return
	}
	d.focus = d.chosen
	if a.frame.played != nobody {
		d.focus = a.frame.played
	}
	if p := d.under(a.pointer.x+a.ab.toB(&a.picture, &a.pointer), a.pointer.y); p != nil {
		d.focus = p.machine
	}
}

// arrange puts the viewports and the cards where they are for what is chosen.
func (a *App) arrange() {
	d := &a.deck
	if t := a.controls.target; t > 0 {
		d.chosen = t
	}
	d.turn(a.session.Clients())
	d.layOut(&a.layout, d.choosable(&a.view))
	a.frame.selected = d.chosen
	cards := len(d.machines) - 1
	if a.ab.on {
		cards = clientsOnPage // two worlds' and what differs take the room of all
	}
	d.card = a.layout.stack(cards, min(d.chosen-d.first(), cards-1))
}

// clickWorlds acts on the pointer over the viewports: of a comparison over A's as over the same of B's.
func (a *App) clickWorlds() {
	x := a.pointer.x
	a.pointer.x += a.ab.toB(&a.picture, &a.pointer)
	cards := a.layout.cards[:]
	if a.ab.on { // of two worlds there are only those of the chosen client
		cards = nil
	}
	a.deck.click(&a.view, &a.pointer, cards)
	a.pointer.x = x
}

// pinClock has the plot be about the next clock, alone or too.
func (a *App) pinClock(more bool) {
	if plot := a.inSightPlot(); plot != nil {
		plot.pinNext(&a.view, more)
	}
}

// release goes back from what a person looks at or plays: from the clocks that were pinned first, then from the player.
func (a *App) release() {
	if a.aids.spotlight || a.aids.pen {
		a.aids.spotlight, a.aids.pen = false, false
		return
	}
	if a.frozenShown() && a.watch.own && a.frame.played == nobody {
		a.followCuts()
		return
	}
	if plot := a.inSightPlot(); plot == nil || !plot.unpin() {
		a.take(nobody)
	}
}
