package encode

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A film whose pictures take 100 kB each at the finest quantiser, and a third less for each 4 of it.
func TestABudgetIsKeptWhateverPicturesTake(t *testing.T) {
	for _, most := range []int64{1 << 20, 10 << 20, 1 << 30} {
		b, quantiser := newBudget(Spec{Most: most, Frames: 3000, FPS: 30}), h264Quantiser
		for k := range 3000 {
			if k%60 == 0 {
				quantiser = b.next(quantiser, k)
			}
			b.used += int64(100_000 / 60 * math.Pow(0.63, float64(quantiser-h264Quantiser)/4))
		}
		if b.used > most {
			t.Errorf("%d bytes of %d", b.used, most)
		}
		if most == 1<<30 && quantiser != h264Quantiser {
			t.Errorf("where all has room it is coarser: %d", quantiser)
		}
	}
}

func TestABuiltInFilmKeepsWithinItsBytes(t *testing.T) {
	const width, height, fps, frames = 320, 180, 10, 200
	var sizes []int64
	for _, most := range []int64{0, 3_000_000} {
		path := filepath.Join(t.TempDir(), fmt.Sprintf("%d.mp4", most))
		spec := Spec{Path: path, Width: width, Height: height, FPS: fps, Encoder: "builtin", Most: most, Frames: frames}
		filmDrawn(t, spec, frames, func(k int, rgba []byte) {
			for i := range rgba { // something that takes room
				rgba[i] = byte((i*7 + k*k*13 + i*i/911) >> 2)
			}
		})
		info, err := os.Stat(path)
		check(t, err)
		sizes = append(sizes, info.Size())
	}
	if sizes[1] > 3_000_000 || sizes[0] < 2*sizes[1] {
		t.Errorf("within 3 MB it has %d bytes, and %d without a limit", sizes[1], sizes[0])
	}
}

func TestFFmpegIsToldOfAFilmsBytes(t *testing.T) {
	s := Spec{Width: 64, Height: 64, FPS: 30, Most: 10_000_000, Frames: 600, Sound: func(io.Writer) error { return nil }}
	args := filmArgs(s, codecs("mp4")[0])
	i := slices.Index(args, "-maxrate")
	if i < 0 || args[i+1] != "3408000" || !slices.Contains(args, "-bufsize") {
		t.Errorf("got %s", strings.Join(args, " "))
	}
	if s.Most = 0; slices.Contains(filmArgs(s, codecs("mp4")[0]), "-maxrate") {
		t.Error("without a limit there is one")
	}
}
