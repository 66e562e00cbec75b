package ui

import (
	"math"
	"slices"
	"testing"

	"driftlab/game/scenario"
	"driftlab/ui/config"
	"driftlab/ui/widgets"
)

func TestTheWindowHasEverySettingOfTheLink(t *testing.T) {
	shown := []string{"link.jitter", "link.loss"} // which have sliders
	for _, g := range linkGroups {
		shown = append(shown, g.settings...)
	}
	keys := scenario.LinkKeys()
	for i := range keys {
		name := keys[i].Name
		at := slices.Index(shown, name)
		if at < 0 {
			t.Errorf("there is no control for %s", keys[i].Name)
			continue
		}
		shown = slices.Delete(shown, at, at+1)
	}
	if len(shown) > 0 {
		t.Errorf("these controls are for no setting, or stand twice: %v", shown)
	}
}

func TestConditionsNameWhatTheLinkIs(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.showView(config.LabView)
	a.Paused = true
	shown := func() string {
		t.Helper()
		nextFrame(t, a)
		if i := slices.IndexFunc(a.controls.presets, a.controls.stands); i >= 0 {
			return a.controls.presets[i].name
		}
		return ""
	}
	if got := shown(); got != "" {
		t.Errorf("before anything is chosen they are %q", got)
	}
	a.controls.set(0, "link.preset", "3g")
	if got := shown(); got != "3g" {
		t.Errorf("3g was chosen and they are %q", got)
	}
	a.restart()
	if got, kept := shown(), a.Value(1, "link.up.delay") == 120e6; (got == "3g") != kept {
		t.Errorf("after a restart they are %q; the link has kept it: %v", got, kept)
	}
	a.controls.set(0, "link.preset", "4g")
	a.controls.set(1, "link.up.loss", "7%")
	if got := shown(); got != "" {
		t.Errorf("with another loss they are %q", got)
	}
}

func TestTheAsymmetryEndsWhereOneWayTakesNoTime(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.showView(config.LabView)
	a.Paused = true
	for _, c := range []struct {
		up, down string
		at       float64
	}{{"80ms", "80ms", 0}, {"120ms", "40ms", 0.5}, {"0ms", "10ms", -1}, {"600ms", "0ms", 1}, {"0ms", "0ms", 0}} {
		a.controls.set(0, "link.up.delay", c.up, "link.down.delay", c.down)
		nextFrame(t, a)
		if got := a.controls.asymmetry.(*widgets.Slider).Value(); got != c.at {
			t.Errorf("up %s and down %s it stands at %v of its range, want %v", c.up, c.down, got, c.at)
		}
	}
}

func TestTheDilationSliderReachesWhatItsSettingDoes(t *testing.T) {
	f := touched(t, newTestApp(t, "first", 1600, 900, 1))
	a := f.a
	a.showView(config.LabView)
	a.Paused = true
	key := scenario.Find("host.dilation")
	f.frames(2)
	a.showControl(key.Name)
	f.frames(3)
	r := a.root.At(a.controls.homes[key.Name].child)
	left, right, y := r.X+88, r.X+144, r.Y+r.H/2
	f.drag((left+right)/2, y, right-1, y)
	if got := a.Value(0, key.Name); got != key.Max {
		t.Errorf("at its right end it sets %s, want %s", key.Format(got), key.Format(key.Max))
	}
	f.drag(right-20, y, left+1, y) // elsewhere: two presses at one place would reset it
	if got := a.Value(0, key.Name); got != 0 {
		t.Errorf("at its left end it sets %s, want a pause", key.Format(got))
	}
	for _, typed := range []string{"0.35", "1", "3.337", "10"} {
		a.controls.set(0, key.Name, typed)
		f.frames(1)
		knob := a.controls.homes[key.Name].child.(*widgets.Slider).Value()
		if got := dilationAt(knob); math.Abs(got-float64(a.Value(0, key.Name))/1e6) > 0.005 {
			t.Errorf("%s typed: the knob says %v", typed, got)
		}
	}
}

// A choice that its box has no room for would be cut, and a value that its field has not would begin somewhere.
func TestTheRowsOfTheColumnHaveRoomForAllThatTheyCanSay(t *testing.T) {
	for _, language := range []string{"en", "de"} {
		a := inLanguage(t, config.LabView, language, 1600, 900)
		for _, clock := range a.Session.Algorithms() {
			a.controls.set(0, "client.algorithm", clock.Name)
			for _, m := range a.controls.mores {
				m.SetOpen(true)
			}
			nextFrames(t, a, 2)
			for name, h := range a.controls.homes {
				read, _ := ends(name)
				key, room := scenario.Find(read), a.controls.scroll
				if r := a.root.At(h.child); r.W > a.root.At(room).W-2*widgets.ColumnPad+0.5 {
					t.Errorf("%s: %s is %v wide", language, name, r.W)
				}
				d, list := h.child.(*widgets.Dropdown)
				if !list || key == nil || name == "client.algorithm" {
					continue
				}
				for _, choice := range choices(a.Words, key.Choices) {
					if box := a.root.At(d.Box()); a.theme.Cut(choice, float64(box.W)-26) != choice {
						t.Errorf("%s: %s: %q has %v points", language, name, choice, box.W-26)
					}
				}
			}
		}
	}
}
