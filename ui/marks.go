package ui

import (
	"math"
	"time"

	"driftlab/game"
	"driftlab/netsync"
	"driftlab/palette"
	"driftlab/scenario"
	"driftlab/ui/draw"
	"driftlab/ui/words"
)

// How long the marks of what has happened stay, in world time.
const (
	correctionStays = 800 * time.Millisecond
	disputeStays    = 2500 * time.Millisecond
	chatStays       = 8 * time.Second
	chatLines       = 3
	disputesShown   = 3 // in one viewport
)

// left returns how much of a mark's time is left at a world time, 0..1.
func left(now, at netsync.World, stays time.Duration) float32 {
	age := max(now.Sub(at), 0)
	return max(1-float32(age)/float32(stays), 0)
}

// marks draws what has just happened on a machine's screen: corrections of its own player, hits on which
// it and the host differ, and what was said.
func (v *viewport) marks(c *draw.Canvas, f *frame, t *tips, now netsync.World) {
	if v.look.thumb {
		return
	}
	v.chat(c, t, f, now)
	if v.machine > 0 && !f.blind {
		latest := f.corrections[v.machine]
		for i := len(latest) - 1; i >= 0; i-- {
			v.correction(c, t, latest[i], f.rate, left(now, latest[i].At, correctionStays))
		}
	}
	shown := 0
	for i := len(f.disputes) - 1; i >= 0 && shown < disputesShown && !f.blind; i-- {
		d := &f.disputes[i]
		if v.machine == 0 || v.machine == int(d.Shooter) {
			shown++
			v.dispute(c, t, d, left(now, d.At, disputeStays))
		}
	}
}

// correction draws a bracket, over the player's head, from where it was predicted to where the host's state put it, and
// writes how far that was and how long after. A mark that would cover another one, or a player, is left out.
func (v *viewport) correction(c *draw.Canvas, t *tips, k game.Correction, rate int, fresh float32) {
	if fresh == 0 {
		return
	}
	x0, y0 := v.at(k.From)
	x1, y1 := v.at(k.To)
	z, h := v.zoom, v.length(game.PlayerHeight)
	width, height := max(x1-x0, x0-x1), max(y1-y0, y0-y1)
	if width+height < smallestError*z || v.look.watched && width+height < v.length(game.PlayerHeight)/3 {
		return // in Watch nobody could tell what it is
	}
	for lift := 1.55 * h; lift < 1.55*h+22*z; lift += 7 * z {
		d := deviation{x0: x0, y0: y0 - lift, x1: x1, y1: y1 - lift}
		at := rect{min(x0, x1) - 3*z, min(d.y0, d.y1) - 5*z, width + 6*z, height + 10*z}
		if !v.labels.free(at) {
			continue
		}
		v.labels.block(at)
		v.bracket(c, &d, c.Theme.Error.Fade(fresh))
		t.add(rect{at.x - 2*z, at.y - 2*z, at.w + 4*z, at.h + 4*z}, c.Words.T("viewport.correction-tip"))
		v.corrected(c, k, rate, at, fresh)
		return
	}
}

// corrected writes by how many metres a correction put the player right, and how long after the tick that it is about;
// not where the sentence is about a shot or a platform, whose own bracket is to be read.
func (v *viewport) corrected(c *draw.Canvas, k game.Correction, rate int, about rect, fresh float32) {
	off := k.To.Sub(k.From)
	if max(off.X, -off.X, off.Y, -off.Y) < wrongFrom || !v.look.watched && !v.look.focused || rate <= 0 {
		return
	}
	if about := v.look.about.Kind; v.look.watched && (about == scenario.SubjectShot || about == scenario.SubjectPlatform) {
		return
	}
	late := k.At.Sub(netsync.NewNetworkTime(rate, k.Tick).World())
	metres := math.Hypot(off.X.Metres(), off.Y.Metres())
	text := v.pen.start(c.Words).text(c.Words.T("viewport.corrected")).text(" ").fixed(metres, 2).text(" m, ")
	text.fixed(late.Seconds()*1000, 0).text(" ms ").text(c.Words.T("viewport.corrected-later"))
	w, h := c.Fonts().MeasureBytes(text.buf, draw.Strong)+10*v.zoom, 20*v.zoom
	if r, ok := v.labels.place(correctionKey, about, w, h, 4*v.zoom); ok {
		v.told = true
		c.Box(r.x, r.y, r.w, r.h, 4*v.zoom, c.Theme.Ground.Fade(0.8*fresh))
		text.put(c, r.x+5*v.zoom, r.y+h/2, draw.Strong, c.Theme.ErrorText.Fade(fresh), draw.Left|draw.Middle)
	}
}

// dispute draws both views of a hit: a ring where the shooter saw its target, a diamond where the host
// had it; crossed out where the host refused it.
func (v *viewport) dispute(c *draw.Canvas, t *tips, d *game.Dispute, fresh float32) {
	if fresh == 0 {
		return
	}
	middle := game.Point{Y: game.PlayerHeight / 2}
	x0, y0 := v.at(d.ShooterView.Victim.Plus(middle))
	x1, y1 := v.at(d.HostView.Victim.Plus(middle))
	z, col := v.zoom, c.Theme.Orange.Fade(fresh)
	r := max(v.length(game.PlayerHeight)*0.62, 9*z)
	c.Ring(x0, y0, r, 1.5*z, col)
	if dx, dy := x1-x0, y1-y0; dx*dx+dy*dy > r*r {
		c.Dashed(x0, y0, x1, y1, 1.5*z, palette.Dash{4, 3, 4, 3}.Scale(z), 0, col)
	}
	c.MarkerOutline(palette.Diamond, x1, y1, r*0.75, 1.5*z, col)
	about := rect{min(x0, x1) - r, min(y0, y1) - r, max(x1-x0, x0-x1) + 2*r, max(y1-y0, y0-y1) + 2*r}
	if d.Verdict == game.Refused {
		c.Cross(x0, y0-r-5*z, 3.5*z, 1.5*z, col)
		about.y, about.h = about.y-9*z, about.h+9*z
	}
	t.add(about, c.Words.T("viewport.dispute-tip"))
	v.pen.start(c.Words)
	v.disputeText(c.Words, d)
	w, h := v.measure(c, &v.pen)+6*z, 17*z
	if !about.overlaps(v.labels.bounds) {
		return // out of the picture
	}
	at, ok := v.labels.place(disputeKey-int(d.Shot), about, w, h, 2*z)
	if !ok {
		return
	}
	c.Box(at.x, at.y, at.w, at.h, 3*z, c.Theme.Panel.Fade(0.75*fresh))
	v.pen.put(c, at.x+3*z, at.y+h/2, draw.Small, c.Theme.Text.Fade(fresh), draw.Left|draw.Middle)
}

// disputeText writes in few words what the shooter and the host differ on.
func (v *viewport) disputeText(lang *words.Language, d *game.Dispute) {
	if v.machine == 0 {
		v.pen.text(lang.T("viewport.client")).text(" ").int(int64(d.Shooter)).text(": ")
	}
	switch d.Verdict {
	case game.Agreed:
		v.pen.text(lang.T("viewport.dispute-dodged"))
	case game.Refused:
		v.pen.text(lang.T("viewport.dispute-refused"))
	default:
		v.pen.text(lang.T("viewport.dispute-unseen"))
	}
}

// chat writes the latest lines that have reached a machine, and how late they came.
func (v *viewport) chat(c *draw.Canvas, t *tips, f *frame, now netsync.World) {
	z, lines := v.zoom, f.chat[v.machine]
	x, y := v.picture.x+6*z, v.top+4*z
	for _, l := range lines[max(len(lines)-chatLines, 0):] {
		fresh := left(now, l.Arrived, chatStays)
		if fresh == 0 {
			continue
		}
		var line rect
		if v.look.watched {
			line = v.chatLarge(c, x+6*z, y+8*z, &l)
			y += 8 * z
		} else {
			line = v.chatSmall(c, x, y, &l, fresh)
		}
		v.labels.block(line)
		if t.under(line) {
			t.add(line, v.chatTip(c.Words, f, &l))
		}
		y += line.h + 2*z
	}
}

// chatSmall writes a line of chat among the numbers of the view Lab, with the tick of its stamp.
func (v *viewport) chatSmall(c *draw.Canvas, x0, y0 float32, l *game.ChatLine, fresh float32) rect {
	z := v.zoom
	x, y := x0+6*z, y0+8*z
	style := c.Theme.Machine(int(l.From))
	c.Marker(style.Shape, x, y, 4*z, style.Color.Fade(fresh))
	x += 10 * z
	x += c.Text(x, y, l.Text, draw.Small, c.Theme.Text.Fade(fresh), draw.Left|draw.Middle) + 10*z
	v.pen.start(c.Words).text(c.Words.T("viewport.chat-tick")).text(" ").int(l.Said.Tick()).text(", ")
	v.chatLate(c.Words, l)
	x += v.pen.put(c, x, y, draw.Small, c.Theme.TextDim.Fade(fresh), draw.Left|draw.Middle)
	return rect{x0, y0, x - x0 + 2*z, 16 * z}
}

// chatLarge writes a line of chat to be read from afar, as large as a title and until it is gone.
func (v *viewport) chatLarge(c *draw.Canvas, x0, y0 float32, l *game.ChatLine) rect {
	z := v.zoom
	v.pen.start(c.Words).text("“").text(l.Text).text("”, ")
	v.chatLate(c.Words, l)
	r := rect{x0, y0, c.Fonts().Measure(string(v.pen.buf), draw.Title) + 44*z, c.Fonts().LineHeight(draw.Title) + 12*z}
	c.Box(r.x, r.y, r.w, r.h, 6*z, c.Theme.Ground.Fade(0.85))
	style, y := c.Theme.Machine(int(l.From)), r.y+r.h/2
	c.Marker(style.Shape, r.x+17*z, y, 8*z, style.Color)
	v.pen.put(c, r.x+33*z, y, draw.Title, c.Theme.Text, draw.Left|draw.Middle)
	return r
}

// chatLate writes how long after the instant of its stamp a line came.
func (v *viewport) chatLate(lang *words.Language, l *game.ChatLine) {
	if ms := l.Late.Seconds() * 1000; ms < 0 {
		v.pen.fixed(-ms, 0).text(" ms ").text(lang.T("viewport.chat-early"))
	} else {
		v.pen.fixed(ms, 0).text(" ms ").text(lang.T("viewport.chat-late"))
	}
}

// chatTip says why a line came when it did: by the stamp, which is ahead by the sender's way and the server's buffer.
func (v *viewport) chatTip(lang *words.Language, f *frame, l *game.ChatLine) string {
	ms := func(d time.Duration) float64 { return d.Seconds() * 1000 }
	ahead := time.Duration(0) // the host's player is in the host's time
	if l.From > 0 {
		ahead = f.facts[l.From-1].Buffers.Server
	}
	tip := lang.T("viewport.chat-tip")
	if f.blind {
		return tip
	}
	if v.machine == 0 {
		return tip + " " + lang.F("viewport.chat-host-tip", ms(ahead), ms(l.Late+ahead), ms(l.Late))
	}
	down := f.facts[v.machine-1].OWDDown
	return tip + " " + lang.F("viewport.chat-client-tip", ms(down), ms(ahead), ms(l.Late-down+ahead), ms(l.Late))
}
