package diagram

import (
	"strings"

	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// A legend says what the signs of a diagram mean: beside the tabs' titles where all of them have room there or the diagram is low, else in
// rows at its foot. No sign is there without its word. How many have no room it says, and which in a tip.
type legend struct {
	foot  float32 // how much of the diagram's foot it takes
	none  bool    // there is not even room to say how many words are gone
	line  layout.Line
	words []string
}

// legendFoot is the height of a row at the foot, in points.
const legendFoot = 22

// begin empties the legend.
func (l *legend) begin(c *draw.Canvas) {
	l.line.Start(c.Fonts(), 16)
	l.words = l.words[:0]
}

// add adds a word with so much room before it for its sign.
func (l *legend) add(word string, sign float32, ink palette.Color) {
	l.words = append(l.words, word)
	l.line.Add(layout.Item{Text: word, Class: draw.Small, Ink: ink, Lead: sign})
}

// place finds all that was added its place in the region of a tab, of which the diagram keeps the least height, and writes the words.
func (l *legend) place(v *panel.View, c *draw.Canvas, r panel.Rect, least float32) {
	l.line.Count(v.Words.T("ab.more"), layout.Item{Class: draw.Small, Ink: c.Theme.TextDim, Rank: 1})
	left := v.Room(r) + 16
	at := panel.NewRect(left, r.Y-panel.TabHeight, r.X+r.W-12-left, panel.TabHeight)
	l.foot = 0
	out := l.line.Place(at, 0)
	if out == 0 {
		l.line.Place(panel.NewRect(at.X+at.W-l.line.W, at.Y, l.line.W, at.H), 0)
	}
	for out > 0 && r.H-l.foot-legendFoot >= least {
		l.foot += legendFoot
		out = l.line.Place(panel.NewRect(r.X+12, r.Y+r.H-l.foot, r.W-24, l.foot), legendFoot)
	}
	if l.none = out > 0 && l.line.More.W == 0; l.none {
		return
	}
	l.line.Draw(c)
	if !v.Tips.Under(l.line.More) {
		return
	}
	var gone []string
	for i, word := range l.words {
		if l.at(i).W == 0 {
			gone = append(gone, word)
		}
	}
	v.Tips.Add(l.line.More, strings.Join(gone, ", "))
}

// at returns where a word is, behind the room for its sign; nowhere if it is gone.
func (l *legend) at(i int) panel.Rect {
	if l.none {
		return panel.Rect{}
	}
	return l.line.At(i)
}
