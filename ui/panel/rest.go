package panel

import (
	"image"
	"slices"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/ui/draw"
	"driftlab/ui/layout"
)

// A Rest saves work on slow machines: a panel that nobody points at is drawn only in one of several frames, and in between a
// kept picture of it is shown. Panels take turns. With the zero Rest, or nil, all panels are drawn in each frame.
type Rest struct {
	every         int
	frame         int
	scale         float64 // pixels a point
	x, y          float32 // of the pointer
	canvas        *draw.Canvas
	kept          *ebiten.Image // as large as what is drawn on
	shown, before []place       // in this frame, and in the one before
}

// place is the place of a panel, and which of the panels that may be there it is.
type place struct {
	at    image.Rectangle
	which int
}

// Begin begins a frame of a size in points. A panel is redrawn in one of every frames; c is what it is
// drawn on otherwise.
func (r *Rest) Begin(every int, window Rect, pointer *Pointer, c *draw.Canvas) {
	r.every, r.scale, r.x, r.y = every, c.Fonts().Scale(), pointer.X, pointer.Y
	r.frame++
	r.shown, r.before = r.before[:0], r.shown
	if every <= 1 {
		return
	}
	size := window.Pixels(r.scale)
	if r.kept == nil || r.kept.Bounds() != size {
		if r.kept != nil {
			r.kept.Deallocate()
		}
		r.kept, r.before = ebiten.NewImage(size.Dx(), size.Dy()), r.before[:0]
	}
	if o := r.canvas; o == nil || o.Fonts() != c.Fonts() || o.Theme != c.Theme || o.Words != c.Words {
		r.canvas, r.before = draw.NewCanvas(c.Fonts(), c.Theme, c.Words), r.before[:0]
	}
	r.canvas.Reset()
}

// Draw draws a panel at its place: on c, or if the panel rests, on the kept picture when it is its turn.
func (r *Rest) Draw(c *draw.Canvas, which int, at Rect, panel func(c *draw.Canvas)) {
	if r == nil || r.every <= 1 || at.W <= 0 || at.Contains(r.x, r.y) {
		panel(c)
		return
	}
	p := place{at.Pixels(r.scale).Inset(-1), which} // with its soft edges
	turn := (r.frame+len(r.shown))%r.every == 0
	r.shown = append(r.shown, p)
	if !turn && slices.Contains(r.before, p) {
		return
	}
	r.kept.SubImage(p.at).(*ebiten.Image).Clear()
	in := layout.OfPixels(p.at, r.scale)
	r.canvas.Bound(in.X, in.Y, in.W, in.H)
	panel(r.canvas)
	r.canvas.Unbound()
}

// Flush draws the resting panels, and returns the number of draw calls.
func (r *Rest) Flush(screen *ebiten.Image) (calls int) {
	if len(r.shown) == 0 {
		return 0
	}
	calls = r.canvas.Flush(r.kept)
	for _, p := range r.shown {
		o := &ebiten.DrawImageOptions{}
		o.GeoM.Translate(float64(p.at.Min.X), float64(p.at.Min.Y))
		screen.DrawImage(r.kept.SubImage(p.at).(*ebiten.Image), o)
		calls++
	}
	return calls
}
