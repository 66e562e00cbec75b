package ui

import (
	"image/color"
	"slices"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/netsync/registry"
	"driftlab/ui/config"
	"driftlab/ui/diagram"
)

// BenchmarkFrame is the Go-side cost of a frame: Update, and the issuing of Draw, with all four
// viewports and all that lies over them. What the graphics card does with it is not in it: for that
// GALLIUM_NOOP=1 has Mesa draw nothing. The time that it gives is the mean; the median is
// given too, since a machine that does other things at the same time spoils the mean.
func BenchmarkFrame(b *testing.B) {
	a := newTestApp(b, "first", 1600, 900, 1)
	a.Advance(30 * time.Second)
	benchmarkFrames(b, a)
}

// BenchmarkFocusedFrame is a frame with one world large.
func BenchmarkFocusedFrame(b *testing.B) {
	a := newTestApp(b, "first", 1600, 900, 1)
	a.Advance(12 * time.Second)
	a.toggleFocus()
	benchmarkFrames(b, a)
}

// BenchmarkCrowdedFrame is a frame of a session with 64 clients.
func BenchmarkCrowdedFrame(b *testing.B) {
	a := crowdedApp(b, 64)
	a.Advance(12 * time.Second)
	benchmarkFrames(b, a)
}

// benchmarkFrames measures updates and draws.
func benchmarkFrames(b *testing.B, a *App) {
	screen := ebiten.NewImage(a.pixels.X, a.pixels.Y)
	frame := func() {
		check(b, a.Update())
		a.Draw(screen)
	}
	for range 20 {
		frame()
		workedOff()
	}
	times := make([]time.Duration, 0, b.N)
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		start := time.Now()
		frame()
		times = append(times, time.Since(start))
		b.StopTimer()
		workedOff()
		b.StartTimer()
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "median-ms")
	b.ReportMetric(float64(a.Calls), "own-draw-calls")
}

// workedOff has the queue of a frame's draw commands worked off, as the window does after each frame: a queue of many frames
// grows, and what it is copied for, and allocates, is no frame's.
func workedOff() {
	pixel.Fill(color.Black)
	pixel.At(0, 0) // which waits for all that was drawn before
}

var pixel = ebiten.NewImage(1, 1)

// BenchmarkWatchFrame is a frame of the view Watch, with figures large.
func BenchmarkWatchFrame(b *testing.B) {
	a := watched(b, "arenas/duel", 1600, 900)
	a.Advance(8 * time.Second)
	benchmarkFrames(b, a)
}

// BenchmarkCrowdedWatchFrame is the same with 64 clients.
func BenchmarkCrowdedWatchFrame(b *testing.B) {
	a := crowdedApp(b, 64)
	a.showView(config.WatchView)
	a.Advance(12 * time.Second)
	benchmarkFrames(b, a)
}

// BenchmarkUploadsFrame is a frame of a session with 64 clients and the tab of uploads open.
func BenchmarkUploadsFrame(b *testing.B) {
	a := crowdedApp(b, 64)
	a.Tabs.Show("bulk")
	a.Advance(12 * time.Second)
	benchmarkFrames(b, a)
}

// BenchmarkFrameSamples is the cost of a frame with each clock's samples shown.
func BenchmarkFrameSamples(b *testing.B) {
	for i, algorithm := range registry.OfGroup(registry.Published) {
		b.Run(algorithm.Name, func(b *testing.B) {
			a := newTestApp(b, "first", 1600, 900, 1)
			openTab[*diagram.Samples](b, a, "samples").Chosen = i
			a.Advance(30 * time.Second)
			benchmarkFrames(b, a)
		})
	}
}

// BenchmarkFrameErrors is the cost of a frame with the whole history of errors shown.
func BenchmarkFrameErrors(b *testing.B) {
	a := newTestApp(b, "first", 1600, 900, 1)
	p := openTab[*diagram.ErrorPlot](b, a, "error")
	p.Axis.Span = p.Axis.Most
	a.Advance(2 * time.Minute)
	benchmarkFrames(b, a)
}
