package lessons

import (
	"slices"
	"strconv"

	"driftlab/game/lesson"
	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// A column is how a step's place is divided over the button that continues: what it says, left of a large figure, over what is asked and
// what answers.
type column struct {
	said        string
	col         palette.Color
	goal        string // the text about it there: none beside the button
	told, asked panel.Rect
	parts       parts // of asked
	whole       bool  // all has room, if in small letters
}

// divide divides a place over the row of that button, in which so much is free.
func (k *player) divide(rm *Room, c *draw.Canvas, q *lesson.Question, rest, row panel.Rect) (d column) {
	d.said, d.col = rm.sentence(q)
	if d.goal = k.goalSaid(rm); q == nil && fits(c, d.goal, draw.Body, row.W, row.H) {
		d.goal = ""
	}
	width := rest.W
	if figure := rm.figure(); figure >= 0 {
		width -= rm.largeFigure(nil, rest, figure)
	}
	for _, small := range [...]bool{false, true} {
		d.parts = k.partsOf(rm, c, q, d.goal, rest.W, small)
		d.asked, d.told = rest.CutBottom(min(d.parts.high(), rest.H))
		d.told.W = width
		if d.whole = d.parts.high() <= rest.H && fits(c, d.said, draw.Small, d.told.W, max(d.told.H, 1)); d.whole {
			break
		}
	}
	return d
}

// drawColumn draws what a step says and asks where all has to be over each other. What has no room so, even in small
// letters, scrolls, and what is asked and what answers come first then.
func (k *player) drawColumn(rm *Room, c *draw.Canvas, in panel.Rect) {
	row, rest := in.CutBottom(min(picture.PhoneBar, in.H))
	k.drawNext(rm, c, &row)
	q, _ := rm.Asks()
	if q != nil && q.Kind != lesson.Choice {
		k.drawAnswer(rm, c, q, panel.NewRect(row.X, row.Y+2, min(playerNext, row.W), row.H-4))
	}
	d, goal, figure := k.divide(rm, c, q, rest, row), k.goalSaid(rm), rm.figure()
	if goal != d.goal {
		k.text(c, goal, draw.Body, row.W, k.goalColor(c)).draw(row)
	}
	if d.whole {
		k.scroll = scroll{}
		if figure >= 0 {
			rm.largeFigure(c, panel.NewRect(rest.X, d.told.Y, rest.W, d.told.H), figure)
		}
		rm.drawSentence(c, d.told, d.said, d.col)
		d.parts.draw(d.asked)
		return
	}
	width := rest.W - scrollBar
	all := k.partsOf(rm, c, q, d.goal, width, false)
	if len(all) > 0 && d.said != "" {
		all = append(all, k.gap(8))
	}
	all = append(all, k.text(c, d.said, draw.Body, width, d.col))
	if figure >= 0 {
		label := rm.picture.Taught.Lesson.Figures[figure].Label.In(rm.picture.Words.Name())
		all = append(all, k.gap(4), k.text(c, label+": "+rm.figureValue(figure), draw.Strong, width, c.Theme.Text))
	}
	k.drawScrolled(c, rest, all, strconv.Itoa(k.step)+d.said+d.goal+k.told.first+k.told.second)
}

// Filled returns how high of its place on a phone a step's card has to be for all that it says, asks and answers with, in letters as large
// as all of that place has room for.
func (rm *Room) Filled(r panel.Rect) float32 {
	k, c := &rm.Player, rm.picture.Canvas
	if r.H == 0 || !rm.Telling() || k.Summary {
		return r.H
	}
	q, _ := rm.Asks()
	k.tell(rm)
	row, rest := stepInside(r).CutBottom(min(picture.PhoneBar, r.H))
	row.W -= nextWidth
	d := k.divide(rm, c, q, rest, row)
	if !d.whole {
		return r.H
	}
	high := float32(0)
	if figure := rm.figure(); figure >= 0 && d.told.W < rest.W {
		high = figureHigh
	}
	if d.said != "" {
		high = max(high, picture.Caption(c.Fonts(), d.said, d.told.W, d.told.H).H)
	}
	return r.H - max(d.told.H-high, 0)
}

// stepInside is where in its place a step writes.
func stepInside(r panel.Rect) panel.Rect {
	return panel.NewRect(r.X+playerPad, r.Y+6, r.W-2*playerPad, r.H-12)
}

// tell finds the verdict on the latest guess.
func (k *player) tell(rm *Room) {
	k.told = verdictTold{}
	if i := rm.Verdict(); i >= 0 {
		k.told.first, k.told.second, k.told.right = rm.VerdictText(i)
	}
}

// partsOf returns the question and its answers, how far the goal is reached, or the verdict on an answer.
func (k *player) partsOf(rm *Room, c *draw.Canvas, q *lesson.Question, goal string, width float32, small bool) (all parts) {
	class, strong := draw.Body, draw.Strong
	if small {
		class, strong = draw.Small, draw.Small
	}
	switch {
	case q != nil:
		ask, large := rm.filled(q.Ask), draw.Title
		if small || !fits(c, ask, large, width, 3*c.Fonts().LineHeight(large)) {
			large = strong
		}
		all = append(all, k.text(c, ask, large, width, c.Theme.Text), k.gap(4))
		if q.Kind == lesson.Choice {
			var rows parts
			most := len(q.Options)
			if rm.picture.Regions.Phone {
				most = 1
			}
			for columns := most; columns > 0; columns-- {
				if now := k.optionRows(rm, c, q, width, columns, small); rows == nil || now.high() < rows.high() {
					rows = now
				}
			}
			return append(all, rows...)
		}
		return append(all, part{picture.PhoneBar, func(r panel.Rect) {
			value := rm.answerText(q, k.value)
			widest := rm.answerText(q, q.Least) + "\n" + rm.answerText(q, q.Most) + "\n" + value
			w := layout.Fit(c.Fonts(), widest, layout.Open, layout.Open, draw.Title).W + 14
			track := panel.NewRect(r.X+12, r.Y, r.W-w-24, r.H)
			c.Text(r.X+r.W, r.Y+r.H/2, value, draw.Title, c.Theme.Text, draw.Right|draw.Middle)
			k.drawTrack(c, q, track, 11)
		}})
	case goal != "":
		return append(all, k.text(c, goal, class, width, k.goalColor(c)))
	case k.goalSaid(rm) == "" && k.told.first != "":
		all = append(all, k.text(c, k.told.first, strong, width, k.told.color(c)))
		if k.told.second != "" {
			all = append(all, k.text(c, k.told.second, class, width, c.Theme.Text))
		}
	}
	return all
}

// sentence returns what the step says now, and in which colour.
func (rm *Room) sentence(q *lesson.Question) (said string, col palette.Color) {
	said, col = rm.window.Caption()
	if q != nil && slices.Contains(q.Hides, "caption") && said == rm.picture.Told() {
		said = ""
	}
	return said, col
}

// drawSentence writes what the step says, in letters as large as it has room for.
func (rm *Room) drawSentence(c *draw.Canvas, r panel.Rect, said string, col palette.Color) {
	t := &rm.picture.Watch.Caption
	*t = picture.Caption(c.Fonts(), said, r.W, r.H)
	t.Draw(c, r, col, draw.Left)
}

// figure returns which figure the step shows large, −1 for none.
func (rm *Room) figure() int {
	if all, i := rm.Steps(); !rm.Hides() {
		return all[i].Figure
	}
	return -1
}

// fits reports whether a text, which may be empty, has room: in one line where no height is given.
func fits(c *draw.Canvas, text string, class draw.Class, w, h float32) bool {
	t := layout.Fit(c.Fonts(), text, w, h, class)
	return text == "" || !t.Cut && (h == 0 || t.H <= h)
}
