package ui

import (
	"time"

	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// How long a notice stays, of real time: on a slow machine updates are rare.
const (
	noticeFor = 8 * time.Second
	filmFor   = 20 * time.Second // the path of a finished film
)

// noticed is the notice that is shown.
type noticed struct {
	text  string
	since time.Time
	place panel.Rect // where it was drawn above the caption; none where it is the caption
}

// expire takes a notice away that has been there for long enough.
func (a *App) expire() {
	n, now := &a.noticed, a.clock()
	if a.notice != n.text || a.travelling() || now.Before(n.since) { // nobody has seen it yet, or the clock was set
		n.text, n.since = a.notice, now
	}
	stays := noticeFor
	if a.notice == a.rec.told {
		stays = filmFor
	}
	if now.Sub(n.since) >= stays {
		a.notice = ""
	}
	a.slow.expire(a, now)
}

// teaches reports whether the caption is a lesson's sentence, whose place nothing takes but an error.
func (a *App) teaches() bool { return a.Taught.Lesson != nil && !a.blind.hides() && a.Told() != "" }

// aside returns the notice whose place something else has, "" for none: it stands above the caption.
func (a *App) aside() string {
	if a.travelling() || a.message == "" && !a.teaches() && a.captionPlace().H > 0 {
		return ""
	}
	return a.notice
}

// drawAside draws a notice above the caption where it is not the caption itself, and an error too where there is no room
// for a caption.
func (a *App) drawAside(c *draw.Canvas) {
	a.noticed.place, a.faults.place = panel.Rect{}, panel.Rect{}
	over, place, tip := a.captionPlace(), &a.noticed.place, "bars.close-tip"
	text, col := a.aside(), c.Theme.Text
	if over.H == 0 {
		over.X, over.Y = a.Regions.Bottom.X, a.Regions.Bottom.Y
		if a.faultShown() {
			text, col, place, tip = a.message, c.Theme.ErrorText, &a.faults.place, "bars.dismiss-tip"
		}
	} else if a.faultShown() {
		a.faults.place = over
	}
	if text == "" || a.help.open || a.finder.open {
		return
	}
	fonts, on := c.Fonts(), &c.Overlay
	pad, step := fonts.Px(10), fonts.LineHeight(draw.Body)
	lines := panel.Wrap(fonts, text, draw.Body, float32(a.Width)-over.X-4*pad)
	var w float32
	for _, l := range lines {
		w = max(w, fonts.Measure(l, draw.Body))
	}
	h := step*float32(len(lines)) + pad
	r := panel.NewRect(over.X+pad, max(over.Y-h-pad/2, 0), w+2*pad, h)
	on.Box(r.X, r.Y, r.W, r.H, pad/2, c.Theme.PanelEdge)
	on.BoxOutline(r.X, r.Y, r.W, r.H, pad/2, fonts.Px(1), c.Theme.Solid)
	for i, l := range lines {
		on.Text(r.X+pad, r.Y+pad/2+step*float32(i), l, draw.Body, col, draw.Left)
	}
	*place = r
	a.Tips.Add(r, a.Words.T(tip))
}
