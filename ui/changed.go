package ui

import (
	"slices"
	"strings"
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
	all   []scenario.Difference
	names []string // of the controls that show them, each once
	of    changedOf
}

// changedOf is what the changes were read of last: what the scenario has may be another value half a second later.
type changedOf struct {
	travel.LogState
	done   int
	half   netsim.Time
	target int // of the controls
}

// read brings the changes up to the session. Where the truth is hidden there are none to be seen.
func (s *changedSettings) read(a *App) {
	of := changedOf{travel.LogOf(a.Line), a.Session.Done(), a.Session.Now() / (netsim.Time(time.Second) / 2), a.controls.target}
	if a.blind.On() {
		*s = changedSettings{}
	} else if of != s.of {
		s.of, s.all, s.names = of, a.Session.Changes(), nil
		for _, d := range s.all {
			switch {
			case d.Name == "client.algorithm" && d.Client > 0:
				s.names = append(s.names, clientKey(d.Client, d.Name))
			case d.Client > 0 && a.controls.target > 0 && d.Client != a.controls.target:
			case scenario.Find(d.Name).BothWays() == "link.delay":
				s.names = append(s.names, "controls.latency", "controls.asymmetry")
			default:
				s.names = append(s.names, d.Name)
			}
		}
		slices.Sort(s.names)
		s.names = slices.Compact(s.names)
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

// sight returns where a row is, or what it is behind, as far as that is in sight.
func (c *controls) sight(row widgets.Child, in place) (at panel.Rect, ok bool) {
	a := c.app
	if c.scroll == nil || a.help.open || a.finder.Open() || a.Regions.Drawer != a.root.Covered() || a.blind.On() || a.Regions.Controls.H == 0 {
		return at, false
	}
	switch p := &c.parts[in.part]; {
	case !p.Open():
		at = a.root.At(p.Head())
	case in.more != nil && !in.more.Open():
		at = a.root.At(in.more.Head())
	case row != nil:
		at = a.root.At(row)
	}
	view, y := a.root.At(c.scroll), at.Y+at.H/2
	return at, at.H > 0 && y > view.Y+6 && y < view.Y+view.H-6 && !a.root.OverList(at.X, y)
}

// dots puts a dot before each row of a changed setting that is in sight. It lies over the widgets.
func (s *changedSettings) dots(a *App, c *draw.Canvas) {
	for _, name := range s.names {
		if h, ok := a.controls.homeOf(name); ok {
			if at, ok := a.controls.sight(h.child, h.place); ok {
				c.Overlay.Circle(at.X-6, at.Y+at.H/2, 2.5, c.Theme.Text)
			}
		}
	}
}

// click resets what the dot stands for that is clicked on, where that is one row's.
func (s *changedSettings) click(a *App, p *panel.Pointer) {
	if a.controls.scroll == nil || len(s.names) == 0 || !a.hand.Clicked() {
		return
	}
	for _, name := range s.names {
		h, ok := a.controls.homeOf(name)
		if !ok || h.child == nil || h.more != nil && !h.more.Open() || !a.controls.parts[h.part].Open() {
			continue
		}
		at, ok := a.controls.sight(h.child, h.place)
		if at.X, at.W = at.X-widgets.ColumnPad, widgets.ColumnPad; !ok || !p.Over(at) {
			continue
		}
		var some []scenario.Difference
		for _, d := range s.all {
			if d.Name == name || clientKey(d.Client, d.Name) == name || strings.HasPrefix(name, "controls.") && scenario.Find(d.Name).BothWays() == "link.delay" {
				some = append(some, d)
			}
		}
		a.NewGesture()
		a.resetChanges(some)
		return
	}
}

// tell has the foot say how much is changed, and the headings of two worlds that they are B's where nothing under them is done in both.
func (s *changedSettings) tell(c *controls) {
	if c.scroll == nil {
		return
	}
	lang := c.app.Words
	switch n := len(s.all); n {
	case 0:
		c.foot.Say(lang.T("controls.nothing-changed"), c.find)
	case 1:
		c.foot.Say(lang.T("controls.one-changed"), lang.T("controls.reset"))
	default:
		c.foot.Say(lang.F("controls.some-changed", n), lang.T("controls.reset"))
	}
	for i := range c.parts {
		p := &c.parts[i]
		ofB, says := c.app.AB.On && (p.name == "network" || p.name == "clocks"), ""
		if p.says != nil && !p.Open() {
			says = p.says()
		}
		title := lang.T("controls." + p.name)
		if ofB {
			title = lang.F("ab.in-b", title)
		}
		p.Say(title, says)
	}
}

// pressFoot takes back all that is changed, or looks for a setting.
func (a *App) pressFoot() {
	if len(a.changed.all) == 0 {
		a.finder.Toggle()
		return
	}
	a.NewGesture()
	a.resetChanges(a.changed.all)
}
