package palette

import (
	"math"
	"testing"
)

// themes runs a test with each theme.
func themes(t *testing.T, test func(t *testing.T, th *Theme)) {
	for name, th := range map[string]*Theme{"dark": Dark(), "light": Light()} {
		t.Run(name, func(t *testing.T) { test(t, th) })
	}
}

// grounds are what text and shapes stand on.
func (t *Theme) grounds() map[string]Color {
	return map[string]Color{"Ground": t.Ground, "Panel": t.Panel}
}

func TestAllTextStandsOffItsGroundByWCAGAA(t *testing.T) {
	t.Parallel()
	themes(t, func(t *testing.T, th *Theme) {
		on := th.grounds()
		on["PanelEdge"] = th.PanelEdge // tooltips
		for name, text := range map[string]Color{
			"Text": th.Text, "TextDim": th.TextDim, "Truth": th.Truth, "ErrorText": th.ErrorText, "DilationText": th.DilationText, "CorrectionText": th.CorrectionText, "InSyncText": th.InSyncText,
			"ServerText": th.ServerText, "PredictedText": th.PredictedText,
		} {
			for where, ground := range on {
				if c := Contrast(text, ground); c < 4.5 {
					t.Errorf("%s on %s: %.2f : 1", name, where, c)
				}
			}
		}
		if c := Contrast(th.OnChosen, th.Chosen); c < 4.5 {
			t.Errorf("OnChosen on Chosen: %.2f : 1", c)
		}
	})
}

func TestAllShapesStandOffTheirGroundByWCAGAA(t *testing.T) {
	t.Parallel()
	themes(t, func(t *testing.T, th *Theme) {
		shapes := map[string]Color{
			"Solid": th.Solid, "Accent": th.Accent, "Chosen": th.Chosen, "Truth": th.Truth, "ServerTime": th.ServerTime,
			"PredictedTime": th.PredictedTime, "Error": th.Error, "InSync": th.InSync, "SkyBlue": th.SkyBlue, "Orange": th.Orange,
			"BluishGreen": th.BluishGreen, "Vermillion": th.Vermillion, "ReddishPurple": th.ReddishPurple, "Yellow": th.Yellow,
		}
		for i, c := range th.clocks {
			shapes[clocks[i].name] = c
		}
		for i := range th.clients {
			shapes["client "+string(rune('0'+i))] = th.Machine(i + 1).Color
		}
		for name, shape := range shapes {
			for where, ground := range th.grounds() {
				if c := Contrast(shape, ground); c < 3 {
					t.Errorf("%s on %s: %.2f : 1", name, where, c)
				}
			}
		}
	})
}

// TestWhoIsInAWorldStandsOffItsSkyByWCAGAA holds that nothing behind figures is lighter than the night's near hills or
// darker than the day's.
func TestWhoIsInAWorldStandsOffItsSkyByWCAGAA(t *testing.T) {
	t.Parallel()
	themes(t, func(t *testing.T, th *Theme) {
		behind := map[string]Color{"SkyTop": th.SkyTop, "SkyMiddle": th.SkyMiddle, "SkyHorizon": th.SkyHorizon,
			"HillFar": th.HillFar, "HillNear": th.HillNear}
		shapes := map[string]Color{"Truth": th.Truth, "Error": th.Error, "Dilation": th.Dilation, "Correction": th.Correction, "ServerTime": th.ServerTime, "PredictedTime": th.PredictedTime,
			"Robot": th.Robot}
		for i := range 7 {
			shapes["machine "+string(rune('0'+i))] = th.Machine(i).Color
		}
		texts := map[string]Color{"Text": th.Text, "TextDim": th.TextDim, "Truth": th.Truth, "ErrorText": th.ErrorText, "InSyncText": th.InSyncText,
			"DilationText": th.DilationText, "CorrectionText": th.CorrectionText, "ServerText": th.ServerText}
		for where, ground := range behind {
			for name, shape := range shapes {
				if c := Contrast(shape, ground); c < 3 {
					t.Errorf("%s on %s: %.2f : 1", name, where, c)
				}
			}
			for name, text := range texts {
				if c := Contrast(text, ground); c < 4.5 {
					t.Errorf("%s on %s: %.2f : 1", name, where, c)
				}
			}
		}
		if c := Contrast(th.Ink, th.Earth); c < 1.5 {
			t.Errorf("Ink on Earth: %.2f : 1", c)
		}
	})
}

func TestAThemesColoursDifferFromTheOthers(t *testing.T) {
	t.Parallel()
	dark, light := Dark(), Light()
	if dark.Text == light.Text || dark.clocks[0] == light.clocks[0] || dark.Machine(1) == light.Machine(1) || light.ServerTime != light.SkyBlue {
		t.Error("the light theme has the dark one's colours")
	}
	if dark.Machine(1).Shape != light.Machine(1).Shape {
		t.Error("a theme changes shapes")
	}
}

// TestContrastIsWCAGs compares with figures of WebAIM's contrast checker.
func TestContrastIsWCAGs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b uint32
		want float64
	}{{0x000000, 0xFFFFFF, 21}, {0x777777, 0xFFFFFF, 4.48}, {0xFFFFFF, 0x0000FF, 8.59}, {0x123456, 0x123456, 1}} {
		if got := Contrast(Hex(c.a), Hex(c.b)); math.Abs(got-c.want) > 0.01 {
			t.Errorf("%06X on %06X: %.2f, want %v", c.a, c.b, got, c.want)
		}
	}
}

type matrix [3][3]float64

func (m matrix) of(v [3]float64) (out [3]float64) {
	for i := range m {
		out[i] = m[i][0]*v[0] + m[i][1]*v[1] + m[i][2]*v[2]
	}
	return out
}

// vision has matrices for full dichromacy by Machado, Oliveira and Fernandes, 2009, on linear light.
var vision = map[string]matrix{
	"all colours": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"no red":      {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"no green":    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"no blue":     {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// The causes of a gap stand side by side: they stay apart for those who see no red, no green or no blue.
func TestTheCausesOfAGapStayApartForTheColourBlind(t *testing.T) {
	t.Parallel()
	themes(t, func(t *testing.T, th *Theme) {
		causes := map[string]Color{"Error": th.Error, "ServerTime": th.ServerTime, "Dilation": th.Dilation, "Correction": th.Correction}
		for kind, m := range vision {
			seen := func(c Color) (out [3]float64) {
				for i, l := range m.of([3]float64{linear(c.R), linear(c.G), linear(c.B)}) {
					out[i] = math.Cbrt(max(l, 0)) // about as light is seen
				}
				return out
			}
			for a, ca := range causes {
				for b, cb := range causes {
					x, y := seen(ca), seen(cb)
					if d := math.Hypot(math.Hypot(x[0]-y[0], x[1]-y[1]), x[2]-y[2]); a < b && d < 0.09 {
						t.Errorf("%s: %s and %s are %.2f apart", kind, a, b, d)
					}
				}
			}
		}
	})
}
