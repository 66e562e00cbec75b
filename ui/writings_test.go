package ui

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// A writing is a line of text as the window draws it, of the canvas alone: widgets write their own.
type writing struct {
	text string
	at   panel.Rect // from the capitals' top to the letters' foot
	half bool       // its place ends within it, at the left or the right
	ink  palette.Color
}

// writings returns all that a drawing writes in the window's letters, and where.
func writings(t *testing.T, a *App, drawing func(c *draw.Canvas)) []writing {
	t.Helper()
	return writingsIn(t, a, a.Canvas.Fonts(), drawing)
}

// diagramWritings are those of the open tab, whose letters may be larger, in the window's points.
func diagramWritings(t *testing.T, a *App) []writing {
	t.Helper()
	v, on, at := a.diagram()
	all := writingsIn(t, a, on.Fonts(), func(c *draw.Canvas) { a.Tabs.Draw(v, &a.AB, c, at) })
	for i := range all {
		all[i].at = all[i].at.Times(a.points())
	}
	return all
}

// writingsIn returns what a drawing writes in some letters.
func writingsIn(t *testing.T, a *App, fonts *draw.Fonts, drawing func(c *draw.Canvas)) (all []writing) {
	t.Helper()
	c := draw.NewCanvas(fonts, a.Theme, a.Words)
	c.Listen()
	drawing(c)
	for _, text := range c.Texts() {
		at := panel.NewRect(text.X0, text.Y0, text.X1-text.X0, text.Y1-text.Y0)
		half := false
		if text.Clipped { // a line that is scrolled half away is none
			top, foot := max(at.Y, text.Seen[1]), min(at.Y+at.H, text.Seen[3])
			if foot-top < at.H/2 {
				continue
			}
			at.Y, at.H = top, foot-top
			half = at.X+3 < text.Seen[0] || at.X+at.W-3 > text.Seen[2]
		}
		all = append(all, writing{text.Said, at, half, text.Color})
	}
	return all
}

// crowded reports what of the writings is cut, leaves a place, or lies over another.
func crowded(all []writing, in panel.Rect) (faults []string) {
	for i, w := range all {
		if w.half || strings.HasSuffix(w.text, "…") {
			faults = append(faults, fmt.Sprintf("%q is cut at %v", w.text, w.at))
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

// confused reports which figures can be taken for others: those that stand less than 3 points before others of their line.
func confused(all []writing) (faults []string) {
	const apart = 3
	for _, w := range all {
		if !strings.ContainsAny(w.text, "0123456789") {
			continue
		}
		for _, o := range all {
			gap := o.at.X - w.at.X - w.at.W
			if first, _ := utf8.DecodeRuneInString(o.text); !strings.ContainsRune("+−±0123456789", first) || o.at.X <= w.at.X || gap >= apart {
				continue
			}
			if min(w.at.Y+w.at.H, o.at.Y+o.at.H)-max(w.at.Y, o.at.Y) > min(w.at.H, o.at.H)/2 {
				faults = append(faults, fmt.Sprintf("%q and %q are %.1f apart at %v, %v", w.text, o.text, gap, w.at, o.at))
			}
		}
	}
	return faults
}

// aTime is a figure in a unit of time.
var aTime = regexp.MustCompile(`^[+−]?[0-9.,]+ (m?s)$`)

// unlike reports which figures can't be compared at a glance: what is true, and left of it what is estimated, in another unit.
func unlike(a *App, all []writing) (faults []string) {
	for _, truth := range all {
		unit := aTime.FindStringSubmatch(truth.text)
		if unit == nil || truth.ink != a.Theme.Truth {
			continue
		}
		var estimate writing // the nearest on the line
		for _, w := range all {
			if w.at.X < truth.at.X && w.at.X > estimate.at.X && w.at.Y == truth.at.Y && w.at.Overlaps(a.Regions.Numbers) == truth.at.Overlaps(a.Regions.Numbers) {
				estimate = w
			}
		}
		if of := aTime.FindStringSubmatch(estimate.text); of != nil && of[1] != unit[1] {
			faults = append(faults, fmt.Sprintf("%q stands before %q", estimate.text, truth.text))
		}
	}
	return faults
}
