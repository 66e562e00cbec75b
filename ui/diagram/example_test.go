package diagram

import (
	"strings"
	"testing"
	"time"

	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/table"
)

// delays is the diagram of which CONTRIBUTING tells: how long datagrams of each client take, as figures and a bar. It knows no scale
// and no window, and measures no text.
type delays struct {
	table table.Table
	rows  []int
	view  *panel.View
}

func (d *delays) Draw(v *panel.View, c *draw.Canvas, r panel.Rect) {
	var at [2]panel.Rect // what it tells, and the table under that
	layout.Column(at[:], r.Inset(12), 6, layout.Part{Min: 36, Rank: -1}, layout.Part{Min: 40, Share: 1})
	layout.Fit(c.Fonts(), v.Words.T("tabs.waterfall-tip"), at[0].W, at[0].H, draw.Body, draw.Small).Draw(c, at[0], c.Theme.TextDim, draw.Left)
	d.view, d.table.Look = v, table.Look{Class: draw.Body, Note: "worst first"}
	d.table.Columns = append(d.table.Columns[:0], table.Column{Least: 90}, table.Column{Head: "up", Unit: "ms", In: table.Millis, Bar: table.Behind},
		table.Column{Head: "down", Unit: "ms", In: table.Millis, Bar: table.Behind}, table.Column{Head: "up of both", Unit: "%", In: table.Measure{Widest: "100"}, Rank: -1})
	d.rows = d.rows[:0]
	for client := range v.Frame.Facts {
		d.rows = append(d.rows, client)
	}
	d.table.Draw(c, v.Tips, at[1], d.rows, d)
}

func (d *delays) Row(*draw.Canvas, int, panel.Rect) table.State { return 0 }

func (d *delays) Cell(row, column int, is *table.Cell) {
	f := &d.view.Frame.Facts[row]
	switch column {
	case 0:
		is.Text(d.view.Words.T("card.client")).Text(" ").Int(int64(row + 1))
	case 1:
		is.Time(f.OWDUp, f.OWDUp > 0)
	case 2:
		is.Time(f.OWDDown, f.OWDDown > 0)
	case 3:
		is.Figure(100*f.OWDUp.Seconds()/(f.OWDUp+f.OWDDown).Seconds(), f.OWDUp+f.OWDDown > 0)
	}
}

func TestADiagramOfBoxesAndATableHasItsWordsInAnyRoom(t *testing.T) {
	for _, scale := range []float64{1, 1.5, 2} {
		a := newRig(t, "first", 1600, 900, scale)
		a.advance(5 * time.Second)
		a.read()
		for _, r := range []panel.Rect{panel.NewRect(10, 10, 700, 300), panel.NewRect(10, 10, 320, 200), panel.NewRect(0, 0, 240, 90)} {
			said := heard(a, func(c *draw.Canvas) { (&delays{}).Draw(&a.View, c, r) })
			last := 0
			for i := range said {
				at := placeOf(&said[i])
				if !at.Inset(1).Within(r) {
					t.Errorf("%v at scale %v: %q leaves it, at %v", r, scale, said[i].Said, at)
				}
				for k := range i {
					if o := placeOf(&said[k]); o.Inset(1).Overlaps(at.Inset(1)) {
						t.Errorf("%v at scale %v: %q and %q overlap", r, scale, said[k].Said, said[i].Said)
					}
				}
				if strings.HasPrefix(said[i].Said, a.Words.T("card.client")) || strings.Contains(said[i].Said, "more") {
					last++
				}
			}
			if last == 0 || r.H > 150 && last != len(a.Frame.Facts) {
				t.Errorf("%v at scale %v: it tells of %d clients", r, scale, last)
			}
		}
	}
}
