package lessons

import (
	"strconv"

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

// DrawStep draws what the present step says and asks, or what a symptom is, into the caption's place.
func (rm *Room) DrawStep(c *draw.Canvas, r panel.Rect) {
	k := &rm.Player
	if r.H == 0 {
		return
	}
	c.Box(r.X, r.Y, r.W, r.H, 4, c.Theme.Panel)
	in := stepInside(r)
	if !rm.Telling() {
		rm.drawSymptom(c, in)
		return
	}
	if said, _ := rm.window.Caption(); k.Summary && (said == "" || said != rm.lines.Fault) {
		k.drawSummary(rm, c, in)
		return
	}
	k.tell(rm)
	if rm.picture.Regions.Phone || !k.drawRows(rm, c, in) {
		k.drawColumn(rm, c, in)
	}
}

// drawRows draws a step into a wide place: what it says, over what is asked, left of the large figure, over what answers and the button
// that continues. Where a text has no room so it draws nothing, and reports false.
func (k *player) drawRows(rm *Room, c *draw.Canvas, in panel.Rect) bool {
	row, rest := in.CutBottom(min(picture.PlayerRow, in.H/2))
	ask, above := rest.CutBottom(picture.PlayerAsk)
	if figure := rm.figure(); figure >= 0 {
		w := rm.largeFigure(nil, rest, figure)
		ask.W, above.W = ask.W-w, above.W-w
	}
	q, _ := rm.Asks()
	said, col := rm.sentence(q)
	first, firstInk, second, secondInk, classes := k.told.first, k.told.color(c), k.told.second, c.Theme.Text, []draw.Class{draw.Lead, draw.Body}
	k.line.Start(c.Fonts(), 10)
	if goal := k.goalSaid(rm); q != nil {
		first, firstInk, second = rm.filled(q.Ask), c.Theme.Text, ""
		for i := range q.Options {
			if q.Kind == lesson.Choice { // those of a number are but what is thought wrongly
				k.line.Add(layout.Item{Text: rm.optionText(q, i), Class: draw.Title, Lead: 18, Tail: 18})
			}
		}
	} else if goal != "" {
		first, second, secondInk, classes = "", goal, k.goalColor(c), []draw.Class{draw.Title}
	}
	room := panel.NewRect(row.X, row.Y+6, row.W-nextWidth, row.H-8)
	below := layout.Fit(c.Fonts(), second, room.W, 0, classes...)
	if rest.H < 2*picture.PlayerAsk || !fits(c, said, draw.Small, above.W, above.H) || !fits(c, first, draw.Title, ask.W, 0) ||
		below.Cut || k.line.Place(room, 0) > 0 || q != nil && q.Kind != lesson.Choice && room.W < leastSlider {
		return false
	}
	k.scroll = scroll{}
	k.drawNext(rm, c, &row)
	if figure := rm.figure(); figure >= 0 {
		rm.largeFigure(c, rest, figure)
	}
	rm.drawSentence(c, above, said, col)
	c.Text(ask.X, ask.Y+ask.H/2, first, draw.Title, firstInk, draw.Left|draw.Middle)
	below.Draw(c, row, secondInk, draw.Left|draw.Middle)
	switch {
	case q != nil && q.Kind != lesson.Choice:
		r := panel.NewRect(row.X, room.Y, row.W, room.H) // of the slider, its ends, what it stands at and the button that answers
		answer := panel.NewRect(r.X+r.W-playerNext, r.Y, playerNext, r.H)
		k.drawAnswer(rm, c, q, answer)
		const value = 130
		y := r.Y + r.H/2
		track := r.After(c.Text(r.X, y, rm.answerText(q, q.Least), draw.Body, c.Theme.TextDim, draw.Left|draw.Middle) + 16)
		end := answer.X - 20 - value
		track.W = end - c.Text(end, y, rm.answerText(q, q.Most), draw.Body, c.Theme.TextDim, draw.Right|draw.Middle) - 12 - track.X
		c.Text(answer.X-12, y, rm.answerText(q, k.value), draw.Figure, c.Theme.Text, draw.Right|draw.Middle)
		k.drawTrack(c, q, track, 9)
	case q != nil:
		for i := range q.Options {
			k.button(c, k.line.At(i), rm.optionText(q, i), k.touched && int(k.value) == i, func(rm *Room) { rm.Commit(q.Options[i].Value) })
		}
	}
	return true
}

// figureHigh is how high a large figure is with what it is under it, in points.
const figureHigh = 54

// leastSlider is the width of a row that has room for a slider, its ends, its value and what answers, in points.
const leastSlider = 520

// optionText writes an option with the key that chooses it. The bracket keeps that apart from an option that is a number.
func (rm *Room) optionText(q *lesson.Question, i int) string {
	return strconv.Itoa(i+1) + ")  " + rm.filled(q.Options[i].Text)
}

// goalColor returns the colour of the text about the goal.
func (k *player) goalColor(c *draw.Canvas) palette.Color {
	if k.Goal.Reached {
		return c.Theme.InSyncText
	}
	return c.Theme.TextDim
}

// largeFigure writes a figure and what it is, at the right of r, and returns how wide that is, 0 where it has no room;
// without a canvas it only measures.
func (rm *Room) largeFigure(c *draw.Canvas, r panel.Rect, figure int) float32 {
	f := &rm.picture.Taught.Lesson.Figures[figure]
	col := rm.picture.Canvas.Theme.Text
	if now := rm.picture.Taught.Readings[figure]; now.OK && f.Measure.Error() {
		col = rm.picture.Canvas.Theme.ErrorText
	}
	return rm.largeValue(c, r, rm.figureValue(figure), f.Label.In(rm.picture.Words.Name()), col)
}

// largeValue is [Room.largeFigure] of a text.
func (rm *Room) largeValue(c *draw.Canvas, r panel.Rect, value, label string, col palette.Color) float32 {
	fonts := rm.picture.Canvas.Fonts()
	large, under := layout.Fit(fonts, value, r.W/2-24, 0, draw.Figure), layout.Fit(fonts, label, r.W/2-24, 0, draw.Body)
	if large.Cut || under.Cut {
		return 0
	}
	w := max(large.W, under.W) + 24
	if c == nil {
		return w
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

// button draws a rounded button that does something.
func (k *player) button(c *draw.Canvas, r panel.Rect, text string, chosen bool, do func(rm *Room)) {
	k.buttonOf(c, r, layout.Fit(c.Fonts(), text, r.W-12, 0, draw.Title, draw.Strong, draw.Small), chosen, do)
}

// buttonOf is [player.button] with a text that may have several lines.
func (k *player) buttonOf(c *draw.Canvas, r panel.Rect, text layout.Text, chosen bool, do func(rm *Room)) {
	ground, ink := c.Theme.PanelEdge, c.Theme.Text
	if chosen {
		ground, ink = c.Theme.Chosen, c.Theme.OnChosen
	}
	round := min(r.H, picture.PhoneBar) / 2
	c.Box(r.X, r.Y, r.W, r.H, round, ground)
	c.BoxOutline(r.X, r.Y, r.W, r.H, round, 1.5, c.Theme.Solid)
	text.Draw(c, r, ink, draw.Centre|draw.Middle)
	k.Spots = append(k.Spots, Spot{Rect: r, do: do})
}

// drawNext draws the button that continues, and takes its room from the row.
func (k *player) drawNext(rm *Room, c *draw.Canvas, row *panel.Rect) {
	if rm.opt.Bare { // it continues by itself
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
	k.button(c, r, text, rm.AtEnd() && !rm.Asking(), (*Room).NextStep)
	rm.picture.Tips.Add(r, rm.picture.Words.T("player.next-tip"))
}

// drawAnswer draws the button that answers with what a slider stands at.
func (k *player) drawAnswer(rm *Room, c *draw.Canvas, q *lesson.Question, r panel.Rect) {
	k.button(c, r, rm.picture.Words.T("player.answer"), k.touched, func(rm *Room) { k.touched = true; rm.commitTurned(q) })
}

// drawTrack draws a slider's track, with a knob of a size that can be dragged.
func (k *player) drawTrack(c *draw.Canvas, q *lesson.Question, track panel.Rect, knob float32) {
	y, at := track.Y+track.H/2, track.X+track.W*float32(q.To01(k.value))
	c.Box(track.X, y-3, track.W, 6, 3, c.Theme.Solid)
	c.Box(track.X, y-3, max(at-track.X, 6), 6, 3, c.Theme.TextDim)
	c.Circle(at, y, knob+2, c.Theme.Panel)
	c.Circle(at, y, knob, c.Theme.Text)
	k.Spots = append(k.Spots, Spot{Rect: panel.NewRect(track.X-12, track.Y, track.W+24, track.H), drag: true, do: func(rm *Room) {
		k.value, k.touched = q.At01(float64((rm.pointer.X-track.X)/max(track.W, 1))), true
	}})
}

// goalSaid tells how far the goal is reached, "" in steps that have none.
func (k *player) goalSaid(rm *Room) string {
	all, i := rm.Steps()
	switch g := all[i].Goal; {
	case g == nil:
		return ""
	case k.Goal.Reached:
		return rm.picture.Words.F("player.reached", rm.picture.Words.Decimal(strconv.FormatFloat(k.Goal.after.Seconds(), 'f', 1, 64)))
	case k.Goal.since >= 0:
		return rm.picture.Words.T("player.nearly")
	}
	return rm.picture.Words.T("player.goal")
}

// drawDots writes at the right end of the strip which step it is, left of that the switch of going on by itself, if it has room, and draws
// a dot a step: those that are over, the present one, those to come.
func (k *player) drawDots(rm *Room, c *draw.Canvas, r panel.Rect) {
	all, now := rm.Steps()
	ground, ink := c.Theme.PanelEdge, c.Theme.Text
	if k.Auto {
		ground, ink = c.Theme.Chosen, c.Theme.OnChosen
	}
	l, y := &k.line, r.Y+r.H/2
	l.Start(c.Fonts(), 14)
	l.Right()
	auto := l.Add(layout.Item{Text: rm.picture.Words.T("player.auto"), Class: draw.Body, Ink: ink, Lead: 12, Tail: 12})
	of := l.Add(layout.Item{Text: rm.picture.Words.F("player.of", now+1, len(all)), Class: draw.Body, Ink: c.Theme.TextDim, Rank: 1})
	l.Place(r, 0)
	x := l.At(of).X - 14
	if at := l.At(auto); at.W > 0 {
		x = at.X - 4
		at.Y, at.H = y-13, 26
		c.Box(at.X, at.Y, at.W, at.H, 5, ground)
		rm.picture.Tips.Add(at, rm.picture.Words.T("player.auto-tip"))
		k.Spots = append(k.Spots, Spot{Rect: at, do: func(rm *Room) { rm.Player.Auto = !rm.Player.Auto }})
	}
	l.Draw(c)
	for i := len(all) - 1; i >= 0; i-- {
		if x -= 22; x < r.X {
			return
		}
		col := c.Theme.TextDim
		if i == now {
			col = c.Theme.Accent
		}
		if i > now {
			c.Ring(x, y, 6, 2, c.Theme.TextDim)
		} else {
			c.Circle(x, y, 6, col)
		}
		if all[i].Question != nil {
			c.Circle(x, y, 2, c.Theme.Panel)
		}
		k.Spots = append(k.Spots, Spot{Rect: panel.NewRect(x-11, r.Y, 22, r.H), do: func(rm *Room) {
			rm.Player.released, rm.picture.Paused = panel.Nobody, false
			rm.travel.Seek(all[i].At)
		}})
	}
}
