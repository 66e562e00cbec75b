package picture

import (
	"math"
	"strings"

	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// DrawWatch draws what the Watch view has beside the worlds.
func (p *Picture) DrawWatch(c *draw.Canvas) {
	l := &p.Regions.Watch
	if p.FrozenShown() {
		p.DrawFrozen(c)
		return
	}
	if !p.Covered(c, l.Link) {
		p.Lanes.Draw(&p.View, c, l.Link)
	}
	if l.Errors.H > 0 && !p.Covered(c, l.Errors) {
		p.DrawBothErrors(c, l.Errors)
	}
	if l.Strip.H > 0 {
		p.Rest.Draw(c, l.Plan.Numbers, l.Strip, p.DrawStrips)
	}
	if r := l.Controls; r.H > 0 {
		c.Box(r.X, r.Y, r.W, r.H, 4, c.Theme.Panel)
	}
}

// DrawStrips draws the strip, or those of A and B with the same scale, so that their lines can be compared.
func (p *Picture) DrawStrips(c *draw.Canvas) {
	if p.NumbersShown() || p.Lined() {
		if l := &p.Regions.Watch; p.Lined() {
			p.Watch.Beside.DrawLine(c, p.numbersRows(&l.Plan), l.Strip)
		} else {
			p.Watch.Table.Draw(c, p.numbersRows(&l.Plan), l.Strip)
		}
		return
	}
	b := &p.Watch.Strips[0]
	left, right := p.StripRects()
	if p.Watch.Cut.Strip == scenario.PeekStrip {
		p.Watch.Peeks[0].Draw(&p.View, c, right)
		if left.W > 0 {
			p.Watch.Peeks[1].Draw(p.AB.View(&p.View), c, left)
		}
		return
	}
	if left.W <= 0 {
		b.Draw(&p.View, c, right)
		return
	}
	a, of := &p.Watch.Strips[1], p.AB.View(&p.View)
	lowA, highA := a.Reach(of, left)
	lowB, highB := b.Reach(&p.View, right)
	low, high := min(lowA, lowB), max(highA, highB)
	a.DrawTo(of, c, left, low, high)
	b.DrawTo(&p.View, c, right, low, high)
}

// StripRects returns where the strips of A and of B are. Without a comparison there is none of A.
func (p *Picture) StripRects() (a, b panel.Rect) {
	if r := p.Regions.Watch.Strip; p.AB.On {
		return Halves(r)
	}
	return panel.Rect{}, p.Regions.Watch.Strip
}

// besideGap is the gap between the first two lines of a caption, A's and B's, if both fit into one line.
const besideGap = "\u00a0\u00a0\u00a0\u00a0\u00a0\u00a0"

// Caption fits the sentence that a picture is about into a room, in letters as large as possible. Its second line is written beside the
// first if both fit into one, since letters are larger then.
func Caption(fonts *draw.Fonts, text string, w, h float32) (t layout.Text) {
	one := strings.Replace(text, "\n", besideGap, 1)
	first, _, _ := strings.Cut(one, "\n")
	for _, class := range [...]draw.Class{draw.Lead, draw.Title, draw.Body, draw.Small} {
		said := text
		if !layout.Fit(fonts, first, w, 0, class).Cut {
			said = one
		}
		if t = layout.Fit(fonts, said, w, h, class); !t.Cut && !t.Broken {
			break
		}
	}
	return t
}

// Told returns the session's caption, and in the Watch view of two worlds what differs between them, unless a card
// says what they are.
func (p *Picture) Told() string {
	steps := p.Taught.Carded() && (len(p.Taught.Lesson.Steps) > 0 || !p.Unattended)
	if p.Regions.Watching && p.AB.On && p.AB.Seen.caption != "" && !steps {
		if p.Watch.Kind == scenario.WatchFrozen {
			return p.AB.Seen.caption + "\n" + p.Words.T("watch.frozen-beside")
		}
		return p.AB.Seen.caption
	}
	text := p.CaptionText()
	if p.Regions.Watching && p.Watch.Kind == scenario.WatchFrozen && !p.Watch.Guess && (p.Watch.Own || text == "") {
		if len(p.Watch.Frozen.All) == 0 {
			return p.Words.T("watch.frozen-none")
		}
		if p.Watch.Frozen.Shown.Victim == 0 {
			return p.Words.T("watch.frozen-host")
		}
		return p.Words.T("watch.frozen-caption")
	}
	return text
}

// DrawWatchCaption writes the sentence that the picture is about, directly below it.
func (p *Picture) DrawWatchCaption(c *draw.Canvas, r panel.Rect, text string, col palette.Color) {
	if r.H == 0 {
		return
	}
	k := &p.Watch.Caption
	c.Box(r.X, r.Y, r.W, r.H, 4, c.Theme.Panel)
	in := panel.NewRect(r.X+18, r.Y+4, r.W-36, r.H-8)
	if *k = Caption(c.Fonts(), text, in.W, in.H); k.Cut || k.Class == draw.Small {
		p.Tips.Add(r, text)
	}
	if k.Cut && p.AB.On && text == p.AB.Seen.caption {
		*k = Caption(c.Fonts(), p.AB.Seen.line, in.W, in.H)
	}
	k.Draw(c, in, col, draw.Left|draw.Middle)
}

// DrawBothErrors writes the clock errors of A and B, and their difference, which matters more than their clocks' names.
func (p *Picture) DrawBothErrors(c *draw.Canvas, r panel.Rect) {
	k, l, dim := &p.AB, &p.Watch.pen.Line, c.Theme.TextDim
	c.Box(r.X, r.Y, r.W, r.H, 4, c.Theme.Panel)
	facts := [2]*session.Facts{ChosenFacts(&k.A.Frame, p.Deck.Chosen), ChosenFacts(&p.Frame, p.Deck.Chosen)}
	l.Start(c.Fonts(), 12)
	var sides [2]int
	for i, f := range facts {
		sides[i] = p.addFigure(c, 30, f.Status.Synchronised, f.Error.Seconds()*1000, c.Theme.ErrorText)
		l.Add(layout.Item{Text: panel.AlgorithmTitle(p.Words, f.Driving), Class: draw.Body, Ink: dim, Tail: 30})
	}
	l.Add(layout.Item{Text: p.Words.T("ab.between"), Class: draw.Body, Ink: dim, Rank: 1})
	p.addFigure(c, 0, facts[0].Status.Synchronised && facts[1].Status.Synchronised, Between(facts[0], facts[1]), c.Theme.Text)
	l.Place(panel.NewRect(r.X+18, r.Y, r.W-36, r.H), 0)
	l.Draw(c)
	for i, side := range [...]string{"a", "b"} {
		if at := l.At(sides[i]); at.W > 0 {
			panel.Badge(c, at.X, r.Y+r.H/2, panel.BadgeHigh, side)
		}
	}
	p.Tips.Add(r, p.Words.T("ab.error-tip"))
}

// Between returns how many ms the clock of B is ahead of A's, from the errors as they are written: rounded to tenths of a millisecond.
func Between(a, b *session.Facts) float64 {
	tenths := func(f *session.Facts) float64 { return math.Round(f.Error.Seconds() * 10_000) }
	return (tenths(b) - tenths(a)) / 10
}

// addFigure adds milliseconds to the line, or a dash if there are none yet.
func (p *Picture) addFigure(c *draw.Canvas, lead float32, known bool, ms float64, col palette.Color) int {
	pen := p.Watch.pen.Start(c.Words).Text("–")
	if !known {
		col = c.Theme.TextDim
	} else {
		pen.Start(c.Words).Signed(ms, 1).Text(" ms") // else what differs by 40.4 would be 40 beside 0 and 41
	}
	large := layout.Item{Bytes: pen.Buf, Class: draw.Figure, Ink: col, As: "−888.8 ms", Lead: lead, Rank: 2}
	title, strong := large, large
	title.Class, strong.Class = draw.Title, draw.Strong
	return pen.Line.Add(large, title, strong)
}
