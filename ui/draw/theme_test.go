package draw

import (
	"math"
	"testing"
)

// themes runs a test in each theme.
func themes(t *testing.T, test func(t *testing.T)) {
	defer Use(Dark)
	for name, theme := range map[string]Theme{"dark": Dark, "light": Light} {
		Use(theme)
		t.Run(name, test)
	}
}

// grounds are what text and shapes stand on.
func grounds() map[string]Color { return map[string]Color{"Ground": Ground, "Panel": Panel} }

func TestAllTextStandsOffItsGroundByWCAGAA(t *testing.T) {
	themes(t, func(t *testing.T) {
		on := grounds()
		on["PanelEdge"] = PanelEdge // tooltips
		for name, text := range map[string]Color{
			"Text": Text, "TextDim": TextDim, "Truth": Truth, "ErrorText": ErrorText, "InSyncText": InSyncText,
		} {
			for where, ground := range on {
				if c := Contrast(text, ground); c < 4.5 {
					t.Errorf("%s on %s: %.2f : 1", name, where, c)
				}
			}
		}
		if c := Contrast(OnChosen, Chosen); c < 4.5 {
			t.Errorf("OnChosen on Chosen: %.2f : 1", c)
		}
	})
}

func TestAllShapesStandOffTheirGroundByWCAGAA(t *testing.T) {
	themes(t, func(t *testing.T) {
		shapes := map[string]Color{
			"Solid": Solid, "Accent": Accent, "Chosen": Chosen, "Truth": Truth, "ServerTime": ServerTime,
			"PredictedTime": PredictedTime, "Error": Error, "InSync": InSync, "SkyBlue": SkyBlue, "Orange": Orange,
			"BluishGreen": BluishGreen, "Vermillion": Vermillion, "ReddishPurple": ReddishPurple, "Yellow": Yellow, "Blue": Blue,
		}
		for i := range algorithms {
			shapes["algorithm "+string(rune('0'+i))] = Algorithm(i).Color
		}
		for i := range clientColors {
			shapes["client "+string(rune('0'+i))] = Client(i).Color
		}
		for name, shape := range shapes {
			for where, ground := range grounds() {
				if c := Contrast(shape, ground); c < 3 {
					t.Errorf("%s on %s: %.2f : 1", name, where, c)
				}
			}
		}
	})
}

func TestAThemesColoursDifferFromTheOthers(t *testing.T) {
	defer Use(Dark)
	before, algorithm, client := Text, Algorithm(0), Client(0)
	Use(Light)
	if Text == before || Algorithm(0) == algorithm || Client(0) == client || ServerTime != SkyBlue {
		t.Error("the light theme has the dark one's colours")
	}
	if Algorithm(0).Dash != algorithm.Dash || Client(0).Shape != client.Shape {
		t.Error("a theme changes dashes or shapes")
	}
	Use(Dark)
	if Text != before || Algorithm(0) != algorithm || Client(0) != client {
		t.Error("the dark theme does not come back")
	}
}

// TestContrastIsWCAGs compares with figures of WebAIM's contrast checker.
func TestContrastIsWCAGs(t *testing.T) {
	for _, c := range []struct {
		a, b uint32
		want float64
	}{{0x000000, 0xFFFFFF, 21}, {0x777777, 0xFFFFFF, 4.48}, {0xFFFFFF, 0x0000FF, 8.59}, {0x123456, 0x123456, 1}} {
		if got := Contrast(Hex(c.a), Hex(c.b)); math.Abs(got-c.want) > 0.01 {
			t.Errorf("%06X on %06X: %.2f, want %v", c.a, c.b, got, c.want)
		}
	}
}
