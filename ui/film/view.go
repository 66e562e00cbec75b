package film

// The views of a session, in the window and in films: the worlds alone, all that can be measured and set beside them, or a
// diagram.
const (
	WatchView   = "watch"
	LabView     = "lab"
	DiagramView = "diagram"
)

// Views lists the views by name.
func Views() []string { return []string{WatchView, LabView, DiagramView} }
