package picture

import (
	"slices"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/ui/diagram"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// TabPanel shows one of the tabs under their titles.
type TabPanel struct {
	Tabs   []diagram.TabRow
	Open   int          // which one is shown
	Alone  bool         // only the open tab has a title, since a lesson's step shows it
	Raced  bool         // the race is one of them
	Titles []panel.Rect // where the titles were drawn last
	line   layout.Line

	about string // the tab that the scenario is about; it has a title even if it is ByName
}

// Show opens the tab of a key, if there is one.
func (p *TabPanel) Show(key string) {
	if i := slices.IndexFunc(p.Tabs, func(t diagram.TabRow) bool { return t.Key == key }); i >= 0 {
		p.Open = i
	}
}

// begin resets the tabs for another session, and opens the one that its scenario is about. If the next scenario is about none, that tab is
// closed again.
func (p *TabPanel) begin(sc *scenario.Scenario) {
	for _, t := range p.Tabs {
		t.Begin()
	}
	before := p.about
	if p.about = lesson.About(sc); p.about == "" && sc.Clients >= diagram.ManyFrom { // with many clients, the clocks of one show little
		p.about = "population"
	}
	switch {
	case p.about == before: // which a person may have left
	case p.about != "":
		p.Show(p.about)
	case p.Tabs[p.Open].Key == before:
		p.Open = diagram.FirstTab(p.Tabs)
	}
}

// hidden reports whether a tab has a title only while it is open.
func (p *TabPanel) hidden(t *diagram.TabRow) bool {
	return t.ByName && t.Key != p.about && !(p.Raced && t.Key == diagram.RaceTab)
}

// Next opens the tab some places right of the open one, or left if by is negative.
func (p *TabPanel) Next(by int) {
	n := len(p.Tabs)
	p.Open = (p.Open + by + n) % n
	if !p.Raced && p.Tabs[p.Open].Key == diagram.RaceTab {
		p.Next(by)
	}
}

// Race makes the race one of the tabs, or no longer.
func (p *TabPanel) Race(tab bool) {
	if p.Raced = tab; !tab && p.Tabs[p.Open].Key == diagram.RaceTab {
		p.Open = diagram.FirstTab(p.Tabs)
	}
}

// Update acts on the pointer: a click on a title opens its tab, and everything else goes to the open tab.
func (p *TabPanel) Update(v *panel.View, k *Comparison, at *panel.Pointer, r panel.Rect) {
	for i, title := range p.Titles {
		if at.Pressed && at.Over(title) {
			p.Open = i
		}
	}
	if at.Pressed && at.Over(p.line.More) {
		p.Next(1)
	}
	k.updateTab(v, at, &p.Tabs[p.Open], p.Inside(v, r))
}

// Inside returns where the open tab is drawn.
func (p *TabPanel) Inside(v *panel.View, r panel.Rect) panel.Rect {
	return r.Below(panel.TabHeight)
}

// Draw draws the titles, as many as there is room for, and the open tab.
func (p *TabPanel) Draw(v *panel.View, k *Comparison, c *draw.Canvas, r panel.Rect) {
	c.Box(r.X, r.Y, r.W, r.H, 4, c.Theme.Panel)
	p.Titles, v.Letter = p.Titles[:0], 0
	if k.On {
		v.Letter = k.lettered(c)
	}
	p.title(v, c, panel.NewRect(r.X+12, r.Y, r.W-24, panel.TabHeight))
	k.drawTab(v, c, &p.Tabs[p.Open], p.Inside(v, r))
}

// title writes the titles. Those next to the open tab's have room first.
func (p *TabPanel) title(v *panel.View, c *draw.Canvas, r panel.Rect) {
	l := &p.line
	l.Start(c.Fonts(), 26)
	for i := range p.Tabs {
		t := &p.Tabs[i]
		item := layout.Item{Text: v.Words.T(t.Title), Class: draw.Strong, Ink: c.Theme.TextDim, Rank: -max(i-p.Open, p.Open-i)}
		if i == p.Open {
			item.Ink = c.Theme.Text
		} else if v.Unattended || p.Alone || p.hidden(t) {
			item = layout.Item{} // there is nobody to choose it
		}
		l.Add(item)
	}
	l.Count(v.Words.T("table.more"), layout.Item{Ink: c.Theme.TextDim})
	l.Place(r, 0)
	l.Draw(c)
	v.Titled = l.More.X + l.More.W
	gone := ""
	for i := range p.Tabs {
		at := l.At(i)
		if at.W > 0 {
			if i == p.Open {
				c.HLine(at.X, at.X+at.W, r.Y+panel.TabHeight-3, 2, c.Theme.Accent)
			}
			at = panel.NewRect(at.X-8, r.Y, at.W+16, r.H)
			v.Tips.Add(at, v.Words.T(p.Tabs[i].Tip))
			v.Titled = max(v.Titled, at.X+at.W)
		} else if v.Tips.Under(l.More) && !p.hidden(&p.Tabs[i]) {
			gone += v.Words.T(p.Tabs[i].Title) + ". "
		}
		p.Titles = append(p.Titles, at)
	}
	v.Tips.Add(l.More, gone)
}
