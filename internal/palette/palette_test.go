package palette

import "testing"

func TestSixClientsDifferInShapeAndInColourAndTheRestRepeatThem(t *testing.T) {
	t.Parallel()
	themes(t, testClientsDiffer)
}

func testClientsDiffer(t *testing.T, th *Theme) {
	for i := range 58 {
		if th.Machine(i+7) != th.Machine(i+1) {
			t.Errorf("client %d does not look as client %d does", i+7, i+1)
		}
	}
	for i := range 6 {
		if s := th.Machine(i + 1).Shape; s == th.Machine(0).Shape {
			t.Errorf("client %d has the host's shape", i+1)
		}
		for j := range i {
			if a, b := th.Machine(i+1), th.Machine(j+1); a.Shape == b.Shape || a.Color == b.Color {
				t.Errorf("clients %d and %d share a shape or a colour", i, j)
			}
		}
	}
}

func TestWhatMarksTimeAndMachinesIsAmongTheMeaningfulColoursOnce(t *testing.T) {
	themes(t, func(t *testing.T, th *Theme) {
		count := map[Color]int{}
		for _, c := range th.Meaningful() {
			count[c]++
		}
		for _, c := range []Color{th.Orange, th.BluishGreen, th.Vermillion, th.SkyBlue, th.Truth, th.Machine(3).Color, th.Clock("mirror", false, 0).Color} {
			if count[c] != 1 {
				t.Errorf("%v is there %d times", c, count[c])
			}
		}
	})
}

func TestColoursArePremultipliedForTheStandardLibraryToo(t *testing.T) {
	t.Parallel()
	if r, g, b, a := Hex(0x56B4E9).RGBA(); r != 0x5656 || g != 0xB4B4 || b != 0xE9E9 || a != 0xFFFF {
		t.Errorf("%x %x %x %x", r, g, b, a)
	}
	if c := Hex(0xFFFFFF).Fade(0.5); c.R != 0.5 || c.A != 0.5 {
		t.Errorf("%v", c)
	}
	if th := Dark(); th.Ground.Mix(th.Text, 1) != th.Text {
		t.Error("all the way from a colour to another is not the other")
	}
}

// What stands for time, or for what is right, is a mark that cannot be taken for a client.
func TestNoMarkOfTimeLooksLikeAClient(t *testing.T) {
	t.Parallel()
	themes(t, func(t *testing.T, th *Theme) {
		for what, mark := range map[string]MarkerStyle{
			"up": {TriangleUp, th.PredictedTime}, "down": {TriangleDown, th.ServerTime}, "the host": th.Machine(0), "right": {Disc, th.InSync},
		} {
			for client := 1; client <= 6; client++ {
				if th.Machine(client) == mark {
					t.Errorf("client %d looks like the mark of %s", client, what)
				}
			}
		}
		for client := 1; client <= 6; client++ {
			if c := th.Machine(client).Color; c == th.Error || c == th.Solid || c == th.Truth {
				t.Errorf("client %d has the colour of error, of what is inanimate or of the truth", client)
			}
		}
	})
}
