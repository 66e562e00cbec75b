package ui

import (
	"slices"
	"time"

	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/finder"
	"driftlab/ui/panel"
	"driftlab/ui/travel"
	"driftlab/ui/widgets"
	"driftlab/ui/words"
)

// changedSettings are what a person has set otherwise than the scenario has it now.
type changedSettings struct {
	all []scenario.Difference
	of  changedOf
}

// changedOf is what the changes were read of last: what the scenario has may be another value half a second later.
type changedOf struct {
	travel.LogState
	done int
	half netsim.Time
}

// read brings the changes up to the session. Where the truth is hidden there are none to be seen.
func (s *changedSettings) read(a *App) {
	of := changedOf{travel.LogOf(a.Line), a.Session.Done(), a.Session.Now() / (netsim.Time(time.Second) / 2)}
	if a.blind.On() {
		*s = changedSettings{}
	} else if of != s.of {
		s.of, s.all = of, a.Session.Changes()
	}
}

// resetChanges gives settings the scenario's own values again: one thing that is done, and undone.
func (a *App) resetChanges(some []scenario.Difference) {
	var set []scenario.Assignment
	for _, d := range some {
		own, err := scenario.ParseAssignment(clientKey(d.Client, d.Name), d.A)
		if err != nil {
			a.ShowError(err)
			return
		}
		set = append(set, own...)
	}
	a.Do(scenario.Event{Set: set})
}

// findableChanges lists what is changed, each with what takes it back, and first what takes back all.
func (a *App) findableChanges() (all []finder.Thing) {
	a.changed.read(a)
	some := slices.Clone(a.changed.all)
	names := []string{a.Words.T("find.changed"), words.English().T("find.changed"), a.Words.T("find.reset"), words.English().T("find.reset")}
	if len(some) > 1 {
		all = append(all, finder.Thing{Kind: "reset", Label: a.Words.F("find.reset-all", len(some)), Names: names, Do: func() { a.resetChanges(some) }})
	}
	for _, d := range some {
		whose := ""
		if d.Client > 0 {
			whose = a.Words.F("ab.client", d.Client)
		}
		label := whose + a.Words.F("ab.arrow", panel.SettingName(a.Words, d.Name), panel.SettingValue(a.Words, d.Name, d.B), panel.SettingValue(a.Words, d.Name, d.A))
		all = append(all, finder.Thing{Kind: "reset", Label: label, Note: d.Name, Names: append([]string{d.Name}, names...),
			Do: func() { a.resetChanges([]scenario.Difference{d}) }})
	}
	return all
}

// homesOf returns the controls that show a setting.
func (c *controls) homesOf(name string) (all []standing) {
	for _, of := range []string{"controls.latency", "controls.asymmetry", scenario.Find(name).BothWays()} {
		if h, ok := c.homes[of]; ok && (scenario.Find(name).BothWays() == "link.delay") == (of == "controls.latency" || of == "controls.asymmetry") {
			all = append(all, h)
		}
	}
	return all
}

// dots puts a dot beside each control of what is changed, as far as it is in sight. It lies over the widgets.
func (s *changedSettings) dots(a *App, c *draw.Canvas) {
	k := a.controls
	if len(s.all) == 0 || k.scroll == nil || a.help.open || a.finder.Open() || a.Regions.Drawer != a.root.Covered() || a.Regions.Drawer && !k.drawer.shown {
		return
	}
	view := a.root.At(k.scroll)
	for _, d := range s.all {
		if d.Client > 0 && k.target > 0 && d.Client != k.target {
			continue
		}
		for _, h := range k.homesOf(d.Name) {
			at := a.root.At(h.child)
			if y := at.Y + 8; (h.within == nil || h.within.Open()) && y > view.Y && y < view.Y+view.H {
				c.Overlay.Circle(at.X-4, y, 2.5, c.Theme.Accent)
			}
		}
	}
}

// counts writes into the column's headings how many of each part's settings are changed, and of two worlds that they are B's
// where nothing under them is done in both.
func (s *changedSettings) counts(c *controls) {
	for i := range c.parts {
		p, n := &c.parts[i], 0
		for _, d := range s.all {
			if slices.ContainsFunc(c.homesOf(d.Name), p.has) {
				n++
			}
		}
		ofB := c.app.AB.On && (p.name == "network" || p.name == "clocks")
		if n == p.changed && ofB == p.ofB {
			continue
		}
		p.changed, p.ofB, p.heading.Label = n, ofB, c.app.Words.T("controls."+p.name)
		if ofB {
			p.heading.Label = c.app.Words.F("ab.in-b", p.heading.Label)
		}
		if n > 0 {
			p.heading.Label += c.app.Words.F("find.count", n)
		}
	}
}

// has says whether a control stands in the part.
func (p *part) has(h standing) bool {
	return slices.Contains(p.children, h.child) || h.within != nil && slices.Contains(p.children, widgets.Child(h.within))
}
