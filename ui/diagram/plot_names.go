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

// lineNames are the names at the right ends of a plot's lines, from the top: in the order of the values, each in a row of its own, as
// near its line as there is room. Where all have no room those nearest to each other have one together. They stay where they are
// while their lines move a little.
type lineNames struct {
	ends   []lineName
	Labels []nameLabel
	kept   []keptName // by clock
	rest   []int      // of the ends: those that are not alone
	blocks []block
}

// A lineName is the end of a clock's line.
type lineName struct {
	whose int
	y     float32 // to which the name clings: within sway of the line's end, which may be beyond the plot
	rank  int8    // who has a name for itself first, 0 for those that need none
	alone bool
	with  bool // it has one label with the next of those that are not alone
}

// A nameLabel is the label of one end or of some.
type nameLabel struct {
	Whose []int // clocks, from the top
	Line  float32
	Y     float32    // of its middle
	At    panel.Rect // where it was drawn
}

// A keptName is where a clock's name was.
type keptName struct {
	seen, on bool    // in this frame, and in the one before
	line, y  float32 // to which it clings, and where it was
	with     int     // the first clock of those that it had a label with, negative where it was alone
}

// A block is some labels that touch each other.
type block struct {
	sum float32
	n   int
}

// Sizes in points.
const (
	nameRow    = 16
	mostPushed = 8 * nameRow // how far a label may be from its line
	nameSway   = 0.75        // by which a line may move and its name not know
	nameClings = 6           // by which a better place is not worth a move
	nameHolds  = 4           // by which a bundle is not worth another one
	nameBegins = 3           // by which one that grows is better than two
)

// The ranks of names: who is never in a bundle, as long as there is a row for each.
const (
	rankEdge int8 = 1 + iota // the highest and the lowest
	rankPinned
	rankPointed
	rankDriving
)

// begin forgets the ends of the frame before, of so many clocks.
func (l *lineNames) begin(clocks int) {
	l.ends = l.ends[:0]
	l.kept = slices.Grow(l.kept[:min(len(l.kept), clocks)], clocks)[:clocks]
	for i := range l.kept {
		l.kept[i].on, l.kept[i].seen = l.kept[i].seen, false
	}
}

// add says where a clock's line ends. Names follow lines where they are fresh.
func (l *lineNames) add(whose int, y float32, rank int8, fresh bool) {
	k := &l.kept[whose]
	if !k.on || fresh && max(y-k.line, k.line-y) > nameSway {
		k.line = y
	}
	k.seen = true
	l.ends = append(l.ends, lineName{whose: whose, y: k.line, rank: rank})
}

// arrange gives labels to all ends, between top and bottom. Lines end between high and low, or are beyond these.
func (l *lineNames) arrange(top, bottom, high, low float32) {
	slices.SortFunc(l.ends, func(a, b lineName) int { return cmp.Or(cmp.Compare(a.y, b.y), a.whose-b.whose) })
	if n := len(l.ends); n > 0 {
		l.ends[0].rank, l.ends[n-1].rank = max(l.ends[0].rank, rankEdge), max(l.ends[n-1].rank, rankEdge)
	}
	l.Labels = l.Labels[:0]
	rows := int((bottom - top) / nameRow)
	// With three quarters of the plot's height full a name can be near its line still.
	for most := min(max(int((low-high)/nameRow*0.75), 3), rows, len(l.ends)); most > 0; most-- {
		l.bundle(most)
		if l.spread(top, bottom, high, low) <= mostPushed-nameClings || most == 1 {
			break
		}
	}
	for i := range l.Labels {
		of := &l.Labels[i]
		with := -1
		if len(of.Whose) > 1 {
			with = slices.Min(of.Whose)
		}
		for _, clock := range of.Whose {
			l.kept[clock].y, l.kept[clock].with = of.Y, with
		}
	}
}

// bundle makes at most so many labels of the ends.
func (l *lineNames) bundle(most int) {
	alone, bundled := 0, len(l.ends) > most
	for i := range l.ends {
		l.ends[i].alone, l.ends[i].with = !bundled, false
	}
	for rank := rankDriving; rank >= rankEdge && bundled; rank-- {
		for i := range l.ends {
			if e := &l.ends[i]; e.rank == rank && alone < most-1 {
				e.alone = true
				alone++
			}
		}
	}
	l.rest = l.rest[:0]
	for i := range l.ends {
		if !l.ends[i].alone {
			l.rest = append(l.rest, i)
		}
	}
	with := func(k int) bool { return k >= 0 && l.ends[l.rest[k]].with }
	for range len(l.ends) - most { // the nearest two of those that are beside each other
		at, least := -1, float32(math.Inf(1))
		for k := range max(len(l.rest)-1, 0) {
			if with(k) {
				continue
			}
			d := l.apart(l.rest[k], l.rest[k+1])
			if !with(k-1) && !with(k+1) {
				d += nameBegins
			}
			if d < least {
				at, least = l.rest[k], d
			}
		}
		if at < 0 {
			break
		}
		l.ends[at].with = true
	}
	l.label()
}

// apart returns how far two ends are from each other: those that had one label are nearer.
func (l *lineNames) apart(i, k int) float32 {
	a, b := &l.kept[l.ends[i].whose], &l.kept[l.ends[k].whose]
	d := l.ends[k].y - l.ends[i].y
	if a.on && b.on && a.with >= 0 && a.with == b.with {
		d -= nameHolds
	}
	return d
}

// label makes labels of the ends as they are bundled, in the order of where their lines end.
func (l *lineNames) label() {
	l.Labels = l.Labels[:0]
	open := false // the next one that is not alone is in the latest bundle too
	for _, alone := range [...]bool{true, false} {
		for _, e := range l.ends {
			if e.alone != alone {
				continue
			}
			if n := len(l.Labels); !open {
				l.Labels = slices.Grow(l.Labels, 1)[:n+1]
				l.Labels[n].Whose, l.Labels[n].Line = l.Labels[n].Whose[:0], 0
			}
			of := &l.Labels[len(l.Labels)-1]
			of.Whose, of.Line, open = append(of.Whose, e.whose), of.Line+e.y, e.with
		}
	}
	for i := range l.Labels {
		l.Labels[i].Line /= float32(len(l.Labels[i].Whose))
	}
	slices.SortStableFunc(l.Labels, func(a, b nameLabel) int { return cmp.Compare(a.Line, b.Line) })
}

// spread finds all labels their rows, and returns how far one is from its line at most.
func (l *lineNames) spread(top, bottom, high, low float32) (most float32) {
	for i := range l.Labels {
		of := &l.Labels[i]
		of.Y = min(max(of.Line, high), low)
	}
	l.part(top, bottom)
	for i := range l.Labels {
		of := &l.Labels[i]
		d := of.Y - min(max(of.Line, high), low)
		most = max(most, d, -d)
	}
	for i := range l.Labels { // it stays where it was unless that is worse by more than anybody sees
		of := &l.Labels[i]
		if k := &l.kept[of.Whose[0]]; k.on && max(of.Y-k.y, k.y-of.Y) <= nameClings {
			of.Y = k.y
		}
	}
	l.part(top, bottom)
	return most
}

// part moves labels that are nearer to each other than a row apart, as little as is possible in the mean of the squares: neighbours
// that would come too near have their middle in common, as the pool-adjacent-violators algorithm has it (Barlow et al. 1972).
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

// names writes at the lines' ends which clocks they are of, with an arrow where a line has left the plot.
func (p *ErrorPlot) names(v *panel.View, c *draw.Canvas, r panel.Rect, gap float32, driving int) {
	area, l := p.Axis.Area, &p.of.Names
	l.begin(len(v.Clocks()))
	fitted := plotFit{area, p.Scale.Low, p.Scale.High, p.Axis.Away, p.Axis.Span}
	fresh := v.Frame.Fresh || v.Paused || fitted != p.of.fit // as figures are, and with the axes
	p.of.fit = fitted
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

// rankOf returns why a clock's line is wide and its name in no bundle, 0 where neither is so.
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

// name writes one of the labels, and draws what leads to it.
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

// about explains a label: what the clock does, or which of them it is of.
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
