// Package config keeps what a person has chosen for the program itself, such as the theme and the
// language, from one start to the next. It knows the file's form and its place, and no window.
package config

import (
	"fmt"
	"slices"
	"strings"

	"driftlab/assets"
	"driftlab/film"
	"driftlab/internal/choice"
	"driftlab/scenario"
)

// Settings are what a person has chosen for the program. The zero value is no valid one: see
// [Defaults].
type Settings struct {
	Theme    string // one of [Themes]
	View     string // one of [Views]
	Language string // one of [Languages]

	// Scale is the size of text and controls in percent of the usual size, [MinScale] to [MaxScale].
	Scale int

	// Lesson is the one that was opened last, by its name; "" for none.
	Lesson string
	Step   int // of it, that a person was at last, from 1; 0 for none

	// Done has the names of the lessons whose end was reached, as they were, one a word.
	Done string

	// Memory is the most that the checkpoints of the window take, with which it goes back in time, in MB of a million
	// bytes, [MinMemory] to [MaxMemory].
	Memory int

	// Volume is how loud the window is where it is heard, in percent, 1 to 100.
	Volume int

	// Film is how films were to look last, as the window writes it; "" where nothing was chosen.
	Film string

	// Recent has the paths of the experiments that were opened or saved last, one a line: see [Settings.Recents].
	Recent string

	// Width and Height are those of the window in pixels as the system counts them, before it scales
	// them for its screen; 0 where the program is to choose.
	Width, Height int
}

// The scale's bounds and step in percent.
const (
	MinScale  = 80
	MaxScale  = 200
	ScaleStep = 10
)

// The bounds of the checkpoints' memory, and what it is if nothing is chosen, in MB. More than the most would not fit
// beside the rest where an address has 32 bits.
const (
	MinMemory     = 16
	MaxMemory     = 1000
	DefaultMemory = 128
)

// The other bounds. Screens up to 32 K are thought of.
const (
	maxSize   = 1 << 15
	maxLesson = 100 // bytes, and so has what a film was to look like
	maxFilm   = 100
	maxDone   = 1000
)

// HasDone reports whether the end of a lesson was reached, by its name.
func (s Settings) HasDone(lesson string) bool {
	return slices.Contains(strings.Fields(s.Done), lesson)
}

// Themes lists the themes by name; the first is the default.
func Themes() []string { return []string{"dark", "light"} }

// What a window shows: the worlds alone, all that can be measured and set beside them, or a diagram.
const (
	WatchView   = film.WatchView
	LabView     = film.LabView
	DiagramView = film.DiagramView
)

// Views lists the views by name.
func Views() []string { return film.Views() }

// Languages lists the languages of the window's texts, as ISO 639 names them.
func Languages() []string { return assets.Languages() }

// Defaults returns what holds until a person chooses something else.
func Defaults() Settings {
	return Settings{Theme: "dark", View: WatchView, Language: "en", Scale: 100, Memory: DefaultMemory, Volume: 100}
}

// The names of the settings in the file.
const (
	keyTheme    = "theme"
	keyView     = "view"
	keyLanguage = "language"
	keyScale    = "scale"
	keyMemory   = "memory"
	keyVolume   = "volume"
	keyLesson   = "lesson"
	keyStep     = "step"
	keyDone     = "done"
	keyWidth    = "width"
	keyHeight   = "height"
	keyFilm     = "film"
	keyRecent   = "recent"
)

// A number is a setting that is a number, with its bounds.
type number struct {
	name     string
	value    *int
	min, max int
}

// numbers returns those of s.
func (s *Settings) numbers() []number {
	return []number{
		{keyScale, &s.Scale, MinScale, MaxScale}, {keyMemory, &s.Memory, MinMemory, MaxMemory}, {keyVolume, &s.Volume, 1, 100},
		{keyStep, &s.Step, 0, scenario.MaxSteps}, {keyWidth, &s.Width, 0, maxSize}, {keyHeight, &s.Height, 0, maxSize},
	}
}

// Check says which setting is wrong, with its range.
func (s Settings) Check() error {
	if !slices.Contains(Themes(), s.Theme) {
		return fmt.Errorf("theme: %q is unknown (%s)", s.Theme, choice.Allowed(s.Theme, Themes()))
	}
	if !slices.Contains(Views(), s.View) {
		return fmt.Errorf("view: %q is unknown (%s)", s.View, choice.Allowed(s.View, Views()))
	}
	if !slices.Contains(Languages(), s.Language) {
		return fmt.Errorf("language: %q is unknown (%s)", s.Language, choice.Allowed(s.Language, Languages()))
	}
	if len(s.Film) > maxFilm {
		return fmt.Errorf("film: %d bytes is outside 0..%d", len(s.Film), maxFilm)
	}
	if err := checkRecent(s.Recent); err != nil {
		return err
	}
	if len(s.Lesson) > maxLesson {
		return fmt.Errorf("lesson: %d bytes is outside 0..%d", len(s.Lesson), maxLesson)
	}
	if len(s.Done) > maxDone {
		return fmt.Errorf("done: %d bytes is outside 0..%d", len(s.Done), maxDone)
	}
	for _, n := range s.numbers() {
		if *n.value < n.min || *n.value > n.max {
			return fmt.Errorf("%s: %d is outside %d..%d", n.name, *n.value, n.min, n.max)
		}
	}
	return nil
}
