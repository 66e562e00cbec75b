package ui

import (
	"math"
	"time"

	"driftlab/game/scenario"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// pulseFrom is when the first scenario says that it is a person's turn.
const pulseFrom = 10 * time.Second

// turn reports whether it is a person's turn: the first scenario has told its story, and nobody has done anything to it
// yet.
func (a *App) turn() bool {
	return a.Session.Scenario().Name == scenario.Opening && time.Duration(a.Session.Now()) >= pulseFrom && !a.acted() && !a.blind.On() && !a.Unattended
}

// acted reports whether a person has done anything to the session.
func (a *App) acted() bool {
	undo, redo := a.Steps()
	return undo+redo > 0 || a.Frame.Played != panel.Nobody
}

// OfferFilm opens the film panel with a part of the session.
func (a *App) OfferFilm(from, to time.Duration) { a.rec.Offer(from, to) }

// OfferSound shows a person who has the sound off where to turn it on.
func (a *App) OfferSound() {
	name := "sound.offer"
	if a.Regions.Phone {
		name = "sound.offer-phone"
	}
	if !a.hearing.On() {
		a.ShowNotice(a.Words.T(name))
	}
}

// wave goes up and down twice a second of virtual time, so that a pause stops it too, 0..1; it stays up for who wants less
// motion.
func (a *App) wave() float32 {
	if a.opt.LessMotion {
		return 1
	}
	return float32(math.Abs(math.Sin(2 * math.Pi * (time.Duration(a.Session.Now()) - pulseFrom).Seconds())))
}

// pulse points at the slider of the asymmetry when it is a person's turn; in narrow windows at the rail behind which it
// is.
func (a *App) pulse(c *draw.Canvas) {
	if !a.turn() || a.controls.asymmetry == nil {
		return
	}
	if a.lessons.Picker.Open || a.help.open || a.finder.Open() || a.root.Covered() {
		return // it would lie over what covers the slider
	}
	r := a.root.At(a.controls.asymmetry).Inset(-5)
	room := a.controlsPlace()
	if a.Regions.Drawer {
		r = a.root.At(a.controls.drawer.buttons[0]).Inset(-2)
	} else if !r.Within(room) {
		return // scrolled away
	}
	wave := a.wave()
	c.Overlay.BoxOutline(r.X, r.Y, r.W, r.H, 6, 2+2*wave, c.Theme.Text.Fade(0.25+0.75*wave))
}

// playKeys are what moves a player, and what each is for; a word for more than one is with the last.
var playKeys = [...]struct{ key, does string }{{"←", ""}, {"→", "watch.walk"}, {"↑", "watch.jump"}, {"V", "watch.fire"}}

// The sizes of the plate with the keys, in points.
const (
	keySide  = 24 // of a key at most
	keyEdge  = 3  // above and under it
	keyApart = 14 // between two entries
)

// askForKeys has the picture of the client that can be played keep room for what [App.pulseKeys] draws. Where there are fingers
// nobody has keys.
func (a *App) askForKeys() {
	for i := range a.Deck.Views {
		a.Deck.Views[i].Plates.AskW = 0
	}
	if !a.Regions.Watching || a.Regions.Phone || a.hand.Used || a.AB.On || a.Deck.Chosen < 1 || !a.turn() {
		return
	}
	l := a.keyLine(draw.Body, keySide)
	l.Place(panel.NewRect(0, 0, layout.Open, 0), 0)
	a.Deck.View(a.Deck.Chosen).Plates.AskW = l.W + 2*keyApart
}

// keyLine starts the line of what a person can press, with keys of a size.
func (a *App) keyLine(class draw.Class, side float32) *layout.Line {
	l, ink := &a.top.line, a.Canvas.Theme.Text
	l.Start(a.Canvas.Fonts(), 5)
	l.Add(layout.Item{Text: a.Words.T("watch.you"), Class: draw.Strong, Ink: ink, Tail: keyApart - 5})
	for _, k := range playKeys {
		item := layout.Item{Class: class, Ink: ink, Lead: side}
		if k.does != "" {
			item.Text, item.Lead, item.Tail = a.Words.T(k.does), side+5, keyApart-5
		}
		l.Add(item)
	}
	return l
}

// pulseKeys points at the keys that play the chosen client, when it is a person's turn.
func (a *App) pulseKeys(c *draw.Canvas, box panel.Rect) {
	if box.W <= 0 {
		return
	}
	class, side := draw.Body, box.H-2*keyEdge
	if side < keySide {
		class = draw.Small
	}
	c.Box(box.X, box.Y, box.W, box.H, 5, c.Theme.Ground.Fade(0.8))
	l, y, wave := a.keyLine(class, side), box.Y+box.H/2, a.wave()
	l.Place(box.After(keyApart), 0)
	l.Draw(c)
	for i, k := range playKeys {
		x := l.At(i + 1).X
		c.Box(x, y-side/2, side, side, 4, c.Theme.PanelEdge)
		c.BoxOutline(x, y-side/2, side, side, 4, 1.5+wave, c.Theme.Text.Fade(0.25+0.75*wave))
		c.Text(x+side/2, y, k.key, draw.Strong, c.Theme.Text, draw.Centre|draw.Middle)
	}
}
