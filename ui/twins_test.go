package ui

import (
	"image"
	"image/png"
	"os"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsync/registry"
	"driftlab/ui/config"
	"driftlab/ui/diagram"
	"driftlab/ui/panel"
)

// twinWorld is a world in which a client joins when its own clock reads a second. With equal stamps, none
// of its machines can tell it from that with another offset.
func twinWorld(t *testing.T, offset, up, down string, join string) *scenario.Scenario {
	t.Helper()
	sc := scenariotest.Parse(t, "twin.toml", `format = 3
name = "twin"
seed = 9
clients = 1
[set]
client.offset = "`+offset+`"
link.up.delay = "`+up+`"
link.down.delay = "`+down+`"
[[event]]
at = "0s"
leave = "client1"
[[event]]
at = "`+join+`"
join = "client1"
`)
	return sc
}

// TestBlindModeShowsNothingThatTwinWorldsDoNotShare looks at two worlds that differ only in what nobody in
// them can know, at the same instant of the client's clock. If one pixel differs, something leaks.
func TestBlindModeShowsNothingThatTwinWorldsDoNotShare(t *testing.T) {
	blindIn := func(sc *scenario.Scenario, at time.Duration) *App {
		a := newTestApp(t, "first", 1600, 900, 1)
		check(t, a.Open(sc, 0))
		a.Paused = true
		a.blind.Toggle()
		a.Advance(at - time.Second)
		nextFrame(t, a) // trails and the like look back
		a.Advance(time.Second)
		return a
	}
	a := blindIn(twinWorld(t, "0s", "80ms", "80ms", "1s"), 12*time.Second)
	b := blindIn(twinWorld(t, "40ms", "120ms", "40ms", "960ms"), 12*time.Second-40*time.Millisecond)
	if x, y := a.Session.Facts(1), b.Session.Facts(1); x.Status != y.Status || x.Error == y.Error {
		t.Fatalf("these are no twins: %+v and %+v", x, y)
	}
	last := len(a.Tabs.Tabs) - 1
	for n := range last + len(registry.OfGroup(registry.Published)) { // the last tab for each clock
		for _, w := range []*App{a, b} {
			w.Tabs.Open = min(n, last)
			if s, ok := w.Tabs.Tabs[last].Tab.(*diagram.Samples); ok {
				s.Chosen = max(n-last, 0)
			}
		}
		one, other := frameOf(t, a), frameOf(t, b)
		if box := differing(one, other, a.pixels.X); !box.Empty() {
			t.Errorf("tab %s, clock %d: the worlds differ in %v", a.Tabs.Tabs[a.Tabs.Open].Key, max(n-last, 0), box)
			if dir := os.Getenv("PICTURES"); dir != "" {
				writePicture(t, dir+"/one.png", one, a.pixels.X, a.pixels.Y)
				writePicture(t, dir+"/other.png", other, a.pixels.X, a.pixels.Y)
			}
		}
	}
	a.blind.Reveal()
	if b.blind.Reveal(); differing(frameOf(t, a), frameOf(t, b), a.pixels.X).Empty() {
		t.Error("nothing is revealed")
	}
}

// The same in the view Watch: with the card that B opens, and in the layouts that others may cover.
func TestTheWatchViewKeepsTheTruthOfTwinWorldsToItself(t *testing.T) {
	blindIn := func(sc *scenario.Scenario, at time.Duration) *App {
		a := newTestApp(t, "first", 1280, 720, 1)
		a.showView(config.WatchView)
		nextFrame(t, a)
		check(t, a.Open(sc, 0))
		a.Paused = true
		a.blind.Toggle()
		nextFrame(t, a)
		after(t, a, at-time.Second, 1)
		a.Advance(time.Second)
		return a
	}
	a := blindIn(twinWorld(t, "0s", "80ms", "80ms", "1s"), 12*time.Second)
	b := blindIn(twinWorld(t, "40ms", "120ms", "40ms", "960ms"), 12*time.Second-40*time.Millisecond)
	if !a.Regions.Watching || a.Regions.Watch.Guess.H < 300 || a.Regions.Watch.Shown != 1 {
		t.Fatalf("the card has %v, and there are %d worlds", a.Regions.Watch.Guess, a.Regions.Watch.Shown)
	}
	look := func(what string) {
		if box := differing(frameOf(t, a), frameOf(t, b), a.pixels.X); !box.Empty() {
			t.Errorf("%s: the worlds differ in %v", what, box)
		}
	}
	look("blind mode")
	for _, kind := range []string{scenario.WatchSolo, scenario.WatchPair} {
		for _, w := range []*App{a, b} {
			w.Watch.Guess, w.Watch.Own, w.Watch.Kind = false, true, kind
			w.divide()
			w.Lanes.Update(&w.View, &panel.Pointer{X: 640, Y: 300, Pressed: true, Down: true}, w.Regions.Watch.Link)
		}
		if look(kind); a.Lanes.Grab.Packet || a.Lanes.Grab.Lane {
			t.Errorf("%s: the covered link is in hand", kind)
		}
	}
	for _, w := range []*App{a, b} {
		w.blind.Reveal()
		nextFrame(t, w)
	}
	if differing(frameOf(t, a), frameOf(t, b), a.pixels.X).Empty() {
		t.Error("nothing is revealed")
	}
}

// differing returns the smallest rectangle around all pixels that differ.
func differing(a, b []byte, width int) (box image.Rectangle) {
	for i := 0; i < len(a); i += 4 {
		if a[i] != b[i] || a[i+1] != b[i+1] || a[i+2] != b[i+2] {
			x, y := i/4%width, i/4/width
			box = box.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	return box
}

func writePicture(t *testing.T, path string, pix []byte, width, height int) {
	t.Helper()
	f, err := os.Create(path)
	check(t, err)
	defer f.Close()
	check(t, png.Encode(f, &image.RGBA{Pix: pix, Stride: 4 * width, Rect: image.Rect(0, 0, width, height)}))
}

func TestBlindModesButtonsAreOnTheirCardWhereTextIsLarge(t *testing.T) {
	for _, language := range config.Languages() {
		a := withSettings(t, 1280, 720, config.Settings{Language: language, Scale: 200})
		a.blind.Toggle()
		nextFrames(t, a, 2)
		card := a.blind.Card().GetWidget().Rect
		if !card.In(a.Regions.Controls.Pixels(a.scale)) {
			t.Errorf("%s: the card, %v, leaves %v", language, card, a.Regions.Controls.Pixels(a.scale))
		}
		n := 0
		for _, f := range a.root.GetFocusers() {
			r := f.GetWidget().Rect
			if r.Min.X < card.Min.X || r.Min.X > card.Max.X || r.Min.Y < card.Min.Y || r.In(a.Regions.Bottom.Pixels(a.scale)) {
				continue
			}
			if n++; !r.In(card) {
				t.Errorf("%s: a control at %v leaves the card, %v", language, r, card)
			}
		}
		if n < 5 {
			t.Errorf("%s: only %d controls are on the card", language, n)
		}
	}
}
