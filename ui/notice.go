package ui

import (
	"slices"

	"driftlab/game/scenario"
	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/lessons"
	"driftlab/ui/panel"
)

// expire takes lines away that have been there for long enough.
func (a *App) expire() {
	now := a.Clock()
	covered := (a.lessons.Picker.Open || a.help.open || a.finder.Open() || a.faultAside()) && a.aside() != "" && a.NoticeAt.W == 0
	a.Lines.Expire(now, a.Travelling() || covered)
	a.slow.expire(a, now)
}

// teaches reports whether the caption is a sentence of a lesson or of the opening, whose place nothing takes.
func (a *App) teaches() bool {
	return (a.Taught.Lesson != nil || a.Session.Scenario().Name == scenario.Opening) && !a.blind.Hides() && a.told() != ""
}

// aside returns the notice whose place something else has, or that the caption is too short for, "" for none: see [App.drawAside].
func (a *App) aside() string {
	if a.Travelling() || a.Fault == "" && !a.teaches() && a.captionPlace().H > 0 &&
		!captionIn(a.Canvas.Fonts(), a.Notice, a.captionPlace()).Cut {
		return ""
	}
	return a.Notice
}

// besideCaption returns the text that room is kept for beside the caption, "" for none: the error there, or else the notice.
func (a *App) besideCaption() string {
	if a.faultAside() {
		return a.Fault
	}
	return a.aside()
}

// The room about a notice's words, in points: at its left and right, and above and under it together.
const (
	noticePad  = 10
	noticeEdge = 6
)

// A noticeBox is a notice as it is broken into lines.
type noticeBox struct {
	layout.Text
	w, h float32    // with the room about it
	bar  panel.Rect // where the top bar has room for it, none if it has not
}

// noticeIn returns the box of a notice in a room: in smaller letters where it is too high for the room, or higher than it even so.
func noticeIn(fonts *draw.Fonts, text string, width, height float32) (b noticeBox) {
	if b.Text = layout.Fit(fonts, text, width-2*noticePad, height-noticeEdge, draw.Body, draw.Small); b.Cut {
		b.Text = layout.Fit(fonts, text, width-2*noticePad, layout.Open, draw.Small)
	}
	b.w, b.h = b.W+2*noticePad, b.H+noticeEdge
	return b
}

// noticeInBar keeps room for what stands beside the caption in the top bar, from left to right, where nothing lies under it, and returns where what else
// stands there ends. A phone's bar has none.
func (a *App) noticeInBar(fonts *draw.Fonts, left, right float32, r panel.Rect) float32 {
	a.top.notice = noticeBox{}
	text, gap := a.besideCaption(), float32(2)
	if text == "" || a.Regions.Phone {
		return right
	}
	b := noticeIn(fonts, text, right-left, r.H-2*gap)
	if b.w > right-left || b.h > r.H-2*gap {
		return right
	}
	b.bar = panel.NewRect(right-b.w, r.Y+(r.H-b.h)/2, b.w, b.h)
	a.top.notice = b
	return b.bar.X - 10
}

// askForNotice has the first large world keep room for it, where the top bar has none.
func (a *App) askForNotice() {
	for i := range a.Deck.Views {
		a.Deck.Views[i].Plates.NoteW, a.Deck.Views[i].Plates.Note = 0, panel.Rect{}
	}
	text, box, fonts := a.besideCaption(), &a.top.notice, a.Canvas.Fonts()
	if a.top.second = (noticeBox{}); box.bar.W > 0 {
		text, box = "", &a.top.second
		if a.faultAside() { // it has the bar
			text = a.aside()
		}
	}
	if v := a.LargeWorld(); text != "" && v != nil && v.Picture.W > 0 {
		*box = noticeIn(fonts, text, v.Picture.W-20, v.Picture.H/2)
		v.Plates.NoteW, v.Plates.NoteH = box.w, box.h
	}
}

// drawAside draws an error or a notice where it is not the caption itself: in the top bar, in a large world, or above the caption where
// neither has room. Of both the error comes first, and the notice waits where there is no room for it too.
func (a *App) drawAside(c *draw.Canvas) {
	a.NoticeAt, a.FaultAt = panel.Rect{}, panel.Rect{}
	over, beside := a.captionPlace(), a.faultAside()
	if a.faultShown() && !beside {
		a.FaultAt = over
	}
	if a.help.open || a.finder.Open() {
		return
	}
	one, room, box := over.H == 0 || a.Regions.Phone, a.top.notice.bar, a.top.notice
	if v := a.LargeWorld(); room.W == 0 && v != nil {
		room = v.Plates.Note
	}
	if over.H == 0 {
		over.X, over.Y = a.Regions.Bottom.X, a.Regions.Bottom.Y
	}
	if beside {
		a.FaultAt = a.drawLine(c, over, room, box, a.Fault, c.Theme.Text, a.Words.T("bars.dismiss-tip"))
		if room.W == 0 && a.FaultAt.H > 0 {
			over.Y = a.FaultAt.Y
		}
		if room, box = (panel.Rect{}), a.top.second; box.w > 0 {
			room = a.LargeWorld().Plates.Note
		}
		one = one || a.Regions.Watching && room.W == 0
	}
	if text := a.aside(); text != "" && !(one && beside) {
		tip := ""
		if text != a.awaited { // that stands until the program answers
			tip = a.Words.T("bars.close-tip")
		}
		a.NoticeAt = a.drawLine(c, over, room, box, text, c.Theme.Solid, tip)
	}
}

// drawLine writes a notice into the room that was kept for it, or above the caption, and returns where it is: nowhere under the
// list of lessons.
func (a *App) drawLine(c *draw.Canvas, over, r panel.Rect, box noticeBox, text string, edge palette.Color, tip string) panel.Rect {
	fonts, on := c.Fonts(), &c.Overlay
	const pad = noticePad
	if r.W == 0 {
		box = noticeIn(fonts, text, a.Width-over.X-2*pad, a.Height)
		r = panel.NewRect(over.X+pad, over.Y-box.h-pad/2, box.w, box.h)
		if r.Y < a.Regions.Top.Y+a.Regions.Top.H { // where the bar's buttons are: a phone held sideways has the caption at the right
			box = noticeIn(fonts, text, max(over.X, a.Width/2)-2*pad, a.Height)
			r = panel.NewRect(pad, a.Regions.Bottom.Y-box.h-pad/2, box.w, box.h)
		}
	}
	if p := &a.lessons.Picker; p.Open && r.Overlaps(p.Area) {
		return panel.Rect{} // it is seen once the list is closed
	}
	on.Box(r.X, r.Y, r.W, r.H, pad/2, c.Theme.PanelEdge)
	on.BoxOutline(r.X, r.Y, r.W, r.H, pad/2, 1, edge)
	box.Draw(on, r.After(pad), c.Theme.Text, draw.Left|draw.Middle)
	a.Tips.Add(r, tip)
	return r
}

// faultShown reports whether an error is to be seen.
func (a *App) faultShown() bool { return a.Fault != "" && !a.Travelling() }

// faultAside reports whether the error stands above the caption, whose place it has else.
func (a *App) faultAside() bool { return a.faultShown() && (a.captionPlace().H == 0 || a.teaches()) }

// escapeFault closes the error that is shown, for Escape, which then has no other effect.
func (a *App) escapeFault(escape bool) bool {
	if !escape || !a.faultShown() {
		return false
	}
	a.CloseFault()
	return true
}

// escape has Escape close the error that is shown, or else end the program that is waited for, and reports whether it has.
func (a *App) escape(escape bool) bool {
	if a.escapeFault(escape) {
		return true
	}
	_, _, waits := a.Turn.Whom()
	if waits = waits && escape && !a.root.Covered(); waits {
		a.Turn.Break()
	}
	return waits
}

// dismiss closes the error, the notice or the line about a slow machine that is clicked on. That click has no other
// effect; one on a button does what the button does.
func (a *App) dismiss() {
	p := &a.pointer
	if !p.Pressed || slices.ContainsFunc(a.lessons.Player.Spots, func(s lessons.Spot) bool { return p.Over(s.Rect) }) {
		return
	}
	switch {
	case a.faultShown() && p.Over(a.FaultAt):
		a.CloseFault()
	case a.aside() != "" && a.Notice != a.awaited && p.Over(a.NoticeAt):
		a.Notice = ""
	case a.slow.note != "" && p.Over(a.slow.place):
		a.slow.note = ""
	default:
		return
	}
	p.Pressed = false
}
