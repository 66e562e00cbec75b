package share

import (
	"errors"
	"path/filepath"
	"slices"

	"driftlab/ui/config"
	"driftlab/ui/naming"
	"driftlab/ui/widgets"
)

// lately adds an experiment's file to the list that the palette finds, also in later runs. Failing to save the list matters less
// than what was done with the file, so it isn't reported.
func (s *Room) lately(path string) {
	if path == "" {
		return // pasted, or in a browser
	}
	if whole, err := filepath.Abs(path); err == nil {
		if err := s.opt.Config.Remember(whole); errors.As(err, new(*config.PutAside)) {
			s.lines.ShowError(err)
		}
	}
}

// Recents returns the paths of recent experiments that still exist, the latest first.
func (s *Room) Recents() []string {
	return slices.DeleteFunc(slices.Clone(s.opt.Config.Settings().Recents()), func(path string) bool { return !naming.Exists(path) })
}

// recentButtons is how many of them fit into the panel in the smallest window; the palette has all.
const recentButtons = 4

// recentRows returns a button for each of the latest, which calls away and opens the file.
func (s *Room) recentRows(theme *widgets.Theme, away func()) (rows []widgets.Child) {
	all := s.Recents()
	for _, path := range all[:min(len(all), recentButtons)] {
		rows = append(rows, theme.Equal(theme.Button(theme.Cut(filepath.Base(path), shareWidth-60), path, func() {
			away()
			s.OpenText(path)
		})))
	}
	return rows
}
