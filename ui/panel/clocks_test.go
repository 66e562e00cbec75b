package panel

import (
	"regexp"
	"strings"
	"testing"

	"driftlab/assets"
	"driftlab/internal/palette"
	"driftlab/netsync/registry"
	"driftlab/ui/uitest"
)

func TestEveryClockThatAnEngineOrATextHasTellsWhoUsesItAndItsLesson(t *testing.T) {
	for _, language := range assets.Languages() {
		lang := uitest.Language(t, language)
		for _, name := range []string{"unreal", "rtt2", "slot", "simpson", "timesync", "unity", "midline", "entities"} {
			text := ClockStory(lang, name)
			if !strings.Contains(text, lang.T("watch.users-"+name)) || !regexp.MustCompile(`(Lesson|Lektion) [0-9]+ `).MatchString(text) {
				t.Errorf("%s, %s: %q", language, name, text)
			}
		}
	}
}

// A dash says the group, dots that it is none of the registry.
func TestTheGroupDecidesTheDashOfAClock(t *testing.T) {
	th, dashes := palette.Dark(), map[registry.Group]palette.Dash{registry.Guests: palette.Dots}
	for _, a := range registry.Algorithms() {
		style := ClockStyle(th, &a)
		if dash, known := dashes[a.Group]; known && dash != style.Dash || style.Dash == palette.Dots {
			t.Errorf("%s of %v has the dash %v", a.Name, a.Group, style.Dash)
		}
		dashes[a.Group] = style.Dash
		v := registry.Algorithm{ID: 10, Name: "mine", Of: a.Name, Group: a.Group}
		if got := ClockStyle(th, &v); got != (palette.LineStyle{Color: style.Color, Dash: palette.Dots}) {
			t.Errorf("a variant of %s has %v", a.Name, got)
		}
	}
	for g, d := range dashes {
		for h, e := range dashes {
			if g < h && d == e {
				t.Errorf("%v and %v share a dash", g, h)
			}
		}
	}
	seen := map[palette.Color]bool{}
	for i := range registry.MaxGuests {
		style := ClockStyle(th, &registry.Algorithm{ID: registry.GuestNumber(i), Name: "mine", Group: registry.Guests})
		if seen[style.Color] || style.Dash != palette.Dots {
			t.Errorf("guest %d has %v", i, style)
		}
		seen[style.Color] = true
	}
}
