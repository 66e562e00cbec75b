package render

import (
	"context"
	"image"
	"io"
	"sync"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/ui/config"
	"driftlab/ui/draw"
	"driftlab/ui/film"
	"driftlab/ui/film/encode"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// filmSink takes the frames; [encode.Film] is one.
type filmSink interface {
	Ready() bool
	Buffer() []byte
	Write(frame []byte) error
	CloseWith(place func([]encode.Whole) error) error
	Abort() (kept string, err error)
	Encoded() int // frames, once it has ended
}

// Job renders a film. It implements ebiten.Game: the window only shows the progress; frames are drawn into images of the film's
// size.
type Job struct {
	picture  *filmPicture
	opt      config.Film
	sink     filmSink
	ctx      context.Context // done when a person cancels the film
	frames   int             // of the whole film
	drawn    int             // how many frames were drawn
	done     int             // how many of those the sink has got
	images   [2]*ebiten.Image
	out      io.Writer // what is printed about the film; nil for nowhere
	progress filmProgress
	window   filmWindow
	times    stageTimes
	started  time.Time
	slice    time.Duration // how long an update renders frames; it renders at least one
	patient  bool          // wait with rendering while the encoder is behind: the game loop belongs to a window
	closed   bool          // the window was closed, or Escape pressed
	err      error         // what went wrong

	sidecars film.Sidecars // their names beside the finished film
	parts    film.Sidecars // their names until then
	made     []sidecar
	sessions []string // where each session is kept until the film is finished
	worlds   []filmWorld
	captions []film.Cue // as in the file beside the film

	once    sync.Once // of Abort
	kept    string
	keptErr error
}

// The stages of a frame.
const (
	stageSimulate = iota
	stageDraw     // in Go: shapes and text into lists for the graphics card
	stageRead     // including the wait for the graphics card
	stageEncoder  // waiting for the encoder
	stageCount
)

// stageTimes are how long each stage took in total.
type stageTimes [stageCount]time.Duration

// since adds the time since start to a stage and returns the present time.
func (t *stageTimes) since(stage int, start time.Time) time.Time {
	now := time.Now()
	t[stage] += now.Sub(start)
	return now
}

// filmSlice is how long an update renders frames, so that the window keeps responding. A window in the background updates less
// often, so each update renders several.
const filmSlice = 100 * time.Millisecond

// Update implements ebiten.Game.
func (j *Job) Update() error {
	j.closed = j.closed || ebiten.IsWindowBeingClosed() || ebiten.IsKeyPressed(ebiten.KeyEscape)
	if j.goOn() {
		return ebiten.Termination
	}
	return nil
}

// InTurns renders the film in the game loop of a window: turn calls a function in one of the window's updates, for up to share.
// Between turns it waits for the encoder.
func (j *Job) InTurns(share time.Duration, turn func(do func())) {
	j.slice, j.patient = share, true
	for near := false; !near && j.err == nil && j.ctx.Err() == nil; {
		if near, j.err = j.picture.comeNearer(); j.err != nil {
			return
		}
		time.Sleep(time.Millisecond) // a page has one thread
	}
	for ended := false; !ended; {
		done := make(chan bool, 1)
		turn(func() { done <- j.goOn() })
		ended = <-done
		for !ended && !j.sink.Ready() && j.ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
	}
	if j.ctx.Err() != nil {
		j.abort()
	}
}

// goOn renders for a slice of time and reports whether the film has ended: finished, cancelled or failed.
func (j *Job) goOn() (ended bool) {
	if j.started.IsZero() {
		if j.err = j.begin(); j.err != nil {
			return true
		}
	}
	for until := time.Now().Add(j.slice); ; {
		if j.err != nil || j.closed || j.ctx.Err() != nil || j.done == j.frames {
			return true
		}
		if !j.sink.Ready() && j.patient {
			return false
		}
		j.err = j.step()
		j.progress.tell(j.picture.Words, j.done)
		if time.Now().After(until) {
			return false
		}
	}
}

// begin makes what needs a running game loop, and advances to the start of the film.
func (j *Job) begin() error {
	if err := j.picture.buildFilm(); err != nil {
		return err
	}
	for i := range j.images {
		j.images[i] = NewFrameImage(j.opt.Width, j.opt.Height)
	}
	if err := j.picture.approachFilm(j.ctx); err != nil {
		return err
	}
	if err := j.card(); err != nil {
		return err
	}
	if j.out != nil {
		j.warn(j.out)
	}
	j.started = time.Now()
	j.progress.start = j.started
	return nil
}

// NewFrameImage makes an image for a frame, which shares its memory with no other image.
func NewFrameImage(w, h int) *ebiten.Image {
	return ebiten.NewImageWithOptions(image.Rect(0, 0, w, h), &ebiten.NewImageOptions{Unmanaged: true})
}

// step draws the next frame and reads back the previous one, which the graphics card has finished during the simulation.
func (j *Job) step() error {
	start := time.Now()
	if k := j.drawn; k < j.frames {
		own := film.Frames(j.opt.Length, j.opt.FPS) // without the frames of the end picture
		if err := j.picture.filmTo(film.At(j.opt.From, min(k, own-1), j.opt.FPS)); err != nil {
			return err
		}
		if j.picture.over = k >= own; !j.picture.over && j.opt.Watch {
			j.picture.note()
		}
		start = j.times.since(stageSimulate, start)
		j.picture.drawFilm(j.images[k%2])
		start = j.times.since(stageDraw, start)
		j.drawn++
	}
	if j.drawn-j.done > 1 || j.drawn == j.frames {
		return j.hand(start)
	}
	return nil
}

// hand reads back the oldest frame that was drawn and gives it to the sink.
func (j *Job) hand(start time.Time) error {
	pix := j.sink.Buffer()
	start = j.times.since(stageEncoder, start)
	j.images[j.done%2].ReadPixels(pix)
	start = j.times.since(stageRead, start)
	if err := j.sink.Write(pix); err != nil {
		return err
	}
	j.times.since(stageEncoder, start)
	j.done++
	return nil
}

// Layout implements ebiten.Game.
func (j *Job) Layout(w, h int) (int, int) {
	scale := ebiten.Monitor().DeviceScaleFactor()
	if j.window.canvas == nil || j.window.scale != scale {
		if fonts, err := draw.NewFonts(min(max(scale, picture.LeastScale), picture.MostScale)); err == nil {
			j.window.canvas, j.window.scale = draw.NewCanvas(fonts, j.picture.Theme, j.picture.Words), scale
		}
	}
	return int(float64(w) * scale), int(float64(h) * scale)
}

// Draw implements ebiten.Game: it shows the progress.
func (j *Job) Draw(screen *ebiten.Image) {
	if j.window.canvas == nil {
		return
	}
	c := j.window.canvas
	width := float32(float64(screen.Bounds().Dx()) / j.window.scale)
	screen.Fill(c.Theme.Ground)
	c.Reset()
	share := float32(j.done) / float32(max(j.frames, 1))
	layout.Fit(c.Fonts(), j.picture.Words.F("film.rendering", j.opt.Out), width-40, 0, draw.Strong).Draw(c, panel.NewRect(20, 16, 0, 0), c.Theme.Text, draw.Left)
	c.Box(20, 46, width-40, 10, 5, c.Theme.PanelEdge)
	c.Box(20, 46, max((width-40)*share, 10), 10, 5, c.Theme.Accent)
	c.Text(20, 68, j.picture.Words.F("film.progress", j.done, j.frames, 100*share, j.progress.left(j.picture.Words, time.Now())), draw.Body, c.Theme.Text, draw.Left)
	c.Text(width-20, 68, j.picture.Words.T("film.cancel"), draw.Body, c.Theme.TextDim, draw.Right)
	c.Flush(screen)
}
