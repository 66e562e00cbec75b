package ui

import (
	"driftlab/palette"
	"driftlab/ui/draw"
)

const (
	// captionShare is the caption's share of the bottom bar; the rest is the scrubber's.
	captionShare = 0.58
	captionLines = 2
)

// noticeFor is how many updates a notice stays in the bottom bar: 8 s.
const noticeFor = 480

// noticed is the notice that is in the bottom bar, and for how many more updates.
type noticed struct {
	text string
	left int
}

// expire takes a notice away that has been there for long enough. What a film has to tell stays longer.
func (a *App) expire() {
	n := &a.noticed
	if a.notice != n.text {
		*n = noticed{a.notice, noticeFor}
	}
	if n.left--; n.left <= 0 && a.notice != a.rec.told {
		a.notice = ""
	}
}

// caption returns what the bottom bar says, and in which colour: how far a long way has got, what went
// wrong, what was done, or what the session has to tell.
func (a *App) caption() (text string, col palette.Color) {
	switch told := a.told(); {
	case a.travelling():
		said := a.words.F("scrub.travelling", clockText(a.words, a.line.Target()), 100*a.travel.share)
		if len(a.travel.waiting) > 0 {
			said += ". " + a.words.T("scrub.waiting")
		}
		return said, a.canvas.Theme.Text
	case a.message != "":
		return a.message, a.canvas.Theme.ErrorText
	case a.notice != "":
		return a.notice, a.canvas.Theme.Text
	case a.blind.hides():
		return a.words.T("blind.caption"), a.canvas.Theme.Text
	case told != "":
		return told, a.canvas.Theme.Text
	}
	return a.words.T("scrub.hint"), a.canvas.Theme.TextDim
}

// captionPlace returns where the caption is written.
func (a *App) captionPlace() rect {
	if a.layout.watching {
		return a.layout.watch.caption
	}
	r := a.layout.bottom
	r.w *= captionShare
	return r
}

// drawBottomBar writes the caption and draws the scrubber beside it.
func (a *App) drawBottomBar(c *draw.Canvas, r rect) {
	left := a.captionPlace()
	text, col := a.caption()
	in := left.inset(6 * float32(a.scale))
	if a.message != "" && !a.travelling() {
		in = errorSign(c, in, float32(a.scale))
		a.tips.add(left, a.words.T("bars.dismiss-tip"))
	}
	a.drawCaption(c, in, text, col)
	line := rect{r.x + left.w, r.y, r.w - left.w, r.h}
	if a.hides() {
		cover(c, a.tips, line, a.words.T("blind.hidden-time"))
		return
	}
	a.scrub.draw(a, c, line)
}

// drawCaption writes a text into a bar: a long one smaller, and what has no room even so into a tooltip.
func (a *App) drawCaption(c *draw.Canvas, r rect, text string, col palette.Color) {
	fonts, pad := c.Fonts(), 8*float32(a.scale)
	class := draw.Body
	lines := wrap(fonts, text, class, r.w-2*pad)
	if len(lines) > captionLines {
		class = draw.Small
		lines = wrap(fonts, text, class, r.w-2*pad)
	}
	if len(lines) > captionLines {
		lines = lines[:captionLines]
		lines[captionLines-1] += " …"
		if a.message != "" {
			text += "\n" + a.words.T("bars.dismiss-tip")
		}
		a.tips.add(r, text)
	}
	step := fonts.LineHeight(class)
	y := r.y + (r.h-step*float32(len(lines)))/2
	for i, l := range lines {
		c.Text(r.x+pad, y+float32(i)*step, l, class, col, draw.Left)
	}
}
