package ui

import (
	"image"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/ui/config"
	"driftlab/ui/panel"
	"driftlab/ui/uitest"
)

func TestATypedValueIsReadByTheSettingsOwnParser(t *testing.T) {
	for _, c := range []struct{ key, text, unit, want string }{
		{"link.up.delay", "120ms", "ms", "120ms"},
		{"link.up.delay", "1.5 s", "ms", "1.5s"},
		{"link.delay", "1,5 s", "ms", "1.5s"},
		{"link.up.delay", "120", "ms", "120ms"},
		{"link.loss", "2 %", "%", "2 %"},
		{"link.loss", "2,5", "%", "2.5%"},
		{"link.up.rate", "2Mbit", "", "2Mbit"},
		{"client.skew", "−100 ppm", "ppm", "-100 ppm"},
		{"host.dilation", "0.5×", "x", "0.5x"},
		{"link.up.lose", "3,7,9", "", "3,7,9"},
		{"link.up.table", "/a b/c,d.dist", "", "/a b/c,d.dist"},
	} {
		got := asTyped(c.key, c.text, c.unit)
		if got != c.want {
			t.Errorf("%s: %q is handed on as %q, want %q", c.key, c.text, got, c.want)
		}
		if k := scenario.Find(c.key); k != nil && k.Text != nil {
			continue
		}
		if _, err := scenario.ParseAssignment(c.key, got); err != nil {
			t.Errorf("%s: %q: %v", c.key, c.text, err)
		}
	}
}

func TestABadTypedValueIsSaidWithItsRangeAndChangesNothing(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	c := a.controls
	for _, bad := range []struct {
		typed func(string) bool
		text  string
		want  string
	}{
		{func(s string) bool { _, ok := c.kept("link.up.delay", s, "ms"); return ok }, "99s", "99s is outside 0s..30s"},
		{c.typed("client.skew", "ppm"), "fast", `"fast" is not a number (range -100000..100000 ppm)`},
		{c.typed("host.dilation", "x"), "11", "is outside 0..10"},
		{c.typeSpeed, "9", "is not a number in 0.0156×..8×"},
	} {
		before := len(a.Session.Log().Events)
		if bad.typed(bad.text) || !strings.Contains(a.Fault, bad.want) {
			t.Errorf("%q: message %q, want %q", bad.text, a.Fault, bad.want)
		}
		a.Paused = true
		if nextFrame(t, a); len(a.Session.Log().Events) != before || !strings.Contains(a.Fault, bad.want) {
			t.Errorf("%q: the message is %q a frame later", bad.text, a.Fault)
		}
	}
	if !c.typeSpeed("0,25×") || a.Speed != 0.25 || a.Fault != "" {
		t.Errorf("speed %v, message %q", a.Speed, a.Fault)
	}
}

func TestLatencyAndAsymmetryAreTypedTogether(t *testing.T) {
	a := firstAt(t, time.Second, 0)
	a.controls.split(100, -30)
	if up, down := a.controls.millis("link.up.delay"), a.controls.millis("link.down.delay"); up != 70 || down != 130 {
		t.Errorf("up %v ms, down %v ms", up, down)
	}
	a.controls.split(20, 500)
	if up, down := a.controls.millis("link.up.delay"), a.controls.millis("link.down.delay"); up != 40 || down != 0 {
		t.Errorf("up %v ms, down %v ms: no way takes less than nothing", up, down)
	}
}

func TestTheLatencySliderSaysWhetherItIsOfEachWayOrTheMeanOfTwo(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	for _, alone := range []bool{false, true} {
		each, average := "80 ms", "80 ms"
		if alone { // there is no row for the asymmetry
			a.controls.asymmetry, average = nil, "↑120 ↓40"
		}
		a.controls.split(80, 0)
		if got := a.controls.waysText(); got != each {
			t.Errorf("alone %v: two ways of 80 ms: %q", alone, got)
		}
		a.controls.split(80, 40)
		if got := a.controls.waysText(); got != average {
			t.Errorf("alone %v: 120 ms and 40 ms: %q", alone, got)
		}
	}
}

func TestInNarrowWindowsTheControlsAreADrawer(t *testing.T) {
	a := fitted(t, "first", image.Pt(1280, 720), config.Settings{View: config.LabView, Scale: 150})
	if nextFrame(t, a); a.controls.drawer.rail == nil || a.root.Covered() {
		t.Fatal("there is no rail, or the drawer is open from the start")
	}
	a.controls.openDrawer(3)
	nextFrames(t, a, 4)
	heading, place := a.root.At(a.controls.parts[3].Head()), a.Regions.Controls
	if !a.root.Covered() || !heading.Within(place) {
		t.Errorf("the heading of the world is at %v, the drawer at %v, open %v", heading, place, a.root.Covered())
	}
	check(t, a.resize(2600, 1500, 1))
	if nextFrame(t, a); a.root.Covered() || a.controls.drawer.rail != nil {
		t.Error("in a wide window the drawer is there still")
	}
}

func TestWhatTheGermanWindowShowsIsReadAsTheSame(t *testing.T) {
	german := uitest.Language(t, "de")
	for _, c := range []struct{ key, value, want string }{
		{"link.up.delay", "2.5ms", "2,5ms"}, {"link.up.loss", "0.0125", "1,25 %"}, {"client.skew", "-12.5", "-12,5 ppm"},
		{"host.dilation", "0.75", "0,75x"}, {"link.up.rate", "1.5Mbit", "1500000 bit/s"}, {"link.up.loss-burst", "2.5", "2,5 packets"},
		{"client.offset", "-1m2.25s", "-1m2,25s"}, {"client.temperature", "21.5", "21,5 °C"},
	} {
		set, err := scenario.ParseAssignment(c.key, c.value)
		if err != nil {
			t.Error(err)
			continue
		}
		text := panel.WithUnit(german, set[0].Key(), set[0].ValueText())
		if text != c.want {
			t.Errorf("%s = %s is shown as %q, want %q", c.key, c.value, text, c.want)
		}
		again, err := scenario.ParseAssignment(c.key, asTyped(c.key, text, ""))
		if err != nil || !again[0].Same(set[0]) {
			t.Errorf("%s: %q is read as %v, %v", c.key, text, again, err)
		}
	}
	if got := formatMillis(german)(2.6) + clockText(german, 125.5e9) + speedText(german, 0.25) + string(new(panel.Pen).Start(german).Signed(-1.25, 2).Buf); got != "2,6 ms2:05,5 min0,25×−1,25" {
		t.Errorf("numbers %q", got)
	}
}

func TestWhatIsWrongIsSaidInTheWindowsLanguage(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.Words = uitest.Language(t, "de")
	for _, bad := range []struct{ key, value, want string }{
		{"link.up.loss", "1.4", "Verlust hin: 1,4 liegt nicht in 0..1 (1 = 100 %)"},
		{"client2.skew", "fast", `Client 2: Skew: "fast" ist keine Zahl (erlaubt: -100000..100000 ppm)`},
		{"client.skew", "5 km", `Skew: "5 km" hat eine unbekannte Einheit (möglich: ppm; erlaubt: -100000..100000 ppm)`},
		{"link.down.delay", "80", `Laufzeit zurück: "80" ist keine Zeit mit ihrer Einheit, etwa 80ms (erlaubt: 0s..30s)`},
		{"link.up.queue-packets", "2.5", "2,5 ist keine ganze Zahl (erlaubt: 0..100000 packets)"},
	} {
		if a.controls.set(0, bad.key, bad.value); !strings.Contains(a.Fault, bad.want) {
			t.Errorf("%s = %s: %q, want %q", bad.key, bad.value, a.Fault, bad.want)
		}
	}
	for path, want := range map[string]string{"/nowhere.toml": `"/nowhere.toml": Eine solche Datei gibt es nicht`, "nobody": "und kein Szenario des Programms heißt so"} {
		if a.share.OpenText(path); !strings.Contains(a.Fault, want) {
			t.Errorf("%s: %q, want %q", path, a.Fault, want)
		}
	}
}

func TestSwapExchangesTheDelaysOfBothWays(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.controls.set(0, "link.up.delay", "120ms", "link.down.delay", "40ms")
	a.controls.target = 2
	a.controls.swapDelays()
	for n, want := range map[int]int64{1: 120, 2: 40, 3: 120} {
		if got := a.Session.Value(n, "link.up.delay") / 1e6; got != want {
			t.Errorf("client %d: %d ms up, want %d", n, got, want)
		}
	}
	a.controls.target = 0
	a.controls.swapDelays()
	if up, down := a.Session.Value(1, "link.up.delay"), a.Session.Value(1, "link.down.delay"); up != 40e6 || down != 120e6 {
		t.Errorf("client 1: %d ns up, %d ns down", up, down)
	}
}
