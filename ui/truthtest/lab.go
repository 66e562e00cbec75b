package truthtest

import (
	"fmt"
	"math"
	"strings"
	"time"

	"driftlab/game"
	"driftlab/game/session"
	"driftlab/netsync"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// LabPlaces are the parts of the Lab view.
func LabPlaces(p *picture.Picture) (all []Place) {
	l := &p.Regions
	all = append(all, Place{Kind: "race", At: l.Race, Side: 1}, Place{Kind: "diagram", At: l.Time, Side: 1}, Place{Kind: "bottom", At: l.Bottom, Side: 1})
	all = append(all, Place{Kind: "table", At: l.Clients, Side: 1})
	for _, pane := range p.Deck.Panes {
		all = append(all, Place{Kind: "pane", At: pane.Rect, Side: 1, Machine: pane.Machine})
	}
	return append(all, Place{Kind: "hostcard", At: l.Numbers, Side: 1})
}

// What the Lab writes, and its diagrams wherever they are. Those without a truth have tests of their own.
var labRules = []rule{
	{in: "top", text: "{bars.seed} #"},
	{in: "pane", text: "# ms", truth: clockError, clock: true},
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
	{in: "card", text: "{card.traffic} ↑ # +↓ # kB/s(?:   {card.dropped} #)?", truth: facts(func(f *session.Facts) []float64 {
		return []float64{float64(f.Up.Total().Bytes) / 1000, float64(f.Down.Total().Bytes) / 1000, float64(f.Refused.Total() + f.Rejected.Total())}
	})},
	{in: "card", text: "{card.trips|card.trips-short} ↑.*"},
	{in: "hostcard", text: "(?:{card.riders-npc} )?[+−]?[0-9]+ ms"},
	{in: "hostcard", text: "# ms", truth: hostTrips},
	{in: "hostcard", text: "(?:{card.riders-npc} )?[+−]?[0-9]{1,2}(?: {card.world-ms})?"}, // riders
	{in: "hostcard", text: "#", truth: func(c *claim) {
		c.then(func(m *Moment) string { return c.numbers[0].off(float64(m.Sides[c.Side].HostTick), true) })
	}},
	{in: "bottom", text: "# s|[0-9:]+"},
	{in: "race", text: "{race.clock}, {time.at} # s", truth: instant},
	{in: "race", text: "(?:{race.client} #|{race.all} #(?:{race.median})?)?(?:, )?(?:{race.since} # s(?: ·)?)?"},
	{in: "race", text: "{race.converged}.*|{table.columns|table.column}"},
	{in: "race", text: "#", dim: true}, // how many clocks a group has
	{in: "race", text: "#[kMG]?", truth: raceCell, clock: true},
	{in: "race", text: `(?:\S+[ \x{a0}]){2,}.*`}, // the verdict, which has tests of its own
	{in: "race card hostcard table", text: "{table.more}"},
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

// cardRows are the rows of a card, and what [columnOf] calls what they have.
var cardRows = map[string]string{"card.offset": "numbers.offset", "card.world-offset": "numbers.offset", "card.up": "numbers.up", "card.down": "numbers.down",
	"card.rtt": "card.rtt", "card.host-tick": "card.host-tick", "card.server-tick": "card.server-tick", "card.predicted-tick": "numbers.predicted"}

// cardCell is a number of a card: its row's name says of what, and its place whether that is estimated, true, or the error.
func cardCell(c *claim) {
	line := c.beside()
	if len(line) == 0 {
		return // a machine's own name
	}
	right, unit := (c.At.X+c.At.W-10-c.X1)/c.At.W, 1.0
	if strings.HasSuffix(c.Said, " ms") {
		unit = 1e6
	} else if strings.HasSuffix(c.Said, " s") {
		unit = 1e9
	}
	c.then(func(m *Moment) string {
		for label, column := range cardRows {
			if c.p.Words.T(label) != line[0].Said {
				continue
			}
			want, _ := columnOf(c.facts(m), column)
			truth, ok := columnOf(c.facts(m), column+" true")
			if !ok {
				truth = float64(m.Sides[c.Side].HostTick)
			}
			if right < 0.1 {
				want -= truth
			} else if right < 0.4 {
				want = truth
			}
			return c.numbers[0].off(want/unit, true)
		}
		return "it stands in no row"
	})
}

// riders is how far those who ride are off their platforms on the client's screen.
func riders(c *claim) {
	said := anyNumber.FindAllString(c.Said, -1)
	if c.p.Frame.Dilated != strings.HasSuffix(c.Said, c.p.Words.T("card.world-ms")) {
		c.wrong("it is in world time, which runs at another rate: %v", c.p.Frame.Dilated)
	}
	c.then(func(m *Moment) string {
		for _, class := range []session.RiderClass{session.OwnPlayer, session.NPC, session.OtherPlayer} {
			if r := m.Sides[c.Side].Rode[c.Machine-1][class]; r.OK && (len(said) == 0 || !numberOf(said[0]).is(milliseconds(r.Time))) {
				return fmt.Sprintf("right of class %d is %v", class, r.Time)
			} else if r.OK {
				said = said[1:]
			}
		}
		return ""
	})
}

// hostTrips is how long a client's datagrams took, as the host measures it.
func hostTrips(c *claim) {
	c.then(func(m *Moment) string {
		for i := range m.Sides[c.Side].Facts {
			if t, n := m.Sides[c.Side].Facts[i].UpTrips.Measured, c.numbers[0]; n.is(milliseconds(t.Latest)) || n.is(milliseconds(t.Least)) || n.is(milliseconds(t.Mean)) {
				return ""
			}
		}
		return "the host measures no such trip"
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
