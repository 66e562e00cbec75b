package ui

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/netsync"
	"driftlab/netsync/registry"
	"driftlab/ui/panel"
	"driftlab/ui/widgets"
	"driftlab/ui/words"
)

func (c *controls) network() []widgets.Child {
	c.asymmetry = c.asymmetrySlider()
	return []widgets.Child{
		c.picker(widgets.DropdownConfig{Label: c.app.Words.T("controls.for"), Entries: c.clientNames(c.app.Words.T("controls.all-clients")),
			Tip: c.app.Words.T("controls.for-tip"), OnSelect: func(i int) { c.target = i }}, func() int { return c.target }),
		c.home(c.conditions(), "controls.preset"),
		c.latency(),
		c.asymmetry,
		c.directions(),
		c.keySlider("link.jitter", widgets.SliderConfig{Label: labelOf(c.app.Words, "link.jitter"), Max: 100, Step: 1, Format: formatMillis(c.app.Words),
			Tip:      tipOf(c.app.Words, "link.jitter") + " " + c.app.Words.T("controls.chosen-way"),
			OnChange: func(v float64) { c.put(prefixes[c.way].write+"jitter", nanoseconds(v)) },
			OnType:   func(text string) bool { return c.typed(prefixes[c.way].write+"jitter", "ms")(text) },
		}, func() float64 { return c.millis(prefixes[c.way].read + "jitter") }),
		c.loss(func() (read, write string) { return prefixes[c.way].read, prefixes[c.way].write }),
	}
}

// loss is the slider of the share of datagrams that is lost, of the direction that a prefix of names has.
func (c *controls) loss(prefix func() (read, write string)) widgets.Child {
	tip := tipOf(c.app.Words, "link.loss")
	if !c.app.Regions.Watching { // there it is always of both ways
		tip += " " + c.app.Words.T("controls.chosen-way")
	}
	name := func() string { _, write := prefix(); return write + "loss" }
	return c.keySlider("link.loss", widgets.SliderConfig{Label: labelOf(c.app.Words, "link.loss"), Unit: "%", Max: 100, Step: 0.5, Tip: tip,
		OnChange: func(v float64) { c.put(name(), billionths(v)) },
		OnType:   func(text string) bool { return c.typed(name(), "%")(text) },
	}, func() float64 { read, _ := prefix(); return float64(c.value(read+"loss")) / 1e7 })
}

// mean returns the base delay, mean of both directions, in ms, and half of what up takes longer.
func (c *controls) mean() (latency, half float64) {
	up, down := c.millis("link.up.delay"), c.millis("link.down.delay")
	return (up + down) / 2, (up - down) / 2
}

// split sets both base delays from their mean and half of their difference, in ms.
func (c *controls) split(latency, half float64) bool {
	half = min(max(half, -latency), latency)
	up, err := scenario.Assign(c.target, "link.up.delay", nanoseconds(latency+half))
	down, errDown := scenario.Assign(c.target, "link.down.delay", nanoseconds(latency-half))
	return c.take(append(up, down...), cmp.Or(err, errDown))
}

// latency is the slider of the mean of both base delays.
func (c *controls) latency() widgets.Child {
	half := func() float64 { _, h := c.mean(); return h }
	return c.keySlider("controls.latency", widgets.SliderConfig{Label: c.app.Words.T("controls.latency"), Max: 400, Step: 1, Default: 80,
		Tip: c.app.Words.T("controls.latency-tip"), Typing: formatMillis(c.app.Words), Format: func(float64) string { return c.waysText() },
		OnChange: func(v float64) { c.split(v, half()) },
		OnType:   c.orWays(c.typeMean)}, func() float64 { l, _ := c.mean(); return l })
}

// orWays takes a typed up/down, and has one take what is a single number.
func (c *controls) orWays(one func(text string) bool) func(text string) bool {
	return func(text string) bool {
		if strings.Contains(text, "/") {
			return c.typeWays(text)
		}
		return one(text)
	}
}

// typeMean takes a typed mean of both ways.
func (c *controls) typeMean(text string) bool {
	_, half := c.mean()
	v, ok := c.kept("link.up.delay", text, "ms")
	return ok && c.split(float64(v)/1e6, half)
}

// typeWays takes a typed pair of base delays, up/down, such as 150/10.
func (c *controls) typeWays(text string) bool {
	var set []scenario.Assignment
	up, down, _ := strings.Cut(text, "/")
	for _, way := range []struct{ name, text string }{{"link.up.delay", up}, {"link.down.delay", down}} {
		v, ok := c.kept(way.name, way.text, "ms")
		if !ok {
			return false
		}
		one, err := scenario.Assign(c.target, way.name, v)
		if err != nil {
			return c.take(nil, err)
		}
		set = append(set, one...)
	}
	return c.take(set, nil)
}

// waysText says of the base delays what one number can: what each way takes, or the mean of two that differ.
func (c *controls) waysText() string {
	ms, half := c.mean()
	return c.meanSaid.of(ms, half, func() string {
		key := "controls.each-way"
		if half != 0 {
			key = "controls.mean-of-ways"
		}
		return c.app.Words.F(key, widgets.Number(c.app.Words, ms, 0, 3))
	})
}

// A said is the text of two numbers, kept until one of them is another: a frame asks for it.
type said struct {
	a, b float64
	text string
}

func (s *said) of(a, b float64, say func() string) string {
	if s.text == "" || s.a != a || s.b != b {
		*s = said{a, b, say()}
	}
	return s.text
}

// asymmetrySlider is the slider of half of what the way up takes longer than the way down. Its ends are where one way
// takes no time at all, wherever the latency has them: a knob that ran past them would have to jump back.
func (c *controls) asymmetrySlider() widgets.Child {
	latency := func() float64 { l, _ := c.mean(); return l }
	half := func() float64 { _, h := c.mean(); return h }
	return c.keySlider("controls.asymmetry", widgets.SliderConfig{Label: c.app.Words.T("controls.asymmetry"), Min: -1, Max: 1, Step: 1. / 80,
		Tip: c.app.Words.T("controls.asymmetry-tip"), Typing: func(float64) string { return formatMillis(c.app.Words)(half()) },
		Format: func(float64) string {
			up, down := c.millis("link.up.delay"), c.millis("link.down.delay")
			return c.waysSaid.of(up, down, func() string {
				return c.app.Words.F("controls.up-down", widgets.Number(c.app.Words, up, 0, 2), widgets.Number(c.app.Words, down, 0, 2))
			})
		},
		OnChange: func(v float64) { c.split(latency(), math.Round(2*v*latency())/2) },
		OnType: func(text string) bool {
			size, minus := strings.CutPrefix(strings.TrimSpace(strings.ReplaceAll(text, "−", "-")), "-")
			v, ok := c.kept("link.up.delay", size, "ms")
			if minus {
				v = -v
			}
			return ok && c.split(latency(), float64(v)/1e6)
		}}, func() float64 { return half() / max(latency(), 1e-6) })
}

// driver picks the clock that drives a client, or all, 0: one of those that run or, with which the experiment begins anew,
// the one that the program recommends.
func (c *controls) driver(client int, label string) widgets.Child {
	var titles []string
	clocks := c.app.Session.Algorithms()
	runs := len(clocks)
	if panel.PlaceOf(clocks, registry.Recommended) < 0 && c.app.Offers() {
		clocks = append(slices.Clone(clocks), panel.Algorithms[panel.PlaceOf(panel.Algorithms, registry.Recommended)])
	}
	for i := range clocks {
		title := panel.ClockTitle(c.app.Words, &clocks[i])
		if clocks[i].Name == registry.Recommended {
			title = c.app.Words.F("controls.recommended", title)
		}
		titles = append(titles, title)
	}
	return c.picker(widgets.DropdownConfig{Label: label, Entries: titles, Tip: c.app.Words.T("controls.algorithm-tip"),
		OnSelect: func(i int) {
			if c.app.clocks != nil {
				c.app.clocks.Close()
			}
			if i >= runs {
				c.app.Enter(clocks[i].Name, clientKey(client, "client.algorithm"), clocks[i].Name)
				return
			}
			c.set(client, "client.algorithm", clocks[i].Name)
		},
	}, func() int { return panel.PlaceOf(clocks, c.app.ValueText(max(client, 1), "client.algorithm")) })
}

func (c *controls) clocks() []widgets.Child {
	t := c.theme
	var out []widgets.Child
	for n := 1; n <= min(c.app.Session.Clients(), panel.Viewports-1); n++ {
		drives := c.driver(n, c.app.Words.F("controls.client", n))
		if n == 1 || n == c.app.Deck.Chosen {
			c.home(drives, "client.algorithm")
		}
		out = append(out, drives)
	}
	return append(out,
		c.keySlider("client.skew", widgets.SliderConfig{Label: labelOf(c.app.Words, "client.skew"), Min: -300, Max: 300, Step: 5, Fine: 0.5,
			Tip: c.app.Words.T("controls.skew-tip"), Format: func(v float64) string { return widgets.Number(c.app.Words, v, 0, 3) + " ppm" },
			OnChange: func(v float64) { c.put("client.skew", int64(math.Round(v*1e3))) },
			OnType:   c.typed("client.skew", "ppm")},
			func() float64 { return float64(c.value("client.skew")) / 1000 }),
		t.Equal(
			t.Button(c.app.Words.T("controls.step-back"), c.app.Words.T("controls.step-back-tip"), c.stepper(-50*time.Millisecond)),
			t.Button(c.app.Words.T("controls.step-forward"), c.app.Words.T("controls.step-forward-tip"), c.stepper(50*time.Millisecond)),
		),
		t.Equal(
			t.Button(c.app.Words.T("controls.rejoin"), c.app.Words.T("controls.rejoin-tip"), func() { c.app.Do(scenario.Event{Rejoin: c.whom()}) }),
			t.Button(c.app.Words.T("controls.rebind"), c.app.Words.T("controls.rebind-tip"), func() { c.app.Do(scenario.Event{Rebind: c.whom()}) }),
		),
		c.constants(),
		c.group("machine", []string{"client.offset", "client.temperature", "client.wander", "client.sleep", "client.dilation"}, wholeName),
		c.group("mail", []string{"receive.poll", "receive.stamp", "send.at", "frame.rate", "frame.skew", "hitch.mean", "hitch.every",
			"stamp.false.share", "stamp.false.size"}, wholeName),
	)
}

// stepper returns what steps the chosen clients' clocks by a time.
func (c *controls) stepper(by time.Duration) func() {
	step := func() error {
		for n := 1; n <= c.app.Session.Clients(); n++ {
			if c.target == 0 || c.target == n {
				set, err := scenario.Assign(n, "client.offset", c.app.Session.Value(n, "client.offset")+int64(by))
				if err == nil {
					err = c.app.Apply(scenario.Event{Set: set})
				}
				if err != nil {
					return err
				}
			}
		}
		return c.app.ClearOnSuccess(nil)
	}
	return func() { c.app.WhenThere(step) }
}

// push pushes the player of the chosen client, or client 1's.
func (c *controls) push() {
	c.app.Do(scenario.Event{Impulse: &scenario.Impulse{Player: max(c.target, 1), X: 6 * game.MetreASecond, Y: 8 * game.MetreASecond}})
}

// say says a line as the player that a person plays, or else as the chosen client's or client 1's.
func (c *controls) say(text string) {
	who := max(c.target, 1)
	if c.app.Frame.Played != panel.Nobody {
		who = c.app.Frame.Played
	}
	if text != "" {
		c.app.Do(scenario.Event{Say: &scenario.Say{Player: who, Text: text}})
	}
}

// wholeName is the prefix of settings that are given by their whole names.
func wholeName() (read, write string) { return "", "" }

func (c *controls) time() []widgets.Child {
	return []widgets.Child{
		c.speed(),
		c.easing(),
		c.dilation(),
		c.keySlider("dilation.lead", widgets.SliderConfig{Label: labelOf(c.app.Words, "dilation.lead"), Max: 500, Step: 10,
			Tip: c.app.Words.T("controls.lead-tip"), Format: formatMillis(c.app.Words),
			OnChange: func(v float64) { c.put("dilation.lead", nanoseconds(v)) },
			OnType:   c.typed("dilation.lead", "ms")},
			func() float64 { return c.millis("dilation.lead") }),
	}
}

// dilation is the slider of the host's time dilation.
func (c *controls) dilation() widgets.Child {
	const name = scenario.DilationSlider
	factor := func(v float64) string { return widgets.Number(c.app.Words, v, 0, 3) + "×" }
	return c.keySlider(name, widgets.SliderConfig{Label: labelOf(c.app.Words, name), Max: dilationKnob(game.MaxDilation), Step: 0.05, Default: 1,
		Tip: c.app.Words.T("controls.dilation-tip"), Format: func(v float64) string { return factor(dilationAt(v)) },
		Typing:   func(float64) string { return factor(float64(c.value(name)) / netsync.Normal) },
		OnChange: func(v float64) { c.put(name, int64(math.Round(dilationAt(v)*netsync.Normal))) },
		OnType:   c.typed(name, "x")}, func() float64 { return dilationKnob(c.value(name)) })
}

// dilationKnob returns where the knob of a dilation, in millionths, stands: at the factor itself up to 1, where half of a slider's
// moves are slow motion and a pause, and beyond that by doublings, so that it reaches all that the setting may be.
func dilationKnob(millionths int64) float64 {
	f := float64(millionths) / netsync.Normal
	if f > 1 {
		return 1 + math.Log2(f)
	}
	return f
}

// dilationAt returns the factor at which a knob stands, beyond 1 to the hundredth.
func dilationAt(knob float64) float64 {
	if knob <= 1 {
		return knob
	}
	return min(math.Round(100*math.Exp2(knob-1))/100, game.MaxDilation/netsync.Normal)
}

// speed is the slider of the speed of virtual time.
func (c *controls) speed() widgets.Child {
	return c.keySlider("controls.speed", widgets.SliderConfig{Label: c.app.Words.T("controls.speed"), Min: slowest, Max: fastest, Step: 0.5, Default: 0,
		Tip: c.app.Words.T("controls.speed-tip"), Format: func(v float64) string { return speedText(c.app.Words, math.Exp2(v)) },
		OnChange: func(v float64) { c.app.Speed = math.Exp2(v) }, OnType: c.typeSpeed},
		func() float64 { return math.Log2(c.app.Speed) })
}

// typeSpeed takes a typed speed of time, such as 0.25 or 4×.
func (c *controls) typeSpeed(text string) bool {
	number := strings.TrimRight(strings.Replace(strings.TrimSpace(text), ",", ".", 1), "x× ")
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || !(v >= math.Exp2(slowest) && v <= math.Exp2(fastest)) {
		c.app.ShowTyped(errors.New(c.app.Words.F("controls.speed-range", text, speedText(c.app.Words, math.Exp2(slowest)), speedText(c.app.Words, math.Exp2(fastest)))))
		return false
	}
	c.app.Speed = v
	c.app.ShowTyped(nil)
	return true
}

func (c *controls) world() []widgets.Child {
	choice := func(key string) widgets.Child {
		names := scenario.Find(key).Choices
		return c.home(c.picker(widgets.DropdownConfig{Label: labelOf(c.app.Words, key), Entries: choices(c.app.Words, names), Tip: c.app.Words.T("controls." + key + "-tip"),
			OnSelect: func(i int) { c.put(key, int64(i)) }},
			func() int { return int(c.value(key)) }), key)
	}
	button := func(name string, do func()) widgets.Child {
		return c.theme.Button(c.app.Words.T("controls."+name), c.app.Words.T("controls."+name+"-tip"), do)
	}
	return []widgets.Child{
		choice("platform.time"),
		choice("player.authority"),
		choice("others.show"),
		choice("projectile.spawn"),
		c.picker(widgets.DropdownConfig{Label: c.app.Words.T("controls.play"), Tip: c.app.Words.T("controls.play-tip"),
			Entries:  c.clientNames(c.app.Words.T("controls.nobody"), c.app.Words.T("controls.host")),
			OnSelect: func(i int) { c.app.Take(i - 1) }},
			func() int { return c.app.Frame.Played + 1 }),
		c.theme.Equal(
			button("push", c.push),
			button("leave", func() { c.app.Do(scenario.Event{Leave: c.whom()}) }),
			button("join", func() { c.app.Do(scenario.Event{Join: c.whom()}) }),
		),
		c.theme.Field(widgets.FieldConfig{Label: c.app.Words.T("controls.say"), Hint: c.app.Words.T("controls.say-hint"), Clear: true,
			Tip: c.app.Words.T("controls.say-tip"), OnSubmit: c.say}),
		c.group("buffers", []string{"time.provider", "time.rtt", "time.start", "time.snapshot", "buffer.mode", "buffer.late", "buffer.client", "buffer.server", "input.rate",
			"datagrams.up.rate", "datagrams.up.size", "datagrams.down.rate", "datagrams.down.size"}, wholeName),
		c.group("bulk", []string{"bulk.control", "bulk.target", "bulk.history", "bulk.owd", "bulk.rate"}, wholeName),
		c.group("frames", []string{"frames.window", "frames.least", "frames.most", "frames.every", "frames.report", "frames.trip",
			"frames.rounding", "frames.delay"}, wholeName),
		c.group("whole", []string{"hits.compensation", "hits.rewind", "snapshot.rate", "snapshot.budget", "join.timeout",
			"stamp.bits", "host.offset", "host.receive.poll", "host.receive.stamp", "host.hitch.mean", "host.hitch.every",
			"host.stamp.step", "host.stamp.false.share", "host.stamp.false.size", "converge.bound", "converge.hold", "punch.path"}, wholeName),
	}
}

// slowest and fastest bound the speed of time, as powers of two.
const (
	slowest = -6
	fastest = 3
)

func speedText(lang *words.Language, speed float64) string {
	return lang.Decimal(strconv.FormatFloat(speed, 'g', 3, 64)) + "×"
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

// swapDelays exchanges the base delays of the two directions, for the client that the controls are for
// or for all: the round trip stays, and every clock that asks is wrong the other way.
func (c *controls) swapDelays() { c.app.WhenThere(c.swapDelaysNow) }

func (c *controls) swapDelaysNow() error {
	a := c.app
	var set []scenario.Assignment
	for n := 1; n <= a.Session.Clients(); n++ {
		if c.target != 0 && c.target != n {
			continue
		}
		up, err := scenario.Assign(n, "link.up.delay", a.Session.Value(n, "link.down.delay"))
		down, errDown := scenario.Assign(n, "link.down.delay", a.Session.Value(n, "link.up.delay"))
		if err := cmp.Or(err, errDown); err != nil {
			return err
		}
		set = append(append(set, up...), down...)
	}
	return a.ClearOnSuccess(a.Apply(scenario.Event{Set: set}))
}
