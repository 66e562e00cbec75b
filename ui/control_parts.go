package ui

import (
	"cmp"
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/netsync"
	"driftlab/ui/panel"
	"driftlab/ui/widgets"
	"driftlab/ui/words"
)

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
	return c.keySlider(widgets.SliderConfig{Label: c.app.Words.T("controls.latency"), Max: 400, Step: 1, Default: 80,
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

// waysText says of the base delays what one text can: what both ways take, or the mean where the asymmetry has a row too.
func (c *controls) waysText() string {
	up, down := c.millis("link.up.delay"), c.millis("link.down.delay")
	if c.asymmetry != nil {
		up = (up + down) / 2
		down = up
	}
	if up != down {
		return c.upDown(up, down)
	}
	return formatMillis(c.app.Words)(up)
}

// upDown writes what both ways take.
func (c *controls) upDown(up, down float64) string {
	return c.app.Words.F("controls.up-down", widgets.Number(c.app.Words, up, 0, 2), widgets.Number(c.app.Words, down, 0, 2))
}

// asymmetrySlider is the slider of half of what the way up takes longer than the way down. Its ends are where one way
// takes no time at all, wherever the latency has them: a knob that ran past them would have to jump back.
func (c *controls) asymmetrySlider() widgets.Child {
	latency := func() float64 { l, _ := c.mean(); return l }
	half := func() float64 { _, h := c.mean(); return h }
	c.asymmetry = c.keySlider(widgets.SliderConfig{Label: c.app.Words.T("controls.asymmetry"), Min: -1, Max: 1, Step: 1. / 80,
		Tip: c.app.Words.T("controls.asymmetry-tip"), Typing: func(float64) string { return formatMillis(c.app.Words)(half()) },
		Format: func(float64) string {
			up, down := c.millis("link.up.delay"), c.millis("link.down.delay")
			return c.upDown(up, down)
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
	return c.asymmetry
}

// stepBy is by how much the buttons step a clock.
const stepBy = 50 * time.Millisecond

// stepper returns what steps the chosen clients' clocks by a time.
func (c *controls) stepper(by time.Duration) func() {
	return c.setter(func(n int) ([]scenario.Assignment, error) {
		return scenario.Assign(n, "client.offset", c.app.Session.Value(n, "client.offset")+int64(by))
	})
}

// setter returns what sets settings of each client that the controls are for, by what it has.
func (c *controls) setter(of func(client int) ([]scenario.Assignment, error)) func() {
	set := func() error {
		var all []scenario.Assignment
		for n := 1; n <= c.app.Session.Clients(); n++ {
			if c.target != 0 && c.target != n {
				continue
			}
			set, err := of(n)
			if err != nil {
				return err
			}
			all = append(all, set...)
		}
		return c.app.ClearOnSuccess(c.app.Apply(scenario.Event{Set: all}))
	}
	return func() { c.app.WhenThere(set) }
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

// buffersText says how long both buffers are.
func (c *controls) buffersText() string {
	n := func(name string) string { return widgets.Number(c.app.Words, float64(c.value(name))/1e6, 0, 3) }
	return c.app.Words.F("controls.both-buffers", n("buffer.client"), n("buffer.server"))
}

// dilationText says what the host's time dilation is.
func (c *controls) dilationText() string {
	return widgets.Number(c.app.Words, float64(c.value(scenario.DilationSlider))/netsync.Normal, 2, 3) + " ×"
}

// dilation is the slider of the host's time dilation.
func (c *controls) dilation() widgets.Child {
	const name = scenario.DilationSlider
	return c.keySlider(widgets.SliderConfig{Label: c.app.Words.T("controls.dilation"), Max: dilationKnob(game.MaxDilation), Step: 0.05, Default: 1,
		Tip:    c.app.Words.T("controls.dilation-tip"),
		Format: func(v float64) string { return widgets.Number(c.app.Words, dilationAt(v), 2, 3) + " ×" },
		Typing: func(float64) string {
			return widgets.Number(c.app.Words, float64(c.value(name))/netsync.Normal, 0, 3) + "×"
		},
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
	return c.keySlider(widgets.SliderConfig{Label: c.app.Words.T("controls.speed"), Min: slowest, Max: fastest, Step: 0.5, Default: 0,
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
func (c *controls) swapDelays() {
	c.setter(func(n int) ([]scenario.Assignment, error) {
		up, err := scenario.Assign(n, "link.up.delay", c.app.Session.Value(n, "link.down.delay"))
		down, errDown := scenario.Assign(n, "link.down.delay", c.app.Session.Value(n, "link.up.delay"))
		return append(up, down...), cmp.Or(err, errDown)
	})()
}
