package picture

import (
	"image"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/ui/draw"
	"driftlab/ui/panel"
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

// A Printing is a plot that is drawn beside the window.
type Printing struct{ Canvas *draw.Canvas }

// NewPrinting returns what draws plots of a picture on paper, in its colours and language.
func NewPrinting(of *Picture) (*Printing, error) {
	fonts, err := draw.NewFonts(printScale)
	if err != nil {
		return nil, err
	}
	return &Printing{Canvas: draw.NewCanvas(fonts, of.Theme, of.Words)}, nil
}

// Draw draws the plot. While an axis is dragged the tab keeps the pointer.
func (p *Printing) Draw(of *Picture, race, dragged bool) image.Image {
	v := of.View
	v.Scale, v.Titled, v.Unattended, v.Tips = printScale, 0, true, &panel.Tips{X: FarAway, Y: FarAway}
	const z = printScale
	w, h := float32(printWide*z), float32(printTab*z)
	switch {
	case race:
		w, h = raceWide*z, raceTall*z
	case of.AB.On:
		h = printTwo * z
	}
	c := p.Canvas
	p.head(of, w, race)
	r := panel.NewRect(0, printHead*z, w, h)
	if race {
		of.Race.Draw(&v, c, r)
	} else {
		r = r.Below(panel.TabHeight * z)
		open := &of.Tabs.Tabs[of.Tabs.Open]
		if !dragged {
			of.AB.updateTab(&v, &panel.Pointer{X: FarAway, Y: FarAway}, open, r)
		}
		of.AB.drawTab(&v, c, open, r)
	}
	size := image.Pt(int(w), int(h+(printHead+printBottom)*z))
	screen := ebiten.NewImage(size.X, size.Y)
	defer screen.Deallocate()
	screen.Fill(c.Theme.Panel)
	c.Flush(screen)
	img := image.NewRGBA(image.Rectangle{Max: size})
	screen.ReadPixels(img.Pix)
	return img
}

// head writes what the plot is called, and of what it is.
func (p *Printing) head(of *Picture, w float32, race bool) {
	const z, left = printScale, 12 * printScale
	const y = (printHead/2 + 3) * z
	title := of.Words.T("race.title")
	if !race {
		title = of.Words.T(of.Tabs.Tabs[of.Tabs.Open].Title)
	}
	about := of.Words.F("print.about", of.TitleText(), of.Session.Scenario().Seed, of.ClockWord(of.Session.Now()))
	if of.AB.On && race {
		about = of.Words.T("ab.b") + ": " + about
	}
	c := p.Canvas
	x := left + c.Text(left, y, title, draw.Title, c.Theme.Text, draw.Left|draw.Middle) + 14*z
	right := w - left
	right -= c.Text(right, y, "driftlab", draw.Small, c.Theme.TextDim, draw.Right|draw.Middle) + 14*z
	c.Text(x, y, panel.Cut(c.Fonts(), about, draw.Body, right-x), draw.Body, c.Theme.TextDim, draw.Left|draw.Middle)
	c.HLine(left, w-left, (printHead-1)*z, z, c.Theme.PanelEdge)
}
