package ui

import (
	"fmt"
	"io"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/film"
	"driftlab/ui/draw"
	"driftlab/ui/words"
)

// filmProgress tells how far a film is, in text.
type filmProgress struct {
	to     io.Writer // nil for nobody
	lines  bool      // "frame 120 1200", for programs
	frames int
	done   int
	start  time.Time
	told   time.Time
}

// filmTellEvery is how often it is told, in real time.
const filmTellEvery = 100 * time.Millisecond

func newFilmProgress(how string, to io.Writer, frames int) filmProgress {
	if how == film.ProgressOff {
		to = nil
	}
	return filmProgress{to: to, lines: how == film.ProgressLines, frames: frames}
}

// say says what is done before the first frame: to measure an hour takes a while, and so does an encoder that
// hangs.
func (p *filmProgress) say(what string) {
	if p.to != nil && !p.lines {
		fmt.Fprintf(p.to, "\r%s\x1b[K", what)
	}
}

// begin notes when the first frame was begun.
func (p *filmProgress) begin(now time.Time) { p.start = now }

// tell says how many frames are done, if it is time for that.
func (p *filmProgress) tell(done int) {
	p.done = done
	now := time.Now()
	if p.to == nil || done < p.frames && now.Sub(p.told) < filmTellEvery {
		return
	}
	p.told = now
	if p.lines {
		fmt.Fprintf(p.to, "frame %d %d\n", done, p.frames)
		return
	}
	fmt.Fprintf(p.to, "\rframe %d of %d · %d %% · %s\x1b[K", done, p.frames, 100*done/p.frames, p.left(now))
}

// left says how long the rest will take.
func (p *filmProgress) left(now time.Time) string {
	if p.done == 0 {
		return "…"
	}
	rest := time.Duration(float64(now.Sub(p.start)) / float64(p.done) * float64(p.frames-p.done))
	var text pen
	return words.F("film.left", clockOf(text.start(), rest.Round(time.Second)).buf)
}

// wipe takes the line away that is rewritten.
func (p *filmProgress) wipe() {
	if p.to != nil && !p.lines {
		fmt.Fprint(p.to, "\r\x1b[K")
	}
}

// The window that shows how far a film is, in pixels as the system counts them.
const (
	filmWindowWidth  = 560
	filmWindowHeight = 110
)

// filmWindow draws the progress.
type filmWindow struct {
	canvas *draw.Canvas
	scale  float64
	err    error
}

func (w *filmWindow) layout(width, height int) (int, int) {
	scale := ebiten.Monitor().DeviceScaleFactor()
	if w.canvas == nil || w.scale != scale {
		var fonts *draw.Fonts
		if fonts, w.err = draw.NewFonts(min(max(scale, leastScale), mostScale)); w.err == nil {
			w.canvas, w.scale = draw.NewCanvas(fonts), scale
		}
	}
	return int(float64(width) * scale), int(float64(height) * scale)
}

func (w *filmWindow) draw(screen *ebiten.Image, j *filmJob) {
	if w.canvas == nil {
		return
	}
	c, z := w.canvas, float32(w.scale)
	width := float32(screen.Bounds().Dx())
	screen.Fill(draw.Ground)
	c.Reset()
	share := float32(j.done) / float32(max(j.frames, 1))
	c.Text(20*z, 16*z, cut(c.Fonts(), words.F("film.rendering", j.opt.Out), draw.Strong, width-40*z), draw.Strong, draw.Text, draw.Left)
	c.Box(20*z, 46*z, width-40*z, 10*z, 5*z, draw.PanelEdge)
	c.Box(20*z, 46*z, max((width-40*z)*share, 10*z), 10*z, 5*z, draw.Accent)
	c.Text(20*z, 68*z, words.F("film.progress", j.done, j.frames, 100*share, j.progress.left(time.Now())), draw.Body, draw.Text, draw.Left)
	c.Text(width-20*z, 68*z, words.T("film.cancel"), draw.Body, draw.TextDim, draw.Right)
	c.Flush(screen)
}
