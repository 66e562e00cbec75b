package encode

import (
	"path/filepath"
	"runtime"
	"testing"
)

// An hour has 216,000 frames at 60 a second. These are 800 small ones: if memory kept something of each, it would show.
func TestMemoryDoesNotGrowWithTheFilm(t *testing.T) {
	someEncoders(t, 2, func(t *testing.T, f format, e encoder) {
		film := created(t, Spec{Path: filepath.Join(t.TempDir(), "a."+f.extension), Width: 64, Height: 64, FPS: 60, Encoder: e.name})
		heap := func() int64 {
			runtime.GC()
			runtime.GC() // the second also empties pools
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return int64(m.HeapAlloc)
		}
		writeFrames(t, film, 200)
		before := heap()
		writeFrames(t, film, 800)
		// Working encoders hold 1 to 4 MB, depending on the moment; all frames would be 13 MB.
		if grown := heap() - before; grown > 6_000_000 {
			t.Errorf("800 frames left %d bytes", grown)
		}
		if _, err := film.Abort(); err != nil {
			t.Error(err)
		}
	})
}
