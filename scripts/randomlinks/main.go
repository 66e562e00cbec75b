// Command randomlinks writes scenarios of random links, on which clocks are compared that nobody has tuned for them.
//
//	go run ./scripts/randomlinks -n 1000 -seed 2028 -o DIR
//
// Both ways have one delay at the start: half of their difference would be in every clock, and hide how these differ.
package main

import (
	"flag"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A link is a scenario that is being drawn.
type link struct {
	*rand.Rand
	set    strings.Builder
	events []string // by their times, in three figures
}

func main() {
	n := flag.Int("n", 1000, "how many links")
	seed := flag.Uint64("seed", 2028, "of their luck")
	dir := flag.String("o", "links", "folder for their files")
	flag.Parse()
	if err := os.MkdirAll(*dir, 0o777); err != nil {
		log.Fatal(err)
	}
	for i := range *n {
		l := link{Rand: rand.New(rand.NewPCG(*seed, uint64(i)))}
		name := filepath.Join(*dir, fmt.Sprintf("link-%04d.toml", i))
		if err := os.WriteFile(name, []byte(l.text(*seed*100_000+uint64(i))), 0o666); err != nil {
			log.Fatal(err)
		}
	}
}

// text draws a link.
func (l *link) text(seed uint64) string {
	delay := l.spread(2, 200)
	l.put("link.delay", "%.3gms", delay)
	l.put("client.offset", "%dms", l.IntN(20_000)-10_000)
	l.jitter()
	l.losses()
	l.queues()
	l.clock()
	for _, way := range []string{"up", "down"} {
		l.put("datagrams."+way+".rate", "%d", 5+l.IntN(56))
		if l.in(20) {
			l.put("link."+way+".route.step", "%.3gms", l.spread(3, 60))
			l.put("link."+way+".route.every", "%.3gs", l.spread(20, 150))
		} else if l.in(20) {
			l.event(50+l.IntN(200), "link."+way+".delay", fmt.Sprintf("%.3gms", delay+l.spread(3, 80)))
		}
	}
	slices.Sort(l.events)
	return fmt.Sprintf("format = 2\nseed = %d\nclients = 1\nduration = \"300s\"\nclocks = \"published,midline\"\n\n[set]\narena = \"none\"\n%s%s",
		seed, l.set.String(), strings.Join(l.events, ""))
}

func (l *link) jitter() {
	shapes := []string{"uniform", "normal", "exponential", "pareto", "lognormal", "gamma"}
	if l.in(90) {
		l.put("link.distribution", "%s", shapes[l.IntN(len(shapes))])
		l.put("link.jitter", "%.3gms", l.spread(.1, 40))
	}
	if l.in(25) {
		l.put("link.up.jitter", "%.3gms", l.spread(.1, 40))
	}
	if l.in(20) {
		l.put("link.correlation", "%.2f", .9*l.Float64())
	}
	if l.in(15) {
		l.put("link.sway", "%.3gms", l.spread(.3, 20))
		l.put("link.sway-over", "%.3gs", l.spread(1, 60))
	}
}

func (l *link) losses() {
	if l.in(40) {
		l.put("link.loss", "%.3g", l.spread(.001, .1))
		l.put("link.loss-burst", "%d", 1+l.IntN(8))
	}
	if l.in(15) {
		l.put("link.outage.for", "%.3gs", l.spread(.2, 5))
		l.put("link.outage.every", "%.3gs", l.spread(20, 100))
	}
	if l.in(15) {
		l.put("link.duplicate", "%.3g", l.spread(.001, .1))
	}
	if l.in(15) {
		l.put("link.reorder", "%.3g", l.spread(.001, .1))
	}
}

// queues gives both ways one rate: half of the difference of the times that a datagram takes to be sent would be in every clock too.
func (l *link) queues() {
	up, down := l.in(25), l.in(25)
	if !up && !down {
		return
	}
	rate := l.spread(.5e6, 20e6)
	l.put("link.rate", "%.0f", rate)
	for _, way := range []string{"up", "down"} {
		if !(way == "up" && up || way == "down" && down) {
			continue
		}
		l.put("link."+way+".queue", "%.0f", max(3000, rate/8*l.spread(.02, .4)))
		every := l.spread(4, 40)
		l.put("link."+way+".cross.share", "%.2f", .2+1.1*l.Float64())
		l.put("link."+way+".cross.every", "%.3gs", every)
		l.put("link."+way+".cross.on", "%.3gs", every*(.1+.5*l.Float64()))
		if l.in(25) {
			l.put("link."+way+".queue-discipline", "%s", "codel")
		}
	}
}

func (l *link) clock() {
	skew := 100 * l.NormFloat64()
	l.put("client.skew", "%.2f", skew)
	if l.in(60) {
		l.put("client.wander", "%.3g", l.spread(.1, 20))
	}
	if l.in(15) {
		l.event(50+l.IntN(200), "client.temperature", fmt.Sprint(30+l.IntN(30)))
	}
	if l.in(15) {
		l.event(50+l.IntN(200), "client.skew", fmt.Sprintf("%.2f", skew+20*l.NormFloat64()))
	}
}

// in says yes in so many of a hundred.
func (l *link) in(percent int) bool { return l.IntN(100) < percent }

// spread draws a number evenly on a logarithmic scale.
func (l *link) spread(least, most float64) float64 {
	return least * math.Exp(l.Float64()*math.Log(most/least))
}

func (l *link) put(key, format string, v any) {
	fmt.Fprintf(&l.set, "%q = %q\n", key, fmt.Sprintf(format, v))
}

func (l *link) event(at int, key, v string) {
	l.events = append(l.events, fmt.Sprintf("\n[[event]]\nat = \"%03ds\"\n[event.set]\n%q = %q\n", at, key, v))
}
