package ui

import (
	"math"
	"time"

	"driftlab/ui/draw"
)

// When the first scenario says that it is a person's turn, and for how long it then points at the slider.
const (
	pulseFrom = 10 * time.Second
	pulseFor  = 8 * time.Second
)

// pulse points at the slider of the asymmetry at the end of the first scenario's own part, twice a second; in
// narrow windows at the rail behind which it is. It fades with virtual time, so that a pause stops it too.
func (a *App) pulse(c *draw.Canvas) {
	now := time.Duration(a.session.Now())
	if a.session.Scenario().Name != "first" || now < pulseFrom || now >= pulseFrom+pulseFor || a.controls.asymmetry == nil || a.blind.on {
		return
	}
	if a.help.open || a.finder.open || a.root.Covered() {
		return // it would lie over what covers the slider
	}
	z := float32(a.scale)
	at := a.controls.asymmetry.GetWidget().Rect.Inset(-int(5 * z))
	r := rect{float32(at.Min.X), float32(at.Min.Y), float32(at.Dx()), float32(at.Dy())}
	room := a.layout.controls
	if a.layout.watching {
		room = a.layout.watch.controls
	}
	if a.layout.drawer {
		r = a.layout.rail.inset(2 * z)
	} else if !r.within(room) {
		return // scrolled away
	}
	wave := float32(math.Abs(math.Sin(2 * math.Pi * (now - pulseFrom).Seconds())))
	c.Overlay.BoxOutline(r.x, r.y, r.w, r.h, 6*z, (2+2*wave)*z, c.Theme.Accent.Fade(0.25+0.75*wave))
}
