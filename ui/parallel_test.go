package ui

import (
	"bytes"
	"sync"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/ui/config"
	"driftlab/ui/film/render"
	"driftlab/ui/picture"
)

// TestWindowsOfTwoThemesAndLanguagesAreDrawnAtOnce compares what two windows draw side by side with what each draws
// alone. It leaves the controls out: the library that they are of has variables of its own.
func TestWindowsOfTwoThemesAndLanguagesAreDrawnAtOnce(t *testing.T) {
	var windows [2]*App
	var screens [2]*ebiten.Image
	var alone [2][]byte
	drawn := func(i int) []byte {
		a := windows[i]
		screens[i].Fill(a.Theme.Ground)
		a.Canvas.Reset()
		a.fill()
		a.Canvas.Flush(screens[i])
		pix := make([]byte, 4*a.pixels.X*a.pixels.Y)
		screens[i].ReadPixels(pix)
		return pix
	}
	for i, wish := range []config.Settings{{Theme: "dark", Language: "en"}, {Theme: "light", Language: "de"}} {
		a := newTestApp(t, "first", 1600, 900, 1)
		keepIn(t, a)
		a.prefer(func(s *config.Settings) { s.Theme, s.Language = wish.Theme, wish.Language })
		a.Advance(9 * time.Second)
		a.Paused = true
		nextFrame(t, a)
		a.Tips.At(picture.FarAway, picture.FarAway)
		windows[i], screens[i] = a, ebiten.NewImage(a.pixels.X, a.pixels.Y)
		t.Cleanup(screens[i].Deallocate)
		for range render.SettleDraws {
			alone[i] = drawn(i)
		}
	}
	if bytes.Equal(alone[0], alone[1]) {
		t.Fatal("both windows look alike")
	}
	var both sync.WaitGroup
	for i := range windows {
		both.Go(func() {
			for n := range 3 {
				if !bytes.Equal(drawn(i), alone[i]) {
					t.Errorf("picture %d of window %d is not as alone", n, i)
				}
			}
		})
	}
	both.Wait()
}
