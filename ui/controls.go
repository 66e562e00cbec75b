package ui

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"driftlab/game"
	"driftlab/session"
	"driftlab/ui/widgets"
)

// controls is the column of sliders and pickers at the left. What a person moves becomes an event
// of the session; what changes in the session by other means moves the controls.
type controls struct {
	app    *App
	theme  *widgets.Theme
	scroll *widgets.Scroll
	rows   []row
	target int // client that the network sliders are for, 0 for all
	way    int // direction that the groups of network settings are for
	preset int // chosen last, if nothing of the link was changed since; 0 for none

	sections []section
	open     map[string]bool // sections that are open, by title
	err      error

	asymmetry widgets.Child // the slider, which the first scenario points at
}

// section is a group of controls with its title.
type section struct {
	title string
	*widgets.Section
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

// newControls makes the column anew; what was chosen in the one before, if there was one, stays.
func newControls(app *App, theme *widgets.Theme, before *controls) (*controls, error) {
	c := &controls{app: app, theme: theme, open: map[string]bool{}}
	if before != nil {
		c.target, c.way = before.target, before.way
		for _, s := range before.sections {
			c.open[s.title] = s.Open()
		}
	}
	children := []widgets.Child{}
	for _, section := range [][]widgets.Child{c.network(), c.impairments(), c.clocks(), c.time(), c.world()} {
		children = append(children, section...)
	}
	c.scroll = theme.Scroll(theme.Column(children...))
	return c, c.err
}

// refresh brings all controls up to the session.
func (c *controls) refresh() {
	for _, r := range c.rows {
		r.refresh()
	}
}

// slider adds a slider that shows what read returns.
func (c *controls) slider(cfg widgets.SliderConfig, read func() float64) widgets.Child {
	cfg.Value = min(max(read(), cfg.Min), cfg.Max)
	s, err := c.theme.Slider(cfg)
	if err != nil {
		c.err = err
		return c.theme.Label(cfg.Label, "", 0)
	}
	c.rows = append(c.rows, sliderRow{s, read})
	return s
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
	return c.app.session.Value(max(c.target, 1), key)
}

// set changes a setting of a client, or of all for client 0.
func (c *controls) set(client int, pairs ...string) {
	if strings.HasPrefix(pairs[0], "link.") {
		c.preset = 0
	}
	var set []session.Assignment
	for i := 0; i < len(pairs); i += 2 {
		name := pairs[i]
		if k := session.Find(name); client > 0 && (k == nil || !k.World()) { // "link.loss" stands for two
			name = fmt.Sprintf("client%d.%s", client, name)
		}
		parsed, err := session.ParseAssignment(name, pairs[i+1])
		if err != nil {
			c.app.say(err)
			return
		}
		set = append(set, parsed...)
	}
	c.app.do(session.Event{Set: set})
}

// millis writes milliseconds as a setting.
func millis(ms float64) string {
	return strconv.FormatFloat(ms, 'f', 3, 64) + "ms"
}

func (c *controls) millis(key string) float64 { return float64(c.value(key)) / 1e6 }

// clientNames lists the clients behind a first entry.
func (c *controls) clientNames(first ...string) []string {
	for i := range c.app.session.Clients() {
		first = append(first, fmt.Sprintf("Client %d", i+1))
	}
	return first
}

func (c *controls) network() []widgets.Child {
	t := c.theme
	latency := func() float64 { return (c.millis("link.up.delay") + c.millis("link.down.delay")) / 2 }
	asymmetry := func() float64 { return (c.millis("link.up.delay") - c.millis("link.down.delay")) / 2 }
	split := func(latency, half float64) {
		half = min(max(half, -latency), latency)
		c.set(c.target, "link.up.delay", millis(latency+half), "link.down.delay", millis(latency-half))
	}
	share := func(what string) func(v float64) {
		return func(v float64) {
			text := millis(v)
			if what == "loss" {
				text = strconv.FormatFloat(v, 'f', 2, 64) + "%"
			}
			c.set(c.target, prefixes[c.way].write+what, text)
		}
	}
	c.asymmetry = c.slider(widgets.SliderConfig{Label: "Asymmetry", Min: -200, Max: 200, Step: 1,
		Tip: "Moves delay from one direction to the other; the round trip stays. No exchange of packets can see it: every clock that asks is off by this much.",
		Format: func(v float64) string {
			return fmt.Sprintf("up %.0f · down %.0f ms", c.millis("link.up.delay"), c.millis("link.down.delay"))
		},
		OnChange: func(v float64) { split(latency(), v) }}, asymmetry)
	return []widgets.Child{
		t.Heading("Network", "The emulated link between each client and the host."),
		c.picker(widgets.DropdownConfig{Label: "For", Entries: c.clientNames("all clients"),
			Tip:      "Which clients the settings under this and the clock settings are for. The plot shows this client.",
			OnSelect: func(i int) { c.target = i }}, func() int { return c.target }),
		c.presets(),
		c.slider(widgets.SliderConfig{Label: "Latency", Min: 0, Max: 400, Step: 1, Default: 80,
			Tip:      "Base one-way delay, mean of both directions. Twice this is the round trip.",
			Format:   func(v float64) string { return fmt.Sprintf("%.0f ms one way", v) },
			OnChange: func(v float64) { split(v, asymmetry()) }}, latency),
		c.asymmetry,
		c.directions(),
		c.slider(widgets.SliderConfig{Label: "Jitter", Unit: "ms", Min: 0, Max: 100, Step: 1, Default: 0,
			Tip:      "Mean extra delay of a datagram, different for each, in the directions chosen above.",
			OnChange: share("jitter")}, func() float64 { return c.millis(prefixes[c.way].read + "jitter") }),
		c.slider(widgets.SliderConfig{Label: "Loss", Unit: "%", Min: 0, Max: 100, Step: 0.1, Decimals: 1,
			Tip:      "Share of datagrams that never arrive, in the directions chosen above.",
			OnChange: share("loss")}, func() float64 { return float64(c.value(prefixes[c.way].read+"loss")) / 1e7 }),
	}
}

func (c *controls) clocks() []widgets.Child {
	t := c.theme
	out := []widgets.Child{t.Heading("Clocks", "Which algorithm drives each client's game. All of them run on every client all the time.")}
	var titles []string
	for _, a := range algorithms {
		titles = append(titles, a.Title)
	}
	for n := 1; n <= min(c.app.session.Clients(), viewports-1); n++ {
		out = append(out, c.picker(widgets.DropdownConfig{Label: fmt.Sprintf("Client %d", n), Entries: titles,
			Tip:      "The algorithm that tells this client what time it is on the host.",
			OnSelect: func(i int) { c.set(n, "client.algorithm", algorithms[i].Name) },
		}, func() int { return int(c.app.session.Value(n, "client.algorithm")) }))
	}
	step := func(by time.Duration) func() {
		return func() {
			for n := 1; n <= c.app.session.Clients(); n++ {
				if c.target == 0 || c.target == n {
					now := time.Duration(c.app.session.Value(n, "client.offset"))
					c.set(n, "client.offset", (now + by).String())
				}
			}
		}
	}
	return append(out,
		c.slider(widgets.SliderConfig{Label: "Skew", Min: -300, Max: 300, Step: 5,
			Tip:      "How much faster the client's clock runs than the host's, in parts per million (ppm): 100 ppm is 6 ms a minute.",
			Format:   func(v float64) string { return fmt.Sprintf("%+.0f ppm", v) },
			OnChange: func(v float64) { c.set(c.target, "client.skew", strconv.FormatFloat(v, 'f', 0, 64)) }},
			func() float64 { return float64(c.value("client.skew")) / 1000 }),
		t.Equal(
			t.Button("Step −50 ms", "Set the client's own clock back by 50 ms, as a user or the system may.", step(-50*time.Millisecond)),
			t.Button("Step +50 ms", "Set the client's own clock forward by 50 ms.", step(50*time.Millisecond)),
		),
		t.Button("Rejoin", "Leave and join again: every algorithm forgets what it knew and asks on the link as it is now.", func() {
			c.app.do(session.Event{Rejoin: c.whom()})
		}),
		t.Button("New address", "The client's NAT forgets it, as after minutes of silence: it gets another public address, and what the host sends to the old one is lost until the client has been heard again.", func() {
			c.app.do(session.Event{Rebind: c.whom()})
		}),
		c.group("Machine", "The client's quartz and its sleep.",
			[]string{"temperature", "wander", "sleep"}, func() (read, write string) { return "client.", "client." }),
	)
}

// whom returns the client that buttons are for, as events have it.
func (c *controls) whom() int {
	if c.target == 0 {
		return session.AllClients
	}
	return c.target
}

// push pushes the player of the chosen client, or client 1's.
func (c *controls) push() {
	c.app.do(session.Event{Push: &session.Push{Player: max(c.target, 1), X: 6 * game.MetreASecond, Y: 8 * game.MetreASecond}})
}

// say says a line as the player that a person plays, or else as the chosen client's or client 1's.
func (c *controls) say(text string) {
	who := max(c.target, 1)
	if c.app.frame.played != nobody {
		who = c.app.frame.played
	}
	if text != "" {
		c.app.do(session.Event{Say: &session.Say{Player: who, Text: text}})
	}
}

// wholeName is the prefix of settings that are given by their whole names.
func wholeName() (read, write string) { return "", "" }

func (c *controls) time() []widgets.Child {
	t := c.theme
	return []widgets.Child{
		t.Heading("Time", "How fast virtual time goes on, and the game's time in it."),
		c.slider(widgets.SliderConfig{Label: "Speed of time", Min: slowest, Max: fastest, Step: 0.5, Default: 0,
			Tip:      "How fast all of virtual time goes on: slow motion to see packets' effects, fast forward to see drift. It changes nothing in the experiment.",
			Format:   func(v float64) string { return speedText(math.Exp2(v)) },
			OnChange: func(v float64) { c.app.speed = math.Exp2(v) }},
			func() float64 { return math.Log2(c.app.speed) }),
		c.slider(widgets.SliderConfig{Label: "Host time dilation", Min: 0, Max: 2, Step: 0.05, Default: 1,
			Tip:      "How fast the game's world time runs on the host: 0 is a pause of the game. Clocks on world time suffer, clocks on the machine's own time do not.",
			Format:   func(v float64) string { return fmt.Sprintf("%.2f×", v) },
			OnChange: func(v float64) { c.set(0, "host.dilation", strconv.FormatFloat(v, 'f', 3, 64)) }},
			func() float64 { return float64(c.value("host.dilation")) / 1e6 }),
		c.slider(widgets.SliderConfig{Label: "Dilation announced", Min: 0, Max: 500, Step: 10,
			Tip:      "How long before a change of its dilation takes effect the host announces it. Ahead by a one-way delay or more, clocks on real time follow it without any error.",
			Format:   func(v float64) string { return fmt.Sprintf("%.0f ms ahead", v) },
			OnChange: func(v float64) { c.set(0, "dilation.lead", millis(v)) }},
			func() float64 { return c.millis("dilation.lead") }),
	}
}

func (c *controls) world() []widgets.Child {
	choice := func(label, key, tip string) widgets.Child {
		names := session.Find(key).Choices()
		return c.picker(widgets.DropdownConfig{Label: label, Entries: names, Tip: tip,
			OnSelect: func(i int) { c.set(c.target, key, names[i]) }},
			func() int { return int(c.value(key)) })
	}
	play := c.clientNames("nobody", "Host")
	return []widgets.Child{
		c.theme.Heading("World", "How the clients show it, and who plays."),
		choice("Platforms", "platform.time", "The time in which clients draw platforms. Shared: where they are on the host now. Server: as old as the states received. Predicted: as far ahead as the own player. Near: predicted only where the own player is close by."),
		choice("Others", "others.show", "How other players are shown. Interpolated: between two states received, late but right. Dead-reckoned: carried on at their speed to the present, by the synchronised clock, or naively as if states took no time to arrive."),
		choice("Projectiles", "projectile.spawn", "Timestamped: moved on by the lag that the clock computes. Naive: they start where they were fired, when the message arrives. Per frame: the host sends where they are, again and again. Predicted: the shooter sees its own at once."),
		c.picker(widgets.DropdownConfig{Label: "You play", Entries: play,
			Tip:      "Take over a player: arrows or WASD move and jump, V fires, Escape gives it back to its bot.",
			OnSelect: func(i int) { c.app.take(i - 1) }},
			func() int { return c.app.frame.played + 1 }),
		c.theme.Equal(
			c.theme.Button("Push", "The host pushes the client's player, up and to the right. No client can foresee it: it mispredicts, and is corrected.", c.push),
			c.theme.Button("Leave", "The client says goodbye. Join brings it back.", func() { c.app.do(session.Event{Leave: c.whom()}) }),
			c.theme.Button("Join", "A client that has left joins again; one that has not joins anew.", func() { c.app.do(session.Event{Join: c.whom()}) }),
		),
		c.theme.Field(widgets.FieldConfig{Label: "Say", Hint: "a line", Clear: true,
			Tip: "A line of chat by the player that you play, or by the client's. It is stamped in predicted time, and shown on every screen with how late it came there.", OnSubmit: c.say}),
		c.group("Hits", "Who decides what is hit, and by which time.", []string{"hits.compensation", "hits.rewind"}, wholeName),
		c.group("Ticks and bandwidth", "The buffers that make up for jitter, how often machines send, and how much.",
			[]string{"buffer.mode", "buffer.late", "buffer.client", "buffer.server", "input.rate", "snapshot.rate", "snapshot.budget", "join.timeout"}, wholeName),
	}
}

// slowest and fastest bound the speed of time, as powers of two.
const (
	slowest = -6
	fastest = 3
)

func speedText(speed float64) string {
	return strconv.FormatFloat(speed, 'g', 3, 64) + "×"
}

// buttonsOf says which buttons of a player the keys held down stand for.
func buttonsOf(left, right, jump, fire bool) (held game.Buttons) {
	for _, k := range []struct {
		down   bool
		button game.Buttons
	}{{left, game.Left}, {right, game.Right}, {jump, game.Jump}, {fire, game.Fire}} {
		if k.down {
			held |= k.button
		}
	}
	return held
}
