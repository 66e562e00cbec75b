package stage

import (
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/ui/draw"
)

// tipAt draws the frame with the pointer at a place and returns what it says there.
func tipAt(t *testing.T, a *rig, x, y float32) string {
	t.Helper()
	a.Tips.At(x, y)
	a.canvas.Reset()
	for i := range a.panes {
		v := &a.views[i]
		v.Draw(a.canvas, &a.Frame, a.Tips, v.look)
	}
	return a.Tips.Text
}

// The text's figures, 200 ms and buffers of 50 ms, for each rider on each screen, the host's too.
func TestARiderUnderThePointerSaysHowFarBehindItsPlatformItIs(t *testing.T) {
	a := rigAt(t, "lesson-09", false, 8*time.Second)
	seen := 0
	for i := range a.panes {
		v := &a.views[i]
		scene := a.Frame.Machine(v.Machine)
		for _, r := range scene.Riding {
			body := scene.Character
			if r.Rider != game.Character {
				body, _ = Find(scene.Players, r.Rider)
			}
			x, y := v.At(body.Pos)
			text := tipAt(t, a, x, y-v.Length(game.PlayerHeight)*0.6)
			seen++
			if r.Rider > 0 && r.Rider != v.Machine {
				if !strings.Contains(text, "250 ms behind") {
					t.Errorf("machine %d, rider %d: %q", v.Machine, r.Rider, text)
				}
			} else if r.Time == 0 && text != english.T("viewport.rider-even") && !strings.Contains(text, "250 ms behind") { // one may stand before another
				t.Errorf("machine %d, rider %d: %q", v.Machine, r.Rider, text)
			}
		}
	}
	if seen < 9 {
		t.Errorf("%d riders on three screens", seen)
	}
}

func TestTheTipOfAChatLineSaysWhyItCameWhenItDid(t *testing.T) {
	a := newRig(t, "first", false)
	a.advance(9 * time.Second)
	a.do(scenario.Event{Say: &scenario.Say{Player: 2, Text: "hello"}})
	a.advance(time.Second)
	a.next()
	for i := range a.panes {
		v := &a.views[i]
		lines := a.Frame.Chat[v.Machine]
		if len(lines) == 0 {
			t.Fatalf("machine %d has heard nothing", v.Machine)
		}
		text := chatTip(english, &a.Frame, v.Machine, &lines[len(lines)-1])
		if strings.Contains(text, "gets it a round trip") || !strings.Contains(text, "Here: ") {
			t.Errorf("machine %d: %q", v.Machine, text)
		}
		if on := strings.Contains(text, "ms down"); on != (v.Machine > 0) {
			t.Errorf("machine %d: %q", v.Machine, text)
		}
	}
	a.Frame.Blind = true
	if text := chatTip(english, &a.Frame, 1, &a.Frame.Chat[1][0]); strings.Contains(text, "Here") {
		t.Errorf("blind, it tells how long the way is: %q", text)
	}
}

func TestTheBracketOfALiftIsFromItsFarthestRiderToItsPlace(t *testing.T) {
	a := rigAt(t, "lesson-lift-server-time", false, 8*time.Second)
	v := &a.views[1]
	v.look.About = scenario.Subject{Kind: scenario.SubjectPlatform, Of: 0}
	d, ok := v.offPlatform(&a.Frame)
	if !ok || d.Metres < 0.7 || d.Metres > 0.8 {
		t.Fatalf("the bracket is of %.2f m (%v), want 0.75", d.Metres, ok)
	}
	other, _ := Find(a.Frame.Machine(1).Players, 2)
	_, feet := v.At(other.Pos)
	if d.y0 != feet || d.X0 != d.X1 {
		t.Errorf("it begins at %v and not at client 2's feet, %v, or leans", d.y0, feet)
	}
	v.look.About.Of = 1
	if _, ok := v.offPlatform(&a.Frame); ok {
		t.Error("nobody rides the other platform, and it has a bracket")
	}
	v.look.About.Of, a.Frame.Blind = 0, true
	if _, ok := v.offPlatform(&a.Frame); ok {
		t.Error("it is seen before an answer")
	}
	a.Frame.Blind, a.Frame.Machine(1).Platforms[0].Space = false, game.SharedTime
	if _, ok := v.offPlatform(&a.Frame); ok {
		t.Error("it hides how far off the platform is, which is in the clock's time")
	}
}

// A legend that stands in the sky has these words give way, not leave.
func TestWhatTheEdgeIsStandsWhereNothingElseDoes(t *testing.T) {
	a := rigAt(t, "lesson-lift-near", false, 7*time.Second)
	v := &a.views[2]
	v.look.About, v.look.Near, v.look.Thumb = scenario.Subject{Kind: scenario.SubjectPlatform}, true, false
	v.Labels.start(v.Picture, 0)
	if v.nearNames(a.canvas, a.Frame.Machine(2).Platforms); v.Labels.Placed != 1 {
		t.Fatalf("%d texts are placed", v.Labels.Placed)
	}
	before := v.Labels.Taken[0]
	v.Labels.start(v.Picture, 0)
	v.Labels.block(before)
	v.nearNames(a.canvas, a.Frame.Machine(2).Platforms)
	if v.Labels.Placed != 1 || v.Labels.Taken[1].Overlaps(before) || v.Labels.Taken[1].Y < before.Y {
		t.Errorf("at %v where %v is taken", v.Labels.Taken[1:], before)
	}
}

func TestTheEdgeOfWhatIsNearIsShownWhereThatCounts(t *testing.T) {
	a := rigAt(t, "lesson-lift-near", false, 7*time.Second)
	v := &a.views[2]
	drawn := func(look func(*Look)) int {
		v.look.About, v.look.Near, v.look.Thumb = scenario.Subject{Kind: scenario.SubjectPlatform}, true, false
		look(&v.look)
		return inked(a.painted(func(c *draw.Canvas) { v.nearZone(c, a.Frame.Machine(2).Platforms) }))
	}
	if drawn(func(*Look) {}) == 0 {
		t.Error("there is no edge")
	}
	if drawn(func(l *Look) { l.Thumb = true }) > 0 {
		t.Error("there is one in a small picture")
	}
	if drawn(func(l *Look) { l.Near = false }) > 0 || drawn(func(l *Look) { l.About = scenario.Subject{} }) > 0 {
		t.Error("there is one where platforms are in one time, or the picture is of something else")
	}
}
