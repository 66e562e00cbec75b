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
	"driftlab/ui/picture"
)

// BenchmarkStart measures how long it takes from the start of the built program until its first complete frame is on
// the screen of an X server, at 1600 x 900.
func BenchmarkStart(b *testing.B) {
	needTools(b, "Xvfb")
	dir := b.TempDir()
	program := build(b)
	d := newXServer(b, dir)
	l := picture.NewLayout(picture.StandardWidth, picture.StandardHeight, 1)
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
func awaitWindow(b *testing.B, d *xServer, l *picture.Layout, there bool) {
	for {
		screen, err := d.see()
		if err != nil {
			b.Fatal(err)
		}
		room := screen.Rect.Max.Sub(image.Pt(picture.StandardWidth, picture.StandardHeight))
		window := image.NewRGBA(image.Rect(0, 0, picture.StandardWidth, picture.StandardHeight))
		draw.Draw(window, window.Rect, screen, image.Pt(room.X/2, room.Y/3), draw.Src) // where Ebitengine opens it
		if complete(window, l, palette.Dark()) == there {
			return
		}
		if time.Now().After(d.giveUp) {
			b.Fatalf("the window is there: %v", !there)
		}
	}
}
