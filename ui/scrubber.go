package ui

import (
	"math"
	"strconv"
	"time"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"driftlab/netsim"
	"driftlab/scenario"
	"driftlab/timeline"
	"driftlab/ui/draw"
	"driftlab/ui/words"
)

// scrubber shows the whole session as a line of time, with a mark for each of its events. Where it is
// dragged to, the window goes.
type scrubber struct {
	held  bool // it is being dragged
	menu  branchMenu
	track rect // where it was drawn last
	span  netsim.Time
	pen   pen

	marks []scrubMark
	of    marksOf
}

// A scrubMark is an event on the line. What a player does by hand is small: there is much of it.
type scrubMark struct {
	at    netsim.Time
	event scenario.Event
	hand  bool
}

// marksOf is what the marks were made of last.
type marksOf struct {
	line   *timeline.Line
	branch int
	events int
}

// The scrubber's measures, at scale 1.
const (
	scrubPad   = 18 // left and right of the track: half of the longest label
	trackY     = 20
	trackH     = 6
	knobR      = 7
	labelY     = 36
	labelsGap  = 64 // at least between two labels
	markY      = 8
	leastSpan  = 10 * time.Second
	markWithin = 5 // of the pointer, for its tooltip
)

// update acts on the pointer.
func (s *scrubber) update(a *App) {
	if a.hides() {
		s.held = false
		return
	}
	s.menu.update(a)
	p := &a.pointer
	grip := rect{s.track.x - knobR*float32(a.scale), a.layout.bottom.y, s.track.w + 2*knobR*float32(a.scale), a.layout.bottom.h}
	if p.pressed && p.over(grip) {
		s.held, p.pressed = true, false
	}
	if !p.down {
		s.held = false
	}
	if s.held {
		if at := a.limit(s.instant(p.x)); at != a.target() {
			a.seek(at)
		}
	}
}

// instant returns the instant at a place of the window, to the millisecond.
func (s *scrubber) instant(x float32) netsim.Time {
	share := min(max(float64((x-s.track.x)/max(s.track.w, 1)), 0), 1)
	return netsim.Time(math.Round(share*float64(s.span)/1e6)) * 1e6
}

// x returns where an instant is.
func (s *scrubber) x(at netsim.Time) float32 {
	return s.track.x + s.track.w*float32(min(float64(at)/float64(s.span), 1))
}

// draw draws the line of time into its part of the bottom bar.
func (s *scrubber) draw(a *App, c *draw.Canvas, r rect) {
	z := float32(a.scale)
	if a.line.BranchCount() > 1 {
		r.w -= s.menu.draw(a, c, r)
	}
	s.track = rect{r.x + scrubPad*z, r.y + (trackY-trackH/2)*z, r.w - 2*scrubPad*z, trackH * z}
	if !s.held {
		s.span = spanFor(max(a.line.End(), a.line.Target()))
	}
	t, y := s.track, r.y+trackY*z
	known, now := s.x(a.line.End()), s.x(a.session.Now())
	c.HLine(t.x, t.x+t.w, y, 2*z, c.Theme.Grid)
	c.Box(t.x, t.y, max(known-t.x, t.h), t.h, t.h/2, c.Theme.Solid)
	c.Box(t.x, t.y, max(now-t.x, t.h), t.h, t.h/2, c.Theme.Accent)
	if a.line.BranchCount() > 1 {
		s.menu.inBar(a, c, t)
		if s.menu.open {
			s.menu.list(a, c)
		}
	}
	s.labels(a, c, r.y+labelY*z, known)
	if over := (rect{t.x, r.y, t.w, r.h}); s.held {
		a.tips.add(rect{a.tips.x, a.tips.y, 1, 1}, clockText(a.words, s.instant(a.tips.x)))
	} else if over.contains(a.tips.x, a.tips.y) {
		a.hover.instant(s.instant(a.tips.x))
		a.tips.add(over, a.words.F("scrub.tip", clockText(a.words, s.instant(a.tips.x))))
	}
	s.drawMarks(a, c, r.y+markY*z)
	if a.line.BranchCount() > 1 {
		s.menu.tell(a, t)
	}
	if at := a.hover.at; a.hover.timed && at <= s.span {
		c.VLine(s.x(at), r.y+2*z, t.y+t.h+4*z, 1.5*z, c.Theme.Text)
	}
	if a.line.Busy() {
		c.Ring(s.x(a.line.Target()), y, knobR*z, 2*z, c.Theme.Accent)
	}
	c.Circle(now, y, knobR*z, c.Theme.Panel)
	c.Circle(now, y, (knobR-1.5)*z, c.Theme.Accent)
}

// spans are how long the line of time may be, in seconds; above them whole hours.
var spans = [...]netsim.Time{10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 450, 600, 900, 1200, 1800, 2700, 3600}

// spanFor returns how long the line of time is for a session of some length. It grows in leaps, so that
// it stands still most of the time.
func spanFor(end netsim.Time) netsim.Time {
	for _, s := range spans {
		if s *= netsim.Time(time.Second); s >= end {
			return s
		}
	}
	hour := netsim.Time(time.Hour)
	return (end + hour - 1) / hour * hour
}

// labelSteps are what may lie between two labels, in seconds.
var labelSteps = [...]int64{1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200, 86400, 7 * 86400}

// labels writes times under the line, and the end of what is known.
func (s *scrubber) labels(a *App, c *draw.Canvas, y, known float32) {
	z := float32(a.scale)
	step := labelSteps[len(labelSteps)-1]
	for _, l := range labelSteps {
		if s.track.w*float32(float64(l)*1e9/float64(s.span)) >= labelsGap*z {
			step = l
			break
		}
	}
	end := a.line.End()
	c.VLine(known, s.track.y-3*z, s.track.y+s.track.h+3*z, 2*z, c.Theme.TextDim)
	for at := int64(0); netsim.Time(at)*1e9 <= s.span; at += step {
		x := s.x(netsim.Time(at) * 1e9)
		c.VLine(x, s.track.y+s.track.h+2*z, s.track.y+s.track.h+5*z, z, c.Theme.TextDim)
		s.putSeconds(c, x, y, at, netsim.Time(at)*1e9 <= end)
	}
}

// putSeconds writes whole seconds, or minutes where there are many: 90 s, 2:30 min.
func (s *scrubber) putSeconds(c *draw.Canvas, x, y float32, at int64, known bool) {
	col := c.Theme.TextDim
	if known {
		col = c.Theme.Text
	}
	s.pen.start(c.Words)
	if s.span <= 120*1e9 {
		s.pen.int(at).text(" s")
	} else {
		s.pen.int(at / 60).text(":")
		if at%60 < 10 {
			s.pen.text("0")
		}
		s.pen.int(at % 60)
	}
	s.pen.put(c, x, y, draw.Small, col, draw.Centre|draw.Middle)
}

// collect brings the marks up to date.
func (s *scrubber) collect(a *App) {
	of := marksOf{a.line, a.line.Branch(), a.line.Events()}
	if of == s.of {
		return
	}
	s.of, s.marks = of, s.marks[:0]
	for _, ev := range a.line.Log().Events {
		if ev.Continues || ev.Bots != nil {
			continue // one drag is one mark; what bots press is none
		}
		s.marks = append(s.marks, scrubMark{ev.At, ev, ev.Play != nil})
	}
}

// drawMarks draws a mark for each event: a triangle where something changes, a ring where only the
// caption does, a dot for the hand of a player. What lies ahead is dimmer. Those that would be at one
// place are drawn once.
func (s *scrubber) drawMarks(a *App, c *draw.Canvas, y float32) {
	s.collect(a)
	z := float32(a.scale)
	last, lastHand := float32(-1), float32(-1)
	nearest, at := float32(markWithin)*z, -1
	over := a.tips.y >= a.layout.bottom.y
	for i := range s.marks {
		m := &s.marks[i]
		if m.at > s.span {
			break
		}
		x := s.x(m.at)
		if d := max(x-a.tips.x, a.tips.x-x); over && d <= nearest && a.tips.y < s.track.y {
			nearest, at = d, i
		}
		col := c.Theme.Text
		if m.at > a.session.Now() {
			col = c.Theme.TextDim
		}
		switch {
		case m.hand:
			if x-lastHand >= 3*z {
				c.Circle(x, y+3*z, 1.5*z, col)
				lastHand = x
			}
		case x-last < z:
		case len(m.event.Lines()) == 1 && m.event.Caption != "":
			c.Ring(x, y, 3.5*z, 1.5*z, col)
			last = x
		default:
			c.Triangle(x, y, 4.5*z, false, col)
			last = x
		}
	}
	if at >= 0 && !s.held {
		a.tips.add(rect{a.tips.x, a.tips.y, 1, 1}, s.tip(a.words, at, a.hides()))
	}
}

// tip tells what happened at an instant.
func (s *scrubber) tip(lang *words.Language, i int, blind bool) string {
	text := clockText(lang, s.marks[i].at) + ":"
	for k := i; k < len(s.marks) && s.marks[k].at == s.marks[i].at; k++ {
		text += " " + eventText(lang, &s.marks[k].event, blind) + "."
	}
	return text
}

// clockText writes an instant, such as "12.3 s" or "2:05.0 min".
func clockText(lang *words.Language, at netsim.Time) string {
	seconds := time.Duration(at).Seconds()
	if seconds < 120 {
		return lang.Decimal(strconv.FormatFloat(seconds, 'f', 1, 64)) + " s"
	}
	whole := math.Floor(seconds / 60)
	rest := strconv.FormatFloat(math.Floor((seconds-60*whole)*10)/10, 'f', 1, 64)
	if len(rest) < 4 {
		rest = "0" + rest
	}
	return strconv.FormatFloat(whole, 'f', 0, 64) + ":" + lang.Decimal(rest) + " min"
}

// escaped says whether the Escape key has just gone down.
func escaped() bool { return inpututil.IsKeyJustPressed(ebiten.KeyEscape) }
