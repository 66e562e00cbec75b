package layout

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"driftlab/internal/testkit"
)

// parts draws up to eight parts, some of which are not there.
var parts = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Part {
	length := func(most float32) *rapid.Generator[float32] {
		return rapid.OneOf(rapid.Just(float32(0)), rapid.Float32Range(1, most))
	}
	p := Part{Min: length(200).Draw(t, "min"), Most: length(400).Draw(t, "most"),
		Share: rapid.SampledFrom([]float32{0, 0, 1, 2, 0.5}).Draw(t, "share"), Rank: rapid.IntRange(-2, 2).Draw(t, "rank")}
	for less := p.Min; less > 1 && rapid.Bool().Draw(t, "less"); {
		less *= rapid.Float32Range(0.1, 0.9).Draw(t, "by")
		p = p.Or(less)
	}
	return p
}), 0, 8)

// sizes returns what parts have before what is left is shared: from the highest rank on each the largest of its sizes that has room
// beside those before it, and negative where none has.
func sizes(all []Part, room, gap float32) []float32 {
	order, has := make([]int, len(all)), make([]float32, len(all))
	for i := range all {
		order[i], has[i] = i, -1
	}
	slices.SortStableFunc(order, func(a, b int) int { return all[b].Rank - all[a].Rank })
	before := float32(0)
	for _, i := range order {
		p := all[i]
		for _, size := range append([]float32{p.Min}, p.Less[:]...) {
			if has[i] < 0 && !p.none() && room > 0 && (size > 0 || p.Min == 0) && before+size <= room+hair {
				has[i], before = size, before+size+gap
			}
		}
	}
	return has
}

// regions draws rectangles, down to none.
var regions = rapid.Custom(func(t *rapid.T) Rect {
	side := rapid.OneOf(rapid.Just(float32(0)), rapid.Float32Range(-10, 400), rapid.Float32Range(1, 4000))
	return Rect{rapid.Float32Range(-100, 4000).Draw(t, "x"), rapid.Float32Range(-100, 4000).Draw(t, "y"), side.Draw(t, "w"), side.Draw(t, "h")}
})

var gaps = rapid.SampledFrom([]float32{0, 1, 8, 20.5})

// near allows for what rounding does to a place some thousands of points away from the edge.
const near = 0.01

func TestPartsNeitherOverlapNorLeaveTheirRegionAndKeepTheirGaps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all, r, gap := parts.Draw(t, "parts"), regions.Draw(t, "region"), gaps.Draw(t, "gap")
		dst, down := make([]Rect, len(all)), make([]Rect, len(all))
		out := Row(dst, r, gap, all...)
		if Column(down, Rect{r.Y, r.X, r.H, r.W}, gap, all...) != out {
			t.Fatal("a column leaves out other parts than a row does")
		}
		x, there := r.X, false
		for i, at := range dst {
			if c := down[i]; at.W > 0 && (c.X != r.Y || c.Y != at.X || c.H != at.W || c.W != max(r.H, 0)) {
				t.Fatalf("a column has %v where a row has %v", c, at)
			}
			if at == (Rect{}) {
				continue
			}
			if there {
				x += gap
			}
			if at.X < x-near || at.X > x+near || at.Y != r.Y || at.H != max(r.H, 0) || at.X+at.W > r.X+r.W+near || !(at.W >= 0) {
				t.Fatalf("part %d of %v in %v is at %v, not at %v", i, all, r, at, x)
			}
			x, there = at.X+at.W, true
		}
	})
}

func TestAPartIsShorterOrLeftOutOnlyForPartsOfHigherRankAndCounted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all, r, gap := parts.Draw(t, "parts"), regions.Draw(t, "region"), gaps.Draw(t, "gap")
		dst, missed := make([]Rect, len(all)), 0
		out := Row(dst, r, gap, all...)
		for i, has := range sizes(all, r.W, gap) {
			if p := all[i]; has < 0 && !p.none() {
				missed++
			}
			if w := dst[i].W; w < has-near || has < 0 && w > 0 || w > has+near && all[i].Share == 0 && has >= 0 {
				t.Fatalf("part %d of %v in %v has %v, not %v", i, all, r.W, w, has)
			}
		}
		if missed != out {
			t.Fatalf("%d of %v are left out in %v, and %d counted", missed, all, r.W, out)
		}
	})
}

func TestAPlaceIsWrittenWhereItsPartSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all, r, gap := parts.Draw(t, "parts"), regions.Draw(t, "region"), gaps.Draw(t, "gap")
		dst, at, untouched := make([]Rect, len(all)), make([]Rect, len(all)), Rect{1, 2, 3, 4}
		out := Column(dst, r, gap, all...)
		for i := range all {
			all[i].At, at[i] = &at[i], untouched
		}
		if Column(nil, r, gap, all...) != out {
			t.Fatal("parts are left out since their places are written elsewhere")
		}
		for i, p := range all {
			if want := dst[i]; p.none() && at[i] != untouched || !p.none() && at[i] != want {
				t.Fatalf("part %d is at %v, and %v is written", i, want, at[i])
			}
		}
	})
}

func TestSharesFillTheRegion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all, r, gap := parts.Draw(t, "parts"), regions.Draw(t, "region"), gaps.Draw(t, "gap")
		dst := make([]Rect, len(all))
		Row(dst, r, gap, all...)
		has, open, end := sizes(all, r.W, gap), false, r.X
		var each []float32 // what a share is worth
		for i, p := range all {
			at := dst[i]
			if at.W == 0 {
				continue
			}
			if p.Most > 0 && at.W > max(has[i], p.Most)+near {
				t.Fatalf("%v has %v", p, at.W)
			}
			if end = at.X + at.W; p.Share > 0 && (p.Most <= 0 || at.W < p.Most-near) && (p.Most <= 0 || has[i] < p.Most) {
				open, each = true, append(each, (at.W-has[i])/p.Share)
			}
		}
		if open && end < r.X+r.W-near {
			t.Fatalf("%v end at %v of %v: %v", all, end, r, dst)
		}
		if len(each) > 0 && slices.Max(each)-slices.Min(each) > 4*near {
			t.Fatalf("shares of %v are worth %v", all, each)
		}
	})
}

func TestCellsOfAGridAreAlikeAndCounted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, gap, n := regions.Draw(t, "region"), gaps.Draw(t, "gap"), rapid.IntRange(0, 20).Draw(t, "cells")
		sides, columns := parts.Draw(t, "sides"), rapid.IntRange(0, 8).Draw(t, "columns")
		sides = append(sides, Part{Share: 1}, Part{Share: 1})
		dst := make([]Rect, n)
		out := Grid(dst, r, gap, columns, sides[0], sides[1])
		shown := n - out
		for i, at := range dst {
			if (i < shown) != (at.W > 0 && at.H > 0) && i < shown == (sides[0].Min > 0 && sides[1].Min > 0) {
				t.Fatalf("%d cells are shown, and cell %d is at %v", shown, i, at)
			}
			if at.W == 0 || at.H == 0 {
				continue
			}
			if at.W != dst[0].W || at.H != dst[0].H || at.X < r.X-near || at.Y < r.Y-near || at.X+at.W > r.X+r.W+near || at.Y+at.H > r.Y+r.H+near {
				t.Fatalf("cell %d is at %v, in %v", i, at, r)
			}
			for k, o := range dst[:i] {
				if at.Gap(o) < gap-near && o.W > 0 {
					t.Fatalf("cells %d and %d are at %v and %v", k, i, o, at)
				}
			}
		}
	})
}

func TestAGridHasFewerColumnsWhereTheyHaveNoRoom(t *testing.T) {
	dst := make([]Rect, 5)
	if out := Grid(dst, Rect{0, 0, 250, 100}, 10, 4, Part{Min: 100, Share: 1}, Part{Min: 40, Most: 60, Share: 1}); out != 1 {
		t.Errorf("%d are left out", out)
	}
	want := []Rect{{0, 0, 120, 45}, {130, 0, 120, 45}, {0, 55, 120, 45}, {130, 55, 120, 45}, {}}
	if !slices.Equal(dst, want) {
		t.Errorf("cells are at %v", dst)
	}
}

// window is a use: a bar, a world with controls beside it, and a strip that is shorter and then gone before the controls are.
func window(dst *[5]Rect, r Rect) (out int) {
	out = Column(nil, r, 8, Part{At: &dst[0], Min: 44, Rank: 3}, Part{At: &dst[1], Min: 190, Share: 1, Rank: 2},
		Part{At: &dst[2], Min: 96, Most: 200, Share: 0.5, Rank: 1}.Or(34))
	return out + Row(dst[3:], dst[1], 8, Part{Min: 200, Share: 1, Rank: 1}, Part{Min: 280})
}

func TestASmallWindowHasWhatRanksFirst(t *testing.T) {
	var dst [5]Rect
	for _, c := range []struct {
		w, h float32
		out  int
	}{{1280, 720, 0}, {1280, 300, 0}, {1280, 280, 1}, {320, 260, 2}, {0, 0, 5}} {
		if out := window(&dst, Rect{0, 0, c.w, c.h}); out != c.out {
			t.Errorf("%v×%v: %d parts are left out: %v", c.w, c.h, out, dst)
		}
	}
}

func TestDividingRoomAllocatesNothing(t *testing.T) {
	var dst [5]Rect
	if n := testkit.AllocsPerRun(100, func() { window(&dst, Rect{0, 0, 1280, 720}) }); n > 0 {
		t.Errorf("it allocates %v times", n)
	}
}

func BenchmarkWindow(b *testing.B) {
	b.ReportAllocs()
	var dst [5]Rect
	for b.Loop() {
		window(&dst, Rect{0, 0, 1280, 720})
	}
}
