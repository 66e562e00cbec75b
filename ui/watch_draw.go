package ui

import (
	"strings"

	"driftlab/palette"
	"driftlab/scenario"
	"driftlab/session"
	"driftlab/ui/draw"
)

// drawWatch draws what the Watch view has beside the worlds.
func (p *picture) drawWatch(c *draw.Canvas) {
	l := &p.layout.watch
	if p.frozenShown() {
		p.drawFrozen(c)
		return
	}
	if !p.covered(c, l.link) {
		p.lanes.draw(&p.view, c, l.link)
	}
	if l.errors.h > 0 && !p.covered(c, l.errors) {
		p.drawBothErrors(c, l.errors)
	}
	if l.strip.h > 0 {
		p.drawStrips(c)
	}
	if r := l.controls; r.h > 0 {
		c.Box(r.x, r.y, r.w, r.h, 4*float32(p.scale), c.Theme.Panel)
	}
}

// drawStrips draws the strip, or those of A and B, whose lines can be compared: both have one scale.
func (p *picture) drawStrips(c *draw.Canvas) {
	b := &p.watch.strips[0]
	left, right := p.stripRects()
	if left.w <= 0 {
		b.draw(&p.view, c, right)
		return
	}
	a, of := &p.watch.strips[1], p.ab.view(&p.view)
	lowA, highA := a.reach(of, left)
	lowB, highB := b.reach(&p.view, right)
	low, high := min(lowA, lowB), max(highA, highB)
	a.drawTo(of, c, left, low, high)
	b.drawTo(&p.view, c, right, low, high)
}

// stripRects returns where the strips of A and of B are. Without a comparison there is none of A.
func (p *picture) stripRects() (a, b rect) {
	if r := p.layout.watch.strip; p.ab.on {
		return beside(r, (r.w-gap*float32(p.scale))/2, gap*float32(p.scale))
	}
	return rect{}, p.layout.watch.strip
}

// watchCaptionText is a caption in lines, and what they were made for.
type watchCaptionText struct {
	text  string
	fonts *draw.Fonts
	room  rect
	lines []string
	class draw.Class
}

// lay breaks the caption into lines, in the largest letters in which it has room. What has none even in the smallest
// is cut, and is in the tip.
func (k *watchCaptionText) lay(fonts *draw.Fonts, text string, room rect) {
	if k.text == text && k.fonts == fonts && k.room == room {
		return
	}
	*k = watchCaptionText{text: text, fonts: fonts, room: room}
	for _, k.class = range [...]draw.Class{draw.Lead, draw.Title, draw.Body, draw.Small} {
		k.lines = paragraphs(k.lines[:0], fonts, text, k.class, room.w, true)
		if fonts.LineHeight(k.class)*float32(len(k.lines)) <= room.h {
			return
		}
	}
	most := max(int(room.h/fonts.LineHeight(k.class)), 1)
	k.lines = k.lines[:min(most, len(k.lines))]
	k.lines[len(k.lines)-1] += " …"
}

// besideGap stands between the first two lines of a caption, what A has and what B has, where both have room in one.
const besideGap = "      "

// paragraphs divides a text into lines of a width, and appends them to lines. Its own lines begin new ones, but for the
// second where the first has room for it beside itself and that is asked for: letters are larger then.
func paragraphs(lines []string, fonts *draw.Fonts, text string, class draw.Class, width float32, beside bool) []string {
	if first, rest, more := strings.Cut(text, "\n"); beside && more {
		second, _, _ := strings.Cut(rest, "\n")
		if one := first + besideGap + second; fonts.Measure(one, class) <= width {
			lines, text = append(lines, one), strings.TrimPrefix(rest[len(second):], "\n")
			if text == "" {
				return lines
			}
		}
	}
	for line := range strings.SplitSeq(text, "\n") {
		lines = append(lines, wrap(fonts, line, class, width)...)
	}
	return lines
}

// told returns what the session has to tell, and in the Watch view of two worlds what differs between them, but where a
// lesson's step says what they are.
func (p *picture) told() string {
	steps := p.taught.lesson != nil && len(p.taught.lesson.Steps) > 0
	if p.layout.watching && p.ab.on && p.ab.seen.caption != "" && !steps {
		if p.watch.kind == scenario.WatchFrozen {
			return p.ab.seen.caption + "\n" + p.words.T("watch.frozen-beside")
		}
		return p.ab.seen.caption
	}
	text := p.captionText()
	if p.layout.watching && p.watch.kind == scenario.WatchFrozen && !p.watch.guess && (p.watch.own || text == "") {
		if len(p.watch.frozen.all) == 0 {
			return p.words.T("watch.frozen-none")
		}
		return p.words.T("watch.frozen-caption")
	}
	return text
}

// drawWatchCaption writes the sentence that the picture is about, directly under it.
func (p *picture) drawWatchCaption(c *draw.Canvas, r rect, text string, col palette.Color) {
	if r.h == 0 {
		return
	}
	z, k := float32(p.scale), &p.watch.caption
	c.Box(r.x, r.y, r.w, r.h, 4*z, c.Theme.Panel)
	in := rect{r.x + 18*z, r.y + 4*z, r.w - 36*z, r.h - 8*z}
	k.lay(c.Fonts(), text, in)
	step := c.Fonts().LineHeight(k.class)
	y := in.y + (in.h-step*float32(len(k.lines)))/2
	for i, line := range k.lines {
		c.Text(in.x, y+step*float32(i), line, k.class, col, draw.Left)
	}
	if len(k.lines) > 0 && k.class == draw.Small {
		p.tips.add(r, text)
	}
}

// drawBothErrors writes the clock errors of A and B, and what is between them.
func (p *picture) drawBothErrors(c *draw.Canvas, r rect) {
	z, y, k := float32(p.scale), r.y+r.h/2, &p.ab
	c.Box(r.x, r.y, r.w, r.h, 4*z, c.Theme.Panel)
	facts := [2]*session.Facts{chosenFacts(&k.a.frame, p.deck.chosen), chosenFacts(&p.frame, p.deck.chosen)}
	between, x := p.words.T("ab.between"), r.x+18*z
	lead := c.Fonts().Measure(between, draw.Body) + 12*z
	var part, last float32 // of A and B, and of what is between them, which is said before their clocks' names
	var class draw.Class
	for _, class = range [...]draw.Class{draw.Figure, draw.Title, draw.Strong} {
		figure := c.Fonts().Measure("−888 ms", class)
		part = (r.w - 36*z) / 3
		if last = part - figure; last < lead {
			part = 42*z + figure
			last = r.w - 36*z - 2*part - figure
		}
		if last >= lead {
			break
		}
	}
	for i, side := range [...]string{"a", "b"} {
		badge(c, x, y, side, z)
		w := p.watchFigure(c, x+30*z, y, class, facts[i].Status.Synchronised, facts[i].Error.Seconds()*1000, errorColor(c.Theme, facts[i].Error))
		if name := algorithmTitle(p.words, facts[i].Driving); 42*z+w+c.Fonts().Measure(name, draw.Body) < part {
			c.Text(x+42*z+w, y, name, draw.Body, c.Theme.TextDim, draw.Left|draw.Middle)
		}
		x += part
	}
	if last >= lead {
		x += c.Text(x, y, between, draw.Body, c.Theme.TextDim, draw.Left|draw.Middle) + 12*z
	}
	both := facts[0].Status.Synchronised && facts[1].Status.Synchronised
	p.watchFigure(c, x, y, class, both, (facts[1].Error-facts[0].Error).Seconds()*1000, c.Theme.Text)
	p.tips.add(r, p.words.T("ab.error-tip"))
}

// watchFigure writes milliseconds, or a dash where there are none yet.
func (p *picture) watchFigure(c *draw.Canvas, x, y float32, class draw.Class, known bool, ms float64, col palette.Color) float32 {
	pen := p.watch.pen.start(c.Words).text("–")
	if known {
		pen.start(c.Words).signed(ms, 1).text(" ms") // else what differs by 40.4 would be 40 beside 0 and 41
	}
	return pen.put(c, x, y, class, col, draw.Left|draw.Middle)
}
