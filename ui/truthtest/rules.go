package truthtest

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"driftlab/game"
	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/ui/words"
)

// A rule says what one kind of statement means. In its text # is a number, {a.key} a text of the window and {a.key|b.key} one of two; in such
// a text %d is a number and %s whatever stands there. What is no fact of the log has no truth: scales, names, keys.
type rule struct {
	in, text string
	truth    func(c *claim)
	clock    bool // it is of the clock's error, and may be orange
	dim      bool // it is written as scales are
}

var rules = append(labRules, []rule{
	{in: "top", text: "# s", truth: func(c *claim) {
		c.then(func(m *Moment) string { return c.numbers[0].off(seconds(m.At), true) })
	}},
	{in: "top", text: "{film.seed}", truth: func(c *claim) {
		if s := c.world(); !c.numbers[0].is(float64(s.Scenario().Seed)) || !c.numbers[1].is(float64(s.Clients())) {
			c.wrong("the seed is %d, of %d clients", s.Scenario().Seed, s.Clients())
		}
	}},
	{in: "top", text: "{film.against}", truth: func(c *claim) {
		if len(c.numbers) == 0 || int(c.numbers[0].value) != c.p.Deck.Chosen {
			c.wrong("it is of client %d", c.p.Deck.Chosen)
		}
	}},
	{in: "top", text: "{film.against-short}"}, // names
	{in: "pane", text: "# ms", truth: clockError, clock: true},
	{in: "pane diagram", text: "{ab.more}"}, // signs that have no room
	{in: "pane", text: "# m {watch.behind|watch.ahead}", truth: metresOff, clock: true},
	{in: "pane", text: "# m {watch.off}(?:[,:] .*)?", truth: metresApart},
	{in: "pane", text: "# m {watch.off-platform}", truth: offPlatform},
	{in: "pane", text: "# m {viewport.near-line}"}, // a setting
	{in: "pane", text: "(?:{watch.rang} )?# (?:ms|{watch.world-ms}) {watch.behind|watch.ahead|watch.early|watch.late}(?:[,:] .*)?", truth: apart, clock: true},
	{in: "pane", text: "{viewport.corrected} # m, # ms {viewport.corrected-later}", truth: corrected},
	{in: "pane", text: "{watch.asks-again|watch.asks-within|watch.told-again} # s", truth: func(c *claim) {
		c.client(func(f *session.Facts) (float64, bool) {
			return math.Ceil(f.Hears.In.Seconds()), f.Hears.Kind == session.AsksAgain || f.Hears.Kind == session.ToldAgain
		})
	}},
	{in: "pane", text: "{watch.asked-once} # s", truth: func(c *claim) {
		c.client(func(f *session.Facts) (float64, bool) { return seconds(f.Hears.Was), f.Hears.Kind == session.AskedOnce })
	}},
	{in: "pane", text: "#(?: s)? {viewport.score-saw|viewport.score-ruled}", truth: score},
	{in: "pane", text: "“.*”, # ms {viewport.chat-late|viewport.chat-early}", truth: chat},
	{in: "still", text: "# ms", truth: betweenInstants},
	{in: "still", text: "{watch.rewound}|# m", truth: betweenInstants},
	{in: "errors", text: "# ms", truth: bothErrors, clock: true},
	{in: "link", text: ".* # ms", truth: delay},
	{in: "table strip more diagram crowd", text: "{time.at} # s", truth: instant},
	{in: "table", text: "Tick,[^0-9]* #", truth: func(c *claim) {
		c.then(func(m *Moment) string { return c.numbers[0].off(float64(m.Sides[1].HostTick), true) })
	}},
	{in: "table", text: "(?:{numbers.worst} )?{numbers.median} # ms.*", truth: medianOfAll},
	{in: "table", text: "{table.columns|table.column}"},
	{in: "line", text: "# ms", truth: inLine, clock: true},
	{in: "table", text: "#[kMG]?", truth: cell, clock: true},
	{in: "strip", text: "{strip.median} # ms", truth: within(0.5)},
	{in: "strip", text: "{strip.p95} # ms", truth: within(0.95)},
	{in: "strip", text: "{peek.seen}", truth: peek},
	{in: "strip", text: "{peek.term-up|peek.term-host|peek.term-down|peek.term-interpolation|peek.term-frame} # ms", truth: peekPart},
	{in: "strip", text: "{watch.strip-cover}", truth: betweenInstants},
	{in: "strip", text: "{watch.strip-away}", truth: betweenInstants},
	{in: "lesson", text: "{player.of}", truth: func(c *claim) {
		l := c.p.Taught.Lesson
		if n := l.StepAt(c.p.Session.Now()); int(c.numbers[0].value) != n+1 || int(c.numbers[1].value) != len(l.Steps) {
			c.wrong("it is step %d of %d", n+1, len(l.Steps))
		}
	}},
	{in: "caption lesson bottom", text: "(.*)", truth: told, clock: true},
	{in: "names title", text: "(.*)", truth: func(c *claim) {
		if c.p.AB.On && digits.MatchString(names.ReplaceAllString(c.Said, "")) && !c.differ() {
			c.wrong("A and B differ in no such setting")
		}
	}},
	{in: "end", text: "# ms", truth: verdict, clock: true},
	{in: "end", text: "(.*)", truth: closest},
	{in: "diagram", text: "# ms", truth: plotted, clock: true},
	{in: "diagram", text: `\(# − #\) / 2 = # ms`, truth: func(c *claim) { // by how much a clock that halves the round trip is wrong
		if n := c.numbers; math.Abs((n[0].value-n[1].value)/2-n[2].value) > 0.11 {
			c.wrong("it is %.2f", (n[0].value-n[1].value)/2)
		}
	}, clock: true},
	{in: "diagram", text: "{beats.off}"},
	{in: "diagram", text: `[−+]?#(?: (?:ms|s|%))?|[0-9]\.|.*\b1000 ms.*|[0-9:]+`, dim: true}, // scales
	{in: "diagram", text: `(?:\S+ ){5,}.*`},                                                  // what explains it
	{in: "strip timeline", text: "# (?:ms|s|m|ppm)|(?:[0-9]+:)?[0-9]+:[0-9][0-9]"},           // scales
	{in: "strip table line pane timeline", text: "#"},                                        // machines
}...)

// names are those that have numbers in them.
var names = regexp.MustCompile(`RTT/2|[Cc]lients?[ \x{a0}][0-9]+(?:,? (?:and|und) [0-9]+)?|Quake 3`)

// A compiled rule is one in a language.
type compiled struct {
	*rule
	text   *regexp.Regexp
	number []bool // which groups are numbers
}

// slot is a placeholder in a rule's text, or in a text of the window.
var slot = regexp.MustCompile(`\{[a-z][^}]*\}|#|%s|%d|%\\\.[0-9]f|\(\.`)

func rulesIn(lang *words.Language) (all []compiled) {
	for i := range rules {
		c := compiled{rule: &rules[i]}
		var fill func(s string) string
		fill = func(s string) string {
			if s == "(." || s == "%s" {
				c.number = append(c.number, false)
				return strings.Replace(s, "%s", "(.*)", 1)
			}
			if s == "#" || s[0] == '%' {
				c.number = append(c.number, true)
				return `([+−]?[0-9]+(?:\x{2009}[0-9]{3})*(?:[.,][0-9]+)?)`
			}
			keys := strings.Split(strings.Trim(s, "{}"), "|")
			if len(keys) == 1 {
				return slot.ReplaceAllStringFunc(regexp.QuoteMeta(lang.T(keys[0])), fill)
			}
			c.number = append(c.number, false)
			for k := range keys {
				keys[k] = regexp.QuoteMeta(lang.T(keys[k]))
			}
			return "(" + strings.Join(keys, "|") + ")"
		}
		c.text = regexp.MustCompile("^(?:" + slot.ReplaceAllStringFunc(rules[i].text, fill) + ")$")
		all = append(all, c)
	}
	return all
}

// instant is what a table says that it is of.
func instant(c *claim) {
	if c.p.AB.On && c.p.Unattended && !c.numbers[0].is(seconds(c.p.Session.Now())) {
		c.wrong("the errors over it are of the frame, %.3f s", seconds(c.p.Session.Now()))
	}
	c.named[c.Kind] = c.numbers[0]
}

// client has the first number be what is true of the claim's client at the moment that its place names.
func (c *claim) client(want func(f *session.Facts) (v float64, known bool)) {
	c.then(func(m *Moment) string { return c.numbers[0].off(want(c.facts(m))) })
}

// among has the first number be one of some values.
func (c *claim) among(values ...float64) {
	if !slices.ContainsFunc(values, c.numbers[0].is) {
		c.wrong("there is only %.4v", values)
	}
}

func clockError(c *claim) {
	c.client(func(f *session.Facts) (float64, bool) { return milliseconds(f.Error), f.Status.Synchronised })
}

// anyClockError is in a diagram, where orange says that it is one.
func anyClockError(c *claim) {
	if !c.orange() {
		return
	}
	if c.past.lately(3*time.Second, func(m *Moment) bool { // some are of what is drawn left of now
		return slices.ContainsFunc(m.Sides[:], func(s Side) bool {
			return slices.ContainsFunc(s.Errors, func(of []time.Duration) bool {
				return slices.ContainsFunc(of, func(e time.Duration) bool { return c.numbers[0].is(milliseconds(e)) })
			})
		})
	}) {
		return
	}
	if l := c.p.Taught.Lesson; l == nil || !slices.Contains(l.Limits(), c.numbers[0].value) {
		c.wrong("it is orange, and neither a clock's error nor a limit of one")
	}
}

// metresOff is how far something is from where the host has it: in orange in the direction of the clock's error, and as far as things
// move in that, at most as a projectile flies.
func metresOff(c *claim) {
	metresApart(c)
	s := c.world()
	e := s.Facts(c.Machine).Error
	if !c.orange() {
		return
	}
	if ahead := c.match[2] == c.p.Words.T("watch.ahead"); e > 0 != ahead {
		c.wrong("it is orange, and the clock's error is %+.1f ms", milliseconds(e))
	}
	speed := float64(s.Level().ShotSpeed) / 1e6
	if !s.Facts(c.Machine).Apart.World { // else its error is one of world time, which has stood still in a pause
		speed *= float64(s.Value(0, "host.dilation")) / netsync.Normal
	}
	if most := math.Abs(e.Seconds())*speed + 0.02; c.numbers[0].value > most {
		c.wrong("it is orange, and in the clock's error of %+.1f ms nothing moves by more than %.2f m", milliseconds(e), most)
	}
}

// metresApart is how far some object is from where the host has it.
func metresApart(c *claim) {
	var here, host game.Scene
	c.world().Scene(c.Machine, &here)
	c.world().Scene(0, &host)
	var all []float64
	truth := objects(&host)
	for id, o := range objects(&here) {
		if of, ok := truth[id]; ok {
			all = append(all, o.Pos.Sub(of.Pos).Length().Metres())
		}
	}
	c.among(all...)
}

// objects returns all that moves in a scene, by what it is and its number.
func objects(s *game.Scene) map[[2]int]game.Object {
	all := map[[2]int]game.Object{{3, 0}: s.Character}
	for kind, some := range [][]game.Object{s.Platforms, s.Players, s.Shots} {
		for _, o := range some {
			all[[2]int{kind, o.ID}] = o
		}
	}
	if s.HasBall {
		all[[2]int{4, 0}] = s.Ball
	}
	return all
}

// offPlatform is how far a rider is from its place on the platform.
func offPlatform(c *claim) {
	var here game.Scene
	c.world().Scene(c.Machine, &here)
	var all []float64
	for _, r := range here.Riding {
		all = append(all, math.Abs(r.Distance.Metres()))
	}
	c.among(all...)
}

// corrected is by how much the host's state put the client's own player right.
func corrected(c *claim) {
	var all []float64
	for _, k := range c.world().Corrections(c.Machine, nil) {
		off := k.To.Sub(k.From)
		all = append(all, math.Hypot(off.X.Metres(), off.Y.Metres()))
	}
	c.among(all...)
}

// score is what a player has reached, as its own screen had it or as the host rules.
func score(c *claim) {
	of := c.world().Score(c.Machine)
	want := float64(of.Ruled)
	if c.match[2] == c.p.Words.T("viewport.score-saw") {
		want = float64(of.Saw)
	}
	if of.Goal == game.Alone {
		want /= 1000
	}
	c.among(want)
}

// chat is how long after its stamp a line of chat has come.
func chat(c *claim) {
	lines, late := c.world().Chat(0, nil), c.match[2] == c.p.Words.T("viewport.chat-late")
	if c.Machine > 0 {
		lines = c.world().Chat(c.Machine, nil)
	}
	var all []float64
	for _, l := range lines {
		if late == (l.Late > 0) {
			all = append(all, math.Abs(milliseconds(l.Late)))
		}
	}
	c.among(all...)
}

// apart is by how much world time something is shown ahead of the host or behind it, and what makes how much of that.
func apart(c *claim) {
	sign := -1.0
	if way := c.match[2]; way == c.p.Words.T("watch.ahead") || way == c.p.Words.T("watch.early") {
		sign = 1
	}
	if !strings.HasPrefix(c.Said, c.p.Words.T("watch.rang")) { // what rings doesn't move any more
		var here, host game.Scene
		c.world().Scene(c.Machine, &here)
		c.world().Scene(0, &host)
		var all []float64
		for _, o := range objects(&here) {
			all = append(all, sign*milliseconds(o.Time.Sub(host.Character.Time)))
		}
		c.among(all...)
	}
	if c.orange() && !c.past.lately(3*time.Second, func(m *Moment) bool { // when the bell rang
		e := milliseconds(c.facts(m).Error)
		if strings.Contains(c.Said, c.p.Words.T("watch.world-ms")) {
			e *= float64(c.world().Value(0, "host.dilation")) / netsync.Normal
		}
		return e*sign > 0 && math.Abs(c.numbers[0].value-math.Abs(e)) < 2
	}) {
		c.wrong("it is orange, and the clock's error is %+.1f ms", milliseconds(c.world().Facts(c.Machine).Error))
	}
	_, parts, several := strings.Cut(c.Said, ": ")
	sum := -sign * c.numbers[0].value
	for _, n := range anyNumber.FindAllString(parts, -1) {
		sum += numberOf(n).value
	}
	if several && sum != 0 {
		c.wrong("the parts are not the whole, by %v ms", sum)
	}
}

// within returns what says within which error a share of the clients' clocks are: the nearest ranks are let pass.
func within(share float64) func(c *claim) {
	return func(c *claim) {
		c.then(func(m *Moment) string {
			var all []float64
			for i := range m.Sides[c.Side].Facts {
				if f := &m.Sides[c.Side].Facts[i]; f.Status.Synchronised {
					all = append(all, math.Abs(milliseconds(f.Error)))
				}
			}
			slices.Sort(all)
			rank := share * float64(len(all))
			low, high := all[max(int(rank)-1, 0)], all[min(int(rank)+1, len(all)-1)]
			if n := c.numbers[0]; n.value < low-0.06 || n.value > high+0.06 {
				return fmt.Sprintf("it is between %.2f and %.2f", low, high)
			}
			return ""
		})
	}
}

// peek is how much later a client saw another one come out.
func peek(c *claim) {
	n := c.numbers
	p, ok := c.world().Peek(int(n[0].value))
	if !ok || !n[1].is(seconds(p.Out)) || int(n[2].value) != p.Viewer || !n[3].is(milliseconds(p.Advantage())) {
		c.wrong("right is %+v", p)
	}
}

// peekPart is a part of that time: all of them together are the whole.
func peekPart(c *claim) {
	sum, parts := 0.0, 0
	for _, t := range c.texts {
		if m := regexp.MustCompile(`^[^0-9]+ ([0-9]+[.,][0-9]) ms$`).FindStringSubmatch(t.Said); m != nil && c.At.Contains(t.X0+1, t.Y1-1) {
			sum, parts = sum+numberOf(m[1]).value, parts+1
		}
	}
	for client := 1; client <= c.world().Clients(); client++ {
		if p, ok := c.world().Peek(client); ok && math.Abs(sum-milliseconds(p.Advantage())) < 0.05*float64(parts)+0.01 {
			return
		}
	}
	c.wrong("the %d parts are %.1f ms together", parts, sum)
}

// betweenInstants is a time between two instants of a hit on which machines differ, or how far the host took the target back.
func betweenInstants(c *claim) {
	var all []float64
	for _, in := range c.world().Instants(nil) {
		all = append(all, milliseconds(in.Rewind), in.Rewound.Metres())
		for _, at := range []netsim.Time{in.Claimed, in.Told, in.Safe, in.Judged, in.Passed} {
			all = append(all, milliseconds(at.Sub(in.Ruled)), milliseconds(in.Told.Sub(at)))
		}
	}
	c.among(all...)
}
