package draw

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"driftlab/internal/texts"
)

// A Class is one kind of trouble.
type Class struct {
	Name, Reason string
	group        string // of what it sets: no link has two classes of one group
	add          func(*drawing)
}

// Classes returns all of them.
func Classes() []Class {
	return append(single(), Class{"two", "Two of the other classes at once.", "", (*drawing).two})
}

func single() []Class {
	return []Class{
		{"queue-after", "A queue fills once, after the join, for some seconds or a minute or two.", "rate", (*drawing).queueAfter},
		{"queue-periodic", "Others' traffic fills a queue again and again.", "rate", (*drawing).queuePeriodic},
		{"queue-random", "A queue fills at random instants, for as long as it likes.", "rate", (*drawing).queueRandom},
		{"queue-both", "Queues fill on the uplink and the downlink at once.", "rate", (*drawing).queueBoth},
		{"stream", "A stream sends again what was lost, and everything behind it waits.", "loss", (*drawing).stream},
		{"route", "A route becomes longer or shorter, one way or both.", "delay", (*drawing).route},
		{"handover", "Every 15 s both directions get another delay, as with satellites in a low orbit.", "delay", (*drawing).handover},
		{"lte", "A radio link's rate changes all the time, and others' traffic fills its queue.", "rate", (*drawing).lte},
		{"wifi", "A channel is taken for some milliseconds at a time, and what has waited goes at once.", "rate", (*drawing).wifi},
		{"bursts", "Datagrams are lost many in a row, and some arrive twice.", "loss", (*drawing).bursts},
		{"oscillator", "The rate of the client's clock steps, moves and wanders.", "clock", (*drawing).oscillator},
		{"sleep", "The client's machine sleeps, and its clock may stop.", "sleep", (*drawing).sleep},
		{"set", "The clock of the client or of the host is set.", "set", (*drawing).setClock},
		{"stalls", "Both programs hang now and then.", "stall", (*drawing).stalls},
		{"frames-one", "One end reads and stamps once a frame.", "frames", func(d *drawing) { d.frame(d.of("", "host.")) }},
		{"frames-both", "Both ends read and stamp once a frame.", "frames", func(d *drawing) { d.frame(""); d.frame("host.") }},
	}
}

// Names returns the names of all of them.
func Names() (names []string) {
	for _, c := range Classes() {
		names = append(names, c.Name)
	}
	return names
}

// Parse reads a list of classes' names, separated by commas, and "all" for all of them.
func Parse(list string) (classes []Class, err error) {
	all, names := Classes(), Names()
	if list == "all" {
		return all, nil
	}
	named := map[string]bool{}
	for name := range strings.SplitSeq(list, ",") {
		i := slices.Index(names, name)
		if i < 0 {
			return nil, texts.Unknown(name, names, "all, "+strings.Join(names, ", "))
		}
		if named[name] {
			return nil, fmt.Errorf("%q appears twice", name)
		}
		named[name] = true
		classes = append(classes, all[i])
	}
	return classes, nil
}

// line draws a rate one way whose queue holds some tenths of a second, and returns that in s.
func (d *drawing) line(w string) (holds float64) {
	link := "link." + w + "."
	rate := d.spread(.6e6, 20e6)
	holds = d.spread(.08, .8)
	d.put(link+"rate", "%.0f", rate)
	d.put(link+"queue", "%.0f", max(3000, rate/8*holds))
	if d.in(10) {
		d.put(link+"queue-discipline", "codel")
	}
	d.put(link+"cross.on", "1h")
	d.put(link+"cross.every", "1h")
	return holds
}

// fill has others' traffic fill a queue for a while: it rises at a rate of its own, stands, and drains.
func (d *drawing) fill(w string, at, long, holds float64) {
	share := "link." + w + ".cross.share"
	rises := d.spread(1.05, 3)
	d.event(at, share, "%.3f", rises)
	if full := at + holds/(rises-1); full < at+long && d.in(60) {
		d.event(full, share, "%.3f", .99+.04*d.Float64())
	}
	d.event(at+long, share, "%.3f", .6*d.Float64())
}

// queueAfter fills one queue. A third of those up are an upload of the client's own.
func (d *drawing) queueAfter() {
	w := d.of(ways...)
	holds := d.line(w)
	at, long := d.instant(), d.spread(4, 120)
	if w == "up" && d.in(33) {
		d.put("link.up.rate", "%.0f", d.spread(.6e6, 3e6))
		d.event(at, "bulk.control", "%s", d.of("loss", "delay"))
		d.event(at+long, "bulk.control", "off")
		return
	}
	d.fill(w, at, long, holds)
}

func (d *drawing) queuePeriodic() {
	for _, w := range d.either() {
		d.line(w)
		link, every := "link."+w+".", d.spread(3, 60)
		d.put(link+"cross.every", "%.3gs", every)
		d.put(link+"cross.on", "%.3gs", every*(.1+.6*d.Float64()))
		d.put(link+"cross.share", "%.3f", d.spread(1.03, 2))
	}
}

func (d *drawing) queueRandom() {
	for _, w := range d.either() {
		holds := d.line(w)
		between := d.spread(5, 60)
		for at := .5 + between*d.ExpFloat64(); at < lasts; at += between * d.ExpFloat64() {
			long := d.spread(.5, 40)
			d.fill(w, at, long, holds)
			at += long
		}
	}
}

func (d *drawing) queueBoth() {
	at, long := d.instant(), d.spread(4, 120)
	for _, w := range ways {
		d.fill(w, at, long, d.line(w))
	}
}

// stream has both directions send again what was lost: some of it always, and all of it in outages.
func (d *drawing) stream() {
	outages := d.in(60)
	for _, w := range ways {
		link := "link." + w + "."
		d.put(link+"transport", "stream")
		d.put(link+"rto", "%.3gms", d.spread(50, 1000))
		d.put(link+"loss", "%.3g", d.spread(.001, .05))
		if outages {
			d.put(link+"episode.for", "%.3gs", d.spread(.05, 2))
			d.put(link+"episode.every", "%.3gs", d.spread(5, 60))
		}
	}
}

// route changes delays for good, up to three times, or to and fro.
func (d *drawing) route() {
	for _, w := range d.either() {
		link := "link." + w + "."
		if d.in(30) {
			d.put(link+"route.step", "%.3gms", d.spread(1, 80))
			d.put(link+"route.every", "%.3gs", d.spread(8, 150))
			continue
		}
		for range 1 + d.IntN(3) {
			d.event(d.instant(), link+"delay", "%.3gms", d.spread(2, 150))
		}
	}
}

// handover is every 15 s, with an outage.
func (d *drawing) handover() {
	from, apart := .5+14.5*d.Float64(), d.spread(2, 40)
	least := map[string]float64{}
	for _, w := range ways {
		least[w] = d.spread(2, 60)
		link := "link." + w + "."
		d.put(link+"delay", "%.3gms", least[w]+apart*d.Float64())
		if d.in(70) {
			d.event(from, link+"outage.for", "%.3gs", d.spread(.02, .4))
			d.event(from, link+"outage.every", "15s")
		}
	}
	for at := from; at < lasts; at += 15 {
		common := apart * d.Float64()
		for _, w := range ways {
			d.event(at, "link."+w+".delay", "%.4gms", least[w]+.7*common+.3*apart*d.Float64())
		}
	}
}

// lte has rates that move by themselves. Others' traffic comes in bursts that know nothing of it.
func (d *drawing) lte() {
	for _, w := range ways {
		link := "link." + w + "."
		mean, moves, every := d.spread(1e6, 15e6), d.spread(.1, .5), d.spread(1, 20)
		d.put(link+"queue", "%.0f", mean/8*d.spread(.1, .5))
		d.put(link+"rate", "%.0f", mean)
		d.put(link+"order", "kept")
		d.put(link+"sway", "%.3gms", d.spread(.3, 8))
		d.put(link+"sway-over", "%.3gs", d.spread(.02, 1))
		load := .4 + .6*d.Float64() // of the mean
		d.put(link+"cross.every", "%.3gs", every)
		d.put(link+"cross.on", "%.3gs", every*(.2+.6*d.Float64()))
		log := 0.
		for at := .5; at < lasts; at += 1 {
			log = max(-1.4, min(1.4, .9*log+moves*d.NormFloat64()))
			d.point(at, link+"rate", "%.0f", mean*math.Exp(log))
			d.point(at, link+"cross.share", "%.3f", load*math.Exp(-log))
		}
	}
}

// wifi has a channel that others take for some milliseconds at a time, more of them at some times than at others.
func (d *drawing) wifi() {
	for _, w := range ways {
		link := "link." + w + "."
		rate, every := d.spread(10e6, 200e6), d.spread(12, 100)
		d.put(link+"rate", "%.0f", rate)
		d.put(link+"queue", "%.0f", rate/8*.3)
		d.put(link+"order", "kept")
		d.put(link+"distribution", "%s", d.of("exponential", "pareto", "lognormal"))
		d.put(link+"jitter", "%.3gms", d.spread(.2, 5))
		d.put(link+"cross.every", "%.3gms", every)
		d.put(link+"cross.on", "10ms")
		for at := d.instant(); at < lasts; at += d.spread(2, 60) {
			d.event(at, link+"cross.share", "%.3f", min(d.spread(.3, 8), .95*every/10))
		}
	}
}

func (d *drawing) bursts() {
	for _, w := range d.either() {
		link := "link." + w + "."
		switch d.IntN(3) {
		case 0:
			d.put(link+"loss", "%.3g", d.spread(.01, .3))
			d.put(link+"loss-burst", "%d", 2+d.IntN(60))
		case 1:
			d.put(link+"chain.begin", "%.3g", d.spread(.001, .05))
			d.put(link+"chain.end", "%.3g", d.spread(.02, .5))
			d.put(link+"chain.bad", "%.3g", .2+.8*d.Float64())
			d.put(link+"chain.good", "%.3g", d.spread(.0001, .01))
		default:
			d.put(link+"outage.for", "%.3gs", d.spread(.2, 8))
			d.put(link+"outage.every", "%.3gs", d.spread(10, 100))
		}
		d.put(link+"duplicate", "%.3g", d.spread(.005, .3))
	}
}

// oscillator has a rate that steps, one that moves with the temperature, and one that wanders: at least one of these.
func (d *drawing) oscillator() {
	kinds := 1 + d.IntN(7)
	skew := d.number("client.skew")
	if kinds&1 != 0 {
		for range 1 + d.IntN(3) {
			d.event(d.instant(), "client.skew", "%.2f", skew+d.sign()*d.spread(2, 100))
		}
	}
	if kinds&2 != 0 {
		at := d.instant()
		d.point(at, "client.temperature", "%s", "25")
		d.point(at+d.spread(5, 200), "client.temperature", "%.1f", 30+30*d.Float64())
	}
	if kinds&4 != 0 {
		d.put("client.wander", "%.3g", d.spread(5, 100))
	}
}

func (d *drawing) sleep() {
	at := d.instant()
	for range 1 + d.IntN(2) {
		d.event(at, "client.sleep", "%s", d.of("asleep", "asleep-counting"))
		at += d.spread(.5, 40)
		d.event(at, "client.sleep", "awake")
		at += d.spread(5, 120)
	}
}

func (d *drawing) setClock() {
	key := d.of("client.offset", "host.offset")
	reads := d.set[key]
	was := 0.
	fmt.Sscanf(reads, "%fms", &was)
	for range 1 + d.IntN(3) {
		was += d.sign() * d.spread(2, 5000)
		d.event(d.instant(), key, "%.3fms", was)
	}
}

// stalls has programs hang, and half of them stamp what they read.
func (d *drawing) stalls() {
	for _, of := range []string{"", "host."} {
		d.put(of+"hitch.mean", "%.3gms", d.spread(5, 200))
		d.put(of+"hitch.every", "%.3gs", d.spread(.5, 20))
		if d.in(50) {
			d.put(of+"receive.stamp", "read")
		}
	}
}

// frame has a machine read and stamp once a frame. Some clients have a display with an oscillator of its own.
func (d *drawing) frame(of string) {
	d.put(of+"receive.poll", "tick")
	d.put(of+"receive.stamp", "read")
	if of != "" {
		return
	}
	d.put("send.at", "tick")
	if d.in(60) {
		d.put("frame.rate", "%s", d.of("30", "59.94", "60", "75", "120", "143.86", "144", "240"))
		d.put("frame.skew", "%.2f", 30*d.NormFloat64())
		d.put("receive.poll", "frame")
		d.put("send.at", "frame")
	}
}

// two adds two classes of unlike groups.
func (d *drawing) two() {
	all := single()
	a := d.IntN(len(all))
	b := d.IntN(len(all))
	for all[a].group == all[b].group {
		b = d.IntN(len(all))
	}
	all[min(a, b)].add(d)
	all[max(a, b)].add(d)
}
