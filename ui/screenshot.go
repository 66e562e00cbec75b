package ui

import (
	"fmt"
	"image"
	"strings"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/internal/files"
	"driftlab/ui/film/encode"
	"driftlab/ui/picture"
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

// approach moves on to the time of the picture.
func (a *App) approach() {
	a.Drawn()
	a.Advance(a.opt.After - picture.ApproachBy - time.Duration(a.Session.Now()))
	for a.Session.Err() == nil {
		rest := a.opt.After - time.Duration(a.Session.Now())
		if a.opt.End > 0 {
			rest = min(rest, a.opt.End-time.Duration(a.Session.Now()))
		}
		if rest <= 0 {
			return
		}
		a.Advance(min(rest, time.Second/ebiten.DefaultTPS))
		a.Frame.Read(a.Session, a.Deck.Machines, a.Speed, false)
		a.Deck.Note(a.Session, &a.Frame)
		a.Deck.Follow(&a.Frame, &a.Regions, a.Session.Level())
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
	if s.err = encode.WritePicture(&b, img); s.err == nil {
		s.err = files.WriteMarked(s.fs, s.file, encode.IsPicture, b.String(), s.inputs...)
	}
}

// finish closes the window, with an error if the picture could not be written or the session ended before its time.
func (s *screenshot) finish(ended error) error {
	if s.err != nil {
		return fmt.Errorf("screenshot: %w", s.err)
	}
	if ended != nil {
		return ended
	}
	return ebiten.Termination
}
