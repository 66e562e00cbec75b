package diagram

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A drawnEnds is a frame of names as tests draw it: where lines end, and which names get their own label.
type drawnEnds struct {
	y     []float32
	ranks []int8
}

func (d *drawnEnds) arrange(l *lineNames, h float32) {
	l.begin(len(d.y))
	for i, y := range d.y {
		if y == y {
			l.add(i, y, d.ranks[i], true)
		}
	}
	l.arrange(0, h, 0, h)
}

func drawEnds(t *rapid.T, h float32) (d drawnEnds) {
	heap := rapid.Float32Range(0, h).Draw(t, "heap") // where most lines end
	for range rapid.IntRange(1, 24).Draw(t, "clocks") {
		y := heap + rapid.Float32Range(-3, 3).Draw(t, "beside")
		switch rapid.IntRange(0, 5).Draw(t, "kind") {
		case 0:
			y = float32(math.NaN()) // not synchronised
		case 1:
			y = rapid.SampledFrom([]float32{-1e6, 1e6, -5, h + 7}).Draw(t, "beyond")
		case 2:
			y = rapid.Float32Range(0, h).Draw(t, "anywhere")
		case 3:
			y = heap
		}
		d.y, d.ranks = append(d.y, y), append(d.ranks, rapid.SampledFrom([]int8{0, 0, 0, rankPinned}).Draw(t, "rank"))
	}
	d.ranks[rapid.IntRange(0, len(d.ranks)-1).Draw(t, "driving")] = rankDriving
	return d
}

func TestNamesOfLinesAreInTheOrderOfTheirValuesAndNoTwoOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := rapid.Float32Range(20, 500).Draw(t, "height")
		var l lineNames
		for range rapid.IntRange(1, 3).Draw(t, "frames") {
			d := drawEnds(t, h)
			d.arrange(&l, h)
			checkNames(t, &l, &d, h)
		}
	})
}

func checkNames(t *rapid.T, l *lineNames, d *drawnEnds, h float32) {
	var seen []int
	far, alone := false, 0
	for i, a := range l.Labels {
		if a.Y < nameRow/2-0.01 || a.Y > h-nameRow/2+0.01 {
			t.Fatalf("the name of %v at %v leaves 0..%v", a.Whose, a.Y, h)
		}
		if i > 0 && a.Y-l.Labels[i-1].Y < nameRow-0.01 {
			t.Fatalf("%v at %v is over %v", a.Whose, a.Y, l.Labels[i-1])
		}
		if i > 0 && a.Line < l.Labels[i-1].Line {
			t.Fatalf("%v is not in the order of values", a.Whose)
		}
		line := min(max(a.Line, 0), h)
		far = far || a.Y-line > mostPushed || line-a.Y > mostPushed
		if len(a.Whose) == 1 {
			alone++
			if y := d.y[a.Whose[0]]; max(a.Line-y, y-a.Line) > nameSway {
				t.Fatalf("%v is at %v, its name says %v", a.Whose, y, a.Line)
			}
		}
		seen = append(seen, a.Whose...)
	}
	rows := int(h / nameRow)
	if far && len(l.Labels) > 1 {
		t.Fatalf("a name is farther than eight rows from its line: %v", l.Labels)
	}
	if slices.Sort(seen); len(slices.Compact(seen)) != len(seen) {
		t.Fatalf("a clock has two names: %v", seen)
	}
	for i, y := range d.y {
		if _, named := slices.BinarySearch(seen, i); named != (y == y && rows > 0) {
			t.Fatalf("clock %d ends at %v and has a name: %v", i, y, named)
		}
	}
	if len(seen) <= min(rows*3/4, 8) && alone < len(seen) { // eight at an edge are still near enough
		t.Fatalf("%d names of %d are bundled in %v points", len(seen)-alone, len(seen), h)
	}
	for _, a := range l.Labels {
		if len(a.Whose) > 1 && rows >= 3 && len(l.Labels) > 1 && slices.ContainsFunc(a.Whose, func(i int) bool { return d.ranks[i] == rankDriving }) {
			t.Fatal("the driving clock is in a bundle")
		}
	}
}

func TestNamesOfLinesStayWhereTheyAreWhileLinesMoveALittle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := rapid.Float32Range(100, 500).Draw(t, "height")
		d := drawEnds(t, h)
		var l lineNames
		for range 3 { // bundles are kept as they were, so another one may do at first
			d.arrange(&l, h)
		}
		was := labelled(&l)
		for range 5 {
			moved := drawnEnds{slices.Clone(d.y), d.ranks}
			for i := range moved.y {
				moved.y[i] += rapid.Float32Range(-0.7, 0.7).Draw(t, "moves")
			}
			moved.arrange(&l, h)
			for i, label := range labelled(&l) {
				if i >= len(was) || !slices.Equal(label.Whose, was[i].Whose) || max(label.Y-was[i].Y, was[i].Y-label.Y) > 0.01 {
					t.Fatalf("names were %v and are %v", was, l.Labels)
				}
			}
		}
	})
}

func labelled(l *lineNames) (all []nameLabel) {
	for _, label := range l.Labels {
		label.Whose = slices.Clone(label.Whose)
		all = append(all, label)
	}
	return all
}

// The errors of the first ten seconds at 12 s, in a plot of 200 points: a bundle of eight, as in the drawing of the Lab.
func TestTheNearestClocksAreBundledWhereNotAllHaveRoom(t *testing.T) {
	ms := []float32{76.4, 55.3, 44.7, 42.9, 41.2, 40.4, 40, 40, 39.6, 39.5, 39.2, 38.5, 31.5, 22, -42.4, -88}
	d := drawnEnds{ranks: make([]int8, len(ms))}
	for _, e := range ms {
		d.y = append(d.y, 94-0.75*e)
	}
	d.ranks[14] = rankDriving
	var l lineNames
	d.arrange(&l, 200)
	if len(l.Labels) != 9 || !slices.Equal(l.Labels[4].Whose, []int{4, 5, 6, 7, 8, 9, 10, 11}) {
		t.Errorf("the labels are %v", l.Labels)
	}
	d.ranks[3] = rankPointed
	if d.arrange(&l, 152); len(l.Labels) != 7 || len(l.Labels[2].Whose) != 1 || len(l.Labels[3].Whose) != 10 {
		t.Errorf("with one pointed at in 152 points they are %v", l.Labels)
	}
}
