package panel

import (
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/ui/draw"
	"driftlab/ui/uitest"
)

func TestLinesEndNeitherBetweenNumberAndUnitNorAtASpaceThatJoins(t *testing.T) {
	for text, want := range map[string][]string{
		"at 100 Mbit/s, as intended": {"at", "100 Mbit/s,", "as", "intended"},
		"off by −2.5 ms now":         {"off", "by", "−2.5 ms", "now"},
		"off by +40.0\u00a0ms now":   {"off", "by", "+40.0\u00a0ms", "now"},
		"client 2: 5, or 7.":         {"client", "2:", "5,", "or", "7."},
		"up 80 · down 40":            {"up", "80", "·", "down", "40"},
		"first\nthen  5 m":           {"first", "then", "5 m"},
	} {
		if got := unbroken(text); !slices.Equal(got, want) {
			t.Errorf("%q may break into %q, not %q", text, got, want)
		}
	}
}

func TestWhatIsEasedSaysOverHowLong(t *testing.T) {
	set := scenariotest.Set("link.up.delay=180ms")
	ev := scenario.Event{Set: set, Over: 2500 * time.Millisecond}
	for name, want := range map[string]string{"en": "180 ms over 2.5 s", "de": "180 ms über 2,5 s"} {
		if got := EventText(uitest.Language(t, name), &ev, false); !strings.HasSuffix(got, want) {
			t.Errorf("%s: %q, want it to end with %q", name, got, want)
		}
	}
}

func TestNoLineBeginsWithWhatStandsBetweenTwoItems(t *testing.T) {
	fonts, err := draw.NewFonts(1)
	if err != nil {
		t.Fatal(err)
	}
	const text = "A: up delay 120 ms · down delay 40 ms · up jitter 2 ms · down jitter 2 ms"
	for width := float32(60); width < 600; width++ {
		lines := Wrap(fonts, text, draw.Body, width)
		for _, line := range lines {
			if line == "" || strings.HasPrefix(line, "·") {
				t.Fatalf("in %v pixels: %q", width, lines)
			}
		}
		if all := strings.Join(lines, " "); strings.ReplaceAll(all, "· ", "") != strings.ReplaceAll(text, "· ", "") && !strings.HasSuffix(lines[0], "·") {
			t.Fatalf("in %v pixels words are lost: %q", width, lines)
		}
	}
}

func TestAPathThatIsWiderThanALineIsBroken(t *testing.T) {
	fonts, err := draw.NewFonts(1)
	if err != nil {
		t.Fatal(err)
	}
	const text = "The session is in /home/somebody/sessions/this-one-has-a-longer-name/über-session-2026-11-26.toml: all of it"
	for width := float32(150); width < 600; width += 7 {
		lines := Wrap(fonts, text, draw.Body, width)
		for _, line := range lines {
			if w := fonts.Measure(line, draw.Body); w > width {
				t.Fatalf("a line is %v wide, not %v: %q", w, width, line)
			}
		}
		if got := strings.Join(lines, ""); strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(text, " ", "") {
			t.Fatalf("in %v pixels something is lost: %q", width, lines)
		}
	}
}

func TestKeptLinesAreThoseThatATextIsBrokenInto(t *testing.T) {
	fonts, err := draw.NewFonts(1)
	if err != nil {
		t.Fatal(err)
	}
	const text = "The host sends its time, but the message needs 82 ms to arrive. So this clock is 82 ms late."
	var kept WrappedTexts
	for range 2 {
		for width := float32(60); width < 600; width++ {
			class := []draw.Class{draw.Body, draw.Small}[int(width)%2]
			for range 2 { // anew, and as it is kept
				if got, want := kept.Lines(fonts, text, class, width), Wrap(fonts, text, class, width); !slices.Equal(got, want) {
					t.Fatalf("in %v pixels: %q, want %q", width, got, want)
				}
			}
		}
	}
	if len(kept) > 100 {
		t.Errorf("%d texts are kept", len(kept))
	}
}
