package lessons

import (
	"slices"
	"strconv"

	"driftlab/game/lesson"
	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// drawColumn draws what a step says and asks where all has to be over each other: from the bottom up the button that
// continues, what answers, what is asked, and in the room that is left what the step says. What has no room so, even in small
// letters, scrolls, and what is asked and what answers come first then.
func (k *player) drawColumn(rm *Room, c *draw.Canvas, q *lesson.Question, in panel.Rect) {
	row, rest := in.CutBottom(min(picture.PhoneBar, in.H))
	k.drawNext(rm, c, &row)
	if q != nil && q.Kind != lesson.Choice {
		k.drawPhoneAnswer(rm, c, q, row)
	}
	said, col := rm.sentence(q)
	figure, goal := rm.figure(), k.goalSaid(rm)
	if k.besideNext(c, q, goal, row) {
		k.lines(c, row, goal, draw.Body, k.goalColor(c))
		goal = ""
	}
	if told, room, all, ok := k.divide(rm, c, q, rest, said, goal); ok {
		k.scroll = scroll{}
		if figure >= 0 {
			rm.largeFigure(c, panel.NewRect(rest.X, told.Y, rest.W, told.H), figure)
		}
		rm.drawSentence(c, told, said, col)
		for i := range all {
			all[i].draw(panel.NewRect(room.X, room.Y, room.W, all[i].high))
			room = room.Below(all[i].high)
		}
		return
	}
	width := rest.W - scrollBar
	all := k.asked(rm, c, q, goal, width, false)
	if len(all) > 0 && said != "" {
		all = append(all, k.gap(8))
	}
	all = append(all, k.text(c, said, draw.Body, width, col))
	if figure >= 0 {
		label := rm.picture.Taught.Lesson.Figures[figure].Label.In(rm.picture.Words.Name())
		all = append(all, k.gap(4), k.text(c, label+": "+rm.figureValue(figure), draw.Strong, width, c.Theme.Text))
	}
	k.drawScrolled(c, rest, all, strconv.Itoa(k.step)+said+goal+k.told.first+k.told.second)
}

// besideNext reports whether the goal has room beside the button that continues.
func (k *player) besideNext(c *draw.Canvas, q *lesson.Question, goal string, row panel.Rect) bool {
	return goal != "" && q == nil && k.high(c, goal, draw.Body, row.W) <= row.H
}

// divide divides what is left over the button that continues: what the step says, left of a large figure, over what is asked and what
// answers, in small letters where it has no room else. Where it has none even so, it is not ok.
func (k *player) divide(rm *Room, c *draw.Canvas, q *lesson.Question, rest panel.Rect, said, goal string) (told, room panel.Rect, all parts, ok bool) {
	width := rest.W
	if figure := rm.figure(); figure >= 0 {
		width -= rm.largeFigure(nil, rest, figure)
	}
	for _, small := range [...]bool{false, true} {
		all = k.asked(rm, c, q, goal, rest.W, small)
		room, told = rest.CutBottom(min(all.high(), rest.H))
		told.W = width
		if all.high() <= rest.H && (said == "" || k.high(c, said, draw.Small, told.W) <= told.H) {
			return told, room, all, true
		}
	}
	return told, room, all, false
}

// Filled returns how high of its place on a phone a step's card has to be for all that it says, asks and answers with, in letters as large
// as all of that place has room for.
func (rm *Room) Filled(r panel.Rect) float32 {
	k, c := &rm.player, rm.picture.Canvas
	if r.H == 0 || !rm.Telling() || k.summary {
		return r.H
	}
	q, _ := rm.Asks()
	k.tell(rm)
	row, rest := stepInside(r).CutBottom(min(picture.PhoneBar, r.H))
	row.W -= nextWidth
	said, _ := rm.sentence(q)
	goal := k.goalSaid(rm)
	if k.besideNext(c, q, goal, row) {
		goal = ""
	}
	told, _, _, ok := k.divide(rm, c, q, rest, said, goal)
	if !ok {
		return r.H
	}
	high := float32(0)
	if figure := rm.figure(); figure >= 0 && told.W < rest.W {
		high = figureHigh
	}
	for _, class := range [...]draw.Class{draw.Lead, draw.Title, draw.Body, draw.Small} {
		if h := k.high(c, said, class, told.W); said != "" && h <= told.H {
			high = max(high, h)
			break
		}
	}
	return r.H - max(told.H-high, 0)
}

// stepInside is where in its place a step writes.
func stepInside(r panel.Rect) panel.Rect {
	return panel.NewRect(r.X+playerPad, r.Y+6, r.W-2*playerPad, r.H-12)
}

// tell finds out what is to be told of the latest guess.
func (k *player) tell(rm *Room) {
	k.told = verdictTold{}
	if i := rm.Verdict(); i >= 0 {
		k.told.first, k.told.second, k.told.right = rm.VerdictText(i)
	}
}

// asked returns what is asked and what answers it, how far the goal is reached, or what is told of an answer.
func (k *player) asked(rm *Room, c *draw.Canvas, q *lesson.Question, goal string, width float32, small bool) (all parts) {
	class, strong := draw.Body, draw.Strong
	if small {
		class, strong = draw.Small, draw.Small
	}
	switch {
	case q != nil:
		ask, large := rm.filled(q.Ask), draw.Title
		if small || k.high(c, ask, large, width) > 3*c.Fonts().LineHeight(large) {
			large = strong
		}
		all = append(all, k.text(c, ask, large, width, c.Theme.Text), k.gap(4))
		if q.Kind == lesson.Choice {
			return append(all, k.options(rm, c, q, width, small)...)
		}
		return append(all, part{picture.PhoneBar, func(r panel.Rect) { k.drawPhoneSlider(rm, c, q, r) }})
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
	t.Lay(c.Fonts(), said, r, nil)
	for n, line := range t.Lines {
		c.Text(r.X, r.Y+c.Fonts().LineHeight(t.Class)*float32(n), line, t.Class, col, draw.Left)
	}
}

// figure returns which figure the step shows large, −1 for none.
func (rm *Room) figure() int {
	if all, i := rm.Steps(); !rm.Hides() {
		return all[i].Figure
	}
	return -1
}

// high returns how high a text is in lines of a width.
func (k *player) high(c *draw.Canvas, text string, class draw.Class, width float32) float32 {
	return float32(len(k.wrapped.Lines(c.Fonts(), text, class, width))) * c.Fonts().LineHeight(class)
}

// lines writes a text in as many lines as there is room for, and returns how high they are.
func (k *player) lines(c *draw.Canvas, r panel.Rect, text string, class draw.Class, col palette.Color) float32 {
	step := c.Fonts().LineHeight(class)
	all := k.wrapped.Lines(c.Fonts(), text, class, r.W)
	for i, line := range all {
		if float32(i+1)*step > r.H+step/4 {
			return float32(i) * step
		}
		c.Text(r.X, r.Y+float32(i)*step, line, class, col, draw.Left)
	}
	return float32(len(all)) * step
}

// drawPhoneAnswer draws the button that answers with what a slider stands at, left of the one that continues.
func (k *player) drawPhoneAnswer(rm *Room, c *draw.Canvas, q *lesson.Question, left panel.Rect) {
	answer := panel.NewRect(left.X, left.Y+2, min(playerNext, left.W), left.H-4)
	k.pill(c, answer, rm.picture.Words.T("player.answer"), k.touched)
	k.spots = append(k.spots, Spot{Rect: answer.Inset(-2), do: func(rm *Room) { k.touched = true; rm.commitTurned(q) }})
}

// drawPhoneSlider draws the slider of a number, its ends and what it stands at.
func (k *player) drawPhoneSlider(rm *Room, c *draw.Canvas, q *lesson.Question, row panel.Rect) {
	f := &rm.picture.Taught.Lesson.Figures[q.Key]
	value := rm.picture.Words.Decimal(f.Text(k.value))
	w := c.Fonts().Measure(rm.picture.Words.Decimal(f.Text(q.Least)), draw.Title)
	w = max(w, c.Fonts().Measure(rm.picture.Words.Decimal(f.Text(q.Most)), draw.Title), c.Fonts().Measure(value, draw.Title)) + 14
	track := panel.NewRect(row.X+12, row.Y, row.W-w-24, row.H)
	c.Text(row.X+row.W, row.Y+row.H/2, value, draw.Title, c.Theme.Text, draw.Right|draw.Middle)
	k.drawTrack(c, q, track, 11)
}
