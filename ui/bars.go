package ui

import (
	"strings"
	"time"

	"driftlab/ui/config"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/widgets"
)

// topBar holds what leads to other views and things, and says what is shown and where it stands.
type topBar struct {
	app         *App
	row         widgets.Child // the button at the left
	views, more widgets.Child
	tools       []barTool // between these
	out         int       // how many of them have no room, the last ones: the menu behind more has them
	ab          *widgets.Switch
	numbers     *widgets.Toggle // the Watch view's
	low         lowBar
	view        viewMenu
	branded     bool      // it has the program's name
	ticking     bool      // and the host's tick
	left, right float32   // where it is free
	title       string    // for which it was laid out; "" for none
	notice      noticeBox // for which there is room here or in a world
	second      noticeBox // the notice, beside an error that has the bar
	pen         panel.Pen
	line        layout.Line
}

// A barTool opens or does something from the top bar, or from the menu where there is no room for it.
type barTool struct {
	name  string // of its text; its tip has -tip behind it
	do    func(a *App)
	under func(a *App) *widgets.Child // what has what opens below the button know it; nil for nothing
	child widgets.Child
}

// barTools are those that the bar has, the first to stay first.
func barTools() []barTool {
	return []barTool{
		{name: "ab.title", do: (*App).toggleAB},
		{name: "recording.button", do: func(a *App) { a.rec.Toggle() }, under: func(a *App) *widgets.Child { return &a.rec.Under }},
		{name: "share.title", do: func(a *App) { a.share.Toggle() }, under: func(a *App) *widgets.Child { return &a.share.Under }},
	}
}

// menuTools are those that are in the menu in any case.
func menuTools() []barTool {
	return []barTool{
		{name: "blind.title", do: func(a *App) { a.blind.Toggle() }},
		{name: "bars.reroll", do: (*App).newSeed},
		{name: "bars.help", do: (*App).toggleHelp},
	}
}

// The room in the bar, in points: for the program's name, for the time and for the tick.
const (
	brandWidth = 96
	timeRoom   = 96
	tickRoom   = 96
	rateRoom   = 60 // beside a title, for the note about a slow machine
	barGap     = 10
)

// build makes the buttons for the present scale and language.
func (b *topBar) build(a *App, theme *widgets.Theme) {
	b.app = a
	if a.Regions.Phone {
		b.low.speed = nil
		b.buildPhone(theme)
		return
	}
	lessons := theme.Button(a.Words.T("lesson.button"), a.Words.T("lesson.button-tip"), a.lessons.TogglePicker)
	widgets.HideTipWhile(lessons, func() bool { return a.lessons.Picker.Open })
	b.row, b.views = theme.Row(lessons), theme.Row(theme.Joined(a.viewToggles(theme)...))
	b.tools = barTools()
	for i := range b.tools {
		w := &b.tools[i]
		w.child = theme.Row(theme.Button(a.Words.T(w.name), a.Words.T(w.name+"-tip"), func() { w.do(a) }))
	}
	b.ab = theme.Switch(a.Words.T("ab.title"), a.Words.T("ab.title-tip"), a.AB.On, func(bool) { a.toggleAB() })
	b.tools[0].child = theme.Row(b.ab)
	more := theme.Icon(iconMore, a.Words.T("bars.more-tip"), a.toggleView)
	b.more, b.view.under = theme.Row(more), more
	b.numbers = theme.Toggle("123", a.Words.T("numbers.button-tip"), a.Watch.Numbers, func(bool) { a.toggleNumbers() })
	if a.Regions.Watching {
		b.tools = append([]barTool{{name: "numbers.button", do: (*App).toggleNumbers, child: theme.Row(b.numbers)}}, b.tools...)
	}
	b.low.build(a, theme)
	b.view.build(a, theme)
}

// viewToggles is one button a view; the present one is down.
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

// place puts the buttons into the bars. Where there is no room for a title beside all of them, tools go into the menu, the last ones first; then the
// program's name and the tick go where the Watch view's title or a button has no room.
func (b *topBar) place() {
	a := b.app
	if a.Regions.Phone {
		b.placePhone()
		b.view.place(a)
		return
	}
	width := func(child widgets.Child) float32 { w, _ := a.root.Size(child); return w + barGap }
	free := a.Regions.Top.W - timeRoom - tickRoom - brandWidth - width(b.row) - width(b.views) - width(b.more) - 2*barGap
	for i := range b.tools {
		free -= width(b.tools[i].child)
	}
	title := layout.Fit(a.Canvas.Fonts(), a.barTitle(), layout.Open, 0, draw.Small).W + rateRoom
	least := float32(0)
	if a.Regions.Watching {
		least = title
	}
	b.out, b.branded, b.ticking = 0, true, true
	drop := func(least float32, keep int) {
		for ; free < least && len(b.tools)-b.out > keep; b.out++ {
			free += width(b.tools[len(b.tools)-1-b.out].child)
		}
	}
	drop(title, len(b.tools)-2)
	if b.branded = free >= least; !b.branded {
		free += brandWidth - barGap
	}
	if b.ticking = free >= least; !b.ticking {
		free += tickRoom
	}
	drop(least, 0)
	b.lay()
	b.low.place(a)
	b.view.place(a)
}

// lay puts the buttons where they have room.
func (b *topBar) lay() {
	a, l := b.app, b.app.Regions.Top
	b.title = a.barTitle()
	if b.left = barGap; b.branded {
		b.left = brandWidth
	}
	w, h := a.root.Size(b.row)
	a.root.Place(b.row, panel.NewRect(b.left, l.Y+(l.H-h)/2, w, h))
	b.left += w + 16
	if b.right = l.W - timeRoom; b.ticking {
		b.right -= tickRoom
	}
	put := func(child widgets.Child, there bool) {
		if child.GetWidget().SetVisibility(widgets.Visibility(there)); there {
			w, h := a.root.Size(child)
			b.right -= w + barGap
			a.root.Place(child, panel.NewRect(b.right, l.Y+(l.H-h)/2, w, h))
		}
	}
	put(b.more, true)
	for i := len(b.tools) - 1; i >= 0; i-- {
		w := &b.tools[i]
		there := i < len(b.tools)-b.out
		if put(w.child, there); w.under != nil {
			if *w.under(a) = w.child; !there {
				*w.under(a) = b.more
			}
		}
	}
	put(b.views, true)
}

func (b *topBar) refresh() {
	a := b.app
	b.low.refresh(a)
	if a.Regions.Phone {
		return
	}
	if b.title != a.barTitle() {
		b.place()
	}
	b.ab.Set(a.AB.On)
	b.numbers.Set(a.Watch.Numbers)
}

// draw writes the scenario and its seed, and the tick and the virtual time of this frame: as much of it as there is room for.
func (b *topBar) draw(c *draw.Canvas, t *panel.Tips, r panel.Rect) {
	a := b.app
	if a.Regions.Phone {
		b.drawPhoneTop(c, t, r)
		return
	}
	if b.branded {
		c.Text(r.X+14, r.Y+r.H/2, "driftlab", draw.Strong, c.Theme.Text, draw.Left|draw.Middle)
	}
	b.drawTime(c, t, r.X+r.W-16, r, 3)
	left, right := b.left, a.rec.DrawBar(c, t, b.left, b.right-barGap, r)
	switch {
	case a.Taught.Lesson != nil: // the strip below has it
	case a.Regions.Watching:
		left = a.drawTitle(c, t, left, right, r)
	default:
		left = b.drawRun(c, t, panel.NewRect(left, r.Y, right-left, r.H))
	}
	a.drawRate(c, t, left, right, r)
}

// drawRun writes what runs: its title, its seed, and how many clients there are if these are many. It returns where that ends.
func (b *topBar) drawRun(c *draw.Canvas, t *panel.Tips, r panel.Rect) float32 {
	a, l := b.app, &b.line
	b.pen.Start(a.Words).Name("bars.seed").Int(int64(a.Session.Scenario().Seed))
	seed := len(b.pen.Buf)
	if n := a.Session.Clients(); n > picture.ClientsOnPage {
		b.pen.Text(" · ").Int(int64(n)).Text(" ").Word("viewport.clients")
	}
	l.Start(c.Fonts(), 18)
	whole := layout.Item{Text: a.barTitle(), Class: draw.Strong, Ink: c.Theme.Text, Rank: 1}
	short, small := whole, whole
	short.Text, small.Class = named(whole.Text), draw.Small
	title := l.Add(whole, short, small)
	dim := layout.Item{Bytes: b.pen.Buf, Ink: c.Theme.TextDim}
	l.Add(dim, layout.Item{Bytes: b.pen.Buf[:seed], Ink: c.Theme.TextDim})
	l.Place(r, 0)
	l.Draw(c)
	t.Add(r, a.Words.T("bars.seed-tip"))
	t.Add(l.At(title), a.TitleText())
	return r.X + l.W + 16
}

// drawTime writes the host's tick where there is room for it, and the virtual time with some decimals, at the left of x, and returns how wide
// that is.
func (b *topBar) drawTime(c *draw.Canvas, t *panel.Tips, x float32, r panel.Rect, decimals int) float32 {
	a, y := b.app, r.Y+r.H/2
	b.pen.Start(a.Words).Fixed(time.Duration(a.Session.Now()).Seconds(), decimals).Text(" s")
	if a.lessons.Hides() { // the host's clock reads it
		b.pen.Start(a.Words).Text("– s")
	}
	w := b.pen.Put(c, x, y, draw.Strong, c.Theme.Text, draw.Right|draw.Middle)
	t.Add(panel.NewRect(x-w, r.Y, w, r.H), a.Words.T("bars.time-tip"))
	if !b.ticking || a.Regions.Phone || a.lessons.Hides() {
		return w
	}
	return w + 20 + b.pen.Start(a.Words).Name("bars.tick").Int(a.Frame.HostFacts.Tick).Put(c, x-w-20, y, draw.Body, c.Theme.TextDim, draw.Right|draw.Middle)
}

// drawTitle writes the experiment's title from left on, up to right, and returns where what follows it may begin. It is whole
// in smaller letters before it is the name alone, and that before it is cut, and comes before the note about the machine.
func (a *App) drawTitle(c *draw.Canvas, t *panel.Tips, left, right float32, r panel.Rect) float32 {
	all := right - left - 10
	room := all
	if a.Lag.Speed != "" {
		room -= layout.Fit(c.Fonts(), a.Lag.Speed, all, 0, draw.Small).W + 6
	}
	title := titleIn(c.Fonts(), a.TitleText(), room)
	if whole := titleIn(c.Fonts(), a.TitleText(), all); title.Cut && !whole.Cut {
		title = whole
	}
	if title.Cut {
		title = titleIn(c.Fonts(), named(a.TitleText()), room)
	}
	if title.Cut && room <= 130 {
		return left
	}
	title.Draw(c, panel.NewRect(left, r.Y, 0, r.H), c.Theme.Text, draw.Left|draw.Middle)
	t.Add(panel.NewRect(left, r.Y, title.W, r.H), a.TitleText())
	return left + title.W + 16
}

// barTitle is the title that the top bar has: a lesson's is in the strip below.
func (a *App) barTitle() string {
	if a.Taught.Lesson != nil {
		return ""
	}
	return a.TitleText()
}

// titleIn fits a title into a room, in letters as large as it has room for.
func titleIn(fonts *draw.Fonts, text string, room float32) layout.Text {
	return layout.Fit(fonts, text, room, 0, draw.Title, draw.Strong, draw.Small)
}

// named returns a title without the part after the colon.
func named(title string) string {
	name, _, _ := strings.Cut(title, ": ")
	return name
}
