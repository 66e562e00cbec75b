package ui

import "driftlab/game"

// A pane is where one machine's viewport is drawn.
type pane struct {
	machine int // 0 is the host
	rect
	thumb    bool // small: a picture with a short title
	watched  bool // in the Watch view: nothing but what the sentence is about
	compared bool // its error is written beside that of the other world
	unscored bool // without the score: the clocks of two clients are beside each other
	card     bool // a small one with its name and error beside the picture
}

// Sizes of panes at scale 1.
const (
	thumbLow     = 74 // the lowest thumbnail
	smallestPane = 10 // pixels a metre under which some viewports become thumbnails
	chipsHeight  = 26
	dotsHeight   = 46
	dotsRoom     = 330 // the least height of worlds and dots together

	rowWorth = 1.15 // how much larger pictures are for which thumbnails stand in a row, where they are lower
)

// arrange divides a region among the viewports of machines. If focus is one of them, it gets the
// region, and all else becomes thumbnails; if the panes would be too small, only the host and the
// machine that is selected are large. It appends to dst.
func arrange(dst []pane, region rect, z float32, machines []int, focus, selected int) []pane {
	if focus != nobody {
		return withThumbs(dst, region, z, machines, func(m int) bool { return m == focus })
	}
	all := grid(dst, region, z, machines)
	if len(machines) <= 1 || pictureScale(all[len(dst)].rect, z) >= smallestPane*z {
		return all
	}
	if selected == 0 && len(machines) > 1 {
		selected = machines[1]
	}
	two := func(m int) bool { return m == 0 || m == selected }
	some := withThumbs(dst, region, z, machines, two)
	if pictureScale(some[len(dst)].rect, z) >= smallestPane*z*0.6 {
		return some
	}
	return withThumbs(dst, region, z, machines, func(m int) bool { return m == selected })
}

// roomFor is the world for which panes are made large enough, whichever is played in.
var roomFor = game.DefaultLevel().Frame

// pictureScale returns how many pixels a metre of that world gets in a pane that is no thumbnail.
func pictureScale(r rect, z float32) float32 {
	return fit(&roomFor, rect{r.x, r.y + titleHeight*z, r.w, r.h - (titleHeight+groundHeight)*z})
}

// withThumbs makes some of the viewports large and the others thumbnails, in a column beside them, or in
// a row under them where that leaves clearly larger pictures; without room there are no thumbnails.
func withThumbs(dst []pane, region rect, z float32, machines []int, large func(machine int) bool) []pane {
	var big, small []int
	for _, m := range machines {
		if large(m) {
			big = append(big, m)
		} else {
			small = append(small, m)
		}
	}
	space := gap * z
	n := float32(len(small))
	if n == 0 || region.h < 190*z || region.w < 300*z {
		return grid(dst, region, z, big)
	}
	row, column := region, region
	low := max(thumbLow*z, region.h*0.2)
	row.h -= low + space
	wide := min(max(150*z, region.w*0.19), region.w*0.4)
	column.w -= wide + space
	under := grid(dst, row, z, big)
	if (region.h-space*(n-1))/n < thumbLow*z || pictureScale(under[len(dst)].rect, z) >= rowWorth*pictureScale(grid(nil, column, z, big)[0].rect, z) {
		w := (region.w - space*(n-1)) / n
		for i, m := range small {
			under = append(under, pane{machine: m, rect: rect{region.x + float32(i)*(w+space), row.y + row.h + space, w, low}, thumb: true})
		}
		return under
	}
	beside := grid(dst, column, z, big)
	h := (region.h - space*(n-1)) / n
	for i, m := range small {
		beside = append(beside, pane{machine: m, rect: rect{column.x + column.w + space, region.y + float32(i)*(h+space), wide, h}, thumb: true})
	}
	return beside
}

// grid divides a region among panes in equal rows, in as many columns as give the largest pictures. The
// last one takes what is left of its row.
func grid(dst []pane, region rect, z float32, machines []int) []pane {
	space := gap * z
	n, best, columns := len(machines), float32(-1), 1
	for c := 1; c <= n; c++ {
		if s := pictureScale(cell(region, space, n, c, 0), z); s > best {
			best, columns = s, c
		}
	}
	for i, m := range machines {
		dst = append(dst, pane{machine: m, rect: cell(region, space, n, columns, i)})
	}
	return dst
}

// cell returns the i-th of n equal parts of a region in so many columns.
func cell(region rect, space float32, n, columns, i int) rect {
	rows := (n + columns - 1) / columns
	w := (region.w - space*float32(columns-1)) / float32(columns)
	h := (region.h - space*float32(rows-1)) / float32(rows)
	r := rect{region.x + float32(i%columns)*(w+space), region.y + float32(i/columns)*(h+space), w, h}
	if i == n-1 {
		r.w = region.x + region.w - r.x
	}
	return r
}
