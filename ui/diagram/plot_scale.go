package diagram

import (
	"cmp"
	"math"
	"slices"
	"time"

	"driftlab/game/observe"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// ErrorScale is the vertical axis of the plot: round limits around everything shown. They move smoothly and
// grow at once, but shrink only when they have been too wide for a while.
type ErrorScale struct {
	Area panel.Rect // in which it is drawn

	Low, High   float64 // ms, as they are drawn
	goal        [2]float64
	calm        float64 // for how many frames they have been too wide
	at          netsim.Time
	from        netsim.Time
	extents     []extent
	shownBefore bool
}

// extent is the range of the errors in sight of one clock, or of one client's clock.
type extent struct {
	whose     int
	low, high float64
}

func (e extent) reach() float64 { return max(e.high, -e.low) }

// take extends the extent to an error in ms. It ignores NaN.
func (e *extent) take(ms float32) {
	if of := float64(ms); of < e.low {
		e.low = of
	} else if of > e.high {
		e.high = of
	}
}

// add extends the extent to a clock's errors in some rows of a history.
func (s *ErrorScale) add(whose int, h *observe.History, clock int, first, end int64) {
	e := extent{whose: whose}
	for n := first; n < end; n++ {
		_, row := h.Row(n)
		e.take(row[clock])
	}
	s.extents = append(s.extents, e)
}

const (
	// An algorithm that is wrong by this factor more than the next, and by at least this many ms, doesn't count
	// for the axis, so that the others can still be told apart. An arrow and its value stand for it.
	outlier      = 6
	leastOutlier = 250
	leastReach   = 10 // ms around zero that are always shown
	calmFrames   = 90
	scalePace    = 0.25 // the part of the remaining distance that the limits move in a frame
)

// fit sets the limits around errors from low to high. frames is how many of the window's frames this one is worth: 1, except in
// films, which may have more or fewer frames.
func (s *ErrorScale) fit(low, high float64, x *panel.TimeAxis, now netsim.Time, frames float64) {
	room := (high - low) * 0.05
	d := panel.Step(high-low+2*room, 6) / 5
	low, high = math.Floor((low-room)/d)*d, math.Ceil((high+room)/d)*d
	if low < s.goal[0] || high > s.goal[1] || low == s.goal[0] && high == s.goal[1] {
		s.calm = 0
		s.goal = [2]float64{min(low, s.goal[0]), max(high, s.goal[1])}
	} else if s.calm += frames; s.calm > calmFrames {
		s.goal, s.calm = [2]float64{low, high}, 0
	}
	// After a jump in time there is nothing to move smoothly from.
	if leap := now.Sub(s.at).Abs() > time.Second || x.From.Sub(s.from).Abs() > x.Span/4; leap || !s.shownBefore {
		s.goal = [2]float64{low, high}
		s.Low, s.High = low, high
	}
	s.at, s.from, s.shownBefore = now, x.From, true
	pace := 1 - math.Pow(1-scalePace, frames)
	s.Low += (s.goal[0] - s.Low) * pace
	s.High += (s.goal[1] - s.High) * pace
	if close := (s.High - s.Low) / 2000; math.Abs(s.Low-s.goal[0]) < close && math.Abs(s.High-s.goal[1]) < close {
		s.Low, s.High = s.goal[0], s.goal[1]
	}
}

// inSight returns the limits of all extents except outliers. The clock or client in question is never an outlier.
func (s *ErrorScale) inSight(about int) (low, high float64) {
	slices.SortStableFunc(s.extents, func(a, b extent) int {
		return cmp.Or(cmp.Compare(b.reach(), a.reach()), cmp.Compare(a.whose, b.whose))
	})
	rest := s.extents
	for i := 0; i < len(s.extents)/2; i++ {
		e := &s.extents[i]
		if e.whose == about || e.reach() < leastOutlier {
			break
		}
		if e.reach() > outlier*s.extents[i+1].reach() {
			rest = s.extents[i+1:]
		}
	}
	low, high = -leastReach, leastReach
	for _, e := range rest {
		low, high = min(low, e.low), max(high, e.high)
	}
	return low, high
}

// reach returns the range to be in sight: zero, the error that no packet reveals, and the errors of the clocks that the axis
// fits, without outliers. In a lesson those are the clocks that the lesson is about.
func (p *ErrorPlot) reach(v *panel.View, h *observe.History, driving int) (low, high float64) {
	s := &p.Scale
	s.extents = s.extents[:0]
	first, end := h.Span()
	first, end = max(first, h.Before(p.Axis.From)), min(end, h.Before(p.Axis.To)+1)
	for i := range h.Clocks() {
		counts := true
		switch {
		case len(p.fitted) > 0:
			counts = slices.Contains(p.fitted, i)
		case v.Lesson != nil && len(v.Hover.Pins) > 0:
			counts = v.Hover.Pinned(i)
		case v.Lesson != nil:
			counts = v.InQuestion(v.Frame.Selected, i)
		}
		if counts {
			s.extents = append(s.extents, extent{whose: i})
		}
	}
	for n := first; n < end; n++ {
		_, row := h.Row(n)
		for k := range s.extents {
			s.extents[k].take(row[s.extents[k].whose])
		}
	}
	low, high = s.inSight(driving)
	if end > first && len(p.fitted) == 0 {
		unseen := float64(h.Note(end - 1).Unseen)
		low, high = min(low, unseen), max(high, unseen)
	}
	return low, high
}

// y returns where an error is, in points of the window. It may be outside the area.
func (s *ErrorScale) y(ms float64) float32 {
	return s.Area.Y + s.Area.H*float32((s.High-ms)/(s.High-s.Low))
}

// Between returns the distance of two grid lines in ms: small enough that at least two have a label, if labels have
// room.
func (s *ErrorScale) Between() (d float64) {
	area, span := s.Area, s.High-s.Low
	const close = 11.5                                    // the least between two labels, in points
	few := max(int(area.H/36), min(int(area.H/20), 3), 2) // a low plot is one of two that are compared
	for lines := few; lines <= 5*few; lines++ {
		finer := panel.Step(span, lines)
		if lines > few && float64(area.H)*finer/span < close {
			break
		}
		d = finer
		labels := 0
		for v := math.Ceil(s.Low/d) * d; v <= s.High; v += d {
			if s.Labelled(s.y(v)) {
				labels++
			}
		}
		if labels >= 2 {
			break
		}
	}
	return d
}

// Labelled reports whether a line at y has room for a label: not at the edges, where half of it would be outside.
func (s *ErrorScale) Labelled(y float32) bool {
	area := s.Area
	return y >= area.Y+5 && y <= area.Y+area.H-3
}

// grid draws the horizontal lines. The one at zero is the truth, up to x = now.
func (s *ErrorScale) grid(c *draw.Canvas, p *panel.Pen, now float32) {
	area := s.Area
	d := s.Between()
	decimals := max(0, int(math.Ceil(-math.Log10(d)-1e-9)))
	for v := math.Ceil(s.Low/d) * d; v <= s.High; v += d {
		y := s.y(v)
		c.HLine(area.X, area.X+area.W, y, 1, c.Theme.Grid)
		if math.Abs(v) < d/2 {
			c.HLine(area.X, min(max(now, area.X), area.X+area.W), y, 1.5, c.Theme.Truth)
		}
		if !s.Labelled(y) {
			continue
		}
		if p.Start(c.Words).Signed(v, decimals); math.Abs(v) < d/2 {
			p.Text(" ms") // of all
		}
		p.Put(c, area.X-6, y, draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
	}
}
