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
		for i, head := range numbersHeads {
			wide := head.wide
			for _, text := range []string{lang.T(head.title), longest[i]} {
				if w := fonts.Measure(text, draw.Table); w > wide-numbersLeast {
					t.Errorf("%s: %q has %v pixels, and its column %v", language, text, w, wide)
				}
			}
		}
		for _, text := range []string{lang.T("numbers.title"), lang.T("viewport.client") + " 88"} {
			if w := 20 + fonts.Measure(text, draw.Table); w > numbersName+20 {
				t.Errorf("%s: %q has %v pixels", language, text, w)
			}
		}
	}
}

func TestTheNumbersOfAWholeWindowAreOneBlockAndThoseOfANarrowOneSeveral(t *testing.T) {
	const window = 1280 - 2*6
	for _, c := range []struct {
		wide   float32
		blocks int
	}{{window, 1}, {880, 2}, {480, 4}} {
		if got := NumbersBlocks(c.wide); got != c.blocks {
			t.Errorf("%v pixels wide it has %d blocks, want %d", c.wide, got, c.blocks)
		}
	}
	if n := NumbersBlocks(400); n != 0 {
		t.Errorf("400 pixels wide it has %d blocks, though not each of them has room", n)
	}
}
