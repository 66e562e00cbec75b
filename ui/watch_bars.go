package ui

import (
	"time"

	"driftlab/game/scenario"
	"driftlab/ui/config"
	"driftlab/ui/diagram"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/widgets"
)

// watchBars are the buttons of the Watch view: the few of the top bar, and time's in the bottom bar.
type watchBars struct {
	views, tools  widgets.Child
	transport     widgets.Child
	speed         widgets.Child // of the transport
	kinds, follow widgets.Child
	kind          [4]*widgets.Toggle
	last          widgets.Child // what films the last seconds of A and B
	still, turn   widgets.Child // what freezes a hit, and what goes on to another one
	some          bool          // there are such hits
	numbers       *widgets.Toggle
	reconnect     widgets.Child // all clients, which is offered
	left, right   float32       // where the top bar is free
	title         string        // for which it was laid out; "" for none
}

// viewToggles is one button a view, of which the present one is down.
func (a *App) viewToggles(theme *widgets.Theme) (all []widgets.Child) {
	for _, view := range config.Views() {
		all = append(all, theme.Toggle(a.Words.T("bars."+view), a.Words.T("bars."+view+"-tip"), view == a.opt.Config.Settings().View, func(bool) {
			a.showView(view)
		}))
	}
	return all
}

// showView has the window show a view, for good.
func (a *App) showView(view string) {
	a.phone.begin(view)
	a.resting = resting{} // other panels cost another time
	a.prefer(func(s *config.Settings) { s.View = view })
}

// ShowWatch shows the Watch view, if another is shown.
func (a *App) ShowWatch() {
	if a.Shows() != config.WatchView {
		a.showView(config.WatchView)
	}
}

// build makes the buttons for the present scale and language.
func (w *watchBars) build(a *App, theme *widgets.Theme, tools []widgets.Child) {
	w.numbers = theme.Toggle("123", a.Words.T("numbers.button-tip"), a.Watch.Numbers, func(bool) { a.toggleNumbers() })
	w.views, w.tools = theme.Joined(a.viewToggles(theme)...), theme.Row(append(tools, w.numbers)...)
	b := &a.top
	w.transport = theme.Row(theme.Icon(iconRestart, a.Words.T("bars.restart-tip"), a.restart), b.play,
		theme.Icon(iconStep, a.Words.T("bars.step-tip"), a.Step), w.speed)
	var kinds []widgets.Child
	for i, kind := range scenario.WatchLayouts() {
		w.kind[i] = theme.Toggle(a.Words.T("watch."+kind), a.Words.T("watch."+kind+"-tip"), false, func(bool) { a.watchAs(kind) })
		kinds = append(kinds, w.kind[i])
	}
	last := len(kinds) - 1 // which is not always there
	w.kinds, w.still = theme.Joined(kinds[:last]...), theme.Row(kinds[last])
	w.turn = theme.Joined(theme.Button("‹", a.Words.T("watch.frozen-back-tip"), func() { a.turnFrozen(-1) }),
		theme.Button("›", a.Words.T("watch.frozen-next-tip"), func() { a.turnFrozen(1) }))
	w.reconnect = theme.Row(theme.Button(a.Words.T("watch.reconnect"), a.Words.T("watch.reconnect-tip"), a.reconnectAll))
	w.last = theme.Row(theme.Button(a.Words.T("watch.film-last"), a.Words.T("watch.film-last-tip"), a.rec.FilmLast))
	w.follow = theme.Row(theme.Button(a.Words.T("watch.follow"), a.Words.T("watch.follow-tip"), a.followCuts))
}

// place puts them into the bars, as far as there is room.
func (w *watchBars) place(a *App) {
	l := &a.Regions
	width := l.Top.W
	put := func(child widgets.Child, bar panel.Rect, right *float32, there bool) {
		child.GetWidget().SetVisibility(widgets.Visibility(there))
		if pw, _ := a.root.Size(child); there {
			*right -= pw + 10
			a.root.Place(child, panel.NewRect(*right, bar.Y+7, pw, bar.H-14))
		}
	}
	w.right = l.Top.W - 96 // the time
	put(w.tools, l.Top, &w.right, width >= 760)
	put(w.views, l.Top, &w.right, true)
	lessons, _ := a.root.Size(a.top.row)
	w.left, w.title = 10, a.barTitle()
	free, fonts := w.right-lessons-36, a.Canvas.Fonts() // the experiment's title may be whole only in the place of the program's name
	if a.top.branded = width >= 640 && (!titleIn(fonts, w.title, free-brandWidth).Cut || titleIn(fonts, w.title, free-10).Cut); a.top.branded {
		w.left = brandWidth
	}
	a.root.Place(a.top.row, panel.NewRect(w.left, l.Top.Y+7, lessons, l.Top.H-14))
	w.left += lessons + 16
	a.top.end = w.right - 6
	transport, _ := a.root.Size(w.transport)
	a.root.Place(w.transport, panel.NewRect(10, l.Bottom.Y+7, transport, l.Bottom.H-14))
	l.Line = l.Bottom
	l.Line.X += transport + 16
	right := l.Bottom.W - 4
	wide := width >= 900
	there := wide && !a.AB.On && !a.Watch.Guess // a layout can be chosen
	put(w.kinds, l.Bottom, &right, there)
	w.some = len(a.Watch.Frozen.All) > 0
	put(w.still, l.Bottom, &right, there && w.some)
	put(w.turn, l.Bottom, &right, there && w.some && a.FrozenShown())
	put(w.last, l.Bottom, &right, wide && a.AB.On)
	put(w.follow, l.Bottom, &right, there && a.Watch.Own)
	put(w.reconnect, l.Bottom, &right, a.reconnect.offered)
	l.Line.W = right - l.Line.X
}

// refresh has the buttons of the layouts show which one it is, and that of the numbers whether they are there, and the bar have room
// for another title.
func (w *watchBars) refresh(a *App) {
	if w.title != a.barTitle() {
		w.place(a)
	}
	w.numbers.Set(a.Watch.Numbers)
	for i, kind := range scenario.WatchLayouts() {
		w.kind[i].Set(a.Regions.Watch.Plan.Kind == kind)
	}
}

// drawWatchBars writes what the window has to tell into the Watch view's caption, and draws the line of time.
func (a *App) drawWatchBars(c *draw.Canvas) {
	text, col := a.Caption()
	l := &a.Regions
	if a.lessons.Telling() && l.Sheet.H == 0 { // a sheet leaves a step no room but for what it says
		a.lessons.DrawStep(c, l.Watch.Caption)
	} else {
		a.DrawWatchCaption(c, l.Watch.Caption, text, col)
	}
	if a.faultShown() && !a.faultAside() {
		a.Tips.Add(l.Watch.Caption, a.Words.T("bars.dismiss-tip"))
	}
	for _, p := range l.Watch.Panes[:l.Watch.Shown] {
		if p.Watched && p.Machine == a.Deck.Chosen && !a.AB.On {
			a.pulseKeys(c, a.Deck.View(p.Machine).Plates.Own)
		}
	}
	a.scrub.draw(a, c, l.Line)
	a.Watch.Strips[0].Under = diagram.TimeLine{X: a.scrub.track.X, W: a.scrub.track.W, Span: time.Duration(a.scrub.span)}
}
