package picture

import (
	"driftlab/game/scenario"
	"driftlab/ui/panel"
)

// placeWorlds puts the large worlds into what is left: beside each other, or one over the other where that is higher
// than wide.
func (l *WatchLayout) placeWorlds(rest panel.Rect) {
	space := min(panel.Gap, rest.W/4, rest.H/4)
	machines, n := l.Plan.large()
	worlds := [2]panel.Rect{rest}
	if n == 2 || l.Plan.Ab && !l.Plan.wipe {
		link := float32(0)
		if l.Plan.Kind == scenario.WatchPair && !l.Plan.Ab {
			link = watchLink + space
		}
		over := stacked(rest, link)
		if l.Plan.phone && !over {
			link = min(link, phoneLink)
		}
		if over {
			link = min(link*0.6, rest.H/2)
			h := (rest.H - space - link) / 2
			worlds = [2]panel.Rect{panel.NewRect(rest.X, rest.Y, rest.W, h), panel.NewRect(rest.X, rest.Y+h+space+link, rest.W, h)}
			l.Link = panel.NewRect(rest.X, rest.Y+h+space, rest.W, max(link-space, 0))
		} else {
			link = min(link, rest.W/2)
			w := (rest.W - space - link) / 2
			worlds = [2]panel.Rect{panel.NewRect(rest.X, rest.Y, w, rest.H), panel.NewRect(rest.X+w+space+link, rest.Y, w, rest.H)}
			l.Link = panel.NewRect(rest.X+w+space, rest.Y, max(link-space, 0), rest.H)
		}
	}
	if l.Plan.Ab {
		worlds[0], l.Second = l.placeNames(worlds, space)
	}
	for i := range n {
		l.add(Pane{Machine: machines[i], Rect: worlds[i], Watched: true, compared: l.Plan.Ab, unscored: l.Plan.Ab || l.Plan.told || l.Plan.Kind == scenario.WatchTwo})
	}
}

// stacked says whether two worlds under their titles, which are about so much wider than high, are larger one over the other, with
// what is between them.
func stacked(r panel.Rect, link float32) bool {
	const wide, title = 1.6, 40
	over, beside := (r.H-link*0.6)/2-title, (r.W-link)/2
	return min(r.W, over*wide) > min(beside, (r.H-title)*wide)
}

// placeNames gives A and B strips over their worlds, and returns what is left to these.
func (l *WatchLayout) placeNames(worlds [2]panel.Rect, space float32) (a, b panel.Rect) {
	if l.Plan.wipe {
		strip, rest := worlds[0].CutTop(StripHeight)
		half := (strip.W - space) / 2
		l.Names = [2]panel.Rect{panel.NewRect(strip.X, strip.Y, half, strip.H), panel.NewRect(strip.X+half+space, strip.Y, half, strip.H)}
		return rest, rest
	}
	for i := range worlds {
		l.Names[i], worlds[i] = worlds[i].CutTop(StripHeight)
	}
	return worlds[0], worlds[1]
}

// WidenWorlds stretches the large worlds, with their names and what is between them, to so many times their width. All else stays.
func (l *WatchLayout) WidenWorlds(times float32) {
	left := l.Panes[0].X
	worlds := []*panel.Rect{&l.Second, &l.Names[0], &l.Names[1], &l.Link, &l.Diagram}
	for i := range l.Panes[:l.Shown] {
		if l.Panes[i].Watched {
			worlds = append(worlds, &l.Panes[i].Rect)
		}
	}
	for i := range l.Stills {
		worlds = append(worlds, &l.Stills[i])
	}
	for _, r := range worlds {
		r.X, r.W = left+(r.X-left)*times, r.W*times
	}
}
