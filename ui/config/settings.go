// Package config keeps what a person has chosen for the program itself, such as the theme and the language, from one start to the
// next. It knows the file's format and place, and no window. It keeps settings in the file that it doesn't know, but not
// comments.
package config

import (
	"fmt"
	"slices"
	"strings"

	"driftlab/assets"
	"driftlab/game/scenario"
	"driftlab/ui/film"
)

// Settings are a person's choices for the program. The zero value is not valid: see [Defaults].
type Settings struct {
	Theme    string // one of [Themes]
	View     string // one of [Views]
	Numbers  string // one of [NumbersChoices]: whether the Watch view has its table of numbers
	Language string // one of [Languages]

	// Scale is the size of text and controls in percent of the usual size, [MinScale] to [MaxScale].
	Scale int

	// Lesson is the name of the lesson that was opened last; "" for none.
	Lesson string
	Step   int // its step that was shown last, from 1; 0 for none

	// Done has the names of the finished lessons, in order, separated by spaces.
	Done string

	// Memory is the most that the window's checkpoints may take, with which it goes back in time, in MB of a million bytes,
	// [MinMemory] to [MaxMemory].
	Memory int

	// Volume is the window's volume in percent, 1 to 100.
	Volume int

	// Film is the latest choices for films, as the window writes them; "" if there are none.
	Film string

	// Recent has the paths of the recent experiments, one a line: see [Settings.Recents].
	Recent string

	// Width and Height are the window's size in pixels as the system counts them, before it scales them for its screen; 0 lets
	// the program choose.
	Width, Height int
}

// The scale's bounds and step in percent.
const (
	MinScale  = 80
	MaxScale  = 200
	ScaleStep = 10
)

// The range and default of the checkpoints' memory, in MB. More would not fit beside the rest if addresses have 32 bits.
const (
	MinMemory     = 16
	MaxMemory     = 1000
	DefaultMemory = 128
)

// The other limits. Screens may have up to 32 K pixels.
const (
	maxSize   = 1 << 15
	maxLesson = 100 // bytes
	maxFilm   = 100
	maxDone   = 1 << 13
)

// HasDone reports whether the lesson with a name is finished.
func (s Settings) HasDone(lesson string) bool {
	return slices.Contains(strings.Fields(s.Done), lesson)
}

// MarkDone notes that a lesson is finished. The earliest names go if they don't all fit.
func (s *Settings) MarkDone(lesson string) {
	if !s.HasDone(lesson) {
		s.Done = latest(append(strings.Fields(s.Done), lesson))
	}
}

// latest returns the last of some names that fit.
func latest(names []string) string {
	for len(strings.Join(names, " ")) > maxDone {
		names = names[1:]
	}
	return strings.Join(names, " ")
}

// Themes lists the themes by name; the first is the default.
func Themes() []string { return []string{"dark", "light"} }

// The views: the worlds alone, all that can be measured and compared, or one diagram.
const (
	WatchView   = film.WatchView
	LabView     = film.LabView
	DiagramView = film.DiagramView
)

// Views lists the views by name.
func Views() []string { return film.Views() }

// Whether the Watch view has its table of numbers: if a scenario asks for it, always, or never. Lessons decide it step by step.
const (
	NumbersAsked = "asked"
	NumbersOn    = "on"
	NumbersOff   = "off"
)

// NumbersChoices lists these.
func NumbersChoices() []string { return []string{NumbersAsked, NumbersOn, NumbersOff} }

// Languages lists the languages of the window's texts, as ISO 639 names them.
func Languages() []string { return assets.Languages() }

// Defaults returns the settings before a person chooses any.
func Defaults() Settings {
	return Settings{Theme: "dark", View: WatchView, Numbers: NumbersAsked, Language: "en", Scale: 100, Memory: DefaultMemory, Volume: 100}
}

// The names of the settings in the file.
const (
	keyTheme    = "theme"
	keyView     = "view"
	keyNumbers  = "numbers"
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

// A setting is one of [Settings] in the file: a text or a number.
type setting struct {
	name     string
	text     *string            // nil for a number
	wrong    func(string) error // says what is wrong with the text, if anything
	number   *int
	min, max int
}

// all returns the settings of s.
func (s *Settings) all() []setting {
	text := func(name string, value *string, wrong func(string) error) setting {
		return setting{name: name, text: value, wrong: wrong}
	}
	number := func(name string, value *int, min, max int) setting {
		return setting{name: name, number: value, min: min, max: max}
	}
	return []setting{
		text(keyTheme, &s.Theme, oneOf(Themes())), text(keyView, &s.View, oneOf(Views())), text(keyNumbers, &s.Numbers, oneOf(NumbersChoices())), text(keyLanguage, &s.Language, oneOf(Languages())),
		text(keyFilm, &s.Film, atMost(maxFilm)), text(keyRecent, &s.Recent, checkRecent),
		text(keyLesson, &s.Lesson, atMost(maxLesson)), text(keyDone, &s.Done, atMost(maxDone)),
		number(keyScale, &s.Scale, MinScale, MaxScale), number(keyMemory, &s.Memory, MinMemory, MaxMemory), number(keyVolume, &s.Volume, 1, 100),
		number(keyStep, &s.Step, 0, scenario.MaxSteps), number(keyWidth, &s.Width, 0, maxSize), number(keyHeight, &s.Height, 0, maxSize),
	}
}

func oneOf(allowed []string) func(string) error {
	return func(text string) error {
		if !slices.Contains(allowed, text) {
			return fmt.Errorf("%.70q is unknown (allowed: %s)", text, strings.Join(allowed, ", "))
		}
		return nil
	}
}

func atMost(bytes int) func(string) error {
	return func(text string) error {
		if len(text) > bytes {
			return fmt.Errorf("%d bytes is outside 0..%d", len(text), bytes)
		}
		return nil
	}
}

// check says what is wrong with the setting, if anything.
func (k *setting) check() error {
	if k.text != nil {
		if err := k.wrong(*k.text); err != nil {
			return fmt.Errorf("%s: %w", k.name, err)
		}
		return nil
	}
	if *k.number < k.min || *k.number > k.max {
		return fmt.Errorf("%s: %d is outside %d..%d", k.name, *k.number, k.min, k.max)
	}
	return nil
}

// Check says which setting is wrong, with its range.
func (s Settings) Check() error {
	for _, k := range s.all() {
		if err := k.check(); err != nil {
			return err
		}
	}
	return nil
}
