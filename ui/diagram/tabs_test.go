package diagram

import (
	"slices"
	"testing"

	"driftlab/lesson"
)

func TestEveryDiagramCanBeNamedInALessonAndForAFilm(t *testing.T) {
	var names []string
	for _, one := range NewTabs() {
		names = append(names, one.Key())
	}
	allowed := lesson.Diagrams()
	slices.Sort(names)
	slices.Sort(allowed)
	if !slices.Equal(names, allowed) {
		t.Errorf("the window has %v, lessons and films %v", names, allowed)
	}
}
