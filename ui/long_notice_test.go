package ui

import (
	"image"
	"strings"
	"testing"
	"time"

	"driftlab/ui/config"
	"driftlab/ui/picture"
)

func TestANoticeTooLongForTheCaptionStandsAboveIt(t *testing.T) {
	for _, view := range []string{config.WatchView, config.LabView} {
		a := newTestApp(t, "first", picture.StandardWidth, picture.StandardHeight, 1)
		a.showView(view)
		nextFrame(t, a)
		before, _ := a.Caption()
		a.ShowNotice(strings.Repeat("What was left out, and what was counted. ", 12))
		frameOf(t, a)
		if said, _ := a.Caption(); said != before || a.aside() != a.Notice || a.NoticeAt.W == 0 || a.NoticeAt.H < 40 {
			t.Errorf("%s: the caption says %q, beside it stands %q at %v", view, said, a.aside(), a.NoticeAt)
		}
		a.ShowNotice("saved")
		if said, _ := a.Caption(); said != before || a.aside() != "saved" {
			t.Errorf("%s: a short notice: the caption says %q, beside it stands %q", view, said, a.aside())
		}
	}
}

func TestACaptionIsWholeWithTextTwiceAsLarge(t *testing.T) {
	for _, name := range []string{"first", "arenas/yard"} {
		for _, language := range []string{"en", "de"} {
			a := scene{at: 9 * time.Second, scenario: name, size: image.Pt(picture.MinimumWidth, picture.MinimumHeight), settings: config.Settings{View: config.WatchView, Language: language, Scale: 200}}.shown(t, 1)
			frameOf(t, a)
			if said, _ := a.Caption(); said == "" || strings.Join(a.Watch.Caption.Lines, " ") != said {
				t.Errorf("%s, %s: of %q is shown %q", name, language, said, a.Watch.Caption.Lines)
			}
		}
	}
}
