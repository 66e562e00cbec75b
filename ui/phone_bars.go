package ui

import (
	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/widgets"
)

// buildPhone makes the few buttons of a phone's bars, and the menu with all others.
func (b *topBar) buildPhone(theme *widgets.Theme) {
	a, p := b.app, &b.app.phone
	icon := func(name string, i widgets.Icon, do func()) *widgets.IconButton {
		return theme.Icon(i, a.Words.T(name), do)
	}
	menu := icon("phone.menu-tip", iconMenu, a.toggleMenu)
	b.row, b.view.under = menu, menu
	p.end = icon("lesson.button-tip", iconLessons, a.lessons.TogglePicker)
	b.low.play, b.low.paused = icon("bars.play-tip", iconPause, func() { a.Paused = !a.Paused }), false
	p.handle = icon("phone.sheet-tip", iconSheet, a.toggleSheet)
	b.view.build(a, theme)
	p.menu = theme.Popover(theme.Scroll(theme.Column(b.menuRows(theme)...)), nil)
}

// menuRows are the menu's rows of buttons. What is pressed puts the menu away.
func (b *topBar) menuRows(theme *widgets.Theme) (rows []widgets.Child) {
	a := b.app
	and := func(do func()) func() {
		return func() {
			a.phone.menu.Close()
			do()
		}
	}
	button := func(name string, do func()) widgets.Child {
		return theme.Button(a.Words.T(name), a.Words.T(name+"-tip"), and(do))
	}
	rows = append(rows, theme.Equal(a.viewToggles(theme)...))
	if l := a.Taught.Lesson; l != nil {
		rows = append(rows, a.lessonRows(theme, l, and)...)
	}
	if a.Regions.Watching {
		var kinds []widgets.Child
		for _, kind := range scenario.WatchLayouts() {
			kinds = append(kinds, button("watch."+kind, func() { a.watchAs(kind) }))
		}
		a.phone.table = theme.Toggle(a.Words.T("phone.table"), a.Words.T("phone.table-tip"), a.Watch.Numbers, func(bool) { and(a.toggleNumbers)() })
		rows = append(rows, theme.Equal(kinds...), theme.Equal(button("watch.follow", a.followCuts), a.phone.table))
	}
	rows = append(rows,
		theme.Equal(theme.Button("½×", a.Words.T("bars.slower-tip"), a.slower), theme.Button("2×", a.Words.T("bars.faster-tip"), a.faster), theme.Button("1×", a.Words.T("bars.speed-tip"), func() { a.setSpeed(0) })),
		theme.Equal(button("bars.step", func() { a.Step(1) }), button("bars.restart", a.restart), button("bars.reroll", a.newSeed)))
	sound := theme.Toggle(a.Words.T("sound.title"), a.Words.T("bars.sound-tip"), a.hearing.On(), func(bool) { and(a.hearing.Toggle)() })
	rows = append(rows, theme.Equal(button("phone.play", a.takeOrGive), button("phone.undo", a.Undo), sound))
	var more []widgets.Child
	for _, w := range append(barTools(), barTool{name: "blind.title", do: func(a *App) { a.blind.Toggle() }}, barTool{name: "bars.view", do: (*App).toggleView},
		barTool{name: "bars.help", do: (*App).toggleHelp}) {
		more = append(more, button(w.name, func() { w.do(a) }))
	}
	return append(rows, theme.Equal(more[:3]...), theme.Equal(more[3:]...))
}

// lessonRows are the menu's rows while a lesson runs: the lessons before and after, its worlds, and its end.
func (a *App) lessonRows(theme *widgets.Theme, l *lesson.Lesson, and func(func()) func()) (rows []widgets.Child) {
	rows = append(rows, theme.Equal(
		theme.Button("‹", a.Words.T("lesson.previous-tip"), and(func() { a.lessons.Turn(-1) })),
		theme.Button(a.Words.T("lesson.end"), a.Words.T("lesson.end-tip"), and(a.lessons.End)),
		theme.Button("›", a.Words.T("lesson.next-tip"), and(func() { a.lessons.Turn(1) })),
	))
	for _, i := range a.lessons.Worlds() {
		rows = append(rows, theme.Button(l.Worlds[i].Title.In(a.Words.Name()), a.Words.T("lesson.world-tip"), and(func() { a.lessons.Open(l, i) })))
	}
	if len(rows) > 1 {
		rows = append(rows, theme.Button(a.Words.T("lesson.beside"), a.Words.T("lesson.beside-tip"), and(a.lessons.ToggleBeside)))
	}
	if a.lessons.Telling() {
		rows = append(rows, theme.Toggle(a.Words.T("player.auto"), a.Words.T("player.auto-tip"), a.lessons.Player.Auto, func(on bool) { a.lessons.Player.Auto = on }))
	}
	return rows
}

// toggleMenu opens the menu, or puts it away.
func (a *App) toggleMenu() {
	m := a.phone.menu
	if m.IsOpen() {
		m.Close()
		return
	}
	_, h := a.root.Size(m)
	m.Open(a.root, a.Within(panel.NewRect(4, 0, 350, h)))
}

// placePhone puts the few buttons into a phone's bars.
func (b *topBar) placePhone() {
	a, p, l := b.app, &b.app.phone, &b.app.Regions
	const side, pad = picture.Finger, (picture.PhoneBar - picture.Finger) / 2
	put := func(child widgets.Child, x, y float32) { a.root.Place(child, panel.NewRect(x, y, side, side)) }
	right := l.Top.W - side - pad
	put(b.row, pad, l.Top.Y+pad)
	put(p.end, right, l.Top.Y+pad)
	put(b.low.play, pad, l.Bottom.Y+pad)
	put(p.handle, right, l.Bottom.Y+pad)
}

// drawPhoneTop writes the title, or which step of a lesson it is, and the virtual time.
func (b *topBar) drawPhoneTop(c *draw.Canvas, t *panel.Tips, r panel.Rect) {
	a := b.app
	in := r.After(picture.PhoneBar + 6)
	in.W -= picture.PhoneBar + 6
	w := b.drawTime(c, t, in.X+in.W, r, 1)
	left, named := in.X, in.X
	if a.Taught.Lesson != nil && a.Regions.Strip.H > 0 { // that comes before the note about the machine
		named += layout.Fit(c.Fonts(), a.lessons.Number(), in.W, 0, draw.Title).W + 10
	}
	right := a.rec.DrawBar(c, t, named, in.X+in.W-w-10, r)
	if a.Taught.Lesson == nil {
		a.drawRate(c, t, a.drawTitle(c, t, left, right, r), right, r)
		return
	}
	right = a.drawRate(c, t, named, right, r)
	room := right - left - 10
	switch {
	case room < 40:
	case a.Regions.Strip.H > 0:
		layout.Fit(c.Fonts(), a.lessons.Number(), room, 0, draw.Title).Draw(c, panel.NewRect(left, r.Y, 0, r.H), c.Theme.Text, draw.Left|draw.Middle)
	default:
		a.lessons.DrawPhone(c, panel.NewRect(left-6, r.Y, room+6, r.H))
	}
}
