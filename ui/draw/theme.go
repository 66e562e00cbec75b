package draw

import "math"

// A Theme is one set of all colours.
type Theme uint8

// The themes.
const (
	Dark Theme = iota
	Light
)

func init() { Use(Dark) } // the variables of the palette are never without colours

// Use makes a theme's colours those of the palette from now on. What was mixed from them before, as
// the widgets' pictures are, has to be made anew. It must not be called while something is drawn.
func Use(t Theme) {
	if t == Light {
		useLight()
	} else {
		useDark()
	}
	ServerTime, PredictedTime, Error, InSync = SkyBlue, Orange, Vermillion, BluishGreen
	ErrorText, InSyncText = Error.Mix(Truth, 0.35), InSync.Mix(Truth, 0.35)
}

func useDark() {
	Ground, Panel, PanelEdge, Grid = Hex(0x14171C), Hex(0x1B1F26), Hex(0x2B313B), Hex(0x262C35)
	Solid, Text, TextDim = Hex(0x667389), Hex(0xE4E8EE), Hex(0x9AA4B2)
	Accent, Chosen, OnChosen = Hex(0x4A90D9), Hex(0x3573BC), Hex(0xFFFFFF)
	SkyBlue, Orange, BluishGreen = Hex(0x56B4E9), Hex(0xE69F00), Hex(0x009E73)
	Vermillion, ReddishPurple = Hex(0xD55E00), Hex(0xCC79A7)
	Yellow, Blue = Hex(0xF0E442), Hex(0x0072B2)
	Truth = Hex(0xFFFFFF)
	style([3]Color{
		Hex(0xA9B4C2),
		Hex(0x3D94DA), // Blue, lightened: a thin line of it would sink into Ground
		Hex(0xD9C7A3),
	}, Hex(0x6C97F5))
}

func useLight() {
	Ground, Panel, PanelEdge, Grid = Hex(0xF3F5F8), Hex(0xFFFFFF), Hex(0xDDE2E9), Hex(0xE3E7ED)
	Solid, Text, TextDim = Hex(0x7A8696), Hex(0x1B2027), Hex(0x4B5664)
	Accent, Chosen, OnChosen = Hex(0x1F66B5), Hex(0x1F66B5), Hex(0xFFFFFF)
	SkyBlue, Orange, BluishGreen = Hex(0x2A86C0), Hex(0xA86F00), Hex(0x00805C)
	Vermillion, ReddishPurple = Hex(0xC24E00), Hex(0xB0508A)
	Yellow, Blue = Hex(0x857A00), Hex(0x00507F)
	Truth = Hex(0x000000)
	style([3]Color{Hex(0x5C6776), Hex(0x1C5FA0), Hex(0x8A6F3C)}, Hex(0x3F63D6))
}

// style gives algorithms and clients their colours: the palette's, and some that it does not have.
func style(algorithm [3]Color, client Color) {
	algorithms = [9]LineStyle{
		{ReddishPurple, Dash{}},
		{Yellow, Dash{9, 5, 9, 5}},
		{SkyBlue, Dash{1, 4, 1, 4}},
		{Orange, Dash{12, 4, 1, 4}},
		{BluishGreen, Dash{18, 5, 18, 5}},
		{Vermillion, Dash{5, 4, 5, 4}},
		{algorithm[0], Dash{1, 7, 1, 7}},
		{algorithm[1], Dash{14, 4, 5, 4}},
		{algorithm[2], Dash{22, 4, 1, 4}},
	}
	// The colours that stand for time come last.
	clientColors = [numShapes]Color{ReddishPurple, Yellow, client, BluishGreen, SkyBlue, Orange}
}

// Contrast returns how far two opaque colours stand off each other, 1 to 21 (WCAG 2.2, "contrast
// ratio"). Text needs 4.5, a shape 3 (level AA).
func Contrast(a, b Color) float64 {
	l, k := a.luminance(), b.luminance()
	return (max(l, k) + 0.05) / (min(l, k) + 0.05)
}

// luminance is WCAG's relative luminance, 0 to 1.
func (c Color) luminance() float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// linear undoes the transfer function of sRGB (IEC 61966-2-1).
func linear(v float32) float64 {
	if v <= 0.04045 {
		return float64(v) / 12.92
	}
	return math.Pow((float64(v)+0.055)/1.055, 2.4)
}
