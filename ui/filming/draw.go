package filming

import (
	"slices"
	"strings"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/ui/draw"
	"driftlab/ui/film"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// drawFilm draws a frame of the film. Like the window's Draw it only reads.
func (f *filmPicture) drawFilm(frame *ebiten.Image) {
	c := f.Canvas
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
	if f.Regions.Time.H > 0 {
		f.Tabs.Draw(&f.View, &f.AB, c, f.Regions.Time)
	}
	if f.Regions.Numbers.W > 0 {
		if !f.AB.DrawNumbers(&f.Picture, c) {
			f.DrawCards(c)
		}
		f.Race.Draw(&f.View, c, f.Regions.Race)
	}
	f.filmErrors(c, f.parts.errors)
	f.filmCaption(c, f.parts.caption)
	f.Calls = c.Layer.Flush(frame)
	f.Calls += c.Overlay.Flush(frame)
	f.titleCard(f.big)
	f.endCard(f.big)
	f.Calls += f.big.Flush(frame)
}

// filmTop writes what the film is of, and the virtual time of the frame.
func (f *filmPicture) filmTop(c *draw.Canvas, r panel.Rect) {
	y, fonts := r.Y+r.H/2, c.Fonts()
	c.Rect(r.X, r.Y, r.W, r.H, c.Theme.Panel)
	x := r.X + r.W - 16
	f.pen.Start(f.Words).Fixed(time.Duration(f.Session.Now()).Seconds(), 3).Text(" s")
	x -= f.pen.Put(c, x, y, draw.Title, c.Theme.Text, draw.Right|draw.Middle) + 10
	left := r.X + 16
	title, large := f.filmTitle(), draw.Title
	whole := min(max(fonts.Measure(title, large), 200), r.W*0.8)
	room := func(text string, class draw.Class) bool { return x-fonts.Measure(text, class)-28 >= left+whole }
	if text := f.Words.T("film.time"); room(text, draw.Small) {
		x -= c.Text(x, y, text, draw.Small, c.Theme.TextDim, draw.Right|draw.Middle) + 28
	}
	if text := f.Words.F("film.seed", f.Session.Scenario().Seed, f.Session.Clients()); room(text, draw.Small) {
		x -= c.Text(x, y, text, draw.Small, c.Theme.TextDim, draw.Right|draw.Middle) + 28
	}
	x -= 18
	title, large = f.fitTitle(fonts, title, max(x-left, 0))
	c.Text(left, y, title, large, c.Theme.Text, draw.Left|draw.Middle)
}

// fitTitle returns the title in the largest letters in which it has room. Names of settings give way to the session's title, since
// the worlds have them too, and so does the client; else what has no room is cut.
func (f *filmPicture) fitTitle(fonts *draw.Fonts, title string, width float32) (string, draw.Class) {
	may := []string{title}
	switch own := f.opt.Title == ""; {
	case own && f.settingsName:
		may = append(may, f.sessionTitle())
	case own && f.AB.On && f.opt.Names[0] != f.opt.Names[1]:
		may = append(may, f.Words.F("film.against-short", f.opt.Names[0], f.opt.Names[1]))
	}
	var class draw.Class
	for _, title = range may {
		whole := false
		if class, whole = panel.Fit(fonts, title, width, draw.Title, draw.Strong, draw.Small); whole {
			break
		}
	}
	return panel.Cut(fonts, title, class, width), class
}

// filmTitle returns what the film is called. That of two sessions is about one client.
func (f *filmPicture) filmTitle() string {
	if f.opt.Title != "" {
		return f.opt.Title
	}
	if f.AB.On && f.opt.Names[0] != f.opt.Names[1] {
		return f.Words.F("film.against", f.Deck.Chosen, f.opt.Names[0], f.opt.Names[1])
	}
	return f.sessionTitle()
}

// sessionTitle returns what the session is called.
func (f *filmPicture) sessionTitle() string {
	if title := f.TitleText(); title != "" {
		return title
	}
	return f.Session.Scenario().Name
}

// titleLines breaks the title into lines for a card so wide. That of two sessions breaks before the word between them, if anywhere, and
// has letters in which each half has room.
func (f *filmPicture) titleLines(fonts *draw.Fonts, width float32) (lines []string, class draw.Class) {
	title := f.filmTitle()
	a, b, named := strings.Cut(title, phraseGap)
	if !named || fonts.Measure(title, draw.Title) <= width {
		return panel.Wrap(fonts, title, draw.Title, width), draw.Title
	}
	long := a
	if fonts.Measure(b, draw.Title) > fonts.Measure(a, draw.Title) {
		long = b
	}
	class, _ = panel.Fit(fonts, long, width, draw.Title, draw.Strong, draw.Body)
	return append(panel.Wrap(fonts, a, class, width), panel.Wrap(fonts, b, class, width)...), class
}

// phraseGap parts the names of two sessions and what is between them, in the text "film.against".
const phraseGap = "   "

// filmFigures writes what a lesson measures.
func (f *filmPicture) filmFigures(c *draw.Canvas, r panel.Rect) {
	if f.Taught.Lesson == nil || r.H == 0 {
		return
	}
	c.Rect(r.X, r.Y, r.W, r.H, c.Theme.Panel)
	c.HLine(r.X, r.X+r.W, r.Y, 1, c.Theme.PanelEdge)
	w := c.Text(r.X+16, r.Y+r.H/2, f.Words.T("film.measured"), draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	f.Figures.Draw(&f.View, &f.Taught, c, panel.NewRect(r.X+w+40, r.Y, r.W-w-56, r.H))
}

// filmWorlds draws the viewports, and over those of A and B who they are.
func (f *filmPicture) filmWorlds(c *draw.Canvas) {
	if f.Regions.Worlds.H <= 0 {
		return
	}
	if f.AB.Wipe.On {
		f.AB.DrawWiped(&f.Picture, c)
	} else {
		f.Deck.Draw(&f.View, c)
	}
	if !f.AB.On {
		return
	}
	if !f.AB.Wipe.On {
		f.AB.Deck.Draw(f.AB.View(&f.View), c)
	}
	for i, r := range f.parts.names {
		f.nameSide(c, r, i)
	}
}

// nameSide says which world is A or B, and what it has that the other has not.
func (f *filmPicture) nameSide(c *draw.Canvas, r panel.Rect, side int) {
	y := r.Y + r.H/2 - 1
	panel.Badge(c, r.X+2, y, panel.BadgeHigh, [...]string{"a", "b"}[side])
	text, class := "", draw.Body
	switch {
	case !f.opt.Watch:
		text = f.sideText(side, c.Fonts(), class, r.W-34)
	case f.opt.Names[0] != f.opt.Names[1]: // the caption has what differs
		text = f.opt.Names[side]
		class, _ = panel.Fit(c.Fonts(), text, r.W-34, draw.Figure, draw.Title, draw.Strong, draw.Small)
		text = panel.Cut(c.Fonts(), text, class, r.W-34)
	}
	c.Text(r.X+30, y, text, class, c.Theme.Text, draw.Left|draw.Middle)
}

// filmCaption writes the caption, as large as it has room for.
func (f *filmPicture) filmCaption(c *draw.Canvas, r panel.Rect) {
	if r.H == 0 {
		return
	}
	text := f.filmCaptionText()
	if text == "" {
		return
	}
	c.Rect(r.X, r.Y, r.W, r.H, c.Theme.Panel)
	if !f.opt.Watch {
		c.HLine(r.X, r.X+r.W, r.Y, 1, c.Theme.PanelEdge)
	}
	lines, class, _ := f.filmCaptionLines(c.Fonts(), text)
	step := c.Fonts().LineHeight(class)
	in := f.filmCaptionRoom()
	y := in.Y + (in.H-step*float32(len(lines)))/2
	for i, line := range lines {
		c.Text(in.X, y+step*float32(i), line, class, c.Theme.Text, draw.Left)
	}
}

// filmCaptionRoom returns where the caption's letters are.
func (f *filmPicture) filmCaptionRoom() panel.Rect {
	r := f.parts.caption
	return panel.NewRect(r.X+16, r.Y+2, r.W-32, r.H-4)
}

// filmCaptionLines divides a caption into lines, in the largest letters in which all of it has room; whole is
// false where some of it has none in the smallest.
func (f *filmPicture) filmCaptionLines(fonts *draw.Fonts, text string) (lines []string, class draw.Class, whole bool) {
	in := f.filmCaptionRoom()
	wide := func(line string) bool { return fonts.Measure(line, class) > in.W } // a word too long for a line
	classes := []draw.Class{draw.Lead, draw.Title, draw.Body, draw.Small}
	if !f.opt.Watch {
		classes = classes[1:]
	}
	for _, class = range classes {
		lines = picture.Paragraphs(lines[:0], fonts, text, class, in.W, f.opt.Watch)
		if whole = fonts.LineHeight(class)*float32(len(lines)) <= in.H && !slices.ContainsFunc(lines, wide); whole {
			return lines, class, true
		}
	}
	if most := max(int(in.H/fonts.LineHeight(class)), 1); len(lines) > most {
		lines = lines[:most]
		lines[most-1] += " …"
	}
	for i, line := range lines {
		lines[i] = panel.Cut(fonts, line, class, in.W)
	}
	return lines, class, false
}

// filmCaptionText returns what the caption says in this frame.
func (f *filmPicture) filmCaptionText() string {
	if f.opt.Cues != nil {
		return film.CueAt(f.opt.Cues, f.Session.Now().Sub(f.start))
	}
	if f.opt.Watch && f.AB.On {
		return f.said
	}
	if f.Session.Scenario().Asks(f.Session.Caption()) {
		return ""
	}
	if f.Session.Caption() == "" && f.Told() == "" {
		return picture.Reconnected(f.Words, f.Session)
	}
	return f.Told()
}

// titleShare is how much of the frame's width a line of the title has.
const titleShare = 0.86

// titleCard lays the title over the begin of the film. Time goes on under it, so that frame k shows the
// instant k/fps from the first frame on. It doesn't fade: two texts would shine through each other.
func (f *filmPicture) titleCard(big *draw.Canvas) {
	if f.Session.Now().Sub(f.start) >= f.opt.TitleLength {
		return
	}
	for _, d := range []*picture.Deck{&f.Deck, &f.AB.Deck} {
		for i := range d.Views {
			d.Views[i].Legend.Forget()
		}
	}
	w := f.Width
	title, class := f.titleLines(big.Fonts(), w*titleShare)
	under := f.titleSides(big.Fonts())
	step, small := big.Fonts().LineHeight(class), big.Fonts().LineHeight(draw.Small)*1.15
	high := step*float32(len(title)) + 8 + small*float32(len(under))
	room, all := f.cardRooms()
	if high > room.H {
		room = all
	}
	big.Rect(room.X, room.Y, room.W, room.H, big.Theme.Ground)
	y := room.Y + max(room.H-high, 0)/2
	for _, line := range title {
		big.Text(w/2, y, line, class, big.Theme.Text, draw.Centre)
		y += step
	}
	y += 8
	for _, line := range under {
		col := big.Theme.Text
		if line.dim {
			col = big.Theme.TextDim
		}
		big.Text(w/2, y, line.text, draw.Small, col, draw.Centre)
		y += small
	}
}

// A titleSide is a line under the title.
type titleSide struct {
	text string
	dim  bool // it is not of one session
}

// titleSides says under the title of two sessions what differs, and what is the same.
func (f *filmPicture) titleSides(fonts *draw.Fonts) (lines []titleSide) {
	w := f.Width
	var sides []string
	switch {
	case f.AB.On && f.opt.Watch:
		sides = append(picture.Lines(f.Words, f.AB.A.Session, f.Session), "")
	case f.AB.On:
		for i, key := range [...]string{"film.side-a", "film.side-b"} {
			room := w*0.94 - fonts.Measure(f.Words.F(key, ""), draw.Small)
			sides = append(sides, f.Words.F(key, f.sideText(i, fonts, draw.Small, 2*room))) // in two lines
		}
	default:
		return nil
	}
	for i, side := range append(sides, f.Words.T("film.fair")) {
		for _, line := range panel.Wrap(fonts, side, draw.Small, w*0.9) {
			lines = append(lines, titleSide{line, i == len(sides)})
		}
	}
	return lines
}

// cardRooms returns where title and verdict are: between the title bar and the captions, or, of what has no room there, in all that
// is under the title bar.
func (f *filmPicture) cardRooms() (middle, all panel.Rect) {
	w, h := f.Width, f.Height
	all = panel.NewRect(0, f.parts.top.Y+f.parts.top.H, w, h-f.parts.top.Y-f.parts.top.H)
	if f.opt.Portrait {
		all.H -= h * portraitLow
	}
	middle = all
	middle.H -= f.parts.caption.H + f.parts.errors.H
	if f.opt.Watch && f.parts.caption.H > 0 {
		middle.H = max(f.parts.caption.Y-middle.Y, 0)
	}
	return middle, all
}

// sideText says what a world is: its name, and what it has that the other has not, as much as there is room for.
func (f *filmPicture) sideText(side int, fonts *draw.Fonts, class draw.Class, width float32) string {
	name, items := "", f.sides[side]
	if f.opt.Names[0] != f.opt.Names[1] {
		name = f.opt.Names[side]
	}
	switch {
	case len(items) == 0 && name == "":
		return panel.Cut(fonts, f.Words.T("ab.all-alike"), class, width)
	case len(items) == 0:
		return panel.Cut(fonts, name, class, width)
	}
	return fitItems(fonts, name, items, class, width)
}
