package picture

import (
	"slices"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/ui/diagram"
)

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
