package diagram

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/uitest"
)

func TestTheHostsCardHasItsTickAndItsRiders(t *testing.T) {
	a := newRig(t, "lesson-09", 1600, 900, 1)
	a.advance(15 * time.Second)
	a.read()
	var riders []int
	for _, r := range a.Frame.Host.Riding {
		riders = append(riders, r.Rider)
	}
	if len(riders) < 2 {
		t.Fatalf("%v ride: the test needs a world in which some do", riders)
	}
	var card Card
	says := func(width float32) string {
		return strings.Join(writes(a, func(c *draw.Canvas) {
			card.DrawHost(c, &a.Frame, a.Tips, []int{0, 1, 2}, panel.NewRect(0, 0, width, 110))
		}), " | ")
	}
	for _, name := range []string{"en", "de"} {
		lang := uitest.Language(t, name)
		a.speak(lang)
		wide := says(400)
		tick := strconv.FormatInt(a.Session.HostFacts().Tick, 10)
		if !strings.Contains(wide, lang.T("card.tick")+" | "+tick) {
			t.Errorf("%s: the card says %q, want the tick %s", name, wide, tick)
		}
		if !strings.Contains(wide, lang.T("card.host-riders")) || !strings.Contains(wide, "NPC") {
			t.Errorf("%s: the card says %q, want who rides", name, wide)
		}
		if !strings.Contains(wide, lang.T("card.host-up")+" | ") || strings.Contains(wide, "OWD") {
			t.Errorf("%s: the card says %q, which does not tell that the host measures it", name, wide)
		}
		if narrow := says(130); !strings.Contains(narrow, "+") {
			t.Errorf("%s: in a narrow card it says %q of %d riders, want how many there is no room for", name, narrow, len(riders))
		}
	}
	a.Frame.Blind = true
	if blind := says(400); strings.Contains(blind, "NPC") {
		t.Errorf("in blind mode the card tells %q", blind)
	}
}

// In German, in the smallest window, the line of trips once went beyond the card.
func TestTheLineOfTripsStaysWithinACard(t *testing.T) {
	a := newRig(t, "punch/uneven-apart", 1280, 720, 1)
	a.advance(10 * time.Second)
	a.read()
	for _, name := range []string{"en", "de"} {
		lang := uitest.Language(t, name)
		a.speak(lang)
		for width, want := range map[float32]string{400: lang.T("card.trips"), 272: lang.T("card.trips-short"), 170: lang.T("card.trips-short")} {
			said := writes(a, func(c *draw.Canvas) {
				new(Card).Draw(c, &a.Frame, a.Tips, 1, panel.NewRect(0, 0, width, CardPad+CardRows*CardRow))
			})
			line := said[len(said)-1]
			if wide := a.canvas.Fonts().Measure(line, draw.Small); wide > width-20 || !strings.HasPrefix(line, want+" ↑") {
				t.Errorf("%s, %.0f wide: %q, which is %.0f wide, want it to begin with %q", name, width, line, wide, want)
			}
		}
	}
}
