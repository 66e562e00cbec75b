package filming

import (
	"strings"
	"testing"
	"time"

	"driftlab/config"
	"driftlab/scenario"
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
		a := watchFilm(t, 1080, 1920, beside, func(o *config.Film) { o.Portrait = true })
		safe := panel.NewRect(0, 1920*portraitTop-1, 1080*(1-portraitRight)+1, 1920*(1-portraitTop-portraitLow)+2)
		for what, r := range map[string]panel.Rect{"the caption": a.parts.caption, "the errors": a.Regions.Watch.Errors} {
			if !r.Within(safe) && r.H > 0 {
				t.Errorf("beside %q: %s, %v, leaves %v", beside, what, r, safe)
			}
		}
		if a.parts.caption.H == 0 || a.parts.top.Y < 1920*portraitTop-1 {
			t.Errorf("beside %q: the caption has %v, the title %v", beside, a.parts.caption, a.parts.top)
		}
	}
}
