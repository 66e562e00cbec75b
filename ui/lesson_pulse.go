package ui

import (
	"math"
	"time"

	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// pulseFrom is when the first scenario says that it is a person's turn.
const pulseFrom = 10 * time.Second

// turn reports whether it is a person's turn: the first scenario has told its story, and nobody has done anything to it
// yet.
func (a *App) turn() bool {
	undo, redo := a.Steps()
	return a.Session.Scenario().Name == "first" && time.Duration(a.Session.Now()) >= pulseFrom && undo+redo == 0 && a.Frame.Played == panel.Nobody &&
		!a.blind.On() && !a.Unattended
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
	if a.help.open || a.finder.Open() || a.root.Covered() {
		return // it would lie over what covers the slider
	}
	z := float32(a.Scale)
	at := a.controls.asymmetry.GetWidget().Rect.Inset(-int(5 * z))
	r := panel.NewRect(float32(at.Min.X), float32(at.Min.Y), float32(at.Dx()), float32(at.Dy()))
	room := a.controlsPlace()
	if a.Regions.Drawer {
		r = a.Regions.Rail.Inset(2 * z)
	} else if !r.Within(room) {
		return // scrolled away
	}
	wave := a.wave()
	c.Overlay.BoxOutline(r.X, r.Y, r.W, r.H, 6*z, (2+2*wave)*z, c.Theme.Accent.Fade(0.25+0.75*wave))
}

// playKeys are what moves a player, and what each is for; a word for more than one is with the last.
var playKeys = [...]struct{ key, does string }{{"←", ""}, {"→", "watch.walk"}, {"↑", "watch.jump"}, {"V", "watch.fire"}}

// The sizes of the row of those keys, at scale 1.
const (
	playKeyGap   = 5  // between two keys
	playKeyApart = 14 // between two things that are told
	playKeyBody  = 28 // from this height on the words are as large as a text's
)

// keysWidth is how wide the row of the keys is that is so high.
func (a *App) keysWidth(c *draw.Canvas, high float32) float32 {
	z, class := float32(a.Scale), keysClass(high/float32(a.Scale))
	w := c.Fonts().Measure(c.Words.T("watch.you"), draw.Strong) + 2*playKeyApart*z
	for _, k := range playKeys {
		if w += high - 6*z + playKeyGap*z; k.does != "" {
			w += c.Fonts().Measure(c.Words.T(k.does), class) + playKeyApart*z
		}
	}
	return w
}

func keysClass(high float32) draw.Class {
	if high < playKeyBody {
		return draw.Small
	}
	return draw.Body
}

// placeKeys has the legend of the world of the client that is chosen leave room for the keys that play it, when it is a
// person's turn. Where there are fingers nobody has keys.
func (a *App) placeKeys(c *draw.Canvas) {
	const high = 30 // as a legend at most is
	w := a.keysWidth(c, high*float32(a.Scale))
	pointed := a.turn() && !a.AB.On && !a.hand.Used && !a.Regions.Phone
	for _, p := range a.Regions.Watch.Panes[:a.Regions.Watch.Shown] {
		legend := &a.Deck.View(p.Machine).Legend
		if legend.Beside = 0; pointed && p.Watched && p.Machine == a.Deck.Chosen && w+20*float32(a.Scale) <= p.W {
			legend.Beside = w
		}
	}
}

// pulseKeys points at those keys, beside the legend.
func (a *App) pulseKeys(c *draw.Canvas, r panel.Rect) {
	if r.H == 0 {
		return
	}
	z, class, side := float32(a.Scale), keysClass(r.H/float32(a.Scale)), r.H-6*float32(a.Scale)
	r.W = a.keysWidth(c, r.H)
	c.Box(r.X, r.Y, r.W, r.H, 5*z, c.Theme.Ground.Fade(0.8))
	x, y, wave := r.X+playKeyApart*z, r.Y+r.H/2, a.wave()
	x += c.Text(x, y, c.Words.T("watch.you"), draw.Strong, c.Theme.Text, draw.Left|draw.Middle) + playKeyApart*z
	for _, k := range playKeys {
		c.Box(x, y-side/2, side, side, 4*z, c.Theme.PanelEdge)
		c.BoxOutline(x, y-side/2, side, side, 4*z, (1.5+wave)*z, c.Theme.Accent.Fade(0.25+0.75*wave))
		c.Text(x+side/2, y, k.key, draw.Strong, c.Theme.Text, draw.Centre|draw.Middle)
		if x += side + playKeyGap*z; k.does != "" {
			x += c.Text(x, y, c.Words.T(k.does), class, c.Theme.Text, draw.Left|draw.Middle) + playKeyApart*z
		}
	}
}
