package lessons

import (
	"strconv"

	"driftlab/lesson"
	"driftlab/palette"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// drawPhoneStep draws what a step says and asks where all has to be over each other: from the bottom up the button that
// goes on, what answers, what is asked, and in the room that is left what the step says.
func (k *player) drawPhoneStep(rm *Room, c *draw.Canvas, q *lesson.Question, in panel.Rect) {
	z := float32(rm.picture.Scale)
	row, rest := in.CutBottom(min(picture.PhoneBar*z, in.H))
	left := row
	k.drawNext(rm, c, &left)
	switch said := k.goalSaid(rm); {
	case q != nil:
		rest = k.drawPhoneQuestion(rm, c, q, rest, left)
	case said != "":
		col := c.Theme.TextDim
		if k.goal.reached {
			col = c.Theme.InSyncText
		}
		k.lines(c, left, said, draw.Body, col)
	case k.verdict(rm) >= 0:
		first, second, right := k.verdictText(rm, k.verdict(rm))
		col := c.Theme.Text
		if right {
			col = c.Theme.InSyncText
		}
		h := k.high(c, second, draw.Body, rest.W) + k.high(c, first, draw.Strong, rest.W)
		var room panel.Rect
		room, rest = rest.CutBottom(min(h, rest.H*2/3))
		room = room.Below(k.lines(c, room, first, draw.Strong, col))
		k.lines(c, room, second, draw.Body, c.Theme.Text)
	}
	all, i := rm.Steps()
	if figure := all[i].Figure; figure >= 0 && !rm.Hides() {
		rest.W -= rm.drawLargeFigure(c, rest, figure)
	}
	said, col := rm.window.Caption()
	if hides(q, "caption") && said == rm.picture.Told() {
		said = ""
	}
	if rest.H < c.Fonts().LineHeight(draw.Small) {
		return
	}
	t := &rm.picture.Watch.Caption
	t.Lay(c.Fonts(), said, rest)
	for n, line := range t.Lines {
		c.Text(rest.X, rest.Y+c.Fonts().LineHeight(t.Class)*float32(n), line, t.Class, col, draw.Left)
	}
	if t.Class == draw.Small {
		rm.picture.Tips.Add(rest, said)
	}
}

// high returns how high a text is in lines of a width.
func (k *player) high(c *draw.Canvas, text string, class draw.Class, width float32) float32 {
	return float32(len(panel.Wrap(c.Fonts(), text, class, width))) * c.Fonts().LineHeight(class)
}

// lines writes a text in as many lines as there is room for, and returns how high they are.
func (k *player) lines(c *draw.Canvas, r panel.Rect, text string, class draw.Class, col palette.Color) float32 {
	step := c.Fonts().LineHeight(class)
	all := panel.Wrap(c.Fonts(), text, class, r.W)
	for i, line := range all {
		if float32(i+1)*step > r.H+step/4 {
			return float32(i) * step
		}
		c.Text(r.X, r.Y+float32(i)*step, line, class, col, draw.Left)
	}
	return float32(len(all)) * step
}

// drawPhoneQuestion draws a question and a row for each of its answers, or a slider and the button that answers, which
// stands in the row of what goes on. It returns the room over them.
func (k *player) drawPhoneQuestion(rm *Room, c *draw.Canvas, q *lesson.Question, rest, left panel.Rect) panel.Rect {
	z, language := float32(rm.picture.Scale), rm.picture.Words.Name()
	say := func(text lesson.Words) string {
		return rm.picture.Words.Decimal(rm.picture.Taught.Lesson.Filled(text.In(language), rm.picture.Taught.Readings))
	}
	if q.Kind == lesson.Choice {
		var rows panel.Rect
		rows, rest = rest.CutBottom(min(float32(len(q.Options))*picture.PhoneBar*z, rest.H))
		each := rows.H / float32(len(q.Options))
		for i := range q.Options {
			r := panel.NewRect(rows.X, rows.Y+float32(i)*each, rows.W, each)
			text := panel.Cut(c.Fonts(), strconv.Itoa(i+1)+"  "+say(q.Options[i].Text), draw.Body, r.W-20*z)
			k.pill(c, panel.NewRect(r.X, r.Y+2*z, r.W, r.H-4*z), text, k.touched && int(k.value) == i)
			k.spots = append(k.spots, Spot{Rect: r, do: func(rm *Room) { rm.Commit(q.Options[i].Value) }})
		}
	} else {
		var row panel.Rect
		row, rest = rest.CutBottom(min(picture.PhoneBar*z, rest.H))
		k.drawPhoneSlider(rm, c, q, row, left)
	}
	ask := say(q.Ask)
	class := draw.Title
	if k.high(c, ask, class, rest.W) > rest.H/2 {
		class = draw.Body
	}
	var room panel.Rect
	room, rest = rest.CutBottom(min(k.high(c, ask, class, rest.W)+4*z, rest.H))
	k.lines(c, room, ask, class, c.Theme.Text)
	return rest
}

// drawPhoneSlider draws the slider of a number, its ends and what it stands at, and in a row of its own what answers.
func (k *player) drawPhoneSlider(rm *Room, c *draw.Canvas, q *lesson.Question, row, left panel.Rect) {
	z, f := float32(rm.picture.Scale), &rm.picture.Taught.Lesson.Figures[q.Key]
	answer := panel.NewRect(left.X, left.Y+2*z, min(playerNext*z, left.W), left.H-4*z)
	k.pill(c, answer, rm.picture.Words.T("player.answer"), k.touched)
	value := rm.picture.Words.Decimal(f.Text(k.value))
	w := c.Fonts().Measure(rm.picture.Words.Decimal(f.Text(q.Least)), draw.Title)
	w = max(w, c.Fonts().Measure(rm.picture.Words.Decimal(f.Text(q.Most)), draw.Title), c.Fonts().Measure(value, draw.Title)) + 14*z
	y := row.Y + row.H/2
	track := panel.NewRect(row.X+12*z, row.Y, row.W-w-24*z, row.H)
	c.Text(row.X+row.W, y, value, draw.Title, c.Theme.Text, draw.Right|draw.Middle)
	at := track.X + track.W*float32(q.To01(k.value))
	c.Box(track.X, y-3*z, track.W, 6*z, 3*z, c.Theme.Solid)
	c.Box(track.X, y-3*z, max(at-track.X, 6*z), 6*z, 3*z, c.Theme.Accent)
	c.Circle(at, y, 13*z, c.Theme.Panel)
	c.Circle(at, y, 11*z, c.Theme.Accent)
	k.spots = append(k.spots,
		Spot{Rect: answer.Inset(-2 * z), do: func(rm *Room) { k.touched = true; rm.commitTurned(q) }},
		Spot{Rect: panel.NewRect(row.X, row.Y, track.W+24*z, row.H), drag: true, do: func(rm *Room) {
			k.value, k.touched = q.At01(float64((rm.pointer.X-track.X)/max(track.W, 1))), true
		}})
}
