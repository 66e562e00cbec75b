package ui

import (
	"math"
	"strings"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// help is the overlay that tells of all keys, of the mouse, of what shapes and colours mean, and of the
// abbreviations. While it is open it has all input; the session continues below.
type help struct {
	open   bool
	scroll float32 // how far it is moved up
	room   float32 // how far it can be
	tall   float32 // how high all columns were drawn last
}

// Sizes of the overlay in points.
const (
	helpColumn = 440 // the least width of a column
	helpSign   = 92  // left of a description: its key, its shape or its abbreviation
	helpPad    = 20
	helpHead   = 46
)

// toggleHelp opens the overlay, or closes it.
func (a *App) toggleHelp() { a.help = help{open: !a.help.open} }

// update acts on keys and wheel while the overlay is open. It reports whether it is.
func (h *help) update(a *App) bool {
	if inpututil.IsKeyJustPressed(ebiten.KeyF1) {
		a.toggleHelp()
		return true // the key is used up
	}
	if !h.open {
		return false
	}
	text := h.box(a) // where a press does not close it; on a phone, with little room outside, its head does too
	if a.Regions.Phone {
		text = text.Below(helpHead)
	}
	_, wheel := ebiten.Wheel()
	page := (a.Height - 4*picture.BarHeight) * 0.9
	by := -float32(wheel)*60 - a.hand.Scroll
	for key, d := range map[ebiten.Key]float32{ebiten.KeyArrowUp: -8, ebiten.KeyArrowDown: 8} {
		if ebiten.IsKeyPressed(key) {
			by += d
		}
	}
	switch {
	case inpututil.IsKeyJustPressed(ebiten.KeyPageDown), inpututil.IsKeyJustPressed(ebiten.KeySpace):
		by = page
	case inpututil.IsKeyJustPressed(ebiten.KeyPageUp):
		by = -page
	case inpututil.IsKeyJustPressed(ebiten.KeyHome):
		by = -h.scroll
	case inpututil.IsKeyJustPressed(ebiten.KeyEnd):
		by = h.room
	case inpututil.IsKeyJustPressed(ebiten.KeyEscape), inpututil.IsKeyJustPressed(ebiten.KeyH),
		a.hand.Clicked() && !text.Contains(a.hand.Mouse()):
		h.open = false
	}
	h.scroll = min(max(h.scroll+by, 0), h.room)
	return true
}

// box returns where the overlay is: in the middle of the window, as high as what it tells.
func (h *help) box(a *App) panel.Rect {
	w, tall := min(a.Width-24, 3*helpColumn+2*helpPad), a.Height-24
	if h.tall > 0 {
		tall = min(tall, h.tall+(helpHead+helpPad))
	}
	return panel.NewRect((a.Width-w)/2, (a.Height-tall)/2, w, tall)
}

// said is all that the overlay tells, for who does not see it.
func (h *help) said(a *App) string {
	var said strings.Builder
	for _, it := range helpItems(a.Words) {
		said.WriteString(strings.TrimPrefix(it.sign+": "+it.text+".\n", ": "))
	}
	return said.String()
}

// draw draws the overlay over the whole window.
func (h *help) draw(a *App, c *draw.Canvas) {
	if !h.open {
		return
	}
	l := &c.Overlay
	l.Rect(0, 0, a.Width, a.Height, c.Theme.Ground.Fade(0.8))
	box := h.box(a)
	l.Box(box.X, box.Y, box.W, box.H, 6, c.Theme.Panel)
	l.BoxOutline(box.X, box.Y, box.W, box.H, 6, 1, c.Theme.Solid)
	l.Text(box.X+helpPad, box.Y+helpHead/2, a.Words.T("help.title"), draw.Title, c.Theme.Text, draw.Left|draw.Middle)
	l.Text(box.X+box.W-helpPad, box.Y+helpHead/2, a.Words.T("help.close"), draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
	in := panel.NewRect(box.X+helpPad, box.Y+helpHead, box.W-2*helpPad, box.H-(helpHead+helpPad-1))
	columns := h.flow(l, in)
	l.Clip(in.X-4, in.Y, in.W+8, in.H)
	h.tall = 0
	for i, column := range columns {
		y := in.Y - h.scroll
		for _, it := range column {
			it.draw(l, in.X+float32(i)*(in.W/float32(len(columns))), y)
			y += it.height
		}
		h.tall = max(h.tall, y+h.scroll-in.Y)
	}
	l.Unclip()
	h.room = max(h.tall-in.H, 0)
	if h.scroll = min(h.scroll, h.room); h.room > 0 {
		bar := in.H * in.H / h.tall
		l.Box(box.X+box.W-10, in.Y+(in.H-bar)*h.scroll/h.room, 4, bar, 2, c.Theme.Solid)
	}
}

// flow lays all items out in as many columns as there is room for, about equally high. A heading stays
// with what follows it.
func (h *help) flow(l *draw.Layer, in panel.Rect) [][]helpItem {
	n := max(int(math.Floor(float64(in.W/helpColumn+0.05))), 1)
	width := in.W/float32(n) - 18
	items := helpItems(l.Words)
	total := float32(0)
	for i := range items {
		items[i].measure(l.Fonts(), width)
		total += items[i].height
	}
	columns := make([][]helpItem, n)
	at, height := 0, float32(0)
	for i, it := range items {
		full := height+it.height/2 > total/float32(n) || it.heading && i+1 < len(items) && height+it.height+items[i+1].height > total/float32(n)
		if full && at < n-1 && height > 0 {
			at, height = at+1, 0
		}
		columns[at] = append(columns[at], it)
		height += it.height
	}
	return columns
}
