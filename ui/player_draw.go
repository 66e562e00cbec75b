package ui

import (
	"math"
	"strconv"
	"time"

	"driftlab/lesson"
	"driftlab/palette"
	"driftlab/ui/draw"
)

// What stands under a caption, at scale 1.
const (
	playerNext = 116 // the width of the button
	playerPad  = 18
)

// drawStep draws what the present step says and asks, into the caption's place.
func (a *App) drawStep(c *draw.Canvas, r rect) {
	k, z := &a.player, float32(a.scale)
	if k.spots = k.spots[:0]; r.h == 0 {
		return
	}
	all, i := a.steps()
	c.Box(r.x, r.y, r.w, r.h, 4*z, c.Theme.Panel)
	in := rect{r.x + playerPad*z, r.y + 6*z, r.w - 2*playerPad*z, r.h - 12*z}
	if k.summary {
		k.drawSummary(a, c, in)
		return
	}
	q, _ := a.asks()
	row, rest := in.cutBottom(min(playerRow*z, in.h/2))
	k.drawNext(a, c, &row)
	if figure := all[i].Figure; figure >= 0 && !a.hides() {
		rest.w -= a.drawLargeFigure(c, rest, figure)
	}
	ask := rest
	if rest.h >= 2*playerAsk*z {
		ask, rest = rest.cutBottom(playerAsk * z)
	}
	said, col := a.caption()
	if hides(q, "caption") && said == a.told() {
		said = ""
	}
	t := &a.watch.caption
	t.lay(c.Fonts(), said, rest)
	for n, line := range t.lines {
		c.Text(rest.x, rest.y+c.Fonts().LineHeight(t.class)*float32(n), line, t.class, col, draw.Left)
	}
	switch {
	case q != nil:
		k.drawQuestion(a, c, q, ask, row)
	case k.goalSaid(a) != "":
		col := c.Theme.TextDim
		if k.goal.reached {
			col = c.Theme.InSyncText
		}
		c.Text(row.x, row.y+row.h/2, k.goalSaid(a), draw.Title, col, draw.Left|draw.Middle)
	default:
		k.drawVerdict(a, c, ask, row)
	}
}

func hides(q *lesson.Question, what string) bool {
	if q != nil {
		for _, h := range q.Hides {
			if h == what {
				return true
			}
		}
	}
	return false
}

// drawLargeFigure writes the step's figure and what it is, at the right of r, and returns how wide that is.
func (a *App) drawLargeFigure(c *draw.Canvas, r rect, figure int) float32 {
	z, f := float32(a.scale), &a.taught.lesson.Figures[figure]
	value, col := "…", c.Theme.Text
	if now := a.taught.readings[figure]; now.OK {
		value = a.words.Decimal(f.Text(now.Value))
		if f.Measure.Error() {
			col = errorColor(c.Theme, time.Duration(now.Value*1e6))
		}
	}
	label := f.Label.In(a.words.Name())
	w := max(c.Fonts().Measure(value, draw.Figure), c.Fonts().Measure(label, draw.Body)) + 24*z
	if w > r.w/2 {
		return 0
	}
	x := r.x + r.w
	c.Text(x, r.y, value, draw.Figure, col, draw.Right)
	if r.h >= 54*z {
		c.Text(x, r.y+32*z, label, draw.Body, c.Theme.TextDim, draw.Right)
	}
	return w
}

// pill draws a rounded button and returns where it is.
func (k *player) pill(c *draw.Canvas, r rect, text string, chosen bool) rect {
	z := float32(c.Fonts().Scale())
	ground, ink := c.Theme.PanelEdge, c.Theme.Text
	if chosen {
		ground, ink = c.Theme.Chosen, c.Theme.OnChosen
	}
	c.Box(r.x, r.y, r.w, r.h, r.h/2, ground)
	c.BoxOutline(r.x, r.y, r.w, r.h, r.h/2, 1.5*z, c.Theme.Solid)
	c.Text(r.x+r.w/2, r.y+r.h/2, text, draw.Title, ink, draw.Centre|draw.Middle)
	return r
}

// drawNext draws the button that goes on, and takes its room from the row.
func (k *player) drawNext(a *App, c *draw.Canvas, row *rect) {
	z := float32(a.scale)
	r := rect{row.x + row.w - playerNext*z, row.y + 6*z, playerNext * z, row.h - 8*z}
	row.w -= (playerNext + 16) * z
	all, i := a.steps()
	text := a.words.T("player.next")
	if i == len(all)-1 {
		text = a.words.T("player.summary")
	}
	k.spots = append(k.spots, button{rect: k.pill(c, r, text, a.atEnd() && !a.player.asking(a)), do: (*App).nextStep})
	a.tips.add(r, a.words.T("player.next-tip"))
}

// drawQuestion writes what is asked and draws what can be answered.
func (k *player) drawQuestion(a *App, c *draw.Canvas, q *lesson.Question, ask, row rect) {
	language, z := a.words.Name(), float32(a.scale)
	say := func(text lesson.Words) string {
		return a.words.Decimal(a.taught.lesson.Filled(text.In(language), a.taught.readings))
	}
	text := cut(c.Fonts(), say(q.Ask), draw.Title, ask.w)
	c.Text(ask.x, ask.y+ask.h/2, text, draw.Title, c.Theme.Text, draw.Left|draw.Middle)
	y, h := row.y+6*z, row.h-8*z
	if q.Kind != lesson.Choice {
		k.drawSlider(a, c, q, rect{row.x, y, row.w, h})
		return
	}
	x, each := row.x, (row.w-float32(len(q.Options)-1)*10*z)/float32(len(q.Options))
	for i := range q.Options {
		text := strconv.Itoa(i+1) + "  " + say(q.Options[i].Text)
		r := rect{x, y, min(c.Fonts().Measure(text, draw.Title)+36*z, each), h}
		text = cut(c.Fonts(), text, draw.Title, r.w-12*z)
		k.pill(c, r, text, k.touched && int(k.value) == i)
		k.spots = append(k.spots, button{rect: r, do: func(a *App) { a.commit(q.Options[i].Value) }})
		x += r.w + 10*z
	}
}

// drawSlider draws the slider of a number, its ends and what it stands at, and the button that answers.
func (k *player) drawSlider(a *App, c *draw.Canvas, q *lesson.Question, r rect) {
	z, f := float32(a.scale), &a.taught.lesson.Figures[q.Key]
	answer := rect{r.x + r.w - playerNext*z, r.y, playerNext * z, r.h}
	k.pill(c, answer, a.words.T("player.answer"), k.touched)
	low, high := a.words.Decimal(f.Text(q.Least)), a.words.Decimal(f.Text(q.Most))
	track := rect{r.x + c.Fonts().Measure(low, draw.Body) + 16*z, r.y, 0, r.h}
	value := 130 * z
	track.w = answer.x - 16*z - value - c.Fonts().Measure(high, draw.Body) - 16*z - track.x
	y := r.y + r.h/2
	c.Text(r.x, y, low, draw.Body, c.Theme.TextDim, draw.Left|draw.Middle)
	c.Text(track.x+track.w+12*z, y, high, draw.Body, c.Theme.TextDim, draw.Left|draw.Middle)
	c.Text(answer.x-12*z, y, a.words.Decimal(f.Text(k.value)), draw.Figure, c.Theme.Text, draw.Right|draw.Middle)
	at := track.x + track.w*float32(q.To01(k.value))
	c.Box(track.x, y-3*z, track.w, 6*z, 3*z, c.Theme.Solid)
	c.Box(track.x, y-3*z, max(at-track.x, 6*z), 6*z, 3*z, c.Theme.Accent)
	c.Circle(at, y, 11*z, c.Theme.Panel)
	c.Circle(at, y, 9*z, c.Theme.Accent)
	k.spots = append(k.spots,
		button{rect: answer, do: func(a *App) { k.touched = true; a.commitTurned(q) }},
		button{rect: rect{track.x - 12*z, track.y, track.w + 24*z, track.h}, drag: true, do: func(a *App) {
			k.value, k.touched = q.At01(float64((a.pointer.x-track.x)/max(track.w, 1))), true
		}})
}

// drawVerdict tells how far the latest guess was off, and of a wrong one what is thought wrongly.
func (k *player) drawVerdict(a *App, c *draw.Canvas, ask, row rect) {
	i := k.verdict(a)
	if i < 0 {
		return
	}
	first, second, right := k.verdictText(a, i)
	col := c.Theme.Text
	if right {
		col = c.Theme.InSyncText
	}
	c.Text(ask.x, ask.y+ask.h/2, cut(c.Fonts(), first, draw.Title, ask.w), draw.Title, col, draw.Left|draw.Middle)
	class := draw.Lead
	if c.Fonts().Measure(second, class) > row.w {
		class = draw.Body
	}
	c.Text(row.x, row.y+row.h/2, cut(c.Fonts(), second, class, row.w), class, c.Theme.Text, draw.Left|draw.Middle)
}

// verdictText says how far a guess was off, and what a wrong one comes from.
func (k *player) verdictText(a *App, step int) (first, second string, right bool) {
	l, language := a.taught.lesson, a.words.Name()
	q, guess, key := l.Steps[step].Question, k.answer(step).Value, k.keys[step].Value
	right, option := q.Judge(guess, key)
	f := &l.Figures[q.Key]
	said := f.Text(guess)
	if q.Kind == lesson.Choice {
		said = l.Filled(q.Options[option].Text.In(language), a.taught.readings)
	}
	said, measured := a.words.Decimal(said), a.words.Decimal(f.Text(key))
	if first = a.words.F("player.wrong", said, measured); right {
		first = a.words.F("player.right", said, measured)
	}
	if !right && f.Measure.Unit == "ms" && q.Kind != lesson.Choice {
		metres := math.Abs(guess-key) / 1000 * float64(a.session.Value(0, "shot.speed")) / 1e6
		first += " " + a.words.F("player.gap", a.words.Decimal(strconv.FormatFloat(math.Abs(guess-key), 'f', 1, 64)), a.words.Decimal(strconv.FormatFloat(metres, 'f', 2, 64)))
	}
	if !right && option >= 0 {
		second = q.Options[option].Says.In(language)
	}
	return first, second, right
}

// goalSaid tells how far the goal is reached, "" in steps that have none.
func (k *player) goalSaid(a *App) string {
	all, i := a.steps()
	switch g := all[i].Goal; {
	case g == nil:
		return ""
	case k.goal.reached:
		return a.words.F("player.reached", a.words.Decimal(strconv.FormatFloat(k.goal.after.Seconds(), 'f', 1, 64)))
	case k.goal.since >= 0:
		return a.words.T("player.nearly")
	}
	return a.words.T("player.goal")
}

// drawDots draws a dot a step into the strip: those that are over, the present one, those to come. It returns its left end.
func (k *player) drawDots(a *App, c *draw.Canvas, r rect) {
	z := float32(a.scale)
	all, now := a.steps()
	x, y := r.x+r.w, r.y+r.h/2
	k.pen(a, c, &x, y, now+1, len(all))
	for i := len(all) - 1; i >= 0; i-- {
		x -= 22 * z
		if x < r.x {
			return
		}
		col := c.Theme.Accent
		if i == now {
			col = c.Theme.Orange
		}
		if i > now {
			c.Ring(x, y, 6*z, 2*z, c.Theme.TextDim)
		} else {
			c.Circle(x, y, 6*z, col)
		}
		if all[i].Question != nil {
			c.Circle(x, y, 2*z, palette.Color(c.Theme.Panel))
		}
		k.spots = append(k.spots, button{rect: rect{x - 11*z, r.y, 22 * z, r.h}, do: func(a *App) {
			a.player.released, a.paused = nobody, false
			a.seek(all[i].At)
		}})
	}
}

// pen writes which step it is at the right end, and draws the switch of going on by itself left of it.
func (k *player) pen(a *App, c *draw.Canvas, x *float32, y float32, step, of int) {
	z := float32(a.scale)
	text := a.words.F("player.of", step, of)
	*x -= c.Text(*x, y, text, draw.Body, c.Theme.TextDim, draw.Right|draw.Middle) + 14*z
	auto := a.words.T("player.auto")
	w := c.Fonts().Measure(auto, draw.Body) + 24*z
	r := rect{*x - w, y - 13*z, w, 26 * z}
	ground, ink := c.Theme.PanelEdge, c.Theme.Text
	if k.auto {
		ground, ink = c.Theme.Chosen, c.Theme.OnChosen
	}
	c.Box(r.x, r.y, r.w, r.h, 5*z, ground)
	c.Text(r.x+r.w/2, y, auto, draw.Body, ink, draw.Centre|draw.Middle)
	a.tips.add(r, a.words.T("player.auto-tip"))
	k.spots = append(k.spots, button{rect: r, do: func(a *App) { a.player.auto = !a.player.auto }})
	*x = r.x - 4*z
}
