package ui

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/ui/panel"
	"driftlab/ui/widgets"
	"driftlab/ui/words"
)

// A settingSlider is the slider of a setting: its range in a unit, and how much of the kept integer one unit is.
type settingSlider struct {
	label, unit       string // the label in place of the setting's
	per               float64
	least, most, step float64
	fine, standard    float64
	format            func(lang *words.Language, v float64) string // in place of the unit
}

// settingSliders are the settings that have sliders, those of both directions of a link by their names for both.
var settingSliders = map[string]settingSlider{
	"link.jitter":     {unit: "ms", per: 1e6, most: 100, step: 1},
	"link.loss":       {unit: "%", per: 1e7, most: 100, step: 0.5},
	"link.up.delay":   {label: "watch.way-up", unit: "ms", per: 1e6, most: 300, step: 1},
	"link.down.delay": {label: "watch.way-down", unit: "ms", per: 1e6, most: 300, step: 1},
	"client.offset": {label: "controls.offset", unit: "s", per: 1e9, least: -60, most: 60, step: 0.1, fine: 0.001, format: func(lang *words.Language, v float64) string {
		return string(new(panel.Pen).Start(lang).Signed(v, 3).Text(" s").Buf)
	}},
	"client.skew":   {unit: "ppm", per: 1e3, least: -300, most: 300, step: 5, fine: 0.5},
	"buffer.client": {label: "controls.client-buffer", per: 1e6, most: 30, step: 0.5, standard: 1, format: ticksText},
	"buffer.server": {label: "controls.host-buffer", per: 1e6, most: 30, step: 0.5, standard: 2, format: ticksText},
}

func ticksText(lang *words.Language, v float64) string {
	if v == 1 {
		return lang.T("controls.tick")
	}
	return lang.F("controls.ticks", widgets.Number(lang, v, 0, 3))
}

// row makes the row of a name: of a setting, of what is of no single one, or of one of [scenario.WatchSliders] with "controls." before it.
func (c *controls) row(name string) widgets.Child {
	child := c.made(name)
	c.homes[name] = standing{child, c.within}
	return child
}

func (c *controls) made(name string) widgets.Child {
	words := c.app.Words
	button := func(name string, do func()) *widgets.Button {
		return c.theme.Button(words.T("controls."+name), words.T("controls."+name+"-tip"), do)
	}
	rejoin := button("rejoin", func() { c.app.Do(scenario.Event{Rejoin: c.whom()}) })
	switch name {
	case "controls.preset":
		return c.conditions()
	case "controls.latency":
		return c.latency()
	case "controls.asymmetry":
		return c.asymmetrySlider()
	case "controls.apart":
		return c.toggle("apart", func(on bool) { c.apart = on; c.app.Rebuild() }, func() bool { return c.apart })
	case "controls.reconnect":
		return c.toggle("reconnect", c.app.reconnect.choose, func() bool { return c.app.reconnect.atOnce(c.app) })
	case "controls.clients":
		return c.newMore("clients", c.otherClients)
	case "client.algorithm":
		return c.driver(c.target, labelOf(words, name), 0)
	case "controls.step":
		return c.theme.Buttons(words.T(name), button("step-back", c.stepper(-stepBy)), button("step-forward", c.stepper(stepBy)), rejoin)
	case "controls.rejoin":
		return rejoin
	case scenario.DilationSlider:
		return c.dilation()
	case "controls.play":
		return c.picker(widgets.DropdownConfig{Label: words.T(name), Tip: words.T(name + "-tip"), OnSelect: func(i int) { c.app.Take(i - 1) },
			Entries: c.clientNames(words.T("controls.nobody"), words.T("controls.host"))}, func() int { return c.app.Frame.Played + 1 })
	case "controls.speed":
		return c.speed()
	case "controls.ease":
		return c.easing()
	case "controls.address":
		return c.theme.Buttons(words.T(name), button("rebind", func() { c.app.Do(scenario.Event{Rebind: c.whom()}) }))
	case "controls.session":
		return c.theme.Buttons(words.T(name), button("leave", func() { c.app.Do(scenario.Event{Leave: c.whom()}) }),
			button("join", func() { c.app.Do(scenario.Event{Join: c.whom()}) }))
	case "controls.player":
		return c.theme.Buttons(words.T(name), button("push", func() {
			c.app.Do(scenario.Event{Impulse: &scenario.Impulse{Player: max(c.target, 1), X: 6 * game.MetreASecond, Y: 8 * game.MetreASecond}})
		}))
	case "controls.say":
		return c.theme.Field(widgets.FieldConfig{Label: words.T(name), Hint: words.T("controls.say-hint"), Clear: true,
			Tip: words.T("controls.say-tip"), OnSubmit: c.say})
	}
	if whose, clock := strings.CutSuffix(name, ".client.algorithm"); clock {
		n, _ := strconv.Atoi(strings.TrimPrefix(whose, "client")) // a name of [clientKey]
		return c.clockRow(n)
	}
	both := name
	if scenario.Find(name) != nil && !strings.HasSuffix(name, ".delay") {
		both = scenario.Find(name).BothWays()
	}
	if s, ok := settingSliders[both]; ok {
		return c.slider(name, s)
	}
	return c.setting(name)
}

// slider makes the slider of a setting.
func (c *controls) slider(name string, s settingSlider) widgets.Child {
	read, write := ends(name)
	label := settingLabel(c.app.Words, name)
	if s.label != "" {
		label = c.app.Words.T(s.label)
	}
	cfg := widgets.SliderConfig{Label: label, Unit: s.unit, Min: s.least, Max: s.most, Step: s.step, Fine: s.fine, Default: s.standard, Tip: tipOf(c.app.Words, read),
		OnChange: func(v float64) { c.put(write, int64(math.Round(v*s.per/1e3))*1e3) }, OnType: c.typed(write, s.unit)}
	if s.format != nil {
		cfg.Format = func(v float64) string { return s.format(c.app.Words, v) }
		cfg.Typing = func(v float64) string { return strings.TrimSpace(widgets.Number(c.app.Words, v, 0, 6) + " " + s.unit) }
	}
	return c.keySlider(cfg, func() float64 { return float64(c.value(read)) / s.per })
}

// eases are the times that a change may take, at once first.
var eases = [...]time.Duration{0, time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second}

// easing returns the picker of how long a change takes that a person makes.
func (c *controls) easing() widgets.Child {
	entries := []string{c.app.Words.T("controls.at-once")}
	for _, d := range eases[1:] {
		entries = append(entries, c.app.Words.F("controls.over", int(d/time.Second)))
	}
	return c.picker(widgets.DropdownConfig{Label: c.app.Words.T("controls.ease"), Entries: entries, Tip: c.app.Words.T("controls.ease-tip"),
		OnSelect: func(i int) { c.ease = eases[i] }, OnReset: func() { c.ease = 0 }},
		func() int { return slices.Index(eases[:], c.ease) })
}

// over returns how long a change of some settings takes: at once where nothing lies between the two values of one, and in the
// Watch view, which has not the picker.
func (c *controls) over(set []scenario.Assignment) time.Duration {
	atOnce := func(a scenario.Assignment) bool {
		k := a.Key()
		return !k.Animatable() || k.Free && (a.Value == 0 || c.app.Value(max(a.Client, 1), k.Name) == 0)
	}
	if c.app.Regions.Watching || slices.ContainsFunc(set, atOnce) {
		return 0
	}
	return c.ease
}
