package ui

import (
	"fmt"
	"image"
	"image/png"
	"strings"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/session"
)

// screenshot writes one picture of the window and then closes it.
type screenshot struct {
	file string
	due  bool // the next frame drawn is the one
	done bool
	err  error
}

// take writes the picture if it is due.
func (s *screenshot) take(screen *ebiten.Image) {
	if !s.due || s.done {
		return
	}
	s.done = true
	bounds := screen.Bounds()
	img := image.NewRGBA(bounds)
	screen.ReadPixels(img.Pix)
	var b strings.Builder
	if s.err = png.Encode(&b, img); s.err == nil {
		s.err = session.WriteFile(s.file, b.String())
	}
}

// finish closes the window, with an error if the picture could not be written.
func (s *screenshot) finish() error {
	if s.err != nil {
		return fmt.Errorf("screenshot: %w", s.err)
	}
	return ebiten.Termination
}
