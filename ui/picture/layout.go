package picture

import (
	"math"

	"driftlab/ui/config"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// The regions' sizes in points.
const (
	BarHeight      = 44   // of the bar at the top, and in the Watch view of that at the bottom
	LowBarHeight   = 60   // of the bar at the bottom in other views
	lowestBar      = 52   // the same in a low window
	lowWindow      = 600  // the height below which a window is low
	LowWorldsShare = 0.53 // the worlds' part of a film's height between the bars, above a diagram
	MinimumWidth   = 1280 // of the smallest layout
	MinimumHeight  = 720  // of the smallest layout
	StandardWidth  = 1600 // of the window that is opened
	StandardHeight = 900  // of the window that is opened
)

// Layout is where the regions of the window are. What has no room is empty.
type Layout struct {
	Top, Bottom panel.Rect // the bars
	Strip       panel.Rect // of the lesson that runs, under the top bar
	// Controls is the column of controls. In narrow windows it is a drawer that covers the worlds and the
	// time panel while it is open, and Rail is what stays in sight of it.
	Controls, Rail panel.Rect
	Drawer         bool       // the controls are a drawer
	Worlds, Time   panel.Rect // the viewports, and the panel of time under them
	// The Lab's parts, which [Layout.Lay] gives their places: the worlds of the host and of the chosen client, with the list of other clients
	// beside them or in a row below; the table of clients below the diagram; and the column at the right with the race and more about the
	// chosen client.
	Host, Chosen, Others, Row, Clients panel.Rect
	Numbers, Race, More                panel.Rect
	Plan                               LabPlan
	size                               *labSize
	middle                             panel.Rect // that they divide
	plotted                            bool       // the view is about the diagram
	Watching                           bool       // it is the Watch view, whose parts are watch's
	Watch                              WatchLayout
	Line                               panel.Rect // of time, in its bottom bar

	Phone            bool       // it is a phone's: see [NewPhoneLayout]
	Sheet, SheetTabs panel.Rect // a phone's: the sheet, where it is open, and what chooses what it shows
	Pick, Told       panel.Rect // a phone's: what chooses between worlds and diagrams, and what the session has to tell
}

// frame places the bars and the strip of a lesson, and returns the room between them.
func (l *Layout) frame(window panel.Rect, bar, strip, low float32) (middle panel.Rect) {
	layout.Column(nil, window, 0, part{At: &l.Top, Min: bar, Rank: 1}, part{At: &l.Strip, Min: strip}, part{At: &middle, Share: 1},
		part{At: &l.Bottom, Min: low, Rank: 1})
	return middle
}

// NewLayout divides a window among the regions of a view. strip is the height of a lesson's strip. Larger text leaves fewer regions.
func NewLayout(window panel.Rect, strip float32, view string) (l Layout) {
	if l.Watching = view == config.WatchView; l.Watching { // its parts are placed later
		l.Worlds = l.frame(window, BarHeight, strip, BarHeight)
		return l
	}
	low := float32(LowBarHeight)
	if window.H < lowWindow {
		low = lowestBar
	}
	middle := l.frame(window, BarHeight, strip, low)
	middle = panel.NewRect(middle.X+LabGap, middle.Y+LabGap/2, max(middle.W-2*LabGap, 0), max(middle.H-LabGap, 0))
	l.size, l.plotted = sizeOf(window.W, window.H-strip), view == config.DiagramView
	column := middle
	column.W = ControlsWidth
	if l.Drawer = l.size.settings == 0 || l.plotted; l.Drawer {
		layout.Row(nil, middle, LabGap, part{At: &l.Rail, Min: railWidth}, part{At: &l.middle, Share: 1})
		l.Controls = column
	} else {
		layout.Row(nil, middle, LabGap, part{At: &l.Controls, Min: l.size.settings}, part{At: &l.middle, Share: 1})
	}
	return l
}

// Over makes a film's panels divide a region of a frame as the Lab's do.
func (l *Layout) Over(region panel.Rect, width, height float32) {
	l.middle, l.size = region, sizeOf(width, height)
}

// The window's least size in system pixels. A window smaller than the smallest layout shows that layout scaled
// down. At this size its smallest text, at the smallest text scale, is as small as fonts can be.
const (
	LeastWidth  = MinimumWidth * leastShare / fitSteps  // pixels as the system counts them
	LeastHeight = MinimumHeight * leastShare / fitSteps // pixels as the system counts them
)

// A window that gets smaller is scaled down in steps, since each step makes all fonts again.
const (
	fitSteps   = 64
	leastShare = 40 // of the steps
)

// Fitted returns the scale of everything in a window of a size in system pixels, 1 being the usual one: the
// smallest layout is never cut.
func Fitted(width, height int) float64 {
	share := min(float64(width)/MinimumWidth, float64(height)/MinimumHeight)
	return min(max(math.Floor(share*fitSteps), leastShare)/fitSteps, 1)
}

// The scales that fonts can be made for, in device pixels a point.
const (
	LeastScale = 0.5
	MostScale  = 8
)
