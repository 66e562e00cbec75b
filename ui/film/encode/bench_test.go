package encode

import (
	"fmt"
	"path/filepath"
	"testing"
)

// BenchmarkEncode measures each encoder on a typical film. An operation is one frame. MB/10s is the size of 10 s of film at 60
// frames a second, cpu-ms/frame the time of all processors together, which depends least on other work. It repeats 30 pictures
// forwards and backwards, so that drawing costs nothing and nothing jumps.
func BenchmarkEncode(b *testing.B) {
	for _, size := range [][2]int{{1280, 720}, {1920, 1080}} {
		s := newScene(b, size[0], size[1])
		pictures := make([][]byte, 30)
		for k := range pictures {
			pictures[k] = make([]byte, 4*size[0]*size[1])
			s.frame(k, pictures[k])
		}
		for _, f := range formats() {
			for _, e := range f.encoders {
				b.Run(fmt.Sprintf("%s-%s-%dx%d", f.extension, e.name, size[0], size[1]), func(b *testing.B) {
					benchmarkEncoder(b, f.extension, e.name, size, pictures)
				})
			}
		}
	}
}

func benchmarkEncoder(b *testing.B, format, name string, size [2]int, pictures [][]byte) {
	works(b, format, name)
	path := filepath.Join(b.TempDir(), "a."+format)
	film, err := Create(Spec{Path: path, Width: size[0], Height: size[1], FPS: 60, Encoder: name})
	check(b, err)
	b.ReportAllocs()
	b.ResetTimer()
	n, before := 0, processorTime()
	for b.Loop() {
		k := n % (2 * len(pictures))
		if k >= len(pictures) {
			k = 2*len(pictures) - 1 - k
		}
		frame := film.Buffer()
		copy(frame, pictures[k])
		check(b, film.Write(frame))
		n++
	}
	check(b, film.Close())
	b.StopTimer()
	b.ReportMetric((processorTime()-before).Seconds()*1000/float64(n), "cpu-ms/frame")
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "frames/s")
	b.ReportMetric(float64(sizeOf(filepath.Dir(path)))/float64(n)*600/1e6, "MB/10s")
}
