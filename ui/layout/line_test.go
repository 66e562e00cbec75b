package layout

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"driftlab/internal/palette"
	"driftlab/internal/testkit"
	"driftlab/ui/draw"
)

func newFonts(t testing.TB) *draw.Fonts {
	fonts, err := draw.NewFonts(1)
	if err != nil {
		t.Fatal(err)
	}
	return fonts
}

// paper notes what is written on it, and where.
type paper struct {
	fonts *draw.Fonts
	texts []string
	x, y  []float32
}

func (p *paper) Fonts() *draw.Fonts { return p.fonts }

func (p *paper) Text(x, y float32, text string, class draw.Class, ink palette.Color, align draw.Align) float32 {
	p.texts, p.x, p.y = append(p.texts, text), append(p.x, x), append(p.y, y)
	return p.fonts.Measure(text, class)
}

func (p *paper) TextBytes(x, y float32, text []byte, class draw.Class, ink palette.Color, align draw.Align) float32 {
	return p.Text(x, y, string(text), class, ink, align)
}

// written returns what a line says in some room.
func written(l *Line, w float32) string {
	p := paper{fonts: l.fonts}
	l.Place(Rect{0, 0, w, 20}, 0)
	l.Draw(&p)
	return strings.Join(p.texts, "|")
}

func TestALineGivesWordsUpByTheirRanks(t *testing.T) {
	var l Line
	fonts := newFonts(t)
	l.Start(fonts, 10)
	l.Add(Item{Text: "Client 2", Class: draw.Strong, Rank: 3, Cut: 20})
	l.Add(Item{Text: "clock: TimeSync", Rank: 1}, Item{Text: "TimeSync"})
	l.Add(Item{Text: "clock error", Rank: 0})
	l.Add(Item{})
	l.Right()
	l.Add(Item{Bytes: []byte("−12.5 ms"), Class: draw.Figure, Rank: 2})
	var all []string
	for w := float32(600); w >= 0; w-- {
		if now := written(&l, w); len(all) == 0 || all[len(all)-1] != now {
			all = append(all, now)
		}
	}
	want := "Client 2|clock: TimeSync|clock error|−12.5 ms\n" +
		"Client 2|clock: TimeSync|−12.5 ms\n" +
		"Client 2|TimeSync|−12.5 ms\n" +
		"Client 2|−12.5 ms\n" +
		"Client 2|clock: TimeSync\n" + // beside which the figure has no room
		"Client 2|TimeSync\n" +
		"Client 2\nClien…\nClie…\nCli…\nCl…\nC…\n"
	if got := strings.Join(all, "\n"); got != want {
		t.Errorf("a line becomes\n%s\nnot\n%s", got, want)
	}
}

func TestALineOfItemsAlikeGivesUpWordsBeforeOneIsGone(t *testing.T) {
	var l Line
	l.Start(newFonts(t), 10)
	l.Alike()
	l.Add(Item{Text: "where the host has it", Rank: 1}, Item{Text: "host"})
	l.Add(Item{Text: "by design"}, Item{Text: "design"})
	var all []string
	for w := float32(300); w >= 0; w-- {
		if now := written(&l, w); len(all) == 0 || all[len(all)-1] != now {
			all = append(all, now)
		}
	}
	if got := strings.Join(all, "\n"); got != "where the host has it|by design\nhost|design\nhost\n" {
		t.Errorf("it becomes\n%s", got)
	}
}

func TestALineSaysHowManyAreGone(t *testing.T) {
	var l Line
	l.Start(newFonts(t), 8)
	for i := range 64 {
		l.Add(Item{Text: fmt.Sprintf("client %d", i+1), Lead: 12})
	}
	l.Count("+%d more", Item{Rank: 1})
	for w := float32(0); w < 5000; w += 13 {
		out := l.Place(Rect{0, 0, w, 20}, 0)
		shown := 0
		for i := range 64 {
			if l.At(i).W > 0 {
				shown++
			}
		}
		said := written(&l, w)
		switch _, number, ok := strings.Cut(said, "+"); {
		case shown != 64-out:
			t.Fatalf("%v: %d are shown, and %d are gone", w, shown, out)
		case out == 0 && (ok || l.More.W > 0):
			t.Fatalf("%v: %q, and none are gone", w, said)
		case out > 0 && w > 70 && (number != strconv.Itoa(out)+" more" || l.More.W <= 0):
			t.Fatalf("%v: %q at %v, and %d are gone", w, said, l.More, out)
		}
	}
}

func TestItemsOfALineNeitherOverlapNorLeaveItAndOnlyHigherRanksTakeTheirRoom(t *testing.T) {
	fonts := newFonts(t)
	rapid.Check(t, func(t *rapid.T) {
		var l Line
		r, gap := regions.Draw(t, "region"), gaps.Draw(t, "gap")
		l.Start(fonts, gap)
		n := rapid.IntRange(0, 12).Draw(t, "items")
		ranks, there := make([]int, n), 0
		for i := range n {
			text := rapid.SampledFrom([]string{"", "a", "Client 2", "the fastest of eight packets", "+1200 ms"}).Draw(t, "text")
			ranks[i] = rapid.IntRange(0, 3).Draw(t, "rank")
			item := Item{Text: text, Rank: ranks[i], Lead: float32(rapid.IntRange(0, 1).Draw(t, "mark") * 14), Cut: float32(rapid.SampledFrom([]int{0, 0, 30}).Draw(t, "cut"))}
			if i == n/2 && rapid.Bool().Draw(t, "right") {
				l.Right()
			}
			if l.Add(item, Item{Text: "x", Lead: item.Lead}); text != "" || item.Lead > 0 {
				there++
			}
		}
		if rapid.Bool().Draw(t, "counts") {
			l.Count("+%d more", Item{Rank: rapid.IntRange(0, 4).Draw(t, "rank")})
		}
		out, shown := l.Place(r, 17), 0
		var before []Rect
		for i := range l.items {
			at := l.At(i)
			if (at.W > 0) != (l.Form(i) >= 0) {
				t.Fatalf("item %d is at %v in form %d", i, at, l.Form(i))
			}
			if at.W <= 0 {
				continue
			}
			if shown++; i == l.more {
				shown--
			}
			if at.X < r.X-near || at.X+at.W > r.X+r.W+near || at.Y < r.Y-near {
				t.Fatalf("item %d is at %v of %v", i, at, r)
			}
			for _, o := range before {
				if at.Y == o.Y && at.X < o.X+o.W+gap-near {
					t.Fatalf("items are at %v and %v", o, at)
				}
			}
			before = append(before, at)
			for k := range ranks[:min(i, n)] {
				if i < n && ranks[k] == ranks[i] && l.At(k).W == 0 && (l.forms[l.items[k].first].to > l.forms[l.items[k].first].from) {
					t.Fatalf("item %d has room before item %d of the same rank", i, k)
				}
			}
		}
		if shown+out != there {
			t.Fatalf("of %d items %d are shown and %d gone", there, shown, out)
		}
	})
}

func TestALineFlowsIntoRows(t *testing.T) {
	var l Line
	l.Start(newFonts(t), 10)
	for range 6 {
		l.Add(Item{Lead: 40})
	}
	if out := l.Place(Rect{5, 100, 100, 40}, 20); out != 2 || l.At(3) != (Rect{55, 120, 40, 20}) || l.W != 90 || l.H != 40 {
		t.Errorf("%d are gone, the fourth is at %v, all are %v×%v", out, l.At(3), l.W, l.H)
	}
}

func TestWhatStandsAtTheRightEndsThere(t *testing.T) {
	var l Line
	l.Start(newFonts(t), 10)
	left := l.Add(Item{Lead: 40})
	l.Right()
	first, last := l.Add(Item{Lead: 30}), l.Add(Item{Lead: 20})
	l.Place(Rect{5, 0, 200, 40}, 0)
	if l.At(left).X != 5 || l.At(first).X != 145 || l.At(last).X != 185 || l.W != 200 {
		t.Errorf("they are at %v, %v and %v, %v wide", l.At(left), l.At(first), l.At(last), l.W)
	}
}

func TestAnItemAloneStandsWhereItIsAskedFor(t *testing.T) {
	var l Line
	fonts := newFonts(t)
	long, short := Item{Text: "in full", Lead: 10, Tail: 5}, Item{Text: "short"}
	w := fonts.Measure(long.Text, long.Class) + 15
	for align, x := range map[draw.Align]float32{draw.Left: 100, draw.Centre: 100 + (200-w)/2, draw.Right: 300 - w} {
		p := paper{fonts: fonts}
		at := l.Say(&p, Rect{100, 10, 200, 40}, align, long, short)
		if (at != Rect{x, 10, w, 40}) || len(p.texts) != 1 || p.x[0] != x+10 || p.y[0] != 30 {
			t.Errorf("%v: it is at %v, and %q at %v, %v", align, at, p.texts, p.x, p.y)
		}
		if l.Say(&p, Rect{100, 10, w - 1, 40}, align, long, short); p.texts[1] != "short" {
			t.Errorf("it says %q", p.texts[1])
		}
		if at := l.Say(&p, Rect{W: 3}, align, long, short); at.W != 0 || len(p.texts) != 2 {
			t.Errorf("in no room it says %q at %v", p.texts, at)
		}
	}
}

func TestWhatStandsBesideAFigureStandsStill(t *testing.T) {
	fonts := newFonts(t)
	w := fonts.Measure("−888.8 ms", draw.Body)
	for _, text := range []string{"0.0 ms", "−120.4 ms"} {
		var l Line
		p := paper{fonts: fonts}
		l.Start(fonts, 10)
		l.Add(Item{Text: text, As: "−888.8 ms", Class: draw.Body})
		l.Add(Item{Lead: 20})
		l.Right()
		l.Add(Item{Lead: 20})
		l.Add(Item{Text: text, As: "−888.8 ms", Class: draw.Body})
		l.Place(Rect{0, 0, 400, 20}, 0)
		l.Draw(&p)
		if l.At(1).X != w+10 || l.At(2).X != 370-w || p.x[0] != 0 || p.x[3] != 400-fonts.Measure(text, draw.Body) {
			t.Errorf("beside %q it is at %v and %v, and that at %v", text, l.At(1), l.At(2), p.x)
		}
	}
}

func TestAnItemThatIsLiftedHasRoomFirst(t *testing.T) {
	var l Line
	l.Start(newFonts(t), 10)
	for range 3 {
		l.Add(Item{Lead: 40})
	}
	l.Lift(2, 1)
	if out := l.Place(Rect{W: 100}, 0); out != 1 || l.At(1).W > 0 || l.At(2).X != 50 {
		t.Errorf("%d are gone, the last one is at %v", out, l.At(2))
	}
}

func TestALineNeverSaysThatMoreAreGoneThanThereAre(t *testing.T) {
	var l Line
	l.Start(newFonts(t), 0)
	l.Add(Item{Lead: 100, Rank: 1}) // beside which there is no room for the number, and for the other two only without it
	l.Add(Item{Lead: 30})
	l.Add(Item{Lead: 30})
	l.Count("+%d", Item{Rank: 2})
	if said := written(&l, 110); said != "||+1" {
		t.Errorf("it says %q", said)
	}
}

// title is a use: what a viewport's title has in each frame.
func title(l *Line, fonts *draw.Fonts, figure []byte, p Letters, w float32) {
	l.Start(fonts, 10)
	l.Add(Item{Text: "Client 2", Class: draw.Title, Rank: 3, Lead: 26, Cut: 40})
	l.Add(Item{Text: "clock: TimeSync", Rank: 1}, Item{Text: "TimeSync"})
	l.Count("+%d more", Item{Rank: 9})
	l.Right()
	l.Add(Item{Text: "clock error"})
	l.Add(Item{Bytes: figure, Class: draw.Figure, Rank: 2})
	l.Place(Rect{0, 0, w, 40}, 0)
	l.Draw(p)
}

func TestAWarmLineAllocatesNothing(t *testing.T) {
	var l Line
	fonts := newFonts(t)
	canvas, figure := draw.NewCanvas(fonts, palette.Dark(), nil), []byte("−12.5 ms")
	for _, w := range []float32{600, 260, 60} {
		if n := testkit.AllocsPerRun(100, func() { canvas.Reset(); title(&l, fonts, figure, canvas, w) }); n > 0 {
			t.Errorf("in %v points it allocates %v times", w, n)
		}
	}
}

func BenchmarkLine(b *testing.B) {
	b.ReportAllocs()
	var l Line
	fonts := newFonts(b)
	canvas, figure := draw.NewCanvas(fonts, palette.Dark(), nil), []byte("−12.5 ms")
	for b.Loop() {
		canvas.Reset()
		title(&l, fonts, figure, canvas, 260)
	}
}
