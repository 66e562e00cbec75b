package encode

import (
	"path/filepath"
	"runtime"
	"testing"
)

// An hour has 216,000 frames at 60 a second. Here are 3,000, small ones: what stays in memory of each would show.
func TestMemoryDoesNotGrowWithTheFilm(t *testing.T) {
	for _, f := range formats() {
		for _, e := range f.encoders {
			t.Run(f.extension+"/"+e.name, func(t *testing.T) {
				works(t, f.extension, e.name)
				film, err := Create(Spec{Path: filepath.Join(t.TempDir(), "a."+f.extension), Width: 32, Height: 32, FPS: 60, Encoder: e.name})
				if err != nil {
					t.Fatal(err)
				}
				heap := func() int64 {
					runtime.GC()
					runtime.GC() // what pools keep goes with the second
					var m runtime.MemStats
					runtime.ReadMemStats(&m)
					return int64(m.HeapAlloc)
				}
				writeFrames(t, film, 500)
				before := heap()
				writeFrames(t, film, 3000)
				// Encoders at work hold 1 to 4 MB, more or less by the moment; all frames would be 12 MB.
				if grown := heap() - before; grown > 6_000_000 {
					t.Errorf("3000 frames left %d bytes", grown)
				}
				if _, err := film.Abort(); err != nil {
					t.Error(err)
				}
			})
		}
	}
}
