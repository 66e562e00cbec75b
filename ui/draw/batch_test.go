package draw

import (
	"image"
	"math"
	"testing"

	"driftlab/internal/palette"
	"driftlab/ui/uitest"
)

var (
	white = palette.Hex(0xFFFFFF)
	theme = palette.Dark()
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.Abs(got-want) > tolerance {
		t.Errorf("%s is %.3f, want %.3f ± %.3f", what, got, want, tolerance)
	}
}

// drawn returns a picture of what f draws.
func drawn(w, h int, f func(b *Batch)) *picture {
	var b Batch
	f(&b)
	p := newPicture(w, h)
	b.Flush(p.Image)
	return p.read()
}

func TestShapesCoverTheAreaThatGeometryGives(t *testing.T) {
	uitest.NeedLoop(t)
	const x, y, r = 50.3, 49.6, 20
	for _, c := range []struct {
		name string
		draw func(b *Batch)
		area float64
	}{
		{"circle", func(b *Batch) { b.Circle(x, y, r, white) }, math.Pi * r * r},
		{"small circle", func(b *Batch) { b.Circle(x, y, 3, white) }, math.Pi * 9},
		{"ring", func(b *Batch) { b.Ring(x, y, r, 3, white) }, math.Pi * (r*r - 17*17)},
		{"line", func(b *Batch) { b.Line(10.2, 20.7, 80.9, 63.1, 1.5, white) }, 1.5 * math.Hypot(70.7, 42.4)},
		{"thin line", func(b *Batch) { b.Line(10, 20.5, 90, 20.5, 0.5, white) }, 0.5 * 80},
		{"capsule", func(b *Batch) { b.Capsule(20, 30, 70, 30, 8, white) }, 8*50 + math.Pi*16},
		{"rect", func(b *Batch) { b.Rect(10.5, 20.25, 30, 17, white) }, 30 * 17},
		{"box", func(b *Batch) { b.Box(10.5, 20.25, 60, 40, 8, white) }, 60*40 - (4-math.Pi)*64},
		{"box outline", func(b *Batch) { b.BoxOutline(10, 20, 60, 40, 0, 2, white) }, 60*40 - 56*36},
		{"triangle", func(b *Batch) { b.Triangle(x, y, r, true, white) }, 2 * r * r},
		{"hatch", func(b *Batch) { b.Hatch(10, 10, 80, 80, 8, white) }, 80 * 80 / 2},
		{"hatched line", func(b *Batch) { b.HatchLine(20, 20, 80, 65, 40, 4, white) }, 75 * 40 / 2},
		{"square", func(b *Batch) { b.Marker(palette.Square, x, y, r, white) }, math.Pi * r * r},
		{"diamond", func(b *Batch) { b.Marker(palette.Diamond, x, y, r, white) }, math.Pi * r * r},
		{"fading box", func(b *Batch) { b.BoxFade(10.5, 20.25, 60, 40, 8, white, white) }, 60*40 - (4-math.Pi)*64},
		{"beam", func(b *Batch) { b.Beam(50.3, 20, 20, 44, 40, white, white) }, 32 * 40},
		{"beam that narrows", func(b *Batch) { b.Beam(50.3, 20, 44, 20, 40, white, white) }, 32 * 40},
		{"area", func(b *Batch) { b.Area([]float32{10, 60, 40, 20, 70, 50, 90, 50}, 80, white) }, 30*40 + 30*45 + 20*30},
		{"hexagon", func(b *Batch) { b.Hexagon(x, y, r, 0, 0, white) }, 1.5 * math.Sqrt(3) * r * r},
		{"hexagon, grown", func(b *Batch) { b.Hexagon(x, y, 15, 5, 0, white) }, 1.5*math.Sqrt(3)*225 + 6*15*5 + math.Pi*25},
		{"hexagon's outline", func(b *Batch) { b.Hexagon(x, y, r, 0, 2, white) }, 6*r*2 - 2*math.Sqrt(3)*4},
		{"diamond", func(b *Batch) { b.Diamond(x, y, r, 15, 0, 0, white) }, 2 * r * 15},
		{"diamond, grown", func(b *Batch) { b.Diamond(x, y, 15, 15, 5, 0, white) }, 2*225 + 4*15*math.Sqrt2*5 + math.Pi*25},
		{"wedge", func(b *Batch) { b.Wedge(x, y, r, 15, 0, 0, false, white) }, 2 * r * 15},
		{"wedge, grown", func(b *Batch) { b.Wedge(x, y, 15, 15, 5, 0, true, white) }, 2*225 + (30+2*math.Hypot(15, 30))*5 + math.Pi*25},
		{"plus", func(b *Batch) { b.Plus(x, y, r, 8, 0, white) }, 4*r*16 - 256},
		{"ellipse", func(b *Batch) { b.Ellipse(x, y, r, 10, white) }, math.Pi * r * 10},
		{"glow", func(b *Batch) { b.Glow(x, y, r, white) }, math.Pi * r * r / 6},
		{"arc", func(b *Batch) { b.Arc(x, y, r, 4, true, white) }, math.Pi*18*4 + math.Pi*4},
		{"skewed and squashed", func(b *Batch) {
			b.Frame(50, 50, 1.25, 0, 0.3, 0.8)
			b.Circle(0, 0, r, white)
		}, math.Pi * r * r},
		{"shrunk", func(b *Batch) {
			b.Frame(50, 50, 0.5, 0, 0, 0.5)
			b.BoxOutline(-40, -40, 80, 80, 0, 4, white)
		}, 40*40 - 36*36},
		{"polyline", func(b *Batch) {
			b.Polyline([]float32{10, 30, 50, 30, 90, 31}, 6, palette.Unbroken, 0, white)
		}, 80*6 + math.Pi*9},
	} {
		ink := drawn(100, 100, c.draw).ink()
		near(t, "the area of the "+c.name, ink, c.area, 0.02*c.area)
	}
}

// A frame that skews and squashes leaves edges as soft as they are without one.
func TestEdgesInAFrameStayAPixelSoft(t *testing.T) {
	uitest.NeedLoop(t)
	soft := func(f func(b *Batch)) (n float64) {
		p := drawn(100, 100, f)
		for y := range 100 {
			for x := range 100 {
				if a := p.alpha(x, y); a > 0.05 && a < 0.95 {
					n++
				}
			}
		}
		return n
	}
	plain := soft(func(b *Batch) { b.Circle(50, 50, 30, white) })
	framed := soft(func(b *Batch) {
		b.Frame(50, 50, 1/0.8, 0, 0.16, 0.8)
		b.Circle(0, 0, 30, white)
	})
	large := soft(func(b *Batch) {
		b.Frame(50, 50, 3, 0, 0, 3)
		b.Circle(0, 0, 10, white)
	})
	near(t, "soft pixels in a frame", framed, plain, 0.2*plain)
	near(t, "soft pixels in a frame that enlarges", large, plain, 0.1*plain)
}

func TestMarkersLookEquallyLarge(t *testing.T) {
	uitest.NeedLoop(t)
	disc := math.Pi * 15 * 15
	for s := range palette.Plus + 1 {
		for _, at := range []float32{50, 50.5} {
			ink := drawn(100, 100, func(b *Batch) { b.Marker(s, at, at, 15, white) }).ink()
			near(t, "a marker's area", ink, disc, 0.25*disc)
		}
	}
}

func TestShapesLieWhereTheyAreTold(t *testing.T) {
	uitest.NeedLoop(t)
	for _, c := range []struct {
		name string
		draw func(b *Batch)
		want image.Rectangle
	}{
		{"rect", func(b *Batch) { b.Rect(10, 20, 30, 15, white) }, image.Rect(10, 20, 40, 35)},
		{"horizontal line", func(b *Batch) { b.HLine(10.2, 39.8, 20.4, 1, white) }, image.Rect(10, 20, 40, 21)},
		{"vertical line", func(b *Batch) { b.VLine(20.4, 10.2, 39.8, 2, white) }, image.Rect(19, 10, 21, 40)},
		{"line", func(b *Batch) { b.Line(10, 20, 40, 20, 4, white) }, image.Rect(10, 18, 40, 22)},
		{"capsule", func(b *Batch) { b.Capsule(10, 20, 40, 20, 4, white) }, image.Rect(8, 18, 42, 22)},
		{"dashes, round ends included", func(b *Batch) {
			b.Dashed(10, 20, 41, 20, 4, palette.Dash{8, 4, 8, 4}, 0, white)
		}, image.Rect(10, 18, 42, 22)},
		{"triangle up", func(b *Batch) { b.Triangle(30, 30, 10, true, white) }, image.Rect(20, 21, 40, 40)},
		{"triangle down", func(b *Batch) { b.Triangle(30, 30, 10, false, white) }, image.Rect(20, 20, 40, 39)},
	} {
		if got := drawn(60, 60, c.draw).bounds(); got != c.want {
			t.Errorf("%s covers %v, want %v", c.name, got, c.want)
		}
	}
}

func TestColourAtTheCentreIsExact(t *testing.T) {
	uitest.NeedLoop(t)
	p := drawn(20, 20, func(b *Batch) { b.Circle(10, 10, 8, theme.SkyBlue) })
	if got := [4]byte(p.pix[4*(10*20+10):]); got != [4]byte{0x56, 0xB4, 0xE9, 0xFF} {
		t.Errorf("centre is %x, want 56b4e9ff", got)
	}
}

func TestColoursThatRunBeginAndEndAsTheyAreTold(t *testing.T) {
	uitest.NeedLoop(t)
	from, to := palette.Hex(0xC00000), palette.Hex(0x0000C0)
	for name, f := range map[string]func(b *Batch){
		"box":  func(b *Batch) { b.BoxFade(20, 10, 60, 80, 0, from, to) },
		"beam": func(b *Batch) { b.Beam(50, 10, 40, 60, 80, from, to) },
	} {
		p := drawn(100, 100, f)
		for y, red := range map[int]float64{10: 191, 50: 96, 89: 1} {
			at := p.pix[4*(100*y+50):]
			near(t, name+"'s red", float64(at[0]), red, 3)
			near(t, name+"'s blue", float64(at[2]), 192-red, 3)
		}
	}
}

func TestNothingIsDrawnOutsideTheClip(t *testing.T) {
	uitest.NeedLoop(t)
	all := func(b *Batch) {
		b.Circle(30, 30, 25, white)
		b.Line(0, 0, 100, 100, 7, white)
		b.Box(5, 60, 90, 30, 9, white)
		b.Polyline([]float32{0, 50, 50, 10, 100, 55}, 5, palette.ServerTimeDash, 3, white)
		b.Marker(palette.Diamond, 62, 55, 12, white)
		b.Hatch(20, 20, 60, 60, 6, white)
	}
	open := drawn(100, 100, all)
	window := image.Rect(23, 31, 67, 72)
	for name, begin := range map[string]func(b *Batch){
		"a clip":                 func(b *Batch) { b.Clip(23, 31, 44, 41) },
		"a clip across a bound":  func(b *Batch) { b.Bound(0, 31, 67, 60); b.Clip(23, 10, 70, 62) },
		"a bound after its clip": func(b *Batch) { b.Bound(23, 31, 44, 41); b.Clip(30, 40, 2, 2); b.Unclip() },
	} {
		cut := drawn(100, 100, func(b *Batch) { begin(b); all(b) })
		for y := range 100 {
			for x := range 100 {
				want := 0.0
				if image.Pt(x, y).In(window) {
					want = open.alpha(x, y)
				}
				if got := cut.alpha(x, y); math.Abs(got-want) > 2.0/255 {
					t.Fatalf("%s: pixel %d,%d is %.3f, want %.3f", name, x, y, got, want)
				}
			}
		}
	}
	none := drawn(100, 100, func(b *Batch) { b.Bound(0, 0, 10, 10); b.Clip(50, 50, 20, 20); all(b) })
	for i, v := range none.pix {
		if v != 0 {
			t.Fatalf("a clip beside its bound shows byte %d", i)
		}
	}
}

func TestTranslucentPolylineShowsNoBeadsAtSoftBends(t *testing.T) {
	uitest.NeedLoop(t)
	var pts []float32
	for i := range 40 {
		pts = append(pts, 10+4*float32(i), 50+20*float32(math.Sin(float64(i)/6)))
	}
	p := drawn(180, 100, func(b *Batch) { b.Polyline(pts, 8, palette.Unbroken, 0, white.Fade(0.5)) })
	for y := range 100 {
		for x := range 180 {
			if a := p.alpha(x, y); a > 0.51 {
				t.Fatalf("pixel %d,%d is %.3f opaque, want at most 0.5", x, y, a)
			}
		}
	}
}

func TestNotANumberBreaksALineAndHidesAShape(t *testing.T) {
	uitest.NeedLoop(t)
	nan := float32(math.NaN())
	p := drawn(100, 20, func(b *Batch) {
		b.Polyline([]float32{10, 10, 30, 10, nan, nan, 60, 10, 80, 10}, 2, palette.Unbroken, 0, white)
		b.Circle(nan, 10, 5, white)
		b.Line(45, nan, 45, 20, 2, white)
	})
	if p.alpha(45, 10) != 0 || p.alpha(20, 10) < 0.9 || p.alpha(70, 10) < 0.9 {
		t.Error("the line is not broken between its two pieces only")
	}
}

func TestMoreThan65536VerticesAreOneCall(t *testing.T) {
	uitest.NeedLoop(t)
	var b Batch
	for i := range 40000 {
		b.Circle(float32(i%200)+0.5, float32(i/200)+0.5, 0.6, white)
	}
	p := newPicture(200, 200)
	if calls := b.Flush(p.Image); calls != 1 {
		t.Errorf("%d draw calls, want 1", calls)
	}
	if p.read(); p.alpha(199, 199) < 0.9 {
		t.Error("the last circle is missing")
	}
}

// BenchmarkShapesInAFrame is BenchmarkShapes with each shape in a frame of its own.
func BenchmarkShapesInAFrame(b *testing.B) { benchmarkShapes(b, true) }

func BenchmarkShapes(b *testing.B) { benchmarkShapes(b, false) }

func benchmarkShapes(b *testing.B, framed bool) {
	var batch Batch
	b.ReportAllocs()
	for b.Loop() {
		batch.Reset()
		for i := range 1000 {
			x := float32(i % 900)
			if framed {
				batch.Frame(x, 100, 1.1, 0, 0.1, 0.9)
			}
			batch.Hexagon(x, 100, 20, 3, 0, white)
		}
	}
}

// At 125 % a panel's edge at 7 points was a grey row of pixels, and its outline of one point a grey and a white one.
func TestEdgesOfPanelsAndHairlinesAreWholePixelsAtEveryScale(t *testing.T) {
	uitest.NeedLoop(t)
	for _, scale := range []float64{0.75, 1, 1.25, 1.5, 1.75, 2.3} {
		for name, draw := range map[string]func(b *Batch){
			"a panel":  func(b *Batch) { b.Box(7, 9.3, 21, 12.1, 0, white) },
			"a frame":  func(b *Batch) { b.BoxOutline(7, 9.3, 21, 12.1, 0, 1, white) },
			"a line":   func(b *Batch) { b.HLine(3, 33.3, 17.2, 1, white) },
			"a column": func(b *Batch) { b.VLine(3.7, 3, 33.3, 1, white) },
		} {
			p := drawn(100, 100, func(b *Batch) {
				b.unit = float32(scale)
				draw(b)
			})
			for y := range 100 {
				for x := range 100 {
					if a := p.alpha(x, y); a > 0.02 && a < 0.98 {
						t.Fatalf("%s at scale %v covers %.2f of the pixel at (%d, %d)", name, scale, a, x, y)
					}
				}
			}
			if p.ink() < 20 {
				t.Errorf("%s at scale %v is not there", name, scale)
			}
		}
	}
}
