package draw

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"driftlab/internal/palette"
	"driftlab/ui/uitest"
)

func TestAPatternSkippedInTwoStepsIsWhereOneStepLeads(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := palette.Dash{}
		for i := range d {
			d[i] = float32(rapid.IntRange(3, 20).Draw(t, "length"))
		}
		// Whole numbers below 2^20 keep float32 exact.
		a, b := rapid.IntRange(-5000, 5000).Draw(t, "a"), rapid.IntRange(0, 5000).Draw(t, "b")
		once, _ := newPattern(d, 1, 0)
		once.skip(float32(a + b))
		twice, _ := newPattern(d, 1, 0)
		twice.skip(float32(a))
		if twice.skip(float32(b)); once.at != twice.at || once.left != twice.left {
			t.Fatalf("%+v and %+v differ", once, twice)
		}
	})
}

func TestDashesCoverTheirShareOfAnyLine(t *testing.T) {
	uitest.NeedLoop(t)
	straight := []float32{10, 50, 410, 50}
	var bent []float32
	for i := range 401 {
		bent = append(bent, 10+float32(i), 50+20*float32(math.Sin(float64(i)/40)))
	}
	for _, pts := range [][]float32{straight, bent} {
		solid := drawn(420, 100, func(b *Batch) { b.Polyline(pts, 3, palette.Unbroken, 0, white) }).ink()
		dashed := drawn(420, 100, func(b *Batch) { b.Polyline(pts, 3, palette.Dash{10, 10, 10, 10}, 0, white) }).ink()
		// Each round end lacks (1 − π/4)/2 of its square.
		lost := (1 - math.Pi/4) * 3 / 10
		near(t, "the dashes' share", dashed/solid, 0.5*(1-lost), 0.02)
	}
}

func TestDashesRunOnBehindWhatIsClipped(t *testing.T) {
	uitest.NeedLoop(t)
	pts := []float32{-3000, 10, -20, 10, 60, 12, 4000, 10}
	open := drawn(100, 20, func(b *Batch) { b.Polyline(pts, 2, palette.ServerTimeDash, 5, white) })
	cut := drawn(100, 20, func(b *Batch) {
		b.Clip(0, 0, 100, 20)
		if b.Polyline(pts, 2, palette.ServerTimeDash, 5, white); len(b.vertices) > 4*20 {
			t.Errorf("%d vertices for a line seen for 100 px", len(b.vertices))
		}
	})
	for x := range 100 {
		for y := range 20 {
			// The long walk outside is summed in another order: a hundredth of a pixel.
			near(t, "opacity", cut.alpha(x, y), open.alpha(x, y), 0.03)
		}
	}
}

func TestAWeirdDashIsDrawnSolid(t *testing.T) {
	for _, d := range []palette.Dash{{5, 0, 5, 0}, {0, 0.5, 0, 0}, {float32(math.NaN()), 4, 4, 4}} {
		var b Batch
		if b.Dashed(0, 0, 100, 0, 2, d, 0, white); len(b.vertices) != 4 {
			t.Errorf("dash %v makes %d vertices, want one solid segment of 4", d, len(b.vertices))
		}
	}
}

func TestClippedQuadsStayInsideAndKeepTheirFrame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := func(name string, lo, hi float64) float32 { return float32(rapid.Float64Range(lo, hi).Draw(t, name)) }
		x, y, a := f("x", -50, 150), f("y", -50, 150), f("angle", 0, 7)
		c, s := float32(math.Cos(float64(a))), float32(math.Sin(float64(a)))
		var b Batch
		b.Clip(20, 30, 50, 40)
		b.shape(x, y, c, s, f("hx", 1, 80), f("hy", 1, 80), 0, kindBox, 0, white)
		for _, v := range b.vertices {
			if v.DstX < 20 || v.DstX > 70 || v.DstY < 30 || v.DstY > 70 {
				t.Fatalf("vertex %v,%v is outside", v.DstX, v.DstY)
			}
			wx, wy := x+c*v.SrcX-s*v.SrcY, y+s*v.SrcX+c*v.SrcY
			if math.Hypot(float64(wx-v.DstX), float64(wy-v.DstY)) > 0.01 {
				t.Fatalf("place %v,%v in the frame is %v,%v on the image, not %v,%v",
					v.SrcX, v.SrcY, wx, wy, v.DstX, v.DstY)
			}
		}
	})
}
