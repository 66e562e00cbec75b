package ui

import (
	"image"

	"github.com/hajimehoshi/ebiten/v2"

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

// A printing is a plot that is drawn beside the window.
type printing struct{ canvas *draw.Canvas }

// newPrinting returns what draws plots of a picture on paper, in its colours and language.
func newPrinting(of *picture) (*printing, error) {
	fonts, err := draw.NewFonts(printScale)
	if err != nil {
		return nil, err
	}
	return &printing{canvas: draw.NewCanvas(fonts, of.theme, of.words)}, nil
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
