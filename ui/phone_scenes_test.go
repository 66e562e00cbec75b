package ui

import (
	"fmt"
	"image"
	"time"

	"driftlab/game/lesson"
	"driftlab/ui/config"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// The sizes of windows with a phone's layout that have golden pictures.
var (
	portrait  = image.Pt(390, 844)
	landscape = image.Pt(844, 390)
	smallest  = image.Pt(640, 400)
)

var phoneWindows = []image.Point{portrait, landscape, smallest}

// rested has the window come to rest first: what is open closes where it is rebuilt.
func rested(do func(a *App)) func(a *App) {
	return func(a *App) {
		for range 2 {
			a.ShowError(a.Update())
		}
		do(a)
	}
}

// phoneScenes are the states of the window in a phone's layout.
func phoneScenes() []scene {
	watch, lab := config.Settings{View: config.WatchView}, config.Settings{View: config.LabView}
	duel := func(s scene) scene {
		s.scenario, s.at = "arenas/duel", 9*time.Second
		return s
	}
	sheet := func(which picture.Sheet) func(a *App) { return func(a *App) { a.showSheet(which) } }
	all := []scene{
		duel(scene{name: "phone", what: "On a phone: one world, the clock errors, the sentence.", size: portrait, settings: watch}),
		duel(scene{name: "phone-landscape", what: "The same in landscape.", size: landscape, settings: watch}),
		duel(scene{name: "phone-640", what: "The same in a window of 640 × 400, by day, in German.", size: smallest, settings: config.Settings{View: config.WatchView, Theme: "light", Language: "de"}}),
		duel(scene{name: "phone-sheet", what: "The sheet of a phone, with the controls.", size: portrait, settings: watch, do: sheet(picture.ControlsSheet)}),
		duel(scene{name: "phone-sheet-landscape", what: "The same in landscape.", size: landscape, settings: watch, do: sheet(picture.ControlsSheet)}),
		duel(scene{name: "phone-numbers", what: "The sheet of a phone, with the numbers.", size: portrait, settings: watch, do: sheet(picture.NumbersSheet)}),
		duel(scene{name: "phone-numbers-640", extra: true, what: "The same in 640 × 400.", size: smallest, settings: watch, do: sheet(picture.NumbersSheet)}),
		duel(scene{name: "phone-menu", what: "The menu of a phone.", size: portrait, settings: watch, do: rested((*App).toggleMenu)}),
		duel(scene{name: "phone-menu-landscape", extra: true, what: "The same in landscape, in German.", size: landscape, settings: config.Settings{View: config.WatchView, Language: "de"}, do: rested((*App).toggleMenu)}),
		duel(scene{name: "phone-lab", what: "The Lab on a phone: the worlds.", size: portrait, settings: lab}),
		duel(scene{name: "phone-lab-landscape", extra: true, what: "The same in landscape.", size: landscape, settings: lab}),
		duel(scene{name: "phone-diagram", what: "One diagram on a phone.", size: portrait, settings: config.Settings{View: config.DiagramView}}),
		duel(scene{name: "phone-diagram-640", extra: true, what: "The same in 640 × 400.", size: smallest, settings: config.Settings{View: config.DiagramView}, do: showTab("spacetime")}),
		duel(scene{name: "phone-punch", extra: true, what: "Hole punching on a phone, in German.", size: portrait, settings: config.Settings{View: config.DiagramView, Language: "de"}, do: showTab("punch")}),
		duel(scene{name: "phone-punch-640", extra: true, what: "The same in 640 × 400.", size: smallest, settings: config.Settings{View: config.DiagramView, Language: "de"}, do: showTab("punch")}),
		duel(scene{name: "phone-lab-sheet", extra: true, what: "The Lab's controls on a phone.", size: portrait, settings: lab, do: sheet(picture.ControlsSheet)}),
		duel(scene{name: "phone-lessons", what: "The list of lessons on a phone.", size: portrait, settings: watch, do: func(a *App) { a.lessons.TogglePicker() }}),
		duel(scene{name: "phone-share", extra: true, what: "The panel for sharing on a phone.", size: portrait, settings: watch, do: rested(func(a *App) { a.share.Toggle() })}),
		duel(scene{name: "phone-film", extra: true, what: "The panel for films on a phone.", size: portrait, settings: watch, do: rested(func(a *App) { a.rec.Toggle() })}),
		duel(scene{name: "phone-view", extra: true, what: "Theme, language and text size on a phone.", size: landscape, settings: watch, do: rested((*App).toggleView)}),
		duel(scene{name: "phone-blind", extra: true, what: "Blind mode on a phone.", size: portrait, settings: watch, do: func(a *App) { a.blind.Toggle() }}),
		duel(scene{name: "phone-blind-landscape", extra: true, what: "Blind mode on a phone, in landscape.", size: landscape, settings: watch, do: func(a *App) { a.blind.Toggle() }}),
		duel(scene{name: "phone-ab", extra: true, what: "Two worlds on a phone.", size: portrait, settings: watch, do: compareDelays, more: 3 * time.Second}),
		duel(scene{name: "phone-frozen", extra: true, what: "Three stills on a phone.", size: portrait, settings: watch, do: showFelt}),
		duel(scene{name: "phone-help", extra: true, what: "The help on a phone.", size: portrait, settings: watch, do: (*App).toggleHelp}),
	}
	play := func(a *App) {
		a.hand.Touches = func(dst []panel.Finger) []panel.Finger { return append(dst, panel.Finger{X: -99, Y: -99}) }
		a.Take(a.Deck.Chosen)
	}
	all = append(all, duel(scene{name: "phone-play", what: "A figure is played with fingers.", size: portrait, settings: watch, do: rested(play)}),
		duel(scene{name: "phone-play-landscape", extra: true, what: "The same in landscape, by day.", size: landscape, settings: config.Settings{View: config.WatchView, Theme: "light"}, do: rested(play)}))
	for _, l := range lesson.All() {
		name, what := fmt.Sprintf("told-%02d", l.Number), "Lesson on a phone: "+l.Title.In("en")+"."
		all = append(all, scene{name: name, extra: l.Number != 2, what: what, told: l, size: portrait},
			scene{name: name + "-landscape", extra: l.Number != 2, what: what, told: l, size: landscape})
	}
	return all
}
