package ui

import (
	"github.com/ebitenui/ebitenui/input"

	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// slop is by how many points a finger moves before it drags.
const slop = 9

// handle reads the fingers. Where they were used last, controls have the mouse that they make.
func (a *App) handle() {
	h, used := &a.hand, a.hand.Used
	h.Update(a, slop, a.buttons.hold)
	switch {
	case h.Used && !used:
		input.SetCursorUpdater(panel.HandCursor{Hand: h})
	case used && !h.Used:
		input.SetCursorUpdater(nil)
	}
	if h.Scroll != 0 && a.root != nil {
		a.root.ScrollBy(h.Scroll)
		a.lessons.ScrollBy(h.Scroll)
	}
}

// Aim implements [panel.Ground]: what is smaller than a finger answers to one that comes down within a finger's width.
func (a *App) Aim(x, y float32) (float32, float32) {
	if a.help.open || a.finder.Open() {
		return x, y
	}
	const near = picture.Finger / 2
	best, bx, by := float32(near*near+1), x, y
	consider := func(r panel.Rect) {
		mx, my := r.X+r.W/2, r.Y+r.H/2
		if max(mx-x, x-mx) > max(r.W/2, near) || max(my-y, y-my) > max(r.H/2, near) {
			return
		}
		cx, cy := min(max(x, r.X+1), r.X+r.W-2), min(max(y, r.Y+1), r.Y+r.H-2)
		if d := (cx-x)*(cx-x) + (cy-y)*(cy-y); d < best {
			best, bx, by = d, cx, cy
		}
	}
	for _, r := range a.root.Targets() {
		consider(r)
	}
	if a.root.Covered() {
		return bx, by
	}
	for i := range a.lessons.Player.Spots {
		consider(a.lessons.Player.Spots[i].Rect)
	}
	for i, r := range a.Tabs.Titles {
		if i != a.Tabs.Open && r.W > 0 {
			consider(r.Times(a.points()))
		}
	}
	return bx, by
}

// Scrolls implements [panel.Ground].
func (a *App) Scrolls(x, y float32) bool {
	if a.help.open || a.finder.Open() {
		a.root.LetGo() // it lies below
		return true
	}
	if a.root.Grab(x, y) || a.root.Covered() {
		a.lessons.LetGo()
		return a.root.Grabbed()
	}
	return a.lessons.Grab(x, y)
}

// explainAt puts the explanations to where the mouse is, or a finger rests.
func (a *App) explainAt() {
	switch {
	case a.opt.Screenshot != "": // the pointer is not part of the picture
		a.tipsAt(picture.FarAway, picture.FarAway)
	case a.hand.Used && !a.hand.Resting:
		a.tipsAt(picture.FarAway, picture.FarAway)
	default:
		if !a.hand.Used && a.pointer.Down {
			a.Tips.Used()
			a.large.tips.Used()
		}
		a.tipsAt(a.hand.Mouse())
	}
}

func (a *App) tipsAt(x, y float32) {
	a.Tips.At(x, y)
	a.large.tips.At(x/a.points(), y/a.points())
}
