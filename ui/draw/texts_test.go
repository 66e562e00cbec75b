package draw

import (
	"testing"

	"driftlab/internal/palette"
)

func TestACanvasThatListensKeepsWhatIsWrittenWithItsPlaceAndColour(t *testing.T) {
	c := NewCanvas(fontsFor(t, 1), nil, nil)
	ink, other := palette.Hex(0x102030), palette.Hex(0x405060)
	frame := func() {
		c.Reset()
		c.Overlay.Text(5, 5, "above", Small, other, 0)
		c.Clip(0, 0, 100, 50)
		w := c.TextBytes(150, 40, []byte("−12 ms"), Body, ink, Right|Baseline)
		c.Text(10, 10, "  ", Body, ink, 0)
		c.Unclip()
		all := c.Texts()
		if len(all) != 2 || all[0].Said != "−12 ms" || all[0].Color != ink || all[1].Said != "above" || all[1].Color != other {
			t.Fatalf("it keeps %+v", all)
		}
		if at := all[0]; at.X1 < 149 || at.X1 > 151 || at.X0 < at.X1-w-1 || at.Y0 > 32 || at.Y0 < 25 || at.Y1 < 41 || at.Y1 > 46 {
			t.Errorf("it lies in %+v, and is %v wide", at, w)
		}
		if !all[0].Clipped || all[0].Seen != [4]float32{0, 0, 100, 50} || all[1].Clipped {
			t.Errorf("clipped are %+v", all)
		}
	}
	c.Listen()
	frame()
	frame()
}
