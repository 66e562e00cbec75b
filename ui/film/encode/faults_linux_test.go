package encode

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"driftlab/internal/testkit"
)

// endlessFilm makes a test's child process film with encoder:path until it is killed.
const endlessFilm = "DRIFTLAB_RECORD_TEST"

func TestMain(m *testing.M) {
	if encoder, path, endless := strings.Cut(os.Getenv(endlessFilm), ":"); endless {
		filmEndlessly(Spec{Path: path, Width: 160, Height: 90, FPS: 30, Encoder: encoder})
	}
	os.Exit(m.Run())
}

// filmEndlessly films until it is killed.
func filmEndlessly(spec Spec) {
	film, err := Create(spec)
	for err == nil {
		b := film.Buffer()
		drawMarked(film.handed, film.spec.Width, film.spec.Height, b)
		err = film.Write(b)
	}
	fmt.Println(err)
	os.Exit(1)
}

func TestKilledProgramLeavesAPartThatPlaysAndTheOlderFilm(t *testing.T) {
	need(t, "ffprobe")
	someEncoders(t, 2, func(t *testing.T, f format, e encoder) {
		spec := smallSpec(t, "a."+f.extension, e.name)
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), endlessFilm+"="+e.name+":"+spec.Path)
		c.Stderr = os.Stderr
		check(t, c.Start())
		part := PartName(spec.Path)
		if f.extension == "png" {
			part = pngPart(strings.Replace(spec.Path, ".png", "-%06d.png", 1))
		}
		testkit.Until(t, "the part is begun", func() bool { return sizeOf(part) > 60_000 })
		check(t, c.Process.Kill())
		_ = c.Wait()
		oldFilmStays(t, spec.Path)
		if f.extension == "png" {
			part = filepath.Join(part, "a-%06d.png")
		}
		// ffmpeg outlives the program until it has finished what it has got.
		testkit.NoProcessOf(t, part)
		testkit.Until(t, "the part is whole", func() bool { return exec.Command("ffprobe", "-v", "error", part).Run() == nil })
		if f.extension == "png" {
			return // the last picture may be incomplete
		}
		plays(t, part)
	})
}
