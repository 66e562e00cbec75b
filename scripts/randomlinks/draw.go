package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// A link is a scenario that is being drawn.
type link struct {
	*rand.Rand
	name   string
	seed   uint64
	keys   map[string]string // what it sets at the start, and "" where only later
	later  map[string]string // what becomes of some, and when
	set    strings.Builder
	events []string        // by their times, in three figures
	kinds  []string        // what is special about it, in the order of [kinds]
	ways   map[string]*way // up and down
}

// A way is what the empty link is like one way.
type way struct {
	delay time.Duration
	other time.Duration // by another route, or later; 0 is none
	rate  int           // bits a second; 0 is unlimited
	size  int           // of the game's datagrams, in bytes without headers
}

// kinds are what links have that makes them hard, those first by which a lost one is explained first.
var kinds = []string{"overtakers one way", "overtakers both ways", "a clock that sleeps", "false stamps", "stamped in frames at both ends",
	"stamped in frames at one end", "a sway", "a path that changes", "a queue", "a rate that steps, or a temperature", "hitches",
	"loss", "more jitter one way", "none of these"}

// exceptions are the keys, or groups of keys, that are not drawn, and why.
var exceptions = map[string]string{
	"link.table":          "files of delays: the shapes are drawn",
	"link.recording":      "files of delays: the shapes are drawn",
	"link.recording-end":  "goes with a recording",
	"link.trace":          "files of instants: rates are drawn, and docs/clock.md has two traces",
	"link.lose":           "names single datagrams",
	"link.mtu":            "no datagram here is too long",
	"link.transport":      "a stream has nothing to do with the clocks of datagrams: what is lost holds up all behind it",
	"link.rto":            "a stream's",
	"client.algorithm":    "all clocks run, and where there is no world it doesn't matter which drives",
	"client.dilation":     "of the client's world time, by which no clock of the machine goes",
	"host.dilation":       "of the host's world time, by which no clock of the machine goes",
	"dilation.lead":       "of the host's world time",
	"snapshot.rate":       "there is no world",
	"snapshot.budget":     "there is no world",
	"hits.compensation":   "there is no world",
	"hits.rewind":         "there is no world",
	"join.timeout":        "which clients are let in, which restarts every clock",
	"stamp.bits":          "there is no world",
	"host.stamp.step":     "what it costs is the step itself",
	"time.provider":       "what a game shows",
	"time.rtt":            "what a game shows",
	"time.start":          "what a game shows",
	"time.snapshot":       "what a game shows",
	"frames.*":            "what a game shows",
	"buffer.*":            "what a game shows",
	"platform.time":       "what a game shows",
	"others.show":         "what a game shows",
	"projectile.spawn":    "what a game shows",
	"input.rate":          "there is no world",
	"player.authority":    "there is no world",
	"bulk.*":              "an upload is a queue, which others' traffic is too",
	"converge.*":          "what is measured",
	"punch.path":          "what is measured",
	"arena":               "none: the clocks alone",
	"bots":                "there is no world",
	"bots-own":            "there is no world",
	"lift.speed":          "there is no world",
	"shot.speed":          "there is no world",
	"rules.*":             "there is no world",
	"ball":                "there is no world",
	"constants of clocks": "every clock is as it is published",
}

// draw draws a link by its number under a seed.
func draw(seed uint64, i int) *link {
	l := &link{Rand: rand.New(rand.NewPCG(seed, uint64(i))), name: fmt.Sprintf("link-%d-%04d", seed, i), seed: seed*100_000 + uint64(i),
		keys: map[string]string{}, later: map[string]string{}, ways: map[string]*way{"up": {}, "down": {}}}
	for _, w := range []string{"up", "down"} {
		l.delays(w)
		l.losses(w)
		l.order(w)
		l.queue(w)
	}
	l.unlike()
	l.clock()
	l.loop("", "client")
	l.loop("host.", "host")
	l.display()
	if len(l.kinds) == 0 {
		l.kinds = []string{"none of these"}
	}
	slices.SortFunc(l.kinds, func(a, b string) int { return slices.Index(kinds, a) - slices.Index(kinds, b) })
	l.kinds = slices.Compact(l.kinds)
	slices.Sort(l.events)
	return l
}

// text returns the link as a scenario.
func (l *link) text() string {
	return fmt.Sprintf("# %s\nformat = 3\nseed = %d\nclients = 1\nduration = \"300s\"\nclocks = \"published,midline\"\n\n[set]\narena = \"none\"\n%s%s",
		strings.Join(l.kinds, ", "), l.seed, l.set.String(), strings.Join(l.events, ""))
}

var shapes = []string{"uniform", "normal", "exponential", "pareto", "lognormal", "gamma"}

// delays draws what a datagram takes one way.
func (l *link) delays(w string) {
	link := "link." + w + "."
	delay := l.spread(2, 200)
	l.put(link+"delay", "%.3gms", delay)
	l.ways[w].delay = milliseconds(delay)
	if l.in(90) {
		l.put(link+"distribution", "%s", shapes[l.IntN(len(shapes))])
		l.put(link+"jitter", "%.3gms", l.spread(.1, 40))
	}
	if l.in(20) {
		l.put(link+"correlation", "%.2f", .9*l.Float64())
		l.put(link+"correlation-way", "%s", l.of("kept", "netem"))
	}
	if l.in(8) {
		l.put(link+"sway", "%.3gms", l.spread(.3, 20))
		l.put(link+"sway-over", "%.3gs", l.spread(1, 60))
		l.kind("a sway")
	}
	if l.in(20) {
		step := l.spread(3, 60)
		l.put(link+"route.step", "%.3gms", step)
		l.ways[w].other = l.ways[w].delay + milliseconds(step)
		l.put(link+"route.every", "%.3gs", l.spread(20, 150))
		l.kind("a path that changes")
	} else if l.in(20) {
		at, to := 50+l.IntN(200), delay+l.spread(3, 80)
		l.event(at, link+"delay", fmt.Sprintf("%.3gms", to))
		l.ways[w].other = milliseconds(to)
		l.kind("a path that changes")
	}
}

// losses draws what does not arrive one way.
func (l *link) losses(w string) {
	link := "link." + w + "."
	switch {
	case l.in(30):
		l.put(link+"loss", "%.3g", l.spread(.001, .1))
		l.put(link+"loss-burst", "%d", 1+l.IntN(8))
	case l.in(15):
		l.put(link+"chain.begin", "%.3g", l.spread(.001, .05))
		l.put(link+"chain.end", "%.3g", l.spread(.05, .5))
		l.put(link+"chain.bad", "%.3g", .2+.8*l.Float64())
		l.put(link+"chain.good", "%.3g", l.spread(.0001, .01))
	}
	if l.in(8) {
		l.put(link+"outage.for", "%.3gs", l.spread(.2, 5))
		l.put(link+"outage.every", "%.3gs", l.spread(20, 100))
		l.kind("loss")
	}
	if l.in(8) {
		l.put(link+"episode.for", "%.3gs", l.spread(.05, 2))
		l.put(link+"episode.every", "%.3gs", l.spread(5, 60))
		l.kind("loss")
	}
}

// order draws what arrives twice or before what was sent earlier. Half of what overtakes skips all delay, as netem has it, and half saves
// some milliseconds, as on a network with a second way.
func (l *link) order(w string) {
	link := "link." + w + "."
	if l.in(15) {
		l.put(link+"duplicate", "%.3g", l.spread(.001, .1))
	}
	if l.in(10) {
		l.put(link+"order", "%s", "kept")
		return
	}
	if l.in(12) {
		l.put(link+"reorder", "%.3g", l.spread(.001, .1))
		if l.in(50) {
			l.put(link+"reorder-lead", "%.3gms", l.spread(1, 10))
		}
		if l.in(25) {
			l.put(link+"reorder-gap", "%d", 2+l.IntN(9))
		}
		if l.in(25) {
			l.put(link+"reorder-correlation", "%.2f", .9*l.Float64())
		}
	}
}

// queue draws a rate one way, with others' traffic or without.
func (l *link) queue(w string) {
	link := "link." + w + "."
	size := l.spread(40, 400)
	l.put("datagrams."+w+".size", "%.0f", size)
	l.put("datagrams."+w+".rate", "%.3f", 5+55*l.Float64())
	l.ways[w].size = int(written("%.0f", size))
	if !l.in(25) {
		return
	}
	rate := l.spread(.5e6, 20e6)
	l.put(link+"rate", "%.0f", rate)
	l.ways[w].rate = int(written("%.0f", rate))
	l.put(link+"queue", "%.0f", max(3000, rate/8*l.spread(.02, .4)))
	if l.in(20) {
		l.put(link+"queue-packets", "%d", 10+l.IntN(200))
	}
	if l.in(25) {
		l.put(link+"queue-discipline", "%s", "codel")
	}
	if l.in(80) {
		every := l.spread(4, 40)
		l.put(link+"cross.share", "%.2f", .2+1.1*l.Float64())
		l.put(link+"cross.every", "%.3gs", every)
		l.put(link+"cross.on", "%.3gs", every*(.1+.5*l.Float64()))
		l.kind("a queue")
	}
}

// unlike names what the two ways differ by.
func (l *link) unlike() {
	up, down := l.has("link.up.reorder"), l.has("link.down.reorder")
	switch {
	case up && down:
		l.kind("overtakers both ways")
	case up || down:
		l.kind("overtakers one way")
	}
	if l.has("link.up.jitter") != l.has("link.down.jitter") {
		l.kind("more jitter one way")
	}
}

// clock draws the two oscillators.
func (l *link) clock() {
	l.put("client.offset", "%dms", l.IntN(20_000)-10_000)
	l.put("host.offset", "%dms", l.IntN(20_000)-10_000)
	if l.in(50) {
		l.put("host.uptime", "%.3gh", l.spread(.01, 720))
	}
	skew := 100 * l.NormFloat64()
	l.put("client.skew", "%.2f", skew)
	if l.in(60) {
		l.put("client.wander", "%.3g", l.spread(.1, 20))
	}
	if l.in(15) {
		l.event(50+l.IntN(200), "client.temperature", fmt.Sprint(30+l.IntN(30)))
		l.kind("a rate that steps, or a temperature")
	}
	if l.in(15) {
		l.event(50+l.IntN(200), "client.skew", fmt.Sprintf("%.2f", skew+20*l.NormFloat64()))
		l.kind("a rate that steps, or a temperature")
	}
	if l.in(3) {
		at := 50 + l.IntN(200)
		l.event(at, "client.sleep", l.of("asleep", "asleep-counting"))
		l.event(at+2+l.IntN(20), "client.sleep", "awake")
		l.kind("a clock that sleeps")
	}
}

// loop draws when a machine looks at what has come, and how it stamps. Half have a thread that waits for datagrams.
func (l *link) loop(of, machine string) {
	if machine == "client" {
		l.put("tick.rate", "%s", l.of("20", "30", "60", "64", "128"))
	}
	if l.in(50) {
		l.put(of+"receive.poll", "%s", "tick")
		if machine == "client" {
			l.put("send.at", "%s", "tick")
		}
		if l.in(80) {
			l.put(of+"receive.stamp", "%s", "read")
		}
	}
	if l.in(15) {
		l.put(of+"hitch.mean", "%.3gms", l.spread(5, 150))
		l.put(of+"hitch.every", "%.3gs", l.spread(1, 20))
		l.kind("hitches")
	}
	if l.in(3) {
		l.put(of+"stamp.false.share", "%.3g", l.spread(.0001, .01))
		l.put(of+"stamp.false.size", "%.3gms", l.spread(1, 50))
		l.kind("false stamps")
	}
}

// display draws that of the client, and names what is stamped in frames.
func (l *link) display() {
	if l.in(40) {
		l.put("frame.rate", "%s", l.of("30", "59.94", "60", "75", "120", "143.86", "144", "240"))
		l.put("frame.skew", "%.2f", 50*l.NormFloat64())
		if l.has("receive.poll") && l.in(50) {
			l.put("receive.poll", "%s", "frame")
			l.put("send.at", "%s", "frame")
		}
	}
	client, host := l.has("receive.stamp"), l.has("host.receive.stamp")
	switch {
	case client && host:
		l.kind("stamped in frames at both ends")
	case client || host:
		l.kind("stamped in frames at one end")
	}
}

// in says yes in so many of a hundred.
func (l *link) in(percent int) bool { return l.IntN(100) < percent }

// of draws one of some words.
func (l *link) of(words ...string) string { return words[l.IntN(len(words))] }

// spread draws a number evenly on a logarithmic scale.
func (l *link) spread(least, most float64) float64 {
	return least * math.Exp(l.Float64()*math.Log(most/least))
}

// written returns a number as it is after it was written.
func written(format string, v float64) (w float64) {
	fmt.Sscan(fmt.Sprintf(format, v), &w)
	return w
}

// has says whether a key is set, at the start or later.
func (l *link) has(key string) bool {
	_, ok := l.keys[key]
	return ok
}

// milliseconds returns a span as it is after it was written with three figures.
func milliseconds(v float64) time.Duration {
	return time.Duration(math.Round(written("%.3g", v) * 1e6))
}

func (l *link) kind(name string) { l.kinds = append(l.kinds, name) }

// put sets a key at the start, in place of what it was set to before.
func (l *link) put(key, format string, v any) {
	value := fmt.Sprintf(format, v)
	line := fmt.Sprintf("%q = %q\n", key, value)
	if l.has(key) {
		lines := strings.SplitAfter(l.set.String(), "\n")
		i := slices.IndexFunc(lines, func(s string) bool { return strings.HasPrefix(s, fmt.Sprintf("%q = ", key)) })
		lines[i], line = line, ""
		l.set.Reset()
		l.set.WriteString(strings.Join(lines, ""))
	}
	l.keys[key] = value
	l.set.WriteString(line)
}

func (l *link) event(at int, key, v string) {
	if !l.has(key) {
		l.keys[key] = ""
	}
	if l.later[key] != "" {
		l.later[key] += ", "
	}
	l.later[key] += fmt.Sprintf("%s at %d s", v, at)
	l.events = append(l.events, fmt.Sprintf("\n[[event]]\nat = \"%03ds\"\n[event.set]\n%q = %q\n", at, key, v))
}
