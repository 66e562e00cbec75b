package ui

import (
	"driftlab/assets"
	"driftlab/config"
	"driftlab/lesson"
	"driftlab/scenario"
	"driftlab/ui/panel"
	"driftlab/ui/widgets"
	"driftlab/ui/words"
)

// findables lists all that can be found now. In blind mode there are no controls, and so no settings.
func (a *App) findables() (all []findable) {
	if !a.blind.On() {
		all = append(all, a.findableChanges()...)
		all = append(all, a.findableSettings()...)
	}
	all = append(all, a.findableRecents()...)
	all = append(all, findableCommands(a.Words)...)
	language := a.Words.Name()
	for _, l := range lesson.All() {
		all = append(all, findable{kind: "lesson", label: a.Words.F("lesson.row", l.Number, l.Title.In(language)), note: l.Name, tip: l.Teaches.In(language),
			names: []string{l.Title.In(language), l.Title.In(lesson.English), l.Name}, do: func(a *App) { a.startLesson(l.Number, 0) }})
	}
	for _, sc := range ownScenarios() {
		title := lesson.Translate(sc.Title, language)
		if title == "" {
			title = sc.Name
		}
		all = append(all, findable{kind: "scenario", label: title, note: sc.Name, names: []string{sc.Name, sc.Title},
			do: func(a *App) { a.ShowOutcome(a.opened(sc), a.load(sc)) }})
	}
	for n := 1; n <= a.Session.Clients(); n++ {
		all = append(all, findable{kind: "client", label: a.Words.F("controls.client", n), names: []string{words.English().F("controls.client", n)},
			do: func(a *App) { a.Choose(n) }})
	}
	return all
}

// ownScenarios returns the program's scenarios, each world by itself.
func ownScenarios() (all []*scenario.Scenario) {
	for _, name := range assets.ScenarioNames() {
		_, file, text, err := assets.Named(name)
		if err != nil {
			continue
		}
		if worlds, err := scenario.ParseWorlds(name, file, text); err == nil { // a test reads them all
			all = append(all, worlds...)
		}
	}
	return all
}

// namedControls are the column's controls that are not of one setting.
var namedControls = []string{"latency", "asymmetry", "preset", "speed"}

// findableSettings lists all settings that have a control, those of a link once.
func (a *App) findableSettings() (all []findable) {
	english := words.English()
	for _, name := range namedControls {
		key := "controls." + name
		all = append(all, findable{kind: "setting", label: a.Words.T(key), tip: a.Words.T(key + "-tip"),
			names: []string{english.T(key)}, do: func(a *App) { a.showControl(key) }})
	}
	seen := map[string]bool{"link.delay": true} // latency and asymmetry are its controls
	table := scenario.Keys()
	for i := range table {
		k := &table[i]
		name := k.BothWays()
		if seen[name] || k.Fixed() {
			continue
		}
		seen[name] = true
		names := []string{labelOf(english, k.Name), name, panel.SettingName(a.Words, name), panel.SettingName(english, name)}
		if k.Name != "client.algorithm" {
			names = append(names, choices(a.Words, k.Choices)...)
		}
		all = append(all, findable{kind: "setting", label: labelOf(a.Words, k.Name), note: name, tip: tipOf(a.Words, k.Name), names: names,
			do: func(a *App) { a.showControl(name) }})
	}
	return all
}

// findableCommands lists what keys do wherever no control has the focus, and what the top bar's buttons do.
func findableCommands(lang *words.Language) (all []findable) {
	english := words.English()
	add := func(key, shown string, do func(a *App)) {
		all = append(all, findable{kind: "command", label: lang.T(key), note: keyName(lang, shown), names: []string{english.T(key)}, do: do})
	}
	for i := range shortcuts {
		if s := &shortcuts[i]; s.name != "lesson" { // which are found by their titles
			add("keys."+s.name, s.shown, s.do)
		}
	}
	for _, k := range moreKeys {
		if k.do != nil {
			add("keys."+k.name, k.shown, k.do)
		}
	}
	button := func(label, tip, inEnglish string, do func(a *App)) {
		all = append(all, findable{kind: "command", label: label, tip: tip, names: []string{inEnglish}, do: do})
	}
	button(lang.T("lesson.button"), lang.T("lesson.button-tip"), english.T("lesson.button"), (*App).toggleLessons)
	inEnglish := barButtons(english)
	for i, b := range barButtons(lang) {
		if !b.keyed {
			button(b.text, b.tip, inEnglish[i].text, b.do)
		}
	}
	return all
}

// showControl shows a setting's control and gives it the keyboard: in the Lab where the Watch view has it not.
func (a *App) showControl(name string) {
	if _, ok := a.controls.homes[name]; !ok && a.Regions.Watching {
		a.showView(config.LabView)
		if err := a.resize(a.Width, a.Height, a.screen); err != nil {
			a.ShowOutcome("", err)
			return
		}
	}
	c := a.controls
	h, ok := c.homes[name]
	if k := scenario.Find(name); !ok && k != nil { // a constant, whose section is filled as it is open
		if _, constant := k.Group().(*scenario.ClockGroup); constant {
			c.openSection("constants")
			if h, ok = c.homes[name]; !ok {
				a.ShowNotice(a.Words.T("find.other-clock"))
				h, ok = c.homes["client.algorithm"]
			}
		}
	}
	if ok {
		c.hand(h)
	}
}

// openSection opens a section of the column, and fills it where it is filled as it opens.
func (c *controls) openSection(name string) {
	for _, s := range c.sections {
		if s.name == name {
			s.SetOpen(true)
		}
	}
	c.refresh()
}

// hand opens what a control is in, brings it into sight and gives it the keyboard.
func (c *controls) hand(h standing) {
	if h.within != nil {
		h.within.SetOpen(true)
	}
	if c.scroll == nil { // the few of the Watch view are always in sight
		widgets.Focus(h.child)
		return
	}
	if c.app.Regions.Drawer {
		c.drawer.shown = true
		c.placeDrawer()
	}
	c.scroll.HandTo(h.child)
}
