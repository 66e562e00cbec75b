package picture

import (
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
