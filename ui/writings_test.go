package ui

import (
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"driftlab/ui/panel"
)

// A writing is a line of text as the window draws it, of the canvas alone: widgets write their own.
type writing struct {
	text string
	at   panel.Rect // from the capitals' top to the letters' foot
}

var (
	textSaid  = regexp.MustCompile(`<g aria-label="([^"]*)" transform="translate\(([^ ]+) ([^)]+)\) scale\(([^)]+)\)"`)
	lastGlyph = regexp.MustCompile(`<use xlink:href="[^"]*" x="([^"]*)"/></g>$`)
)

// unitsPerEm is that of the program's fonts.
const unitsPerEm = 2048

// writings draws the window once and returns all that it writes.
func writings(t *testing.T, a *App) (all []writing) {
	t.Helper()
	a.Canvas.Record()
	a.Draw(screenOf(1, 1))
	number := func(s string) float32 {
		v, err := strconv.ParseFloat(s, 32)
		if err != nil {
			t.Fatal(err)
		}
		return float32(v)
	}
	for line := range strings.SplitSeq(a.Canvas.SVG(a.Width, a.Height, a.Theme.Ground, "", ""), "\n") {
		m := textSaid.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		x, y, scale := number(m[2]), number(m[3]), number(m[4])
		size, w := scale*unitsPerEm, float32(0)
		if end := lastGlyph.FindStringSubmatch(line); end != nil {
			w = number(end[1]) * scale
		}
		all = append(all, writing{html.UnescapeString(m[1]), panel.NewRect(x, y-0.72*size, w+size/2, 0.9*size)})
	}
	return all
}

// crowded reports what of the writings is cut, leaves a place, or lies over another.
func crowded(all []writing, in panel.Rect) (faults []string) {
	for i, w := range all {
		if strings.HasSuffix(w.text, "…") {
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
