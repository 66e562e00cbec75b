package assets

import (
	"image"
	"image/color"
	"testing"
)

func TestTheIconIsAFigureAndItsOutlineInEverySize(t *testing.T) {
	for _, size := range IconSizes[:7] { // larger ones take long, and have no other parts
		for _, light := range []bool{false, true} {
			img := Icon(size, light)
			if img.Bounds() != image.Rect(0, 0, size, size) {
				t.Fatalf("%d pixels: %v", size, img.Bounds())
			}
			at := func(x, y float64) color.NRGBA { return img.NRGBAAt(int(x*float64(size)), int(y*float64(size))) }
			if a := at(0, 0).A; a > 100 {
				t.Errorf("%d pixels: the corner has an opacity of %d", size, a)
			}
			if c := at(bodyX, bodyY+0.15); c != pink {
				t.Errorf("%d pixels: the body is %v", size, c)
			}
			outline := at(bodyX+apartX-body, bodyY+apartY)
			if bright := int(outline.R) > 140; bright == light || outline.A != 255 {
				t.Errorf("%d pixels, light %v: the outline is %v", size, light, outline)
			}
		}
	}
}
