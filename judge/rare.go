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

// rare returns the links, with one client and no world.
func rare() (links []Link, err error) {
	add := func(name, long, reason, set string, events ...string) {
		if err != nil {
			return
		}
		text := fmt.Sprintf("format = %d\nclients = 1\nduration = %q\nclocks = \"all\"\n\n[set]\narena = \"none\"\n\"link.delay\" = \"40ms\"\n"+
			"\"link.jitter\" = \"1ms\"\n%s\n[[event]]\nat = \"0s\"\ncaption.en = %q\n", scenario.Format, long, set, reason)
		for _, e := range events {
			at, what, _ := strings.Cut(e, " ")
			text += fmt.Sprintf("\n[[event]]\nat = %q\n%s\n", at, what)
		}
		var sc *scenario.Scenario
		if sc, err = scenario.Parse(Rare+"-"+name, text); err == nil {
			links = append(links, Link{Name: Rare + "-" + name, Reason: reason, Scenario: sc})
		}
	}
	add("turn", "210s", "Nothing arrives for longer than a send stamp takes to turn over, 134 s.", "\"client.offset\" = \"300s\"\n",
		"30s set.\"link.loss\" = \"1\"", "170s set.\"link.loss\" = \"0\"")
	falls := strings.Builder{}
	for at := 0; at < 300; at += 10 {
		fmt.Fprintf(&falls, "[\"%ds\", \"300ms\"], [\"%ds\", \"10ms\"], ", at, at+9)
	}
	add("points", "300s", "The delay falls again and again, so that more points come than a clock keeps.",
		fmt.Sprintf("\n[[keyframes]]\nkey = \"link.up.delay\"\npoints = [%s]\n", strings.TrimSuffix(falls.String(), ", ")))
	add("restart", "150s", "The host restarts twice, with another clock.", "", "70s restart = true", "75s restart = true")
	for _, after := range rareAfter {
		for _, w := range []string{"up", "down"} {
			add(fmt.Sprintf("longer-%s-%d", w, after), "150s", fmt.Sprintf("One direction becomes longer after %d s.", after), "",
				fmt.Sprintf("%ds set.\"link.%s.delay\" = \"70ms\"", after, w))
			add(fmt.Sprintf("shorter-%s-%d", w, after), "150s", fmt.Sprintf("One direction becomes shorter after %d s.", after), "",
				fmt.Sprintf("%ds set.\"link.%s.delay\" = \"15ms\"", after, w))
		}
	}
	return links, err
}
