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
	line  layout.Line
	words []string
}

const (
	legendFoot = 22  // the height of a row at the foot, in points
	legendFrom = 150 // over which a diagram has at least this height left
)

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

// place finds all that was added its place in the region of a tab, and writes the words.
func (l *legend) place(v *panel.View, c *draw.Canvas, r panel.Rect) {
	l.line.Count(v.Words.T("ab.more"), layout.Item{Class: draw.Small, Ink: c.Theme.TextDim, Rank: 1})
	left := v.Room(r) + 16
	at := panel.NewRect(left, r.Y-panel.TabHeight, r.X+r.W-12-left, panel.TabHeight)
	l.foot = 0
	out := l.line.Place(at, 0)
	if out == 0 {
		l.line.Place(panel.NewRect(at.X+at.W-l.line.W, at.Y, l.line.W, at.H), 0)
	}
	for out > 0 && r.H-l.foot-legendFoot >= legendFrom {
		l.foot += legendFoot
		out = l.line.Place(panel.NewRect(r.X+12, r.Y+r.H-l.foot, r.W-24, l.foot), legendFoot)
	}
	l.line.Draw(c)
	if !v.Tips.Under(l.line.More) {
		return
	}
	var gone []string
	for i, word := range l.words {
		if l.line.At(i).W == 0 {
			gone = append(gone, word)
		}
	}
	v.Tips.Add(l.line.More, strings.Join(gone, ", "))
}
