package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"driftlab/internal/palette"
	"driftlab/ui/config"
)

// textColours returns the colours in which a window writes, and a text in each.
func textColours(t testing.TB, a *App) map[palette.Color]string {
	t.Helper()
	a.Canvas.Reset()
	a.Canvas.Listen()
	a.fill()
	all := map[palette.Color]string{}
	for _, text := range a.Canvas.Texts() {
		if text.Color.A == 1 { // what fades is on its way
			all[text.Color] = text.Said
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
				for col, text := range colours {
					ground := a.Theme.Panel
					if col == a.Theme.OnChosen {
						ground = a.Theme.Chosen
					}
					if col == a.Theme.Ink && col != a.Theme.Text { // a number on a body
						ground = a.Theme.Machine(s.clients).Color
					}
					if k := palette.Contrast(col, ground); k < 4.5 {
						t.Errorf("%s, %s %s, tab %d: %q is written in %s, %.2f : 1", theme, s.scenario, s.settings.View, tab, text, hexOf(col), k)
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
	after(t, a, 15*time.Second, 1)
	look := func() (errors, design bool) {
		a.Canvas.Reset()
		a.Canvas.Listen()
		a.fill()
		for _, text := range a.Canvas.Texts() {
			errors = errors || text.Color == a.Theme.ErrorText && !strings.HasPrefix(text.Said, "0.0") // a clock's figure is orange, however small
			design = design || text.Color == a.Theme.ServerText
		}
		return errors, design
	}
	if errors, design := look(); errors || !design {
		t.Errorf("an error is written: %v, a delay by design: %v", errors, design)
	}
	a.controls.set(0, "link.up.delay", "160ms")
	a.controls.set(0, "link.down.delay", "40ms")
	after(t, a, 20*time.Second, 1)
	if errors, _ := look(); !errors {
		t.Error("a clock that is 60 ms ahead is no error")
	}
}

func hexOf(c palette.Color) string {
	byteOf := func(v float32) int { return int(v*255 + 0.5) }
	return fmt.Sprintf("#%02x%02x%02x", byteOf(c.R), byteOf(c.G), byteOf(c.B))
}
