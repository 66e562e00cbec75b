package main

import (
	"math/rand/v2"
	"path"
	"strings"
	"testing"
	"time"

	"driftlab/scenario"
)

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
	for i := range 2000 {
		for key := range draw(1, i).keys {
			drawn[key] = true
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
			t.Errorf("%s is neither drawn nor an exception", k.Name)
		}
	}
	for e, why := range exceptions {
		if !used[e] || why == "" {
			t.Errorf("exception %q: %q, is of no key or says not why", e, why)
		}
	}
}

func TestEveryLinkIsAScenarioAndHasAKind(t *testing.T) {
	t.Parallel()
	for i := range 300 {
		l := draw(2, i)
		if _, err := scenario.Parse(l.name, l.text()); err != nil {
			t.Error(err)
		}
		for _, k := range l.kinds {
			if !strings.Contains(strings.Join(kinds, ";"), k) {
				t.Errorf("%s: nobody knows the kind %q", l.name, k)
			}
		}
	}
}

func TestTheSameSeedDrawsTheSameLinks(t *testing.T) {
	t.Parallel()
	if a, b := draw(3, 7), draw(3, 7); a.text() != b.text() {
		t.Errorf("%s\nand\n%s", a.text(), b.text())
	}
	if a, b := draw(3, 7), draw(3, 8); a.set.String() == b.set.String() {
		t.Error("two links are alike")
	}
}

// Of a link without jitter, whose ways take and carry unlike much, half of the difference is all that is wrong.
func TestHalfOfTheDifferenceOfTheEmptyWaysIsTakenOff(t *testing.T) {
	t.Parallel()
	l := &link{Rand: rand.New(rand.NewPCG(1, 1)), name: "clean", seed: 1, keys: map[string]string{}, kinds: []string{"none of these"},
		ways: map[string]*way{"up": {delay: 90 * time.Millisecond, rate: 500_000, size: 200}, "down": {delay: 20 * time.Millisecond, size: 60}}}
	for key, value := range map[string]string{"link.up.delay": "90ms", "link.up.rate": "500000", "link.down.delay": "20ms",
		"datagrams.up.size": "200", "datagrams.down.size": "60", "datagrams.up.rate": "20", "datagrams.down.rate": "59.94", "client.skew": "20"} {
		l.put(key, "%s", value)
	}
	r, err := play(l)
	if err != nil {
		t.Fatal(err)
	}
	if r.midline > 0.02 || r.best > 1 {
		t.Errorf("Midline is off by %.4f ms, and %s by %.4f ms", r.midline, r.whose, r.best)
	}
}
