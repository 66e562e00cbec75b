package picture

import (
	"time"

	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// differenceLeast is the least height of the list of differences, in points.
const differenceLeast = 130

// StripHeight is the height of the strip above a world's viewports that names the world, in points.
const StripHeight = 26

// Split gives B the right half of the worlds' region, or both worlds all of it.
func (k *Comparison) Split(l *Layout) {
	if !k.On {
		return
	}
	k.Left, k.Deck.Made = *l, Arrangement{}
	if l.Watching {
		l.Watch.Panes[0].Rect = l.Watch.Second
		return
	}
	l.Worlds = l.Worlds.Below(StripHeight)
	if k.Left.Worlds = l.Worlds; !k.Wipe.On {
		k.Left.Worlds, l.Worlds = Halves(l.Worlds)
	}
	if l.Chosen.H > 0 { // each shows the chosen client's world alone
		k.Left.Chosen, l.Chosen = k.Left.Worlds, l.Worlds
	}
}

// DrawWorlds draws the viewports: in a comparison those of both worlds, with the strips above them.
func (k *Comparison) DrawWorlds(p *Picture, c *draw.Canvas) {
	if !k.On {
		p.Deck.Draw(&p.View, c)
		return
	}
	if p.Regions.Watching && p.Regions.Watch.Plan.Diagram {
		return // it writes the names itself
	}
	left, right := k.Left.Worlds, p.Regions.Worlds
	if p.Regions.Watching {
		left, right = p.Regions.Watch.Names[0].Below(StripHeight), p.Regions.Watch.Names[1].Below(StripHeight)
	}
	if k.Wipe.On {
		k.DrawWiped(p, c)
		if !p.Regions.Watching {
			left, right = Halves(right)
		}
	} else {
		p.Deck.Draw(&p.View, c)
		k.Deck.Draw(k.View(&p.View), c)
	}
	if p.Unattended {
		return // a film writes its own names
	}
	k.nameWorlds(p, c, left, right)
}

// nameWorlds draws the strips above both worlds: the worlds' names, or when A was stored and how B differs from it.
func (k *Comparison) nameWorlds(p *Picture, c *draw.Canvas, left, right panel.Rect) {
	over := func(r panel.Rect) panel.Rect { return panel.NewRect(r.X, r.Y-StripHeight, r.W, StripHeight) }
	since := p.Words.T("ab.opened")
	if k.Stored {
		since = p.Words.F("ab.since", seconds(p.Words, time.Duration(k.begun)))
	}
	b := k.Seen.b
	beside := p.Taught.Lesson != nil && !k.Stored
	if beside {
		since = k.titles[0]
	}
	if names := k.Seen.Names; p.Regions.Watching && !beside && names[0] != "" { // the caption says what the difference does
		k.strip(c, p.Tips, over(left), "a", names[0], since)
		k.strip(c, p.Tips, k.Wipe.drawChip(&p.View, c, over(right), stripRoom+layout.Fit(c.Fonts(), names[1], layout.Open, 0, draw.Strong).W), "b", names[1], "")
		return
	}
	k.strip(c, p.Tips, over(left), "a", "", since)
	if beside && p.Regions.Watching {
		b = k.titles[1]
	} else if b == "" {
		b = p.Words.T("ab.all-alike")
		if k.Stored {
			b = p.Words.T("ab.nothing")
		}
	} else if p.Regions.Watching {
		b = "" // the caption has it
	}
	k.strip(c, p.Tips, k.Wipe.drawChip(&p.View, c, over(right), stripRoom+layout.Fit(c.Fonts(), b, layout.Open, 0, draw.Small).W), "b", "", b)
}

// stripLeft is where a strip's text starts, and stripRoom how much of the strip it can't have.
const stripLeft, stripRoom = 30, 34

// strip names a world, and says what is special about it as far as there is room. If the world has a name, the tooltip says that.
func (k *Comparison) strip(c *draw.Canvas, t *panel.Tips, r panel.Rect, side, name, text string) {
	y := r.Y + r.H/2 - 1
	panel.Badge(c, r.X+2, y, panel.BadgeHigh, side)
	tip := c.Words.T("ab." + side + "-tip")
	said := layout.Fit(c.Fonts(), text, r.W-stripRoom, 0, draw.Small)
	if name != "" {
		said = layout.Fit(c.Fonts(), name, r.W-stripRoom, 0, draw.Strong, draw.Small)
		if text != "" {
			tip = capital(text) + ". " + tip
		}
	}
	said.Draw(c, panel.NewRect(r.X+stripLeft, y, 0, 0), c.Theme.Text, draw.Left|draw.Middle)
	if side == "b" && k.Seen.b != "" {
		tip = k.Seen.b + ". " + tip
	}
	t.Add(r, tip)
}

// DrawMore draws more about the chosen client, or in a comparison what differs between the two worlds.
func (k *Comparison) DrawMore(p *Picture, c *draw.Canvas) {
	if p.Race.Side = ""; !k.On {
		p.More.Draw(&p.View, c, p.Regions.More)
		return
	}
	p.Race.Side = "b"
	if r := p.Regions.More; r.H > 0 {
		k.drawDifference(p, c, r)
	}
}

// drawDifference draws the settings that differ, and whether anybody in the worlds could tell.
func (k *Comparison) drawDifference(p *Picture, c *draw.Canvas, r panel.Rect) {
	t := p.Tips
	c.Box(r.X, r.Y, r.W, r.H, 4, c.Theme.Panel)
	in := r.Inset(10)
	row := c.Fonts().LineHeight(draw.Small)
	y := in.Y
	c.Text(in.X, y, p.Words.T("ab.differs"), draw.Strong, c.Theme.Text, draw.Left)
	y += row * 1.25
	stamps := layout.Fit(c.Fonts(), k.Twins.Text, in.W, layout.Open, draw.Small)
	bottom := in.Y + in.H - stamps.H - row*1.6
	y = k.drawList(c, in, y, bottom, row) + row*0.4
	if y+row*2.25 > in.Y+in.H+row/2 { // there is room for the settings only
		t.Add(r, k.Twins.Text+" "+p.Words.T("ab.stamps-tip"))
		return
	}
	c.Text(in.X, y, p.Words.T("ab.stamps"), draw.Strong, c.Theme.Text, draw.Left)
	t.Add(panel.NewRect(in.X, y, in.W, stamps.H+row), k.Twins.Text+" "+p.Words.T("ab.stamps-tip"))
	y += row * 1.25
	layout.Fit(c.Fonts(), k.Twins.Text, in.W, in.Y+in.H+row/2-y, draw.Small).Draw(c, panel.NewRect(in.X, y, in.W, 0), c.Theme.Text, draw.Left) // the tip has the rest
}

// drawList writes the settings that differ as far as they fit, and returns where the list ends.
func (k *Comparison) drawList(c *draw.Canvas, in panel.Rect, y, bottom, row float32) float32 {
	lines := k.Seen.Differences
	if len(lines) == 0 {
		lines = []string{c.Words.T("ab.all-alike")}
	}
	for i, line := range lines {
		wrapped := layout.Fit(c.Fonts(), line, in.W, layout.Open, draw.Small)
		left, need := len(lines)-i, wrapped.H
		if left > 1 {
			need += row // to say how many more there are
		}
		if y+need > bottom && i > 0 {
			c.Text(in.X, y, c.Words.F("ab.more", left), draw.Small, c.Theme.TextDim, draw.Left)
			return y + row
		}
		wrapped.Draw(c, panel.NewRect(in.X, y, in.W, 0), c.Theme.Text, draw.Left)
		y += wrapped.H
	}
	return y
}
