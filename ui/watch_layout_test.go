package ui

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"driftlab/scenario"
)

// checkWatch reports what of the Watch view's parts overlaps, leaves the room, or is cut.
func checkWatch(w, h int, text float32, plan watchPlan) error {
	z := float32(watchScale(w, h)) * text
	room := rect{0, barHeight * z, float32(w), float32(h) - 2*barHeight*z}
	if room.h <= 0 {
		return nil
	}
	l := newWatchLayout(room, z, plan)
	if plan.wipe {
		l.second = rect{} // it is A's place too
	}
	names := []string{"the shooter's still", "the host's", "the victim's", "link", "name of A", "name of B", "B", "caption", "errors", "strip", "controls", "the card of blind mode"}
	all := []rect{l.stills[0], l.stills[1], l.stills[2], l.link, l.names[0], l.names[1], l.second, l.caption, l.errors, l.strip, l.controls, l.guess}
	main := 0
	for _, p := range l.panes[:l.shown] {
		names, all = append(names, fmt.Sprintf("machine %d", p.machine)), append(all, p.rect)
		if p.watched {
			main++
		}
		if p.card && p.h < watchThumb*z-0.1 {
			return fmt.Errorf("the card of client %d has %v", p.machine, p.rect)
		}
	}
	_, want := plan.large()
	if plan.kind == scenario.WatchFrozen && !plan.ab {
		for _, r := range l.stills {
			if (r.w <= 0 || r.h <= 0) && min(room.w, room.h) > 4*gap*z {
				return fmt.Errorf("a still has %v", r)
			}
		}
	}
	switch least := float32(plan.controls*watchSlider) * z; {
	case main != want && min(room.w, room.h) > 2*stripHeight*z: // else a strip that names a world leaves it nothing
		return fmt.Errorf("there are %d worlds, want %d", main, want)
	case l.controls.h > 0 && l.controls.h < least:
		return fmt.Errorf("the controls have %v of %v", l.controls.h, least)
	case l.strip.h > 0 && l.strip.h < watchStrip*z-0.1:
		return fmt.Errorf("the strip has %v", l.strip)
	}
	return disjoint(names, all, room)
}

// watchPlans are all that the view has places for.
func watchPlans() (all []watchPlan) {
	all = append(all, watchPlan{kind: scenario.WatchSolo, main: 1, guess: true})
	for _, kind := range scenario.WatchLayouts() {
		for _, ab := range []bool{false, true} {
			for thumbs := range 3 {
				for _, controls := range []int{0, 1, 3, scenario.MaxWatchControls} {
					for _, strip := range []bool{false, true} {
						p := watchPlan{kind: kind, ab: ab, main: 1, thumbs: thumbs, others: [3]int{2, 3}, controls: controls, strip: strip}
						if kind == scenario.WatchTwo {
							p.with = 2
						}
						all = append(all, p)
						if p.wipe = ab; ab {
							all = append(all, p)
						}
						if p.film = controls == 0; p.film {
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

// From the smallest window to a film that is higher than wide there is all that a newcomer needs.
func TestWatchHasAllPartsInUsualWindows(t *testing.T) {
	for _, size := range [][2]int{{960, 540}, {1280, 720}, {1600, 900}, {2560, 1440}, {3840, 2160}} {
		z := float32(watchScale(size[0], size[1]))
		room := rect{0, barHeight * z, float32(size[0]), float32(size[1]) - 2*barHeight*z}
		l := newWatchLayout(room, z, watchPlan{kind: scenario.WatchSolo, main: 1, thumbs: 2, others: [3]int{2, 3}, controls: 3, strip: true})
		if l.shown != 3 || l.caption.h == 0 || l.strip.h == 0 || l.controls.h == 0 {
			t.Errorf("%v: %+v", size, l)
		}
		if world := l.panes[l.shown-1].rect; world.w < 0.6*room.w || world.h < 0.55*float32(size[1]) {
			t.Errorf("%v: the world has %v", size, world)
		}
		pair := newWatchLayout(room, z, watchPlan{kind: scenario.WatchPair, main: 1, controls: 3, strip: true})
		if pair.shown != 2 || pair.link.w == 0 || pair.caption.h == 0 || pair.strip.h == 0 || pair.controls.h == 0 {
			t.Errorf("%v: a pair has %+v", size, pair)
		}
		stills := newWatchLayout(room, z, watchPlan{kind: scenario.WatchFrozen, main: 2, with: 1, strip: true})
		if stills.stills[2].w < 0.3*room.w || stills.stills[2].h < 0.35*float32(size[1]) || stills.caption.h == 0 || stills.strip.h == 0 {
			t.Errorf("%v: frozen has %+v", size, stills)
		}
		told := newWatchLayout(room, z, watchPlan{kind: scenario.WatchFrozen, main: 2, with: 1, strip: true, told: true})
		if told.caption.h != (watchCaption+playerRoom)*z || told.stills[2].h < worldLow*z || told.strip.h == 0 {
			t.Errorf("%v: where a lesson tells of frozen it has %+v", size, told)
		}
	}
}
