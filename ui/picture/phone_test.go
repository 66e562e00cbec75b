package picture

import (
	"fmt"
	"image"
	"testing"

	"driftlab/game/scenario"
	"driftlab/ui/config"
	"driftlab/ui/panel"
)

var phoneSizes = []image.Point{{X: 390, Y: 844}, {X: 844, Y: 390}, {X: 640, Y: 400}, {X: 360, Y: 640}, {X: 932, Y: 430}, {X: 768, Y: 1024}}

func TestAPhonesRegionsDoNotOverlapAndLieInTheWindow(t *testing.T) {
	for _, size := range phoneSizes {
		window := panel.NewRect(0, 0, float32(size.X), float32(size.Y))
		for _, view := range config.Views() {
			for sheet := NoSheet; sheet <= NumbersSheet; sheet++ {
				for _, plotted := range []bool{false, true} {
					l := NewPhoneLayout(window, PhoneBar, view, sheet, plotted)
					l.Lay(LabPlan{Clients: 3, Clocks: 16})
					names := []string{"top bar", "strip", "bottom bar", "worlds", "time", "tabs", "controls", "numbers", "pick", "told"}
					all := []panel.Rect{l.Top, l.Strip, l.Bottom, l.Worlds, l.Time, l.SheetTabs, l.Controls, l.Numbers, l.Pick, l.Told}
					if err := disjoint(names, all, window); err != nil {
						t.Errorf("%v, %s, sheet %d: %v", size, view, sheet, err)
					}
					if !l.Line.Within(l.Bottom) || !l.Controls.Within(l.Sheet) && l.Controls.H > 0 {
						t.Errorf("%v, %s: the line of time is %v, the controls %v", size, view, l.Line, l.Controls)
					}
					if err := disjoint([]string{"clients", "race"}, []panel.Rect{l.Clients, l.Race}, l.Numbers); err != nil {
						t.Errorf("%v, %s: %v", size, view, err)
					}
				}
			}
		}
	}
}

func TestAPhonesWatchViewShowsOneThingWithTheCaptionAndNothingOverlaps(t *testing.T) {
	for _, size := range phoneSizes {
		bars := 3 // with that of a lesson
		if size.X > size.Y {
			bars = 2
		}
		room := panel.NewRect(0, PhoneBar, float32(size.X), float32(size.Y-bars*PhoneBar))
		for _, kind := range scenario.WatchLayouts() {
			for _, sheet := range []bool{false, true} {
				for plan := range 16 {
					p := WatchPlan{Kind: kind, phone: true, sheet: sheet, Main: 1, With: 2, Strip: true, Ab: plan&1 > 0, told: plan&2 > 0, Diagram: plan&4 > 0 && plan&1 == 0}
					if plan&8 > 0 && p.told {
						p.Rows = 3
					}
					l := NewWatchLayout(room, p)
					names := []string{"caption", "strip", "errors", "diagram", "still 1", "still 2", "still 3", "link", "name A", "name B"}
					all := []panel.Rect{l.Caption, l.Strip, l.Errors, l.Diagram, l.Stills[0], l.Stills[1], l.Stills[2], l.Link, l.Names[0], l.Names[1]}
					for i := range l.Shown {
						names, all = append(names, fmt.Sprint("pane ", i)), append(all, l.Panes[i].Rect)
					}
					if err := disjoint(names, all, room); err != nil {
						t.Errorf("%v, %+v, sheet %v: %v", size, p, sheet, err)
					}
					if l.Caption.H < phoneTold || p.Rows > 0 && !sheet && l.Caption.H < float32(p.Rows+1)*PhoneBar {
						t.Errorf("%v, %+v: the caption is %v", size, p, l.Caption)
					}
				}
			}
		}
	}
}

func TestWindowsUnder960By540HaveAPhonesLayout(t *testing.T) {
	for _, c := range []struct {
		w, h  float64
		phone bool
	}{{960, 540, false}, {959, 540, true}, {960, 539, true}, {1600, 900, false}, {390, 844, true}, {844, 390, true}} {
		if got := Phone(c.w, c.h); got != c.phone {
			t.Errorf("%v × %v: %v", c.w, c.h, got)
		}
	}
}

// A step once kept the room for answers before it asked anything, and left a world 70 points.
func TestALessonsWorldsAreLargeOnAPhone(t *testing.T) {
	room := panel.NewRect(0, PhoneBar, 390, 844-3*PhoneBar)
	for _, c := range []struct {
		plan   WatchPlan
		worlds int
		high   float32
	}{
		{WatchPlan{Kind: scenario.WatchSolo, Strip: true}, 1, 320},
		{WatchPlan{Kind: scenario.WatchSolo, Strip: true, Rows: 1}, 1, 300},
		{WatchPlan{Kind: scenario.WatchSolo, Strip: true, Rows: 3}, 1, 300},
		{WatchPlan{Kind: scenario.WatchPair}, 2, 180},
		{WatchPlan{Kind: scenario.WatchTwo, With: 2, Strip: true}, 2, 150},
		{WatchPlan{Kind: scenario.WatchSolo, Ab: true}, 1, 170},
	} {
		c.plan.phone, c.plan.told, c.plan.Main = true, true, 1
		l := NewWatchLayout(room, c.plan)
		if r := l.Panes[0].Rect; l.Shown != c.worlds || r.W < 370 || r.H < c.high {
			t.Errorf("%+v: %d worlds, the first at %v", c.plan, l.Shown, r)
		}
	}
}

// Beside the step each of three stills had a fifth of the width.
func TestThreeStillsOfALessonHaveAllOfAWidePhone(t *testing.T) {
	for _, size := range [][2]int{{844, 390}, {853, 480}, {640, 360}} {
		room := panel.NewRect(0, BarHeight, float32(size[0]), float32(size[1])-2*BarHeight)
		plan := WatchPlan{Kind: scenario.WatchFrozen, Main: 2, With: 1, told: true, phone: true}
		l := NewWatchLayout(room, plan)
		if still := l.Stills[1]; still.W < 0.31*room.W || still.H < 120 || l.Caption.H < phoneStills {
			t.Errorf("%v: a still has %v, and the step %v", size, still, l.Caption)
		}
	}
}
