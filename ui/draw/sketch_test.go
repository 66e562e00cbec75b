package draw

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/png"
	"io"
	"math"
	"os/exec"
	"strings"
	"testing"

	"driftlab/palette"
	"driftlab/ui/uitest"
)

// everyShape draws all that a canvas can draw.
func everyShape(c *Canvas) {
	ink := palette.Hex(0xE69F00)
	c.Line(10, 10, 90, 35, 3, ink)
	c.LineFade(100, 20, 190, 20, 4, ink.Fade(0), palette.Hex(0x56B4E9))
	c.HLine(10, 90, 45, 2, ink)
	c.VLine(95, 10, 60, 1, ink.Fade(0.5))
	c.Capsule(110, 35, 180, 50, 8, ink)
	c.Circle(25, 70, 12, ink)
	c.Ring(60, 70, 12, 3, ink)
	c.Rect(80, 58, 20, 20, ink)
	c.Box(110, 60, 30, 20, 6, ink)
	c.BoxOutline(150, 60, 30, 20, 6, 2, ink)
	c.Hatch(10, 90, 60, 24, 8, ink)
	c.HatchLine(165, 108, 195, 92, 7, 4, ink)
	c.Cross(90, 102, 8, 2, ink)
	for i := range palette.Plus + 1 {
		c.Marker(i, 20+float32(i)*30, 140, 10, ink)
		c.MarkerOutline(i, 20+float32(i)*30, 170, 10, 2, ink)
	}
	c.Triangle(120, 102, 9, false, ink)
	c.TriangleOutline(150, 102, 9, 2, true, ink)
	c.BoxFade(120, 215, 30, 22, 6, ink, palette.Hex(0x56B4E9))
	c.Beam(175, 212, 10, 30, 24, ink, ink.Fade(0))
	c.Area([]float32{60, 290, 80, 275, 100, 285}, 296, ink)
	c.Hexagon(20, 320, 14, 0, 0, ink)
	c.Diamond(50, 320, 10, 14, 0, 2, ink)
	c.Wedge(80, 320, 10, 14, 0, 0, true, ink)
	c.Plus(110, 320, 14, 5, 0, ink)
	c.Ellipse(145, 320, 16, 9, ink)
	c.Arc(180, 325, 12, 4, true, ink)
	c.Frame(40, 360, 1.2, 0, 0.3, 0.8)
	c.Box(-20, -10, 40, 20, 4, ink)
	c.Circle(60, 0, 12, ink)
	c.Unframe()
	c.Glow(160, 360, 18, ink)
	nan := float32(math.NaN())
	c.Polyline([]float32{10, 200, 60, 190, 110, 215, nan, nan, 130, 200, 190, 205}, 3, palette.Dash{9, 5, 1, 5}, 4, ink)
	c.Polyline([]float32{10, 220, 60, 210, 110, 235}, 4, palette.Unbroken, 0, ink.Fade(0.4))
	c.Clip(10, 245, 40, 20)
	c.Circle(50, 250, 20, ink)
	c.Polyline([]float32{0, 262, 100, 262}, 3, palette.Dash{1, 5, 1, 5}, 0, ink)
	c.Text(12, 250, "cut off here", Body, ink, Left|Middle)
	c.Unclip()
	c.Text(195, 250, "−12.5 ms <&> Größe", Small, ink, Right|Baseline)
	c.TextBytes(12, 285, []byte("1.25 s"), Mono, ink, Left|Baseline)
	c.Overlay.Box(120, 270, 60, 20, 4, palette.Hex(0x56B4E9))
	c.Overlay.Text(150, 280, "above", Strong, palette.Hex(0), Centre|Middle)
}

const sketchWide, sketchHigh = 200, 380

// recorded returns the SVG of all shapes, and the canvas with them.
func recorded(t *testing.T) (*Canvas, string) {
	t.Helper()
	uitest.NeedLoop(t)
	fonts, err := NewFonts(1)
	if err != nil {
		t.Fatal(err)
	}
	c := NewCanvas(fonts, theme, nil)
	c.Record()
	everyShape(c)
	if c.Batch.sketch == nil {
		t.Error("the canvas does not record")
	}
	svg := c.SVG(sketchWide, sketchHigh, palette.Hex(0x14171C), "A & B", "what it is")
	if c.Batch.sketch != nil {
		t.Error("the recording goes on")
	}
	return c, svg
}

func TestAPictureAsSVGIsXMLAndSaysItsTexts(t *testing.T) {
	_, svg := recorded(t)
	var labels []string
	defined, used := map[string]bool{}, map[string]bool{}
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range e.Attr {
			switch {
			case a.Name.Local == "aria-label":
				labels = append(labels, a.Value)
			case a.Name.Local == "id":
				if defined[a.Value] {
					t.Errorf("%s is defined twice", a.Value)
				}
				defined[a.Value] = true
			case a.Name.Local == "href":
				used[strings.TrimPrefix(a.Value, "#")] = true
			case strings.HasPrefix(a.Value, "url(#"):
				used[strings.TrimSuffix(strings.TrimPrefix(a.Value, "url(#"), ")")] = true
			}
		}
	}
	if got := strings.Join(labels, "|"); got != "cut off here|−12.5 ms <&> Größe|1.25 s|above" {
		t.Errorf("texts %s", got)
	}
	for name := range used {
		if !defined[name] {
			t.Errorf("%s is used and not defined", name)
		}
	}
	if len(used) < 20 {
		t.Errorf("only %d letters, clips and patterns are used", len(used))
	}
	if strings.Contains(svg, "NaN") || !strings.Contains(svg, "<title>A &amp; B</title>") {
		t.Error(svg[:min(len(svg), 400)])
	}
}

func TestAPictureAsSVGLooksAsOnScreen(t *testing.T) {
	c, svg := recorded(t)
	program, err := exec.LookPath("rsvg-convert")
	if err != nil {
		t.Skip("it takes rsvg-convert to see it (Debian: librsvg2-bin)")
	}
	p := newPicture(sketchWide, sketchHigh)
	p.Fill(palette.Hex(0x14171C))
	c.Flush(p.Image)
	p.read()
	command := exec.Command(program)
	command.Stdin = strings.NewReader(svg)
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(out))
	if err != nil || img.Bounds() != image.Rect(0, 0, sketchWide, sketchHigh) {
		t.Fatal(err, img.Bounds())
	}
	// Cell by cell, so that a shape that is missing or elsewhere counts, and a soft edge does not.
	const cell = 10
	for y := 0; y < sketchHigh; y += cell {
		for x := 0; x < sketchWide; x += cell {
			var sum [2][3]float64
			for i := range cell * cell {
				px, py := x+i%cell, y+i/cell
				r, g, b, _ := img.At(px, py).RGBA()
				for k, v := range []uint32{r, g, b} {
					sum[0][k] += float64(v >> 8)
					sum[1][k] += float64(p.pix[4*(py*sketchWide+px)+k])
				}
			}
			for k := range 3 {
				if d := math.Abs(sum[0][k]-sum[1][k]) / (cell * cell); d > 8 {
					t.Errorf("at (%d, %d) the two differ by %.1f of 255", x, y, d)
				}
			}
		}
	}
}
