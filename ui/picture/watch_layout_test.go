package picture

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"driftlab/game/scenario"
	"driftlab/ui/diagram"
	"driftlab/ui/panel"
)

// checkWatch reports what of the Watch view's parts overlaps, leaves the room, or is cut.
func checkWatch(w, h int, text float32, plan WatchPlan) error {
	z := float32(min(max(WatchScale(w, h)*float64(text), LeastScale), MostScale)) // as the window has it
	room := panel.NewRect(0, BarHeight, float32(w)/z, float32(h)/z-2*BarHeight)
	if room.H <= 0 {
		return nil
	}
	l := NewWatchLayout(room, plan)
	if plan.wipe {
		l.Second = panel.Rect{} // it is A's place too
	}
	names := []string{"the shooter's still", "the host's", "the victim's", "link", "name of A", "name of B", "B", "caption", "errors", "strip", "controls", "the card of blind mode"}
	all := []panel.Rect{l.Stills[0], l.Stills[1], l.Stills[2], l.Link, l.Names[0], l.Names[1], l.Second, l.Caption, l.Errors, l.Strip, l.Controls, l.Guess}
	main := 0
	for _, p := range l.Panes[:l.Shown] {
		names, all = append(names, fmt.Sprintf("machine %d", p.Machine)), append(all, p.Rect)
		if p.Watched {
			main++
		}
		if p.card && p.H < watchCard-0.1 {
			return fmt.Errorf("the card of client %d has %v", p.Machine, p.Rect)
		}
	}
	_, want := plan.large()
	if plan.Kind == scenario.WatchFrozen && !plan.Ab {
		for _, r := range l.Stills {
			if (r.W <= 0 || r.H <= 0) && min(room.W, room.H) > 4*panel.Gap {
				return fmt.Errorf("a still has %v", r)
			}
		}
	}
	strip := float32(watchStrip)
	if plan.Peek {
		strip = watchPeek
	}
	if plan.Numbers > 0 {
		strip = diagram.NumbersHigh(plan.Numbers)
	}
	world := float32(2*StripHeight + 3*panel.Gap) // for the names of two, one over the other
	if plan.told {                                // the caption takes two thirds
		world *= 3
	}
	switch least := float32(plan.Controls * watchSlider); {
	case main != want && min(room.W, room.H) > world:
		return fmt.Errorf("there are %d worlds, want %d", main, want)
	case plan.Ab && l.Shown > main: // B's deck has the same panes, and its world the first one's place
		return fmt.Errorf("there are %d panes beside the world that A and B have", l.Shown-main)
	case l.Controls.H > 0 && l.Controls.H < least:
		return fmt.Errorf("the controls have %v of %v", l.Controls.H, least)
	case l.Strip.H > 0 && l.Strip.H < strip-0.1:
		return fmt.Errorf("the strip has %v", l.Strip)
	}
	return disjoint(names, all, room)
}

// watchPlans are all that the view has places for.
func watchPlans() (all []WatchPlan) {
	all = append(all, WatchPlan{Kind: scenario.WatchSolo, Main: 1, guess: true})
	for _, kind := range scenario.WatchLayouts() {
		for _, ab := range []bool{false, true} {
			for thumbs := range 3 {
				for _, controls := range []int{0, 1, 3, scenario.MaxWatchControls} {
					for _, strip := range []bool{false, true} {
						p := WatchPlan{Kind: kind, Ab: ab, Main: 1, Thumbs: thumbs, Others: [3]int{2, 3}, Controls: controls, Strip: strip}
						if kind == scenario.WatchTwo {
							p.With = 2
						}
						all = append(all, p)
						if kind != scenario.WatchFrozen && controls != 1 {
							n := p
							n.Numbers = 2 + thumbs
							all = append(all, n)
						}
						if p.wipe = ab; ab {
							all = append(all, p)
						}
						if p.film = controls == 0; p.film {
							all = append(all, p)
						}
						if p.Peek, p.told = strip, true; strip {
							all = append(all, p)
						}
					}
				}
			}
		}
	}
	return all
}

func TestWatchDropsPartsAndCutsNone(t *testing.T) {
	for _, size := range [][2]int{{960, 540}, {1280, 720}, {1600, 900}, {1920, 1080}, {2560, 1440}, {3840, 2160}, {1080, 1920}, {800, 1200},
		{1000, 1000}, {500, 300}, {1, 1}, {3000, 200}, {200, 3000}} {
		for _, plan := range watchPlans() {
			for _, text := range []float32{0.8, 1, 2} {
				if err := checkWatch(size[0], size[1], text, plan); err != nil {
					t.Errorf("%v, text %v, %+v: %v", size, text, plan, err)
				}
			}
		}
	}
}

func TestNoSizeMakesPartsOfWatchOverlap(t *testing.T) {
	plans := watchPlans()
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 5120).Draw(t, "width"), rapid.IntRange(1, 2880).Draw(t, "height")
		text := float32(rapid.Float64Range(0.8, 2).Draw(t, "text"))
		if err := checkWatch(w, h, text, rapid.SampledFrom(plans).Draw(t, "plan")); err != nil {
			t.Fatal(err)
		}
	})
}

// A double press of the button that continues a lesson presses no slider or other control of the next step.
func TestWhatContinuesALessonStaysWhereItIs(t *testing.T) {
	for _, size := range [][2]int{{960, 540}, {1280, 720}, {1600, 900}, {3840, 2160}, {390, 844}, {844, 390}} {
		z, phone := float32(WatchScale(size[0], size[1])), Phone(float64(size[0]), float64(size[1]))
		if phone {
			z = 1
		}
		room := panel.NewRect(0, BarHeight, float32(size[0])/z, float32(size[1])/z-2*BarHeight)
		var first panel.Rect
		for _, plan := range append(watchPlans(), WatchPlan{Kind: scenario.WatchFrozen, Main: 1, Strip: true}) {
			plan.told, plan.guess, plan.phone = true, false, phone
			if phone {
				plan.Controls, plan.Thumbs = 0, 0
			}
			l := NewWatchLayout(room, plan)
			if first.W == 0 {
				first = l.Caption
			}
			if r := l.Caption; r.X+r.W != first.X+first.W || r.Y+r.H != first.Y+first.H {
				t.Errorf("%v, %+v: the step is at %v, and was at %v", size, plan, r, first)
			}
		}
	}
}

// From the smallest window to a film that is higher than wide there is all that a newcomer needs.
func TestWatchHasAllPartsInUsualWindows(t *testing.T) {
	for _, size := range [][2]int{{960, 540}, {1280, 720}, {1600, 900}, {2560, 1440}, {3840, 2160}} {
		z := float32(WatchScale(size[0], size[1]))
		room := panel.NewRect(0, BarHeight, float32(size[0])/z, float32(size[1])/z-2*BarHeight)
		l := NewWatchLayout(room, WatchPlan{Kind: scenario.WatchSolo, Main: 1, Thumbs: 2, Others: [3]int{2, 3}, Controls: 3, Strip: true})
		if l.Shown != 3 || l.Caption.H == 0 || l.Strip.H == 0 || l.Controls.H == 0 {
			t.Errorf("%v: %+v", size, l)
		}
		if world := l.Panes[l.Shown-1].Rect; world.W < 0.6*room.W || world.H < 0.55*float32(size[1])/z {
			t.Errorf("%v: the world has %v", size, world)
		}
		pair := NewWatchLayout(room, WatchPlan{Kind: scenario.WatchPair, Main: 1, Controls: 3, Strip: true})
		if pair.Shown != 2 || pair.Link.W == 0 || pair.Caption.H == 0 || pair.Strip.H == 0 || pair.Controls.H == 0 {
			t.Errorf("%v: a pair has %+v", size, pair)
		}
		stills := NewWatchLayout(room, WatchPlan{Kind: scenario.WatchFrozen, Main: 2, With: 1, Strip: true})
		if stills.Stills[2].W < 0.3*room.W || stills.Stills[2].H < 0.35*float32(size[1])/z || stills.Caption.H == 0 || stills.Strip.H == 0 {
			t.Errorf("%v: frozen has %+v", size, stills)
		}
		told := NewWatchLayout(room, WatchPlan{Kind: scenario.WatchFrozen, Main: 2, With: 1, Strip: true, told: true})
		if told.Caption.H != (watchCaption+playerRoom) || told.Stills[2].H < worldLow || told.Strip.H == 0 {
			t.Errorf("%v: where a lesson tells of frozen it has %+v", size, told)
		}
	}
}

// At 150 % a window of 1280 × 720 is as one of 853 × 480: what is asked, what answers it and what it is set by stay.
func TestALessonCanBePlayedWithLargeText(t *testing.T) {
	const z = 1.5
	room := panel.NewRect(0, BarHeight, 1280/z, 720/z-2*BarHeight-40) // under the strip of a lesson
	for _, kind := range []string{scenario.WatchPair, scenario.WatchTwo} {
		l := NewWatchLayout(room, WatchPlan{Kind: kind, Main: 1, With: 2, Controls: 3, Strip: true, told: true})
		if l.Controls.H < 3*watchSlider || l.Caption.H < (watchCaption+playerRoom) || l.Shown != 2 {
			t.Errorf("%s: its controls have %v, its caption %v, of %d worlds", kind, l.Controls, l.Caption, l.Shown)
		}
	}
	l := NewWatchLayout(room, WatchPlan{Kind: scenario.WatchTwo, Main: 1, With: 2, Strip: true, Peek: true, told: true})
	if l.Strip.H < watchPeek || l.Caption.H < (watchCaption+playerRoom) || l.Shown != 2 {
		t.Errorf("the strip of a peek has %v, its caption %v, of %d worlds", l.Strip, l.Caption, l.Shown)
	}
}

// In lesson 23 a score of 34 and 30 hits stood over a sentence of 11 that were refused.
func TestNoScoreStandsBesideWhatALessonCounts(t *testing.T) {
	for _, told := range []bool{false, true} {
		l := NewWatchLayout(panel.NewRect(0, BarHeight, 1280, 720-2*BarHeight), WatchPlan{Kind: scenario.WatchPair, Main: 1, told: told})
		if got := l.Panes[1].unscored; got != told {
			t.Errorf("told %v, and unscored %v", told, got)
		}
	}
}
