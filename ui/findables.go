package ui

import (
	"path/filepath"

	"driftlab/assets"
	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/ui/config"
	"driftlab/ui/finder"
	"driftlab/ui/panel"
	"driftlab/ui/widgets"
	"driftlab/ui/words"
)

// Things lists all that can be found now. In blind mode there are no controls, and so no settings.
func (a *App) Things() (all []finder.Thing) {
	if !a.blind.On() {
		all = append(all, a.findableChanges()...)
		all = append(all, a.findableSettings()...)
	}
	all = append(all, a.findableRecents()...)
	all = append(all, a.findableCommands()...)
	language := a.Words.Name()
	for _, l := range lesson.All() {
		all = append(all, finder.Thing{Kind: "lesson", Label: a.Words.F("lesson.row", l.Number, l.Title.In(language)), Note: l.Name, Tip: l.Promise().In(language),
			Names: []string{l.Title.In(language), l.Title.In(lesson.English), l.Name}, Do: func() { a.lessons.Start(l.Number, 0) }})
	}
	for _, l := range lesson.Symptoms() {
		all = append(all, finder.Thing{Kind: "symptom", Label: l.Title.In(language), Note: l.Symptom(), Tip: l.Teaches.In(language),
			Names: []string{l.Title.In(language), l.Title.In(lesson.English), l.Symptom()}, Do: func() { a.lessons.StartSymptom(l) }})
	}
	for _, sc := range ownScenarios() {
		title := lesson.Translate(sc.Title, language)
		if title == "" {
			title = sc.Name
		}
		all = append(all, finder.Thing{Kind: "scenario", Label: title, Note: sc.Name, Names: []string{sc.Name, sc.Title},
			Do: func() { a.ShowOutcome(a.share.Opened(sc), a.Open(sc, 0)) }})
	}
	for n := 1; n <= a.Session.Clients(); n++ {
		all = append(all, finder.Thing{Kind: "client", Label: a.Words.F("controls.client", n), Names: []string{words.English().F("controls.client", n)},
			Do: func() { a.Choose(n) }})
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
var namedControls = []string{"latency", "asymmetry", "preset", "apart", "reconnect", "speed", "ease", "play", "address", "session", "player"}

// findableSettings lists all settings that have a control, those of a link once.
func (a *App) findableSettings() (all []finder.Thing) {
	english := words.English()
	for _, name := range namedControls {
		key := "controls." + name
		all = append(all, finder.Thing{Kind: "setting", Label: a.Words.T(key), Tip: a.Words.T(key + "-tip"),
			Names: []string{english.T(key)}, Do: func() { a.showControl(key) }})
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
		all = append(all, finder.Thing{Kind: "setting", Label: labelOf(a.Words, k.Name), Note: name, Tip: tipOf(a.Words, k.Name), Names: names,
			Do: func() { a.showControl(name) }})
	}
	return all
}

// findableCommands lists what keys do wherever no control has the focus, and what the top bar's buttons do.
func (a *App) findableCommands() (all []finder.Thing) {
	lang, english := a.Words, words.English()
	add := func(key, shown string, do func(a *App)) {
		all = append(all, finder.Thing{Kind: "command", Label: lang.T(key), Note: keyName(lang, shown), Names: []string{english.T(key)}, Do: func() { do(a) }})
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
		all = append(all, finder.Thing{Kind: "command", Label: label, Tip: tip, Names: []string{inEnglish}, Do: func() { do(a) }})
	}
	button(lang.T("lesson.button"), lang.T("lesson.button-tip"), english.T("lesson.button"), func(a *App) { a.lessons.TogglePicker() })
	button(lang.T("phone.play"), lang.T("phone.play-tip"), english.T("phone.play"), (*App).takeOrGive)
	if a.lessons.Telling() {
		button(lang.T("player.auto"), lang.T("player.auto-tip"), english.T("player.auto"), func(a *App) { a.lessons.Player.Auto = !a.lessons.Player.Auto })
	}
	if a.lessons.Player.Summary {
		for _, format := range [...]string{"CSV", "JSON"} {
			button(lang.F("player.export", format), "", english.F("player.export", format), func(a *App) { a.lessons.Export(format) })
		}
	}
	for _, b := range append(barTools()[1:], barTool{name: "bars.view", do: (*App).toggleView}) { // a shortcut does what the others do
		button(lang.T(b.name), lang.T(b.name+"-tip"), english.T(b.name), b.do)
	}
	return all
}

// showControl shows a setting's control and gives it the keyboard: in the Lab where the Watch view has it not.
func (a *App) showControl(name string) {
	if _, ok := a.controls.homeOf(name); !ok && a.Regions.Watching {
		a.showView(config.LabView)
		if err := a.resize(a.pixels.X, a.pixels.Y, a.screen); err != nil {
			a.ShowError(err)
			return
		}
	}
	a.controls.give(name)
}

// give opens what a setting's control is in, brings it into sight and gives it the keyboard.
func (c *controls) give(name string) {
	for _, m := range c.mores { // another clock may drive since the frame before
		m.read()
	}
	h, ok := c.homeOf(name)
	if k := scenario.Find(name); !ok && k != nil {
		if _, constant := k.Group().(*scenario.ClockGroup); constant {
			c.app.ShowNotice(c.app.Words.T("find.other-clock"))
			name = "client.algorithm"
			h, ok = c.homeOf(name)
		}
	}
	if !ok {
		return
	}
	if h.more != nil {
		h.more.SetOpen(true)
		h.more.refresh()
		h, _ = c.homeOf(name) // it has a control now
	}
	if c.scroll == nil { // the few of the Watch view are always in sight
		widgets.Focus(h.child)
		return
	}
	if c.app.Regions.Drawer {
		c.drawer.shown = true
		c.placeDrawer()
	}
	c.parts[h.part].SetOpen(true)
	c.scroll.ShowFrom(h.child, true)
}

// ClearFocus takes the keyboard from the control that has it.
func (a *App) ClearFocus() { a.ui.ClearFocus() }

// findableRecents lists all of them, and what forgets them.
func (a *App) findableRecents() (all []finder.Thing) {
	for _, path := range a.share.Recents() {
		all = append(all, finder.Thing{Kind: "recent", Label: filepath.Base(path), Note: filepath.Base(filepath.Dir(path)), Tip: path,
			Names: []string{path}, Do: func() { a.share.OpenText(path) }})
	}
	if len(all) > 0 {
		all = append(all, finder.Thing{Kind: "command", Label: a.Words.T("find.forget"), Tip: a.Words.T("find.forget-tip"),
			Names: []string{words.English().T("find.forget")}, Do: func() { a.ShowOutcome(a.Words.T("find.forgotten"), a.opt.Config.Forget()) }})
	}
	return all
}
