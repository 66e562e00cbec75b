package ui

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"driftlab/config"
	"driftlab/palette"
)

// textColours returns the colours in which a window writes, and a text in each.
func textColours(t testing.TB, a *App) map[string]string {
	t.Helper()
	a.Canvas.Reset()
	a.Canvas.Record()
	a.fill()
	svg := a.Canvas.SVG(a.Width, a.Height, a.Theme.Panel, "", "")
	a.Canvas.Reset()
	all := map[string]string{}
	for _, m := range regexp.MustCompile(`<g aria-label="([^"]*)" [^>]*fill="(#[0-9a-f]{6})"([^>]*)>`).FindAllStringSubmatch(svg, -1) {
		if !strings.Contains(m[3], "fill-opacity") { // what fades is on its way
			all[m[2]] = m[1]
		}
	}
	return all
}

func TestEveryTextThatTheWindowWritesStandsOffByWCAGAA(t *testing.T) {
	for _, theme := range []string{"dark", "light"} {
		for _, s := range []scene{
			{at: 9 * time.Second}, {scenario: "lesson-09", at: 15 * time.Second}, {clients: 24, at: 6 * time.Second},
			{at: 9 * time.Second, settings: config.Settings{View: config.WatchView}},
		} {
			s.settings.Theme = theme
			if s.settings.View == "" {
				s.settings.View = config.LabView
			}
			a := s.app(t)
			s.passUntil(a, s.at)
			nextFrame(t, a)
			for tab := range a.Tabs.Tabs {
				a.Tabs.Open = tab
				nextFrame(t, a)
				colours := textColours(t, a)
				if len(colours) < 3 {
					t.Fatalf("only the colours %v are written in", colours)
				}
				for hex, text := range colours {
					rgb, err := strconv.ParseUint(hex[1:], 16, 32)
					if err != nil {
						t.Fatal(err)
					}
					col, ground := palette.Hex(uint32(rgb)), a.Theme.Panel
					if hex == hexOf(a.Theme.OnChosen) {
						ground = a.Theme.Chosen
					}
					if hex == hexOf(a.Theme.Ink) && hex != hexOf(a.Theme.Text) { // a number on a body
						ground = a.Theme.Machine(s.clients).Color
					}
					if k := palette.Contrast(col, ground); k < 4.5 {
						t.Errorf("%s, %s %s, tab %d: %q is written in %s, %.2f : 1", theme, s.scenario, s.settings.View, tab, text, hex, k)
					}
				}
			}
		}
	}
}

// In the lesson about the lift in server time the clocks are right, and the platforms are a way and a buffer behind.
func TestDelayByDesignNeverLooksLikeAnError(t *testing.T) {
	s := scene{scenario: "lesson-09", settings: config.Settings{View: config.LabView}}
	a := s.app(t)
	a.Advance(15 * time.Second)
	nextFrame(t, a)
	look := func() (errors, design bool) {
		for hex, text := range textColours(t, a) {
			errors = errors || hex == hexOf(a.Theme.ErrorText)
			design = design || hex == hexOf(a.Theme.ServerText)
			if hex == hexOf(a.Theme.ErrorText) {
				t.Logf("written as an error: %s", text)
			}
		}
		return errors, design
	}
	if errors, design := look(); errors || !design {
		t.Errorf("an error is written: %v, a delay by design: %v", errors, design)
	}
	a.controls.set(0, "link.up.delay", "160ms")
	a.controls.set(0, "link.down.delay", "40ms")
	a.Advance(20 * time.Second)
	nextFrame(t, a)
	if errors, _ := look(); !errors {
		t.Error("a clock that is 60 ms ahead is no error")
	}
}
