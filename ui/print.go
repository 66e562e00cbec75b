package ui

import (
	"image"
	"image/png"
	"strings"
	"time"

	"driftlab/internal/files"
	"driftlab/ui/naming"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// print writes what is in sight of the tab that is open as PNG, with a title; where the pointer is over the
// race table, that.
func (a *App) print() {
	if a.lessons.Refused() {
		return
	}
	race := a.pointer.Over(a.Regions.Race)
	name := a.Tabs.Tabs[a.Tabs.Open].Key
	if race {
		name = "race"
	}
	if a.lessons.Hides() && (race || !a.Tabs.Tabs[a.Tabs.Open].OwnData) {
		a.ShowFault(a.Words.T("blind.hidden-tab"))
		return
	}
	p, err := picture.NewPrinting(&a.Picture)
	if err != nil {
		a.ShowError(err)
		return
	}
	stem, err := naming.Free(a.opt.Files, naming.Folder(a.opt.Log), a.fileName(name), ".png")
	if err != nil {
		a.ShowError(err)
		return
	}
	img := p.Draw(&a.Picture, race, a.pointer.Down)
	go func() {
		err := writePlot(a.opt.Files, stem+".png", img)
		a.later <- func() {
			a.ShowOutcome("", err)
			if err == nil {
				a.Notice = a.Words.F("print.saved", stem+".png")
			}
		}
	}()
}

// writePlot writes a plot, whole or not at all.
func writePlot(fsys files.FS, path string, img image.Image) error {
	var b strings.Builder
	if err := png.Encode(&b, img); err != nil {
		return err
	}
	return files.WriteNew(fsys, path, b.String())
}

// fileName returns the name, without what tells its kind, of a file about something at this instant.
func (a *App) fileName(about string) string {
	name := naming.Of(a.Session.Scenario()) + "-" + about
	if a.lessons.Hides() {
		return name // the time would be the true one
	}
	return name + "-" + panel.InSeconds(time.Duration(a.Session.Now())) + "s"
}
