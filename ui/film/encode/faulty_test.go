package encode

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"driftlab/internal/files"
	"driftlab/internal/testkit"
)

// filmOnto makes a small film on a file system, and returns its error.
func filmOnto(fsys files.FS, spec Spec, frames int) error {
	spec.FS = fsys
	film, err := Create(spec)
	if err != nil {
		return err
	}
	for range frames {
		b := film.Buffer()
		noise(film.handed+frames, b)
		if film.Write(b) != nil {
			break // Close says why
		}
	}
	return film.Close()
}

// filmFiles returns the pictures of a PNG film, or the file of another film, by name.
func filmFiles(t *testing.T, spec Spec) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, name := range namesIn(filepath.Dir(spec.Path)) {
		if text, err := os.ReadFile(filepath.Join(filepath.Dir(spec.Path), name)); err == nil && !strings.Contains(name, ".part") {
			all[name] = string(text)
		}
	}
	return all
}

func TestAFailedStepLeavesTheOlderFilmOrTheNewOne(t *testing.T) {
	for _, f := range formats() {
		encoder := f.encoders[len(f.encoders)-1].name
		if encoder == "ffmpeg" { // it writes files itself
			continue
		}
		spec := Spec{Width: 32, Height: 32, FPS: 4, Encoder: encoder}
		begin := func() map[string]string {
			spec.Path = filepath.Join(t.TempDir(), "a."+f.extension)
			check(t, filmOnto(files.Disk{}, spec, 6))
			return filmFiles(t, spec)
		}
		older := begin()
		counted := &files.Faulty{FS: files.Disk{}}
		check(t, filmOnto(counted, spec, 5))
		newer, steps := filmFiles(t, spec), counted.Steps()
		for _, k := range testkit.Sample(t, steps, 4) {
			begin()
			err := filmOnto(&files.Faulty{FS: files.Disk{}, Fail: k, Err: errDisk}, spec, 5)
			want := newer
			if err != nil {
				oneLine(t, err, errDisk.Error())
				want = older
			}
			got := filmFiles(t, spec)
			if err != nil && strings.HasPrefix(err.Error(), "the film is whole") {
				want = newer
				maps.DeleteFunc(got, func(name, _ string) bool { _, ours := newer[name]; return !ours }) // of an older, longer film
			}
			if !maps.Equal(got, want) {
				t.Errorf("%s, step %d of %d: %d files, not those of the older film or all of the new one (%v)", f.extension, k, steps, len(got), err)
			}
			for _, name := range namesIn(filepath.Dir(spec.Path)) {
				if strings.Contains(name, ".part") && (err == nil || !strings.Contains(err.Error(), name)) {
					t.Errorf("%s, step %d of %d: %s is left, and nothing says so: %v", f.extension, k, steps, name, err)
				}
			}
		}
	}
}

var errDisk = errors.New("no space left on device")

// noise fills a picture with random values, which can't be compressed.
func noise(k int, rgba []byte) {
	x := uint32(k)*2654435761 + 1
	for i := range rgba {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		rgba[i] = byte(x)
	}
}
