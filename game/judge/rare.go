package judge

import (
	"fmt"
	"strings"

	"driftlab/game/scenario"
)

// Rare is the name of links on which what a clock does seldom happens: a port of a clock is compared on them with the original.
const Rare = "rare"

// rareAfter are the ages in s, of a clock that joined at 0, next to which Midline begins to judge a path otherwise.
var rareAfter = []int{9, 11, 19, 21, 53, 54, 55, 59, 61}

// rareUsual is set on each of these links that says nothing else. Few ticks and datagrams a second show as much as many: a tape has
// only a number of events, and should reach a link's end.
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
	var falls, points, grows, exact, exactUp []string
	for k := range 600 {
		falls = append(falls, fmt.Sprintf("%dms link.up.delay=%dms", 500*k, 300-15*(k%20)))
		points = append(points, fmt.Sprintf("%dms link.delay=%dms", 500*k, 85-3*(k%16)))
	}
	for k := range 60 {
		grows = append(grows, fmt.Sprintf("%ds link.up.delay=%dms", 20+4*k, 40+k))
	}
	for k, by := range []int{0, 2, 0, 1, 3, 5, 4, 2, 6, 0, 4, 8, 12, 40, 0, 2, 4, 6, 4, 2, 0, 1, 0, 3, 0} {
		exact = append(exact, fmt.Sprintf("%ds link.delay=%dms", 5+6*k, 40+by))
		exactUp = append(exactUp, fmt.Sprintf("%ds link.up.delay=%dms", 5+6*k, 40+by))
	}
	const frames = "receive.poll=frame receive.stamp=read send.at=frame frame.rate=59.94 frame.skew=200 "
	const ticks = "host.receive.poll=tick host.receive.stamp=read "
	return []rarity{
		{"turn", "210s", "Nothing arrives for longer than a send stamp takes to turn over, 134 s.", "client.offset=300s",
			[]string{"30s link.loss=1", "170s link.loss=0"}},
		{"falls", "300s", "The delay falls again and again, by much.", "", falls},
		{"points", "300s", "The delay falls again and again by so little that more points come than a clock keeps.", "", points},
		{"restart", "150s", "The host restarts twice, with another clock.", "", []string{"70s restart", "75s restart"}},
		{"set-client", "200s", "The client's clock is set, back and forth, by little and by much.", "", []string{"30s client.offset=60ms", "50s client.offset=-40ms",
			"75s client.offset=2500ms", "100s client.offset=100ms", "140s client.offset=5s", "170s client.offset=4970ms"}},
		{"set-host", "150s", "The host's clock is set, back and forth, by little and by much.", "", []string{"12s host.offset=30ms", "40s host.offset=-30ms",
			"75s host.offset=2500ms", "110s host.offset=1s"}},
		{"rate", "200s", "The rate of the client's clock steps.", "", []string{"40s client.skew=100", "100s client.skew=-400"}},
		{"back", "280s", "A route becomes longer, then as long as before, and then shorter and longer again.", "", []string{"40s link.up.delay=70ms", "90s link.up.delay=40ms",
			"130s link.down.delay=25ms", "190s link.down.delay=40ms", "230s link.down.delay=45ms"}},
		{"silence", "400s", "Nothing arrives for longer than a clock keeps what it was told, and then all at once.", "tick.rate=10", []string{"45s link.loss=1", "350s link.loss=0"}},
		{"seldom", "400s", "A datagram or two come in a second.", "tick.rate=10 datagrams.up.rate=1.3 datagrams.down.rate=0.9", []string{"150s link.up.delay=80ms", "250s link.down.delay=20ms"}},
		{"overtakes", "150s", "Datagrams overtake others, one or some in a row.", "link.reorder=0.03 link.reorder-correlation=0.5 link.reorder-lead=20ms", nil},
		{"twice", "60s", "Datagrams arrive twice.", "link.duplicate=0.3", nil},
		{"one-way", "100s", "Nothing arrives one way for longer than its last datagram says where the other may be.", "", []string{"40s link.up.loss=1", "60s link.up.loss=0",
			"75s link.down.loss=1", "90s link.down.loss=0"}},
		{"stream", "150s", "Lost datagrams are sent again, and all behind them wait.", "link.transport=stream link.loss=0.02 link.rto=200ms", nil},
		{"false", "150s", "Stamps of the host's are false.", "host.stamp.false.share=0.02 host.stamp.false.size=80ms", []string{"60s host.stamp.false.size=5s"}},
		{"grows", "300s", "A delay grows all the time, as of a queue, and falls at once.", "", grows},
		{"frames-up", "200s", "The host reads and stamps what comes once a frame.", ticks + "datagrams.up.rate=19.99", []string{"140s link.up.delay=75ms"}},
		{"frames-down", "150s", "The client reads and stamps what comes once a frame.", frames, []string{"100s frame.rate=30"}},
		{"frames-both", "300s", "Both read and stamp what comes once a frame, and the rate steps.", frames + ticks, []string{"200s client.skew=300"}},
		{"frames-hang", "150s", "Both read once a frame, and hang now and then.", frames + ticks + "hitch.mean=60ms hitch.every=3s host.hitch.mean=60ms host.hitch.every=4s", nil},
		{"frames-set", "200s", "Both read once a frame, and the client's clock is set.", frames + ticks, []string{"90s client.offset=100ms", "140s client.offset=50ms"}},
		{"exact", "150s", "All delays, and when they change, are whole milliseconds.", "link.jitter=0s", exact},
		{"exact-up", "150s", "The same one way.", "link.jitter=0s", exactUp},
		{"exact-least", "100s", "A delay falls and rises by as little as is told at once.", "link.jitter=0s", []string{"20s link.up.delay=37.9995ms", "30s link.up.delay=40ms",
			"60s link.down.delay=37.9995ms", "80s link.down.delay=40ms"}},
		{"exact-alone", "60s", "What overtakes does so by as little as is seen.", "link.jitter=0s link.reorder=0.04 link.reorder-lead=300500ns", nil},
		{"exact-far", "60s", "What overtakes does so by as much as is believed.", "link.jitter=0s link.delay=300ms link.reorder=0.02 link.reorder-lead=250ms", nil},
		{"exact-none", "60s", "Nothing takes any time.", "link.jitter=0s link.delay=0s", nil},
		{"exact-fast", "60s", "Ticks are 30.3 ms apart, and nothing varies.", "link.jitter=0s tick.rate=33 datagrams.up.rate=33 datagrams.down.rate=33", nil},
	}
}

// rareRoutes returns links on which a route changes while a clock is young.
func rareRoutes() (all []rarity) {
	for _, after := range rareAfter {
		for _, w := range []string{"up", "down"} {
			all = append(all, rarity{fmt.Sprintf("longer-%s-%d", w, after), "120s", fmt.Sprintf("One direction becomes longer after %d s.", after), "",
				[]string{fmt.Sprintf("%ds link.%s.delay=70ms", after, w)}},
				rarity{fmt.Sprintf("shorter-%s-%d", w, after), "120s", fmt.Sprintf("One direction becomes shorter after %d s.", after), "",
					[]string{fmt.Sprintf("%ds link.%s.delay=15ms", after, w)}})
		}
	}
	return all
}
