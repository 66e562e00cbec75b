package ui

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"driftlab/ui/config"
	"driftlab/ui/panel"
	"driftlab/ui/widgets"
)

// viewMenu is the panel under the last button of the top bar: what has no room there, what is rarely wanted, and how the window looks. It is made
// when it is opened.
type viewMenu struct {
	theme   *widgets.Theme
	popover *widgets.Popover
	under   widgets.Child // the button
	scale   *widgets.Slider
	sound   *widgets.Switch
	rejoins *widgets.Switch
	open    bool
	chosen  int // the scale that the slider has been moved to, in percent; 0 for none
}

// build has the panel be made with a theme. What was open stays open.
func (m *viewMenu) build(a *App, theme *widgets.Theme) {
	if m.theme = theme; m.open {
		m.fill(a)
	}
}

// fill makes the panel for the present scale, language and room.
func (m *viewMenu) fill(a *App) {
	theme, now := m.theme, a.opt.Config.Settings()
	pick := func(name string, values []string, chosen string, choose func(s *config.Settings, v string)) widgets.Child {
		shown := make([]string, len(values))
		for i, v := range values {
			shown[i] = a.Words.T("bars." + v)
		}
		d, err := theme.Dropdown(widgets.DropdownConfig{Label: a.Words.T("bars." + name), Tip: a.Words.T("bars." + name + "-tip"),
			Entries: shown, Selected: max(slices.Index(values, chosen), 0),
			OnSelect: func(i int) { a.prefer(func(s *config.Settings) { choose(s, values[i]) }) }})
		if err != nil {
			return theme.Label(err.Error(), "", 0)
		}
		return d
	}
	column := m.tools(a)
	column = append(column,
		pick("theme", config.Themes(), now.Theme, func(s *config.Settings, v string) { s.Theme = v }),
		pick("language", config.Languages(), now.Language, func(s *config.Settings, v string) { s.Language = v }))
	s, err := theme.Slider(widgets.SliderConfig{Label: a.Words.T("bars.scale"), Tip: withHints(a.Words, a.Words.T("bars.scale-tip")), Unit: "%",
		Min: config.MinScale, Max: config.MaxScale, Step: config.ScaleStep, Fine: 1, Default: 100, Value: float64(now.Scale),
		OnChange: func(v float64) { m.chosen = int(math.Round(v)) },
		OnType: func(text string) bool {
			v, err := strconv.Atoi(strings.Trim(text, " %"))
			if err == nil {
				return a.prefer(func(s *config.Settings) { s.Scale = v }) == nil
			}
			a.ShowFault(a.Words.F("bars.scale-range", text, config.MinScale, config.MaxScale))
			return false
		}})
	if m.scale = s; err == nil {
		column = append(column, s)
	}
	m.sound = theme.Switch(a.Words.T("sound.title"), a.Words.T("bars.sound-tip"), a.hearing.On(), func(bool) { a.hearing.Toggle() })
	m.rejoins = theme.Switch(a.Words.T("watch.reconnects"), a.Words.T("watch.reconnects-tip"), a.reconnect.atOnce(a), a.reconnect.choose)
	m.popover = theme.Popover(theme.Column(append(column, m.sound, m.rejoins)...), func() { m.open = false })
}

// tools are buttons for what has no room in the bar, and for what has none there ever.
func (m *viewMenu) tools(a *App) (rows []widgets.Child) {
	b := &a.top
	if a.Regions.Phone { // whose menu has them
		return nil
	}
	for _, some := range [...][]barTool{b.tools[len(b.tools)-b.out:], menuTools()} {
		var row []widgets.Child
		for _, w := range some {
			row = append(row, m.theme.Button(a.Words.T(w.name), a.Words.T(w.name+"-tip"), func() {
				a.toggleView()
				w.do(a)
			}))
		}
		if len(row) > 0 {
			rows = append(rows, m.theme.Equal(row...))
		}
	}
	return rows
}

// place puts the panel under its button where it is open.
func (m *viewMenu) place(a *App) {
	if m.open {
		a.OpenUnder(m.under, m.popover, 300)
	}
}

// OpenUnder opens a panel of a width under a button of the top bar, as far as the window reaches, or moves it
// there. The button is nil in a phone's bar.
func (a *App) OpenUnder(button widgets.Child, p *widgets.Popover, width float32) {
	w, top := min(width, a.Width), a.Regions.Top.H+4
	_, h := a.root.Size(p)
	x := max(a.Width-w-8, 0)
	if button != nil && a.root.At(button).W > 0 { // it has its place only once it has been drawn
		x = min(a.root.At(button).X, x)
	}
	p.Open(a.root, a.Within(panel.NewRect(x, top, w, min(h, a.Regions.Bottom.Y-top-4))))
}

// update makes the window as large as the slider says, once it is released: the slider is rebuilt
// with the window.
func (m *viewMenu) update(a *App) {
	if !m.open {
		return
	}
	m.sound.Set(a.hearing.On())
	m.rejoins.Set(a.reconnect.atOnce(a))
	m.place(a)
	if v := m.chosen; v != 0 && !m.scale.Dragging() {
		m.chosen = 0
		a.prefer(func(s *config.Settings) { s.Scale = v })
	}
}

// toggleView is what the last button of the bar does.
func (a *App) toggleView() {
	m := &a.top.view
	if m.open = !m.open; m.open {
		m.fill(a)
		m.place(a)
	} else {
		m.popover.Close()
	}
}
