package truthtest

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/netsync"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// LabPlaces are the parts of the Lab view.
func LabPlaces(p *picture.Picture) (all []Place) {
	l := &p.Regions
	all = append(all, Place{Kind: "race", At: l.Race, Side: 1}, Place{Kind: diagramOf(p), At: l.Time, Side: 1}, Place{Kind: "bottom", At: l.Bottom, Side: 1})
	others := l.Others
	if l.Row.H > 0 {
		others = l.Row
	}
	if p.Session.Clients() > picture.ClientsOnPage || l.Row.H > 0 {
		all = append(all, Place{Kind: "others", At: others, Side: 1})
	}
	all = append(all, Place{Kind: "table", At: l.Clients, Side: 1})
	if !p.AB.On {
		all = append(all, Place{Kind: "more", At: l.More, Side: 1, Machine: p.Deck.Chosen})
	}
	for _, pane := range p.Deck.Panes {
		all = append(all, Place{Kind: "pane", At: pane.Rect, Side: 1, Machine: pane.Machine})
	}
	return append(all, Place{Kind: "differs", At: l.Numbers, Side: 1})
}

// diagramOf is the kind of the place of the diagram that is open.
func diagramOf(p *picture.Picture) string {
	switch key := p.Tabs.Tabs[p.Tabs.Open].Key; key {
	case "population":
		return "crowd"
	case "race":
		return key
	}
	return "diagram"
}

// What the Lab writes, and its diagrams wherever they are. Those without a truth have tests of their own.
var labRules = []rule{
	{in: "top", text: "{bars.seed} #(?: · # {viewport.clients})?"},
	{in: "top", text: "{bars.tick} #", truth: func(c *claim) { c.among(float64(c.world().HostFacts().Tick)) }},
	{in: "pane", text: "# ms", truth: clockError, clock: true},
	{in: "pane", text: "(?:.* = )?# (?:ms|{watch.world-ms})  # m", truth: bracket, clock: true},
	{in: "more", text: "#|(?:{more.of}|{more.least}) #", truth: moreFigure},
	{in: "others", text: "# {others.clients}", truth: func(c *claim) { c.among(float64(c.world().Clients())) }},
	{in: "others", text: "{others.chosen} #", truth: func(c *claim) { c.among(float64(c.chosen())) }},
	{in: "others", text: "#(?: ms)?", truth: inLine, clock: true},
	{in: "crowd", text: "#[kMG]?", truth: crowdFigure},
	{in: "crowd", text: "{population.unseen} # ms", truth: unseen},
	{in: "crowd", text: "# ms|{population.truth}|{population.all}|{table.more}"}, // scales, and what has no room
	{in: "bottom", text: "# s|[0-9:]+"},
	{in: "race", text: "{race.clock}, {time.at} # s", truth: instant},
	{in: "race", text: "(?:{race.client} #|{race.all} #(?:{race.median})?)?(?:, )?(?:{race.since} # s(?: ·)?)?"},
	{in: "race", text: "{race.converged}.*|{table.columns|table.column}"},
	{in: "race", text: "#", dim: true},           // how many clocks a group has
	{in: "race", text: "# ms\\.", truth: unseen}, // the end of a line of the verdict
	{in: "race", text: "#[kMG]?", truth: raceCell, clock: true},
	{in: "race", text: `(?:\S+[ \x{a0}]){2,}.*|# ms\.`}, // the verdict, which has tests of its own
	{in: "race more others table", text: "{table.more}"},
	{in: "diagram", text: "{plot.unseen} # ms", truth: unseen},
	{in: "diagram", text: "{time.now} # s", truth: func(c *claim) { c.among(time.Duration(c.world().Now()).Seconds()) }},
	{in: "diagram", text: "{ticks.tick} #(?:  # (?:ms|{card.world-ms}))?", truth: lead},
	{in: "diagram", text: "# {ticks.late|ticks.early|ticks.lost|ticks.lacked}"},
	{in: "diagram", text: "{samples.meet|samples.p20|samples.p50|samples.p80|samples.cut-line|samples.median} # ms|{samples.least-of} # ms|{samples.counts} .*|# {samples.collected}|{samples.gate-open} # ms"},
	{in: "diagram", text: "{samples.one-trip} .*"},
	{in: "diagram", text: "{samples.then} .*{samples.by-now} # ms", truth: anyOfItsClocks, clock: true},
	{in: "diagram", text: "{samples.between} # ms", truth: anyOfItsClocks, clock: true},
	{in: "diagram", text: "# {plot.clocks}|±# ms|# s: .*|{race.client} #(?:{plot.of} # {plot.clocks})?|.* ×#|{waterfall.mean}|{waterfall.latency-words}|{waterfall.notice-words}|{samples.owd}|{punch.lately}|{tabs.dial}|.*\\b10 ms\\. [A-Z].*|{punch.window} # ms|(?:[≤≥] )?# (?:µs|s|%|Mbit/s)"},
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

// bracket is by how much something is shown ahead of the host in world time, and how far from there.
func bracket(c *claim) {
	var here, host game.Scene
	c.world().Scene(c.Machine, &here)
	c.world().Scene(0, &host)
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

// moreFigure is a figure of what the table has no room for, or what that is measured by: its row's name stands left of it.
func moreFigure(c *claim) {
	line, row, note := c.beside(), "", !numberAlone.MatchString(c.Said)
	for _, t := range line {
		for _, key := range []string{"buffer-down", "buffer-up", "measured-up", "measured-down", "npc", "others", "corrections", "resets", "refused", "sent", "got", "pace"} {
			if name, _, _ := strings.Cut(t.Said, ", "); name == c.p.Words.T("more."+key) || t.Said == c.p.Words.T("more."+key) || strings.HasPrefix(t.Said, c.p.Words.T("more."+key)+", ") {
				row = key
			}
		}
	}
	c.then(func(m *Moment) string {
		f, rode := c.facts(m), m.Sides[c.Side].Rode[c.Machine-1]
		kept := func(latest, least time.Duration) float64 {
			if note {
				return milliseconds(least)
			}
			return milliseconds(latest)
		}
		want := map[string]float64{
			"buffer-down": kept(f.Buffers.ClientFill, f.Buffers.Client), "buffer-up": kept(f.Buffers.ServerFill, f.Buffers.Server),
			"measured-up":   kept(f.UpTrips.Measured.Latest, f.UpTrips.Measured.Least),
			"measured-down": kept(f.DownTrips.Measured.Latest, f.DownTrips.Measured.Least),
			"npc":           milliseconds(rode[observe.NPC].Time.Abs()), "others": milliseconds(rode[observe.OtherPlayer].Time.Abs()),
			"corrections": float64(f.Corrected), "resets": float64(f.Resets), "refused": float64(f.Refused.Total() + f.Rejected.Total()),
			"sent": float64(f.Up.Total().Bytes) / 1000, "got": float64(f.Down.Total().Bytes) / 1000,
		}
		if row == "pace" { // which a test of its own holds to the clocks
			return ""
		}
		right, ok := want[row]
		if !ok {
			return "it stands in no row"
		}
		return c.numbers[0].off(right, true)
	})
}

var numberAlone = regexp.MustCompile(`^[+−]?[0-9.,]+$`)

// crowdFigure is the median of a clock's errors on all clients, or their spread, which stands right of that.
func crowdFigure(c *claim) {
	clock, line := c.clockBeside(), c.beside()
	if clock < 0 {
		c.wrong("it stands in no row")
		return
	}
	c.then(func(m *Moment) string {
		var all []time.Duration
		for i, errors := range m.Sides[c.Side].Errors {
			if m.Sides[c.Side].Set[i][clock] {
				all = append(all, errors[clock])
			}
		}
		slices.Sort(all)
		of := func(share float64) float64 {
			return milliseconds(all[max(int(math.Ceil(share*float64(len(all)))), 1)-1])
		}
		if len(all) == 0 {
			return "no client has set it"
		} else if numberAlone.MatchString(line[len(line)-1].Said) {
			return c.numbers[0].off(of(0.95)-of(0.05), true)
		}
		return c.numbers[0].off(of(0.5), true)
	})
}

// clockBeside is the clock whose name stands on the claim's line, −1 for none.
func (c *claim) clockBeside() (clock int) {
	clock = -1
	for _, t := range c.beside() {
		for i := range c.p.Clocks() {
			name := panel.ClockShort(c.p.Words, c.p.Clock(i))
			if begin, cut := strings.CutSuffix(t.Said, "…"); t.Said == name || cut && strings.HasPrefix(name, begin) {
				clock = i
			}
		}
	}
	return clock
}

// raceCell is a number of the table of clocks.
func raceCell(c *claim) {
	i := c.clockBeside()
	if c.p.Race.All {
		return // medians have tests of their own
	}
	if i < 0 {
		c.wrong("it stands in no row")
		return
	}
	title, _ := c.head(c.X1, c.Y0)
	c.then(func(m *Moment) string {
		r := &m.Sides[c.Side].Race[i]
		if strings.HasPrefix(title, c.p.Words.T("race.now")) {
			return c.numbers[0].off(milliseconds(m.Sides[c.Side].Errors[c.chosen()-1][i]), true)
		}
		for key, want := range map[string]float64{"race.rms": milliseconds(r.RMS), "race.worst": milliseconds(r.Worst), "race.step": milliseconds(r.WorstStep),
			"race.bytes": r.BytesPerSecond, "race.converged": r.Convergence.Seconds()} {
			for i := strings.Index(" kMG", c.Said[len(c.Said)-1:]); i > 0; i-- {
				want /= 1000
			}
			if strings.HasPrefix(title, c.p.Words.T(key)) {
				return c.numbers[0].off(want, true)
			}
		}
		return "it stands in no column"
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

// lead is the tick of the host, or of one of a client's two times, and how far ahead of the host that is in world time: as of the frame before.
func lead(c *claim) {
	at, host := c.world().Facts(c.chosen()).Moment, c.world().HostWorld()
	for _, w := range []struct {
		tick int64
		at   netsync.World
	}{{c.world().HostFacts().Tick, host}, {at.Predicted.Tick(), at.Predicted.World()}, {at.Server.Tick(), at.Server.World()}} {
		if math.Abs(c.numbers[0].value-float64(w.tick)) < 2 && (len(c.numbers) < 2 || math.Abs(c.numbers[1].value-milliseconds(w.at.Sub(host))) < 18) {
			return
		}
	}
	c.wrong("no time is there")
}

// rates are how fast machines' clocks run, and their worlds.
func rates(c *claim) {
	all := []float64{0, 1, float64(c.world().Value(0, "host.dilation")) / netsync.Normal}
	for client := range c.world().Clients() {
		all = append(all, float64(c.world().Value(client+1, "client.skew"))/1e3)
	}
	c.among(all...)
}
