package table

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"driftlab/internal/palette"
	"driftlab/internal/testkit"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/uitest"
	"driftlab/ui/words"
)

func TestMain(m *testing.M) { os.Exit(uitest.Main(m)) }

// A grid is rows of figures.
type grid struct {
	names  []string
	values [][]float64
	texts  int // the column that has texts, 0 for none
	states map[int]State
}

func (g *grid) Row(c *draw.Canvas, row int, at panel.Rect) State { return g.states[row] }

func (g *grid) Cell(row, column int, is *Cell) {
	v := g.values[row][column]
	switch {
	case column == 0:
		is.Text(g.names[row])
		is.Value, is.Known = float64(row), true
	case column == g.texts:
		is.Text("").Fixed(v, 1).Text("   and more")
	default:
		is.Figure(v, !math.IsNaN(v))
		is.Bold = row == 0
	}
}

var heads = []string{"true", "wrong by", "Predicted tick|predicted", "est.", "Mitfahrer", "≤ 5 ms"}

// anyTable draws a table and its rows.
func anyTable(t *rapid.T) (*Table, *grid, []int) {
	k := &Table{Look: Look{Class: draw.Body, Note: "scroll, or make the text smaller|scroll"}, Columns: []Column{{Least: 60}}}
	k.One, k.Sorts = rapid.Bool().Draw(t, "one"), rapid.Bool().Draw(t, "sorts")
	g := &grid{states: map[int]State{1: Chosen, 2: Pointed, 3: Dimmed}}
	for i := range rapid.IntRange(1, 7).Draw(t, "columns") {
		k.Columns = append(k.Columns, Column{Head: rapid.SampledFrom(heads).Draw(t, "title"), Unit: "ms", Rank: -i, Truth: i == 2,
			In: rapid.SampledFrom([]Measure{Millis, Seconds, Whole}).Draw(t, "in"), Over: rapid.SampledFrom([]string{"", "", "OWD ↑, ms"}).Draw(t, "over"),
			Bar: rapid.SampledFrom([]Bar{NoBar, Behind, FromZero}).Draw(t, "bar"), Signed: rapid.Bool().Draw(t, "signed")})
	}
	if len(k.Columns) > 2 && rapid.Bool().Draw(t, "text") {
		g.texts, k.Columns[2].Least = 2, 60
	}
	var rows []int
	for row := range rapid.IntRange(1, 9).Draw(t, "rows") {
		rows = append(rows, row)
		g.names = append(g.names, rapid.SampledFrom([]string{"Host", "Client 3", "OWD ↑", "a name of forty letters, which is too long"}).Draw(t, "name"))
		values := make([]float64, len(k.Columns))
		for i := range values {
			values[i] = rapid.SampledFrom([]float64{math.NaN(), 0, 0.12, 9.96, 40, -299.7, 999.97, 1200, 4039, -9999.9, -11501, 123456.7, -1234567, 9999999}).Draw(t, "v")
		}
		g.values = append(g.values, values)
	}
	return k, g, rows
}

func canvasIn(t testing.TB, language string) *draw.Canvas {
	uitest.NeedLoop(t)
	fonts, err := draw.NewFonts(1)
	if err != nil {
		t.Fatal(err)
	}
	c := draw.NewCanvas(fonts, palette.Dark(), uitest.Language(t, language))
	c.Listen()
	return c
}

func TestNoTwoTextsOfATableTouch(t *testing.T) {
	for _, language := range []string{"en", "de"} {
		c := canvasIn(t, language)
		rapid.Check(t, func(t *rapid.T) {
			k, g, rows := anyTable(t)
			c.Reset()
			r := panel.NewRect(0, 0, rapid.Float32Range(200, 1200).Draw(t, "width"), rapid.Float32Range(60, 300).Draw(t, "height"))
			k.Draw(c, &panel.Tips{}, r, rows, g)
			texts := c.Texts()
			for i, a := range texts {
				if a.X0 < r.X-1 || a.X1 > r.X+r.W+1 || a.Y1 > r.Y+r.H+1 {
					t.Errorf("%q leaves the table", a.Said)
				}
				for _, b := range texts[:i] {
					if min(a.Y1, b.Y1)-max(a.Y0, b.Y0) > 6 && max(a.X0, b.X0)-min(a.X1, b.X1) < 3.9 {
						t.Errorf("%q and %q are %.1f apart", b.Said, a.Said, max(a.X0, b.X0)-min(a.X1, b.X1))
					}
				}
			}
		})
	}
}

func TestDecimalPointsOfAColumnStandUnderEachOther(t *testing.T) {
	for language, point := range map[string]string{"en": ".", "de": ","} {
		c := canvasIn(t, language)
		rapid.Check(t, func(t *rapid.T) {
			k, g, rows := anyTable(t)
			k.Columns, g.texts, k.Sorts = k.Columns[:2], 0, false
			c.Reset()
			k.Draw(c, &panel.Tips{}, panel.NewRect(0, 0, rapid.Float32Range(200, 400).Draw(t, "width"), 300), rows, g)
			var at []float32
			for _, text := range c.Texts() {
				if i := strings.LastIndex(text.Said, point); i > 0 && strings.ContainsAny(text.Said[:i], "0123456789") {
					at = append(at, text.X0+c.Fonts().Measure(text.Said[:i], text.Class))
				}
			}
			if len(at) > 0 && slices.Max(at)-slices.Min(at) > 2.1 { // they stand on whole points, and figures in bold are wider
				t.Fatalf("points stand at %v", at)
			}
		})
	}
}

func TestAColumnHasRoomForErrorsOfFourDigitsInBold(t *testing.T) {
	c := canvasIn(t, "en")
	for _, bar := range []Bar{NoBar, Behind, FromZero} {
		k := &Table{Look: Look{Class: draw.Body}, Columns: []Column{{Least: 60}, {In: Millis, Bar: bar, Signed: true}, {In: Millis, Bar: bar}}}
		for _, of := range []struct {
			v    float64
			want string
		}{{-9999.9, "−9999.9"}, {-9999.96, "−10000"}, {-99999, "−99999"}, {-1234567, "−1235k"}, {123456, "+123456"}} {
			g := &grid{names: []string{"a", "b"}, values: [][]float64{{0, of.v, 4}, {0, 1, of.v}}}
			c.Reset()
			k.Draw(c, &panel.Tips{}, panel.NewRect(0, 0, 5000, 100), []int{0, 1}, g) // as wide as they like
			c.Reset()
			k.Draw(c, &panel.Tips{}, panel.NewRect(0, 0, narrowest(k)+9, 100), []int{0, 1}, g)
			found := false
			for _, text := range c.Texts() {
				found = found || text.Said == of.want && text.Class == draw.Strong
			}
			if !found {
				t.Errorf("%v in bold is not %q among %v", of.v, of.want, c.Texts())
			}
		}
	}
}

// A tick of 1440 read 1k where its column had room for three figures and a space.
func TestThousandsCloseUpBeforeTheyAreCountedInThousands(t *testing.T) {
	c := canvasIn(t, "en")
	for widest, want := range map[string]string{"99\u2009999": "1\u2009440", "9999": "1440", "99": "1k"} {
		k := &Table{Look: Look{Class: draw.Body}, Columns: []Column{{Least: 60}, {In: Measure{Apart: true, Widest: widest}}}}
		c.Reset()
		k.Draw(c, &panel.Tips{}, panel.NewRect(0, 0, 60+5+c.Fonts().Measure(widest, draw.Body), 100), []int{0}, &grid{names: []string{"a name that needs all"}, values: [][]float64{{0, 1440}}})
		if !slices.ContainsFunc(c.Texts(), func(text draw.Text) bool { return text.Said == want }) {
			t.Errorf("as wide as %q it has no %q", widest, want)
		}
	}
}

// narrowest returns how wide a table is in which all columns have room, and no more.
func narrowest(k *Table) (wide float32) {
	for _, part := range k.parts {
		wide += part.Min
	}
	return wide
}

func TestColumnsUnderOneTitleHaveAsManyDecimals(t *testing.T) {
	c := canvasIn(t, "en")
	k := &Table{Look: Look{Class: draw.Body}, Columns: []Column{{Least: 60}, {Head: "est.", Over: "OWD, ms", In: Millis}, {Head: "true", Over: "OWD, ms", In: Millis, Truth: true}, {Head: "RTT", In: Millis}}}
	g := &grid{names: []string{"a", "b"}, values: [][]float64{{0, 12, 10000, 5}, {0, 7, 8, 6}}}
	k.Draw(c, &panel.Tips{}, panel.NewRect(0, 0, 500, 100), []int{0, 1}, g)
	var said []string
	for _, text := range c.Texts() {
		said = append(said, text.Said)
	}
	for _, want := range []string{"OWD, ms", "12", "10000", "7", "8", "5.0", "6.0"} {
		if !slices.Contains(said, want) {
			t.Errorf("%q is not among %q", want, said)
		}
	}
}

func TestEveryColumnAndRowWithoutRoomIsCounted(t *testing.T) {
	c := canvasIn(t, "en")
	rapid.Check(t, func(t *rapid.T) {
		k, g, rows := anyTable(t)
		g.texts, k.Sorts = 0, true
		for i := range k.Columns[1:] {
			k.Columns[1+i].Head = fmt.Sprint("h", i)
		}
		for i := range g.names {
			g.names[i] = fmt.Sprint("r", i)
		}
		k.Keep = []int{rapid.IntRange(0, len(rows)-1).Draw(t, "kept")}
		k.Update(&panel.Pointer{Wheel: -2})
		c.Reset()
		k.Draw(c, &panel.Tips{}, panel.NewRect(0, 0, rapid.Float32Range(300, 1200).Draw(t, "width"), rapid.Float32Range(90, 300).Draw(t, "height")), rows, g)
		k.More(panel.NewRect(0, 400, 200, 20), draw.Left)
		var heads, names, columns, more int
		for _, text := range c.Texts() {
			switch {
			case strings.HasPrefix(text.Said, "h"):
				heads++
			case strings.HasPrefix(text.Said, "r"):
				names++
			case strings.HasSuffix(text.Said, "more"):
				fmt.Sscanf(text.Said, "+%d more", &more)
			case strings.Contains(text.Said, "column"):
				fmt.Sscanf(text.Said, "+%d column", &columns)
			}
		}
		if heads+columns != len(k.Columns)-1 || names+more != len(rows) {
			t.Fatalf("of %d columns and %d rows %d and %d have room, and %d and %d are counted", len(k.Columns)-1, len(rows), heads, names, columns, more)
		}
		if !slices.Contains(k.shown, k.Keep[0]) {
			t.Errorf("row %d is kept, and in view are %v", k.Keep, k.shown)
		}
	})
}

// sample is a table of three rows that is sorted by a click on a head.
func sampleTable() (*Table, *grid, []int) {
	k := &Table{Look: Look{Class: draw.Body, Sorts: true}, Columns: []Column{{Head: "name", Least: 60},
		{Head: "error", Unit: "ms", In: Millis}, {Head: "step", Unit: "ms", In: Millis, Rank: -1, Signed: true, Size: true}}}
	g := &grid{names: []string{"one", "two", "three", "four"},
		values: [][]float64{{0, 5, 7}, {0, math.NaN(), -8}, {0, 3, 28345}, {0, 3.04, 9}}}
	return k, g, []int{3, 2, 1, 0}
}

func press(r panel.Rect) *panel.Pointer {
	return &panel.Pointer{X: r.X + r.W/2, Y: r.Y + r.H/2, Pressed: true}
}

func TestAClickOnAHeadSortsAndASecondOneTheOtherWay(t *testing.T) {
	c, tips := canvasIn(t, "en"), &panel.Tips{}
	k, g, rows := sampleTable()
	click := func(column int, want ...int) {
		t.Helper()
		k.Draw(c, tips, panel.NewRect(0, 0, 300, 200), rows, g)
		if _, sorted := k.Update(press(k.wide[column])); !sorted {
			t.Fatal("the click does not sort")
		}
		if k.Read(words.English(), rows, g); !slices.Equal(rows, want) {
			t.Errorf("by column %d the rows are in the order %v, want %v", column, rows, want)
		}
	}
	click(1, 2, 3, 0, 1) // 3.0 twice, in the order of their numbers
	click(1, 0, 2, 3, 1)
	click(2, 0, 1, 3, 2)
	click(2, 2, 3, 1, 0)
	click(0, 0, 1, 2, 3)
	if row, _ := k.Update(press(k.rows[1])); row != 3 { // as drawn last
		t.Errorf("a click on row 3 is one on %d", row)
	}
}

func TestRowsOutOfViewComeByTheWheel(t *testing.T) {
	c, tips := canvasIn(t, "en"), &panel.Tips{}
	k, g, _ := sampleTable()
	k.Keep = []int{3}
	for _, want := range [][]int{{0, 3}, {1, 3}, {2, 3}, {2, 3}} {
		if k.Draw(c, tips, panel.NewRect(0, 0, 300, 36+3*24), []int{0, 1, 2, 3}, g); !slices.Equal(k.shown, want) {
			t.Errorf("in view are %v, want %v", k.shown, want)
		}
		k.Update(&panel.Pointer{X: 9, Y: 50, Wheel: -1})
	}
	k.Update(press(k.more))
	if k.Draw(c, tips, panel.NewRect(0, 0, 300, 36+3*24), []int{0, 1, 2, 3}, g); k.shown[0] != 0 {
		t.Errorf("after the last ones a click shows %v", k.shown)
	}
}

func TestWhatHasNoRoomIsInATip(t *testing.T) {
	c, tips := canvasIn(t, "en"), &panel.Tips{}
	k, g, rows := sampleTable()
	slices.Reverse(rows)
	at := panel.NewRect(0, 0, 140, 36+24*3)
	k.Draw(c, tips, at, rows, g)
	tips.At(5, 405)
	if k.More(panel.NewRect(0, 400, 90, 15), draw.Left); tips.Text != "No room here for: step." {
		t.Errorf("of the column the tip says %q", tips.Text)
	}
	tips.At(5, 36+24*2+3)
	if k.Draw(c, tips, at, rows, g); tips.Text != "No room here for: name three error 3.0 ms step +28345.0 ms. name four error 3.0 ms step +9.0 ms." {
		t.Errorf("of the rows the tip says %q", tips.Text)
	}
	tips.At(5, 40)
	if k.Draw(c, tips, at, rows, g); tips.Text != "step +7.0 ms. " {
		t.Errorf("the first row's tip says %q", tips.Text)
	}
}

func TestATableDrawsWithoutAllocation(t *testing.T) {
	c := canvasIn(t, "en")
	c = draw.NewCanvas(c.Fonts(), c.Theme, c.Words) // one that keeps no texts
	k, g, rows := sampleTable()
	tips := &panel.Tips{X: -1}
	frame := func() {
		c.Reset()
		k.Read(c.Words, rows, g)
		k.Draw(c, tips, panel.NewRect(0, 0, 140, 100), rows, g)
		k.More(panel.NewRect(0, 0, 60, 15), draw.Left)
	}
	if n := testkit.AllocsPerRun(100, frame); n > 0 {
		t.Errorf("a frame allocates %v times", n)
	}
}

func BenchmarkTable(b *testing.B) {
	c := canvasIn(b, "en")
	c = draw.NewCanvas(c.Fonts(), c.Theme, c.Words)
	k, g, rows := sampleTable()
	tips := &panel.Tips{X: -1}
	b.ReportAllocs()
	for b.Loop() {
		c.Reset()
		k.Draw(c, tips, panel.NewRect(0, 0, 300, 200), rows, g)
	}
}
