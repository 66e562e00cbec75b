package ui

import (
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// A writing is a line of text as the window draws it, of the canvas alone: widgets write their own.
type writing struct {
	text string
	at   panel.Rect // from the capitals' top to the letters' foot
	half bool       // its place ends within it, at the left or the right
}

var (
	clipMade  = regexp.MustCompile(`<clipPath id="([^"]*)"><rect x="([^"]*)" y="([^"]*)" width="([^"]*)" height="([^"]*)"/>`)
	clipUsed  = regexp.MustCompile(`^<g clip-path="url\(#([^)]*)\)">`)
	textSaid  = regexp.MustCompile(`<g aria-label="([^"]*)" transform="translate\(([^ ]+) ([^)]+)\) scale\(([^)]+)\)"`)
	lastGlyph = regexp.MustCompile(`<use xlink:href="[^"]*" x="([^"]*)"/></g>$`)
)

// unitsPerEm is that of the program's fonts.
const unitsPerEm = 2048

// writings returns all that a drawing writes in the window's letters, and where.
func writings(t *testing.T, a *App, drawing func(c *draw.Canvas)) []writing {
	t.Helper()
	return writingsIn(t, a, a.Canvas.Fonts(), drawing)
}

// diagramWritings are those of the open tab, whose letters may be larger.
func diagramWritings(t *testing.T, a *App) []writing {
	t.Helper()
	v, on := a.diagram()
	return writingsIn(t, a, on.Fonts(), func(c *draw.Canvas) { a.Tabs.Draw(v, &a.AB, c, a.Regions.Time) })
}

// writingsIn returns what a drawing writes in some letters.
func writingsIn(t *testing.T, a *App, fonts *draw.Fonts, drawing func(c *draw.Canvas)) (all []writing) {
	t.Helper()
	c := draw.NewCanvas(fonts, a.Theme, a.Words)
	c.Record()
	drawing(c)
	number := func(s string) float32 {
		v, err := strconv.ParseFloat(s, 32)
		if err != nil {
			t.Fatal(err)
		}
		return float32(v)
	}
	clips, within := map[string]panel.Rect{}, panel.Rect{}
	for line := range strings.SplitSeq(c.SVG(a.Width, a.Height, a.Theme.Ground, "", ""), "\n") {
		if m := clipMade.FindStringSubmatch(line); m != nil {
			clips[m[1]] = panel.NewRect(number(m[2]), number(m[3]), number(m[4]), number(m[5]))
		}
		if line == "<g>" {
			within = panel.Rect{}
		} else if m := clipUsed.FindStringSubmatch(line); m != nil {
			within = clips[m[1]]
		}
		m := textSaid.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		x, y, scale := number(m[2]), number(m[3]), number(m[4])
		size, w := scale*unitsPerEm, float32(0)
		if end := lastGlyph.FindStringSubmatch(line); end != nil {
			w = number(end[1]) * scale
		}
		at := panel.NewRect(x, y-0.72*size, w+size/2, 0.9*size)
		half := false
		if within.H > 0 { // a line that is scrolled half away is none
			top, foot := max(at.Y, within.Y), min(at.Y+at.H, within.Y+within.H)
			if foot-top < at.H/2 {
				continue
			}
			at.Y, at.H = top, foot-top
			half = at.X+3 < within.X || at.X+at.W-3 > within.X+within.W
		}
		all = append(all, writing{html.UnescapeString(m[1]), at, half})
	}
	return all
}

// crowded reports what of the writings is cut, leaves a place, or lies over another.
func crowded(all []writing, in panel.Rect) (faults []string) {
	for i, w := range all {
		if w.half || strings.HasSuffix(w.text, "…") {
			faults = append(faults, fmt.Sprintf("%q is cut", w.text))
		}
		if !w.at.Inset(2).Within(in) {
			faults = append(faults, fmt.Sprintf("%q at %v leaves %v", w.text, w.at, in))
		}
		for _, o := range all[:i] {
			if w.at.Inset(2).Overlaps(o.at.Inset(2)) {
				faults = append(faults, fmt.Sprintf("%q and %q overlap at %v, %v", o.text, w.text, o.at, w.at))
			}
		}
	}
	return faults
}
