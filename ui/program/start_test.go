package program

import (
	"image"
	"os"
	"os/exec"
	"testing"
	"time"

	"driftlab/internal/testkit"
	"driftlab/ui/config"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// BenchmarkStart measures the time from the start of the built program until its first complete frame is on the screen of an X
// server, at 1600 x 900.
func BenchmarkStart(b *testing.B) {
	need(b, "Xvfb")
	program, d := build(b), newDisplay(b, 1920, 1080)
	env := append(os.Environ(), "DISPLAY="+d.Display(), "XDG_CONFIG_HOME="+b.TempDir())
	for b.Loop() {
		c := exec.Command(program, "-view", config.LabView)
		c.Env = env
		check(b, c.Start())
		awaitWindow(b, d, true)
		b.StopTimer()
		end(c)
		awaitWindow(b, d, false)
		b.StartTimer()
	}
}

// awaitWindow waits until the window is complete on the screen, or has disappeared.
func awaitWindow(b *testing.B, d *display, there bool) {
	b.Helper()
	l := picture.NewLayout(panel.NewRect(0, 0, picture.StandardWidth, picture.StandardHeight), 0, config.LabView)
	room := image.Pt(1920-picture.StandardWidth, 1080-picture.StandardHeight)
	at := image.Pt(room.X/2, room.Y/3) // where Ebitengine opens it
	for giveUp := testkit.Deadline(b); ; {
		window, err := d.see(image.Rect(at.X, at.Y, at.X+picture.StandardWidth, at.Y+picture.StandardHeight))
		check(b, err)
		window.Rect = window.Rect.Sub(at)
		if complete(window, &l, 1) == there {
			return
		}
		if time.Now().After(giveUp) {
			b.Fatalf("the window is there: %v", !there)
		}
	}
}
