package ui

import (
	"slices"
	"strings"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/film"
	"driftlab/ui/draw"
	"driftlab/ui/words"
)

// drawFilm draws a frame of the film. Like the window's Draw it only reads.
func (a *App) drawFilm(frame *ebiten.Image) {
	c, v := a.canvas, a.film
	c.Reset()
	v.big.Reset()
	frame.Fill(draw.Ground)
	a.filmTop(c, v.layout.top)
	a.filmFigures(c, v.layout.figures)
	a.filmWorlds(c)
	if a.layout.time.h > 0 {
		a.tabs.draw(a, c, a.layout.time)
	}
	if a.layout.numbers.w > 0 {
		if !a.ab.drawNumbers(a, c) {
			a.drawCards(c)
		}
		a.race.draw(a, c, a.layout.race)
	}
	a.filmErrors(c, v.layout.errors)
	a.filmCaption(c, v.layout.caption)
	a.calls = c.Layer.Flush(frame)
	a.calls += c.Overlay.Flush(frame)
	a.titleCard(v.big)
	a.calls += v.big.Flush(frame)
}

// filmTop writes what the film is of, and the virtual time of the frame.
func (a *App) filmTop(c *draw.Canvas, r rect) {
	v, z := a.film, float32(a.scale)
	y, fonts := r.y+r.h/2, c.Fonts()
	c.Rect(r.x, r.y, r.w, r.h, draw.Panel)
	x := r.x + r.w - 16*z
	v.pen.start().fixed(time.Duration(a.session.Now()).Seconds(), 3).text(" s")
	x -= v.pen.put(c, x, y, draw.Title, draw.Text, draw.Right|draw.Middle) + 10*z
	left := r.x + 16*z
	room := func(text string, class draw.Class) bool { return x-fonts.Measure(text, class) >= left+200*z }
	if text := words.T("film.time"); room(text, draw.Small) {
		x -= c.Text(x, y, text, draw.Small, draw.TextDim, draw.Right|draw.Middle) + 28*z
	}
	if text := words.F("film.seed", a.session.Scenario().Seed, a.session.Clients()); room(text, draw.Small) {
		x -= c.Text(x, y, text, draw.Small, draw.TextDim, draw.Right|draw.Middle) + 28*z
	}
	c.Text(left, y, cut(fonts, a.filmTitle(), draw.Title, max(x-left, 0)), draw.Title, draw.Text, draw.Left|draw.Middle)
}

// filmTitle returns what the film is called.
func (a *App) filmTitle() string {
	if a.film.opt.Title != "" {
		return a.film.opt.Title
	}
	title := a.titleText()
	if title == "" {
		title = a.session.Scenario().Name
	}
	if a.ab.on && a.film.names[0] != a.film.names[1] {
		return words.F("film.against", a.film.names[0], a.film.names[1])
	}
	return title
}

// filmFigures writes what a lesson measures.
func (a *App) filmFigures(c *draw.Canvas, r rect) {
	if a.lessons.lesson == nil || r.h == 0 {
		return
	}
	z := float32(a.scale)
	c.Rect(r.x, r.y, r.w, r.h, draw.Panel)
	c.HLine(r.x, r.x+r.w, r.y, z, draw.PanelEdge)
	w := c.Text(r.x+16*z, r.y+r.h/2, words.T("film.measured"), draw.Small, draw.TextDim, draw.Left|draw.Middle)
	a.lessons.strip.figures(a, c, rect{r.x + w + 40*z, r.y, r.w - w - 56*z, r.h})
}

// filmWorlds draws the viewports, and over those of A and B who they are.
func (a *App) filmWorlds(c *draw.Canvas) {
	if a.layout.worlds.h <= 0 {
		return
	}
	if a.ab.wipe.on {
		a.ab.drawWiped(a, c)
	} else {
		a.deck.draw(a, c)
	}
	if !a.ab.on {
		return
	}
	if !a.ab.wipe.on {
		a.asA(func() { a.deck.draw(a, c) })
	}
	for i, r := range a.film.layout.names {
		a.nameSide(c, r, i)
	}
}

// nameSide says which world is A or B, and what it has that the other has not.
func (a *App) nameSide(c *draw.Canvas, r rect, side int) {
	z := float32(a.scale)
	y := r.y + r.h/2 - z
	badge(c, r.x+2*z, y, [...]string{"a", "b"}[side], z)
	c.Text(r.x+30*z, y, a.sideText(side, c.Fonts(), draw.Body, r.w-34*z), draw.Body, draw.Text, draw.Left|draw.Middle)
}

// filmCaption writes the caption, as large as it has room for.
func (a *App) filmCaption(c *draw.Canvas, r rect) {
	z := float32(a.scale)
	c.Rect(r.x, r.y, r.w, r.h, draw.Panel)
	c.HLine(r.x, r.x+r.w, r.y, z, draw.PanelEdge)
	lines, class, _ := a.filmCaptionLines(c.Fonts(), a.filmCaptionText())
	step := c.Fonts().LineHeight(class)
	in := a.filmCaptionRoom()
	y := in.y + (in.h-step*float32(len(lines)))/2
	for i, line := range lines {
		c.Text(in.x, y+step*float32(i), line, class, draw.Text, draw.Left)
	}
}

// filmCaptionRoom returns where the caption's letters are.
func (a *App) filmCaptionRoom() rect {
	r, z := a.film.layout.caption, float32(a.scale)
	in := rect{r.x + 16*z, r.y + 2*z, r.w - 32*z, r.h - 4*z}
	if a.film.opt.Mark {
		w, _ := film.MarkSize(a.width, a.height)
		in.w = max(in.w-float32(w), 0)
	}
	return in
}

// filmCaptionLines divides a caption into lines, in the largest letters in which all of it has room; whole is
// false where some of it has none in the smallest.
func (a *App) filmCaptionLines(fonts *draw.Fonts, text string) (lines []string, class draw.Class, whole bool) {
	in := a.filmCaptionRoom()
	wide := func(line string) bool { return fonts.Measure(line, class) > in.w } // a word too long for a line
	for _, class = range [...]draw.Class{draw.Title, draw.Body, draw.Small} {
		lines = lines[:0]
		for line := range strings.SplitSeq(text, "\n") {
			lines = append(lines, wrap(fonts, line, class, in.w)...)
		}
		if whole = fonts.LineHeight(class)*float32(len(lines)) <= in.h && !slices.ContainsFunc(lines, wide); whole {
			return lines, class, true
		}
	}
	if most := max(int(in.h/fonts.LineHeight(class)), 1); len(lines) > most {
		lines = lines[:most]
		lines[most-1] += " …"
	}
	for i, line := range lines {
		lines[i] = cut(fonts, line, class, in.w)
	}
	return lines, class, false
}

// filmCaptionText returns what the caption says in this frame.
func (a *App) filmCaptionText() string {
	if v := a.film; v.cues != nil {
		return film.CueAt(v.cues, a.session.Now().Sub(v.start))
	}
	if a.session.Scenario().Asks(a.session.Caption()) {
		return ""
	}
	return a.captionText()
}

// titleFade is how long the title card takes to fade away, at the end of its time.
const titleFade = 500 * time.Millisecond

// titleCard lays the title over the begin of the film. Time goes on under it, so that frame k shows the
// instant k/fps from the first frame on.
func (a *App) titleCard(big *draw.Canvas) {
	v := a.film
	left := v.opt.TitleLength - a.session.Now().Sub(v.start)
	if left <= 0 {
		return
	}
	fresh := min(float32(left)/float32(min(titleFade, v.opt.TitleLength)), 1)
	z, w, h := float32(a.scale), float32(a.width), float32(a.height)
	middle := rect{0, v.layout.top.h, w, h - v.layout.top.h - v.layout.caption.h - v.layout.errors.h}
	big.Rect(middle.x, middle.y, middle.w, middle.h, draw.Ground.Fade(0.94*fresh))
	lines := wrap(big.Fonts(), a.filmTitle(), draw.Title, w*0.86)
	step := big.Fonts().LineHeight(draw.Title)
	var sides []string
	if a.ab.on {
		for i, key := range [...]string{"film.side-a", "film.side-b"} {
			room := w*0.94 - big.Fonts().Measure(words.F(key, ""), draw.Small)
			sides = append(sides, words.F(key, a.sideText(i, big.Fonts(), draw.Small, room)))
		}
		sides = append(sides, words.T("film.fair"))
	}
	small := big.Fonts().LineHeight(draw.Small) * 1.15
	y := middle.y + (middle.h-step*float32(len(lines))-small*float32(len(sides)))/2
	for _, line := range lines {
		big.Text(w/2, y, line, draw.Title, draw.Text.Fade(fresh), draw.Centre)
		y += step
	}
	y += 8 * z
	for i, line := range sides {
		col := draw.Text
		if i == 2 {
			col = draw.TextDim
		}
		big.Text(w/2, y, cut(big.Fonts(), line, draw.Small, w*0.94), draw.Small, col.Fade(fresh), draw.Centre)
		y += small
	}
}

// sideText says what a world is: its name, and what it has that the other has not, as much as there is room for.
func (a *App) sideText(side int, fonts *draw.Fonts, class draw.Class, width float32) string {
	v := a.film
	name, items := "", v.sides[side]
	if v.names[0] != v.names[1] {
		name = v.names[side]
	}
	switch {
	case len(items) == 0 && name == "":
		return cut(fonts, words.T("ab.all-alike"), class, width)
	case len(items) == 0:
		return cut(fonts, name, class, width)
	case name != "":
		name += itemGap
	}
	return fitItems(fonts, name, items, class, width)
}
