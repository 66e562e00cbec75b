package ui

import (
	"testing"

	"driftlab/internal/testkit"
)

// While nobody is at the controls a picture of them is drawn: it has to be of what they show now.
func TestThePictureOfTheControlsIsAsTheyAre(t *testing.T) {
	const near = 2 // of 255 levels: the picture's colours are whole ones
	for _, s := range testkit.Some(t, scenes(), 8) {
		a, _ := s.picture(t)
		a.ClearFocus() // whose ring is drawn over the picture
		nextFrame(t, a)
		picture, controls := screenOf(a.pixels.X, a.pixels.Y), screenOf(a.pixels.X, a.pixels.Y+1)
		picture.Clear()
		controls.Clear()
		a.root.Render(picture)
		a.root.Container.Render(controls)
		p, c := make([]byte, 4*a.pixels.X*a.pixels.Y), make([]byte, 4*a.pixels.X*(a.pixels.Y+1))
		picture.ReadPixels(p)
		controls.ReadPixels(c)
		for i := range p {
			if d := int(p[i]) - int(c[i]); max(d, -d) > near {
				t.Errorf("%s: at (%d, %d) a colour has %d in place of %d", s.name, i/4%a.pixels.X, i/4/a.pixels.X, p[i], c[i])
				break
			}
		}
	}
}
