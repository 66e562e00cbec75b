package widgets

import (
	"image/color"
	"math"

	"github.com/ebitenui/ebitenui/image"
	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
)

// art has the pictures of ebitenui's widgets, drawn once at the theme's scale.
type art struct {
	button, toggle, flat      *widget.ButtonImage
	dropdown, bare, knob, bar *widget.ButtonImage
	pill                      *widget.CheckboxImage
	shut, unfolded            *ebiten.Image // of what opens
	track, fill               *widget.ProgressBarImage
	frame, popup              *widget.ScrollContainerImage
	tip, panel, plain, ring   *image.NineSlice
	field, rule               *image.NineSlice
}

func newArt(t *Theme) art {
	p := t.palette
	px := func(v float64) float64 { return float64(t.Px(v)) }
	thin := max(px(1), 1)
	plain := func(c color.Color, r float64) *image.NineSlice { return plate(px(r), 0, nil, c) }
	edged := func(c, edge color.Color) *image.NineSlice { return plate(px(corner), thin, edge, c) }
	pill := func(fill, knob color.Color, on float64) *image.NineSlice {
		return image.NewFixedNineSlice(t.pill(fill, knob, on))
	}
	// Pictures that keep their height, or their size, need fewer pieces than nine.
	knob := func(c color.Color) *image.NineSlice {
		w, h, reach := px(t.sizes.knobW), px(t.sizes.knobH), px(t.sizes.reach)
		drawn, drop := box(w, h, px(3), 0, nil, c), math.Floor((reach-h)/2)
		return image.NewFixedNineSlice(picture(int(w), int(reach), func(x, y float64) [4]float64 { return drawn(x, y-drop) }))
	}
	rail := func(c color.Color) (whole, start *image.NineSlice) {
		h := t.Px(trackHeight)
		end, w := (h+1)/2, 2*((h+1)/2)+1
		img := picture(w, h, box(float64(w), float64(h), float64(h)/2, 0, nil, c))
		return image.NewNineSlice(img, [3]int{end, 1, end}, [3]int{0, h, 0}),
			image.NewNineSlice(img, [3]int{end, 1, 0}, [3]int{0, h, 0})
	}
	track, _ := rail(t.shade(0.14))
	_, fill := rail(t.shade(edgeShade)) // its other end is under the knob
	popup := edged(t.shade(0.05), t.shade(0.22))
	return art{
		button:   buttonImage(plain(t.shade(0.11), corner), plain(t.shade(0.18), corner), plain(t.shade(0.06), corner)),
		toggle:   buttonImage(plain(t.shade(0.11), corner), plain(t.shade(0.18), corner), plain(p.Chosen, corner)),
		flat:     buttonImage(plain(color.RGBA{}, corner), plain(t.shade(0.08), corner), plain(t.shade(0.05), corner)),
		dropdown: buttonImage(t.dropBox(t.shade(0.11)), t.dropBox(t.shade(0.18)), t.dropBox(t.shade(0.06))),
		bare:     buttonImage(t.dropBox(color.RGBA{}), t.dropBox(t.shade(0.11)), t.dropBox(t.shade(0.06))),
		knob:     buttonImage(knob(t.shade(0.85)), knob(p.Text), knob(p.Text)),
		bar:      buttonImage(plain(t.shade(barShade), 3), plain(t.shade(barShade+0.15), 3), plain(t.shade(barShade+0.15), 3)),
		shut:     t.chevron(point{0.38, 0.2}, point{0.62, 0.5}, point{0.38, 0.8}),
		unfolded: t.chevron(point{0.2, 0.38}, point{0.5, 0.62}, point{0.8, 0.38}),
		pill: &widget.CheckboxImage{
			Unchecked:        pill(nil, t.shade(edgeShade+0.1), 0),
			UncheckedHovered: pill(t.shade(0.1), t.shade(edgeShade+0.25), 0),
			Checked:          pill(t.shade(0.85), p.Panel, 1),
			CheckedHovered:   pill(p.Text, p.Panel, 1),
		},
		rule:  image.NewNineSliceColor(t.shade(0.11)),
		track: &widget.ProgressBarImage{Idle: track},
		fill:  &widget.ProgressBarImage{Idle: fill},
		frame: &widget.ScrollContainerImage{Idle: image.NewNineSliceColor(nil), Mask: image.NewNineSliceColor(color.White)},
		popup: &widget.ScrollContainerImage{Idle: popup, Mask: image.NewNineSliceColor(color.White)},
		tip:   popup,
		panel: edged(p.Panel, p.PanelEdge),
		plain: plain(p.Panel, 6),
		field: edged(t.shade(0.03), t.shade(edgeShade)),
		ring:  plate(px(corner+focusReach), px(2), p.Text, nil),
	}
}

func buttonImage(idle, hover, pressed *image.NineSlice) *widget.ButtonImage {
	return &widget.ButtonImage{Idle: idle, Hover: hover, Pressed: pressed}
}

// shade returns a grey between the panel's colour (0) and the text's (1).
func (t *Theme) shade(f float64) color.Color { return mix(t.palette.Panel, t.palette.Text, f) }

// edgeShade is the shade of an edge that makes a control visible: its contrast with the panel is at least
// 3 : 1.
const edgeShade = 0.48

// barShade is the shade of a scroll bar's handle.
const barShade = 0.5

// mix returns the opaque colour at f between a (0) and b (1).
func mix(a, b color.Color, f float64) color.Color {
	ar, ag, ab, _ := a.RGBA()
	br, bg, bb, _ := b.RGBA()
	at := func(a, b uint32) uint8 { return uint8(math.Round((float64(a) + (float64(b)-float64(a))*f) / 257)) }
	return color.RGBA{at(ar, br), at(ag, bg), at(ab, bb), 0xff}
}

// plate returns a box with corners of radius r that can be drawn at any size. Without an edge colour
// it has no edge, without a fill it is a frame.
func plate(r, width float64, edge, fill color.Color) *image.NineSlice {
	border := int(math.Ceil(max(r, width)))
	size := 2*border + 1
	return image.NewNineSliceBorder(picture(size, size, box(float64(size), float64(size), r, width, edge, fill)), border)
}

// pill returns the picture of a switch in the middle of a row: off is a knob at the left end (0) of an outline, on a knob at the right end (1) of
// a filled pill.
func (t *Theme) pill(fill, knob color.Color, on float64) *ebiten.Image {
	px := func(v float64) float64 { return float64(t.Px(v)) }
	w, h, line := px(pillWidth), px(pillHeight), px(t.sizes.line)
	shape, drop, r := box(w, h, h/2, max(px(1), 1), t.shade(edgeShade), fill), math.Floor((line-h)/2), h*0.34
	x := h/2 + on*(w-h)
	dot := stroke(r, knob, point{x, drop + h/2}, point{x + 0.01, drop + h/2})
	return picture(int(w), int(line), func(x, y float64) [4]float64 { return shape(x, y-drop) }, dot)
}

// chevron returns a picture of a line through points of a square from (0, 0), top left, to (1, 1).
func (t *Theme) chevron(points ...point) *ebiten.Image {
	size := float64(t.Px(arrowSize))
	for i := range points {
		points[i] = point{points[i].x * size, points[i].y * size}
	}
	return picture(int(size), int(size), stroke(size*0.085, t.palette.TextDim, points...))
}

// dropBox returns a dropdown's box for any width, with an arrow at its right end.
func (t *Theme) dropBox(fill color.Color) *image.NineSlice {
	left, end, h := t.Px(corner), t.Px(arrowSize+2*gap), t.Px(t.sizes.box)
	w := left + 1 + end
	x, y, s := float64(w-t.Px(gap+arrowSize/2)), float64(h)/2, float64(t.Px(arrowSize))
	arrow := stroke(s*0.085, t.palette.TextDim, point{x - 0.34*s, y - 0.17*s}, point{x, y + 0.17*s}, point{x + 0.34*s, y - 0.17*s})
	img := picture(w, h, box(float64(w), float64(h), float64(left), 0, nil, fill), arrow)
	return image.NewNineSlice(img, [3]int{left, 1, end}, [3]int{0, h, 0})
}

// A layer of a picture gives the premultiplied colour at a point, each part in 0..1.
type layer func(x, y float64) [4]float64

type point struct{ x, y float64 }

// picture draws layers on top of each other.
func picture(w, h int, layers ...layer) *ebiten.Image { return written(w, h, pixels(w, h, layers...)) }

// written returns an image of pixels.
func written(w, h int, pix []byte) *ebiten.Image {
	img := ebiten.NewImage(w, h)
	img.WritePixels(pix)
	return img
}

// pixels draws layers on top of each other, in rows of four bytes a pixel.
func pixels(w, h int, layers ...layer) []byte {
	pix := make([]byte, 0, 4*w*h)
	for y := range h {
		for x := range w {
			var sum [4]float64
			for _, l := range layers {
				c := l(float64(x)+0.5, float64(y)+0.5)
				for i := range sum {
					sum[i] = c[i] + sum[i]*(1-c[3])
				}
			}
			for _, v := range sum {
				pix = append(pix, byte(math.Round(v*255)))
			}
		}
	}
	return pix
}

// box is a rounded box that fills a picture of w × h, with an edge inside it if that has a colour.
func box(w, h, r, width float64, edge, fill color.Color) layer {
	return func(x, y float64) [4]float64 {
		qx, qy := math.Abs(x-w/2)-w/2+r, math.Abs(y-h/2)-h/2+r
		d := math.Hypot(max(qx, 0), max(qy, 0)) + min(max(qx, qy), 0) - r
		switch {
		case edge == nil:
			return cover(fill, d)
		case fill == nil:
			return cover(edge, max(d, -d-width))
		}
		out, in := cover(edge, d), cover(fill, d+width)
		for i := range out {
			out[i] = in[i] + out[i]*(1-in[3])
		}
		return out
	}
}

// stroke is a line of half width hw through points.
func stroke(hw float64, c color.Color, points ...point) layer {
	return func(x, y float64) [4]float64 {
		d := math.Inf(1)
		for i := 1; i < len(points); i++ {
			a, b := points[i-1], points[i]
			ux, uy := b.x-a.x, b.y-a.y
			f := min(max(((x-a.x)*ux+(y-a.y)*uy)/(ux*ux+uy*uy), 0), 1)
			d = min(d, math.Hypot(x-a.x-f*ux, y-a.y-f*uy))
		}
		return cover(c, d-hw)
	}
}

// cover returns a premultiplied colour, anti-aliased by the distance d to its shape.
func cover(c color.Color, d float64) [4]float64 {
	r, g, b, a := c.RGBA()
	f := min(max(0.5-d, 0), 1) / 0xffff
	return [4]float64{float64(r) * f, float64(g) * f, float64(b) * f, float64(a) * f}
}
