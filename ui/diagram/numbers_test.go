package diagram

import (
	"testing"

	"driftlab/ui/draw"
	"driftlab/ui/words"
)

func TestEveryColumnOfTheNumbersHasRoomForItsTitleAndItsLongestNumber(t *testing.T) {
	fonts, err := draw.NewFonts(1)
	if err != nil {
		t.Fatal(err)
	}
	longest := [numbersColumns]string{offsetEstimated: "−88.888 s", offsetTrue: "−88.888 s", upEstimated: "888.8 ms", upTrue: "888.8 ms", downEstimated: "888.8 ms",
		downTrue: "888.8 ms", hostTick: "88888", serverTick: "88888 −88", predictedTick: "88888 +88"}
	for _, language := range []string{"en", "de"} {
		lang, err := words.In(language)
		if err != nil {
			t.Fatal(err)
		}
		for _, look := range []*NumbersLook{&usualNumbers, &smallNumbers} {
			for i, head := range numbersHeads {
				for _, text := range []string{lang.T(head.title), longest[i]} {
					if w, wide := fonts.Measure(text, look.class), look.wide(i); wide > 0 && w > wide-numbersLeast*look.share {
						t.Errorf("%s: %q has %v pixels, and its column %v", language, text, w, wide)
					}
				}
			}
			for _, text := range []string{lang.T("numbers.title"), lang.T("viewport.client") + " 88"} {
				if w := fonts.Measure(text, look.class); w > look.name {
					t.Errorf("%s: %q has %v pixels", language, text, w)
				}
			}
		}
	}
}

func TestTheNumbersOfAWholeWindowAreOneBlockThoseOfANarrowOneSeveralAndThoseOfAPhoneSmall(t *testing.T) {
	const window = 1280 - 2*6
	for _, c := range []struct {
		wide   float32
		blocks int
		small  bool
	}{{window, 1, false}, {880, 2, false}, {480, 4, false}, {400, 4, true}, {360 - 2*6, 4, true}, {300, 0, true}} {
		look, got := NumbersFor(c.wide)
		if got != c.blocks || (look == &smallNumbers) != c.small {
			t.Errorf("%v pixels wide it has %d blocks, want %d; in small letters: %v", c.wide, got, c.blocks, look == &smallNumbers)
		}
	}
}
