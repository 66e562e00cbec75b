package render

import (
	"strings"
	"testing"
	"time"

	"driftlab/game/session"
	"driftlab/internal/palette"
	"driftlab/ui/config"
	"driftlab/ui/draw"
	"driftlab/ui/picture"
)

func TestWhatAWorldHasIsLeftOutInWholeItems(t *testing.T) {
	fonts, err := draw.NewFonts(1)
	check(t, err)
	items := []string{"delay 120 ms", "jitter 30 ms", "loss 0.5 %", "order kept", "queue 128000 bytes"}
	whole := fonts.Measure("3g"+picture.ItemGap+strings.Join(items, picture.ItemGap), draw.Body)
	for width := whole; width > fonts.Measure("3g", draw.Body); width -= 5 {
		got := wholeItems(append([]string{"3g"}, items...), func(text string) bool { return fonts.Measure(text, draw.Body) <= width })
		if w := fonts.Measure(got, draw.Body); w > width {
			t.Fatalf("%q is %v wide, there is room for %v", got, w, width)
		}
		for i, part := range strings.Split(got, picture.ItemGap) {
			if want := append([]string{"3g"}, items...)[i]; part != want {
				t.Fatalf("in %v: %q", width, got)
			}
		}
	}
	if got := wholeItems(items, func(text string) bool { return fonts.Measure(text, draw.Body) <= whole }); strings.Count(got, picture.ItemGap) != 4 {
		t.Errorf("with room for all: %q", got)
	}
}

func TestAClockWithoutTimeIsToldInTheRoomThereIs(t *testing.T) {
	fonts, err := draw.NewFonts(1)
	check(t, err)
	c, f := draw.NewCanvas(fonts, palette.Dark(), english), &filmPicture{}
	f.Words = english
	for room := float32(20); room < 400; room += 10 {
		if w := f.putError(c, 0, 0, room, draw.Title, &session.Facts{}); w > room {
			t.Errorf("it takes %v of %v", w, room)
		}
	}
}

func TestAFilmOfManyClientsHasNothingToClickOn(t *testing.T) {
	for _, wipe := range []bool{false, true} {
		for _, beside := range []string{"", "first"} {
			job := render(t, filmOf(t, "first", beside, func(o *config.Film) {
				o.Width, o.Height, o.Length, o.Wipe = 1280, 720, time.Second/30, wipe && beside != ""
				o.Scenario.Clients = 20
				if o.Beside != nil {
					o.Beside.Clients = 20
				}
			}), &testSink{size: 1280 * 720 * 4})
			for _, d := range []*picture.Deck{&job.picture.Deck, &job.picture.AB.Deck} {
				if len(d.Chips.Rects) > 0 {
					t.Errorf("beside %q, wipe %v: there are %d fields to choose clients with", beside, wipe, len(d.Chips.Rects))
				}
			}
		}
	}
}
