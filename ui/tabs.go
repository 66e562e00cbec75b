package ui

import (
	"driftlab/ui/draw"
	"driftlab/ui/words"
)

// A tab is one view of time in the panel under the worlds. Its title and what it tells are the texts
// tabs.KEY and tabs.KEY-tip.
type tab interface {
	// key names the tab.
	key() string
	// begin forgets where in a session a person has looked, for another begins.
	begin()
	// update acts on the pointer. r is where the tab is drawn.
	update(a *App, p *pointer, r rect)
	// draw draws the tab into r. It only reads the app.
	draw(a *App, c *draw.Canvas, r rect)
}

// newTabs lists the tabs from left to right. A new one is made by one file, and added here.
func newTabs() []tab {
	return []tab{newSpaceTime(), newErrorPlot(), newTicksView(), newSamplesView(), newBeatsView()}
}

// firstTab is the one that is open at the start: what it shows needs no explanation.
const firstTab = 1

// tabPanel shows one of the tabs under their titles.
type tabPanel struct {
	tabs   []tab
	open   int
	titles []rect  // where the titles were drawn last
	letter float32 // the room for a world's letter behind them
}

// tabHeight is the strip with the titles, at scale 1.
const tabHeight = 30

// show opens the tab of a key, if there is one.
func (p *tabPanel) show(key string) {
	for i, t := range p.tabs {
		if t.key() == key {
			p.open = i
		}
	}
}

// next opens the next tab.
func (p *tabPanel) next() { p.open = (p.open + 1) % len(p.tabs) }

func (p *tabPanel) update(a *App, r rect) {
	for i, title := range p.titles {
		if a.pointer.pressed && a.pointer.over(title) {
			p.open = i
		}
	}
	a.ab.updateTab(a, p.tabs[p.open], p.inside(a, r))
}

// inside returns where the open tab is drawn.
func (p *tabPanel) inside(a *App, r rect) rect { return r.below(tabHeight * float32(a.scale)) }

func (p *tabPanel) draw(a *App, c *draw.Canvas, r rect) {
	z := float32(a.scale)
	c.Box(r.x, r.y, r.w, r.h, 4*z, draw.Panel)
	p.titles, p.letter = p.titles[:0], 0
	if a.ab.on {
		p.letter = abLetter * z
		if a.ab.tab.single {
			p.letter += 28 * z
		}
	}
	x, y := r.x+12*z, r.y+tabHeight*z/2
	for i, t := range p.tabs {
		if a.film != nil && i != p.open {
			continue // there is nobody to choose it
		}
		col := draw.TextDim
		if i == p.open {
			col = draw.Text
		}
		w := c.Text(x, y, words.T("tabs."+t.key()), draw.Strong, col, draw.Left|draw.Middle)
		if i == p.open {
			c.HLine(x, x+w, r.y+(tabHeight-3)*z, 2*z, draw.Accent)
		}
		title := rect{x - 8*z, r.y, w + 16*z, tabHeight * z}
		p.titles = append(p.titles, title)
		a.tips.add(title, words.T("tabs."+t.key()+"-tip"))
		x += w + 26*z
	}
	a.ab.drawTab(a, c, p.tabs[p.open], p.inside(a, r))
}

// note writes at the right end of the strip over a tab's region r of which client the tab is, with a text
// before it where there is room for that right of the titles.
func (p *tabPanel) note(a *App, c *draw.Canvas, r rect, pen *pen, of string, client int) {
	z := float32(a.scale)
	right := r.x + r.w - 12*z
	for _, text := range [...]string{of, words.T("card.client")} {
		pen.start().text(text).text(" ").int(int64(client))
		if right-c.Fonts().MeasureBytes(pen.buf, draw.Small) > p.room(r) {
			pen.put(c, right, r.y-tabHeight*z/2, draw.Small, draw.TextDim, draw.Right|draw.Middle)
			return
		}
	}
}

// room returns where the strip with the titles has room for more, in the region r of a tab: right of the
// titles, once they are drawn, and of the letter of a world, if there are two.
func (p *tabPanel) room(r rect) (left float32) {
	if n := len(p.titles); n > 0 {
		return p.titles[n-1].x + p.titles[n-1].w + p.letter
	}
	return r.x + p.letter
}
