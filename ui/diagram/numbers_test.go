package diagram

import (
	"testing"
	"time"

	"driftlab/netsim"
	"driftlab/ui/draw"
	table "driftlab/ui/oldtable"
	"driftlab/ui/panel"
	"driftlab/ui/uitest"
)

// numbersLeast is what stands free between two columns at least.
const numbersLeast = 8

func TestEveryColumnOfTheNumbersHasRoomForItsTitleAndItsLongestNumber(t *testing.T) {
	fonts, err := draw.NewFonts(1)
	if err != nil {
		t.Fatal(err)
	}
	longest := [numbersColumns]string{"", "−88.888 s", "−88.888 s", "−8888 ms", "888.8 ms", "888.8 ms", "888.8 ms", "888.8 ms", "88888", "88888 −88", "88888 +88"}
	for _, language := range []string{"en", "de"} {
		lang := uitest.Language(t, language)
		for _, look := range []*NumbersLook{usualNumbers, narrowNumbers, closeNumbers, smallNumbers} {
			for i, head := range numbersHeads[1:] {
				texts := []string{lang.T(head.title), longest[1+i]}
				if look.Two {
					texts[0], texts[1] = table.InTwo(texts[0])
					texts = append(texts, longest[1+i])
				}
				for _, text := range texts {
					if w, wide := fonts.Measure(text, look.Class), look.wide(1+i); w > wide-numbersLeast*look.share {
						t.Errorf("%s: %q has %v pixels, and its column %v", language, text, w, wide)
					}
				}
			}
			title := lang.T(numbersHeads[1].title)
			if look.Two {
				title, _ = table.InTwo(title)
			}
			for text, room := range map[string]float32{
				lang.T("viewport.client") + " 88":                                         look.name,
				string(new(panel.Pen).Start(lang).At(netsim.Time(888 * time.Second)).Buf): look.name + look.wide(1) - fonts.Measure(title, look.Class) - 4*look.share,
			} {
				if w := fonts.Measure(text, look.Class); w > room {
					t.Errorf("%s: %q has %v pixels, and room for %v", language, text, w, room)
				}
			}
		}
	}
}

func TestTheNumbersOfAWholeWindowAreOneBlockThoseOfANarrowOneSeveralAndThoseOfAPhoneSmall(t *testing.T) {
	const window, edges = 1280, 2 * 6
	for _, c := range []struct {
		wide   float32
		blocks int
		look   *NumbersLook
	}{
		{window - edges, 1, usualNumbers}, {window/1.25 - edges, 1, narrowNumbers}, {window/1.5 - edges, 1, closeNumbers}, {830, 2, usualNumbers},
		{480, 2, closeNumbers}, {463, 2, closeNumbers}, {460, 4, smallNumbers}, {400, 4, smallNumbers}, {360 - edges, 4, smallNumbers}, {300, 0, smallNumbers},
	} {
		if look, got := NumbersFor(c.wide); got != c.blocks || look != c.look {
			t.Errorf("%v pixels wide it has %d blocks, want %d: %+v", c.wide, got, c.blocks, look)
		}
	}
}
