package assets

import (
	"image"
	"image/color"
	"math"
)

// IconSizes are the widths in pixels in which systems ask for an icon, the smallest first.
var IconSizes = []int{16, 24, 32, 48, 64, 128, 256, 512, 1024}

// What the icon is made of, in units of its width, from the top left.
const (
	corner    = 0.22 // radius of the plate's corners
	bodyX     = 0.57
	bodyY     = 0.47
	body      = 0.245 // radius
	legX      = 0.105 // of each leg from the body's middle
	legEnd    = 0.86
	leg       = 0.055 // half of a leg's width
	eyeX      = 0.088
	eyeY      = 0.44
	eye       = 0.068
	pupil     = 0.032
	apartX    = -0.16 // of the outline from the figure
	apartY    = -0.03
	line      = 0.042 // the outline's width
	smallLine = 0.07  // where the icon has few pixels
	small     = 40    // pixels
)

var (
	pink  = color.NRGBA{0xcc, 0x79, 0xa7, 0xff} // of client 1 (palette)
	shade = color.NRGBA{0x9c, 0x56, 0x7d, 0xff} // of its legs
	night = color.NRGBA{0x16, 0x20, 0x30, 0xff}
	day   = color.NRGBA{0xdc, 0xe6, 0xf2, 0xff}
	white = color.NRGBA{0xff, 0xff, 0xff, 0xff}
	ink   = color.NRGBA{0x10, 0x14, 0x1c, 0xff}
)

// Icon draws the program's icon, size pixels wide and high, for a dark surface or a light one: a player's figure, and a little apart
// from it the outline of where the host has it.
func Icon(size int, light bool) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	plate, outline, width := night, white, line
	if light {
		plate, outline = day, ink
	}
	if size < small {
		width = smallLine
	}
	for py := range size {
		for px := range size {
			x, y := (float64(px)+0.5)/float64(size), (float64(py)+0.5)/float64(size)
			cover := func(distance float64) float64 { return min(max(0.5-distance*float64(size), 0), 1) }
			dx, dy := math.Abs(x-0.5)-(0.5-corner), math.Abs(y-0.5)-(0.5-corner)
			c := layer(color.NRGBA{R: plate.R, G: plate.G, B: plate.B}, plate, cover(math.Hypot(max(dx, 0), max(dy, 0))+min(max(dx, dy), 0)-corner))
			c = layer(c, outline, cover(math.Abs(figure(x-apartX, y-apartY))-width/2))
			c = layer(c, ink, cover(figure(x, y)-width/3))
			c = layer(c, shade, cover(legs(x, y)))
			c = layer(c, pink, cover(round(x, y, bodyX, bodyY, body)))
			for _, side := range []float64{-1, 1} {
				c = layer(c, white, cover(round(x, y, bodyX-0.03+side*eyeX, eyeY, eye)))
				c = layer(c, ink, cover(round(x, y, bodyX-0.05+side*eyeX, eyeY, pupil)))
			}
			img.SetNRGBA(px, py, c)
		}
	}
	return img
}

// Icons draws the sizes that a window's icon may be asked for, for a dark surface.
func Icons() []image.Image {
	var all []image.Image
	for _, size := range IconSizes[:6] {
		all = append(all, Icon(size, false))
	}
	return all
}

// layer lays a colour over another, as much of it as it covers, 0 to 1.
func layer(under, over color.NRGBA, cover float64) color.NRGBA {
	if cover == 0 {
		return under
	}
	a := cover + float64(under.A)/255*(1-cover)
	mix := func(u, o uint8) uint8 {
		return uint8(math.Round((float64(o)*cover + float64(u)*float64(under.A)/255*(1-cover)) / a))
	}
	return color.NRGBA{mix(under.R, over.R), mix(under.G, over.G), mix(under.B, over.B), uint8(math.Round(255 * a))}
}

// The following return how far a place is outside of a shape, negative inside of it, in widths of the icon.

func figure(x, y float64) float64 { return min(round(x, y, bodyX, bodyY, body), legs(x, y)) }

func legs(x, y float64) float64 {
	down := min(max(y, bodyY), legEnd-leg)
	return min(round(x, y, bodyX-legX, down, leg), round(x, y, bodyX+legX, down, leg))
}

func round(x, y, midX, midY, radius float64) float64 { return math.Hypot(x-midX, y-midY) - radius }
