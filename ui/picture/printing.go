package picture

import (
	"image"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// The measures of a printed plot in points, and how many pixels one has.
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

// A Printing is a plot that is drawn outside the window.
type Printing struct{ Canvas *draw.Canvas }

// NewPrinting returns what draws plots of a picture on paper, in its colours and language.
func NewPrinting(of *Picture) (*Printing, error) {
	fonts, err := draw.NewFonts(printScale)
	if err != nil {
		return nil, err
	}
	return &Printing{Canvas: draw.NewCanvas(fonts, of.Theme, of.Words)}, nil
}

// Draw draws the plot. While a person drags an axis the tab keeps the pointer.
func (p *Printing) Draw(of *Picture, race, dragged bool) image.Image {
	v := of.View
	v.Titled, v.Unattended, v.Tips = 0, true, &panel.Tips{X: FarAway, Y: FarAway}
	w, h := float32(printWide), float32(printTab)
	switch {
	case race:
		w, h = raceWide, raceTall
	case of.AB.On:
		h = printTwo
	}
	c := p.Canvas
	p.head(of, w, race)
	r := panel.NewRect(0, printHead, w, h)
	if race {
		of.Race.Draw(&v, c, r)
	} else {
		r = r.Below(panel.TabHeight)
		open := &of.Tabs.Tabs[of.Tabs.Open]
		if !dragged {
			of.AB.updateTab(&v, &panel.Pointer{X: FarAway, Y: FarAway}, open, r)
		}
		of.AB.drawTab(&v, c, open, r)
	}
	size := image.Pt(int(w*printScale), int((h+printHead+printBottom)*printScale))
	screen := ebiten.NewImage(size.X, size.Y)
	defer screen.Deallocate()
	screen.Fill(c.Theme.Panel)
	c.Flush(screen)
	img := image.NewRGBA(image.Rectangle{Max: size})
	screen.ReadPixels(img.Pix)
	return img
}

// head writes the plot's title, and which session it shows.
func (p *Printing) head(of *Picture, w float32, race bool) {
	const left = float32(12)
	const y = printHead/2 + 3
	title := of.Words.T("race.title")
	if !race {
		title = of.Words.T(of.Tabs.Tabs[of.Tabs.Open].Title)
	}
	about := of.Words.F("print.about", of.TitleText(), of.Session.Scenario().Seed, of.ClockWord(of.Session.Now()))
	if of.AB.On && race {
		about = of.Words.T("ab.b") + ": " + about
	}
	c := p.Canvas
	x := left + c.Text(left, y, title, draw.Title, c.Theme.Text, draw.Left|draw.Middle) + 14
	right := w - left
	right -= c.Text(right, y, "driftlab", draw.Small, c.Theme.TextDim, draw.Right|draw.Middle) + 14
	layout.Fit(c.Fonts(), about, right-x, 0, draw.Body).Draw(c, panel.NewRect(x, y, 0, 0), c.Theme.TextDim, draw.Left|draw.Middle)
	c.HLine(left, w-left, printHead-1, 1, c.Theme.PanelEdge)
}
