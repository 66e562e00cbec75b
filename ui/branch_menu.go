package ui

import (
	"driftlab/palette"
	"driftlab/timeline"
	"driftlab/ui/draw"
	"driftlab/ui/words"
)

// branchMenu lets a person choose among the branches of the session: a chip at the right end of the
// bottom bar, which opens a list above it.
type branchMenu struct {
	open     bool
	chip     rect // where it was drawn last
	rows     []rect
	first    int // branch of the first row
	branches []timeline.Branch
}

// The menu's measures, at scale 1.
const (
	branchChip = 112
	menuWidth  = 460
	menuRow    = 26
	menuRows   = 12 // the most that are listed: the current one and the latest
)

// update acts on the pointer. While the list is open, a press anywhere else closes it.
func (m *branchMenu) update(a *App) {
	p := &a.pointer
	if a.line.BranchCount() < 2 {
		m.open = false
		return
	}
	if m.open && escaped() {
		m.open = false
	}
	if !p.pressed {
		return
	}
	if p.over(m.chip) {
		m.open, p.pressed = !m.open, false
		return
	}
	if !m.open {
		return
	}
	for i, r := range m.rows {
		if p.over(r) {
			a.chooseBranch(m.first + i)
		}
	}
	m.open, p.pressed = false, false
}

// draw draws the chip, and the list if it is open, and returns the width that the chip takes.
func (m *branchMenu) draw(a *App, c *draw.Canvas, r rect) float32 {
	z := float32(a.scale)
	m.chip = rect{r.x + r.w - (branchChip+10)*z, r.y + 8*z, branchChip * z, r.h - 16*z}
	edge, text := c.Theme.PanelEdge, c.Theme.Text
	if a.travel.fresh > 0 || m.open {
		edge = c.Theme.Accent
	}
	c.Box(m.chip.x, m.chip.y, m.chip.w, m.chip.h, 4*z, c.Theme.Ground)
	c.BoxOutline(m.chip.x, m.chip.y, m.chip.w, m.chip.h, 4*z, 1.5*z, edge)
	c.Text(m.chip.x+m.chip.w/2, m.chip.y+m.chip.h/2, a.words.F("scrub.branch", a.line.Branch()+1, a.line.BranchCount()),
		draw.Small, text, draw.Centre|draw.Middle)
	tip := a.words.T("scrub.branch-tip")
	if a.travel.fresh > 0 {
		tip = a.words.T("scrub.branched")
	}
	if m.open {
		m.list(a, c)
	} else {
		a.tips.add(m.chip, tip)
	}
	return (branchChip + 10) * z
}

// list draws the branches above the bottom bar.
func (m *branchMenu) list(a *App, c *draw.Canvas) {
	z := float32(a.scale)
	m.branches = a.line.Branches(m.branches[:0])
	current := a.line.Branch()
	m.first = min(max(len(m.branches)-menuRows, 0), current)
	shown := m.branches[m.first:min(m.first+menuRows, len(m.branches))]
	box := rect{w: min(menuWidth*z, float32(a.width)), h: (float32(len(shown))*menuRow + 8) * z}
	box.x, box.y = m.chip.x+m.chip.w-box.w, a.layout.bottom.y-box.h-4*z
	over := &c.Overlay
	over.Box(box.x, box.y, box.w, box.h, 5*z, c.Theme.Panel)
	over.BoxOutline(box.x, box.y, box.w, box.h, 5*z, 1.5*z, c.Theme.Accent)
	m.rows = m.rows[:0]
	for i := range shown {
		row := rect{box.x + 4*z, box.y + (4+float32(i)*menuRow)*z, box.w - 8*z, menuRow * z}
		m.rows = append(m.rows, row)
		col := c.Theme.Text
		if m.first+i == current {
			over.Box(row.x, row.y, row.w, row.h, 3*z, c.Theme.Chosen)
			col = c.Theme.OnChosen
		} else if row.contains(a.tips.x, a.tips.y) {
			over.Box(row.x, row.y, row.w, row.h, 3*z, c.Theme.PanelEdge)
		}
		m.row(a, over, row, m.first+i, col)
	}
	a.tips.add(box, "")
}

// row writes one branch: its number, what was done where it left another, and how far it goes.
func (m *branchMenu) row(a *App, over *draw.Layer, r rect, i int, col palette.Color) {
	z, b := float32(a.scale), &m.branches[i]
	y := r.y + r.h/2
	end := a.words.F("scrub.until", clockText(a.words, b.End))
	w := over.Text(r.x+r.w-8*z, y, end, draw.Small, col, draw.Right|draw.Middle)
	name := a.words.F("scrub.branch-name", i+1, branchName(a.words, b, a.blind.hides()))
	fonts := over.Fonts()
	for room := r.w - w - 32*z; fonts.Measure(name, draw.Small) > room && len(name) > 4; {
		runes := []rune(name)
		name = string(runes[:len(runes)-2]) + "…"
	}
	over.Text(r.x+8*z, y, name, draw.Small, col, draw.Left|draw.Middle)
}

// branchName says what a branch is: where it left another, and by what.
func branchName(lang *words.Language, b *timeline.Branch, blind bool) string {
	if b.Parent < 0 {
		return lang.T("scrub.original")
	}
	if b.Event.Empty() {
		return lang.F("scrub.without", clockText(lang, b.At))
	}
	return lang.F("scrub.left", clockText(lang, b.At), eventText(lang, &b.Event, blind))
}
