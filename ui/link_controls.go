package ui

import (
	"slices"
	"strings"
	"sync"

	"driftlab/assets"
	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/ui/panel"
	"driftlab/ui/widgets"
	"driftlab/ui/words"
)

// A settingGroup is some rows that belong together. Its texts are controls.NAME and
// controls.NAME-tip.
type settingGroup struct {
	name     string
	settings []string
}

// linkGroups has every setting of a link but those that the first sliders show, as the link's stages have them.
var linkGroups = func() (groups []settingGroup) {
	for _, stage := range (netsim.Settings{}).Stages() {
		if n := len(groups); n == 0 || groups[n-1].name != stage.Group {
			groups = append(groups, settingGroup{name: stage.Group})
		}
		g := &groups[len(groups)-1]
		for _, s := range stage.Settings {
			if s.Name != "jitter" && s.Name != "loss" {
				g.settings = append(g.settings, "link."+s.Name)
			}
		}
	}
	return groups
}()

// ends returns the names by which a setting is read and written: one of both directions shows what is up.
func ends(name string) (read, write string) {
	if rest, link := strings.CutPrefix(name, "link."); link && !strings.HasPrefix(rest, "up.") && !strings.HasPrefix(rest, "down.") {
		return "link.up." + rest, name
	}
	return name, name
}

// fieldRow is a field whose text is a setting's value.
type fieldRow struct {
	*widgets.Field
	read func() string
}

func (r fieldRow) refresh() { r.Set(r.read()) }

// A preset is conditions that people have, with all that they set.
type preset struct {
	name string
	set  []scenario.Assignment
}

// presets has them all. They do not change.
var presets = sync.OnceValues(func() (all []preset, err error) {
	for _, name := range assets.PresetNames() {
		set, err := scenario.ParseAssignment("link.preset", name)
		if err != nil {
			return nil, err
		}
		all = append(all, preset{name, set})
	}
	return all, nil
})

// conditions returns the picker of presets. It shows the one that the link is, however it has come to be that.
func (c *controls) conditions() widgets.Child {
	shown := []string{c.app.Words.T("controls.choose-preset")}
	var err error
	if c.presets, err = presets(); err != nil {
		c.err = err
	}
	for i := range c.presets {
		shown = append(shown, c.app.Words.T("presets."+c.presets[i].name))
	}
	return c.picker(widgets.DropdownConfig{Label: c.app.Words.T("controls.preset"), Entries: shown, Tip: c.app.Words.T("controls.preset-tip"),
		OnSelect: func(i int) {
			if i > 0 {
				c.set(c.target, "link.preset", c.presets[i-1].name)
			}
		}}, func() int { return 1 + slices.IndexFunc(c.presets, c.stands) })
}

// stands says whether the link is that of a preset, all of it.
func (c *controls) stands(p preset) bool {
	for i := range p.set {
		key := p.set[i].Key()
		if c.value(key.Name) != p.set[i].Value {
			return false
		}
		if key.Text != nil && c.app.ValueText(max(c.target, 1), key.Name) != p.set[i].ValueText() {
			return false
		}
	}
	return len(p.set) > 0
}

// setting makes the row of one setting: a picker where it is a choice, otherwise a field.
func (c *controls) setting(name string) widgets.Child {
	read, write := ends(name)
	key := scenario.Find(read)
	label, tip := settingLabel(c.app.Words, name), rangeTip(c.app.Words, key)
	reset := func() { c.put(write, key.Default) }
	if names := key.Choices; len(names) > 0 {
		return c.picker(widgets.DropdownConfig{Label: label, Entries: choices(c.app.Words, names), Tip: tip, OnReset: reset,
			OnSelect: func(i int) { c.put(write, int64(i)) }}, func() int { return int(c.value(read)) })
	}
	shown := func() string {
		return panel.WithUnit(c.app.Words, key, c.app.ValueText(max(c.target, 1), read))
	}
	var f *widgets.Field
	f = c.theme.Field(widgets.FieldConfig{Label: label, Value: true, Tip: tip, Text: shown(), Hint: c.app.Words.T("controls.none"),
		OnReset: reset, OnSubmit: func(text string) {
			if c.set(c.target, write, asTyped(key.Name, text, "")) {
				f.Done()
			}
		}})
	c.rows = append(c.rows, fieldRow{f, shown})
	return f
}

// rangeTip says what a setting does and what may be typed.
func rangeTip(lang *words.Language, k *scenario.Key) string {
	allowed := lang.F("controls.allowed", strings.ReplaceAll(k.Range(), "|", " | "), k.Standard())
	if k.Text == nil && len(k.Choices) == 0 {
		allowed = lang.Decimal(allowed)
	}
	tip := tipOf(lang, k.Name) + " " + allowed
	if k.World() {
		tip += " " + lang.T("controls.whole-session")
	}
	return tip
}

// labelOf returns the label of a setting's control.
func labelOf(lang *words.Language, key string) string {
	k := scenario.Find(key)
	return lang.Or("settings."+k.BothWays(), k.Label)
}

// tipOf says what a setting does.
func tipOf(lang *words.Language, key string) string {
	k := scenario.Find(key)
	return lang.Or("controls."+key+"-tip", lang.Or("settings."+k.BothWays()+"-tip", k.Tip()))
}
