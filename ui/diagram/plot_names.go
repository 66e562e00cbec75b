package diagram

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// lineNames are the names at the right ends of a plot's lines, from the top, in the order of the values: each in its own row, as
// near to its line as possible. If not all have room, those nearest to each other share a label. Names stay where they are while
// their lines move a little.
type lineNames struct {
	ends   []lineName
	Labels []nameLabel
	kept   []keptName // by clock
	blocks []block
}

// A lineName is the end of a clock's line.
type lineName struct {
	whose int
	y     float32 // where the name wants to be: near the line's end, which may be outside the plot
	rank  int8    // which lines get their own label first, 0 for those that may share one
}

// A nameLabel is the label of one end or of some.
type nameLabel struct {
	Whose       []int // clocks, from the top
	alone       bool  // it is in no bundle
	first, last float32
	Line        float32    // the average of where its lines end
	Y           float32    // of its middle
	At          panel.Rect // where it was drawn
}

// A keptName is where a clock's name was.
type keptName struct {
	seen, on bool    // in this frame, and in the one before
	line, y  float32 // where it wanted to be, and where it was
	with     int     // the first clock that it shared a label with, plus 1; 0 if it had its own
}

// A block is a group of labels that touch each other.
type block struct {
	sum float32
	n   int
}

// Sizes in points.
const (
	nameRow    = 16
	mostPushed = 8 * nameRow // how far a label may be from its line
	nameSway   = 0.75        // how far a line may move without its name
	nameClings = 6           // how much better a place must be for a label to move there
	nameHolds  = 4           // how much better another bundle must be to replace one
	nameBegins = 3           // how much better two bundles must be than one that grows
)

// The ranks of names that get their own label as long as there is a row for each.
const (
	rankEdge int8 = 1 + iota // the highest and the lowest
	rankPinned
	rankPointed
	rankDriving
)

// begin forgets the last frame's ends of some clocks.
func (l *lineNames) begin(clocks int) {
	l.ends = l.ends[:0]
	l.kept = slices.Grow(l.kept[:min(len(l.kept), clocks)], clocks)[:clocks]
	for i := range l.kept {
		if k := &l.kept[i]; k.seen {
			k.seen, k.on = false, true
		} else {
			*k = keptName{}
		}
	}
}

// add notes where a clock's line ends. If fresh, its name follows it.
func (l *lineNames) add(whose int, y float32, rank int8, fresh bool) {
	k := &l.kept[whose]
	if !k.on || fresh && max(y-k.line, k.line-y) > nameSway {
		k.line = y
	}
	k.seen = true
	l.ends = append(l.ends, lineName{whose: whose, y: k.line, rank: rank})
}

// arrange gives labels to all ends, between top and bottom. Lines that end above high or below low have left the plot.
func (l *lineNames) arrange(top, bottom, high, low float32) {
	slices.SortFunc(l.ends, func(a, b lineName) int { return cmp.Or(cmp.Compare(a.y, b.y), a.whose-b.whose) })
	if n := len(l.ends); n > 0 {
		l.ends[0].rank, l.ends[n-1].rank = max(l.ends[0].rank, rankEdge), max(l.ends[n-1].rank, rankEdge)
	}
	l.Labels = l.Labels[:0]
	rows := int((bottom - top) / nameRow)
	// With three quarters of the height full, names can still be near their lines.
	for most := min(max(int((low-high)/nameRow*0.75), 3), rows, len(l.ends)); most > 0; most-- {
		l.bundle(most)
		if l.spread(top, bottom, high, low) <= mostPushed-nameClings || most == 1 {
			break
		}
	}
	for _, of := range l.Labels {
		for _, clock := range of.Whose {
			k := &l.kept[clock]
			if k.y, k.with = of.Y, 0; len(of.Whose) > 1 {
				k.with = slices.Min(of.Whose) + 1
			}
		}
	}
}

// bundle makes labels of the ends, up to some number, in the order of the ends.
func (l *lineNames) bundle(most int) {
	l.Labels = l.Labels[:0]
	for i, e := range l.ends {
		l.Labels = slices.Grow(l.Labels, 1)[:i+1]
		l.Labels[i] = nameLabel{Whose: append(l.Labels[i].Whose[:0], e.whose), first: e.y, last: e.y, Line: e.y}
	}
	alone := 0
	for rank := rankDriving; rank >= rankEdge; rank-- {
		for i, e := range l.ends {
			if e.rank == rank && alone < most-1 {
				l.Labels[i].alone = true
				alone++
			}
		}
	}
	for len(l.Labels) > most && l.join() {
	}
	for i := range l.Labels {
		of := &l.Labels[i]
		of.Line /= float32(len(of.Whose))
	}
	slices.SortStableFunc(l.Labels, func(a, b nameLabel) int { return cmp.Compare(a.Line, b.Line) })
}

// join makes one label of the two that are nearest to each other, and reports whether there were two.
func (l *lineNames) join() bool {
	a, b, last, least := -1, -1, -1, float32(math.Inf(1))
	for i := range l.Labels {
		if l.Labels[i].alone {
			continue
		}
		if last >= 0 {
			above, of := &l.Labels[last], &l.Labels[i]
			d := of.first - above.last
			if with := l.kept[of.Whose[0]].with; with > 0 && with == l.kept[above.Whose[len(above.Whose)-1]].with {
				d -= nameHolds
			}
			if len(above.Whose) == 1 && len(of.Whose) == 1 {
				d += nameBegins
			}
			if d < least {
				a, b, least = last, i, d
			}
		}
		last = i
	}
	if a < 0 {
		return false
	}
	above, of := &l.Labels[a], l.Labels[b]
	above.Whose, above.last, above.Line = append(above.Whose, of.Whose...), of.last, above.Line+of.Line
	n := len(l.Labels) - 1
	copy(l.Labels[b:], l.Labels[b+1:])
	l.Labels[n] = of // its memory is reused
	l.Labels = l.Labels[:n]
	return true
}

// spread gives all labels their rows, and returns the greatest distance of a label from its line.
func (l *lineNames) spread(top, bottom, high, low float32) (most float32) {
	for i := range l.Labels {
		of := &l.Labels[i]
		of.Y = min(max(of.Line, high), low)
	}
	l.part(top, bottom)
	for i := range l.Labels { // a label stays where it was unless that is visibly worse
		of := &l.Labels[i]
		d := of.Y - min(max(of.Line, high), low)
		most = max(most, d, -d)
		if k := &l.kept[of.Whose[0]]; k.on && max(of.Y-k.y, k.y-of.Y) <= nameClings {
			of.Y = k.y
		}
	}
	l.part(top, bottom)
	return most
}

// part moves labels at least a row apart, with the least sum of squared moves: neighbours that would be too close to each
// other form a block with a common middle. This is the pool-adjacent-violators algorithm (Barlow et al. 1972).
func (l *lineNames) part(top, bottom float32) {
	l.blocks = l.blocks[:0]
	for i, of := range l.Labels {
		l.blocks = append(l.blocks, block{of.Y - nameRow*float32(i), 1})
		for n := len(l.blocks); n > 1 && l.blocks[n-2].middle() > l.blocks[n-1].middle(); n-- {
			l.blocks[n-2].sum += l.blocks[n-1].sum
			l.blocks[n-2].n += l.blocks[n-1].n
			l.blocks = l.blocks[:n-1]
		}
	}
	last, i := bottom-nameRow/2-nameRow*float32(len(l.Labels)-1), 0
	for _, b := range l.blocks {
		for range b.n {
			l.Labels[i].Y = max(min(b.middle(), last), top+nameRow/2) + nameRow*float32(i)
			i++
		}
	}
}

func (b block) middle() float32 { return b.sum / float32(b.n) }

// names writes the clocks' names at the ends of their lines, with an arrow where a line has left the plot.
func (p *ErrorPlot) names(v *panel.View, c *draw.Canvas, r panel.Rect, gap float32, driving int) {
	area, l := p.Axis.Area, &p.of.Names
	l.begin(len(v.Clocks()))
	axes := [...]float64{float64(area.Y), float64(area.H), p.Scale.Low, p.Scale.High}
	fresh := v.Frame.Fresh || v.Paused || p.Axis.Away || axes != p.of.axes // as figures are, and with the axes
	p.of.axes = axes
	for i, ms := range p.ends {
		if ms == ms {
			l.add(i, p.Y(float64(ms)), rankOf(v, i, driving), fresh)
		}
	}
	l.arrange(r.Y, r.Y+r.H-2, area.Y, area.Y+area.H)
	for i := range l.Labels {
		p.name(v, c, &l.Labels[i], gap, driving)
	}
	if driving >= 0 {
		if y := p.Y(float64(p.ends[driving])); y >= area.Y && y <= area.Y+area.H {
			c.Machine(v.Frame.Selected, area.X+area.W, y, 5)
		}
	}
}

// rankOf returns why a clock's line is wide and its name in no bundle, 0 if there is no reason.
func rankOf(v *panel.View, clock, driving int) int8 {
	switch {
	case clock == driving:
		return rankDriving
	case v.Hover.Clock == clock+1:
		return rankPointed
	case v.Hover.Pinned(clock):
		return rankPinned
	}
	return 0
}

// name writes one of the labels, and draws the line that leads to it.
func (p *ErrorPlot) name(v *panel.View, c *draw.Canvas, of *nameLabel, gap float32, driving int) {
	area, clock := p.Axis.Area, of.Whose[0]
	x, end := area.X+area.W+8, of.Line
	if len(of.Whose) == 1 {
		end = p.Y(float64(p.ends[clock]))
	}
	line := min(max(end, area.Y), area.Y+area.H)
	says := layout.Item{Bytes: p.Pen.Start(v.Words).Int(int64(len(of.Whose))).Text(" ").Word("plot.clocks").Buf, Ink: c.Theme.TextDim, Cut: 1}
	lead, share := c.Theme.TextDim, float32(1)
	if len(of.Whose) == 1 {
		says = layout.Item{Text: panel.ClockShort(v.Words, v.Clock(clock)), Ink: panel.ClockInk(c.Theme, v.Clock(clock)), Cut: 1}
		lead = panel.ClockStyle(c.Theme, v.Clock(clock)).Color
		if rankOf(v, clock, driving) > 0 {
			says.Class = draw.SmallStrong
		}
	}
	if !slices.ContainsFunc(of.Whose, func(i int) bool { return light(v, i, driving) == 1 }) {
		share, says.Ink = panel.DimLine, says.Ink.Fade(panel.DimRow)
	}
	if lead = lead.Fade(share); line != end {
		c.Triangle(x+gap-16, of.Y, 4, end < line, lead)
	} else {
		c.Line(x, line, x+gap-13, of.Y, 1, lead)
	}
	of.At = p.Pen.Line.Say(c, panel.NewRect(x+gap-8, of.Y-nameRow/2, p.room, nameRow), draw.Left, says)
	of.At = panel.NewRect(x, of.At.Y, gap-8+of.At.W, nameRow)
	p.of.busy.take(x, min(line, of.At.Y), x+gap, max(line, of.At.Y+nameRow))
	p.of.busy.take(x, of.At.Y, of.At.X+of.At.W, of.At.Y+nameRow)
	if len(of.Whose) == 1 {
		v.Which(clock, of.At)
	}
	if v.Tips.Under(of.At) {
		v.Tips.Add(of.At, p.about(v, of, line != end))
	}
}

// about explains a label: what its clock does, or which clocks it stands for.
func (p *ErrorPlot) about(v *panel.View, of *nameLabel, beyond bool) string {
	if len(of.Whose) > 1 {
		var all []string
		for _, clock := range of.Whose {
			all = append(all, panel.ClockShort(v.Words, v.Clock(clock)))
		}
		return strings.Join(all, ", ") + ". " + v.Words.T("plot.fit-tip")
	}
	tip := panel.ClockTip(v.Words, v.Clock(of.Whose[0])) + " " + v.Words.T("plot.pin-tip")
	if beyond {
		tip = v.Words.T("plot.clipped-tip") + " " + tip
	}
	return tip
}
