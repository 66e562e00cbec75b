package finder

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"
	"pgregory.net/rapid"

	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/roomtest"
	"driftlab/ui/uitest"
)

func TestMain(m *testing.M) { os.Exit(uitest.Main(m)) }

// fakeWindow has a number of things, and notes which of them was done last.
type fakeWindow struct {
	things int
	did    string
	freed  bool
}

func (w *fakeWindow) Things() (all []Thing) {
	for n := range w.things {
		label := fmt.Sprintf("thing %d", n)
		all = append(all, Thing{Kind: "command", Label: label, Do: func() { w.did = label }})
	}
	return all
}

func (w *fakeWindow) ClearFocus() { w.freed = true }

func newRoom(t *testing.T, things int) (*Room, *fakeWindow) {
	t.Helper()
	r, w := roomtest.New(t, "first"), &fakeWindow{things: things}
	hand := panel.NewHand()
	r.Picture.Width, r.Picture.Height = 1280, 720
	return New(r.Picture, &hand, w), w
}

func TestWhatIsFoundHasAllWordsAndWhereWordsBeginGoesFirst(t *testing.T) {
	text := rapid.StringMatching(`[a-cä ]{0,6}`)
	rapid.Check(t, func(t *rapid.T) {
		var all []Thing
		for range rapid.IntRange(0, 12).Draw(t, "things") {
			all = append(all, Thing{Label: text.Draw(t, "label"), Tip: text.Draw(t, "tip"), Names: []string{text.Draw(t, "name")}})
		}
		one := rapid.StringMatching(`[a-cä]{1,2}`)
		word, more := one.Draw(t, "word"), one.Draw(t, "more")
		found := Matching(all, word)
		before := -1
		for i := range found {
			e := &found[i]
			called := e.Label + "|" + e.Names[0]
			if !strings.Contains(called+"|"+e.Tip, word) {
				t.Fatalf("%q is found for %q", called, word)
			}
			rank := 2
			switch {
			case slices.ContainsFunc(strings.FieldsFunc(called, func(r rune) bool { return r == ' ' || r == '|' }), func(w string) bool { return strings.HasPrefix(w, word) }):
				rank = 0
			case strings.Contains(called, word):
				rank = 1
			}
			if rank < before {
				t.Fatalf("%q comes after what fits worse: %v", called, found)
			}
			before = rank
		}
		for _, e := range all {
			if strings.Contains(e.Label+"|"+e.Names[0], word) && !slices.ContainsFunc(found, func(f Thing) bool { return f.Label == e.Label && f.Names[0] == e.Names[0] }) {
				t.Fatalf("%q is not found for %q", e.Label, word)
			}
		}
		if n := len(Matching(all, strings.ToUpper(word)+"  "+more)); n > len(found) {
			t.Fatalf("one word more finds %d of %d", n, len(found))
		}
	})
	if n := len(Matching(make([]Thing, 7), " ")); n != 7 {
		t.Errorf("nothing typed finds %d of 7", n)
	}
}

func TestTheFinderIsGoneThroughByKeys(t *testing.T) {
	uitest.NeedLoop(t)
	f, _ := newRoom(t, 50)
	p := f.view
	fonts, err := draw.NewFonts(1)
	if err != nil {
		t.Fatal(err)
	}
	p.Canvas = draw.NewCanvas(fonts, p.Theme, p.Words)
	f.Toggle()
	n := len(f.found)
	f.Draw(p.Canvas)
	for _, step := range []struct {
		key  ebiten.Key
		want int
	}{{ebiten.KeyArrowUp, 0}, {ebiten.KeyArrowDown, 1}, {ebiten.KeyEnd, n - 1}, {ebiten.KeyArrowDown, n - 1}, {ebiten.KeyPageUp, n - 1 - mostRows}, {ebiten.KeyHome, 0}} {
		f.Press(step.key)
		p.Canvas.Reset()
		if f.Draw(p.Canvas); f.chosen != step.want || f.chosen < f.first || f.chosen >= f.first+len(f.rows) {
			t.Errorf("%v: %d is chosen, want %d; %d rows from %d", step.key, f.chosen, step.want, len(f.rows), f.first)
		}
	}
}

func TestEnterDoesWhatIsChosenAndClosesThePalette(t *testing.T) {
	uitest.NeedLoop(t)
	f, w := newRoom(t, 50)
	f.Toggle()
	f.Write([]rune("thing 4"))
	f.Press(ebiten.KeyArrowDown)
	if f.Press(ebiten.KeyEnter); f.Open() || w.did != "thing 40" || !w.freed {
		t.Errorf("open %v, %q was done, the keyboard is free: %v", f.Open(), w.did, w.freed)
	}
	f.Toggle()
	f.Write([]rune("qqqq"))
	if f.Press(ebiten.KeyEnter); !f.Open() || len(f.found) != 0 {
		t.Error("Enter on nothing closes the palette")
	}
	f.Press(ebiten.KeyBackspace)
	if f.Press(ebiten.KeyEscape); f.Open() {
		t.Error("it stays open")
	}
}
