package ui

import (
	"time"

	"driftlab/game"
	"driftlab/netsync"
	"driftlab/session"
	"driftlab/ui/draw"
)

// How long the marks of what has happened stay, in world time.
const (
	correctionStays = time.Second
	disputeStays    = 3 * time.Second
	chatStays       = 8 * time.Second
	chatLines       = 3
)

// happenings are what the marks in the viewports are drawn from.
type happenings struct {
	corrections [viewports - 1][]game.Correction
	chat        [viewports][]game.ChatLine
	disputes    []game.Dispute
}

func (h *happenings) read(s *session.Session, shown int) {
	h.disputes = s.Disputes(h.disputes[:0])
	h.chat[0] = s.HostChat(h.chat[0][:0])
	for i := range shown {
		h.corrections[i] = s.ClientCorrections(i+1, h.corrections[i][:0])
		h.chat[i+1] = s.ClientChat(i+1, h.chat[i+1][:0])
	}
}

// left returns how much of a mark's time is left at a world time, 0..1.
func left(now, at netsync.World, stays time.Duration) float32 {
	age := max(now.Sub(at), 0)
	return max(1-float32(age)/float32(stays), 0)
}

// marks draws what has just happened on a machine's screen: corrections of its own player, hits on which
// it and the host differ, and what was said.
func (v *viewport) marks(c *draw.Canvas, f *frame, t *tips, now netsync.World) {
	if v.machine > 0 {
		for _, k := range f.corrections[v.machine-1] {
			v.correction(c, t, k, left(now, k.At, correctionStays))
		}
	}
	for i := range f.disputes {
		d := &f.disputes[i]
		if v.machine == 0 || v.machine == int(d.Shooter) {
			v.dispute(c, t, d, left(now, d.At, disputeStays))
		}
	}
	v.chat(c, t, f.chat[v.machine], now)
}

// correction draws from where a player was predicted to where the host's state put it.
func (v *viewport) correction(c *draw.Canvas, t *tips, k game.Correction, fresh float32) {
	if fresh == 0 {
		return
	}
	middle := game.Point{Y: game.PlayerHeight / 2}
	x0, y0 := v.at(k.From.Plus(middle))
	x1, y1 := v.at(k.To.Plus(middle))
	col := draw.ReddishPurple.Fade(fresh)
	c.Line(x0, y0, x1, y1, 2*v.zoom, col)
	c.Marker(draw.Diamond, x1, y1, 3*v.zoom, col)
	t.add(rect{min(x0, x1) - 4*v.zoom, min(y0, y1) - 4*v.zoom, max(x1-x0, x0-x1) + 8*v.zoom, max(y1-y0, y0-y1) + 8*v.zoom},
		"A correction: the host's state differed from what this client had predicted, and the player was put right, from the line's end to the diamond.")
}

// dispute draws both views of a hit: a ring where the shooter saw its target, a diamond where the host
// had it.
func (v *viewport) dispute(c *draw.Canvas, t *tips, d *game.Dispute, fresh float32) {
	if fresh == 0 {
		return
	}
	middle := game.Point{Y: game.PlayerHeight / 2}
	x0, y0 := v.at(d.ShooterView.Victim.Plus(middle))
	x1, y1 := v.at(d.HostView.Victim.Plus(middle))
	col := draw.Orange.Fade(fresh)
	c.Ring(x0, y0, 9*v.zoom, 1.5*v.zoom, col)
	c.Dashed(x0, y0, x1, y1, 1.5*v.zoom, draw.Dash{4, 3, 4, 3}.Scale(v.zoom), 0, col)
	c.Marker(draw.Diamond, x1, y1, 5*v.zoom, col)
	v.pen.start()
	v.disputeText(d)
	w, h := c.Fonts().MeasureBytes(v.pen.buf, draw.Small), 16*v.zoom
	at := rect{min(max((x0+x1-w)/2, v.area.x), v.area.x+v.area.w-w), max(min(y0, y1)-28*v.zoom, v.area.y), w, h}
	t.add(rect{at.x, at.y, at.w, max(y0, y1) - at.y + 10*v.zoom},
		"A disputed hit. Ring: where the shooter saw its target. Diamond: where the host had it when it decided. With lag compensation the host goes back to what the shooter saw.")
	if !v.taken(at) {
		v.used = append(v.used, at)
		c.Box(at.x-2*v.zoom, at.y, at.w+4*v.zoom, at.h, 3*v.zoom, draw.Panel.Fade(0.7*fresh))
		v.pen.put(c, at.x, at.y+h/2, draw.Small, draw.Text.Fade(fresh), draw.Left|draw.Middle)
	}
}

// disputeText writes who saw what: on the shooter's own screen that is you.
func (v *viewport) disputeText(d *game.Dispute) {
	if d.Verdict == game.Agreed {
		v.pen.text("hit behind the wall: the target had got away on its own screen")
		return
	}
	if v.machine == 0 {
		v.pen.text("client ").int(int64(d.Shooter))
	} else {
		v.pen.text("you")
	}
	if d.Verdict == game.Refused {
		v.pen.text(" saw a hit, the host a miss")
	} else {
		v.pen.text(" saw a miss, the host a hit")
	}
}

// chat writes the latest lines that have reached a machine, and how late they came.
func (v *viewport) chat(c *draw.Canvas, t *tips, lines []game.ChatLine, now netsync.World) {
	y := v.area.y + 12*v.zoom
	for _, l := range lines[max(len(lines)-chatLines, 0):] {
		fresh := left(now, l.Arrived, chatStays)
		if fresh == 0 {
			continue
		}
		x := v.area.x + 12*v.zoom
		style := playerStyle(int(l.From))
		c.Marker(style.Shape, x, y, 4*v.zoom, style.Color.Fade(fresh))
		x += 10 * v.zoom
		x += c.Text(x, y, l.Text, draw.Small, draw.Text.Fade(fresh), draw.Left|draw.Middle) + 10*v.zoom
		v.pen.start().text("said at tick ").int(l.Said.Tick())
		if ms := l.Late.Seconds() * 1000; ms < 0 {
			v.pen.text(", ").fixed(-ms, 0).text(" ms before its time")
		} else {
			v.pen.text(", ").fixed(ms, 0).text(" ms late")
		}
		w := v.pen.put(c, x, y, draw.Small, draw.TextDim.Fade(fresh), draw.Left|draw.Middle)
		t.add(rect{v.area.x, y - 8*v.zoom, x + w - v.area.x, 16 * v.zoom},
			"A chat line is stamped with the sender's predicted time: one way ahead, so that it reaches the host about when it was said. Others get it a round trip late.")
		y += 18 * v.zoom
	}
}
