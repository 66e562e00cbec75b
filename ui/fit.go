package ui

import (
	"image"
	"math"
)

// The window's least size in pixels as the system counts them. A window that is smaller than the smallest
// layout shows that layout smaller; at this size its smallest text, at the smallest scale of text, is as
// small as fonts can be.
const (
	leastWidth  = minimumWidth * leastShare / fitSteps
	leastHeight = minimumHeight * leastShare / fitSteps
)

// leastShare is how many of the [fitSteps] a window that is pulled smaller has left at least.
const leastShare = 40

// fitted returns how large everything is drawn, 1 being as usual, in a window of so many pixels as the
// system counts them: what the smallest layout has is never cut.
func fitted(width, height int) float64 {
	share := min(float64(width)/minimumWidth, float64(height)/minimumHeight)
	return min(max(math.Floor(share*fitSteps), leastShare)/fitSteps, 1)
}

// What a screen has beside the content of a window: bars of the system, and the window's own frame. No system
// says how much before there is a window, so this is about the most.
const (
	besideWindow = 16
	aboveWindow  = 112
)

// startSize returns the size of the window's content for a wish and a screen, both in pixels as the system
// counts them. Where the wish has no room the system is to maximise the window: it alone knows how much
// there is.
func startSize(wish, screen image.Point) (size image.Point, maximise bool) {
	room := screen.Sub(image.Pt(besideWindow, aboveWindow))
	if wish.X <= room.X && wish.Y <= room.Y {
		return wish, false
	}
	return image.Pt(max(min(wish.X, room.X), leastWidth), max(min(wish.Y, room.Y), leastHeight)), true
}
