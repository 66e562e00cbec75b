package diagram

import (
	"slices"
	"time"

	"driftlab/game/observe"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// A PeekStrip shows what the latest peeker's advantage consists of: from the frame in which the chosen client's player comes out
// from behind its column on its own screen to the frame in which the next client's screen shows that.
type PeekStrip struct {
	pen  panel.Pen
	list []observe.Journey
}

// peekTerms are the five terms of Riot's sum (see docs/sources.md): which parts of the journey each has, and the keys of its
// name and its tooltip.
var peekTerms = [...]struct {
	parts     []observe.JourneyPart
	name, tip string
}{
	{[]observe.JourneyPart{observe.WayUp}, "peek.term-up", "peek.what-up"},
	{[]observe.JourneyPart{observe.HostBuffer, observe.TickWait}, "peek.term-host", "peek.what-host"},
	{[]observe.JourneyPart{observe.WayDown}, "peek.term-down", "peek.what-down"},
	{[]observe.JourneyPart{observe.ClientBuffer}, "peek.term-interpolation", "peek.what-interpolation"},
	{[]observe.JourneyPart{observe.FrameWait, observe.ShowWait}, "peek.term-frame", "peek.what-frame"},
}

// peekTerm returns the term that a part belongs to.
func peekTerm(p observe.JourneyPart) int {
	for i := range peekTerms {
		if slices.Contains(peekTerms[i].parts, p) {
			return i
		}
	}
	return panel.Nobody
}

// peekKept is how long a peek stays in sight, unless another one comes.
const peekKept = 20 * time.Second

// latest returns the peek to show: the newest one that has been seen or may still be.
func (p *PeekStrip) latest(v *panel.View, client, viewer int) *observe.Journey {
	now := v.Session.Now()
	p.list = v.Tape.Peeks(client, viewer, v.Frame.Rate, max(now.Add(-peekKept), 0), now, p.list[:0])
	for i := len(p.list) - 1; i >= 0; i-- {
		if !p.list[i].Lost {
			return &p.list[i]
		}
	}
	return nil
}

// Sizes in points.
const (
	peekTitle = 24 // the height of the sentence
	peekBar   = 22
	peekThin  = 14 // the bar at its thinnest
	peekRow   = 17 // of the terms' names
)

// Draw draws the strip into r.
func (p *PeekStrip) Draw(v *panel.View, c *draw.Canvas, r panel.Rect) {
	c.Box(r.X, r.Y, r.W, r.H, 4, c.Theme.Panel)
	in := panel.NewRect(r.X+14, r.Y+6, r.W-28, r.H-12)
	if in.W <= 0 || in.H < (peekTitle+peekBar) {
		return
	}
	client := max(v.Frame.Selected, 1)
	var j *observe.Journey
	if n := v.Frame.Clients(); n > 1 && !v.Frame.Blind {
		j = p.latest(v, client, client%n+1)
	}
	if j == nil {
		c.Text(in.X, in.Y+in.H/2, v.Words.T("peek.none"), draw.Body, c.Theme.TextDim, draw.Left|draw.Middle)
		return
	}
	bar, names := in, in
	bar.X, bar.W = in.X+9, in.W-18
	below := p.flow(v, c, j, panel.NewRect(0, 0, in.W, layout.Open)).H + 9
	title := float32(peekTitle)
	if in.H < title+peekThin+below { // the names matter more: the lesson's step says what the sentence says
		title = 0
	} else {
		v.Tips.Add(panel.NewRect(in.X, in.Y, in.W, title), v.Words.F("peek.tip", client, j.Viewer))
		p.title(v, c, j, in)
	}
	bar.Y, bar.H = in.Y+title+3, min(max(in.H-title-below, peekThin), 2*peekBar)
	names.Y = bar.Y + bar.H + 6
	names.H = in.Y + in.H - names.Y + 2
	p.bar(v, c, j, bar)
	l := p.flow(v, c, j, names)
	l.Draw(c)
	for i := range peekTerms {
		if at := l.At(i); at.W > 0 {
			p.term(v, c, j, i, panel.NewRect(at.X, at.Y+3, 16, 11))
			v.Tips.Add(at, v.Words.T(peekTerms[i].tip))
		}
	}
}

// title says whose peek is seen how much later.
func (p *PeekStrip) title(v *panel.View, c *draw.Canvas, j *observe.Journey, in panel.Rect) {
	at := time.Duration(j.At[0]).Seconds()
	says, short := v.Words.F("peek.open", j.Client, at, j.Viewer), v.Words.F("peek.open-short", j.Viewer)
	if d, over := j.Whole(); over {
		says, short = v.Words.F("peek.seen", j.Client, at, j.Viewer, inMillis(d)), v.Words.F("peek.seen-short", j.Viewer, inMillis(d))
	}
	ink := c.Theme.Text
	p.pen.Line.Say(c, panel.NewRect(in.X, in.Y, in.W, peekTitle), draw.Left, layout.Item{Text: says, Class: draw.Strong, Ink: ink, Cut: 1},
		layout.Item{Text: says, Ink: ink}, layout.Item{Text: short, Ink: ink}) // the instant gives way first
}

// bar draws the terms in their order, and marks the instants of both screens.
func (p *PeekStrip) bar(v *panel.View, c *draw.Canvas, j *observe.Journey, r panel.Rect) {
	whole, over := j.Whole()
	if !over {
		whole = v.Session.Now().Sub(j.At[0])
	}
	axis := chart{area: r, left: 0, right: max(inMillis(whole), inMillis(noticeable)) * 1.02}
	to := func(at netsim.Time) float32 { return axis.x(inMillis(at.Sub(j.At[0]))) }
	for part := range observe.JourneyParts {
		from, until := int(part), int(part)+1
		if from >= j.Known {
			break
		}
		end := v.Session.Now()
		if until < j.Known {
			end = j.At[until]
		}
		piece := panel.NewRect(to(j.At[from]), r.Y, to(end)-to(j.At[from]), r.H)
		term := peekTerm(part)
		p.term(v, c, j, term, piece)
		v.Tips.Add(piece, v.Words.T(peekTerms[term].tip))
	}
	p.mark(c, r, to(j.At[0]), j.Client)
	if over {
		p.mark(c, r, to(j.At[observe.JourneyParts]), j.Viewer)
	}
}

// mark marks an instant of a client's screen.
func (p *PeekStrip) mark(c *draw.Canvas, r panel.Rect, x float32, client int) {
	c.VLine(x, r.Y-4, r.Y+r.H+4, 2, c.Theme.Text)
	c.Circle(x, r.Y+r.H/2, 9, c.Theme.Panel)
	c.Machine(client, x, r.Y+r.H/2, 6)
}

// term draws a term's piece of the bar or the legend.
func (p *PeekStrip) term(v *panel.View, c *draw.Canvas, j *observe.Journey, term int, r panel.Rect) {
	parts := peekTerms[term].parts
	part, of := parts[len(parts)-1], j.Client
	if part == observe.WayDown {
		of = j.Viewer
	}
	drawPart(c, part, c.Theme.Machine(of).Color, c.Theme.ServerTime, r, min(r.H*0.3, 6))
}

// flow places the names and durations of the terms in rows.
func (p *PeekStrip) flow(v *panel.View, c *draw.Canvas, j *observe.Journey, r panel.Rect) *layout.Line {
	l := &p.pen.Line
	l.Start(c.Fonts(), 14)
	for i := range peekTerms {
		d, over := time.Duration(0), true
		for _, part := range peekTerms[i].parts {
			took, known := j.Part(part)
			d, over = d+took, over && known
		}
		if p.pen.Start(v.Words).Name(peekTerms[i].name); over {
			p.pen.Ms(d, 1)
		} else {
			p.pen.Text("–")
		}
		l.Add(layout.Item{Bytes: p.pen.Buf, Ink: c.Theme.Text, Lead: 22, Tail: 4, Cut: 1})
	}
	l.Place(r, peekRow)
	return l
}
