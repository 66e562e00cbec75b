package ui

import (
	"image"
	"image/png"
	"time"

	"driftlab/internal/files"
	"driftlab/ui/naming"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// print writes what is in sight of the tab that is open as PNG and SVG, with a title; where the pointer
// is over the race table, that.
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
	stem, err := naming.Free(a.opt.Files, naming.Folder(a.opt.Log), a.fileName(name), ".png", ".svg")
	if err != nil {
		a.ShowError(err)
		return
	}
	img, svg := p.Draw(&a.Picture, race, a.pointer.Down)
	go func() {
		err := writePlot(a.opt.Files, stem, img, svg)
		a.later <- func() {
			a.ShowOutcome("", err)
			if err == nil {
				a.Notice = a.Words.F("print.saved", stem+".png")
			}
		}
	}()
}

// writePlot writes both files of a plot, or none.
func writePlot(fsys files.FS, stem string, img image.Image, svg string) error {
	set := files.NewSet(fsys)
	defer set.Abandon() // after Commit it does nothing
	picture, err := set.New(stem + ".png")
	if err != nil {
		return err
	}
	drawing, err := set.New(stem + ".svg")
	if err != nil {
		return err
	}
	png.Encode(picture, img) // errors stay in the parts
	drawing.WriteString(svg)
	return set.Commit()
}

// fileName returns the name, without what tells its kind, of a file about something at this instant.
func (a *App) fileName(about string) string {
	name := naming.Of(a.Session.Scenario()) + "-" + about
	if a.lessons.Hides() {
		return name // the time would be the true one
	}
	return name + "-" + panel.InSeconds(time.Duration(a.Session.Now())) + "s"
}
