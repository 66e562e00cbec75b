package stage

import (
	"math"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/internal/palette"
	"driftlab/netsync"
	"driftlab/netsync/unity"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// How long the marks of events stay, in world time.
const (
	correctionStays = 800 * time.Millisecond
	disputeStays    = 2500 * time.Millisecond
	chatStays       = 8 * time.Second
	chatLines       = 3
	disputesShown   = 3 // in one viewport
)

// left returns the part of a mark's time that is left at a world time, 0..1.
func left(now, at netsync.World, stays time.Duration) float32 {
	age := max(now.Sub(at), 0)
	return max(1-float32(age)/float32(stays), 0)
}

// marks draws what has just happened on a machine's screen: corrections of its own player, hits on which
// it and the host disagree, and lines of chat.
func (v *Viewport) marks(c *draw.Canvas, f *panel.Frame, t *panel.Tips, now netsync.World) {
	if v.look.Thumb {
		return
	}
	lines := f.Chat[v.Machine]
	x, y := v.Picture.X+6, v.top+4
	for _, l := range lines[max(len(lines)-chatLines, 0):] {
		fresh := left(now, l.Arrived, chatStays)
		if fresh == 0 {
			continue
		}
		var line panel.Rect
		if v.look.Watched {
			line = v.chatLarge(c, x+6, y+8, &l)
			y += 8
		} else {
			line = v.chatSmall(c, x, y, &l, fresh)
		}
		v.Labels.plate(line)
		if t.Under(line) {
			t.Add(line, chatTip(c.Words, f, v.Machine, &l))
		}
		y += line.H + 2
	}
	if v.Machine > 0 && !f.Blind {
		latest := f.Corrections[v.Machine]
		for i := len(latest) - 1; i >= 0; i-- {
			v.correction(c, t, latest[i], f.Rate, left(now, latest[i].At, correctionStays))
		}
	}
	shown := 0
	for i := len(f.Disputes) - 1; i >= 0 && shown < disputesShown && !f.Blind; i-- {
		d := &f.Disputes[i]
		if v.Machine == 0 || v.Machine == int(d.Shooter) {
			shown++
			v.dispute(c, t, d, left(now, d.At, disputeStays))
		}
	}
}

// correction draws a bracket above the player's head, from where it was predicted to where the host's snapshot put it, and
// writes how far that was and how much later. A mark that would cover another one or a player is left out.
func (v *Viewport) correction(c *draw.Canvas, t *panel.Tips, k game.Correction, rate int, fresh float32) {
	if fresh == 0 || !v.corrects(k) {
		return
	}
	x0, y0 := v.At(k.From)
	x1, y1 := v.At(k.To)
	h := v.Length(game.PlayerHeight)
	width, height := max(x1-x0, x0-x1), max(y1-y0, y0-y1)
	for lift := 1.55 * h; lift < 1.55*h+22; lift += 7 {
		d := Deviation{X0: x0, y0: y0 - lift, X1: x1, y1: y1 - lift}
		at := panel.NewRect(min(x0, x1)-3, min(d.y0, d.y1)-5, width+6, height+10)
		if !v.Labels.free(at) {
			continue
		}
		v.Labels.block(at)
		bracket(c, &d, c.Theme.Correction)
		t.Add(panel.NewRect(at.X-2, at.Y-2, at.W+4, at.H+4), c.Words.T("viewport.correction-tip"))
		v.corrected(c, k, rate, at)
		return
	}
}

// corrects reports whether a correction has a mark. That of the join has none, since nothing had been predicted yet, and in Watch small
// ones have none either, since nobody could tell what they mean.
func (v *Viewport) corrects(k game.Correction) bool {
	if k.Joining {
		return false
	}
	off, least := k.To.Sub(k.From), float32(smallestError)
	if v.look.Watched {
		least = max(least, v.Length(game.PlayerHeight)/3)
	}
	return v.Length(max(off.X, -off.X)+max(off.Y, -off.Y)) >= least
}

// corrected writes how many metres a correction moved the player, and how long after the tick in question. It doesn't if
// the sentence is about a shot or a platform, whose bracket matters more then.
func (v *Viewport) corrected(c *draw.Canvas, k game.Correction, rate int, about panel.Rect) {
	off := k.To.Sub(k.From)
	if max(off.X, -off.X, off.Y, -off.Y) < wrongFrom || !v.look.Watched && !v.look.Focused || rate <= 0 {
		return
	}
	if about := v.look.About.Kind; v.look.Watched && (about == scenario.SubjectShot || about == scenario.SubjectPlatform) {
		return
	}
	late := k.At.Sub(unity.NewNetworkTime(rate, k.Tick).World())
	metres := math.Hypot(off.X.Metres(), off.Y.Metres())
	text := v.pen.Start(c.Words).Name("viewport.corrected").Fixed(metres, 2).Text(" m, ")
	text.Fixed(late.Seconds()*1000, 0).Text(" ms ").Word("viewport.corrected-later")
	said := layout.Item{Bytes: text.Buf, Class: draw.Strong, Ink: c.Theme.CorrectionText, Lead: 5, Tail: 5}
	if _, ok := v.Labels.write(c, correctionKey, about, 20, 4, c.Theme.Ground.Fade(0.8), said); ok {
		v.told = true
	}
}

// dispute draws both views of a hit: a ring where the shooter saw its target, a diamond where the host
// had it. The ring is crossed out if the host refused the hit.
func (v *Viewport) dispute(c *draw.Canvas, t *panel.Tips, d *game.Dispute, fresh float32) {
	if fresh == 0 {
		return
	}
	middle := game.Point{Y: game.PlayerHeight / 2}
	x0, y0 := v.At(d.ShooterView.Victim.Plus(middle))
	x1, y1 := v.At(d.HostView.Victim.Plus(middle))
	col := c.Theme.Orange.Fade(fresh)
	r := max(v.Length(game.PlayerHeight)*0.62, 9)
	c.Ring(x0, y0, r, 1.5, col)
	if dx, dy := x1-x0, y1-y0; dx*dx+dy*dy > r*r {
		c.Dashed(x0, y0, x1, y1, 1.5, palette.Dash{4, 3, 4, 3}, 0, col)
	}
	c.MarkerOutline(palette.Diamond, x1, y1, r*0.75, 1.5, col)
	about := panel.NewRect(min(x0, x1)-r, min(y0, y1)-r, max(x1-x0, x0-x1)+2*r, max(y1-y0, y0-y1)+2*r)
	if d.Verdict == game.Refused {
		c.Cross(x0, y0-r-5, 3.5, 1.5, col)
		about.Y, about.H = about.Y-9, about.H+9
	}
	t.Add(about, c.Words.T("viewport.dispute-tip"))
	if !about.Overlaps(v.Labels.Bounds) {
		return // out of the picture
	}
	if v.pen.Start(c.Words); v.Machine == 0 {
		v.pen.Name("viewport.client").Int(int64(d.Shooter)).Text(": ")
	}
	switch d.Verdict {
	case game.Agreed:
		v.pen.Word("viewport.dispute-dodged")
	case game.Refused:
		v.pen.Word("viewport.dispute-refused")
	default:
		v.pen.Word("viewport.dispute-unseen")
	}
	said := layout.Item{Bytes: v.pen.Buf, Ink: c.Theme.Text.Fade(fresh), Lead: 3, Tail: 3}
	v.Labels.write(c, disputeKey-int(d.Shot), about, 17, 2, c.Theme.Panel.Fade(0.75*fresh), said)
}

// chatFoot returns the y at which the lines of chat end. The legend goes below them.
func (v *Viewport) chatFoot(c *draw.Canvas, f *panel.Frame) (high float32) {
	lines := f.Chat[v.Machine]
	high = v.top + 4
	for _, l := range lines[max(len(lines)-chatLines, 0):] {
		if left(f.Host.Character.Time, l.Arrived, chatStays) > 0 {
			high += max(c.Fonts().LineHeight(draw.Title), 2*c.Fonts().LineHeight(draw.Small)) + 22
		}
	}
	return high
}

// chatSmall writes a line of chat for the view Lab, with the tick of its timestamp.
func (v *Viewport) chatSmall(c *draw.Canvas, x0, y0 float32, l *game.ChatLine, fresh float32) panel.Rect {
	x, y := x0+6, y0+8
	style := c.Theme.Machine(int(l.From))
	c.Marker(style.Shape, x, y, 4, style.Color.Fade(fresh))
	x += 10
	x += c.Text(x, y, l.Text, draw.Small, c.Theme.Text.Fade(fresh), draw.Left|draw.Middle) + 10
	v.pen.Start(c.Words).Name("viewport.chat-tick").Int(l.Said.Tick()).Text(", ")
	chatLate(&v.pen, l)
	x += v.pen.Put(c, x, y, draw.Small, c.Theme.TextDim.Fade(fresh), draw.Left|draw.Middle)
	return panel.NewRect(x0, y0, x-x0+2, 16)
}

// chatLarge writes a line of chat that can be read from afar: as large as a title where there is room, else smaller, with
// how late it came below.
func (v *Viewport) chatLarge(c *draw.Canvas, x0, y0 float32, l *game.ChatLine) panel.Rect {
	high := c.Fonts().LineHeight(draw.Title)
	in := panel.NewRect(x0+33, y0+6, v.Picture.X+v.Picture.W-50-x0, high)
	v.pen.Start(c.Words).Text("“").Text(l.Text).Text("”, ")
	end := len(v.pen.Buf)
	chatLate(&v.pen, l)
	say := func(text []byte, cut float32) float32 {
		title := layout.Item{Bytes: text, Class: draw.Title, Ink: c.Theme.Text, Cut: cut}
		strong, small := title, title
		strong.Class, small.Class = draw.Strong, draw.Small
		if cut == 0 {
			strong, small = title, title
		}
		return v.line.Say(c, in, draw.Left, title, strong, small).W
	}
	r := panel.NewRect(x0, y0, 44, high+12)
	if w := say(v.pen.Buf, 0); w > 0 {
		r.W += w
	} else {
		w = say(v.pen.Buf[:end-len(", ")], 1) // it may be long
		in.Y += high
		r.W, r.H = r.W+max(w, say(v.pen.Buf[end:], 1)), r.H+high
	}
	c.Box(r.X, r.Y, r.W, r.H, 6, c.Theme.Ground.Fade(0.85))
	c.Machine(int(l.From), r.X+17, y0+6+high/2, 8)
	return r
}

// chatLate has a pen write how long after the time in its stamp a line arrived.
func chatLate(p *panel.Pen, l *game.ChatLine) {
	if ms := l.Late.Seconds() * 1000; ms < 0 {
		p.Fixed(-ms, 0).Text(" ms ").Word("viewport.chat-early")
	} else {
		p.Fixed(ms, 0).Text(" ms ").Word("viewport.chat-late")
	}
}

// chatTip explains when a line arrived: its timestamp is ahead by the sender's one-way delay and the server's buffer.
func chatTip(lang *words.Language, f *panel.Frame, machine int, l *game.ChatLine) string {
	ms := func(d time.Duration) float64 { return d.Seconds() * 1000 }
	ahead := time.Duration(0) // for the host's player
	if l.From > 0 {
		ahead = f.Facts[l.From-1].Buffers.Server
	}
	tip := lang.T("viewport.chat-tip")
	if f.Blind {
		return tip
	}
	if machine == 0 {
		return tip + " " + lang.F("viewport.chat-host-tip", ms(ahead), ms(l.Late+ahead), ms(l.Late))
	}
	down := f.Facts[machine-1].OWDDown
	return tip + " " + lang.F("viewport.chat-client-tip", ms(down), ms(ahead), ms(l.Late-down+ahead), ms(l.Late))
}

// elsewhereFrom is the distance from which on two places count as different.
const elsewhereFrom = game.Metre / 20

// otherWay draws where everything would be on the other way, unless it would be in the same place.
func (v *Viewport) otherWay(c *draw.Canvas, f *panel.Frame, t *panel.Tips) {
	if f.Other == nil || v.look.Thumb {
		return
	}
	here, there := f.Machine(v.Machine), f.Other.Frame.Machine(v.Machine)
	for i, o := range there.Platforms {
		if i < len(here.Platforms) && elsewhere(o, here.Platforms[i]) {
			x, y := v.At(o.Pos)
			half, h := v.Length(v.Level.Platforms[o.ID].HalfWidth), v.PlatformHeight()
			c.BoxOutline(x-half, y, 2*half, h, h/2, 1.5, c.Theme.Text.Fade(panel.OtherFade))
		}
	}
	for _, o := range there.Players {
		if at, ok := Find(here.Players, o.ID); ok && !elsewhere(o, at) {
			continue
		}
		x, y := v.At(o.Pos)
		h, col := v.Length(game.PlayerHeight), c.Theme.Machine(o.ID).Color.Fade(panel.OtherFade)
		c.Capsule(x-h*0.05, y-h*0.4, x-h*0.05, y, h*0.1, col)
		c.Capsule(x+h*0.05, y-h*0.4, x+h*0.05, y, h*0.1, col)
		c.Marker(c.Theme.Machine(o.ID).Shape, x, y-h*0.64, h*0.36, col)
		t.Add(panel.NewRect(x-h*0.4, y-h, h*0.8, h), c.Words.T("viewport.other-way-tip"))
	}
	for _, o := range there.Shots {
		x, y := v.At(o.Pos)
		c.Circle(x, y, 2.5, c.Theme.Text.Fade(panel.OtherFade))
	}
}

func elsewhere(a, b game.Object) bool {
	off := a.Pos.Sub(b.Pos)
	return max(off.X, -off.X, off.Y, -off.Y) > elsewhereFrom
}
