package ui

import (
	"math"
	"strconv"
	"strings"

	"driftlab/assets"
	"driftlab/session"
	"driftlab/ui/widgets"
)

// A linkGroup is some settings of the link that belong together, by their names without "link." and
// the direction.
type linkGroup struct {
	title, tip string
	settings   []string
}

// linkGroups has every setting of a link but those that the first sliders show.
var linkGroups = []linkGroup{
	{"Delay", "How a datagram's delay differs from the base delay, and how the base delay changes.",
		[]string{"delay", "distribution", "correlation", "table", "recording", "recording-end", "route.step", "route.every"}},
	{"Loss", "Losses that come in bursts, by a chain, by number or by outages.",
		[]string{"loss-burst", "chain.begin", "chain.end", "chain.bad", "chain.good", "lose", "outage.for", "outage.every", "mtu"}},
	{"Order", "Second copies, and datagrams that overtake.",
		[]string{"duplicate", "reorder", "reorder-gap", "order"}},
	{"Rate and queue", "How much the link carries, what waits for it, and who else uses it.",
		[]string{"rate", "trace", "queue", "queue-packets", "queue-discipline", "cross.share", "cross.on", "cross.every"}},
	{"Stream", "The link as a TCP stream: what is lost is sent again, and all behind it waits.",
		[]string{"transport", "rto"}},
}

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
	if r.within.Open() { // what is put away needs no text
		r.Set(r.read())
	}
}

// directions returns the picker of the direction that jitter, loss and the groups are for.
func (c *controls) directions() widgets.Child {
	return c.picker(widgets.DropdownConfig{
		Label: "Direction", Entries: []string{"both ways", "up: to the host", "down: to the client"},
		Tip:      "Which direction of the link the settings below are for. For both ways they show what holds up.",
		OnSelect: func(i int) { c.way = i },
	}, func() int { return c.way })
}

// impairments returns a section for each group.
func (c *controls) impairments() []widgets.Child {
	var out []widgets.Child
	for _, g := range linkGroups {
		out = append(out, c.group(g.title, g.tip, g.settings, func() (read, write string) {
			return prefixes[c.way].read, prefixes[c.way].write
		}))
	}
	return out
}

// presets returns the picker of conditions that people have. It shows the one that was chosen until
// something of the link is changed.
func (c *controls) presets() widgets.Child {
	names := append([]string{"choose a preset"}, assets.PresetNames()...)
	return c.picker(widgets.DropdownConfig{Label: "Conditions", Entries: names,
		Tip: "Put the whole link into a state that people really have, from a wired network to a satellite. Each figure's source is in the preset's file.",
		OnSelect: func(i int) {
			if i > 0 {
				c.set(c.target, "link.preset", names[i])
				c.preset = i
			}
		}}, func() int { return c.preset })
}

// group returns a section with a control for each of some settings, whose keys begin with what prefix
// returns: where they are read, and where they are written.
func (c *controls) group(title, tip string, settings []string, prefix func() (read, write string)) widgets.Child {
	var rows []fieldRow
	var children []widgets.Child
	for _, name := range settings {
		read, _ := prefix()
		key := session.Find(read + name)
		write := func(text string) {
			_, to := prefix()
			c.set(c.target, to+name, text)
		}
		text := func() string {
			from, _ := prefix()
			return withUnit(key, c.app.session.ValueText(max(c.target, 1), from+name))
		}
		if names := key.Choices(); len(names) > 0 {
			children = append(children, c.picker(widgets.DropdownConfig{Label: label(name), Entries: names, Tip: tipOf(key),
				OnSelect: func(i int) { write(names[i]) }}, func() int {
				from, _ := prefix()
				return int(c.value(from + name))
			}))
			continue
		}
		f := c.theme.Field(widgets.FieldConfig{Label: label(name), Tip: tipOf(key), Text: text(), Hint: "none", OnSubmit: write})
		rows = append(rows, fieldRow{Field: f, read: text})
		children = append(children, f)
	}
	s := c.theme.Section(title, tip, c.open[title], children...)
	c.sections = append(c.sections, section{title, s})
	for _, r := range rows {
		r.within = s
		c.rows = append(c.rows, r)
	}
	return s
}

// withUnit puts its unit behind a value that has none yet, so that it is still read as the same.
func withUnit(k *session.Key, text string) string {
	switch k.Unit() {
	case "path", "list":
		if text == k.Default() {
			return "" // the field says in dim letters that there is none
		}
	case "share":
		if v, err := strconv.ParseFloat(text, 64); err == nil {
			return strconv.FormatFloat(math.Round(v*1e9)/1e7, 'f', -1, 64) + " %"
		}
	case "factor":
		return text + "x"
	case "duration": // it is written with its unit
	default:
		return text + " " + k.Unit()
	}
	return text
}

// tipOf says what a setting does and what may be typed.
func tipOf(k *session.Key) string {
	help := strings.NewReplacer(" from client to host", "", " from host to client", "").Replace(k.Help)
	return strings.ToUpper(help[:1]) + help[1:] + ". Allowed: " + k.Range() + ", default " + k.Default() + "."
}

// label makes words of a key's name.
func label(name string) string {
	if name == "mtu" || name == "rto" {
		return strings.ToUpper(name)
	}
	words := strings.NewReplacer(".", " ", "-", " ").Replace(name)
	return strings.ToUpper(words[:1]) + words[1:]
}
