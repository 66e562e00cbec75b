package ui

import (
	"time"

	"driftlab/game/scenario"
	"driftlab/ui/diagram"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/widgets"
)

// lowBar has what runs time at the left of the bottom bar, and behind the line of time what the Watch view can be switched to, or in other
// views the caption.
type lowBar struct {
	transport     widgets.Child
	play          *widgets.IconButton
	paused        bool // what the play button shows
	speed         *widgets.Button
	at            float64 // the speed that its button shows
	kinds, follow widgets.Child
	kind          [4]*widgets.Toggle
	last          widgets.Child // what films the last seconds of A and B
	still, turn   widgets.Child // what freezes a hit, and what moves on to another one
	some          bool          // there are such hits
	reconnect     widgets.Child // all clients, which is offered
	tight         bool          // the speed has no buttons beside it
	caption       panel.Rect
	told          captioned // for which it has its width
}

// captioned is what a caption's width depends on.
type captioned struct {
	scenario *scenario.Scenario
	language string
	room     float32
}

// build makes the buttons for the present scale and language.
func (w *lowBar) build(a *App, theme *widgets.Theme) {
	icon := func(name string, i widgets.Icon, do func()) *widgets.IconButton {
		return theme.Icon(i, a.Words.T("bars."+name+"-tip"), do)
	}
	w.play, w.paused = icon("play", iconPause, func() { a.Paused = !a.Paused }), false
	slower, faster := icon("slower", iconSlower, a.slower), icon("faster", iconFaster, a.faster)
	w.at, w.speed = a.Speed, theme.Button(speedText(a.Words, a.Speed), a.Words.T("bars.speed-tip"), func() { a.setSpeed(0) })
	for button, width := range map[*widgets.Button]float64{slower.Button: 24, w.speed: 56, faster.Button: 24} {
		button.GetWidget().MinWidth = theme.Px(width)
	}
	speed := theme.Joined(slower, w.speed, faster)
	if w.tight = a.lowTight(); w.tight {
		speed = theme.Joined(w.speed)
	}
	w.transport = theme.Row(icon("restart", iconRestart, a.restart), w.play, icon("step", iconStep, func() { a.Step(1) }), speed)
	w.reconnect = theme.Row(theme.Button(a.Words.T("watch.reconnect"), a.Words.T("watch.reconnect-tip"), a.reconnectAll))
	var kinds []widgets.Child
	for i, kind := range scenario.WatchLayouts() {
		w.kind[i] = theme.Toggle(a.Words.T("watch."+kind), a.Words.T("watch."+kind+"-tip"), false, func(bool) { a.watchAs(kind) })
		kinds = append(kinds, w.kind[i])
	}
	last := len(kinds) - 1 // which is not always there
	w.kinds, w.still = theme.Joined(kinds[:last]...), theme.Row(kinds[last])
	w.turn = theme.Joined(theme.Button("‹", a.Words.T("watch.frozen-back-tip"), func() { a.turnFrozen(-1) }),
		theme.Button("›", a.Words.T("watch.frozen-next-tip"), func() { a.turnFrozen(1) }))
	w.last = theme.Row(theme.Button(a.Words.T("watch.film-last"), a.Words.T("watch.film-last-tip"), a.rec.FilmLast))
	w.follow = theme.Row(theme.Button(a.Words.T("watch.follow"), a.Words.T("watch.follow-tip"), a.followCuts))
}

// place puts them into the bar, as far as there is room.
func (w *lowBar) place(a *App) {
	l, right := &a.Regions, a.Regions.Bottom.W-4
	in := panel.NewRect(l.Bottom.X, l.Bottom.Y+(l.Bottom.H-30)/2, l.Bottom.W, 30)
	put := func(child widgets.Child, there bool) {
		if child.GetWidget().SetVisibility(widgets.Visibility(there)); there {
			pw, _ := a.root.Size(child)
			right -= pw + barGap
			a.root.Place(child, panel.NewRect(right, in.Y, pw, in.H))
		}
	}
	transport, _ := a.root.Size(w.transport)
	a.root.Place(w.transport, panel.NewRect(barGap, in.Y, transport, in.H))
	l.Line = panel.NewRect(barGap+transport+16, l.Bottom.Y+(l.Bottom.H-barLine)/2, 0, barLine)
	wide := l.Watching && in.W >= 900
	there := wide && !a.AB.On && !a.Watch.Guess // a layout can be chosen
	w.some = len(a.Watch.Frozen.All) > 0
	put(w.kinds, there)
	put(w.still, there && w.some)
	put(w.turn, there && w.some && a.FrozenShown())
	put(w.last, wide && a.AB.On)
	put(w.follow, there && a.Watch.Own)
	if w.caption = (panel.Rect{}); !l.Watching {
		right = min(right, w.captionFrom(a, l.Line.X))
		w.caption = panel.NewRect(right, l.Bottom.Y, l.Bottom.W-right, l.Bottom.H)
	}
	put(w.reconnect, a.reconnect.offered)
	l.Line.W = right - l.Line.X
}

// The line of time's height with its marks and labels, and the width that captions leave it, in points.
const (
	barLine   = 44
	lineLeast = 140
	tightBar  = 900 // the width under which the bar has no buttons for a slower and a faster time
)

// lowTight says whether the bottom bar has little room.
func (a *App) lowTight() bool { return a.Regions.Bottom.W < tightBar && !a.Regions.Watching }

// captionFrom returns where a caption begins: under the race, or farther left where some caption of the scenario has no room there.
func (w *lowBar) captionFrom(a *App, left float32) float32 {
	l, sc := &a.Regions, a.Session.Scenario()
	from := l.Race.X
	if l.Race.W <= 0 {
		from = l.Bottom.W * (1 - captionShare)
	}
	w.told = captioned{sc, a.Words.Name(), l.Bottom.W}
	fit := func(text string) {
		for from > left+lineLeast && captionIn(a.Canvas.Fonts(), text, panel.NewRect(from, 0, l.Bottom.W-from, l.Bottom.H)).Cut {
			from -= 20
		}
	}
	for i := range sc.Events {
		fit(a.CaptionIn(sc.Events[i].Caption))
	}
	if fit(a.Words.T("scrub.hint")); a.Taught.Lesson != nil {
		fit(a.Words.F("lesson.try", a.Taught.Lesson.Try.In(a.Words.Name())))
	}
	return from
}

// refresh has the buttons show what is, and the bar have room for other captions.
func (w *lowBar) refresh(a *App) {
	if a.Paused != w.paused {
		w.paused = a.Paused
		w.play.SetIcon(map[bool]widgets.Icon{false: iconPause, true: iconPlay}[w.paused])
	}
	if a.Regions.Phone {
		return
	}
	if a.Speed != w.at {
		w.at = a.Speed
		w.speed.SetText(speedText(a.Words, w.at))
	}
	for i, kind := range scenario.WatchLayouts() {
		w.kind[i].Set(a.Regions.Watch.Plan.Kind == kind)
	}
	if now := (captioned{a.Session.Scenario(), a.Words.Name(), a.Regions.Bottom.W}); !a.Regions.Watching && now != w.told {
		w.place(a)
	}
}

// drawWatchBars writes what the window has to tell into the Watch view's caption, and draws the line of time.
func (a *App) drawWatchBars(c *draw.Canvas) {
	text, col := a.Caption()
	l := &a.Regions
	if a.lessons.Carded() && l.Sheet.H == 0 { // a sheet leaves a step no room but for what it says
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
