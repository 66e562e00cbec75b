package lesson

import (
	"fmt"
	"regexp"
	"strconv"
	"testing"

	"driftlab/assets"
	"driftlab/internal/testkit"
)

// A lesson says what is so, not what came out once: its figures are in their ranges whatever the random delays and losses. Its
// questions and its goal are of its own seed: an answer may count what happened there. So is what has not happened yet with
// another one, such as the first hit.
func TestLessonsHaveTheirFiguresInRangeWithOtherSeeds(t *testing.T) {
	const seeds = 20
	line := regexp.MustCompile(`(?m)^seed = \d+$`)
	names := append(assets.LessonNames(), assets.SymptomNames()...)
	for _, k := range testkit.Sample(t, len(names)*seeds, 5) {
		name, seed := names[(k-1)/seeds], (k-1)%seeds+1
		t.Run(fmt.Sprintf("%s-%d", name, seed), func(t *testing.T) {
			t.Parallel()
			_, file, text, err := assets.Named(name)
			if err != nil {
				t.Fatal(err)
			}
			if !line.MatchString(text) {
				t.Fatal("it has no seed")
			}
			l, err := Parse(name, file, line.ReplaceAllString(text, "seed = "+strconv.Itoa(seed)))
			if err != nil {
				t.Fatal(err)
			}
			out, err := l.Run(nil)
			if err != nil {
				t.Fatal(err)
			}
			for i := range l.Figures {
				if f, r := &l.Figures[i], out.Figures[i]; f.Ranged() && r.OK && (r.Value < f.Least || r.Value > f.Most) {
					t.Errorf("%s is %s, and must be %s", f.Label.In(English), f.Shown(r), f.Range())
				}
			}
		})
	}
}
