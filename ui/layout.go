package ui

// rect is an area of the window in device pixels.
type rect struct{ x, y, w, h float32 }

func (r rect) inset(d float32) rect { return rect{r.x + d, r.y + d, r.w - 2*d, r.h - 2*d} }

func (r rect) contains(x, y float32) bool {
	return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h
}

// below returns what is left of r under its first d pixels.
func (r rect) below(d float32) rect { return rect{r.x, r.y + d, r.w, r.h - d} }

// The regions' sizes at scale 1, for a window of 1600 × 900.
const (
	barHeight      = 44
	controlsWidth  = 280
	numbersWidth   = 340
	narrowNumbers  = 316 // in windows narrower than narrowWindow
	narrowWindow   = 1480
	gap            = 6
	worldsShare    = 0.58 // of the height between the bars
	viewports      = 4
	minimumWidth   = 1280
	minimumHeight  = 720
	standardWidth  = 1600
	standardHeight = 900
)

// layout is where the regions of the window are.
type layout struct {
	top, controls, numbers, time, bottom rect
	worlds                               [viewports]rect
}

// newLayout divides a window of so many device pixels among the regions, with so many viewports. Scale
// is the device pixels a pixel of the design.
func newLayout(width, height int, scale float32, panes int) layout {
	w, h := float32(width), float32(height)
	bar, left, right, space := barHeight*scale, controlsWidth*scale, numbersWidth*scale, gap*scale
	if w < narrowWindow*scale {
		right = narrowNumbers * scale
	}
	middle := h - 2*bar
	l := layout{
		top:      rect{0, 0, w, bar},
		bottom:   rect{0, h - bar, w, bar},
		controls: rect{0, bar, left, middle},
		numbers:  rect{w - right + space, bar + space, right - 2*space, middle - 2*space},
	}
	centre := rect{left, bar + space, w - left - right, middle - space}
	worldsHeight := centre.h * worldsShare
	rows := float32((panes + 1) / 2)
	paneW, paneH := (centre.w-space)/2, (worldsHeight-space*(rows-1))/rows
	for i := range panes {
		l.worlds[i] = rect{
			centre.x + float32(i%2)*(paneW+space),
			centre.y + float32(i/2)*(paneH+space), paneW, paneH,
		}
	}
	l.time = rect{centre.x, centre.y + worldsHeight + space, centre.w, centre.h - worldsHeight - 2*space}
	return l
}
