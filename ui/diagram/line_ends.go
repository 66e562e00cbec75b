package diagram

import (
	"slices"

	"driftlab/ui/panel"
)

// lineEnds are the ends of a plot's lines, from the top, and their labels. Lines that end too close to each other share a
// label.
type lineEnds struct {
	ends   []lineEnd
	labels []endLabel
}

// A lineEnd is the end of one line.
type lineEnd struct {
	y     float32
	whose int
}

// An endLabel is the label of some consecutive ends.
type endLabel struct {
	y        float32
	from, to int
	at       panel.Rect // where it was drawn last
}

func (l *lineEnds) reset() { l.ends, l.labels = l.ends[:0], l.labels[:0] }

// add notes that a line ends at a height.
func (l *lineEnds) add(whose int, y float32) {
	i := len(l.ends)
	l.ends = append(l.ends, lineEnd{y, whose})
	for ; i > 0 && l.ends[i-1].y > y; i-- {
		l.ends[i-1], l.ends[i] = l.ends[i], l.ends[i-1]
	}
}

// gather makes the labels, each with a height in points, between top and bottom.
func (l *lineEnds) gather(top, bottom, row float32) {
	l.labels = l.labels[:0]
	for i, e := range l.ends {
		l.labels = append(l.labels, endLabel{y: min(max(e.y, top+row/2), bottom-row/2), from: i, to: i + 1})
		for n := len(l.labels); n > 1 && l.labels[n-1].y-l.labels[n-2].y < row; n-- {
			a, b := &l.labels[n-2], &l.labels[n-1]
			k, m := float32(a.to-a.from), float32(b.to-b.from)
			a.y, a.to = (a.y*k+b.y*m)/(k+m), b.to // the average of all ends
			l.labels = l.labels[:n-1]
		}
	}
	for _, label := range l.labels {
		slices.SortStableFunc(l.ends[label.from:label.to], func(a, b lineEnd) int { return a.whose - b.whose })
	}
}

// whose returns whose line is the i-th of a label, or the last one if there are fewer.
func (l *lineEnds) whose(label *endLabel, i int) int {
	all := l.ends[label.from:label.to]
	return all[min(max(i, 0), len(all)-1)].whose
}
