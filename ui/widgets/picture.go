package widgets

import (
	"image"

	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
)

// Picture returns a picture that is so many pixels wide, in points.
func (t *Theme) Picture(img image.Image, width float64) *widget.Graphic {
	whole := ebiten.NewImageFromImage(img)
	w := t.Px(width)
	h := w * img.Bounds().Dy() / img.Bounds().Dx()
	scaled := ebiten.NewImage(w, h)
	op := &ebiten.DrawImageOptions{Filter: ebiten.FilterLinear}
	op.GeoM.Scale(float64(w)/float64(img.Bounds().Dx()), float64(h)/float64(img.Bounds().Dy()))
	scaled.DrawImage(whole, op)
	whole.Deallocate()
	return widget.NewGraphic(widget.GraphicOpts.Image(scaled))
}
