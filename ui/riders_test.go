package ui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/netsync"
	"driftlab/scenario"
)

// tipAt draws the frame with the pointer at a place and returns what it says there.
func tipAt(t *testing.T, a *App, x, y float32) string {
	t.Helper()
	a.tips.at(int(x), int(y))
	a.canvas.Reset()
	for i := range a.deck.panes {
		v := &a.deck.views[i]
		v.draw(a.canvas, &a.frame, a.tips, v.look)
	}
	return a.tips.text
}

// The text's figures, 200 ms and buffers of 50 ms, for each rider on each screen, the host's too.
func TestARiderUnderThePointerSaysHowFarBehindItsPlatformItIs(t *testing.T) {
	a := newTestApp(t, "lesson-09", 1600, 900, 1)
	a.advance(8 * time.Second)
	nextFrame(t, a)
	seen := 0
	for i := range a.deck.panes {
		v := &a.deck.views[i]
		scene := a.frame.machine(v.machine)
		for _, r := range scene.Riding {
			body := scene.Character
			if r.Rider != game.Character {
				body, _ = find(scene.Players, r.Rider)
			}
			x, y := v.at(body.Pos)
			text := tipAt(t, a, x, y-v.length(game.PlayerHeight)*0.6)
			seen++
			if r.Rider > 0 && r.Rider != v.machine {
				if !strings.Contains(text, "250 ms behind") {
					t.Errorf("machine %d, rider %d: %q", v.machine, r.Rider, text)
				}
			} else if r.Time == 0 && text != english.T("viewport.rider-even") && !strings.Contains(text, "250 ms behind") { // one may stand before another
				t.Errorf("machine %d, rider %d: %q", v.machine, r.Rider, text)
			}
		}
	}
	if seen < 9 {
		t.Errorf("%d riders on three screens", seen)
	}
}

func TestTheTipOfAChatLineSaysWhyItCameWhenItDid(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(9 * time.Second)
	a.do(scenario.Event{Say: &scenario.Say{Player: 2, Text: "hello"}})
	a.advance(time.Second)
	nextFrame(t, a)
	for i := range a.deck.panes {
		v := &a.deck.views[i]
		lines := a.frame.chat[v.machine]
		if len(lines) == 0 {
			t.Fatalf("machine %d has heard nothing", v.machine)
		}
		text := v.chatTip(english, &a.frame, &lines[len(lines)-1])
		if strings.Contains(text, "gets it a round trip") || !strings.Contains(text, "Here: ") {
			t.Errorf("machine %d: %q", v.machine, text)
		}
		if on := strings.Contains(text, "ms down"); on != (v.machine > 0) {
			t.Errorf("machine %d: %q", v.machine, text)
		}
	}
	a.frame.blind = true
	v := &a.deck.views[1]
	if text := v.chatTip(english, &a.frame, &a.frame.chat[1][0]); strings.Contains(text, "Here") {
		t.Errorf("blind, it tells how long the way is: %q", text)
	}
}

func TestTheGlossaryHasTheWordsOfTheGame(t *testing.T) {
	for _, name := range []string{"en", "de"} {
		lang := language(t, name)
		for _, word := range []string{"server-time", "predicted-time", "buffer", "interpolation", "dead-reckoning", "correction", "time-dilation", "hit-unseen", "hit-refused"} {
			sign, text := lang.T("glossary."+word+"-sign"), lang.T("glossary."+word)
			if sign == "glossary."+word+"-sign" || text == "glossary."+word || strings.Contains(strings.TrimSuffix(text, "."), ". ") {
				t.Errorf("%s: %s is %q: %q", name, word, sign, text)
			}
			if !slices.ContainsFunc(helpItems(lang), func(it helpItem) bool { return it.sign == sign && it.text == text }) {
				t.Errorf("%s: the help lacks %s", name, sign)
			}
		}
	}
}

// The one figure of Slot's article: the round trips in increasing order, broken at 20, 50 and 80 %.
func TestSlotsRoundTripsAreSortedBesideThePercentiles(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(60 * time.Second)
	s := openTab[*samplesView](t, a, "samples")
	s.chosen = slices.IndexFunc(algorithms, func(a netsync.Algorithm) bool { return a.Name == "slot" })
	nextFrame(t, a)
	counted := 0
	for _, sample := range s.detail.Samples {
		if sample.Counted {
			counted++
		}
	}
	if s.detail.View != netsync.Ring || len(s.order) != counted || counted < 10 {
		t.Fatalf("%d of %d samples are sorted", len(s.order), counted)
	}
	trip := func(rank int) time.Duration { return s.detail.Samples[s.order[rank]].RTT }
	for rank := 1; rank < counted; rank++ {
		if trip(rank) < trip(rank-1) {
			t.Errorf("rank %d of %v comes after %v", rank, trip(rank), trip(rank-1))
		}
	}
	for percent, mark := range map[int]string{20: netsync.MarkP20, 50: netsync.MarkP50, 80: netsync.MarkP80} {
		if v, _ := s.detail.Mark(mark); v != trip((percent*counted+99)/100-1) {
			t.Errorf("the %s is %v, of the sorted round trips %v", mark, v, trip((percent*counted+99)/100-1))
		}
	}
}

func TestTheBracketOfALiftIsFromItsFarthestRiderToItsPlace(t *testing.T) {
	a := newTestApp(t, "lesson-lift-server-time", 1600, 900, 1)
	a.advance(8 * time.Second)
	nextFrame(t, a)
	v := &a.deck.views[1]
	v.look.about = scenario.Subject{Kind: scenario.SubjectPlatform, Of: 0}
	d, ok := v.offPlatform(&a.frame)
	if !ok || d.metres < 0.7 || d.metres > 0.8 {
		t.Fatalf("the bracket is of %.2f m (%v), want 0.75", d.metres, ok)
	}
	other, _ := find(a.frame.machine(1).Players, 2)
	_, feet := v.at(other.Pos)
	if d.y0 != feet || d.x0 != d.x1 {
		t.Errorf("it begins at %v and not at client 2's feet, %v, or leans", d.y0, feet)
	}
	v.look.about.Of = 1
	if _, ok := v.offPlatform(&a.frame); ok {
		t.Error("nobody rides the other platform, and it has a bracket")
	}
	v.look.about.Of, a.frame.blind = 0, true
	if _, ok := v.offPlatform(&a.frame); ok {
		t.Error("it is seen before an answer")
	}
	a.frame.blind, a.frame.machine(1).Platforms[0].Space = false, game.SharedTime
	if _, ok := v.offPlatform(&a.frame); ok {
		t.Error("it hides how far off the platform is, which is in the clock's time")
	}
}

func TestTheEdgeOfWhatIsNearIsShownWhereThatCounts(t *testing.T) {
	a := newTestApp(t, "lesson-lift-near", 1600, 900, 1)
	a.advance(7 * time.Second)
	nextFrame(t, a)
	v := &a.deck.views[2]
	drawn := func(look func(*look)) string {
		a.canvas.Reset()
		a.canvas.Record()
		v.look.about, v.look.near, v.look.thumb = scenario.Subject{Kind: scenario.SubjectPlatform}, true, false
		look(&v.look)
		v.nearZone(a.canvas, a.frame.machine(2).Platforms)
		return a.canvas.SVG(1600, 900, a.canvas.Theme.Ground, "", "")
	}
	nothing := drawn(func(l *look) { l.thumb = true })
	if drawn(func(*look) {}) == nothing {
		t.Error("there is no edge")
	}
	if drawn(func(l *look) { l.near = false }) != nothing || drawn(func(l *look) { l.about = scenario.Subject{} }) != nothing {
		t.Error("there is one where platforms are in one time, or the picture is of something else")
	}
}
