package picture

import (
	"driftlab/game"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/stage"
)

// A Pane is where one machine's viewport is drawn.
type Pane struct {
	Machine int // 0 is the host
	panel.Rect
	Thumb    bool // small: a picture with a short title
	Watched  bool // in the Watch view: nothing but what the sentence is about
	compared bool // its error is written beside that of the other world
	unscored bool // without the score: the clocks of two clients are beside each other
	card     bool // a small one with its name and error beside the picture
}

// Sizes of panes in points.
const (
	thumbLow     = 74 // the lowest thumbnail
	smallestPane = 10 // points a metre under which some viewports become thumbnails
	chipsHeight  = 26

	rowWorth = 1.15 // how much larger pictures are for which thumbnails stand in a row, where they are lower
)

// arrange divides a region among the viewports of machines. If focus is one of them, it gets the
// region, and all else becomes thumbnails; if the panes would be too small, only the host and the
// machine that is selected are large. It appends to dst.
func arrange(dst []Pane, region panel.Rect, machines []int, focus, selected int) []Pane {
	if focus != panel.Nobody {
		return withThumbs(dst, region, machines, func(m int) bool { return m == focus })
	}
	all := Grid(dst, region, machines)
	if len(machines) <= 1 || ScaleIn(all[len(dst)].Rect) >= smallestPane {
		return all
	}
	if selected == 0 && len(machines) > 1 {
		selected = machines[1]
	}
	two := func(m int) bool { return m == 0 || m == selected }
	some := withThumbs(dst, region, machines, two)
	if ScaleIn(some[len(dst)].Rect) >= smallestPane*0.6 {
		return some
	}
	return withThumbs(dst, region, machines, func(m int) bool { return m == selected })
}

// roomFor is the world for which panes are made large enough, whichever is played in.
var roomFor = game.DefaultLevel().Frame

// ScaleIn returns how many points a metre of that world gets in a pane that is no thumbnail.
func ScaleIn(r panel.Rect) float32 {
	return stage.Fit(&roomFor, panel.NewRect(r.X, r.Y+stage.TitleHeight, r.W, r.H-(stage.TitleHeight+stage.GroundHeight)))
}

// withThumbs makes some of the viewports large and the others thumbnails, in a column beside them, or in
// a row under them where that leaves clearly larger pictures; without room there are no thumbnails.
func withThumbs(dst []Pane, region panel.Rect, machines []int, large func(machine int) bool) []Pane {
	var big, small []int
	for _, m := range machines {
		if large(m) {
			big = append(big, m)
		} else {
			small = append(small, m)
		}
	}
	n := len(small)
	if n == 0 || region.H < 190 || region.W < 300 {
		return Grid(dst, region, big)
	}
	var row, column, thumbs, beside panel.Rect
	low, wide := max(thumbLow, region.H*0.2), min(max(150, region.W*0.19), region.W*0.4)
	layout.Column(nil, region, panel.Gap, part{At: &row, Share: 1}, part{At: &thumbs, Min: low})
	layout.Row(nil, region, panel.Gap, part{At: &column, Share: 1}, part{At: &beside, Min: wide})
	columns, all := n, Grid(dst, row, big)
	if Cell(beside, n, 1, 0).H >= thumbLow && ScaleIn(all[len(dst)].Rect) < rowWorth*ScaleIn(Grid(nil, column, big)[0].Rect) {
		columns, thumbs, all = 1, beside, Grid(dst, column, big)
	}
	for i, m := range small {
		all = append(all, Pane{Machine: m, Rect: Cell(thumbs, n, columns, i), Thumb: true})
	}
	return all
}

// Grid divides a region among panes in equal rows, in as many columns as give the largest pictures. The
// last one takes what is left of its row.
func Grid(dst []Pane, region panel.Rect, machines []int) []Pane {
	n, best, columns := len(machines), float32(-1), 1
	for c := 1; c <= n; c++ {
		if s := ScaleIn(Cell(region, n, c, 0)); s > best {
			best, columns = s, c
		}
	}
	for i, m := range machines {
		dst = append(dst, Pane{Machine: m, Rect: Cell(region, n, columns, i)})
	}
	return dst
}

// Halves divides a region between A and B.
func Halves(r panel.Rect) (a, b panel.Rect) {
	layout.Row(nil, r, panel.Gap, part{At: &a, Share: 1}, part{At: &b, Share: 1})
	return a, b
}

// Cell returns the i-th of n equal parts of a region in so many columns.
func Cell(region panel.Rect, n, columns, i int) panel.Rect {
	var cells [panel.Viewports]panel.Rect
	layout.Grid(cells[:n], region, panel.Gap, columns, part{Share: 1}, part{Share: 1})
	r := cells[i]
	if i == n-1 && r.W > 0 { // what is left of its row
		r.W = region.X + region.W - r.X
	}
	return r
}
