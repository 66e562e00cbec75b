package widgets

import (
	"image/color"
	"testing"

	"driftlab/internal/palette"
)

// TestTheControlsStandOffTheirGroundByWCAGAA holds for each pair of colours that the pictures of the
// controls are made from: text 4.5 : 1, and what one has to see to know of a control, or of its state,
// 3 : 1.
func TestTheControlsStandOffTheirGroundByWCAGAA(t *testing.T) {
	for name, p := range map[string]*palette.Theme{"dark": palette.Dark(), "light": palette.Light()} {
		th := &Theme{palette: p}
		for _, pair := range []struct {
			what     string
			over, on color.Color
			least    float64
		}{
			{"label", p.Text, p.Panel, 4.5},
			{"value", p.TextDim, p.Panel, 4.5},
			{"button", p.Text, th.shade(0.11), 4.5},
			{"button under the mouse", p.Text, th.shade(0.18), 4.5},
			{"button held down", p.Text, th.shade(0.06), 4.5},
			{"toggle that is on", p.OnChosen, p.Chosen, 4.5},
			{"entry of a list", p.Text, th.shade(0.05), 4.5},
			{"entry of a list with the keyboard", p.Text, th.shade(0.16), 4.5},
			{"chosen entry", p.OnChosen, p.Chosen, 4.5},
			{"typed text", p.Text, th.shade(0.03), 4.5},
			{"hint of a field", p.TextDim, th.shade(0.03), 4.5},
			{"tooltip", p.Text, th.shade(0.05), 4.5},
			{"knob of a switch that is on", p.Panel, th.shade(0.85), 3},
			{"chosen on the panel", p.Chosen, p.Panel, 3},
			{"knob", th.shade(0.85), p.Panel, 3},
			{"edge of a field, filled track", th.shade(edgeShade), p.Panel, 3},
			{"arrow of a dropdown", p.TextDim, th.shade(0.18), 3},
			{"focus ring", p.Text, p.Panel, 3},
			{"focus ring on the ground", p.Text, p.Ground, 3},
			{"scroll bar", th.shade(barShade), p.Panel, 3},
		} {
			if c := palette.Contrast(opaque(pair.over), opaque(pair.on)); c < pair.least {
				t.Errorf("%s: %s: %.2f : 1, want %v", name, pair.what, c, pair.least)
			}
		}
	}
}

func opaque(c color.Color) palette.Color {
	r, g, b, _ := c.RGBA()
	return palette.Hex(r>>8<<16 | g>>8<<8 | b>>8)
}
