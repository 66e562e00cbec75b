package ui

import "driftlab/ui/draw"

// tabPanel shows one of the tabs under their titles.
type tabPanel struct {
	tabs   []tab
	open   int
	alone  bool   // the others have no titles: a lesson's step shows it
	titles []rect // where the titles were drawn last
}

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

// update acts on the pointer: a title opens its tab, and all else is the open one's.
func (p *tabPanel) update(v *view, k *comparison, at *pointer, r rect) {
	for i, title := range p.titles {
		if at.pressed && at.over(title) {
			p.open = i
		}
	}
	k.updateTab(v, at, p.tabs[p.open], p.inside(v, r))
}

// inside returns where the open tab is drawn.
func (p *tabPanel) inside(v *view, r rect) rect { return r.below(tabHeight * float32(v.scale)) }

// draw draws the titles, as many as there is room for, and the open tab.
func (p *tabPanel) draw(v *view, k *comparison, c *draw.Canvas, r rect) {
	z := float32(v.scale)
	c.Box(r.x, r.y, r.w, r.h, 4*z, c.Theme.Panel)
	p.titles, v.letter = p.titles[:0], 0
	if k.on {
		v.letter = abLetter * z
		if k.tab.single {
			v.letter += 28 * z
		}
	}
	x, y := r.x+12*z, r.y+tabHeight*z/2
	first, end := p.titled(v, c, r.w-24*z)
	for i, t := range p.tabs {
		if (v.unattended || p.alone || i >= byName || i < first || i >= end) && i != p.open {
			p.titles = append(p.titles, rect{})
			continue // there is nobody to choose it, or no room
		}
		col := c.Theme.TextDim
		if i == p.open {
			col = c.Theme.Text
		}
		w := c.Text(x, y, v.words.T("tabs."+t.key()), draw.Strong, col, draw.Left|draw.Middle)
		if i == p.open {
			c.HLine(x, x+w, r.y+(tabHeight-3)*z, 2*z, c.Theme.Accent)
		}
		title := rect{x - 8*z, r.y, w + 16*z, tabHeight * z}
		p.titles = append(p.titles, title)
		v.tips.add(title, v.words.T("tabs."+t.key()+"-tip"))
		v.titled = title.x + title.w
		x += w + 26*z
	}
	k.drawTab(v, c, p.tabs[p.open], p.inside(v, r))
}

// titled returns of which tabs there are titles, beside the open one's: as many around it as there is room for.
func (p *tabPanel) titled(v *view, c *draw.Canvas, room float32) (first, end int) {
	wide := func(i int) float32 {
		return c.Fonts().Measure(v.words.T("tabs."+p.tabs[i].key()), draw.Strong) + 26*float32(v.scale)
	}
	end = min(byName, len(p.tabs))
	for i := first; i < end; i++ {
		room -= wide(i)
	}
	if p.open >= byName {
		room -= wide(p.open)
	}
	for ; room < 0 && first < min(p.open, end); first++ {
		room += wide(first)
	}
	for ; room < 0 && end > p.open+1; end-- {
		room += wide(end - 1)
	}
	return first, end
}
