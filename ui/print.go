package ui

import (
	"fmt"
	"image"
	"image/png"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/internal/files"
	"driftlab/ui/draw"
)

// The measures of a printed plot at scale 1, and the scale at which it is printed.
const (
	printScale  = 2
	printWide   = 1200
	printTab    = 460
	printTwo    = 780 // of a tab with two worlds
	raceWide    = 560
	raceTall    = 300
	printHead   = 40
	printBottom = 10
)

// print writes what is in sight of the tab that is open as PNG and SVG, with a title; where the pointer
// is over the race table, that.
func (a *App) print() {
	if a.refused() {
		return
	}
	race := a.pointer.over(a.layout.race)
	name := a.tabs.tabs[a.tabs.open].key()
	if race {
		name = "race"
	}
	if a.hides() && (race || tellsOfTruth(a.tabs.tabs[a.tabs.open])) {
		a.refuse(a.words.T("blind.hidden-tab"))
		return
	}
	if runtime.GOOS == "js" {
		a.refuse(a.words.T("print.browser"))
		return
	}
	p, err := a.newPrinting()
	if err != nil {
		a.say(err)
		return
	}
	stem, err := a.freeName(a.folder(), a.fileName(name), ".png", ".svg")
	if err != nil {
		a.say(err)
		return
	}
	img, svg := p.draw(&a.picture, race, a.pointer.down)
	go func() {
		err := writePlot(a.opt.Files, stem, img, svg)
		a.later <- func() {
			a.say(err)
			if err == nil {
				a.notice = a.words.F("print.saved", stem+".png")
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
	name := nameOf(a.session.Scenario()) + "-" + about
	if a.hides() {
		return name // the time would be the true one
	}
	return name + "-" + seconds3(time.Duration(a.session.Now())) + "s"
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
			return stem, files.NewSet(a.opt.Files).Try(stem + endings[0])
		}
	}
	return "", fmt.Errorf("%q is there %d times already", filepath.Join(folder, name), maxSameName)
}

// A printing is a plot that is drawn beside the window.
type printing struct{ canvas *draw.Canvas }

func (a *App) newPrinting() (*printing, error) {
	fonts, err := draw.NewFonts(printScale)
	if err != nil {
		return nil, err
	}
	return &printing{canvas: draw.NewCanvas(fonts, a.theme, a.words)}, nil
}

// draw draws the plot, once for both pictures. While an axis is dragged the tab keeps the pointer.
func (p *printing) draw(of *picture, race, dragged bool) (img image.Image, svg string) {
	v := of.view
	v.scale, v.titled, v.unattended, v.tips = printScale, 0, true, &tips{x: farAway, y: farAway}
	const z = printScale
	w, h := float32(printWide*z), float32(printTab*z)
	switch {
	case race:
		w, h = raceWide*z, raceTall*z
	case of.ab.on:
		h = printTwo * z
	}
	c := p.canvas
	c.Record()
	title, about := p.title(of, race)
	p.head(c, w, title, about)
	r := rect{0, printHead * z, w, h}
	if race {
		of.race.draw(&v, c, r)
	} else {
		r = r.below(tabHeight * z)
		open := of.tabs.tabs[of.tabs.open]
		if !dragged {
			of.ab.updateTab(&v, &pointer{x: farAway, y: farAway}, open, r)
		}
		of.ab.drawTab(&v, c, open, r)
	}
	size := image.Pt(int(w), int(h+(printHead+printBottom)*z))
	return p.picture(size), c.SVG(size.X, size.Y, c.Theme.Panel, title, about)
}

// title returns what the plot is called, and of what it is.
func (p *printing) title(of *picture, race bool) (title, about string) {
	title = of.words.T("race.title")
	if !race {
		title = of.words.T("tabs." + of.tabs.tabs[of.tabs.open].key())
	}
	about = of.words.F("print.about", of.titleText(), of.session.Scenario().Seed, of.clockWord(of.session.Now()))
	if of.ab.on && race {
		about = of.words.T("ab.b") + ": " + about
	}
	return title, about
}

// head writes the title.
func (p *printing) head(c *draw.Canvas, w float32, title, about string) {
	const z, left = printScale, 12 * printScale
	const y = (printHead/2 + 3) * z
	x := left + c.Text(left, y, title, draw.Title, c.Theme.Text, draw.Left|draw.Middle) + 14*z
	right := w - left
	right -= c.Text(right, y, "driftlab", draw.Small, c.Theme.TextDim, draw.Right|draw.Middle) + 14*z
	c.Text(x, y, cut(c.Fonts(), about, draw.Body, right-x), draw.Body, c.Theme.TextDim, draw.Left|draw.Middle)
	c.HLine(left, w-left, (printHead-1)*z, z, c.Theme.PanelEdge)
}

// picture returns the pixels of what was drawn.
func (p *printing) picture(size image.Point) image.Image {
	screen := ebiten.NewImage(size.X, size.Y)
	defer screen.Deallocate()
	screen.Fill(p.canvas.Theme.Panel)
	p.canvas.Flush(screen)
	img := image.NewRGBA(image.Rectangle{Max: size})
	screen.ReadPixels(img.Pix)
	return img
}
