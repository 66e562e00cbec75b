package ui

import (
	"fmt"
	"slices"
	"testing"

	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// windowFaults reports what of the window, as it stands, leaves it or lies over something else: its widgets, the places of the
// lesson, and all that is written in it but by widgets. A text that ends in "…" is cut.
func windowFaults(t *testing.T, a *App) []string {
	t.Helper()
	nextFrame(t, a) // widgets have their places from here on
	window := panel.NewRect(0, 0, a.Width, a.Height)
	all := windowWritings(t, a)
	return slices.Concat(partFaults(a, window), wordFaults(a), crowded(all, window), confused(all), unlike(a, all), wordless(a, all))
}

// windowWritings are those of the whole window, but the numbers on the bodies of a crowd, which stand where these do.
func windowWritings(t *testing.T, a *App) []writing {
	all := writings(t, a, a.writeWindow)
	if a.Regions.Time.W > 0 {
		all = append(all, diagramWritings(t, a)...)
	}
	return slices.DeleteFunc(all, func(w writing) bool { return w.ink == a.Theme.Pupil })
}

// wordless reports which signs of the open diagram's legend have no word, nor are counted among those that have no room. A diagram that is
// low has no legend where its strip has no room for one.
func wordless(a *App, all []writing) (faults []string) {
	const low = 202
	if a.Regions.Time.H == 0 || a.Frame.Blind {
		return nil
	}
	said := func(text string) bool {
		return slices.ContainsFunc(all, func(w writing) bool { return w.text == text })
	}
	var there, gone []string
	for _, key := range map[string][]string{
		"spacetime": {"spacetime.group-clock", "spacetime.group-input", "spacetime.group-snapshot", "spacetime.group-shot", "spacetime.group-other"},
	}[a.Tabs.Tabs[a.Tabs.Open].Key] {
		if name := a.Words.T(key); said(name) {
			there = append(there, name)
		} else {
			gone = append(gone, name)
		}
	}
	if high := a.Regions.Time.H >= low*a.points(); len(gone) > 0 && (high || len(there) > 0) && !said(a.Words.F("ab.more", len(gone))) {
		faults = append(faults, fmt.Sprintf("the legend says nothing of %q", gone))
	}
	return faults
}

// partFaults reports what widgets and places of the lesson do.
func partFaults(a *App, window panel.Rect) (faults []string) {
	names, all := placed(a)
	for i, r := range all {
		if r.Overlaps(a.Regions.Watch.Caption) { // in the strip the lesson has buttons
			faults = append(faults, fmt.Sprintf("%s at %v lies over the step", names[i], r))
		}
	}
	names, all = append(names, "the strip", "the step"), append(all, a.Regions.Strip, a.Regions.Watch.Caption)
	for i, r := range all {
		if r.H > 0 && !r.Within(window) {
			faults = append(faults, fmt.Sprintf("%s at %v leaves the window", names[i], r))
		}
		for k, o := range all[:i] {
			if r.Inset(0.5).Overlaps(o.Inset(0.5)) && !o.Within(r) {
				faults = append(faults, fmt.Sprintf("%s at %v lies over %s at %v", names[i], r, names[k], o))
			}
		}
	}
	return faults
}

// writeWindow draws all that a frame draws beneath widgets, but the diagram, whose letters have a size of their own.
func (a *App) writeWindow(c *draw.Canvas) {
	was := a.Canvas
	defer func() { a.Canvas = was }()
	a.Canvas = c
	a.drawRegions(c, func() {}, func() {
		if a.Regions.Numbers.W > 0 {
			a.drawNumbers(c)
		}
	})
}
