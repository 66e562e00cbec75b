package diagram

import (
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// raceTab is the race among the diagrams, where it has no place of its own.
type raceTab struct{ race *RaceTable }

// Begin implements [Tab].
func (raceTab) Begin() {}

// Update implements [Tab]: the window has the table act on the pointer, wherever it stands.
func (raceTab) Update(*panel.View, *panel.Pointer, panel.Rect) {}

// Draw implements [Tab].
func (t raceTab) Draw(v *panel.View, c *draw.Canvas, r panel.Rect) { t.race.Draw(v, c, r) }
