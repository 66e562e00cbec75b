package draw

import (
	"image"
	"image/draw"

	"github.com/hajimehoshi/ebiten/v2"
)

// The size of an atlas at first, up to scale 2, and more above: no side of a picture may have more than some thousand
// pixels. It grows in height.
const (
	atlasWidth  = 1024
	atlasHeight = 256
)

// An atlas is a picture in which glyphs are laid out in rows, in white.
type atlas struct {
	picture       *ebiten.Image // nil while it is empty
	width, height int
	x, y          int // where the next glyph goes
	row           int // the height of the row
}

// add copies a glyph of the given size from mask at the point at, and returns its place.
func (a *atlas) add(size image.Point, mask image.Image, at image.Point) image.Rectangle {
	if size.X <= 0 || size.Y <= 0 {
		return image.Rectangle{}
	}
	if a.x+size.X > a.width {
		a.x, a.y, a.row = 0, a.y+a.row+1, 0
	}
	place := image.Rectangle{Max: size}.Add(image.Pt(a.x, a.y))
	a.grow(place.Max.Y)
	white := image.NewRGBA(image.Rectangle{Max: size})
	draw.DrawMask(white, white.Rect, image.White, image.Point{}, mask, at, draw.Over)
	a.picture.SubImage(place).(*ebiten.Image).WritePixels(white.Pix)
	a.x += size.X + 1
	a.row = max(a.row, size.Y)
	return place
}

// grow makes the picture at least height tall. All glyphs keep their places.
func (a *atlas) grow(height int) {
	before := a.picture
	if before != nil && a.height >= height {
		return
	}
	for a.height < height {
		a.height *= 2
	}
	a.picture = ebiten.NewImage(a.width, a.height)
	if before != nil {
		a.picture.DrawImage(before, &ebiten.DrawImageOptions{Blend: ebiten.BlendCopy})
		before.Deallocate()
	}
}
