package lesson

import (
	"strings"
	"testing"

	"driftlab/assets"
	"driftlab/internal/testkit"
)

// FuzzParse reads a lesson as its author may have it, whole or not.
func FuzzParse(f *testing.F) {
	for _, name := range assets.LessonNames() {
		_, _, text, err := assets.Named(name)
		if err != nil {
			f.Fatal(err)
		}
		if len(text) < 4096 {
			f.Add(text)
		}
	}
	f.Add("format = 3\n[lesson]\nspeed = 2\n[[lesson.figure]]\nname = 'x'\nmeasure = 'error'\nclient = 1\nalgorithm = 'rtt2'\nleast = -1\nmost = 3.5\nafter = '1s'\n")
	testkit.FuzzDamaged(f, func(t testing.TB, text string) {
		l, err := Parse("lesson-01", "x.toml", text)
		if err != nil {
			if message := err.Error(); strings.ContainsAny(message, "\n\x00\x1b") || len(message) > 2000 {
				t.Errorf("a bad message: %q", message)
			}
			return
		}
		if len(l.Worlds) == 0 || len(l.Figures) == 0 {
			t.Error("a lesson without worlds or figures is taken")
		}
		for _, w := range l.Worlds {
			if err := w.Scenario.Validate(); err != nil {
				t.Error(err)
			}
		}
	})
}
