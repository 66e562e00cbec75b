package picture

import (
	"driftlab/game/scenario"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// placeWorlds divides what is left among the stills, or the worlds: beside each other, or one over the other where they are larger so.
func (l *WatchLayout) placeWorlds(rest panel.Rect) {
	p, share := &l.Plan, part{Share: 1}
	switch {
	case p.frozen() && stacked(rest, 3, 0, 0):
		layout.Column(l.Stills[:], rest, panel.Gap, share, share, share)
	case p.frozen():
		layout.Row(l.Stills[:], rest, panel.Gap, share, share, share)
	case p.Diagram:
		l.Diagram = rest
		return
	}
	machines, n := p.large()
	worlds := [2]panel.Rect{rest, rest}
	if n == 2 || p.Ab && !p.wipe {
		divide, link := layout.Row, part{At: &l.Link, Min: watchLink}.Or(watchLinkLow).If(p.Kind == scenario.WatchPair && !p.Ab)
		if over := min(link.Min, watchLinkOver); stacked(rest, 2, link.Min, over) {
			divide, link.Min = layout.Column, over
		} else if p.phone {
			link.Min = min(link.Min, phoneLink)
		}
		least := min(rest.W, rest.H) / 4
		divide(nil, rest, panel.Gap, part{At: &worlds[0], Min: least, Share: 1, Rank: 1}, link,
			part{At: &worlds[1], Min: least, Share: 1, Rank: 1})
	}
	if p.Ab {
		for i := range worlds {
			l.Names[i], worlds[i] = worlds[i].CutTop(StripHeight)
		}
		if l.Second = worlds[1]; p.wipe {
			l.Names[0], l.Names[1] = Halves(l.Names[0])
		}
	}
	for i := range n {
		l.add(Pane{Machine: machines[i], Rect: worlds[i], Watched: true, compared: p.Ab, unscored: p.Ab || p.told || p.Kind == scenario.WatchTwo})
	}
}

// stacked says whether n worlds under their titles, which are about so much wider than high, are larger one over the other than beside each
// other, with what is between them there.
func stacked(r panel.Rect, n, link, over float32) bool {
	const wide, title = 1.6, 40
	w, h := (r.W-link-panel.Gap)/n, (r.H-over-panel.Gap)/n-title
	return min(r.W, h*wide) > min(w, (r.H-title)*wide)
}
