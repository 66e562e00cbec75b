// Package stage draws the worlds: the viewports with their scenery, figures, shots, ghosts and brackets, the camera that
// looks at them, the stills of a dispute, and the link as two lanes. What it draws is a [game.Scene] and the errors of a
// panel.Frame.
package stage
