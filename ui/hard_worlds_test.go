package ui

import (
	"fmt"
	"image"
	"testing"
	"time"

	"driftlab/internal/testkit"
	"driftlab/ui/config"
)

// hardWorlds are those whose figures need more room than usual: errors of four and five digits of both signs, since a clock takes half of
// the difference of both ways for its own, worlds at other rates than the host's clock, and one client, or more than have a place.
var hardWorlds = []scene{
	{name: "late by seconds", scenario: "arenas/yard", at: 12 * time.Second, clients: 1, set: []string{"link.up.delay", "4s", "client.algorithm", "rtt2", "host.dilation", "0.3"}},
	{name: "early by seconds", scenario: "arenas/duel", at: 14 * time.Second, clients: 8, set: []string{"link.down.delay", "5s", "client.algorithm", "rtt2"}},
	{name: "late by ten seconds", scenario: "arenas/lift", at: 34 * time.Second, clients: 8, set: []string{"link.up.delay", "25s", "client.algorithm", "rtt2", "host.dilation", "3"}},
	{name: "early by ten seconds", scenario: "arenas/yard", at: 34 * time.Second, clients: 1, set: []string{"link.down.delay", "25s", "client.algorithm", "rtt2", "host.dilation", "3"}},
	{name: "a crowd", scenario: "arenas/duel", at: 9 * time.Second, clients: 64, set: []string{"link.up.delay", "3s", "link.jitter", "300ms", "client.offset", "100s"}},
	{name: "a slow crowd", scenario: "first", at: 9 * time.Second, clients: 64, set: []string{"link.down.delay", "3s", "host.dilation", "0.3", "client.skew", "400ppm"}},
	{name: "a fast world", scenario: "arenas/relay", at: 9 * time.Second, clients: 8, set: []string{"link.up.delay", "200ms", "link.loss", "20%", "host.dilation", "3"}},
	{name: "nothing known", scenario: "arenas/lift", at: 9 * time.Second, clients: 8, set: []string{"link.up.delay", "25s", "client.algorithm", "timesync"}},
}

// hardSizes are the windows in which they are looked at, and the sizes of text, in per cent.
var hardSizes = []struct {
	size image.Point
	text int
}{{image.Pt(1280, 720), 100}, {portrait, 100}, {image.Pt(1280, 720), 200}, {image.Pt(1600, 900), 100}}

// Nothing is cut, lies over something else or leaves its place, no figure touches another, and each sign has its word: in all views, tabs
// and layouts. Usually some of the worlds are looked at, in each window in one language; in the long tests all of them in both.
func TestNothingIsCutOrTouchesWhateverTheErrorsTheDilationAndTheClients(t *testing.T) {
	for n, s := range testkit.Some(t, hardWorlds, 3) {
		t.Run(s.name, func(t *testing.T) {
			s.settings.View, s.settings.Numbers = config.WatchView, config.NumbersOn
			a := s.app(t)
			s.passUntil(a, s.at)
			for i, in := range hardSizes {
				for k, language := range config.Languages() {
					if !testkit.LongTests() && (n+i+k)%2 > 0 {
						continue
					}
					a.prefer(func(p *config.Settings) { p.Scale, p.Language = in.text, language })
					check(t, a.resize(in.size.X, in.size.Y, 1))
					v := hardView{a, fmt.Sprintf("%v at %d %%, in %s", in.size, in.text, language), map[string]bool{}}
					v.everywhere(t)
				}
			}
		})
	}
}

// A hardView looks at a window in all that it shows.
type hardView struct {
	a    *App
	of   string
	said map[string]bool // faults that have been reported
}

// everywhere looks at its views, in each at all tabs, and at the layouts of Watch but those that compare.
func (v *hardView) everywhere(t *testing.T) {
	a := v.a
	for _, view := range config.Views() {
		a.showView(view)
		tabs := 1
		if view != config.WatchView {
			tabs = len(a.Tabs.Tabs)
		}
		for tab := range tabs {
			a.Tabs.Open = tab
			v.looks(t, view+", "+a.Tabs.Tabs[tab].Key)
		}
	}
	a.showView(config.WatchView)
	for _, state := range watchStates[:3] {
		state.do(a)
		v.looks(t, state.name)
	}
}

func (v *hardView) looks(t *testing.T, what string) {
	a := v.a
	a.arrangeWatch()
	a.arrange()
	nextFrames(t, a, 2)
	for _, fault := range append(windowFaults(t, a), tabFaults(t, a)...) {
		if !v.said[fault] {
			v.said[fault] = true
			t.Errorf("%s, %s: %s", v.of, what, fault)
		}
	}
}
