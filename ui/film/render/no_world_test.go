package render

import (
	"testing"
	"time"

	"driftlab/game"
	"driftlab/internal/palette"
	"driftlab/ui/config"
	"driftlab/ui/film"
)

// Films show it by day too, as the window shows it and for one machine alone, wide and tall.
func TestAFilmOfASessionWithoutAWorldIsMadeByDay(t *testing.T) {
	for _, c := range []struct {
		watch  bool
		camera film.Camera
		w, h   int
	}{{w: 1280, h: 720}, {w: 1280, h: 720, watch: true}, {w: 540, h: 960, watch: true}, {w: 640, h: 360, camera: film.Camera{Diagram: true}}, {w: 640, h: 360, camera: film.Camera{One: true}}} {
		opt := filmOf(t, "clocks-alone", "", func(o *config.Film) {
			o.Watch, o.Camera, o.Width, o.Height, o.From, o.Length, o.TitleLength = c.watch, c.camera, c.w, c.h, 3*time.Second, time.Second/15, 0
		})
		check(t, opt.Config.Override(func(s *config.Settings) { s.Theme = "light" }))
		sink := &testSink{size: 4 * c.w * c.h}
		a := render(t, opt, sink).picture
		if a.Theme.Panel != palette.Light().Panel || a.Session.Level().Arena != game.NoWorld {
			t.Errorf("%+v: panels %v, arena %v", c, a.Theme.Panel, a.Session.Level().Arena)
		}
	}
}
