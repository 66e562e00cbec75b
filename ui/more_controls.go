package ui

import (
	"slices"
	"strings"

	"driftlab/netsync/registry"
	"driftlab/ui/widgets"
	"driftlab/ui/words"
)

// more is what of a part is rarely used, behind one row that says what and how much. Its rows are made as it is opened, and again where they
// are to be others: another clock that drives has other constants.
type more struct {
	*widgets.Section
	c      *controls
	name   string
	has    func() (title string, groups []settingGroup)
	names  []string // of its rows
	filled bool     // they are there
	rows   []row
	place  place
	seen   changedOf // what its title was read of
}

// newMore makes such a section.
func (c *controls) newMore(name string, has func() (string, []settingGroup)) *more {
	m := &more{c: c, name: name, has: has, place: c.within}
	m.place.more = m
	m.Section = c.theme.Section(widgets.SectionConfig{Tip: c.app.Words.T("controls.more-tip"), Open: c.open[name+"-more"]})
	c.mores = append(c.mores, m)
	c.rows = append(c.rows, m)
	m.read()
	return m
}

// read brings the title up to the session, and says where the settings have their controls.
func (m *more) read() {
	title, groups := m.has()
	var names []string
	for _, g := range groups {
		names = append(names, g.settings...)
	}
	m.Say(title, m.c.app.Words.F("controls.more", len(names)))
	if m.names != nil && slices.Equal(names, m.names) {
		return
	}
	for _, name := range m.names {
		delete(m.c.homes, name)
	}
	for _, name := range names {
		if _, other := m.c.homes[name]; !other {
			m.c.homes[name] = standing{place: m.place}
		}
	}
	m.names, m.filled, m.rows = names, false, nil
}

func (m *more) refresh() {
	if seen := m.c.app.changed.of; seen != m.seen {
		m.seen = seen
		m.read()
	}
	if !m.Open() {
		return
	}
	if !m.filled {
		m.fill()
	}
	for _, one := range m.rows {
		one.refresh()
	}
}

// fill makes the rows.
func (m *more) fill() {
	c := m.c
	_, groups := m.has()
	others, within := c.rows, c.within
	c.rows, c.within = nil, m.place
	var all []widgets.Child
	for _, g := range groups {
		if g.name != "" {
			all = append(all, c.theme.Caption(c.app.Words.T("controls."+g.name), c.app.Words.Or("controls."+g.name+"-tip", "")))
		}
		for _, name := range g.settings {
			all = append(all, c.row(name))
		}
	}
	m.Fill(all...)
	m.rows, m.filled = c.rows, true
	c.rows, c.within = others, within
}

// rareNetwork are the settings of the link that are rarely used, and what a client uploads beside the game.
func (c *controls) rareNetwork() (all []settingGroup) {
	for _, g := range linkGroups {
		all = append(all, settingGroup{g.name, c.spread(g.settings...)})
	}
	return append(all, settingGroup{"bulk", []string{"bulk.control", "bulk.target", "bulk.history", "bulk.owd", "bulk.rate"}})
}

// rareClocks are the constants of the clock that drives the client that the column is for, and how its machine works.
func (c *controls) rareClocks() []settingGroup {
	constants := settingGroup{name: "constants"}
	if a, err := registry.Lookup(c.app.ValueText(max(c.target, 1), "client.algorithm")); err != nil { // a variant
		constants.name = "constants-fixed"
	} else {
		for i := range a.Constants {
			constants.settings = append(constants.settings, a.Name+"."+a.Constants[i].Name)
		}
	}
	return []settingGroup{constants,
		{"machine", []string{"client.temperature", "client.wander", "client.sleep", "client.throttle", "client.catch-up", "client.dilation", "controls.address"}},
		{"mail", []string{"receive.poll", "receive.stamp", "send.at", "frame.rate", "frame.skew", "hitch.mean", "hitch.every",
			"stamp.false.share", "stamp.false.size"}}}
}

func rareBuffers() []settingGroup {
	return []settingGroup{
		{"ticks-inputs", []string{"time.provider", "time.rtt", "time.start", "time.snapshot", "buffer.mode", "buffer.late", "input.rate",
			"datagrams.up.rate", "datagrams.up.size", "datagrams.down.rate", "datagrams.down.size"}},
		{"frames", []string{"frames.window", "frames.least", "frames.most", "frames.every", "frames.report", "frames.trip",
			"frames.rounding", "frames.delay"}},
		{"mirror-time", []string{"mirror-time.buffer", "mirror-time.dynamic", "mirror-time.tolerance", "mirror-time.behind", "mirror-time.ahead",
			"mirror-time.catch-up", "mirror-time.slow-down", "mirror-time.drift", "mirror-time.delivery"}},
		{"source", []string{"source.interp", "source.interp-ratio"}}}
}

func rareWorld() []settingGroup {
	return []settingGroup{
		{"players", []string{"player.authority", "others.show", "others.time", "controls.player", "controls.session", "controls.say"}},
		{"time", []string{"controls.speed", "controls.ease", "dilation.lead"}},
		{"whole", []string{"hits.compensation", "hits.rewind", "hits.rewind-by", "host.answer.work", "snapshot.rate", "snapshot.budget", "join.timeout",
			"stamp.bits", "host.offset", "host.receive.poll", "host.receive.stamp", "host.hitch.mean", "host.hitch.every",
			"host.stamp.step", "host.stamp.false.share", "host.stamp.false.size", "converge.bound", "converge.hold", "punch.path"}}}
}

// settingLabel is the label of a setting's row: of one direction it says which.
func settingLabel(lang *words.Language, name string) string {
	read, _ := ends(name)
	label := labelOf(lang, read)
	switch {
	case strings.HasPrefix(name, "link.up."):
		return label + " ↑"
	case strings.HasPrefix(name, "link.down."):
		return label + " ↓"
	}
	return label
}
