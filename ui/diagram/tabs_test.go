package diagram

import (
	"slices"
	"testing"

	"driftlab/game/lesson"
)

func TestEveryDiagramCanBeNamedInALessonAndForAFilm(t *testing.T) {
	var names []string
	for _, one := range NewTabs(&RaceTable{}) {
		names = append(names, one.Key)
	}
	allowed := lesson.Diagrams()
	slices.Sort(names)
	if slices.Sort(allowed); !slices.Equal(names, allowed) {
		t.Errorf("the window has %v, lessons and films %v", names, allowed)
	}
}

func TestOneTabIsOpenAtTheStartAndHasATitle(t *testing.T) {
	var first []string
	for _, one := range NewTabs(&RaceTable{}) {
		if one.First {
			first = append(first, one.Key)
		}
		if one.First && one.ByName {
			t.Errorf("%s is open at the start and has no title later", one.Key)
		}
	}
	if len(first) != 1 {
		t.Errorf("open at the start are %v, want one", first)
	}
}
