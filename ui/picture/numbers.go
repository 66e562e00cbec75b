package picture

import (
	"slices"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/ui/diagram"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// DrawClients draws the Lab's table of clients, in a comparison with the clients of both worlds, and the list of those whose worlds are not
// shown.
func (p *Picture) DrawClients(c *draw.Canvas) {
	l := &p.Regions
	p.Clients.Draw(c, p.clientRows(), l.Clients)
	if l.Row.H > 0 {
		p.Others.DrawRow(&p.View, c, l.Row)
	} else if p.Session.Clients() > ClientsOnPage {
		p.Others.Draw(&p.View, c, l.Others)
	}
}

// PointClients acts on the pointer over both, and reports whether a person asks for the table of all numbers.
func (p *Picture) PointClients(at *panel.Pointer) (all bool) {
	p.Clients.Update(at)
	return p.Others.Update(&p.View, at)
}

// clientRows lists the host and all clients, in a comparison those of both worlds.
func (p *Picture) clientRows() []diagram.NumbersRow {
	p.rows = p.rows[:0]
	if !p.AB.On {
		for machine := range p.Session.Clients() + 1 {
			p.rows = append(p.rows, diagram.NumbersRow{View: &p.View, Machine: machine})
		}
		return p.rows
	}
	a := p.AB.View(&p.View)
	for machine := range max(p.Session.Clients(), a.Session.Clients()) + 1 {
		if machine <= a.Session.Clients() {
			p.rows = append(p.rows, diagram.NumbersRow{View: a, Machine: machine, Side: "a"})
		}
		if machine <= p.Session.Clients() {
			p.rows = append(p.rows, diagram.NumbersRow{View: &p.View, Machine: machine, Side: "b"})
		}
	}
	return p.rows
}

// NumbersShown reports whether the Watch view has its table of numbers. A line of clients doesn't count.
func (p *Picture) NumbersShown() bool {
	l := &p.Regions.Watch
	return p.Regions.Watching && l.Plan.Numbers > 0 && l.Strip.H > 0 && !p.Lined()
}

// Lined reports whether the Watch view has its clients in a line.
func (p *Picture) Lined() bool { return p.Regions.Watching && p.Regions.Watch.Lined() }

// numbersRows returns the machines whose numbers a plan shows: the host and the clients in sight, in a comparison those of both worlds.
func (p *Picture) numbersRows(plan *WatchPlan) []diagram.NumbersRow {
	rows := p.Watch.rows[:0]
	if plan.Ab {
		a := p.AB.View(&p.View)
		rows = append(rows, diagram.NumbersRow{View: a, Side: "a"}, diagram.NumbersRow{View: a, Machine: p.AB.Deck.Chosen, Side: "a"},
			diagram.NumbersRow{View: &p.View, Side: "b"}, diagram.NumbersRow{View: &p.View, Machine: plan.Main, Side: "b"})
	} else {
		rows = append(rows, diagram.NumbersRow{View: &p.View}, diagram.NumbersRow{View: &p.View, Machine: plan.Main})
		if plan.With > 0 {
			rows = append(rows, diagram.NumbersRow{View: &p.View, Machine: plan.With})
		}
		for _, m := range plan.Others[:plan.Thumbs] {
			if m > 0 && plan.Kind == scenario.WatchSolo {
				rows = append(rows, diagram.NumbersRow{View: &p.View, Machine: m})
			}
		}
		slices.SortStableFunc(rows, func(a, b diagram.NumbersRow) int { return a.Machine - b.Machine })
	}
	p.Watch.rows = rows
	return rows
}

// dragsError reports whether the lesson's step asks a person to drag an error, which needs the strip.
func (p *Picture) dragsError() bool {
	q := p.step().Question
	return q != nil && q.Kind == lesson.Drag && q.Of == "error"
}
