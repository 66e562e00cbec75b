package uitest

import (
	"image"
	"image/color"

	"driftlab/internal/palette"
)

// Paint returns how many pixels of an area have about a colour.
func Paint(img *image.RGBA, area image.Rectangle, want color.RGBA) (n int) {
	area = area.Intersect(img.Rect)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if Apart(img.RGBAAt(x, y), want) < 12 {
				n++
			}
		}
	}
	return n
}

// Complete reports whether a picture has all of a window's regions, painted as panels and written in.
func Complete(img *image.RGBA, theme *palette.Theme, regions ...image.Rectangle) bool {
	for _, r := range regions {
		if Paint(img, r, BytesOf(theme.Panel)) < r.Dx()*r.Dy()/3 || Paint(img, r, BytesOf(theme.Text)) < 20 {
			return false
		}
	}
	return true
}
