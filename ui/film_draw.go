package ui

import (
	"slices"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/film"
	"driftlab/ui/draw"
)

// drawFilm draws a frame of the film. Like the window's Draw it only reads.
func (f *filmPicture) drawFilm(frame *ebiten.Image) {
	c := f.canvas
	c.Reset()
	f.big.Reset()
	frame.Fill(c.Theme.Ground)
	f.filmTop(c, f.parts.top)
	f.filmFigures(c, f.parts.figures)
	if f.opt.Watch {
		f.filmWatch(c)
	} else {
		f.filmWorlds(c)
	}
	if f.layout.time.h > 0 {
		f.tabs.draw(&f.view, &f.ab, c, f.layout.time)
	}
	if f.layout.numbers.w > 0 {
		if !f.ab.drawNumbers(&f.picture, c) {
			f.drawCards(c)
		}
		f.race.draw(&f.view, c, f.layout.race)
	}
	f.filmErrors(c, f.parts.errors)
	f.filmCaption(c, f.parts.caption)
	f.calls = c.Layer.Flush(frame)
	f.calls += c.Overlay.Flush(frame)
	f.titleCard(f.big)
	f.calls += f.big.Flush(frame)
}

// filmTop writes what the film is of, and the virtual time of the frame.
func (f *filmPicture) filmTop(c *draw.Canvas, r rect) {
	z := float32(f.scale)
	y, fonts := r.y+r.h/2, c.Fonts()
	c.Rect(r.x, r.y, r.w, r.h, c.Theme.Panel)
	x := r.x + r.w - 16*z
	f.pen.start(f.words).fixed(time.Duration(f.session.Now()).Seconds(), 3).text(" s")
	x -= f.pen.put(c, x, y, draw.Title, c.Theme.Text, draw.Right|draw.Middle) + 10*z
	left := r.x + 16*z
	title, large := f.filmTitle(), draw.Title
	whole := min(max(fonts.Measure(title, large), 200*z), r.w*0.8)
	room := func(text string, class draw.Class) bool { return x-fonts.Measure(text, class)-28*z >= left+whole }
	if text := f.words.T("film.time"); room(text, draw.Small) {
		x -= c.Text(x, y, text, draw.Small, c.Theme.TextDim, draw.Right|draw.Middle) + 28*z
	}
	if text := f.words.F("film.seed", f.session.Scenario().Seed, f.session.Clients()); room(text, draw.Small) {
		x -= c.Text(x, y, text, draw.Small, c.Theme.TextDim, draw.Right|draw.Middle) + 28*z
	}
	if x -= 18 * z; fonts.Measure(title, large) > x-left {
		large = draw.Strong
	}
	c.Text(left, y, cut(fonts, title, large, max(x-left, 0)), large, c.Theme.Text, draw.Left|draw.Middle)
}

// filmTitle returns what the film is called.
func (f *filmPicture) filmTitle() string {
	if f.opt.Title != "" {
		return f.opt.Title
	}
	title := f.titleText()
	if title == "" {
		title = f.session.Scenario().Name
	}
	if f.ab.on && f.opt.Names[0] != f.opt.Names[1] {
		return f.words.F("film.against", f.opt.Names[0], f.opt.Names[1])
	}
	return title
}

// filmFigures writes what a lesson measures.
func (f *filmPicture) filmFigures(c *draw.Canvas, r rect) {
	if f.taught.lesson == nil || r.h == 0 {
		return
	}
	z := float32(f.scale)
	c.Rect(r.x, r.y, r.w, r.h, c.Theme.Panel)
	c.HLine(r.x, r.x+r.w, r.y, z, c.Theme.PanelEdge)
	w := c.Text(r.x+16*z, r.y+r.h/2, f.words.T("film.measured"), draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	f.figures.draw(&f.view, &f.taught, c, rect{r.x + w + 40*z, r.y, r.w - w - 56*z, r.h})
}

// filmWorlds draws the viewports, and over those of A and B who they are.
func (f *filmPicture) filmWorlds(c *draw.Canvas) {
	if f.layout.worlds.h <= 0 {
		return
	}
	if f.ab.wipe.on {
		f.ab.drawWiped(&f.picture, c)
	} else {
		f.deck.draw(&f.view, c)
	}
	if !f.ab.on {
		return
	}
	if !f.ab.wipe.on {
		f.ab.deck.draw(f.ab.view(&f.view), c)
	}
	for i, r := range f.parts.names {
		f.nameSide(c, r, i)
	}
}

// nameSide says which world is A or B, and what it has that the other has not.
func (f *filmPicture) nameSide(c *draw.Canvas, r rect, side int) {
	z := float32(f.scale)
	y := r.y + r.h/2 - z
	badge(c, r.x+2*z, y, [...]string{"a", "b"}[side], z)
	text := f.sideText(side, c.Fonts(), draw.Body, r.w-34*z)
	if f.opt.Watch && f.opt.Captions == "" { // the caption has what differs
		text = ""
		if f.opt.Names[0] != f.opt.Names[1] {
			text = cut(c.Fonts(), f.opt.Names[side], draw.Body, r.w-34*z)
		}
	}
	c.Text(r.x+30*z, y, text, draw.Body, c.Theme.Text, draw.Left|draw.Middle)
}

// filmCaption writes the caption, as large as it has room for.
func (f *filmPicture) filmCaption(c *draw.Canvas, r rect) {
	z := float32(f.scale)
	if r.h == 0 {
		return
	}
	c.Rect(r.x, r.y, r.w, r.h, c.Theme.Panel)
	if !f.opt.Watch {
		c.HLine(r.x, r.x+r.w, r.y, z, c.Theme.PanelEdge)
	}
	lines, class, _ := f.filmCaptionLines(c.Fonts(), f.filmCaptionText())
	step := c.Fonts().LineHeight(class)
	in := f.filmCaptionRoom()
	y := in.y + (in.h-step*float32(len(lines)))/2
	for i, line := range lines {
		c.Text(in.x, y+step*float32(i), line, class, c.Theme.Text, draw.Left)
	}
}

// filmCaptionRoom returns where the caption's letters are.
func (f *filmPicture) filmCaptionRoom() rect {
	r, z := f.parts.caption, float32(f.scale)
	in := rect{r.x + 16*z, r.y + 2*z, r.w - 32*z, r.h - 4*z}
	if f.opt.Mark {
		w, _ := film.MarkSize(f.width, f.height)
		in.w = max(in.w-float32(w), 0)
	}
	return in
}

// filmCaptionLines divides a caption into lines, in the largest letters in which all of it has room; whole is
// false where some of it has none in the smallest.
func (f *filmPicture) filmCaptionLines(fonts *draw.Fonts, text string) (lines []string, class draw.Class, whole bool) {
	in := f.filmCaptionRoom()
	wide := func(line string) bool { return fonts.Measure(line, class) > in.w } // a word too long for a line
	classes := []draw.Class{draw.Lead, draw.Title, draw.Body, draw.Small}
	if !f.opt.Watch {
		classes = classes[1:]
	}
	for _, class = range classes {
		lines = paragraphs(lines[:0], fonts, text, class, in.w, f.opt.Watch)
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
func (f *filmPicture) filmCaptionText() string {
	if f.opt.Cues != nil {
		return film.CueAt(f.opt.Cues, f.session.Now().Sub(f.start))
	}
	if f.session.Scenario().Asks(f.session.Caption()) {
		return ""
	}
	return f.told()
}

// titleFade is how long the title card takes to fade away, at the end of its time.
const titleFade = 500 * time.Millisecond

// titleCard lays the title over the begin of the film. Time goes on under it, so that frame k shows the
// instant k/fps from the first frame on.
func (f *filmPicture) titleCard(big *draw.Canvas) {
	left := f.opt.TitleLength - f.session.Now().Sub(f.start)
	if left <= 0 {
		return
	}
	fresh := min(float32(left)/float32(min(titleFade, f.opt.TitleLength)), 1)
	z, w, h := float32(f.scale), float32(f.width), float32(f.height)
	middle := rect{0, f.parts.top.h, w, h - f.parts.top.h - f.parts.caption.h - f.parts.errors.h}
	if f.opt.Watch {
		middle.h = max(f.parts.caption.y-middle.y, 0)
	}
	big.Rect(middle.x, middle.y, middle.w, middle.h, big.Theme.Ground.Fade(0.94*fresh))
	lines := wrap(big.Fonts(), f.filmTitle(), draw.Title, w*0.86)
	step := big.Fonts().LineHeight(draw.Title)
	var sides []string
	if f.ab.on {
		for i, key := range [...]string{"film.side-a", "film.side-b"} {
			room := w*0.94 - big.Fonts().Measure(f.words.F(key, ""), draw.Small)
			sides = append(sides, f.words.F(key, f.sideText(i, big.Fonts(), draw.Small, room)))
		}
		sides = append(sides, f.words.T("film.fair"))
	}
	small := big.Fonts().LineHeight(draw.Small) * 1.15
	y := middle.y + (middle.h-step*float32(len(lines))-small*float32(len(sides)))/2
	for _, line := range lines {
		big.Text(w/2, y, line, draw.Title, big.Theme.Text.Fade(fresh), draw.Centre)
		y += step
	}
	y += 8 * z
	for i, line := range sides {
		col := big.Theme.Text
		if i == 2 {
			col = big.Theme.TextDim
		}
		big.Text(w/2, y, cut(big.Fonts(), line, draw.Small, w*0.94), draw.Small, col.Fade(fresh), draw.Centre)
		y += small
	}
}

// sideText says what a world is: its name, and what it has that the other has not, as much as there is room for.
func (f *filmPicture) sideText(side int, fonts *draw.Fonts, class draw.Class, width float32) string {
	name, items := "", f.sides[side]
	if f.opt.Names[0] != f.opt.Names[1] {
		name = f.opt.Names[side]
	}
	switch {
	case len(items) == 0 && name == "":
		return cut(fonts, f.words.T("ab.all-alike"), class, width)
	case len(items) == 0:
		return cut(fonts, name, class, width)
	case name != "":
		name += itemGap
	}
	return fitItems(fonts, name, items, class, width)
}
