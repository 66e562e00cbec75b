package lessons

import (
	"strconv"
	"time"

	"driftlab/game/lesson"
	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// What stands under a caption, in points.
const (
	playerNext = 116 // the width of the button
	nextWidth  = playerNext + 16
	playerPad  = 18
)

// DrawStep draws what the present step says and asks, into the caption's place.
func (rm *Room) DrawStep(c *draw.Canvas, r panel.Rect) {
	k := &rm.player
	if r.H == 0 {
		return
	}
	c.Box(r.X, r.Y, r.W, r.H, 4, c.Theme.Panel)
	in := stepInside(r)
	if said, _ := rm.window.Caption(); k.summary && (said == "" || said != rm.lines.Fault) {
		k.drawSummary(rm, c, in)
		return
	}
	q, _ := rm.Asks()
	k.tell(rm)
	if rm.picture.Regions.Phone || k.cramped(rm, c, q, in) {
		k.drawColumn(rm, c, q, in)
		return
	}
	k.scroll = scroll{}
	rest, ask, row := k.rows(rm, in)
	k.drawNext(rm, c, &row)
	said, col := rm.sentence(q)
	if figure := rm.figure(); figure >= 0 {
		rm.largeFigure(c, panel.NewRect(in.X, in.Y, in.W, row.Y-in.Y), figure)
	}
	rm.drawSentence(c, rest, said, col)
	switch {
	case q != nil:
		k.drawQuestion(rm, c, q, ask, row)
	case k.goalSaid(rm) != "":
		c.Text(row.X, row.Y+row.H/2, k.goalSaid(rm), draw.Title, k.goalColor(c), draw.Left|draw.Middle)
	default:
		k.drawVerdict(c, ask, row)
	}
}

// rows divides a wide place: what the step says, over what is asked, left of the large figure, over what answers and continues.
func (k *player) rows(rm *Room, in panel.Rect) (said, ask, row panel.Rect) {
	row, said = in.CutBottom(min(picture.PlayerRow, in.H/2))
	if figure := rm.figure(); figure >= 0 {
		said.W -= rm.largeFigure(nil, said, figure)
	}
	if ask = said; said.H >= 2*picture.PlayerAsk {
		ask, said = said.CutBottom(picture.PlayerAsk)
	}
	return said, ask, row
}

// cramped reports whether a place has no room for a step's texts in rows.
func (k *player) cramped(rm *Room, c *draw.Canvas, q *lesson.Question, in panel.Rect) bool {
	rest, ask, row := k.rows(rm, in)
	row.W -= nextWidth
	said, _ := rm.sentence(q)
	wider := func(text string, class draw.Class, width float32) bool { return !fits(c, text, class, width, 0) }
	if ask == rest || !fits(c, said, draw.Small, rest.W, rest.H) {
		return true
	}
	switch goal := k.goalSaid(rm); {
	case q != nil && q.Kind == lesson.Choice:
		width := float32(-10)
		for i := range q.Options {
			width += k.optionWidth(rm, c, q, i) + 10
		}
		return width > row.W || wider(rm.filled(q.Ask), draw.Title, ask.W)
	case q != nil:
		return row.W < leastSlider || wider(rm.filled(q.Ask), draw.Title, ask.W)
	case goal != "":
		return wider(goal, draw.Title, row.W)
	case k.told.first != "":
		return wider(k.told.first, draw.Title, ask.W) || wider(k.told.second, draw.Body, row.W)
	}
	return false
}

// figureHigh is how high a large figure is with what it is under it, in points.
const figureHigh = 54

// leastSlider is the width of a row that has room for a slider, its ends, its value and what answers, in points.
const leastSlider = 520

// optionText writes an option with the key that chooses it. The bracket keeps that apart from an option that is a number.
func (rm *Room) optionText(q *lesson.Question, i int) string {
	return strconv.Itoa(i+1) + ")  " + rm.filled(q.Options[i].Text)
}

// optionWidth returns how wide the button of an option is.
func (k *player) optionWidth(rm *Room, c *draw.Canvas, q *lesson.Question, i int) float32 {
	return layout.Fit(c.Fonts(), rm.optionText(q, i), layout.Open, 0, draw.Title).W + 36
}

// goalColor returns the colour of what is told of the goal.
func (k *player) goalColor(c *draw.Canvas) palette.Color {
	if k.goal.reached {
		return c.Theme.InSyncText
	}
	return c.Theme.TextDim
}

// largeFigure writes a figure and what it is, at the right of r, and returns how wide that is, 0 where it has no room;
// without a canvas it only measures.
func (rm *Room) largeFigure(c *draw.Canvas, r panel.Rect, figure int) float32 {
	f, fonts := &rm.picture.Taught.Lesson.Figures[figure], rm.picture.Canvas.Fonts()
	value, label := rm.figureValue(figure), f.Label.In(rm.picture.Words.Name())
	large, under := layout.Fit(fonts, value, r.W/2-24, 0, draw.Figure), layout.Fit(fonts, label, r.W/2-24, 0, draw.Body)
	if large.Cut || under.Cut {
		return 0
	}
	w := max(large.W, under.W) + 24
	if c == nil {
		return w
	}
	col := c.Theme.Text
	if now := rm.picture.Taught.Readings[figure]; now.OK && f.Measure.Error() {
		col = panel.ErrorColor(c.Theme, time.Duration(now.Value*1e6))
	}
	x := r.X + r.W
	c.Text(x, r.Y, value, draw.Figure, col, draw.Right)
	if r.H >= figureHigh {
		c.Text(x, r.Y+32, label, draw.Body, c.Theme.TextDim, draw.Right)
	}
	return w
}

// figureValue returns what a figure is now.
func (rm *Room) figureValue(figure int) string {
	if now := rm.picture.Taught.Readings[figure]; now.OK {
		return rm.picture.Words.Decimal(rm.picture.Taught.Lesson.Figures[figure].Text(now.Value))
	}
	return "–"
}

// pill draws a rounded button and returns where it is.
func (k *player) pill(c *draw.Canvas, r panel.Rect, text string, chosen bool) panel.Rect {
	pillOf(c, r, layout.Fit(c.Fonts(), text, r.W-12, 0, draw.Title, draw.Strong, draw.Small), chosen)
	return r
}

// pillOf draws a rounded button whose text may have several lines.
func pillOf(c *draw.Canvas, r panel.Rect, text layout.Text, chosen bool) {
	ground, ink := c.Theme.PanelEdge, c.Theme.Text
	if chosen {
		ground, ink = c.Theme.Chosen, c.Theme.OnChosen
	}
	round := min(r.H, picture.PhoneBar) / 2
	c.Box(r.X, r.Y, r.W, r.H, round, ground)
	c.BoxOutline(r.X, r.Y, r.W, r.H, round, 1.5, c.Theme.Solid)
	text.Draw(c, r, ink, draw.Centre|draw.Middle)
}

// drawNext draws the button that goes on, and takes its room from the row.
func (k *player) drawNext(rm *Room, c *draw.Canvas, row *panel.Rect) {
	if rm.opt.Bare { // it goes on by itself
		return
	}
	r := panel.NewRect(row.X+row.W-playerNext, row.Y+6, playerNext, row.H-8)
	if rm.picture.Regions.Phone {
		r = panel.NewRect(r.X, row.Y+2, r.W, row.H-4)
	}
	row.W -= nextWidth
	all, i := rm.Steps()
	text := rm.picture.Words.T("player.next")
	if i == len(all)-1 {
		text = rm.picture.Words.T("player.summary")
	}
	k.spots = append(k.spots, Spot{Rect: k.pill(c, r, text, rm.AtEnd() && !rm.Asking()), do: (*Room).NextStep})
	rm.picture.Tips.Add(r, rm.picture.Words.T("player.next-tip"))
}

// drawQuestion writes what is asked and draws what can be answered.
func (k *player) drawQuestion(rm *Room, c *draw.Canvas, q *lesson.Question, ask, row panel.Rect) {
	c.Text(ask.X, ask.Y+ask.H/2, rm.filled(q.Ask), draw.Title, c.Theme.Text, draw.Left|draw.Middle)
	y, h := row.Y+6, row.H-8
	if q.Kind != lesson.Choice {
		k.drawSlider(rm, c, q, panel.NewRect(row.X, y, row.W, h))
		return
	}
	x := row.X
	for i := range q.Options {
		r := panel.NewRect(x, y, k.optionWidth(rm, c, q, i), h)
		k.pill(c, r, rm.optionText(q, i), k.touched && int(k.value) == i)
		k.spots = append(k.spots, Spot{Rect: r, do: func(rm *Room) { rm.Commit(q.Options[i].Value) }})
		x += r.W + 10
	}
}

// drawSlider draws the slider of a number, its ends and what it stands at, and the button that answers.
func (k *player) drawSlider(rm *Room, c *draw.Canvas, q *lesson.Question, r panel.Rect) {
	f := &rm.picture.Taught.Lesson.Figures[q.Key]
	answer := panel.NewRect(r.X+r.W-playerNext, r.Y, playerNext, r.H)
	k.pill(c, answer, rm.picture.Words.T("player.answer"), k.touched)
	low, high := rm.picture.Words.Decimal(f.Text(q.Least)), rm.picture.Words.Decimal(f.Text(q.Most))
	const value = 130
	y := r.Y + r.H/2
	track := r.After(c.Text(r.X, y, low, draw.Body, c.Theme.TextDim, draw.Left|draw.Middle) + 16)
	end := answer.X - 20 - value
	track.W = end - c.Text(end, y, high, draw.Body, c.Theme.TextDim, draw.Right|draw.Middle) - 12 - track.X
	c.Text(answer.X-12, y, rm.picture.Words.Decimal(f.Text(k.value)), draw.Figure, c.Theme.Text, draw.Right|draw.Middle)
	k.spots = append(k.spots, Spot{Rect: answer, do: func(rm *Room) { k.touched = true; rm.commitTurned(q) }})
	k.drawTrack(c, q, track, 9)
}

// drawTrack draws a slider's track, with a knob of a size that can be dragged.
func (k *player) drawTrack(c *draw.Canvas, q *lesson.Question, track panel.Rect, knob float32) {
	y, at := track.Y+track.H/2, track.X+track.W*float32(q.To01(k.value))
	c.Box(track.X, y-3, track.W, 6, 3, c.Theme.Solid)
	c.Box(track.X, y-3, max(at-track.X, 6), 6, 3, c.Theme.Accent)
	c.Circle(at, y, knob+2, c.Theme.Panel)
	c.Circle(at, y, knob, c.Theme.Accent)
	k.spots = append(k.spots, Spot{Rect: panel.NewRect(track.X-12, track.Y, track.W+24, track.H), drag: true, do: func(rm *Room) {
		k.value, k.touched = q.At01(float64((rm.pointer.X-track.X)/max(track.W, 1))), true
	}})
}

// drawVerdict tells how far the latest guess was off, and of a wrong one what is thought wrongly.
func (k *player) drawVerdict(c *draw.Canvas, ask, row panel.Rect) {
	if k.told.first == "" {
		return
	}
	c.Text(ask.X, ask.Y+ask.H/2, k.told.first, draw.Title, k.told.color(c), draw.Left|draw.Middle)
	layout.Fit(c.Fonts(), k.told.second, row.W, 0, draw.Lead, draw.Body).Draw(c, row, c.Theme.Text, draw.Left|draw.Middle)
}

// goalSaid tells how far the goal is reached, "" in steps that have none.
func (k *player) goalSaid(rm *Room) string {
	all, i := rm.Steps()
	switch g := all[i].Goal; {
	case g == nil:
		return ""
	case k.goal.reached:
		return rm.picture.Words.F("player.reached", rm.picture.Words.Decimal(strconv.FormatFloat(k.goal.after.Seconds(), 'f', 1, 64)))
	case k.goal.since >= 0:
		return rm.picture.Words.T("player.nearly")
	}
	return rm.picture.Words.T("player.goal")
}

// drawDots draws a dot a step into the strip: those that are over, the present one, those to come. It returns its left end.
func (k *player) drawDots(rm *Room, c *draw.Canvas, r panel.Rect) {
	all, now := rm.Steps()
	x, y := r.X+r.W, r.Y+r.H/2
	k.pen(rm, c, &x, r.X, y, now+1, len(all))
	for i := len(all) - 1; i >= 0; i-- {
		x -= 22
		if x < r.X {
			return
		}
		col := c.Theme.Accent
		if i == now {
			col = c.Theme.Orange
		}
		if i > now {
			c.Ring(x, y, 6, 2, c.Theme.TextDim)
		} else {
			c.Circle(x, y, 6, col)
		}
		if all[i].Question != nil {
			c.Circle(x, y, 2, palette.Color(c.Theme.Panel))
		}
		k.spots = append(k.spots, Spot{Rect: panel.NewRect(x-11, r.Y, 22, r.H), do: func(rm *Room) {
			rm.player.released, rm.picture.Paused = panel.Nobody, false
			rm.travel.Seek(all[i].At)
		}})
	}
}

// pen writes which step it is at the right end, and draws the switch of going on by itself left of it, if there is room from
// least on.
func (k *player) pen(rm *Room, c *draw.Canvas, x *float32, least, y float32, step, of int) {
	text := rm.picture.Words.F("player.of", step, of)
	*x -= c.Text(*x, y, text, draw.Body, c.Theme.TextDim, draw.Right|draw.Middle) + 14
	auto := layout.Fit(c.Fonts(), rm.picture.Words.T("player.auto"), *x-least-24, 0, draw.Body)
	if auto.Cut {
		return
	}
	w := auto.W + 24
	r := panel.NewRect(*x-w, y-13, w, 26)
	ground, ink := c.Theme.PanelEdge, c.Theme.Text
	if k.auto {
		ground, ink = c.Theme.Chosen, c.Theme.OnChosen
	}
	c.Box(r.X, r.Y, r.W, r.H, 5, ground)
	auto.Draw(c, r, ink, draw.Centre|draw.Middle)
	rm.picture.Tips.Add(r, rm.picture.Words.T("player.auto-tip"))
	k.spots = append(k.spots, Spot{Rect: r, do: func(rm *Room) { rm.player.auto = !rm.player.auto }})
	*x = r.X - 4
}
