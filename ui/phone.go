package ui

import (
	"driftlab/internal/palette"
	"driftlab/ui/config"
	"driftlab/ui/picture"
	"driftlab/ui/widgets"
	"driftlab/ui/words"
)

// phone is what a phone's layout has instead of the bars' many buttons: a menu, and a sheet with controls and numbers.
type phone struct {
	open    bool          // the sheet
	shows   picture.Sheet // what it shows, or showed last
	plotted bool          // a diagram is shown, not a world: there is room for one of them
	asked   bool          // a question waited for its answer in the update before

	menu    *widgets.Popover
	end     widgets.Child   // the top bar's button at the right
	table   *widgets.Toggle // of the menu, for the table of numbers
	handle  *widgets.IconButton
	tabs    widgets.Child // of the sheet
	sheets  [2]*widgets.Toggle
	client  *widgets.Dropdown
	picks   widgets.Child
	worlds  *widgets.Toggle
	diagram *widgets.Toggle
	title   string // what diagram says
}

// onPhone says whether a window of a size in device pixels has a phone's layout: it is small, or large text leaves a lesson in
// the Watch view no more room than a small one has. Without a lesson the world keeps its size.
func (a *App) onPhone(w, h int, screen float64) bool {
	small := picture.Phone(float64(w)/screen, float64(h)/screen)
	crowded := a.lessons.Carded() && picture.WatchCrowded(float64(a.opt.Config.Settings().Scale)/100)
	return !a.opt.Bare && (small || crowded)
}

// phoneScreen returns the device pixels a point of a phone's layout in which text has its usual size.
func (a *App) phoneScreen(w, h int, screen float64) float64 {
	if a.Shows() == config.WatchView && !picture.Phone(float64(w)/screen, float64(h)/screen) {
		return picture.WatchScale(w, h)
	}
	return screen
}

// A look is what decides on the pictures and letters of widgets.
type look struct {
	scale   float64
	palette palette.Theme
	words   *words.Language
	high    float32 // of a phone's window, whose widgets are large; 0 for another
}

// widgetTheme returns what the widgets are made with: large ones on a phone.
func (a *App) widgetTheme() (theme *widgets.Theme, err error) {
	now := look{a.scale, *a.Theme, a.Words, 0}
	if a.Regions.Phone {
		now.high = a.Height
	}
	switch {
	case a.theme != nil && now == a.look:
		return a.theme.Again(), nil
	case a.Regions.Phone:
		theme, err = widgets.ForFingers(a.scale, a.Theme, a.Words, a.Height)
	default:
		theme, err = widgets.New(a.scale, a.Theme, a.Words)
	}
	a.look = now
	return theme, err
}

// opened returns what of the sheet is open.
func (p *phone) opened() picture.Sheet {
	switch {
	case !p.open:
		return picture.NoSheet
	case p.shows == picture.NoSheet:
		return picture.ControlsSheet
	}
	return p.shows
}

// toggleSheet opens the sheet or puts it away.
func (a *App) toggleSheet() {
	a.phone.open = !a.phone.open
	a.rearrange()
}

// showSheet opens a part of the sheet.
func (a *App) showSheet(which picture.Sheet) {
	a.phone.open, a.phone.shows = true, which
	a.rearrange()
}

// plot has a phone show a diagram, or the worlds.
func (a *App) plot(on bool) {
	a.phone.plotted = on
	a.rearrange()
}

// rearrange lays the window out again where something of a phone's layout has been opened or put away.
func (a *App) rearrange() {
	if !a.Regions.Phone {
		return
	}
	a.divide()
	a.ShowError(a.enlarge())
	a.placeAll()
}

// update puts the sheet away where a question is asked that lies under it, and keeps the buttons in step.
func (p *phone) update(a *App) {
	if !a.Regions.Phone {
		return
	}
	asked := a.lessons.Asking()
	if asked && !p.asked && p.open {
		a.toggleSheet()
	}
	p.asked = asked
	p.sheets[0].Set(p.opened() == picture.ControlsSheet)
	p.sheets[1].Set(p.opened() == picture.NumbersSheet)
	p.client.Select(a.Deck.Chosen - 1)
	if a.Regions.Watching {
		p.table.Set(a.Watch.Numbers)
	}
	if p.worlds == nil {
		return
	}
	p.worlds.Set(!p.plotted)
	p.diagram.Set(p.plotted)
	if title := a.Words.T(a.Tabs.Tabs[a.Tabs.Open].Title); title != p.title {
		p.title = title
		p.diagram.SetText(title)
	}
}

// build makes what a phone has besides the bars, for the present scale and language.
func (p *phone) build(a *App, theme *widgets.Theme) {
	if !a.Regions.Phone {
		return
	}
	for i, name := range [...]string{"controls", "numbers"} {
		p.sheets[i] = theme.Toggle(a.Words.T("phone."+name), a.Words.T("phone."+name+"-tip"), false, func(bool) { a.showSheet(picture.Sheet(i + 1)) })
	}
	client, err := theme.Dropdown(widgets.DropdownConfig{Tip: a.Words.T("phone.client-tip"), Entries: a.controls.clientNames(),
		Selected: a.Deck.Chosen - 1, OnSelect: func(i int) { a.Choose(i + 1) }})
	if err != nil {
		a.ShowError(err)
		return
	}
	p.client = client
	p.tabs = theme.Equal(p.sheets[0], p.sheets[1], client)
	p.worlds, p.picks = nil, nil
	if a.Regions.Watching {
		return
	}
	p.worlds = theme.Toggle(a.Words.T("phone.worlds"), a.Words.T("phone.worlds-tip"), false, func(bool) { a.plot(false) })
	p.title = a.Words.T(a.Tabs.Tabs[a.Tabs.Open].Title)
	p.diagram = theme.Toggle(p.title, a.Words.T("phone.diagram-tip"), false, func(bool) { a.plot(true) })
	turn := func(text string, by int) widgets.Child {
		return theme.Button(text, a.Words.T("phone.diagram-tip"), func() { a.Tabs.Next(by); a.plot(true) })
	}
	p.picks = theme.Trail(p.worlds, theme.Trail(turn("‹", -1), theme.Lead(p.diagram, turn("›", 1))))
	a.Tabs.Alone = true
}

// place puts them into the window.
func (p *phone) place(a *App) {
	l := &a.Regions
	if !l.Phone {
		return
	}
	if p.tabs.GetWidget().SetVisibility(widgets.Visibility(l.Sheet.H > 0)); l.Sheet.H > 0 {
		a.root.Place(p.tabs, l.SheetTabs)
	}
	if p.picks != nil {
		a.root.Place(p.picks, l.Pick)
	}
}

// begin says which of worlds and diagrams a view begins with on a phone.
func (p *phone) begin(view string) { p.plotted = view == config.DiagramView }
