package render

import (
	"strings"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/ui/draw"
	"driftlab/ui/film"
	"driftlab/ui/layout"
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
	f.AB.DrawMore(&f.Picture, c)
	f.Race.Draw(&f.View, c, f.Regions.Race)
	f.DrawClients(c)
	f.filmErrors(c, f.parts.errors)
	f.filmCaption(c, f.parts.caption)
	f.Calls = c.Layer.Flush(frame)
	f.Calls += c.Overlay.Flush(frame)
	f.titleCard(f.big)
	f.endCard(f.big)
	f.Calls += f.big.Flush(frame)
}

// filmTop writes the film's title and the frame's virtual time.
func (f *filmPicture) filmTop(c *draw.Canvas, r panel.Rect) {
	c.Rect(r.X, r.Y, r.W, r.H, c.Theme.Panel)
	f.pen.Start(f.Words).Fixed(time.Duration(f.Session.Now()).Seconds(), 3).Text(" s")
	const apart = 18 // between two texts, but not between a figure and its name
	l := &f.line
	l.Start(c.Fonts(), 10)
	// If the title doesn't fit in the largest letters, names of settings give way to the session's title, since the worlds show
	// them too; so does the client. What still doesn't fit is cut.
	var all []layout.Item
	may := []string{f.filmTitle()}
	switch own := f.opt.Title == ""; {
	case own && f.settingsName:
		may = append(may, f.sessionTitle())
	case own && f.AB.On && f.opt.Names[0] != f.opt.Names[1]:
		may = append(may, f.Words.F("film.against-short", f.opt.Names[0], f.opt.Names[1]))
	}
	for _, title := range may {
		for _, class := range [...]draw.Class{draw.Title, draw.Strong, draw.Small} {
			all = append(all, layout.Item{Text: title, Class: class, Ink: c.Theme.Text, Tail: 18})
		}
	}
	l.Add(layout.Item{Text: f.filmTitle(), Class: draw.Title, Ink: c.Theme.Text, Tail: apart, Rank: 2, Cut: 1}, all[1:]...)
	l.Right()
	l.Add(layout.Item{Text: f.Words.F("film.seed", f.Session.Scenario().Seed, f.Session.Clients()), Ink: c.Theme.TextDim, Tail: apart})
	l.Add(layout.Item{Text: f.Words.T("film.time"), Ink: c.Theme.TextDim, Rank: 1})
	l.Add(layout.Item{Bytes: f.pen.Buf, Class: draw.Title, Ink: c.Theme.Text, Rank: 3})
	l.Place(panel.NewRect(r.X+16, r.Y, r.W-32, r.H), 0)
	l.Draw(c)
}

// filmTitle returns the film's title. For two sessions it names the client that is compared.
func (f *filmPicture) filmTitle() string {
	if f.opt.Title != "" {
		return f.opt.Title
	}
	if f.AB.On && f.opt.Names[0] != f.opt.Names[1] {
		return f.Words.F("film.against", f.Deck.Chosen, f.opt.Names[0], f.opt.Names[1])
	}
	return f.sessionTitle()
}

// sessionTitle returns the session's title, or else its name.
func (f *filmPicture) sessionTitle() string {
	if title := f.TitleText(); title != "" {
		return title
	}
	return f.Session.Scenario().Name
}

// titleLines breaks the title into lines for a card of this width. The title of two sessions breaks at the word between them, in
// letters in which each half fits.
func (f *filmPicture) titleLines(fonts *draw.Fonts, width float32) (t layout.Text) {
	title := f.filmTitle()
	a, b, named := strings.Cut(title, phraseGap)
	if t = layout.Fit(fonts, title, width, layout.Open, draw.Title); named && len(t.Lines) > 1 {
		t = layout.Fit(fonts, a+"\n"+b, width, 2*fonts.LineHeight(draw.Title), draw.Title, draw.Strong, draw.Body)
	}
	if t.Cut {
		t = layout.Fit(fonts, a+"\n"+b, width, layout.Open, draw.Body)
	}
	return t
}

// phraseGap separates the names of two sessions from the word between them, in the text "film.against".
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

// filmWorlds draws the viewports, and the names of A and B above theirs.
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

// nameSide writes which world is A or B, and what it has that the other lacks.
func (f *filmPicture) nameSide(c *draw.Canvas, r panel.Rect, side int) {
	y := r.Y + r.H/2 - 1
	panel.Badge(c, r.X+2, y, panel.BadgeHigh, [...]string{"a", "b"}[side])
	var said layout.Text
	switch room := r.W - 34; {
	case !f.opt.Watch:
		in := func(text string) layout.Text { return layout.Fit(c.Fonts(), text, room, 0, draw.Body) }
		said = in(f.sideText(side, func(text string) bool { return !in(text).Cut }))
	case f.opt.Names[0] != f.opt.Names[1]: // the caption has what differs
		said = layout.Fit(c.Fonts(), f.opt.Names[side], room, 0, draw.Figure, draw.Title, draw.Strong, draw.Small)
	}
	said.Draw(c, panel.NewRect(r.X+30, y, 0, 0), c.Theme.Text, draw.Left|draw.Middle)
}

// filmCaption writes the caption in the largest letters that fit.
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
	f.captionIn(c.Fonts(), text).Draw(c, f.filmCaptionRoom(), c.Theme.Text, draw.Left|draw.Middle)
}

// filmCaptionRoom returns where the caption's letters go.
func (f *filmPicture) filmCaptionRoom() panel.Rect {
	r := f.parts.caption
	return panel.NewRect(r.X+16, r.Y+2, r.W-32, r.H-4)
}

// captionIn lays out a caption in the largest letters in which all of it fits.
func (f *filmPicture) captionIn(fonts *draw.Fonts, text string) layout.Text {
	in := f.filmCaptionRoom()
	if f.opt.Watch {
		return picture.Caption(fonts, text, in.W, in.H)
	}
	return layout.Fit(fonts, text, in.W, in.H, draw.Title, draw.Body, draw.Small)
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

// titleCard draws the title over the start of the film. Time passes under it, so that frame k shows the instant k/fps from the
// first frame on. It doesn't fade: two texts would shine through each other.
func (f *filmPicture) titleCard(big *draw.Canvas) {
	if f.Session.Now().Sub(f.start) >= f.opt.TitleLength {
		return
	}
	for _, d := range []*picture.Deck{&f.Deck, &f.AB.Deck} {
		for i := range d.Views {
			d.Views[i].Legend.Forget()
		}
	}
	title := f.titleLines(big.Fonts(), f.Width*titleShare)
	sides, fair := f.titleSides(big.Fonts())
	high := title.H + 8 + sides.H + fair.H
	room, all := f.cardRooms()
	if high > room.H {
		room = all
	}
	big.Rect(room.X, room.Y, room.W, room.H, big.Theme.Ground)
	room = room.Below(max(room.H-high, 0) / 2)
	title.Draw(big, room, big.Theme.Text, draw.Centre)
	room = room.Below(title.H + 8)
	sides.Draw(big, room, big.Theme.Text, draw.Centre)
	fair.Draw(big, room.Below(sides.H), big.Theme.TextDim, draw.Centre)
}

// titleSides writes under the title of two sessions what differs, and what is the same.
func (f *filmPicture) titleSides(fonts *draw.Fonts) (sides, fair layout.Text) {
	if !f.AB.On {
		return sides, fair
	}
	in := func(text string) layout.Text { return layout.Fit(fonts, text, f.Width*0.9, layout.Open, draw.Small) }
	lines := append(picture.Lines(f.Words, f.AB.A.Session, f.Session), "")
	if !f.opt.Watch {
		lines = nil
		for i, key := range [...]string{"film.side-a", "film.side-b"} {
			lines = append(lines, f.Words.F(key, f.sideText(i, func(text string) bool { return len(in(f.Words.F(key, text)).Lines) <= 2 })))
		}
	}
	return in(strings.Join(lines, "\n")), in(f.Words.T("film.fair"))
}

// cardRooms returns where title and verdict go: between the title bar and the captions, or, if they don't fit there, anywhere
// below the title bar.
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

// sideText describes a world: its name, and what it has that the other lacks, as far as it fits.
func (f *filmPicture) sideText(side int, fits func(text string) bool) string {
	items := f.sides[side]
	if f.opt.Names[0] != f.opt.Names[1] {
		items = append([]string{f.opt.Names[side]}, items...)
	} else if len(items) == 0 {
		return f.Words.T("ab.all-alike")
	}
	return wholeItems(items, fits)
}

// What short-film players on a phone cover, in shares of the picture: names and search at the top, title and sound at the bottom,
// buttons at the right. Measured in 2026 on YouTube Shorts and similar players; the largest of each.
const (
	portraitTop   = 0.08
	portraitLow   = 0.2
	portraitRight = 0.13

	portraitText = 0.75
)

// filmWatch draws everything below the title in the view Watch.
func (f *filmPicture) filmWatch(c *draw.Canvas) {
	quiet := f.Session.Now().Sub(f.start) >= f.opt.TitleLength+legendStays // the legend has been shown for long enough
	f.Deck.Quiet, f.AB.Deck.Quiet = quiet, quiet
	f.AB.DrawWorlds(&f.Picture, c)
	for i, r := range f.parts.names {
		if r.H > 0 {
			f.nameSide(c, r, i)
		}
	}
	f.DrawWatch(c)
}
