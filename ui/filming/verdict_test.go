package filming

import (
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/config"
	"driftlab/scenario"
	"driftlab/ui/diagram"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

func TestAFilmEndsWithAPictureOfItsVerdict(t *testing.T) {
	opt := filmOf(t, "first", "first", func(o *config.Film) {
		far, err := scenario.ParseAssignment("link.down.delay", "300ms")
		if err != nil {
			t.Fatal(err)
		}
		o.Scenario.Pin(far)
		o.Names = [2]string{"Near", "Far"}
		o.Watch, o.FPS, o.From, o.Length, o.EndLength = true, 5, 3*time.Second, time.Second, 400*time.Millisecond
	})
	var last [][]byte
	j := render(t, opt, &testSink{size: 4 * opt.Width * opt.Height, frame: func(k int, pix []byte) { last = append(last, pix) }})
	if len(last) != 7 || string(last[5]) == string(last[4]) || string(last[6]) != string(last[5]) {
		t.Fatalf("%d frames, or the last two are no picture of their own", len(last))
	}
	lines := j.picture.verdict()
	if len(lines) != 2 || lines[0].name != "Near" || !lines[0].known || !lines[1].known || lines[0].rms >= lines[1].rms {
		t.Errorf("it has %+v", lines)
	}
	if text := j.picture.verdictText(lines); !strings.HasPrefix(text, "Near is closer, by ") {
		t.Errorf("it says %q", text)
	}
}

func TestAFilmTellsItsLegendForThreeSeconds(t *testing.T) {
	for _, c := range []struct {
		length time.Duration
		quiet  bool
	}{{time.Second, false}, {3500 * time.Millisecond, true}} {
		a := watchFilm(t, 320, 180, "", func(o *config.Film) { o.Length, o.FPS = c.length, 4 })
		if a.Deck.Quiet != c.quiet {
			t.Errorf("after %v: quiet %v", c.length, a.Deck.Quiet)
		}
	}
}

func TestAPortraitsCaptionsAreClearOfAPhonesButtons(t *testing.T) {
	for _, beside := range []string{"", "lesson-07"} {
		a := watchFilm(t, 1080, 1920, beside, func(o *config.Film) { o.Portrait, o.Numbers = true, true })
		safe := panel.NewRect(0, 1920*portraitTop-1, 1080*(1-portraitRight)+1, 1920*(1-portraitTop-portraitLow)+2)
		for what, r := range map[string]panel.Rect{"the caption": a.parts.caption, "the errors": a.Regions.Watch.Errors, "the numbers": a.Regions.Watch.Strip} {
			if !r.Within(safe) && r.H > 0 {
				t.Errorf("beside %q: %s, %v, leaves %v", beside, what, r, safe)
			}
		}
		strip := a.Regions.Watch.Strip
		look, blocks := diagram.NumbersFor(strip.W / float32(a.Scale))
		if rows := a.Regions.Watch.Plan.Numbers; blocks != 2 || strip.H < look.Height(blocks, rows, 2)*float32(a.Scale)-0.1 {
			t.Errorf("beside %q: the numbers have %v for %d rows in %d blocks", beside, strip, rows, blocks)
		}
		if last := a.Regions.Watch.Panes[a.Regions.Watch.Shown-1]; beside != "" && a.Regions.Watch.Second.X+a.Regions.Watch.Second.W < 1060 || last.X+last.W > 1080 {
			t.Errorf("beside %q: the worlds have %v and %v", beside, last, a.Regions.Watch.Second)
		}
		if a.parts.caption.H == 0 || a.parts.top.Y < 1920*portraitTop-1 {
			t.Errorf("beside %q: the caption has %v, the title %v", beside, a.parts.caption, a.parts.top)
		}
	}
}

func TestATitleCardBreaksBeforeTheWordBetweenItsSessions(t *testing.T) {
	for language, want := range map[string][]string{"en": {"A: Wired LAN", "against B: Mobile 3G"}, "de": {"A: Wired LAN", "gegen B: Mobile 3G"}} {
		a := watchFilm(t, 1080, 1920, "lesson-07", func(o *config.Film) {
			o.Portrait, o.Names = true, [2]string{"Wired LAN", "Mobile 3G"}
			if err := o.Config.Override(func(s *config.Settings) { s.Language = language }); err != nil {
				t.Fatal(err)
			}
		})
		if got := a.titleLines(a.big.Fonts(), 1080*titleShare); !slices.Equal(got, want) {
			t.Errorf("in %s it says %q, want %q", language, got, want)
		}
		fonts := a.big.Fonts()
		high := fonts.LineHeight(draw.Title)*float32(len(want)) + 1.15*fonts.LineHeight(draw.Small)*float32(len(a.titleSides(fonts)))
		if room := a.cardRoom(); high == 0 || high > room.H {
			t.Errorf("in %s what is under the title needs %v of %v", language, high, room)
		}
		if got := a.titleLines(a.big.Fonts(), 1e6); len(got) != 1 {
			t.Errorf("in %s, with room for all, it says %q", language, got)
		}
	}
}
