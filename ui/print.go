package ui

import (
	"fmt"
	"image"
	"image/png"
	"path/filepath"
	"strings"
	"time"

	"driftlab/internal/files"
	"driftlab/ui/diagram"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// print writes what is in sight of the tab that is open as PNG and SVG, with a title; where the pointer
// is over the race table, that.
func (a *App) print() {
	if a.refused() {
		return
	}
	race := a.pointer.Over(a.Regions.Race)
	name := a.Tabs.Tabs[a.Tabs.Open].Key()
	if race {
		name = "race"
	}
	if a.hides() && (race || diagram.TellsOfTruth(a.Tabs.Tabs[a.Tabs.Open])) {
		a.refuse(a.Words.T("blind.hidden-tab"))
		return
	}
	p, err := picture.NewPrinting(&a.Picture)
	if err != nil {
		a.say(err)
		return
	}
	stem, err := a.freeName(a.folder(), a.fileName(name), ".png", ".svg")
	if err != nil {
		a.say(err)
		return
	}
	img, svg := p.Draw(&a.Picture, race, a.pointer.Down)
	go func() {
		err := writePlot(a.opt.Files, stem, img, svg)
		a.later <- func() {
			a.say(err)
			if err == nil {
				a.notice = a.Words.F("print.saved", stem+".png")
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

// folder is where the window puts the files that it makes: beside the log.
func (a *App) folder() string {
	if dir, err := filepath.Abs(filepath.Dir(a.opt.Log)); err == nil {
		return dir
	}
	return filepath.Dir(a.opt.Log)
}

// fileName returns the name, without what tells its kind, of a file about something at this instant.
func (a *App) fileName(about string) string {
	name := nameOf(a.Session.Scenario()) + "-" + about
	if a.hides() {
		return name // the time would be the true one
	}
	return name + "-" + panel.InSeconds(time.Duration(a.Session.Now())) + "s"
}

// plainName returns a name of which every system can make a file's.
func plainName(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		}
		return '-'
	}, strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)))
	return name[:min(len(name), 60)]
}

// maxSameName is how many files of the same name are told apart by numbers.
const maxSameName = 10_000

// freeName returns the path of a file in a folder that is not there yet with any of the endings: the name
// itself, or with a number behind it.
func (a *App) freeName(folder, name string, endings ...string) (stem string, err error) {
	for n := 1; n <= maxSameName; n++ {
		stem = filepath.Join(folder, name)
		if n > 1 {
			stem += fmt.Sprintf("-%d", n)
		}
		free := true
		for _, ending := range endings {
			_, err := a.opt.Files.Lstat(stem + ending)
			free = free && err != nil // Try says what is wrong with a folder
		}
		if free {
			return stem, files.NewSet(a.opt.Files).Try(stem+endings[0], nil)
		}
	}
	return "", fmt.Errorf("%q is there %d times already", filepath.Join(folder, name), maxSameName)
}
