package picture

import (
	"slices"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/ui/diagram"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// DrawClients draws what the Lab has of all clients: the table, of two worlds with the clients of both, and what leads to those whose worlds
// are not shown.
func (p *Picture) DrawClients(c *draw.Canvas) {
	l := &p.Regions
	p.Clients.Draw(c, p.clientRows(), l.Clients)
	if l.Row.H > 0 {
		p.Others.DrawRow(&p.View, c, l.Row)
	} else if p.Session.Clients() > ClientsOnPage {
		p.Others.Draw(&p.View, c, l.Others)
	}
}

// PointClients acts on the pointer over these, and reports whether the table of all numbers is asked for.
func (p *Picture) PointClients(at *panel.Pointer) (all bool) {
	p.Clients.Update(at)
	return p.Others.Update(&p.View, at)
}

// clientRows lists the host and all clients; of two worlds both have each.
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

// NumbersShown reports whether the Watch view has its table of numbers: a line of clients is none.
func (p *Picture) NumbersShown() bool {
	l := &p.Regions.Watch
	return p.Regions.Watching && l.Plan.Numbers > 0 && l.Strip.H > 0 && !p.Lined()
}

// Lined reports whether the Watch view has its clients in a line.
func (p *Picture) Lined() bool { return p.Regions.Watching && p.Regions.Watch.Lined() }

// numbersRows returns the machines of which a plan has numbers: the host, and the clients in sight; of two worlds those of both.
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

// dragsError reports whether the lesson's step asks for an error to be dragged, which needs the strip.
func (p *Picture) dragsError() bool {
	q := p.step().Question
	return q != nil && q.Kind == lesson.Drag && q.Of == "error"
}
