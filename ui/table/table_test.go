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
	kinds  []Kind
}

func (g *grid) Row(c *draw.Canvas, row int, at panel.Rect) {}

func (g *grid) Cell(row, column int, is *Cell) {
	if column == 0 {
		is.Text(g.names[row])
		return
	}
	v := g.values[row][column]
	is.Figure(v, !math.IsNaN(v))
	is.Signed, is.Apart, is.Best = column%2 == 0, v/2, row == column
	if is.Kind = g.kinds[column]; is.Kind == Text {
		is.Pen.Start(words.English()).Fixed(v, 1).Text("   and more  of  it")
	}
}

var scales = [][]Scale{
	{{Per: 1, Unit: "ms", Decimals: 1, Below: 1000}, {Per: 1000, Unit: "s", Decimals: 3}, {Per: 1000, Unit: "s"}},
	{{Per: 1, Decimals: 2}, {Per: 1, Decimals: 1}},
	{{Per: 1, Apart: true}, {Per: 1}},
	{{Per: 1, Unit: "kB/s", Decimals: 3}},
}

var heads = []string{"true", "wrong by", "Predicted tick", "OWD down estimated", "Mitfahrer", "≤ 5 ms"}

// any draws a table and its rows.
func anyTable(t *rapid.T) (*Table, *grid, []int) {
	k := &Table{Look: Look{Row: 20, Low: 17}}
	k.Class = rapid.SampledFrom([]draw.Class{draw.Small, draw.Body, draw.Table}).Draw(t, "letters")
	k.Two, k.Sorts = rapid.Bool().Draw(t, "two"), rapid.Bool().Draw(t, "sorts")
	if k.Head = rapid.SampledFrom([]float32{0, 29}).Draw(t, "head"); k.Two {
		k.Head = 40
	}
	k.Columns = []Column{{Least: 60}}
	g := &grid{kinds: []Kind{Text}}
	for i := range rapid.IntRange(1, 7).Draw(t, "columns") {
		k.Columns = append(k.Columns, Column{Head: rapid.SampledFrom(heads).Draw(t, "title"), As: rapid.SampledFrom(scales).Draw(t, "as"), Truth: i == 2,
			Least: rapid.Float32Range(38, 120).Draw(t, "least"), Share: rapid.Float32Range(0, 1).Draw(t, "share"), Rank: -i})
		g.kinds = append(g.kinds, rapid.SampledFrom([]Kind{Figure, Figure, Figure, Text, Bar, None}).Draw(t, "kind"))
	}
	var rows []int
	for row := range rapid.IntRange(1, 9).Draw(t, "rows") {
		rows = append(rows, row)
		g.names = append(g.names, rapid.SampledFrom([]string{"Host", "Client 3", "OWD ↑", "a name of forty letters, which is too long"}).Draw(t, "name"))
		values := make([]float64, len(k.Columns))
		for i := range values {
			values[i] = rapid.SampledFrom([]float64{math.NaN(), 0, 0.12, 9.96, 40, -299.7, 999.97, 1200, 4039, -11501, 123456.7, -1234567, 9999999}).Draw(t, "v")
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
				if a.X0 < r.X-1 || a.X1 > r.X+r.W+1 {
					t.Errorf("%q leaves the table", a.Said)
				}
				for _, b := range texts[:i] {
					if min(a.Y1, b.Y1)-max(a.Y0, b.Y0) > 6 && max(a.X0, b.X0)-min(a.X1, b.X1) < 4 {
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
			k.Columns = k.Columns[:2]
			g.kinds[1] = Figure
			c.Reset()
			k.Draw(c, &panel.Tips{}, panel.NewRect(0, 0, rapid.Float32Range(200, 400).Draw(t, "width"), 300), rows, g)
			at := map[string]float32{} // by the figure with the point
			for _, text := range c.Texts() {
				if i := strings.LastIndex(text.Said, point); i > 0 && strings.ContainsAny(text.Said[:i], "0123456789") && !strings.Contains(text.Said, " ap") {
					at[text.Said] = text.X0 + c.Fonts().Measure(text.Said[:i], text.Class)
				}
			}
			for a, x := range at {
				for b, other := range at {
					if max(x-other, other-x) > 1.01 { // they stand on whole points
						t.Fatalf("the points of %q and %q are %.1f apart", a, b, x-other)
					}
				}
			}
		})
	}
}

// left returns how many columns and rows a table says to have left out.
func left(k *Table) (n int) {
	k.canvas.Reset()
	k.More(panel.NewRect(0, 0, 200, 20))
	for _, text := range k.canvas.Texts() {
		fmt.Sscanf(text.Said, "+%d more", &n)
	}
	return n
}

func TestEveryColumnAndRowWithoutRoomIsCounted(t *testing.T) {
	c := canvasIn(t, "en")
	rapid.Check(t, func(t *rapid.T) {
		k, g, rows := anyTable(t)
		for i := range k.Columns[1:] {
			k.Columns[1+i].Head, k.Columns[1+i].Truth, g.kinds[1+i] = fmt.Sprint("h", i), false, Figure
		}
		for i := range g.names {
			g.names[i] = fmt.Sprint("r", i)
		}
		c.Reset()
		k.Draw(c, &panel.Tips{}, panel.NewRect(0, 0, rapid.Float32Range(200, 1200).Draw(t, "width"), rapid.Float32Range(60, 300).Draw(t, "height")), rows, g)
		var seen []string
		for _, text := range c.Texts() {
			if (text.Said[0] == 'h' || text.Said[0] == 'r') && !slices.Contains(seen, text.Said) {
				seen = append(seen, text.Said)
			}
		}
		if all := len(rows) + len(k.Columns) - 1; left(k) != all-len(seen) {
			t.Fatalf("of %d columns and rows there are %q, and %d are counted as left out", all, seen, left(k))
		}
	})
}

// sample is a table of three rows that is sorted by a click on a head.
func sample() (*Table, *grid, []int) {
	k := &Table{Look: Look{Row: 20, Low: 17, Head: 29, Two: true, Sorts: true}, Columns: []Column{{Head: "name", Least: 60},
		{Head: "error", Unit: "ms", As: scales[1], Least: 50, Share: 1}, {Head: "step", Unit: "ms", As: scales[1], Least: 50, Share: 1, Rank: -1}}}
	g := &grid{names: []string{"one", "two", "three"}, kinds: []Kind{Text, Figure, Figure},
		values: [][]float64{{0, 5, 7}, {0, math.NaN(), 8}, {0, 3, 28345}}}
	return k, g, []int{0, 1, 2}
}

func press(r panel.Rect) *panel.Pointer {
	return &panel.Pointer{X: r.X + r.W/2, Y: r.Y + r.H/2, Pressed: true}
}

func TestAClickOnAHeadSortsAndASecondOneTheOtherWay(t *testing.T) {
	c, tips := canvasIn(t, "en"), &panel.Tips{}
	k, g, rows := sample()
	for _, want := range [][]int{{2, 0, 1}, {0, 2, 1}, {2, 0, 1}} {
		k.Draw(c, tips, panel.NewRect(0, 0, 300, 200), rows, g)
		if _, sorted := k.Update(press(k.wide[1])); !sorted {
			t.Fatal("the click does not sort")
		}
		if k.Sort(rows, g); !slices.Equal(rows, want) {
			t.Errorf("the rows are in the order %v, want %v", rows, want)
		}
	}
	if row, _ := k.Update(press(k.high[4])); row != rows[2] {
		t.Errorf("a click on row %d is one on %d", rows[2], row)
	}
}

func TestWhatHasNoRoomIsInATip(t *testing.T) {
	c, tips := canvasIn(t, "en"), &panel.Tips{}
	k, g, rows := sample()
	at := panel.NewRect(0, 0, 120, 29+17*2)
	k.Draw(c, tips, at, rows, g)
	c.Reset()
	k.More(panel.NewRect(0, 0, 60, 15))
	if texts := c.Texts(); len(texts) != 1 || texts[0].Said != "+2 more" {
		t.Errorf("of a column and a row without room it says %v", texts)
	}
	tips.At(5, 5)
	if k.More(panel.NewRect(0, 0, 60, 15)); tips.Text != "No room here for: step. name three error 3.00 ms step +28345.00 ms." {
		t.Errorf("the tip says %q", tips.Text)
	}
	tips.At(5, 40)
	if k.Draw(c, tips, at, rows, g); tips.Text != "step +7.00 ms. " {
		t.Errorf("the first row's tip says %q", tips.Text)
	}
}

func TestABlockOfRowsHasAHeading(t *testing.T) {
	c := canvasIn(t, "en")
	k, g, _ := sample()
	k.Draw(c, &panel.Tips{}, panel.NewRect(0, 0, 300, 200), []int{-2, 0, 1, -3, 2}, &headed{g})
	var said []string
	for _, text := range c.Texts() {
		said = append(said, text.Said)
	}
	if want := []string{"the first two, in a long heading", "one", "two", "the last, in a long heading", "three"}; !slices.Equal(slices.DeleteFunc(said, func(s string) bool { return !strings.Contains(strings.Join(want, "|"), s) }), want) {
		t.Errorf("it says %q", said)
	}
}

// headed is a grid whose rows −2 and −3 are headings.
type headed struct{ *grid }

func (h *headed) Cell(row, column int, is *Cell) {
	switch {
	case row >= 0:
		h.grid.Cell(row, column, is)
	case column == 0:
		is.Text(map[int]string{-2: "the first two, in a long heading", -3: "the last, in a long heading"}[row])
		is.Span = true
	}
}

func TestATableDrawsWithoutAllocation(t *testing.T) {
	c := canvasIn(t, "en")
	c = draw.NewCanvas(c.Fonts(), c.Theme, c.Words) // one that keeps no texts
	k, g, rows := sample()
	tips := &panel.Tips{X: -1}
	frame := func() {
		c.Reset()
		k.Draw(c, tips, panel.NewRect(0, 0, 130, 80), rows, g)
		k.More(panel.NewRect(0, 0, 60, 15))
	}
	if n := testkit.AllocsPerRun(100, frame); n > 0 {
		t.Errorf("a frame allocates %v times", n)
	}
}

func BenchmarkTable(b *testing.B) {
	c := canvasIn(b, "en")
	c = draw.NewCanvas(c.Fonts(), c.Theme, c.Words)
	k, g, rows := sample()
	tips := &panel.Tips{X: -1}
	b.ReportAllocs()
	for b.Loop() {
		c.Reset()
		k.Draw(c, tips, panel.NewRect(0, 0, 300, 200), rows, g)
	}
}
