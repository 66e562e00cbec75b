package render

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/gif"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/ui/config"
	"driftlab/ui/film/encode"
)

// A copying sink keeps the frames that it passes on.
type copying struct {
	filmSink
	frames [][]byte
}

func (s *copying) Write(pix []byte) error {
	s.frames = append(s.frames, slices.Clone(pix))
	return s.filmSink.Write(pix)
}

// finished renders a film into a file and returns its frames.
func finished(t *testing.T, name string) (opt config.Film, drawn [][]byte, err error) {
	t.Helper()
	opt = filmOf(t, "first", "lesson-07", func(o *config.Film) {
		o.Out, o.FPS, o.From, o.TitleLength = filepath.Join(filepath.Dir(o.Out), name), 25, 2*time.Second, 0
	})
	sink, err := encode.Create(encode.Spec{Path: opt.Out, Width: opt.Width, Height: opt.Height, FPS: opt.FPS, Encoder: opt.Encoder})
	if err != nil {
		return opt, nil, err
	}
	s := &copying{filmSink: sink}
	j := render(t, opt, s)
	return opt, s.frames, j.end()
}

// unlike returns how different the pixels of two frames are, in green.
func unlike(a, b []byte) (sum int) {
	for i := 1; i < len(a); i += 4 {
		sum += max(int(a[i])-int(b[i]), int(b[i])-int(a[i]))
	}
	return sum
}

func TestEveryFrameOfAFinishedFilmIsTheOneThatWasDrawn(t *testing.T) {
	for _, name := range []string{"x.mp4", "x.webm", "x.gif", "x-%03d.png"} {
		opt, drawn, err := finished(t, name)
		if err != nil {
			t.Logf("%s: %v", name, err) // no encoder
			continue
		}
		frames, err := decoded(t, opt)
		if errors.Is(err, exec.ErrNotFound) {
			t.Logf("%s: %v", name, err)
			continue
		}
		if err != nil || len(frames) != 25 {
			t.Errorf("%s: %d frames, want 25; %v", name, len(frames), err)
		}
		if n, err := counted(opt.Out); err == nil && n != "25" {
			t.Errorf("%s: ffprobe counts %s frames, want 25", name, n)
		}
		for k, frame := range frames {
			is := image.NewRGBA(frame.Bounds())
			draw.Draw(is, is.Rect, frame, image.Point{}, draw.Src)
			nearest, least := -1, math.MaxInt
			for i, pix := range drawn {
				if d := unlike(is.Pix, pix); d < least {
					nearest, least = i, d
				}
			}
			if nearest != k {
				t.Errorf("%s: frame %d shows frame %d", name, k, nearest)
			}
		}
	}
}

// counted returns how many frames ffprobe counts in a film, or an error if it isn't installed or can't read such films.
func counted(path string) (string, error) {
	if filepath.Ext(path) == ".png" {
		return "", errors.ErrUnsupported
	}
	out, err := exec.Command("ffprobe", "-v", "error", "-select_streams", "v", "-count_frames",
		"-show_entries", "stream=nb_read_frames", "-of", "csv=p=0", path).Output()
	return strings.Trim(string(out), "\r\n,"), err
}

// decoded returns the frames of a film.
func decoded(t *testing.T, opt config.Film) (frames []image.Image, err error) {
	switch filepath.Ext(opt.Out) {
	case ".png":
		for k := 0; ; k++ {
			f, err := os.Open(fmt.Sprintf(opt.Out, k))
			if err != nil {
				return frames, nil
			}
			img, err := png.Decode(f)
			f.Close()
			if err != nil {
				return nil, err
			}
			frames = append(frames, img)
		}
	case ".gif":
		return gifFrames(opt.Out)
	}
	raw, err := exec.Command("ffmpeg", "-v", "error", "-i", opt.Out, "-f", "rawvideo", "-pix_fmt", "rgba", "-").Output()
	if err != nil {
		return nil, err
	}
	for pix := range chunks(raw, 4*opt.Width*opt.Height) {
		frames = append(frames, frameImage(pix, opt.Width, opt.Height))
	}
	return frames, nil
}

// chunks cuts bytes into equal parts.
func chunks(b []byte, size int) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for ; len(b) >= size; b = b[size:] {
			if !yield(b[:size]) {
				return
			}
		}
	}
}

// gifFrames draws the pictures of a GIF over each other, as viewers do.
func gifFrames(path string) (frames []image.Image, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	g, err := gif.DecodeAll(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	canvas := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	for _, part := range g.Image {
		draw.Draw(canvas, part.Bounds(), part, part.Bounds().Min, draw.Over)
		frame := image.NewRGBA(canvas.Bounds())
		copy(frame.Pix, canvas.Pix)
		frames = append(frames, frame)
	}
	return frames, nil
}

// olderFilm is a file that package encode recognises as its own.
const olderFilm = encode.Stamp + ": older"

func TestAnOlderFilmStaysUntilTheNewOneIsWhole(t *testing.T) {
	opt := filmOf(t, "first", "", func(o *config.Film) { o.Out = filepath.Join(t.TempDir(), "x.gif") })
	check(t, os.WriteFile(opt.Out, []byte(olderFilm), 0o666))
	sink, err := encode.Create(encode.Spec{Path: opt.Out, Width: opt.Width, Height: opt.Height, FPS: opt.FPS})
	check(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	j := render(t, opt, sink)
	j.ctx = ctx
	cancel()
	var cancelled Cancelled
	if err := j.end(); !errors.As(err, &cancelled) {
		t.Errorf("got %v", err)
	}
	if text, err := os.ReadFile(opt.Out); err != nil || string(text) != olderFilm {
		t.Errorf("it is now %.40q, %v", text, err)
	}
	if j.kept != "" && !strings.Contains(j.kept, "part") {
		t.Errorf("half of a film is called %s", j.kept)
	}
}
