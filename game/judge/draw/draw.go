// Package draw draws links at random, of seventeen classes: each has one kind of trouble at random instants, on paths and machines that differ as
// people's do. A class and a seed are the same link for ever, so that a clock can be scored on links that were named before it was finished.
package draw

import (
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"driftlab/game/scenario"
)

// A Link is a scenario, and what its empty paths are like at the start.
type Link struct {
	Scenario *scenario.Scenario
	Up, Down Path
	// ReadUp and ReadDown say that the host and the client stamp a datagram when they read it.
	ReadUp, ReadDown bool
}

// A Path is one direction of an empty link.
type Path struct {
	Delay time.Duration
	Rate  int // bits a second, 0 for no limit
	Size  int // of the game's datagrams, in bytes without headers
}

// lasts is how long a link is played, in s.
const lasts = 300

// Link draws the class's link of a seed. It has one client and no player: only the clocks run.
func (c *Class) Link(seed uint64) (*Link, error) {
	d := c.drawn(seed)
	sc, err := scenario.Parse(fmt.Sprintf("%s-%d", c.Name, seed), d.text(c))
	if err != nil {
		return nil, err
	}
	l := &Link{Scenario: sc, ReadUp: d.is("host.receive.stamp", "read"), ReadDown: d.is("receive.stamp", "read")}
	l.Up, l.Down = d.path("up"), d.path("down")
	return l, nil
}

func (c *Class) drawn(seed uint64) *drawing {
	name := fnv.New64a()
	name.Write([]byte(c.Name))
	d := &drawing{Rand: rand.New(rand.NewPCG(seed, name.Sum64())), set: map[string]string{}, later: map[int]map[string]string{}, curves: map[string][]string{}}
	d.seed = d.Uint32()
	for _, w := range ways {
		d.usual(w)
	}
	// The two oscillators and the client's ticks.
	d.put("client.offset", "%dms", d.IntN(20_000)-10_000)
	d.put("host.offset", "%dms", d.IntN(20_000)-10_000)
	if d.in(50) {
		d.put("host.uptime", "%.3gh", d.spread(.01, 720))
	}
	d.put("client.skew", "%.2f", 50*d.NormFloat64())
	if d.in(60) {
		d.put("client.wander", "%.3g", d.spread(.1, 5))
	}
	d.put("tick.rate", "%s", d.of("20", "30", "60", "64", "128"))
	c.add(d)
	return d
}

// A drawing is a scenario that is being drawn.
type drawing struct {
	*rand.Rand
	seed   uint32
	set    map[string]string
	later  map[int]map[string]string // by ms
	curves map[string][]string       // points of keyframes
}

var ways = []string{"up", "down"}

// text returns the link as a scenario's file.
func (d *drawing) text(c *Class) string {
	var b strings.Builder
	fmt.Fprintf(&b, "format = %d\nseed = %d\nclients = 1\nduration = \"%ds\"\nclocks = \"all\"\n\n[set]\narena = \"none\"\n", scenario.Format, d.seed, lasts)
	settings := func(of map[string]string) {
		for _, key := range slices.Sorted(maps.Keys(of)) {
			fmt.Fprintf(&b, "%s = %q\n", key, of[key])
		}
	}
	settings(d.set)
	for _, key := range slices.Sorted(maps.Keys(d.curves)) {
		fmt.Fprintf(&b, "\n[[keyframes]]\nkey = %q\npoints = [%s]\n", key, strings.Join(d.curves[key], ", "))
	}
	fmt.Fprintf(&b, "\n[[event]]\nat = \"0s\"\ncaption.en = %q\n", c.Reason)
	for _, at := range slices.Sorted(maps.Keys(d.later)) {
		fmt.Fprintf(&b, "\n[[event]]\nat = \"%dms\"\n[event.set]\n", at)
		settings(d.later[at])
	}
	return b.String()
}

// usual draws what every link is like one way: the delay, its jitter, few losses, and the game's datagrams.
func (d *drawing) usual(w string) {
	link := "link." + w + "."
	d.put(link+"delay", "%.3gms", d.spread(2, 150))
	if d.in(90) {
		d.put(link+"distribution", "%s", d.of("uniform", "normal", "exponential", "pareto", "lognormal", "gamma"))
		d.put(link+"jitter", "%.3gms", d.spread(.1, 15))
	}
	if d.in(20) {
		d.put(link+"correlation", "%.2f", .9*d.Float64())
		d.put(link+"correlation-way", "%s", d.of("kept", "netem"))
	}
	if d.in(30) {
		d.put(link+"loss", "%.3g", d.spread(.0005, .02))
	}
	if d.in(20) {
		d.put(link+"order", "kept")
	}
	d.put("datagrams."+w+".size", "%.0f", d.spread(40, 400))
	d.put("datagrams."+w+".rate", "%.3f", d.spread(5, 60))
}

// path returns what the empty link is like one way, as it was written.
func (d *drawing) path(w string) Path {
	delay, _ := time.ParseDuration(d.set["link."+w+".delay"])
	return Path{delay, int(d.number("link." + w + ".rate")), int(d.number("datagrams." + w + ".size"))}
}

// number returns a number without a unit that was set at the start, 0 if it was not.
func (d *drawing) number(key string) float64 {
	v, _ := strconv.ParseFloat(d.set[key], 64)
	return v
}

func (d *drawing) is(key, value string) bool { return d.set[key] == value }

// put sets a key at the start, in place of what it was set to before.
func (d *drawing) put(key, format string, v ...any) { d.set[key] = fmt.Sprintf(format, v...) }

// event sets a key at a time in seconds after the start, unless the run has ended by then.
func (d *drawing) event(at float64, key, format string, v ...any) {
	ms := int(at * 1000)
	if at >= lasts {
		return
	}
	if d.later[ms] == nil {
		d.later[ms] = map[string]string{}
	}
	d.later[ms][key] = fmt.Sprintf(format, v...)
}

// point adds one to the keyframes of a key, later than those before.
func (d *drawing) point(at float64, key, format string, v any) {
	d.curves[key] = append(d.curves[key], fmt.Sprintf("[\"%dms\", \"%s\"]", int(at*1000), fmt.Sprintf(format, v)))
}

// instant draws one from 0.5 s on: half of all within the first half minute, when a clock knows least.
func (d *drawing) instant() float64 {
	if d.in(50) {
		return d.spread(.5, 30)
	}
	return .5 + (lasts-60)*d.Float64()
}

// in is true with a probability in percent.
func (d *drawing) in(percent int) bool { return d.IntN(100) < percent }

// of draws one of some words.
func (d *drawing) of(words ...string) string { return words[d.IntN(len(words))] }

// either draws one way, or both.
func (d *drawing) either() []string {
	i := d.IntN(3)
	return [][]string{ways[:1], ways[1:], ways}[i]
}

// spread draws a number evenly on a logarithmic scale.
func (d *drawing) spread(least, most float64) float64 {
	return least * math.Exp(d.Float64()*math.Log(most/least))
}

// sign draws 1 or −1.
func (d *drawing) sign() float64 { return float64(2*d.IntN(2) - 1) }
