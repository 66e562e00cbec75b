package ui

import (
	"fmt"
	"image"
	"image/png"
	"strings"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/internal/files"
)

// screenshot writes one picture of the window and then closes it.
type screenshot struct {
	file string
	fs   files.FS
	// inputs are the paths of what the window reads.
	inputs []string
	due    bool // the time is there
	drawn  int  // frames since
	done   bool
	err    error
}

// approach goes on to the time of the picture.
func (a *App) approach() {
	a.advance(a.opt.After - approachBy - time.Duration(a.session.Now()))
	for a.session.Err() == nil {
		rest := a.opt.After - time.Duration(a.session.Now())
		if a.opt.End > 0 {
			rest = min(rest, a.opt.End-time.Duration(a.session.Now()))
		}
		if rest <= 0 {
			return
		}
		a.advance(min(rest, time.Second/ebiten.DefaultTPS))
		a.frame.read(a.session, a.deck.machines, a.speed, false)
		a.deck.note(a.session, &a.frame)
		a.deck.follow(&a.frame, &a.layout, a.session.Level())
	}
}

// take writes the picture if it is due.
func (s *screenshot) take(screen *ebiten.Image) {
	if !s.due || s.done {
		return
	}
	if s.drawn++; s.drawn < 2 { // plots go by where the line of time was drawn
		return
	}
	s.done = true
	bounds := screen.Bounds()
	img := image.NewRGBA(bounds)
	screen.ReadPixels(img.Pix)
	var b strings.Builder
	if s.err = png.Encode(&b, img); s.err == nil {
		s.err = files.Write(s.fs, s.file, b.String(), s.inputs...)
	}
}

// finish closes the window, with an error if the picture could not be written.
func (s *screenshot) finish() error {
	if s.err != nil {
		return fmt.Errorf("screenshot: %w", s.err)
	}
	return ebiten.Termination
}
