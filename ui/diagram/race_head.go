package diagram

import (
	"time"

	"driftlab/internal/palette"
	"driftlab/netsync/registry"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// title says which client the race is about and offers another choice. At the right it names the columns without room, or when the race began.
func (k *RaceTable) title(v *panel.View, c *draw.Canvas, r panel.Rect) {
	l, y, some, chosen := &k.head, r.Y+r.H/2, min(v.Frame.Clients(), 2), 0
	if k.of.client == 0 {
		chosen = 1
	}
	at := r.After(c.Text(r.X, y, v.Words.T("race.title"), draw.Strong, c.Theme.Text, draw.Left|draw.Middle) + 13)
	if k.Side != "" {
		panel.Badge(c, at.X, y, panel.BadgeHigh, k.Side)
		at = at.After(30)
	}
	small := r.H < raceTitle // then it is a sentence, and a click on it takes the other choice
	l.Start(c.Fonts(), 1)
	for i := range some {
		item := layout.Item{Bytes: k.whose(v, i), Class: draw.Body, Ink: c.Theme.Text, Lead: 11, Tail: 11}
		switch {
		case small && i == chosen:
			k.pen.Text(", ")
			item = layout.Item{Bytes: k.since(v).Buf, Class: draw.Body, Ink: c.Theme.TextDim, Cut: 40}
		case small:
			item = layout.Item{}
		case some == 1:
			item.Ink, item.Lead = c.Theme.TextDim, 0
		case i == chosen:
			item.Ink = c.Theme.OnChosen
		}
		l.Add(item)
	}
	l.Place(at, 0)
	for i := 0; i < some && some > 1; i++ {
		if box := l.At(i); small && box.W > 0 {
			k.choice[1-i] = box
		} else if box.W > 0 {
			k.choice[i] = panel.NewRect(box.X, y-11, box.W, 22)
			c.Box(box.X, y-11, box.W, 22, 4, [...]palette.Color{c.Theme.PanelEdge, c.Theme.Chosen}[1-(i+chosen)%2])
		}
	}
	for i, tip := range [...]string{"race.one-tip", "race.all-tip"} {
		v.Tips.Add(k.choice[i], v.Words.T(tip))
	}
	l.Draw(c)
	if at = at.After(l.W + 8); !small && k.table.More(at, draw.Right) == 0 && !k.narrow {
		k.again(v, c, at, draw.Body, draw.Right)
	}
}

// whose returns the name of the chosen client, or with 1 that of all clients together.
func (k *RaceTable) whose(v *panel.View, all int) []byte {
	if k.pen.Start(v.Words); all == 0 {
		return k.pen.Text(v.Words.T("race.client")).Text(" ").Int(int64(max(v.Frame.Selected, 1))).Buf
	}
	if k.pen.Text(v.Words.T("race.all")).Text(" ").Int(int64(v.Frame.Clients())); k.of.client == 0 {
		k.pen.Text(v.Words.T("race.median"))
	}
	return k.pen.Buf
}

// since writes since when clocks are measured.
func (k *RaceTable) since(v *panel.View) *panel.Pen {
	return k.pen.Text(v.Words.T("race.since")).Text(" ").Fixed(time.Duration(v.Session.RaceFrom(max(k.of.client, 1))).Seconds(), 1).Text(" s")
}

// again writes since when clocks are measured, and draws the button that restarts that.
func (k *RaceTable) again(v *panel.View, c *draw.Canvas, r panel.Rect, class draw.Class, align draw.Align) {
	l, dim := &k.head, layout.Item{Class: class, Ink: c.Theme.TextDim}
	k.pen.Start(v.Words)
	l.Start(c.Fonts(), 5)
	if align == draw.Right {
		l.Right()
	}
	dim.Bytes = k.since(v).Buf
	if !v.Unattended {
		dim.Bytes = k.pen.Text(" ·").Buf
	}
	if l.Add(dim); !v.Unattended {
		again := l.Add(layout.Item{Text: v.Words.T("race.restart"), Class: class, Ink: dim.Ink, Rank: 1})
		l.Place(r, 0)
		k.restart = l.At(again)
		v.Tips.Add(k.restart, v.Words.T("race.restart-tip"))
	}
	l.Put(c, r)
}

// corner writes above the names at which instant the figures were read if that isn't the frame's, and since when if the title has no room.
func (k *RaceTable) corner(v *panel.View, c *draw.Canvas, r panel.Rect) {
	ink, low := layout.Item{Class: draw.Small, Ink: c.Theme.TextDim}, r
	p := k.pen.Start(v.Words).Text(k.table.Columns[raceClock].Head)
	short := ink
	short.Bytes = p.Buf
	if v.Frame.Dated || k.of.at != v.Frame.Now {
		end := len(p.Buf)
		p = p.Text(", ").At(k.of.at)
		short.Bytes = p.Buf[:end]
	} else if k.table.One {
		p = p.Text(v.Words.T("race.in-ms"))
	}
	if ink.Bytes = p.Buf; !k.table.One {
		low.Y, low.H = r.Y+r.H/2, 16
	}
	k.head.Say(c, low, draw.Left, ink, short)
	if k.narrow {
		k.again(v, c, panel.NewRect(r.X, low.Y-16, r.W, 16), draw.Small, draw.Left)
	}
}

// RaceGroups are switches above the race table's rows, one for each group of clocks: it hides a group that runs, and starts one that
// doesn't. Guests can't be started here, and have a switch only if they run.
type RaceGroups struct {
	runs, hidden [registry.Guests + 1]bool
	Chips        [registry.Guests + 1]panel.Rect
	texts, tips  [registry.Guests + 1]string
	firsts       [registry.Guests + 1]string // one clock of each, whose line is a sample
	counts       [registry.Guests + 1]int
	line         layout.Line
	pen          panel.Pen
}

// read finds which groups run. If a person has hidden all of these, all are shown.
func (g *RaceGroups) read(lang *words.Language, clocks []registry.Algorithm) {
	clear(g.runs[:])
	clear(g.counts[:])
	seen := false
	for i := range clocks {
		group := clocks[i].Group
		g.runs[group] = true
		g.counts[group]++
		seen = seen || !g.hidden[group]
	}
	if !seen {
		clear(g.hidden[:])
	}
	for i := range g.texts {
		name, does := "race.group-"+registry.Group(i).String(), "race.hide-tip"
		all := registry.OfGroup(registry.Group(i))
		if len(all) > 0 {
			g.firsts[i] = all[0].Name
		}
		if !g.runs[i] {
			g.counts[i], does = len(all), "race.enter-tip"
		} else if g.hidden[i] {
			does = "race.show-tip"
		}
		g.texts[i], g.tips[i] = lang.T(name), lang.T(name+"-tip")+lang.T(does)
	}
}

// update acts on a click. It reports whether there was one.
func (g *RaceGroups) update(v *panel.View, p *panel.Pointer) bool {
	for i, r := range g.Chips {
		if !p.Pressed || !p.Over(r) {
			continue
		}
		if g.runs[i] {
			g.hidden[i] = !g.hidden[i]
		} else {
			g.hidden[i] = false
			v.Ask.Enter(registry.Group(i).String())
		}
		return true
	}
	return false
}

// Parts of a switch in points: the pill, and the sample of the group's line behind it.
const switchWidth, switchHeight, switchGap, switchSample = 28, 16, 7, 21

// draw draws the switches, with samples of the groups' lines and the number of clocks in each if there is room.
func (g *RaceGroups) draw(v *panel.View, c *draw.Canvas, r panel.Rect, roomy bool) {
	l, space := &g.line, c.Fonts().Measure(" ", draw.Body)
	l.Start(c.Fonts(), 14)
	l.Alike()
	for i, text := range g.texts {
		if i == int(registry.Guests) && !g.runs[i] {
			text = ""
		}
		item := layout.Item{Text: text, Class: draw.Body, Ink: c.Theme.Text, Lead: switchWidth + switchGap}
		whole, small := item, item
		if small.Class = draw.Small; roomy && text != "" {
			whole.Lead += switchSample + switchGap
			whole.Tail = space + c.Fonts().MeasureBytes(g.pen.Start(v.Words).Int(int64(g.counts[i])).Buf, draw.Body)
		}
		if text == "" {
			whole = layout.Item{}
		}
		l.Add(whole, item, small)
	}
	l.Count(v.Words.T("table.more"), layout.Item{Class: draw.Small, Ink: c.Theme.TextDim})
	l.Place(r, 0)
	l.Draw(c)
	for i := range g.texts {
		at, y := l.At(i), r.Y+r.H/2
		if g.Chips[i] = at; at.W == 0 {
			continue
		}
		pill, knob, x := c.Theme.PanelEdge, c.Theme.TextDim, at.X+switchHeight/2
		if g.runs[i] && !g.hidden[i] {
			pill, knob, x = c.Theme.Text.Mix(c.Theme.Panel, 0.15), c.Theme.Panel, at.X+switchWidth-switchHeight/2
		}
		c.Box(at.X, y-switchHeight/2, switchWidth, switchHeight, switchHeight/2, pill)
		c.Circle(x, y, 5, knob)
		if x = at.X + switchWidth + switchGap; roomy && l.Form(i) == 0 {
			c.Dashed(x, y, x+switchSample, y, 2, c.Theme.Clock(g.firsts[i], false, 0).Dash, 0, c.Theme.Text)
			g.pen.Start(v.Words).Int(int64(g.counts[i])).Put(c, at.X+at.W, y, draw.Body, c.Theme.TextDim, draw.Right|draw.Middle)
		}
		v.Tips.Add(at, g.tips[i])
	}
}
