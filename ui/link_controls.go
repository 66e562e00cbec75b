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

// A settingGroup is some settings that belong together, by the ends of their names. Its texts are controls.NAME and
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
				g.settings = append(g.settings, s.Name)
			}
		}
	}
	return groups
}()

// The directions that the groups' controls are for.
const (
	bothWays = iota
	upOnly
	downOnly
)

// prefixes are what a direction's keys begin with. Both ways show what is up.
var prefixes = [...]struct{ read, write string }{
	bothWays: {"link.up.", "link."},
	upOnly:   {"link.up.", "link.up."},
	downOnly: {"link.down.", "link.down."},
}

// fieldRow is a field whose text is a setting's value.
type fieldRow struct {
	*widgets.Field
	within *widgets.Section
	read   func() string
}

func (r fieldRow) refresh() {
	if r.within == nil || r.within.Open() { // what is put away needs no text
		r.Set(r.read())
	}
}

// directions returns the picker of the direction that jitter, loss and the groups are for.
func (c *controls) directions() widgets.Child {
	return c.picker(widgets.DropdownConfig{
		Label: c.app.Words.T("controls.direction"), Tip: c.app.Words.T("controls.direction-tip"),
		Entries:  []string{c.app.Words.T("controls.both-ways"), c.app.Words.T("controls.up-only"), c.app.Words.T("controls.down-only")},
		OnSelect: func(i int) { c.way = i },
	}, func() int { return c.way })
}

// impairments returns a section for each group.
func (c *controls) impairments() []widgets.Child {
	var out []widgets.Child
	for _, g := range linkGroups {
		out = append(out, c.group(g.name, g.settings, func() (read, write string) {
			return prefixes[c.way].read, prefixes[c.way].write
		}))
	}
	return out
}

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

// group returns a section with a control for each of some settings, whose keys begin with what prefix
// returns: where they are read, and where they are written.
func (c *controls) group(name string, settings []string, prefix func() (read, write string)) widgets.Child {
	s := c.section(name)
	s.Fill(c.settings(s, settings, prefix)...)
	return s
}

// section returns a section without controls.
func (c *controls) section(name string) *widgets.Section {
	s := c.theme.Section(c.app.Words.T("controls."+name), c.app.Words.T("controls."+name+"-tip"), c.open[name])
	c.sections = append(c.sections, section{name, s})
	return s
}

// settings returns a control for each of some settings of a section.
func (c *controls) settings(within *widgets.Section, names []string, prefix func() (read, write string)) (all []widgets.Child) {
	for _, name := range names {
		child, row := c.setting(name, prefix)
		read, _ := prefix()
		c.homes[scenario.Find(read+name).BothWays()] = standing{child, within}
		all = append(all, child)
		if row.Field != nil {
			row.within = within
			c.rows = append(c.rows, row)
		}
	}
	return all
}

// setting returns the control of one setting of a group: a picker where it is a choice, otherwise a
// field, with the row that keeps it in step.
func (c *controls) setting(name string, prefix func() (read, write string)) (widgets.Child, fieldRow) {
	read, _ := prefix()
	key := scenario.Find(read + name)
	put := func(v int64) {
		_, to := prefix()
		c.put(to+name, v)
	}
	reset := func() { put(key.Default) }
	if names := key.Choices; len(names) > 0 {
		return c.picker(widgets.DropdownConfig{Label: labelOf(c.app.Words, key.Name), Entries: choices(c.app.Words, names), Tip: rangeTip(c.app.Words, key), OnReset: reset,
			OnSelect: func(i int) { put(int64(i)) }}, func() int {
			from, _ := prefix()
			return int(c.value(from + name))
		}), fieldRow{}
	}
	shown := func() string {
		from, _ := prefix()
		return panel.WithUnit(c.app.Words, key, c.app.ValueText(max(c.target, 1), from+name))
	}
	var f *widgets.Field
	f = c.theme.Field(widgets.FieldConfig{Label: labelOf(c.app.Words, key.Name), Tip: rangeTip(c.app.Words, key), Text: shown(), Hint: c.app.Words.T("controls.none"),
		OnReset: reset, OnSubmit: func(text string) {
			_, to := prefix()
			if c.set(c.target, to+name, asTyped(key.Name, text, "")) {
				f.Done()
			}
		}})
	return f, fieldRow{Field: f, read: shown}
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
	return lang.Or("settings."+k.BothWays()+"-tip", k.Tip())
}
