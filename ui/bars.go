package ui

import (
	"time"

	"driftlab/internal/palette"
	"driftlab/ui/config"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/widgets"
)

// topBar holds what runs the session: play, step, speed, restart, and where it stands.
type topBar struct {
	app     *App
	row     widgets.Child
	play    *widgets.IconButton
	paused  bool // what the play button shows
	speed   *widgets.Button
	sound   *widgets.IconButton
	heard   bool    // what the sound button shows, which the Watch view has
	at      float64 // the speed that its button shows
	room    barRoom
	branded bool // it has the program's name
	view    viewMenu
	end     float32 // where the buttons end
	watch   watchBars
	notice  noticeBox // for which there is room here or in a world
	second  noticeBox // the notice, beside an error that has the bar
	pen     panel.Pen
	line    layout.Line
}

// barRoom is how much room the top bar has for words on its buttons.
type barRoom int

const (
	wordsOnAll barRoom = iota
	wordsOnMost
	iconsOnly // nor is there the program's name, or a button for what the keys Home and N do too
)

// barRoom returns how much room there is in the window.
func (a *App) barRoom() barRoom {
	switch w := a.Regions.Top.W; {
	case w < 900:
		return iconsOnly
	case w < 1400:
		return wordsOnMost
	}
	return wordsOnAll
}

// brandWidth is the room for the program's name at the left, in points.
const brandWidth = 96

// build makes the buttons for the present scale and language.
func (b *topBar) build(a *App, theme *widgets.Theme) {
	b.app, b.room = a, a.barRoom()
	if a.Regions.Phone {
		b.sound, b.speed = nil, nil
		b.buildPhone(theme)
		return
	}
	icon := func(name string, i widgets.Icon, do func()) *widgets.IconButton {
		return theme.Icon(i, a.Words.T("bars."+name+"-tip"), do)
	}
	// word has a text and a tip, or from less room on an icon.
	word := func(text, tip string, i widgets.Icon, from barRoom, do func()) (widgets.Child, *widgets.Button) {
		if b.room >= from {
			child := theme.Icon(i, text+". "+tip, do)
			return child, child.Button
		}
		button := theme.Button(text, tip, do)
		return button, button
	}
	lessons, button := word(a.Words.T("lesson.button"), a.Words.T("lesson.button-tip"), iconLessons, iconsOnly, a.lessons.TogglePicker)
	widgets.HideTipWhile(button, func() bool {
		_, open := a.lessons.Picker()
		return open
	})
	b.play, b.paused = icon("play", iconPause, func() { a.Paused = !a.Paused }), false
	watching := a.Regions.Watching
	row := []widgets.Child{lessons, b.play, icon("step", iconStep, a.Step), b.buildSpeed(theme)}
	if b.watch.speed = row[3]; watching {
		row = row[:1]
	}
	begun := len(row)
	if b.room < iconsOnly && !watching {
		row = append(row, icon("restart", iconRestart, a.restart), icon("reroll", iconReroll, a.newSeed))
	}
	row = append(row, theme.Button(a.Words.T("ab.title"), a.Words.T("ab.title-tip"), a.toggleAB))
	for _, w := range barButtons() {
		if watching {
			w.from = wordsOnAll
		}
		child, _ := word(a.Words.T(w.name), a.Words.T(w.name+"-tip"), w.icon, w.from, func() { w.do(a) })
		row = append(row, child)
		if w.under != nil {
			*w.under(a) = child
		}
	}
	if b.sound = nil; watching {
		b.sound, b.heard = icon("sound", iconSilent, a.hearing.Toggle), false
		row = append(row, b.sound)
		b.watch.build(a, theme, row[begun:])
		row = row[:begun]
	} else if b.room == wordsOnAll {
		row = append(row, theme.Joined(a.viewToggles(theme)...))
	} else { // the button of the view where one looks
		watch, _ := word(a.Words.T("bars.watch"), a.Words.T("bars.watch-tip"), iconWatch, iconsOnly, func() { a.showView(config.WatchView) })
		row = append(row, watch)
	}
	b.row = theme.Row(row...)
	b.view.build(a, theme)
}

// A barButton opens something from the top bar.
type barButton struct {
	name  string // of its text; its tip has -tip behind it
	icon  widgets.Icon
	from  barRoom // from less room on it is its icon
	keyed bool    // a shortcut does the same
	do    func(a *App)
	under func(a *App) *widgets.Child // what has what opens below the button know it; nil for nothing
}

// barButtons are the last ones of the bar.
func barButtons() []barButton {
	return []barButton{
		{"blind.title", iconBlind, iconsOnly, true, func(a *App) { a.blind.Toggle() }, nil},
		{"share.title", iconShare, iconsOnly, false, func(a *App) { a.share.Toggle() }, func(a *App) *widgets.Child { return &a.share.Under }},
		{"recording.button", iconFilm, iconsOnly, false, func(a *App) { a.rec.Toggle() }, func(a *App) *widgets.Child { return &a.rec.Under }},
		{"bars.view", iconView, wordsOnMost, false, (*App).toggleView, func(a *App) *widgets.Child { return &a.top.view.under }},
		{"bars.help", iconHelp, wordsOnMost, true, (*App).toggleHelp, nil},
	}
}

// buildSpeed makes the buttons for the speed of time: slower, what it is, faster.
func (b *topBar) buildSpeed(theme *widgets.Theme) widgets.Child {
	a := b.app
	slower, faster := theme.Icon(iconSlower, a.Words.T("bars.slower-tip"), a.slower), theme.Icon(iconFaster, a.Words.T("bars.faster-tip"), a.faster)
	b.at, b.speed = a.Speed, theme.Button(speedText(a.Words, a.Speed), a.Words.T("bars.speed-tip"), func() { a.setSpeed(0) })
	for button, width := range map[*widgets.Button]float64{slower.Button: 24, b.speed: 56, faster.Button: 24} {
		button.GetWidget().MinWidth = theme.Px(width)
	}
	return theme.Joined(slower, b.speed, faster)
}

// place puts the buttons behind the program's name.
func (b *topBar) place() {
	a, left := b.app, float32(8)
	switch {
	case a.Regions.Phone:
		b.placePhone()
	case a.Regions.Watching:
		b.watch.place(a)
	default:
		if b.branded = b.room < iconsOnly; b.branded {
			left = brandWidth
		}
		w, _ := a.root.Size(b.row)
		b.end = left + w
		a.root.Place(b.row, panel.NewRect(left, a.Regions.Top.Y+7, w, a.Regions.Top.H-14))
	}
	b.view.place(a)
}

func (b *topBar) refresh() {
	a := b.app
	if now := a.hearing.On(); b.sound != nil && now != b.heard {
		b.heard = now
		b.sound.SetIcon(map[bool]widgets.Icon{false: iconSilent, true: iconSound}[now])
	}
	if a.Paused != b.paused {
		b.paused = a.Paused
		b.play.SetIcon(map[bool]widgets.Icon{false: iconPause, true: iconPlay}[b.paused])
	}
	if a.Regions.Watching && !a.Regions.Phone {
		b.watch.refresh(a)
	}
	if a.Speed != b.at && b.speed != nil {
		b.at = a.Speed
		b.speed.SetText(speedText(a.Words, b.at))
	}
}

// draw writes the scenario, its seed but in the Watch view, and the virtual time: as much of it, from the last to the first, as
// there is room for.
func (b *topBar) draw(c *draw.Canvas, t *panel.Tips, r panel.Rect) {
	a := b.app
	if a.Regions.Phone {
		b.drawPhoneTop(c, t, r)
		return
	}
	if b.branded {
		c.Text(r.X+14, r.Y+r.H/2, "driftlab", draw.Title, c.Theme.Text, draw.Left|draw.Middle)
	}
	if a.Regions.Watching {
		b.drawTime(c, t, r.X+r.W-16, r, 1, c.Theme.TextDim)
		left, right := b.watch.left, a.rec.DrawBar(c, t, b.watch.left, b.watch.right-10, r)
		if a.Taught.Lesson == nil { // else the strip below has it
			left = a.drawTitle(c, t, left, right, r)
		}
		a.drawRate(c, t, left, right, r)
		return
	}
	left, x := b.end+16, r.X+r.W-16

	w := b.drawTime(c, t, x, r, 3, c.Theme.Text)
	x, told := b.drawTold(c, t, left, x-w-10, r)
	if !told {
		return
	}
	x -= 24

	b.pen.Start(a.Words).Text(a.Words.T("bars.seed")).Text(" ").Int(int64(a.Session.Scenario().Seed))
	l := &b.line
	l.Start(c.Fonts(), 16)
	whole, small := layout.Item{Text: a.barTitle(), Class: draw.Strong, Ink: c.Theme.Text, Cut: 60}, layout.Item{Text: a.barTitle(), Ink: c.Theme.Text}
	title := l.Add(whole, small, layout.Item{Text: named(whole.Text), Class: draw.Strong, Ink: c.Theme.Text}, layout.Item{Text: named(whole.Text), Ink: c.Theme.Text})
	seed := l.Add(layout.Item{Bytes: b.pen.Buf, Ink: c.Theme.TextDim})
	l.Place(panel.NewRect(left, r.Y, x-left, r.H), 0)
	l.Draw(c)
	t.Add(l.At(title), a.TitleText())
	t.Add(l.At(seed), a.Words.T("bars.seed-tip"))
}

// drawTime writes the virtual time with so many decimals at the left of x, and returns how wide it is.
func (b *topBar) drawTime(c *draw.Canvas, t *panel.Tips, x float32, r panel.Rect, decimals int, col palette.Color) float32 {
	b.pen.Start(b.app.Words).Fixed(time.Duration(b.app.Session.Now()).Seconds(), decimals).Text(" s")
	if b.app.lessons.Hides() { // the host's clock reads it
		b.pen.Start(b.app.Words).Text("– s")
	}
	w := b.pen.Put(c, x, r.Y+r.H/2, draw.Mono, col, draw.Right|draw.Middle)
	t.Add(panel.NewRect(x-w, r.Y, w, r.H), b.app.Words.T("bars.time-tip"))
	return w
}

// drawTold writes at the left of the virtual time, up to x, whether that runs, then what is told of films and of the machine. What
// it says of the time has its place beside it, or none: told is false where there is none. It returns where all that begins.
func (b *topBar) drawTold(c *draw.Canvas, t *panel.Tips, left, x float32, r panel.Rect) (from float32, told bool) {
	a := b.app
	text := a.Words.T("bars.running")
	if a.Paused {
		text = a.Words.T("bars.paused")
	}
	w, gap := layout.Fit(c.Fonts(), text, r.W, 0, draw.Small).W, float32(10)
	chips := func(x float32) float32 { return a.drawRate(c, t, left, a.rec.DrawBar(c, t, left, x, r), r) }
	if from = x - w; from-left >= 340 { // what all of these take
		from = min(from, chips(from-gap)+gap)
	} else if free := chips(x); free < x || from < left {
		return free, false
	}
	c.Text(x, r.Y+r.H/2, text, draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
	t.Add(panel.NewRect(x-w, r.Y, w, r.H), a.Words.T("bars.time-tip"))
	return from, true
}
