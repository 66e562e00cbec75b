package ui

import (
	"driftlab/netsim"
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
	of       branchesOf
}

// branchesOf is what the branches were read of last.
type branchesOf struct {
	marksOf
	count int
}

// The menu's measures, at scale 1.
const (
	branchChip = 112
	menuWidth  = 460 // at least
	menuRow    = 34
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
	m.collect(a)
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
	if !m.open {
		a.tips.add(m.chip, tip)
	}
	return (branchChip + 10) * z
}

// list draws the branches as rails above the bottom bar, along the line of time: each from where it left another to how
// far it goes, with what was done there.
func (m *branchMenu) list(a *App, c *draw.Canvas) {
	z, track := float32(a.scale), a.scrub.track
	current := a.line.Branch()
	m.first = min(max(len(m.branches)-menuRows, 0), current)
	shown := m.branches[m.first:min(m.first+menuRows, len(m.branches))]
	box := rect{x: max(track.x-scrubPad*z, 4*z), h: (float32(len(shown))*menuRow + 8) * z}
	box.w, box.y = m.chip.x+m.chip.w-box.x, a.layout.bottom.y-box.h-4*z
	if narrow := min(menuWidth*z, float32(a.width)-8*z); box.w < narrow { // then what it says goes over the line's begin
		box.x, box.w = box.x+box.w-narrow, narrow
	}
	over := &c.Overlay
	over.Box(box.x, box.y, box.w, box.h, 5*z, c.Theme.Panel)
	over.BoxOutline(box.x, box.y, box.w, box.h, 5*z, 1.5*z, c.Theme.Accent)
	m.rows = m.rows[:0]
	for i := range shown {
		row := rect{box.x + 4*z, box.y + (4+float32(i)*menuRow)*z, box.w - 8*z, menuRow * z}
		m.rows = append(m.rows, row)
		if m.first+i == current {
			over.Box(row.x, row.y, row.w, row.h, 3*z, c.Theme.Chosen)
		} else if row.contains(a.tips.x, a.tips.y) {
			over.Box(row.x, row.y, row.w, row.h, 3*z, c.Theme.PanelEdge)
		}
	}
	for i := range shown {
		m.rail(a, over, m.first+i, m.first+i == current)
	}
	a.tips.add(box, "")
}

// rail draws one branch as a rail, with a line to the rail that it left, and writes its number and what was done there.
func (m *branchMenu) rail(a *App, over *draw.Layer, i int, current bool) {
	z, b, r := float32(a.scale), &m.branches[i], m.rows[i-m.first]
	col, line := over.Theme.Text, over.Theme.TextDim
	if current {
		col, line = over.Theme.OnChosen, over.Theme.OnChosen
	}
	y := r.y + r.h - 7*z
	from, to := a.scrub.x(b.At), max(a.scrub.x(b.End), a.scrub.x(b.At)+2*z)
	over.HLine(from, to, y, 2.5*z, line)
	over.VLine(to, y-3*z, y+3*z, 2*z, line)
	parent := b.Parent
	for parent >= 0 && m.branches[parent].At >= b.At && m.branches[parent].Parent >= 0 {
		parent = m.branches[parent].Parent // it was not there yet
	}
	if parent >= m.first {
		above := m.rows[parent-m.first]
		over.VLine(from, above.y+above.h-7*z, y, 1.5*z, line)
		over.Circle(from, above.y+above.h-7*z, 3*z, line)
	}
	name := a.words.F("scrub.branch-name", i+1, branchName(a.words, b, a.hides()))
	fonts := over.Fonts()
	for len(name) > 4 && fonts.Measure(name, draw.Small) > r.w-16*z {
		runes := []rune(name)
		name = string(runes[:len(runes)-2]) + "…"
	}
	x := max(min(from+6*z, r.x+r.w-8*z-fonts.Measure(name, draw.Small)), r.x+8*z)
	over.Text(x, r.y+11*z, name, draw.Small, col, draw.Left|draw.Middle)
}

// railsInBar is how many other branches have a rail in the bar itself.
const railsInBar = 3

// inBar draws the latest of the other branches as thin rails over the line of time.
func (m *branchMenu) inBar(a *App, c *draw.Canvas, track rect) {
	z, drawn := float32(a.scale), 0
	for i := len(m.branches) - 1; i >= 0 && drawn < railsInBar; i-- {
		b := &m.branches[i]
		if i == a.line.Branch() {
			continue
		}
		drawn++
		y := track.y - 3*float32(drawn)*z
		from, to := a.scrub.x(max(b.At, m.parted(i, a.line.Branch()))), a.scrub.x(b.End)
		c.Line(from-3*z, track.y+track.h/2, from, y, 1.5*z, c.Theme.TextDim)
		c.HLine(from, max(to, from+2*z), y, 1.5*z, c.Theme.TextDim)
	}
}

// tell tells what was done at a fork that the pointer is near.
func (m *branchMenu) tell(a *App, track rect) {
	z := float32(a.scale)
	for i := range m.branches {
		x := a.scrub.x(m.branches[i].At)
		fork := rect{x - markWithin*z, track.y - 12*z, 2 * markWithin * z, track.h + 16*z}
		if m.branches[i].Parent >= 0 && fork.contains(a.tips.x, a.tips.y) && !a.scrub.held {
			a.tips.add(fork, a.words.F("scrub.branch-name", i+1, branchName(a.words, &m.branches[i], a.hides())))
		}
	}
}

// parted returns where one branch and another part.
func (m *branchMenu) parted(i, other int) netsim.Time {
	at := netsim.Never
	for i != other {
		if i < other {
			i, other = other, i
		}
		at = min(at, m.branches[i].At)
		i = m.branches[i].Parent
	}
	return at
}

// collect brings the branches up to date: what they are called changes with what is done alone.
func (m *branchMenu) collect(a *App) {
	of := branchesOf{marksOf{a.line, a.line.Branch(), a.line.Events()}, a.line.BranchCount()}
	if of != m.of {
		m.of, m.branches = of, a.line.Branches(m.branches[:0])
	}
	m.branches[a.line.Branch()].End = a.line.End()
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
