package render

import (
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/ui/config"
	"driftlab/ui/film"
)

func TestWhatAFilmCannotShowIsToldBeforeIt(t *testing.T) {
	long := strings.Repeat("all is well ", 60)
	opt := filmOf(t, "first", "", func(o *config.Film) {
		o.Width, o.Height, o.Length, o.Title = 640, 360, time.Second/30, "der 好 Titel"
		o.Cues = []film.Cue{{From: 0, To: 1e9, Text: "ein Übel: −3 µs → ½\nzwei"}, {From: 1e9, To: 2e9, Text: "你好 你\a"},
			{From: 2e9, To: 3e9, Text: long}, {From: 3500e6, To: 4e9, Text: strings.Repeat("x", 400)}}
	})
	j := render(t, opt, &testSink{size: 4 * 640 * 360})
	want := []string{
		"-title: the font has no 好, and ? is drawn instead",
		`caption 2, at 1.000 s: the font has no 你 好 \a, and ? is drawn instead`,
		"caption 3, at 2.000 s: it is cut, for it has no room at 640×360",
		"caption 4, at 3.500 s: it is cut, for it has no room at 640×360",
	}
	if got := j.warnings(); !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	fonts := j.picture.Canvas.Fonts()
	for _, cue := range opt.Cues {
		said := j.picture.captionIn(fonts, cue.Text)
		for _, line := range said.Lines {
			if fonts.Measure(line, said.Class) > j.picture.filmCaptionRoom().W {
				t.Errorf("%q is too wide", line)
			}
		}
		if cutOff := strings.HasSuffix(said.Lines[len(said.Lines)-1], "…"); cutOff != said.Cut {
			t.Errorf("%q is cut: %v", said.Lines, said.Cut)
		}
	}
	var said strings.Builder
	for i := range 9 {
		j.captions = append(j.captions, film.Cue{From: time.Duration(4+i) * time.Second, Text: "好"})
	}
	j.warn(&said)
	lines := strings.Split(strings.TrimSpace(said.String()), "\n")
	if len(lines) != warningsShown+1 || lines[warningsShown] != "warning: and 8 more" {
		t.Errorf("got\n%s", said.String())
	}
}
