package draw

import (
	"image"
	"math"
	"strconv"
	"testing"
	"unicode"

	"golang.org/x/image/font/sfnt"

	"driftlab/internal/palette"
	"driftlab/internal/testkit"
	"driftlab/ui/uitest"
)

func fontsFor(t testing.TB, scale float64) *Fonts {
	t.Helper()
	uitest.NeedLoop(t)
	f, err := NewFonts(scale)
	check(t, err)
	return f
}

// written returns a picture of what f writes.
func written(fonts *Fonts, w, h int, f func(l *Lettering)) *picture {
	l := NewLettering(fonts)
	f(l)
	p := newPicture(w, h)
	l.Flush(p.Image)
	return p.read()
}

func TestFontsRefuseAScaleThatIsNone(t *testing.T) {
	for _, s := range []float64{0, -1, 0.4, 9, math.NaN(), math.Inf(1)} {
		if _, err := NewFonts(s); err == nil {
			t.Errorf("scale %v is accepted", s)
		}
	}
}

func TestAllSymbolsAreInAllFaces(t *testing.T) {
	var buf sfnt.Buffer
	for c := range classes {
		for _, r := range symbols + string(rune(unknown)) {
			if g, err := classes[c].font().GlyphIndex(&buf, r); g == 0 || err != nil {
				t.Errorf("class %d has no %q", c, r)
			}
		}
	}
}

func TestMeasureIsTheWidthThatIsDrawn(t *testing.T) {
	for _, scale := range []float64{1, 1.5, 2} {
		fonts := fontsFor(t, scale)
		for c := range numClasses {
			// Upright stems at both ends, so that the bearings are small.
			const s = "HHello, Δ 128.4 msH"
			p := written(fonts, 800, 80, func(l *Lettering) { l.Text(10, 10, s, c, white, Left|Top) })
			seen, from := p.inked(), int(10*scale)
			bearings := max(3.5*scale, 0.15*float64(fonts.LineHeight(c))*scale) // they grow with the letters
			near(t, "the width", float64(seen.Dx()), float64(fonts.Measure(s, c))*scale, bearings)
			if seen.Min.X < from || seen.Min.Y < from || float64(seen.Max.Y) > (10+float64(fonts.LineHeight(c)))*scale+0.01 {
				t.Errorf("class %d at scale %v covers %v", c, scale, seen)
			}
		}
	}
}

// inked returns the smallest rectangle around all pixels that are not clear.
func (p *picture) inked() (r image.Rectangle) {
	for y := range p.Bounds().Dy() {
		for x := range p.Bounds().Dx() {
			if p.alpha(x, y) > 0 {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return r
}

func TestFiguresAreEquallyWide(t *testing.T) {
	fonts := fontsFor(t, 1)
	for c := range numClasses {
		zero := fonts.Measure("0", c)
		for _, d := range "123456789" {
			if w := fonts.Measure(string(d), c); w != zero {
				t.Errorf("class %d: %q is %v wide, 0 is %v", c, d, w, zero)
			}
		}
	}
}

func TestNoTextIsSmallerThan13Pixels(t *testing.T) {
	for c := range classes {
		if classes[c].size < 13 {
			t.Errorf("class %d is %v px", c, classes[c].size)
		}
	}
}

func TestAlignmentPutsTextAroundItsPoint(t *testing.T) {
	fonts := fontsFor(t, 2)
	at := func(a Align) image.Rectangle {
		return written(fonts, 200, 100, func(l *Lettering) { l.Text(50, 25, "H0H", Body, white, a) }).inked()
	}
	if r := at(Left | Baseline); r.Min.X < 100 || r.Max.Y != 50 && r.Max.Y != 51 {
		t.Errorf("Left|Baseline covers %v", r)
	}
	if r := at(Right | Top); r.Max.X > 100 || r.Min.Y < 50 {
		t.Errorf("Right|Top covers %v", r)
	}
	if r := at(Centre | Middle); math.Abs(float64(r.Min.X+r.Max.X)/2-100) > 1 || math.Abs(float64(r.Min.Y+r.Max.Y)/2-50) > 1 {
		t.Errorf("Centre|Middle covers %v", r)
	}
	if r := at(Left | Bottom); r.Max.Y > 50 {
		t.Errorf("Left|Bottom covers %v", r)
	}
}

func TestTextFromABufferEqualsTextFromAString(t *testing.T) {
	fonts := fontsFor(t, 1)
	const s = "−12.5 µs → ✓ \xff"
	a := written(fonts, 200, 30, func(l *Lettering) { l.Text(5, 5, s, Body, white, Left) })
	b := written(fonts, 200, 30, func(l *Lettering) { l.TextBytes(5, 5, []byte(s), Body, white, Left) })
	if string(a.pix) != string(b.pix) || a.ink() == 0 {
		t.Error("they differ, or nothing is drawn")
	}
}

func TestClippedTextEndsAtTheClip(t *testing.T) {
	fonts := fontsFor(t, 1)
	all := func(l *Lettering) { l.Text(5, 5, "What is clipped is not seen", Title, white, Left) }
	open := written(fonts, 300, 40, all)
	cut := written(fonts, 300, 40, func(l *Lettering) { l.Clip(20, 9, 101, 11); all(l) })
	for y := range 40 {
		for x := range 300 {
			want := 0.0
			if image.Pt(x, y).In(image.Rect(20, 9, 121, 20)) {
				want = open.alpha(x, y)
			}
			if got := cut.alpha(x, y); got != want {
				t.Fatalf("pixel %d,%d is %v, want %v", x, y, got, want)
			}
		}
	}
}

// fill draws a frame of 10,000 mixed shapes and 300 texts, all changing with n.
func fill(c *Canvas, n int, buf []byte, line []float32) []byte {
	c.Reset()
	f := float32(n % 100)
	for i := range 9000 {
		x, y := float32(i%120)*10+f, float32(i/120)*9
		switch i % 6 {
		case 0:
			c.Circle(x, y, 4, theme.SkyBlue)
		case 1:
			c.Line(x, y, x+20, y+9, 1.5, theme.Orange)
		case 2:
			c.Box(x, y, 9, 7, 2, theme.Panel)
		case 3:
			c.Triangle(x, y, 4, true, theme.Yellow)
		case 4:
			c.MarkerOutline(palette.Diamond, x, y, 5, 1, theme.Accent)
		default:
			c.Capsule(x, y, x+5, y+3, 2, theme.Text)
		}
	}
	for i := range line {
		if i%2 == 0 {
			line[i] = float32(i) / 2 * 1.2
		} else {
			line[i] = 300 + float32((i*i+n)%50)
		}
	}
	c.Clip(40, 40, 900, 500)
	c.Polyline(line, 1.5, palette.Unbroken, 0, theme.BluishGreen)
	c.Dashed(0, 300, 1280, 310, 2, palette.ServerTimeDash, f, theme.ServerTime)
	c.Unclip()
	for i := range 300 {
		buf = strconv.AppendFloat(buf[:0], float64(i)*1.7+float64(n), 'f', 1, 64)
		buf = append(buf, " ms ±"...)
		c.TextBytes(float32(i%10)*120, float32(i/10)*20, buf, Mono, theme.Text, Left|Top)
	}
	return buf
}

func TestAFrameIsFourDrawCallsAndAllocatesNothing(t *testing.T) {
	c := NewCanvas(fontsFor(t, 1), theme, nil)
	buf, line := make([]byte, 0, 64), make([]float32, 1800)
	n := 0
	if got := testkit.AllocsPerRun(5, func() {
		buf = fill(c, n, buf, line)
		n++
	}); got != 0 {
		t.Errorf("%v allocations a frame, want 0", got)
	}
	c.Overlay.Box(10, 10, 100, 30, 4, theme.Panel)
	c.Overlay.Text(20, 20, "tooltip", Small, theme.Text, Left)
	p := newPicture(1280, 720)
	if calls := c.Flush(p.Image); calls != 4 {
		t.Errorf("%d draw calls, want 4", calls)
	}
	c.Reset()
	if calls := c.Flush(p.Image); calls != 0 {
		t.Errorf("%d draw calls for an empty canvas, want 0", calls)
	}
}

func BenchmarkFill(b *testing.B) {
	c := NewCanvas(fontsFor(b, 1), theme, nil)
	buf, line := make([]byte, 0, 64), make([]float32, 1800)
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		buf = fill(c, n, buf, line)
	}
	b.ReportMetric(float64(len(c.Batch.vertices)), "vertices")
}

// BenchmarkFillAndFlush adds what Ebitengine does before its own thread takes over.
func BenchmarkFillAndFlush(b *testing.B) {
	c := NewCanvas(fontsFor(b, 1), theme, nil)
	buf, line := make([]byte, 0, 64), make([]float32, 1800)
	p := newPicture(1280, 720)
	pixel := make([]byte, 4)
	one := p.SubImage(image.Rect(0, 0, 1, 1)).(interface{ ReadPixels([]byte) })
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		buf = fill(c, n, buf, line)
		c.Flush(p.Image)
		if n%4 == 3 {
			// Commands gather until a pixel is read. Rastering them is not Go's time.
			b.StopTimer()
			one.ReadPixels(pixel)
			b.StartTimer()
		}
	}
}

func TestLackingNamesWhatTheAtlasDoesNotHold(t *testing.T) {
	if got := string(Lacking("Größe ½ → −3 µs\n\t“x”…" + symbols)); got != "" {
		t.Errorf("it names %q", got)
	}
	if got := string(Lacking("你好, 你 Жž\x07")); got != "你好Жž\x07" {
		t.Errorf("it names %q", got)
	}
	fonts, err := NewFonts(1)
	check(t, err)
	for r := rune(' '); r < 0x2700; r++ {
		if lacks, drawn := len(Lacking(string(r))) > 0, fonts.faces[Body].glyph(r) != fonts.faces[Body].glyph(unknown); lacks == drawn && r != unknown && !unicode.IsSpace(r) {
			t.Errorf("%q: lacking %v, drawn %v", r, lacks, drawn)
		}
	}
}

func TestAGlyphIsRasterisedOnceItIsWritten(t *testing.T) {
	fonts := fontsFor(t, 1)
	fonts.Measure("AB", Body)
	placed := func(c Class, r rune) bool { return fonts.faces[c].glyph(r).placed != 0 }
	if placed(Body, 'A') || fonts.atlas.picture != nil {
		t.Error("a text that was measured is in the atlas")
	}
	written(fonts, 40, 40, func(l *Lettering) { l.Text(10, 10, "A", Body, white, Left|Top) })
	if !placed(Body, 'A') || placed(Body, 'B') || placed(Strong, 'A') {
		t.Error("what was written is not in the atlas, or what was not is")
	}
}

func TestGlyphsStayTheSameWhereTheAtlasGrows(t *testing.T) {
	fonts := fontsFor(t, 2)
	text := func(l *Lettering) { l.Text(10, 10, "Ag", Body, white, Left|Top) }
	before, height := written(fonts, 80, 60, text), fonts.atlas.height
	l := NewLettering(fonts)
	text(l) // which is in none of the taller pictures yet
	for c := range numClasses {
		for r := rune(' '); r < latin1; r++ {
			l.Text(200, 100, " "+string(r), c, white, Left|Top)
		}
	}
	p := newPicture(80, 60)
	l.Flush(p.Image)
	if fonts.atlas.height <= height {
		t.Fatalf("the atlas has not grown: it is %d high", fonts.atlas.height)
	}
	for _, after := range []*picture{p.read(), written(fonts, 80, 60, text)} {
		if string(after.pix) != string(before.pix) || before.ink() == 0 {
			t.Error("the letters are others")
		}
	}
}
