package layout

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"driftlab/internal/palette"
	"driftlab/internal/testkit"
	"driftlab/ui/draw"
)

func TestLinesEndNeitherBetweenNumberAndUnitNorAtASpaceThatJoins(t *testing.T) {
	for text, want := range map[string][]string{
		"at 100 Mbit/s, as intended": {"at", "100 Mbit/s,", "as", "intended"},
		"off by −2.5 ms now":         {"off", "by", "−2.5 ms", "now"},
		"off by +40.0\u00a0ms now":   {"off", "by", "+40.0\u00a0ms", "now"},
		"client 2: 5, or 7.":         {"client", "2:", "5,", "or", "7."},
		"up 80 · down 40":            {"up", "80", "·", "down", "40"},
		"first\tthen  5 m":           {"first", "then", "5 m"},
	} {
		if got := unbroken(text); !slices.Equal(got, want) {
			t.Errorf("%q may break into %q, not %q", text, got, want)
		}
	}
}

func TestNoLineBeginsWithWhatStandsBetweenTwoItems(t *testing.T) {
	fonts := newFonts(t)
	const text = "A: up delay 120 ms · down delay 40 ms · up jitter 2 ms · down jitter 2 ms"
	for width := float32(60); width < 600; width++ {
		lines := Fit(fonts, text, width, Open, draw.Body).Lines
		for _, line := range lines {
			if line == "" || strings.HasPrefix(line, "·") {
				t.Fatalf("in %v points: %q", width, lines)
			}
		}
		if all := strings.Join(lines, " "); strings.ReplaceAll(all, "· ", "") != strings.ReplaceAll(text, "· ", "") && !strings.HasSuffix(lines[0], "·") {
			t.Fatalf("in %v points words are lost: %q", width, lines)
		}
	}
}

func TestAWordThatIsWiderThanALineIsBroken(t *testing.T) {
	fonts := newFonts(t)
	const text = "The session is in /home/somebody/sessions/this-one-has-a-longer-name/über-session-2026-11-26.toml: all of it"
	for width := float32(20); width < 600; width += 7 {
		got := Fit(fonts, text, width, Open, draw.Body)
		for _, line := range got.Lines {
			if w := fonts.Measure(line, draw.Body); w > width || w > got.W {
				t.Fatalf("a line is %v wide, not %v: %q", w, width, line)
			}
		}
		if all := strings.Join(got.Lines, ""); strings.ReplaceAll(all, " ", "") != strings.ReplaceAll(text, " ", "") || got.Cut {
			t.Fatalf("in %v points something is lost: %q", width, got.Lines)
		}
	}
	if got := Fit(fonts, text, 230, Open, draw.Body).Lines[1]; got != "/home/somebody/sessions/this-" {
		t.Errorf("a path is broken behind %q", got)
	}
}

func TestATextHasTheLargestLettersInWhichNoWordIsBroken(t *testing.T) {
	fonts := newFonts(t)
	for _, c := range []struct {
		w, h  float32
		class draw.Class
		lines string
	}{
		{500, 0, draw.Figure, "Extrapolating is closer on average"},
		{280, 0, draw.Body, "Extrapolating is closer on average"},
		{150, 0, draw.Small, "Extrapolating is closer…"},
		{150, 70, draw.Body, "Extrapolating is closer|on average"},
		{120, 50, draw.Body, "Extrapolating is|closer on average"},
		{94, Open, draw.Body, "Extrapolating|is closer on|average"},
		{60, Open, draw.Small, "Extrapolat|ing is|closer on|average"},
		{80, 17, draw.Small, "Extrapolati…"},
		{0, 17, draw.Small, "E…"},
		{0, 0, draw.Small, "E…"},
	} {
		got := Fit(fonts, "Extrapolating is closer on average", c.w, c.h, draw.Figure, draw.Body, draw.Small)
		if lines := strings.Join(got.Lines, "|"); got.Class != c.class || lines != c.lines || got.Cut != strings.Contains(lines, "…") {
			t.Errorf("%v×%v: %q in class %v, cut %v", c.w, c.h, lines, got.Class, got.Cut)
		}
	}
}

func TestATextsOwnLinesBeginNewOnes(t *testing.T) {
	fonts := newFonts(t)
	got := Fit(fonts, "A: up 80 ms\n\nB: up 120 ms, down 40 ms", 100, Open, draw.Body)
	if all := strings.Join(got.Lines, "|"); all != "A: up 80 ms||B: up 120 ms,|down 40 ms" {
		t.Errorf("the lines are %q", all)
	}
}

func TestAFittedTextHasRoom(t *testing.T) {
	fonts := newFonts(t)
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.StringMatching(`[a-zäöü0-9·−.%]{1,30}`), 0, 20).Draw(t, "words"), " ")
		w, h := rapid.Float32Range(40, 1500).Draw(t, "width"), rapid.SampledFrom([]float32{0, 20, 60, 200, Open}).Draw(t, "height")
		got := Fit(fonts, text, w, h, draw.Title, draw.Small)
		if again := Fit(fonts, text, w, h, draw.Title, draw.Small); &again.Lines[0] != &got.Lines[0] {
			t.Fatal("it is fitted again")
		}
		if len(got.Lines) > 1 && got.H > h || got.W > w {
			t.Fatalf("%q is %v×%v in %v×%v", got.Lines, got.W, got.H, w, h)
		}
		said := strings.ReplaceAll(strings.ReplaceAll(strings.Join(got.Lines, ""), " ", ""), "·", "")
		if all := strings.ReplaceAll(strings.ReplaceAll(text, " ", ""), "·", ""); !got.Cut && said != all || !strings.HasPrefix(all, strings.TrimSuffix(said, "…")) {
			t.Fatalf("%q becomes %q, cut %v", text, got.Lines, got.Cut)
		}
	})
}

func TestTheFirstTextThatHasRoomIsTaken(t *testing.T) {
	fonts := newFonts(t)
	for w, want := range map[float32]string{200: "at half speed", 60: "0.5×", 5: ""} {
		if got := First(fonts, draw.Small, w, "", "at half speed", "0.5×"); got != want {
			t.Errorf("in %v points: %q", w, got)
		}
	}
}

func TestLinesAreDrawnUnderEachOtherWhereTheyAreAskedFor(t *testing.T) {
	p := paper{fonts: newFonts(t)}
	text := Fit(p.fonts, "one two", 30, Open, draw.Body)
	step := p.fonts.LineHeight(draw.Body)
	r := Rect{100, 50, 200, 80}
	for _, c := range []struct {
		align draw.Align
		x, y  float32
	}{{draw.Left, 100, 50 + step/2}, {draw.Centre | draw.Middle, 200, 90 - step/2}, {draw.Right | draw.Bottom, 300, 130 - step*1.5}} {
		p.texts, p.x, p.y = nil, nil, nil
		text.Draw(&p, r, palette.Color{}, c.align)
		if len(p.texts) != 2 || p.x[0] != c.x || p.y[0] != c.y || p.y[1] != c.y+step {
			t.Errorf("%v: %q at %v, %v", c.align, p.texts, p.x, p.y)
		}
	}
}

func TestATextThatStaysAllocatesNothing(t *testing.T) {
	fonts := newFonts(t)
	if n := testkit.AllocsPerRun(100, func() {
		Fit(fonts, "The host sends its time, but the message needs 82 ms to arrive.", 200, 60, draw.Lead, draw.Body, draw.Small)
	}); n > 0 {
		t.Errorf("it allocates %v times", n)
	}
	for w := range 2 * mostKept {
		Fit(fonts, "another", float32(w), 0, draw.Body)
	}
	if n := len(fonts.Kept.(map[wish]Text)); n > mostKept {
		t.Errorf("%d texts are kept", n)
	}
}
