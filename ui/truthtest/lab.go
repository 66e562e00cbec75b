package truthtest

import (
	"math"
	"slices"
	"strings"
	"time"

	"driftlab/assets"
	"driftlab/game"
	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/session"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// LabPlaces are the parts of the Lab view.
func LabPlaces(p *picture.Picture) (all []Place) {
	l := &p.Regions
	all = append(all, Place{Kind: "race", At: l.Race, Side: 1}, Place{Kind: "diagram", At: l.Time, Side: 1}, Place{Kind: "bottom", At: l.Bottom, Side: 1})
	for i, at := range l.Cards {
		if k := p.Deck.Card + i + 1; k < len(p.Deck.Machines) {
			all = append(all, Place{Kind: "card", At: at, Side: 1, Machine: p.Deck.Machines[k]})
		}
	}
	for _, pane := range p.Deck.Panes {
		all = append(all, Place{Kind: "pane", At: pane.Rect, Side: 1, Machine: pane.Machine})
	}
	return append(all, Place{Kind: "hostcard", At: l.Numbers, Side: 1})
}

// What the Lab writes, and its diagrams wherever they are. Those without a truth have tests of their own.
var labRules = []rule{
	{in: "top", text: "{bars.seed} #"},
	{in: "pane", text: "{viewport.clock|watch.world-error} # ms", truth: func(c *claim) { c.numbers = c.numbers[:1]; clockError(c) }, clock: true},
	{in: "pane", text: "(?:.* = )?# (?:ms|{watch.world-ms})  # m", truth: bracket, clock: true},
	{in: "card", text: "# (?:ms|s)", truth: cardCell, clock: true},
	{in: "card", text: "#(?: {card.ticks})?", truth: cardCell},
	{in: "card", text: "↑ #  ↓ # ms", truth: facts(func(f *session.Facts) []float64 {
		return []float64{milliseconds(f.JitterUp), milliseconds(f.JitterDown)}
	})},
	{in: "card", text: "{card.scale} (?:#×|–) +{card.off-pace} (?:#|–)(?: %)?(?: +{card.resets} #)?"},
	{in: "card", text: "{card.buffers} ↓ #/# +↑ #/# (?:ms|{card.world-ms})", truth: facts(func(f *session.Facts) []float64 {
		b := &f.Buffers
		return []float64{milliseconds(b.ClientFill), milliseconds(b.Client), milliseconds(b.ServerFill), milliseconds(b.Server)}
	})},
	{in: "card", text: "{card.late} (?:# %|–)(?: +{card.corrections} #)?", truth: facts(func(f *session.Facts) []float64 {
		return []float64{100 * float64(f.Inputs.Late) / float64(f.Inputs.Late+f.Inputs.OnTime), float64(f.Corrected)}
	})},
	{in: "card", text: "{card.riders} .*", truth: riders},
	{in: "card", text: "{card.traffic} ↑ # +↓ # kB/s", truth: facts(func(f *session.Facts) []float64 {
		return []float64{float64(f.Up.Total().Bytes) / 1000, float64(f.Down.Total().Bytes) / 1000}
	})},
	{in: "card", text: "{card.dropped} #", truth: facts(func(f *session.Facts) []float64 {
		return []float64{float64(f.Refused.Total() + f.Rejected.Total())}
	})},
	{in: "card", text: "{card.trips|card.trips-short} ↑.*"},
	{in: "hostcard", text: "[+−]?[0-9]+ ms|\\+[0-9]+"},
	{in: "hostcard", text: "# ms", truth: hostTrips},
	{in: "hostcard", text: "#(?: (?:ms|{card.world-ms}))?", truth: hostWorld},
	{in: "bottom", text: "# s|[0-9:]+"},
	{in: "race", text: "{race.client} #, {race.since} # s, {time.at} # s.*", truth: func(c *claim) { c.named[c.Kind] = c.numbers[2] }},
	{in: "race", text: ".*{race.converged}.*|≤.*"},
	{in: "race", text: "#k?", truth: raceCell},
	{in: "diagram", text: "{plot.unseen} # ms", truth: unseen},
	{in: "diagram", text: "{ticks.tick} #(?:  # (?:ms|{card.world-ms}))?", truth: lead},
	{in: "diagram", text: "# {ticks.late}, # (?:{ticks.lacked}|{ticks.lost})", clock: true},
	{in: "diagram", text: "{samples.meet} # ms", truth: minima},
	{in: "diagram", text: "{samples.p20|samples.p50|samples.p80|samples.cut-line|samples.median} # ms|{samples.least-of} # ms|{samples.counts} .*|# {samples.collected}|{samples.gate-open} # ms"},
	{in: "diagram", text: "{samples.one-trip} .*"},
	{in: "diagram", text: "{samples.then} .*{samples.by-now} # ms", truth: anyOfItsClocks, clock: true},
	{in: "diagram", text: "{samples.between} # ms", truth: anyOfItsClocks, clock: true},
	{in: "diagram", text: "(?:.*, )?# (?:{plot.clocks|plot.more})|.* ×#|{waterfall.mean}|.*\\b10 ms\\. [A-Z].*|{punch.window} # ms|(?:[≤≥] )?# (?:µs|s|%|Mbit/s)"},
	{in: "diagram", text: "(?:.* [0-9]+: |[^0-9]+, 95 % .*: )# (?:ms|s)|[0-9.,]+(?: ms)? – [0-9.,]+ ms"},
	{in: "diagram", text: "{dial.now} #", truth: func(c *claim) { c.among(float64(c.world().StampWraps(c.chosen()).Stamp)) }},
	{in: "diagram", text: "× 512 µs = # s", truth: func(c *claim) { c.among(float64(c.world().StampWraps(c.chosen()).Stamp) * 512e-6) }},
	{in: "diagram", text: "{dial.example} 60000|{dial.ago} # s|# s.*"},
	{in: "diagram", text: "{buffer.held} # ms", truth: func(c *claim) {
		c.among(milliseconds(c.world().Facts(c.chosen()).Buffers.Client))
	}},
	{in: "diagram", text: "# ppm|{spacetime.world} × #", truth: rates},
}

func (c *claim) chosen() int { return min(max(c.p.Frame.Selected, 1), c.world().Clients()) }

// facts has the numbers of a claim be what is true of its client at the moment that its place names.
func facts(of func(f *session.Facts) []float64) func(c *claim) {
	return func(c *claim) {
		c.then(func(m *Moment) string {
			want := of(c.facts(m))
			for i, n := range c.numbers {
				if wrong := n.off(want[i], true); wrong != "" {
					return wrong
				}
			}
			return ""
		})
	}
}

// bracket is by how much something is shown ahead of the host in world time, and how far from there.
func bracket(c *claim) {
	var here, host game.Scene
	c.world().ClientScene(c.Machine, &here)
	c.world().HostScene(&host)
	truth, ms, m := objects(&host), c.numbers[len(c.numbers)-2], c.numbers[len(c.numbers)-1]
	for id, o := range objects(&here) {
		if of, ok := truth[id]; ok && ms.is(milliseconds(o.Time.Sub(host.Character.Time))) && m.is(o.Pos.Sub(of.Pos).Length().Metres()) {
			return
		}
	}
	// What has just rung the bell is held there.
	if e := c.world().Facts(c.Machine).Error; !c.orange() || math.Abs(ms.value-milliseconds(e)) > 2 || m.value > math.Abs(e.Seconds())*float64(c.world().Level().ShotSpeed)/1e6+0.05 {
		c.wrong("nothing is so far away")
	}
}

// cardCell is a number of a card: its row's name says of what, and its place what is estimated, true, or the error.
func cardCell(c *claim) {
	line := c.beside()
	if len(line) == 0 {
		return // a machine's own name
	}
	label, right := line[0].Said, (c.At.X+c.At.W-10*float32(c.p.Scale)-c.X1)/c.At.W
	c.then(func(m *Moment) string {
		f := c.facts(m)
		st, host, unit := &f.Status, float64(m.Sides[c.Side].HostTick), 1.0
		var estimate, truth float64
		switch t := c.p.Words.T; label {
		case t("card.offset"), t("card.world-offset"):
			estimate, truth = float64(st.Offset), float64(f.Offset)
		case t("card.up"):
			estimate, truth = float64(st.OWDUp), float64(f.OWDUp)
		case t("card.down"):
			estimate, truth = float64(st.OWDDown), float64(f.OWDDown)
		case t("card.rtt"):
			estimate, truth = float64(st.RTT), float64(f.OWDUp+f.OWDDown)
		case t("card.host-tick"):
			estimate, truth = float64(f.Moment.Clock.Tick()), host
		case t("card.server-tick"):
			estimate, truth = float64(f.Moment.Server.Tick()), host
		case t("card.predicted-tick"):
			estimate, truth = float64(f.Moment.Predicted.Tick()), host
		default:
			return "it stands in no row"
		}
		if strings.HasSuffix(c.Said, " ms") {
			unit = 1e6
		} else if strings.HasSuffix(c.Said, " s") {
			unit = 1e9
		}
		switch {
		case right < 0.1:
			return c.numbers[0].off((estimate-truth)/unit, true)
		case right < 0.4:
			return c.numbers[0].off(truth/unit, true)
		}
		return c.numbers[0].off(estimate/unit, true)
	})
}

// riders is how far those who ride are off their platforms on the client's screen.
func riders(c *claim) {
	said := anyNumber.FindAllString(c.Said, -1)
	c.then(func(m *Moment) string {
		for i, class := range []session.RiderClass{session.OwnPlayer, session.NPC, session.OtherPlayer} {
			r := m.Sides[c.Side].Rode[c.Machine-1][class]
			if !r.OK {
				continue
			}
			if len(said) == 0 {
				return "somebody rides"
			}
			if wrong := numberOf(said[0]).off(milliseconds(r.Time), true); wrong != "" {
				return wrong + " of rider " + string(rune('1'+i))
			}
			said = said[1:]
		}
		return ""
	})
}

// hostTrips is how long a client's datagrams took, as the host measures it.
func hostTrips(c *claim) {
	c.then(func(m *Moment) string {
		for i := range m.Sides[c.Side].Facts {
			t := m.Sides[c.Side].Facts[i].UpTrips.Measured
			if slices.ContainsFunc([]time.Duration{t.Latest, t.Least, t.Mean}, func(d time.Duration) bool { return c.numbers[0].is(milliseconds(d)) }) {
				return ""
			}
		}
		return "the host measures no such trip"
	})
}

// hostWorld is the host's tick, or how far somebody is off a platform in its world: in one time none is.
func hostWorld(c *claim) {
	c.then(func(m *Moment) string {
		if n := c.numbers[0]; math.Abs(n.value) < 400 || n.is(float64(m.Sides[c.Side].HostTick)) {
			return ""
		}
		return "the host isn't at that tick"
	})
}

// clockBeside is the clock whose name stands on the claim's line, −1 for none.
func (c *claim) clockBeside() (clock int) {
	clock = -1
	for _, t := range c.beside() {
		for i := range c.p.Clocks() {
			if t.Said == panel.ClockShort(c.p.Words, c.p.Clock(i)) {
				clock = i
			}
		}
	}
	return clock
}

// raceCell is a number of the table of clocks.
func raceCell(c *claim) {
	i := c.clockBeside()
	if i < 0 {
		c.wrong("it stands in no row")
		return
	}
	title, _ := c.head(c.X1, c.Y0)
	c.then(func(m *Moment) string {
		r, t := &m.Sides[c.Side].Race[i], c.p.Words.T
		want := math.NaN()
		switch {
		case strings.HasPrefix(title, t("race.rms")):
			want = milliseconds(r.RMS)
		case strings.HasPrefix(title, t("race.worst")):
			want = milliseconds(r.Worst)
		case strings.HasPrefix(title, t("race.step")):
			want = milliseconds(r.WorstStep)
		case strings.HasPrefix(title, t("race.bytes")):
			want = r.BytesPerSecond
		case strings.HasPrefix(title, t("race.converged")):
			want = r.Convergence.Seconds()
		}
		if strings.HasSuffix(c.Said, "k") {
			want /= 1000
		}
		return c.numbers[0].off(want, true)
	})
}

// plotted is a clock's error where its name is beside it, and one that is orange in any case: else it is a scale's.
func plotted(c *claim) {
	i := c.clockBeside()
	if i < 0 || c.p.AB.On || c.p.Tabs.Tabs[c.p.Tabs.Open].Key != "error" {
		anyClockError(c)
		return
	}
	c.then(func(m *Moment) string {
		return c.numbers[0].off(milliseconds(m.Sides[c.Side].Errors[c.chosen()-1][i]), true)
	})
}

// unseen is half of what the trips of the latest datagrams differ in.
func unseen(c *claim) {
	f, s := c.world().Facts(c.chosen()), c.world()
	if apart := milliseconds(f.OWDUp-f.OWDDown) / 2; math.Abs(c.numbers[0].value-apart) > 5 { // jitter
		c.among(apart, float64(s.Value(c.chosen(), "link.up.delay")-s.Value(c.chosen(), "link.down.delay"))/2e6)
	}
}

// anyOfItsClocks is the error of one of the clocks of the chosen client now.
func anyOfItsClocks(c *claim) {
	var all []float64
	for i := range c.p.Clocks() {
		e, _ := c.world().ClockError(c.chosen(), i)
		all = append(all, milliseconds(e))
	}
	c.among(all...)
}

// lead is the tick of the host, or of one of a client's two times, and how far ahead of the host that is in world time.
func lead(c *claim) {
	f, host := c.world().Facts(c.chosen()), c.world().HostWorld()
	ticks := []netsync.World{host, f.Moment.Predicted.World(), f.Moment.Server.World()}
	for k, w := range ticks {
		tick := []int64{c.world().HostFacts().Tick, f.Moment.Predicted.Tick(), f.Moment.Server.Tick()}[k]
		if math.Abs(c.numbers[0].value-float64(tick)) < 2 && (len(c.numbers) < 2 || math.Abs(c.numbers[1].value-milliseconds(w.Sub(host))) < 18) { // a frame
			return
		}
	}
	c.wrong("right are %v", ticks)
}

// minima are TimeSync's: both trips as it has them.
func minima(c *claim) {
	var d insight.Detail
	for i := range c.p.Clocks() {
		if c.p.Clock(i).Name == "timesync" {
			c.world().Explain(c.chosen(), i, &d)
		}
	}
	if n := len(d.Minima); n > 0 {
		c.among(milliseconds(d.Minima[n-1].Up+d.Minima[n-1].Down) / 2)
	}
}

// offBeat says how many beats are off: in a world that runs at another rate, and on the host, that isn't a clock's error.
func offBeat(c *claim) {
	line := c.beside()
	if s := c.world(); c.orange() && (int64(s.Value(0, "host.dilation")) != netsync.Normal || len(line) > 0 && line[0].Said == c.p.Words.T("beats.host")) {
		c.wrong("it is orange, and comes of the world's rate")
	}
}

// rates are how fast machines' clocks run, and their worlds.
func rates(c *claim) {
	var all []float64
	for machine := range c.world().Clients() + 1 {
		all = append(all, float64(c.world().Value(max(machine, 1), "client.skew"))/1e3, 0, 1, float64(c.world().Value(0, "host.dilation"))/netsync.Normal)
	}
	c.among(all...)
}

// windowTexts are all that the window says in a language.
func windowTexts(language string) (all string) {
	texts, err := assets.Texts(language)
	if err != nil {
		panic(err)
	}
	for _, text := range texts {
		all += text
	}
	return all
}

// explained is a text of a diagram with numbers that are part of the window's words.
func explained(c *claim) {
	text := squeezed(c.Said)
	if !digits.MatchString(names.ReplaceAllString(text, "")) || strings.Contains(windowTexts(c.p.Words.Name()), text) {
		return
	}
	c.wrong("a number that no rule knows")
}
