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
	smallestPane = 7 // points a metre under which not all viewports are there
	chipsHeight  = 26
)

// arrange divides a region among the viewports of machines. If focus is one of them, it has the region; if the panes would be too small,
// the host and the machine that is selected have it, or only the latter. It appends to dst.
func arrange(dst []Pane, region panel.Rect, machines []int, focus, selected int) []Pane {
	large := func(r panel.Rect) bool { return ScaleIn(r) >= smallestPane }
	if all := Grid(dst, region, machines); focus == panel.Nobody && (len(machines) <= 1 || large(all[len(dst)].Rect)) {
		return all
	}
	if both := Grid(dst, region, []int{0, selected}); focus == panel.Nobody && large(both[len(dst)].Rect) {
		return both
	}
	if focus == panel.Nobody {
		focus = selected
	}
	return Grid(dst, region, []int{focus})
}

// roomFor is the world for which panes are made large enough, whatever the level.
var roomFor = game.DefaultLevel().Frame

// ScaleIn returns how many points a metre of that world gets in a pane that is no thumbnail.
func ScaleIn(r panel.Rect) float32 {
	w, h := roomFor.W.Metres(), (roomFor.H + roomFor.At.Y).Metres()
	return max(min(r.W/float32(w), (r.H-(stage.TitleHeight+stage.GroundHeight))/float32(h)), 0.1)
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

// Cell returns the i-th of n equal parts of a region, in columns.
func Cell(region panel.Rect, n, columns, i int) panel.Rect {
	var cells [panel.Viewports]panel.Rect
	layout.Grid(cells[:n], region, panel.Gap, columns, part{Share: 1}, part{Share: 1})
	r := cells[i]
	if i == n-1 && r.W > 0 { // what is left of its row
		r.W = region.X + region.W - r.X
	}
	return r
}
