package ui

import (
	"errors"
	"path/filepath"

	"driftlab/config"
	"driftlab/ui/finder"
	"driftlab/ui/naming"
	"driftlab/ui/widgets"
	"driftlab/ui/words"
)

// lately has the palette find a file of an experiment, in later runs too. That this is not kept matters less than what
// was done with the file, and so is not told.
func (a *App) lately(path string) {
	if path == "" {
		return // pasted, or in a browser
	}
	if whole, err := filepath.Abs(path); err == nil {
		if err := a.opt.Config.Remember(whole); errors.As(err, new(*config.PutAside)) {
			a.ShowError(err)
		}
	}
}

// recents returns the paths of the experiments that were opened or saved last and are still there, the latest first.
func (a *App) recents() (paths []string) {
	for _, path := range a.opt.Config.Settings().Recents() {
		if naming.Exists(path) {
			paths = append(paths, path)
		}
	}
	return paths
}

// recentButtons is how many of them the panel under Share has room for in the smallest window; the palette has all.
const recentButtons = 4

// recentRows has a button for each of the latest, which puts away what it is in and opens the file.
func (a *App) recentRows(theme *widgets.Theme, away func()) (rows []widgets.Child) {
	for i, path := range a.recents() {
		if i == recentButtons {
			break
		}
		rows = append(rows, theme.Equal(theme.Button(theme.Cut(filepath.Base(path), theme.Px(shareWidth-60)), path, func() {
			away()
			a.openText(path)
		})))
	}
	return rows
}

// findableRecents lists all of them, and what forgets them.
func (a *App) findableRecents() (all []finder.Thing) {
	for _, path := range a.recents() {
		all = append(all, finder.Thing{Kind: "recent", Label: filepath.Base(path), Note: filepath.Base(filepath.Dir(path)), Tip: path,
			Names: []string{path}, Do: func() { a.openText(path) }})
	}
	if len(all) > 0 {
		all = append(all, finder.Thing{Kind: "command", Label: a.Words.T("find.forget"), Tip: a.Words.T("find.forget-tip"),
			Names: []string{words.English().T("find.forget")}, Do: func() { a.ShowOutcome(a.Words.T("find.forgotten"), a.opt.Config.Forget()) }})
	}
	return all
}
