package picture

import "math"

// The window's least size in pixels as the system counts them. A window that is smaller than the smallest
// layout shows that layout smaller; at this size its smallest text, at the smallest scale of text, is as
// small as fonts can be.
const (
	LeastWidth  = MinimumWidth * leastShare / fitSteps  // pixels as the system counts them
	LeastHeight = MinimumHeight * leastShare / fitSteps // pixels as the system counts them
)

// A window that is pulled smaller is drawn smaller in steps, since each of them makes all fonts anew.
const (
	fitSteps   = 64
	leastShare = 40 // of the steps
)

// Fitted returns how large everything is drawn, 1 being as usual, in a window of so many pixels as the
// system counts them: what the smallest layout has is never cut.
func Fitted(width, height int) float64 {
	share := min(float64(width)/MinimumWidth, float64(height)/MinimumHeight)
	return min(max(math.Floor(share*fitSteps), leastShare)/fitSteps, 1)
}

// What fonts can be made for: so many device pixels a point.
const (
	LeastScale = 0.5
	MostScale  = 8
)
