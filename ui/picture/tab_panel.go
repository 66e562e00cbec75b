package picture

import (
	"slices"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/ui/diagram"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// TabPanel shows one of the tabs under their titles.
type TabPanel struct {
	Tabs   []diagram.TabRow
	Open   int          // which one is shown
	Alone  bool         // the others have no titles: a lesson's step shows it
	Titles []panel.Rect // where the titles were drawn last

	about string // the tab that the scenario is about, which has a title as those have that are not only named
}

// Show opens the tab of a key, if there is one.
func (p *TabPanel) Show(key string) {
	if i := slices.IndexFunc(p.Tabs, func(t diagram.TabRow) bool { return t.Key == key }); i >= 0 {
		p.Open = i
	}
}

// begin begins the tabs of another session, and opens the one that its scenario is about. That is closed again where another scenario
// is about none.
func (p *TabPanel) begin(sc *scenario.Scenario) {
	for _, t := range p.Tabs {
		t.Begin()
	}
	before := p.about
	switch p.about = lesson.About(sc); {
	case p.about == before: // which a person may have left
	case p.about != "":
		p.Show(p.about)
	case p.Tabs[p.Open].Key == before:
		p.Open = diagram.FirstTab(p.Tabs)
	}
}

// hidden says whether a tab has a title only while it is open.
func (p *TabPanel) hidden(t *diagram.TabRow) bool { return t.ByName && t.Key != p.about }

// Next opens the next tab.
func (p *TabPanel) Next() { p.Open = (p.Open + 1) % len(p.Tabs) }

// Update acts on the pointer: a title opens its tab, and all else is the open one's.
func (p *TabPanel) Update(v *panel.View, k *Comparison, at *panel.Pointer, r panel.Rect) {
	for i, title := range p.Titles {
		if at.Pressed && at.Over(title) {
			p.Open = i
		}
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
	x, y := r.X+12, r.Y+panel.TabHeight/2
	first, end := p.titled(v, c, r.W-24)
	for i := range p.Tabs {
		t := &p.Tabs[i]
		if (v.Unattended || p.Alone || p.hidden(t) || i < first || i >= end) && i != p.Open {
			p.Titles = append(p.Titles, panel.Rect{})
			continue // there is nobody to choose it, or no room
		}
		col := c.Theme.TextDim
		if i == p.Open {
			col = c.Theme.Text
		}
		w := c.Text(x, y, v.Words.T(t.Title), draw.Strong, col, draw.Left|draw.Middle)
		if i == p.Open {
			c.HLine(x, x+w, r.Y+(panel.TabHeight-3), 2, c.Theme.Accent)
		}
		title := panel.NewRect(x-8, r.Y, w+16, panel.TabHeight)
		p.Titles = append(p.Titles, title)
		v.Tips.Add(title, v.Words.T(t.Tip))
		v.Titled = title.X + title.W
		x += w + 26
	}
	k.drawTab(v, c, &p.Tabs[p.Open], p.Inside(v, r))
}

// titled returns of which tabs there are titles, beside the open one's: as many around it as there is room for.
func (p *TabPanel) titled(v *panel.View, c *draw.Canvas, room float32) (first, end int) {
	wide := func(i int) float32 {
		if p.hidden(&p.Tabs[i]) && i != p.Open {
			return 0
		}
		return c.Fonts().Measure(v.Words.T(p.Tabs[i].Title), draw.Strong) + 26
	}
	end = len(p.Tabs)
	for i := range end {
		room -= wide(i)
	}
	for ; room < 0 && first < p.Open; first++ {
		room += wide(first)
	}
	for ; room < 0 && end > p.Open+1; end-- {
		room += wide(end - 1)
	}
	return first, end
}
