package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
)

// Why a link was lost is told by the first thing of it that makes it hard: what kind that is, and a sentence with its figures.

const report = 2 * time.Second // from one of Midline's to the next

// why returns the kind of what makes a link hard, and a sentence about it.
func (l *link) why() (kind, sentence string) {
	kind = l.kinds[0]
	switch kind {
	case "overtakers one way", "overtakers both ways":
		return l.overtakers(kind)
	case "a clock that sleeps":
		return kind, "the client's clock is " + l.later["client.sleep"]
	case "false stamps":
		return kind, l.each("stamps are false", func(machine, prefix string) string {
			if share := prefix + "stamp.false.share"; l.has(share) {
				return fmt.Sprintf("%s of the %s's stamps by up to %s", percent(l.keys[share]), machine, l.keys[prefix+"stamp.false.size"])
			}
			return ""
		})
	case "stamped in frames at both ends", "stamped in frames at one end":
		return l.frames(kind)
	case "a sway":
		return kind, l.eachWay(func(w, link string) string {
			if l.has(link + "sway") {
				return fmt.Sprintf("the way %s sways by %s in some %s", w, l.keys[link+"sway"], l.keys[link+"sway-over"])
			}
			return ""
		})
	case "a path that changes":
		return kind, l.eachWay(func(w, link string) string {
			if l.has(link + "route.step") {
				return fmt.Sprintf("the way %s takes %s longer every other %s", w, l.keys[link+"route.step"], l.keys[link+"route.every"])
			}
			if to := l.later[link+"delay"]; to != "" {
				return fmt.Sprintf("the way %s takes %s instead of %s", w, to, l.keys[link+"delay"])
			}
			return ""
		})
	case "a queue":
		return kind, l.eachWay(func(w, link string) string {
			if l.has(link + "cross.share") {
				return fmt.Sprintf("others send %s of what the way %s carries for %s of every %s", percent(l.keys[link+"cross.share"]), w, l.keys[link+"cross.on"], l.keys[link+"cross.every"])
			}
			return ""
		})
	case "a rate that steps, or a temperature":
		if to := l.later["client.skew"]; to != "" {
			return kind, fmt.Sprintf("the client's rate steps from %s to %s ppm", l.keys["client.skew"], to)
		}
		return kind, "the client's temperature becomes " + l.later["client.temperature"] + " degrees"
	}
	return kind, fmt.Sprintf("%s, with jitter of %s up and %s down", kind, l.or("link.up.jitter", "0"), l.or("link.down.jitter", "0"))
}

// overtakers tells of those by what hides them: where a report has more of them than are ever left out, where they come in frames, or where they save so little that
// the jitter takes as much.
func (l *link) overtakers(kind string) (string, string) {
	names := map[string]bool{}
	sentence := l.eachWay(func(w, link string) string {
		if !l.has(link + "reorder") {
			return ""
		}
		share, reader := number(l.keys[link+"reorder"]), "host.receive.stamp"
		if w == "down" {
			reader = "receive.stamp"
		}
		saves := "all of " + l.keys[link+"delay"]
		if l.has(link + "reorder-lead") {
			saves = l.keys[link+"reorder-lead"]
		}
		a := share * number(l.keys["datagrams."+w+".rate"]) * report.Seconds()
		switch {
		case l.has(reader):
			names["read in frames"] = true
		case l.has(link + "reorder-lead"):
			names["that save 1 to 10 ms"] = true
		default:
			names["that skip all delay"] = true
		}
		s := fmt.Sprintf("%.3g %% of those %s overtake and save %s, %.2g in a report of %s", 100*share, w, saves, a, report)
		if l.has(link + "reorder-correlation") {
			s += ", one often after the other"
		}
		return s
	})
	for _, name := range []string{"read in frames", "that save 1 to 10 ms", "that skip all delay"} {
		if names[name] {
			return kind + " " + name, sentence
		}
	}
	return kind, sentence
}

// frames tells whether datagrams are sent at all phases of the reader's frames.
func (l *link) frames(kind string) (string, string) {
	still := false
	sentence := l.each("stamps are of frames", func(machine, prefix string) string {
		if !l.has(prefix + "receive.stamp") {
			return ""
		}
		reads, sends := number(l.keys["tick.rate"]), number(l.keys["datagrams.up.rate"])
		if machine == "client" {
			sends = number(l.keys["datagrams.down.rate"])
			if l.keys["receive.poll"] == "frame" {
				reads = number(l.keys["frame.rate"])
			}
		}
		met := phasesMet(reads / sends)
		still = still || met <= 8
		return fmt.Sprintf("the %s reads %g times a second what comes %.3f times, at %d of 16 phases in 256 datagrams", machine, reads, sends, met)
	})
	if still {
		return kind + ", whose phases go round slowly", sentence
	}
	return kind + ", at all phases", sentence
}

// phasesMet returns how many of the 16 phases of a frame datagrams meet that are so many frames apart, as Midline counts them.
func phasesMet(apart float64) (n int) {
	var met [16]bool
	for k := range 256 {
		_, part := math.Modf(float64(k) * apart)
		met[int(part*16)] = true
	}
	for _, yes := range met {
		if yes {
			n++
		}
	}
	return n
}

// each joins what is told of both machines.
func (l *link) each(if0 string, tell func(machine, prefix string) string) string {
	return join(if0, tell("client", ""), tell("host", "host."))
}

// eachWay joins what is told of both ways.
func (l *link) eachWay(tell func(w, link string) string) string {
	return join("", tell("up", "link.up."), tell("down", "link.down."))
}

func join(if0 string, parts ...string) string {
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	if len(parts) == 0 {
		return if0
	}
	return strings.Join(parts, "; ")
}

func (l *link) or(key, if0 string) string {
	if v := l.keys[key]; v != "" {
		return v
	}
	return if0
}

func percent(share string) string { return fmt.Sprintf("%.3g %%", 100*number(share)) }

func number(s string) (v float64) {
	fmt.Sscan(s, &v)
	return v
}

// lost tells of each link on which Midline was not the nearest, and how many there are of each kind: with medians of how far off Midline, the best of the others, and the
// oracle were.
func (t tally) lost() string {
	var b strings.Builder
	byKind := map[string]tally{}
	for _, r := range t {
		kind, sentence := r.link.why()
		if byKind[kind] = append(byKind[kind], r); r.won() {
			continue
		}
		far := ""
		if r.far() {
			far = " (by far)"
		}
		fmt.Fprintf(&b, "%s%s: Midline is off by %.4g ms, %s by %.4g, the oracle by %.4g: %s.\n", r.link.name, far, r.midline, r.whose, r.best, r.oracle, sentence)
	}
	fmt.Fprintln(&b, "\n| why | links | lost | by far | Midline | best | oracle |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
	for _, kind := range slices.Sorted(maps.Keys(byKind)) {
		of := byKind[kind]
		all := len(of)
		of = slices.DeleteFunc(slices.Clone(of), result.won)
		if len(of) == 0 {
			continue
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %.3g | %.3g | %.3g |\n", kind, all, len(of), of.count(result.far), of.median(func(r result) float64 { return r.midline }),
			of.median(func(r result) float64 { return r.best }), of.median(func(r result) float64 { return r.oracle }))
	}
	return b.String()
}

// median returns that of a figure.
func (t tally) median(of func(result) float64) float64 {
	var all []float64
	for _, r := range t {
		all = append(all, of(r))
	}
	slices.Sort(all)
	return all[len(all)/2]
}
