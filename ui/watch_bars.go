package ui

import (
	"time"

	"driftlab/config"
	"driftlab/scenario"
	"driftlab/ui/draw"
	"driftlab/ui/widgets"
)

// watchBars are the buttons of the Watch view: the few of the top bar, and time's in the bottom bar.
type watchBars struct {
	views, tools  widgets.Child
	transport     widgets.Child
	kinds, follow widgets.Child
	kind          [4]*widgets.Toggle
	still, turn   widgets.Child // what freezes a hit, and what goes on to another one
	some          bool          // there are such hits
	left, right   float32       // where the top bar is free
}

// The widths, at scale 1, from which on the Watch view's bars have room for more.
const (
	watchBrand = 640
	watchTools = 760
	watchKinds = 900
)

// switchOfViews is one button a view, of which the present one is down.
func (a *App) switchOfViews(theme *widgets.Theme) widgets.Child {
	var all []widgets.Child
	for _, view := range config.Views() {
		all = append(all, theme.Toggle(a.words.T("bars."+view), a.words.T("bars."+view+"-tip"), view == a.opt.Config.Settings().View, func(bool) {
			a.showView(view)
		}))
	}
	return theme.Joined(all...)
}

// showView has the window show a view, for good.
func (a *App) showView(view string) { a.prefer(func(s *config.Settings) { s.View = view }) }

// build makes the buttons for the present scale and language.
func (w *watchBars) build(a *App, theme *widgets.Theme, tools []widgets.Child) {
	w.views, w.tools = a.switchOfViews(theme), theme.Row(tools...)
	b := &a.top
	w.transport = theme.Row(theme.Icon(iconRestart, a.words.T("bars.restart-tip"), a.restart), b.play,
		theme.Icon(iconStep, a.words.T("bars.step-tip"), a.step))
	var kinds []widgets.Child
	for i, kind := range scenario.WatchLayouts() {
		w.kind[i] = theme.Toggle(a.words.T("watch."+kind), a.words.T("watch."+kind+"-tip"), false, func(bool) { a.watchAs(kind) })
		kinds = append(kinds, w.kind[i])
	}
	last := len(kinds) - 1 // which is not always there
	w.kinds, w.still = theme.Joined(kinds[:last]...), theme.Row(kinds[last])
	w.turn = theme.Joined(theme.Button("‹", a.words.T("watch.frozen-back-tip"), func() { a.turnFrozen(-1) }),
		theme.Button("›", a.words.T("watch.frozen-next-tip"), func() { a.turnFrozen(1) }))
	w.follow = theme.Row(theme.Button(a.words.T("watch.follow"), a.words.T("watch.follow-tip"), a.followCuts))
}

// place puts them into the bars, as far as there is room.
func (w *watchBars) place(a *App) {
	z, l := float32(a.scale), &a.layout
	width := l.top.w / z
	put := func(child widgets.Child, bar rect, right *float32, there bool) {
		child.GetWidget().SetVisibility(visible(there))
		if pw, _ := child.PreferredSize(); there {
			*right -= float32(pw) + 10*z
			a.root.Place(child, rect{*right, bar.y + 7*z, float32(pw), bar.h - 14*z}.pixels())
		}
	}
	w.right = l.top.w - 96*z // the time
	put(w.tools, l.top, &w.right, width >= watchTools)
	put(w.views, l.top, &w.right, true)
	w.left = 10 * z
	if width >= watchBrand {
		w.left = brandWidth * z
	}
	lessons, _ := a.top.row.PreferredSize()
	a.root.Place(a.top.row, rect{w.left, l.top.y + 7*z, float32(lessons), l.top.h - 14*z}.pixels())
	w.left += float32(lessons) + 16*z
	a.top.end = w.right - 6*z
	transport, _ := w.transport.PreferredSize()
	a.root.Place(w.transport, rect{10 * z, l.bottom.y + 7*z, float32(transport), l.bottom.h - 14*z}.pixels())
	l.line = l.bottom
	l.line.x += float32(transport) + 16*z
	right := l.bottom.w - 4*z
	there := width >= watchKinds && !a.ab.on && !a.watch.guess // a layout can be chosen
	put(w.kinds, l.bottom, &right, there)
	w.some = len(a.watch.frozen.all) > 0
	put(w.still, l.bottom, &right, there && w.some)
	put(w.turn, l.bottom, &right, there && w.some && a.frozenShown())
	put(w.follow, l.bottom, &right, there && a.watch.own)
	l.line.w = right - l.line.x
}

// refresh has the buttons of the layouts show which one it is.
func (w *watchBars) refresh(a *App) {
	for i, kind := range scenario.WatchLayouts() {
		w.kind[i].Set(a.layout.watch.plan.kind == kind)
	}
}

// drawWatchTop writes the title, and the virtual time.
func (b *topBar) drawWatchTop(c *draw.Canvas, t *tips, r rect) {
	a, z, y := b.app, float32(c.Fonts().Scale()), r.y+r.h/2
	if r.w >= watchBrand*z {
		c.Text(r.x+14*z, y, "driftlab", draw.Title, c.Theme.Text, draw.Left|draw.Middle)
	}
	b.pen.start(a.words).fixed(time.Duration(a.session.Now()).Seconds(), 1).text(" s")
	if a.hides() { // the host's clock reads it
		b.pen.start(a.words).text("– s")
	}
	w := b.pen.put(c, r.x+r.w-16*z, y, draw.Mono, c.Theme.TextDim, draw.Right|draw.Middle)
	t.add(rect{r.x + r.w - 16*z - w, r.y, w, r.h}, a.words.T("bars.time-tip"))
	left, right := b.watch.left, a.rec.bar.draw(a, c, t, b.watch.left, b.watch.right-10*z, r)
	right = a.lag.draw(c, t, a.words, left, right, r)
	if room := right - left - 10*z; room > 80*z && a.taught.lesson == nil { // else the strip below has it
		title := cut(c.Fonts(), a.titleText(), draw.Title, room)
		t.add(rect{left, r.y, c.Text(left, y, title, draw.Title, c.Theme.Text, draw.Left|draw.Middle), r.h}, a.titleText())
	}
}

// drawWatchBars writes what the window has to tell into the Watch view's caption, and draws the line of time.
func (a *App) drawWatchBars(c *draw.Canvas) {
	text, col := a.caption()
	l := &a.layout
	if a.telling() {
		a.drawStep(c, l.watch.caption)
	} else {
		a.drawWatchCaption(c, l.watch.caption, text, col)
	}
	if a.message != "" && !a.travelling() {
		a.tips.add(l.watch.caption, a.words.T("bars.dismiss-tip"))
	}
	for _, p := range l.watch.panes[:l.watch.shown] {
		if p.watched && p.machine == a.deck.chosen && !a.ab.on {
			a.pulseKeys(c, p.rect)
		}
	}
	if a.hides() {
		cover(c, a.tips, l.line, a.words.T("blind.hidden-time"))
		return
	}
	a.scrub.draw(a, c, l.line)
	a.watch.strips[0].under = timeLine{a.scrub.track.x, a.scrub.track.w, time.Duration(a.scrub.span)}
}
