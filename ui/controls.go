package ui

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ebitenui/ebitenui/widget"

	"driftlab/game/scenario"
	"driftlab/internal/param"
	"driftlab/ui/widgets"
	"driftlab/ui/words"
)

// controls is the column of settings at the left. What a person moves becomes an event of the session; what changes in the session by other
// means moves the controls.
type controls struct {
	app     *App
	theme   *widgets.Theme
	panel   *widget.Container
	scroll  *widgets.Scroll
	foot    *widgets.Foot
	find    string // what its button says while nothing is changed
	rows    []row
	target  int           // client that the settings of network and clocks are for, 0 for all
	apart   bool          // each direction of the link has rows of its own
	ease    time.Duration // that a change takes, 0 for at once
	presets []preset

	parts  []part
	within place // that the rows being made are in
	homes  map[string]standing
	mores  []*more
	open   map[string]bool // parts and sections that a person has opened, by name
	marks  []clockMark
	drawer drawer
	err    error

	asymmetry widgets.Child // the slider, which the first scenario points at

	watched []string // the names of the few sliders that the Watch view has
	few     widgets.Child
	column  *widget.Container // that they stand in
}

// A part is a group of settings with a heading. Its texts are controls.NAME and controls.NAME-tip. In narrow windows the rail has a
// button for each.
type part struct {
	name string
	*widgets.Section
	rows  int           // under the heading, while nothing is opened
	says  func() string // its values, where it is shut; nil where it never is
	folds bool          // it can be shut
}

// A place is where rows are: in a part, and there in a section that opens.
type place struct {
	part int
	more *more // nil for none
}

// standing is where a setting has its control.
type standing struct {
	child widgets.Child // nil as long as the section has not been opened
	place
}

// A row keeps one control in step with the session.
type row interface{ refresh() }

// sliderRow is a slider whose value is read from the session.
type sliderRow struct {
	*widgets.Slider
	read func() float64
}

func (r sliderRow) refresh() {
	if !r.Dragging() {
		r.SetValue(r.read())
	}
}

// pickerRow is a dropdown whose entry is read from the session.
type pickerRow struct {
	*widgets.Dropdown
	read func() int
}

func (r pickerRow) refresh() { r.Select(r.read()) }

// switchRow is a switch whose state is read from the session.
type switchRow struct {
	*widgets.Switch
	read func() bool
}

func (r switchRow) refresh() { r.Set(r.read()) }

// newControls makes the column again; what was chosen in the one before, if there was one, stays.
func newControls(app *App, theme *widgets.Theme, before *controls) (*controls, error) {
	c := &controls{app: app, theme: theme, open: map[string]bool{}, homes: map[string]standing{}}
	if before != nil {
		c.target, c.apart, c.ease = before.target, before.apart, before.ease
		c.drawer.shown = before.drawer.shown
		for i := range before.parts {
			p := &before.parts[i]
			c.open[p.name] = p.folds && p.Open()
		}
		for _, m := range before.mores {
			c.open[m.name+"-more"] = m.Open()
		}
	}
	if app.Regions.Watching {
		c.buildWatch()
		return c, c.err
	}
	whom := c.picker(widgets.DropdownConfig{Entries: c.clientNames(app.Words.T("controls.all-clients")), Bare: true,
		Tip: app.Words.T("controls.for-tip"), OnSelect: func(i int) { c.target = i }}, func() int { return c.target })
	c.part("network", whom, nil, c.spread("controls.preset", "controls.latency", "controls.asymmetry", "link.jitter", "link.loss", "controls.apart",
		"controls.reconnect"), c.rareNetwork)
	c.part("clocks", nil, nil, append(c.clientRows(), "client.offset", "client.skew", "controls.step"), c.rareClocks)
	c.part("buffers", nil, c.buffersText, []string{"buffer.client", "buffer.server"}, rareBuffers)
	c.part("world", nil, c.dilationText, []string{"platform.time", "projectile.spawn", scenario.DilationSlider, "controls.play"}, rareWorld)
	var all []widgets.Child
	for i := range c.parts {
		if i > 0 {
			all = append(all, theme.Rule())
		}
		all = append(all, c.parts[i].Section)
	}
	c.foot, c.find = theme.Foot(app.pressFoot), app.Words.T("controls.find")
	if !app.Regions.Phone { // which has no keys
		c.find += "  " + keyName(app.Words, "Ctrl+K")
	}
	c.panel, c.scroll = theme.Settings(app.Regions.Drawer, c.foot, all...)
	c.newDrawer()
	return c, c.err
}

// part makes a part of the column: rows, and what is rarely used behind one more.
func (c *controls) part(name string, beside widgets.Child, says func() string, rows []string, rare func() []settingGroup) {
	c.within = place{part: len(c.parts)}
	var all []widgets.Child
	for _, row := range rows {
		all = append(all, c.row(row))
	}
	all = append(all, c.newMore(name, func() (string, []settingGroup) { return c.app.Words.T("controls." + name + "-more"), rare() }))
	c.parts = append(c.parts, part{name: name, rows: len(all), says: says, Section: c.theme.Section(widgets.SectionConfig{
		Title: c.app.Words.T("controls." + name), Tip: c.app.Words.T("controls." + name + "-tip"), Part: true, Beside: beside}, all...)})
}

// spread returns names of rows, those of the link's settings once for each direction where these are set apart.
func (c *controls) spread(names ...string) (all []string) {
	for _, name := range names {
		if rest, link := strings.CutPrefix(name, "link."); link && c.apart {
			all = append(all, "link.up."+rest, "link.down."+rest)
		} else {
			all = append(all, name)
		}
	}
	return all
}

// homeOf returns where a setting has its control: what is of one direction may have that of both, and the other way round.
func (c *controls) homeOf(name string) (standing, bool) {
	h, ok := c.homes[name]
	if rest, link := strings.CutPrefix(name, "link."); !ok && link {
		rest = strings.TrimPrefix(strings.TrimPrefix(rest, "up."), "down.")
		if h, ok = c.homes["link."+rest]; !ok {
			h, ok = c.homes["link.up."+rest]
		}
	}
	return h, ok
}

// refresh brings all controls up to the session.
func (c *controls) refresh() {
	for _, r := range c.rows {
		r.refresh()
	}
}

// toggle adds a switch that shows what read returns.
func (c *controls) toggle(name string, change func(on bool), read func() bool) widgets.Child {
	s := c.theme.Switch(c.app.Words.T("controls."+name), c.app.Words.T("controls."+name+"-tip"), read(), change)
	c.rows = append(c.rows, switchRow{s, read})
	return s
}

// keySlider adds a slider that shows what read returns.
func (c *controls) keySlider(cfg widgets.SliderConfig, read func() float64) widgets.Child {
	cfg.Value = read()
	cfg.Tip = withHints(c.app.Words, cfg.Tip)
	s, err := c.theme.Slider(cfg)
	if err != nil {
		c.err = err
		return c.theme.Label(cfg.Label, "", 0)
	}
	c.rows = append(c.rows, sliderRow{s, read})
	return s
}

// withHints tells in a slider's tooltip how else it can be moved.
func withHints(lang *words.Language, tip string) string {
	return tip + " " + lang.T("controls.slider-hint")
}

func (c *controls) picker(cfg widgets.DropdownConfig, read func() int) widgets.Child {
	cfg.Selected = read()
	d, err := c.theme.Dropdown(cfg)
	if err != nil {
		c.err = err
		return c.theme.Label(cfg.Label, "", 0)
	}
	c.rows = append(c.rows, pickerRow{d, read})
	return d
}

// value returns the setting that a control shows: the target's, or client 1's where it is for all.
func (c *controls) value(key string) int64 {
	return c.app.Value(max(c.target, 1), key)
}

// dragging reports whether a slider is in somebody's hand.
func (c *controls) dragging() bool {
	return slices.ContainsFunc(c.rows, func(r row) bool {
		s, ok := r.(sliderRow)
		return ok && s.Dragging()
	})
}

// put changes a setting, for the client that the sliders are for or for all, to a kept integer. It reports whether that
// worked; otherwise the bottom bar says why not.
func (c *controls) put(key string, v int64) bool { return c.take(scenario.Assign(c.target, key, v)) }

// set is put for values as they are written, of a client, or of all for client 0.
func (c *controls) set(client int, pairs ...string) bool { return c.take(assignments(client, pairs)) }

// take is put for settings that have been made, or for what is wrong with them.
func (c *controls) take(set []scenario.Assignment, err error) bool {
	if err == nil {
		err = c.app.Apply(scenario.Event{Set: set, Over: c.over(set)})
	}
	c.app.ShowTyped(err)
	if err == nil {
		c.app.reconnect.moved(c.app, set)
	}
	return err == nil
}

// assignments reads settings of a client, or of all for client 0.
func assignments(client int, pairs []string) (set []scenario.Assignment, err error) {
	for i := 0; i < len(pairs); i += 2 {
		name := pairs[i]
		parsed, err := scenario.ParseAssignment(clientKey(client, name), pairs[i+1])
		if err != nil {
			return nil, err
		}
		set = append(set, parsed...)
	}
	return set, nil
}

// clientKey returns a setting's name as it is set for a client, or for all for client 0.
func clientKey(client int, name string) string {
	if k := scenario.Find(name); client > 0 && (k == nil || !k.World()) { // "link.loss" stands for two
		return fmt.Sprintf("client%d.%s", client, name)
	}
	return name
}

// typed returns what a value does that is typed into a slider: it becomes the target's value of a
// setting. A bare number counts in the slider's unit.
func (c *controls) typed(key, unit string) func(text string) bool {
	return func(text string) bool { return c.set(c.target, key, asTyped(key, text, unit)) }
}

// asTyped makes of what a person types what the settings' own parser reads: it knows no blank between a
// number and its unit in a duration, no comma for a point, no unit that one has not written, and writes
// × as x.
func asTyped(key, text, unit string) string {
	k := scenario.Find(key)
	if k == nil || k.Text != nil || len(k.Choices) > 0 {
		return text
	}
	text = strings.NewReplacer("×", "x", "−", "-", "\u00a0", " ").Replace(strings.TrimSpace(text))
	if !strings.Contains(text, ".") {
		text = strings.Replace(text, ",", ".", 1)
	}
	if k.Unit.Name == param.Duration.Name {
		text = strings.ReplaceAll(text, " ", "")
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		text += unit
	}
	return text
}

// kept reads a typed value of a setting as the integer that is kept; if it is none, the bottom bar says
// why.
func (c *controls) kept(key, text, unit string) (v int64, ok bool) {
	set, err := scenario.ParseAssignment(key, asTyped(key, text, unit))
	if err != nil {
		c.app.ShowTyped(err)
		return 0, false
	}
	return set[0].Value, true
}

// nanoseconds returns milliseconds as settings keep them, to the microsecond.
func nanoseconds(ms float64) int64 { return int64(math.Round(ms*1e3)) * 1e3 }

func (c *controls) millis(key string) float64 { return float64(c.value(key)) / 1e6 }

// formatMillis writes milliseconds for people.
func formatMillis(lang *words.Language) func(ms float64) string {
	return func(ms float64) string { return widgets.Number(lang, ms, 0, 3) + " ms" }
}

// clientNames lists the clients behind some first entries.
func (c *controls) clientNames(first ...string) []string {
	for i := range c.app.Session.Clients() {
		first = append(first, c.app.Words.F("controls.client", i+1))
	}
	return first
}

// whom returns the client that buttons are for, as events have it.
func (c *controls) whom() int {
	if c.target == 0 {
		return scenario.AllClients
	}
	return c.target
}

// choices returns the words of a setting for people.
func choices(lang *words.Language, names []string) []string {
	shown := slices.Clone(names)
	for i, name := range names {
		shown[i] = lang.T("choices." + name)
	}
	return shown
}

// ControlsFor returns the client that the sliders are for, 0 for all.
func (a *App) ControlsFor() int { return a.controls.target }
