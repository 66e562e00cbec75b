package palette

import (
	"math"
	"testing"
)

// rounded is what figures of one decimal may be below, since they are rounded.
const rounded = 0.05

// inOKLab returns the distance of two colours as eyes of a kind see them, in OKLab (Ottosson, 2020), times 100: 2 is just seen side by side.
func inOKLab(eyes matrix, a, b Color) float64 {
	lab := func(c Color) [3]float64 {
		l := eyes.of([3]float64{linear(c.R), linear(c.G), linear(c.B)})
		for i := range l {
			l[i] = min(max(l[i], 0), 1)
		}
		l = matrix{{0.4122214708, 0.5363325363, 0.0514459929}, {0.2119034982, 0.6806995451, 0.1073969566}, {0.0883024619, 0.2817188376, 0.6299787005}}.of(l)
		for i := range l {
			l[i] = math.Cbrt(l[i])
		}
		return matrix{{0.2104542553, 0.7936177850, -0.0040720468}, {1.9779984951, -2.4285922050, 0.4505937099}, {0.0259040371, 0.7827717662, -0.8086757660}}.of(l)
	}
	x, y := lab(a), lab(b)
	return 100 * math.Hypot(math.Hypot(x[0]-y[0], x[1]-y[1]), x[2]-y[2])
}

// Two clocks whose lines have the same dash differ by colour alone, so their colours differ by more. Dashes and names help a person who sees no blue.
func TestClocksStayApartWithoutRedOrGreen(t *testing.T) {
	least := map[*Theme]map[string][4]float64{ // of the same dash, of any, to what is wrong, to what is chosen
		Dark():  {"all colours": {13.7, 7.3, 13.6, 15}, "no green": {8.4, 6.1, 5.2, 5.3}, "no red": {11.7, 5.7, 5.2, 4.9}},
		Light(): {"all colours": {9.2, 6.5, 13.6, 13.9}, "no green": {8.3, 6, 5, 4.9}, "no red": {8.2, 6, 2.4, 2.7}},
	}
	for th, kinds := range least {
		for kind, least := range kinds {
			apart := func(a, b Color, least float64, what, other string) {
				if d := inOKLab(vision[kind], a, b); d < least-rounded {
					t.Errorf("%s: %s and %s are %.1f apart, not %.1f", kind, what, other, d, least)
				}
			}
			for i, a := range clocks {
				for j, b := range clocks[:i] {
					if apart(th.clocks[i], th.clocks[j], least[1], a.name, b.name); a.dash == b.dash {
						apart(th.clocks[i], th.clocks[j], least[0], a.name, b.name)
					}
				}
				apart(th.clocks[i], th.Error, least[2], a.name, "what is wrong")
				apart(th.clocks[i], th.Accent, least[3], a.name, "what is chosen")
			}
		}
	}
}

func TestClocksAndTheirNamesStandOffThePanel(t *testing.T) {
	themes(t, func(t *testing.T, th *Theme) {
		for i, line := range th.clocks {
			if c := Contrast(line, th.Panel); c < 3.4-rounded {
				t.Errorf("the line of %s: %.2f : 1", clocks[i].name, c)
			}
			if c := Contrast(th.ClockInk(line), th.Panel); c < 4.5 {
				t.Errorf("the name of %s: %.2f : 1", clocks[i].name, c)
			}
		}
	})
}

// Dots say that a clock is not one of the registry; its colour, which one it is made of.
func TestVariantsAreDottedInTheirClocksColourAndGuestsInTheNext(t *testing.T) {
	themes(t, func(t *testing.T, th *Theme) {
		slot, variant := th.Clock("slot", false, 0), th.Clock("slot", true, 0)
		if slot.Color != variant.Color || slot.Dash != Unbroken || variant.Dash != Dots {
			t.Errorf("a variant of Slot has %v, and Slot %v", variant, slot)
		}
		seen := map[LineStyle]bool{}
		for i := range clocks {
			seen[th.Clock(clocks[i].name, false, 0)] = true
		}
		for guest := range 4 {
			s := th.Clock("mine", false, guest)
			if seen[s] || s.Dash != Dots {
				t.Errorf("guest %d has %v", guest, s)
			}
			seen[s] = true
		}
	})
}
