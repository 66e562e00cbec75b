package judge

import (
	"fmt"
	"strings"

	"driftlab/scenario"
)

// Rare is the name of links on which what a clock does seldom happens: a port of a clock is compared on them with the original.
const Rare = "rare"

// rareAfter are the ages in s, of a clock that joined at 0, next to which Midline begins to judge a path otherwise.
var rareAfter = []int{9, 11, 19, 21, 53, 54, 55, 59, 61}

// rareUsual is set on each of these links that says nothing else. Few ticks and datagrams a second show as much as many: a tape has
// only so many events, and is to reach a link's end.
const rareUsual = "arena=none tick.rate=20 datagrams.up.rate=20 datagrams.down.rate=20 link.delay=40ms link.jitter=1ms "

// A rarity is one of these links: what is set at the start, and what happens then, as KEY=VALUE.
type rarity struct {
	name, long, reason, set string
	events                  []string // AT KEY=VALUE, or AT restart
}

// scenario returns the link's scenario, with one client and no world.
func (r *rarity) scenario() (*scenario.Scenario, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "format = %d\nclients = 1\nduration = %q\nclocks = \"all\"\n\n[set]\n", scenario.Format, r.long)
	set := map[string]string{}
	var keys []string
	for _, s := range strings.Fields(rareUsual + r.set) {
		key, value, _ := strings.Cut(s, "=")
		if _, known := set[key]; !known {
			keys = append(keys, key)
		}
		set[key] = value
	}
	for _, key := range keys {
		fmt.Fprintf(&b, "%q = %q\n", key, set[key])
	}
	fmt.Fprintf(&b, "\n[[event]]\nat = \"0s\"\ncaption.en = %q\n", r.reason)
	for _, e := range r.events {
		at, what, _ := strings.Cut(e, " ")
		fmt.Fprintf(&b, "\n[[event]]\nat = %q\n", at)
		if key, value, sets := strings.Cut(what, "="); sets {
			fmt.Fprintf(&b, "set.%q = %q\n", key, value)
		} else {
			fmt.Fprintf(&b, "%s = true\n", what)
		}
	}
	return scenario.Parse(Rare+"-"+r.name, b.String())
}

// rare returns the links.
func rare() (links []Link, err error) {
	for _, r := range append(rarities(), rareRoutes()...) {
		sc, err := r.scenario()
		if err != nil {
			return nil, err
		}
		links = append(links, Link{Name: Rare + "-" + r.name, Reason: r.reason, Scenario: sc})
	}
	return links, nil
}

func rarities() []rarity {
	var falls, points []string
	for k := range 600 {
		falls = append(falls, fmt.Sprintf("%dms link.up.delay=%dms", 500*k, 300-15*(k%20)))
		points = append(points, fmt.Sprintf("%dms link.delay=%dms", 500*k, 85-3*(k%16)))
	}
	const frames = "receive.poll=frame receive.stamp=read send.at=frame frame.rate=59.94 frame.skew=200 "
	const ticks = "host.receive.poll=tick host.receive.stamp=read "
	return []rarity{
		{"turn", "210s", "Nothing arrives for longer than a send stamp takes to turn over, 134 s.", "client.offset=300s",
			[]string{"30s link.loss=1", "170s link.loss=0"}},
		{"falls", "300s", "The delay falls again and again, by much.", "", falls},
		{"points", "300s", "The delay falls again and again by so little that more points come than a clock keeps.", "", points},
		{"restart", "150s", "The host restarts twice, with another clock.", "", []string{"70s restart", "75s restart"}},
		{"frames-up", "200s", "The host reads and stamps what comes once a frame.", ticks + "datagrams.up.rate=19.99", nil},
		{"frames-down", "150s", "The client reads and stamps what comes once a frame.", frames, nil},
		{"frames-both", "200s", "Both read and stamp what comes once a frame.", frames + ticks, nil},
	}
}

// rareRoutes returns links on which a route changes while a clock is young.
func rareRoutes() (all []rarity) {
	for _, after := range rareAfter {
		for _, w := range []string{"up", "down"} {
			all = append(all, rarity{fmt.Sprintf("longer-%s-%d", w, after), "150s", fmt.Sprintf("One direction becomes longer after %d s.", after), "",
				[]string{fmt.Sprintf("%ds link.%s.delay=70ms", after, w)}},
				rarity{fmt.Sprintf("shorter-%s-%d", w, after), "150s", fmt.Sprintf("One direction becomes shorter after %d s.", after), "",
					[]string{fmt.Sprintf("%ds link.%s.delay=15ms", after, w)}})
		}
	}
	return all
}
