package ui

import (
	"slices"

	"driftlab/game/timeline"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/travel"
	"driftlab/ui/words"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"
)

// branchMenu lets a person choose among the branches of the session: a chip at the right end of the
// bottom bar, which opens a list above it.
type branchMenu struct {
	open     bool
	chip     panel.Rect // where it was drawn last
	rows     []panel.Rect
	first    int // branch of the first row
	branches []timeline.Branch
	of       branchesOf
}

// branchesOf is what the branches were read of last.
type branchesOf struct {
	travel.LogState
	count int
}

// The menu's measures, in points.
const (
	branchChip = 112
	menuWidth  = 460 // at least
	menuRow    = 34
	menuRows   = 12 // the most that are listed: the current one and the latest
)

// update acts on the pointer. While the list is open, a press anywhere else closes it.
func (m *branchMenu) update(a *App) {
	p := &a.pointer
	if a.Line.BranchCount() < 2 {
		m.open = false
		return
	}
	if m.open && inpututil.IsKeyJustPressed(ebiten.KeyEscape) {
		m.open = false
	}
	switch {
	case !p.Pressed:
	case p.Over(m.chip):
		m.open, p.Pressed = !m.open, false
	case m.open:
		if i := slices.IndexFunc(m.rows, p.Over); i >= 0 {
			a.ChooseBranch(m.first + i)
		}
		m.open, p.Pressed = false, false
	}
}

// draw draws the chip, and the list if it is open, and returns the width that the chip takes.
func (m *branchMenu) draw(a *App, c *draw.Canvas, r panel.Rect) float32 {
	if of := (branchesOf{travel.LogOf(a.Line), a.Line.BranchCount()}); of != m.of {
		m.of, m.branches = of, a.Line.Branches(m.branches[:0])
	}
	m.branches[a.Line.Branch()].End = a.Line.End() // it changes with what is done alone
	m.chip = panel.NewRect(r.X+r.W-(branchChip+10), r.Y+8, branchChip, r.H-16)
	edge, tip := c.Theme.PanelEdge, "scrub.branch-tip"
	if a.Fresh > 0 {
		edge, tip = c.Theme.Text, "scrub.branched"
	}
	if m.open {
		edge = c.Theme.Text
	} else {
		a.Tips.Add(m.chip, a.Words.T(tip))
	}
	c.Box(m.chip.X, m.chip.Y, m.chip.W, m.chip.H, 4, c.Theme.Ground)
	c.BoxOutline(m.chip.X, m.chip.Y, m.chip.W, m.chip.H, 4, 1.5, edge)
	c.Text(m.chip.X+m.chip.W/2, m.chip.Y+m.chip.H/2, a.Words.F("scrub.branch", a.Line.Branch()+1, a.Line.BranchCount()),
		draw.Small, c.Theme.Text, draw.Centre|draw.Middle)
	return branchChip + 10
}

// list draws the branches as rails above the bottom bar, along the line of time: each from where it left another to how
// far it goes, with what was done there.
func (m *branchMenu) list(a *App, c *draw.Canvas) {
	track := a.scrub.track
	current := a.Line.Branch()
	m.first = min(max(len(m.branches)-menuRows, 0), current)
	shown := m.branches[m.first:min(m.first+menuRows, len(m.branches))]
	box := panel.Rect{X: max(track.X-scrubPad, 4), H: float32(len(shown))*menuRow + 8}
	box.W, box.Y = m.chip.X+m.chip.W-box.X, a.Regions.Bottom.Y-box.H-4
	if narrow := min(menuWidth, a.Width-8); box.W < narrow { // then what it says goes over the line's begin
		box.X, box.W = box.X+box.W-narrow, narrow
	}
	over := &c.Overlay
	over.Box(box.X, box.Y, box.W, box.H, 5, c.Theme.Panel)
	over.BoxOutline(box.X, box.Y, box.W, box.H, 5, 1.5, c.Theme.Solid)
	m.rows = m.rows[:0]
	for i := range shown { // each has left one above it
		row := panel.NewRect(box.X+4, box.Y+(4+float32(i)*menuRow), box.W-8, menuRow)
		m.rows = append(m.rows, row)
		if m.first+i == current {
			over.Box(row.X, row.Y, row.W, row.H, 3, c.Theme.Chosen)
		} else if row.Contains(a.Tips.X, a.Tips.Y) {
			over.Box(row.X, row.Y, row.W, row.H, 3, c.Theme.PanelEdge)
		}
		m.rail(a, over, m.first+i, m.first+i == current)
	}
	a.Tips.Add(box, "")
}

// rail draws one branch as a rail, with a line to the rail that it left, and writes its number and what was done there.
func (m *branchMenu) rail(a *App, over *draw.Layer, i int, current bool) {
	b, r := &m.branches[i], m.rows[i-m.first]
	col, line := over.Theme.Text, over.Theme.TextDim
	if current {
		col, line = over.Theme.OnChosen, over.Theme.OnChosen
	}
	y := r.Y + r.H - 7
	from, to := a.scrub.x(b.At), max(a.scrub.x(b.End), a.scrub.x(b.At)+2)
	over.HLine(from, to, y, 2.5, line)
	over.VLine(to, y-3, y+3, 2, line)
	parent := b.Parent
	for parent >= 0 && m.branches[parent].At >= b.At && m.branches[parent].Parent >= 0 {
		parent = m.branches[parent].Parent // it was not there yet
	}
	if parent >= m.first {
		above := m.rows[parent-m.first]
		over.VLine(from, above.Y+above.H-7, y, 1.5, line)
		over.Circle(from, above.Y+above.H-7, 3, line)
	}
	name := a.Words.F("scrub.branch-name", i+1, branchName(a.Words, b, a.lessons.Hides()))
	said := layout.Fit(over.Fonts(), name, r.W-16, 0, draw.Small)
	said.Draw(over, panel.NewRect(max(min(from+6, r.X+r.W-8-said.W), r.X+8), r.Y+11, 0, 0), col, draw.Left|draw.Middle)
}

// railsInBar is how many other branches have a rail in the bar itself.
const railsInBar = 3

// inBar draws the latest of the other branches as thin rails over the line of time.
func (m *branchMenu) inBar(a *App, c *draw.Canvas, track panel.Rect) {
	y, current := track.Y, a.Line.Branch()
	for i := len(m.branches) - 1; i >= 0 && y > track.Y-3*railsInBar; i-- {
		b := &m.branches[i]
		if i == current {
			continue
		}
		y -= 3
		from, to := a.scrub.x(max(b.At, m.parted(i, current))), a.scrub.x(b.End)
		c.Line(from-3, track.Y+track.H/2, from, y, 1.5, c.Theme.TextDim)
		c.HLine(from, max(to, from+2), y, 1.5, c.Theme.TextDim)
	}
}

// tell tells what was done at a fork that the pointer is near.
func (m *branchMenu) tell(a *App, track panel.Rect) {
	for i := range m.branches {
		x := a.scrub.x(m.branches[i].At)
		fork := panel.NewRect(x-markWithin, track.Y-12, 2*markWithin, track.H+16)
		if m.branches[i].Parent >= 0 && fork.Contains(a.Tips.X, a.Tips.Y) && !a.Held {
			a.Tips.Add(fork, a.Words.F("scrub.branch-name", i+1, branchName(a.Words, &m.branches[i], a.lessons.Hides())))
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

// branchName says what a branch is: where it left another, and by what.
func branchName(lang *words.Language, b *timeline.Branch, blind bool) string {
	if b.Parent < 0 {
		return lang.T("scrub.original")
	}
	if b.Event.Empty() {
		return lang.F("scrub.without", clockText(lang, b.At))
	}
	return lang.F("scrub.left", clockText(lang, b.At), panel.EventText(lang, &b.Event, blind))
}
