package ui

import (
	"slices"

	"driftlab/game"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// playButtons are what a figure is played with where there are fingers and no keys: left and right at one side of its
// world, jump and fire at the other. Each finger presses the one that it is on, so several can be held at once.
type playButtons struct {
	at             [4]panel.Rect // where they were drawn last; without a size there are none
	held           game.Buttons
	mine           []panel.Finger // that came down on one of them
	before, others []panel.Finger // all in the update before; those that are not mine
}

// playsAs are what the buttons stand for, in their order.
var playsAs = [4]game.Buttons{game.Left, game.Right, game.Jump, game.Fire}

// hold has the fingers that came down on a button press the one that they are on, and returns the others.
func (b *playButtons) hold(fingers []panel.Finger) []panel.Finger {
	b.held = 0
	others := b.others[:0]
	for _, f := range fingers {
		on := slices.IndexFunc(b.at[:], func(r panel.Rect) bool { return r.Contains(f.X, f.Y) })
		here := func(g panel.Finger) bool { return g.ID == f.ID }
		mine := slices.ContainsFunc(b.mine, here)
		if !mine && on >= 0 && !slices.ContainsFunc(b.before, here) {
			b.mine, mine = append(b.mine, f), true
		}
		if !mine {
			others = append(others, f)
		} else if on >= 0 {
			b.held |= playsAs[on]
		}
	}
	b.mine = slices.DeleteFunc(b.mine, func(f panel.Finger) bool {
		return !slices.ContainsFunc(fingers, func(g panel.Finger) bool { return g.ID == f.ID })
	})
	b.before, b.others = append(b.before[:0], fingers...), others
	return others
}

// place puts the buttons over the large world of the player whom a person has taken, where fingers are used.
func (b *playButtons) place(a *App) {
	b.at = [4]panel.Rect{}
	p := a.playedPane()
	if p == nil || !a.hand.Used {
		return
	}
	const gap = 10
	key := layout.Part{Min: min(60, (p.W-6*gap)/4)}
	var at [5]panel.Rect // the legend is under them
	layout.Row(at[:], panel.NewRect(p.X+gap, p.Y+p.H-key.Min-34, p.W-2*gap, key.Min), gap, key, key, layout.Part{Share: 1}, key, key)
	b.at = [4]panel.Rect{at[0], at[1], at[3], at[4]}
}

// playedPane returns where the world of the player is large whom a person has taken, nil for nowhere.
func (a *App) playedPane() *panel.Rect {
	if a.Frame.Played == panel.Nobody || a.help.open || a.finder.Open() || a.root.Covered() {
		return nil
	}
	for i := range a.Deck.Panes {
		if p := &a.Deck.Panes[i]; p.Machine == a.Frame.Played && !p.Thumb {
			return &p.Rect
		}
	}
	return nil
}

// draw draws the buttons over the world.
func (b *playButtons) draw(a *App, c *draw.Canvas) {
	b.place(a)
	for i, r := range b.at {
		if r.W == 0 {
			return
		}
		x, y, ground := r.X+r.W/2, r.Y+r.H/2, c.Theme.Panel.Fade(0.75)
		if b.held&playsAs[i] != 0 {
			ground = c.Theme.Chosen.Fade(0.9)
		}
		c.Overlay.Circle(x, y, r.W/2, ground)
		c.Overlay.Ring(x, y, r.W/2-1, 2, c.Theme.Solid)
		if playsAs[i] == game.Fire {
			c.Overlay.Circle(x, y, 9, c.Theme.Yellow)
		} else {
			c.Overlay.Text(x, y, playKeys[i].key, draw.Title, c.Theme.Text, draw.Centre|draw.Middle)
		}
	}
}
