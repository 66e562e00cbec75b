package ui

import (
	"image"
	"image/draw"
	"os"
	"os/exec"
	"testing"
	"time"

	"driftlab/config"
	"driftlab/palette"
)

// BenchmarkStart measures how long it takes from the start of the built program until its first complete frame is on
// the screen of an X server, at 1600 x 900.
func BenchmarkStart(b *testing.B) {
	needTools(b, "Xvfb")
	dir := b.TempDir()
	program := build(b)
	d := newDisplay(b, dir)
	l := newLayout(standardWidth, standardHeight, 1)
	env := append(os.Environ(), "DISPLAY=:"+d.number, "XDG_CONFIG_HOME="+dir)
	for b.Loop() {
		c := exec.Command(program, "-view", config.LabView)
		c.Env = env
		if err := c.Start(); err != nil {
			b.Fatal(err)
		}
		awaitWindow(b, d, &l, true)
		b.StopTimer()
		end(c)
		awaitWindow(b, d, &l, false)
		b.StartTimer()
	}
}

// awaitWindow waits until the window is complete on the screen, or is not there any more.
func awaitWindow(b *testing.B, d *display, l *layout, there bool) {
	for {
		screen, err := d.see()
		if err != nil {
			b.Fatal(err)
		}
		room := screen.Rect.Max.Sub(image.Pt(standardWidth, standardHeight))
		window := image.NewRGBA(image.Rect(0, 0, standardWidth, standardHeight))
		draw.Draw(window, window.Rect, screen, image.Pt(room.X/2, room.Y/3), draw.Src) // where Ebitengine opens it
		if complete(window, l, palette.Dark()) == there {
			return
		}
		if time.Now().After(d.giveUp) {
			b.Fatalf("the window is there: %v", !there)
		}
	}
}
