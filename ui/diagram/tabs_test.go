package diagram

import (
	"slices"
	"testing"

	"driftlab/film"
)

func TestEveryDiagramCanBeNamedForAFilm(t *testing.T) {
	var names []string
	for _, one := range NewTabs() {
		names = append(names, one.Key())
	}
	allowed := film.Tabs()
	slices.Sort(names)
	slices.Sort(allowed)
	if !slices.Equal(names, allowed) {
		t.Errorf("the window has %v, films %v", names, allowed)
	}
}
