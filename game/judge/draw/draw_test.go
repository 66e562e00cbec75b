package draw

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/netsim"
)

// exceptions are the keys, or groups of keys, that are not drawn, and why.
var exceptions = map[string]string{
	"link.table":          "files of delays: the shapes are drawn",
	"link.recording":      "files of delays: the shapes are drawn",
	"link.recording-end":  "goes with a recording",
	"link.trace":          "files of instants: rates are drawn, and docs/clock.md has two traces",
	"link.lose":           "names single datagrams",
	"link.mtu":            "no datagram here is too long",
	"link.reorder*":       "an overtaker is faster than the path of all others: no class of its own, docs/clock.md has what it costs",
	"link.queue-packets":  "the bytes bound a queue as well",
	"client.algorithm":    "all clocks run, and where there is no world it doesn't matter which drives",
	"client.throttle":     "a tab in the background: frames and hitches are drawn, and it has fewer of them",
	"client.catch-up":     "there is no world",
	"client.dilation":     "of the client's world time, by which no clock of the machine goes",
	"host.dilation":       "of the host's world time, by which no clock of the machine goes",
	"dilation.lead":       "of the host's world time",
	"snapshot.rate":       "there is no world",
	"snapshot.budget":     "there is no world",
	"hits.compensation":   "there is no world",
	"hits.rewind":         "there is no world",
	"hits.rewind-by":      "there is no world",
	"host.answer.work":    "a fault of a program, and no link's",
	"join.timeout":        "which clients are let in, which restarts every clock",
	"stamp.bits":          "there is no world",
	"stamp.false.*":       "a fault of a program, and no link's",
	"host.stamp.*":        "a fault of a program, and no link's",
	"time.provider":       "what a game shows",
	"time.rtt":            "what a game shows",
	"time.start":          "what a game shows",
	"time.snapshot":       "what a game shows",
	"frames.*":            "what a game shows",
	"mirror-time.*":       "what a game shows",
	"source.*":            "what a game shows",
	"buffer.*":            "what a game shows",
	"platform.time":       "what a game shows",
	"others.show":         "what a game shows",
	"others.time":         "what a game shows",
	"client.tick*":        "there is no world",
	"client.phase":        "there is no world",
	"projectile.spawn":    "what a game shows",
	"input.rate":          "there is no world",
	"player.authority":    "there is no world",
	"bulk.[^c]*":          "how an upload is tuned: that there is one is drawn",
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

// excepted returns the exception that a key falls under, "" for none.
func excepted(k *scenario.Key) string {
	if _, is := k.Group().(*scenario.ClockGroup); is {
		return "constants of clocks"
	}
	for pattern := range exceptions {
		if ok, _ := path.Match(pattern, k.BothWays()); ok {
			return pattern
		}
	}
	return ""
}

func TestEveryKeyIsDrawnOrIsAnExceptionThatSaysWhy(t *testing.T) {
	t.Parallel()
	drawn := map[string]bool{}
	for _, c := range Classes() {
		for seed := range uint64(100) {
			d := c.drawn(seed)
			for key := range d.set {
				drawn[key] = true
			}
			for key := range d.curves {
				drawn[key] = true
			}
			for _, set := range d.later {
				for key := range set {
					drawn[key] = true
				}
			}
		}
	}
	used := map[string]bool{}
	for _, k := range scenario.Keys() {
		e := excepted(&k)
		used[e] = true
		switch {
		case drawn[k.Name] && e != "":
			t.Errorf("%s is drawn, and is an exception (%s)", k.Name, e)
		case !drawn[k.Name] && e == "":
			t.Errorf("%s is neither drawn by a class nor among the exceptions above, with the reason", k.Name)
		}
	}
	for e, why := range exceptions {
		if !used[e] || why == "" {
			t.Errorf("exception %q: %q, is of no key or says not why", e, why)
		}
	}
}

// What has been said of a class's links stays true: testdata/links.sha256 has the sums of the texts of its first hundred.
func TestAClassAndASeedAreTheSameLinkForEver(t *testing.T) {
	t.Parallel()
	var sums strings.Builder
	for _, c := range Classes() {
		sum := sha256.New()
		for seed := range uint64(100) {
			sum.Write([]byte(c.drawn(seed + 1).text(&c)))
		}
		fmt.Fprintf(&sums, "%x  %s\n", sum.Sum(nil), c.Name)
	}
	if want, err := os.ReadFile("testdata/links.sha256"); err != nil || sums.String() != string(want) {
		t.Errorf("they are\n%s%v", &sums, err)
	}
}

func TestEveryDrawnLinkIsAScenarioThatBeginsQuietly(t *testing.T) {
	t.Parallel()
	for _, c := range Classes() {
		for seed := range uint64(40) {
			l, err := c.Link(seed)
			if err != nil {
				t.Fatalf("%s, seed %d: %v", c.Name, seed, err)
			}
			for _, e := range l.Scenario.Events[1:] {
				if e.At < netsim.Time(500*time.Millisecond) {
					t.Errorf("%s, seed %d: something happens at %v", c.Name, seed, time.Duration(e.At))
				}
			}
		}
	}
}

func TestClassesAreNamedWithCommas(t *testing.T) {
	t.Parallel()
	if all, err := Parse("all"); err != nil || len(all) != 17 {
		t.Errorf("%d classes, %v", len(all), err)
	}
	if some, err := Parse("lte,queue-after"); err != nil || len(some) != 2 || some[0].Name != "lte" {
		t.Errorf("%v, %v", some, err)
	}
	for list, want := range map[string]string{
		"lte,lte":   `"lte" appears twice`,
		"":          `"" is unknown: perhaps `,
		"queue-aft": `"queue-aft" is unknown: perhaps queue-after? `,
		"all,lte":   `"all" is unknown`,
		"lte\n":     ` is unknown: perhaps lte? There are all, queue-after, `,
	} {
		if _, err := Parse(list); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want %q", list, err, want)
		}
	}
}
