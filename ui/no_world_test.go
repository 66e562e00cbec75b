package ui

import (
	"testing"
	"time"

	"driftlab/config"
	"driftlab/film"
	"driftlab/game"
	"driftlab/palette"
	"driftlab/scenario"
)

// Nobody plays, and every view and layout is drawn all the same, in all the window's sizes.
func TestASessionWithoutAWorldIsShownInEveryView(t *testing.T) {
	for _, view := range []string{config.WatchView, config.LabView, config.DiagramView} {
		for _, size := range [][2]int{{1600, 900}, {960, 540}, {400, 700}} {
			a := newTestApp(t, "clocks-alone", size[0], size[1], 1)
			if err := a.prefer(func(s *config.Settings) { s.View = view }); err != nil {
				t.Fatal(err)
			}
			for range 30 {
				nextFrame(t, a)
			}
			if view != config.WatchView {
				continue
			}
			if a.picture.watch.kind != scenario.WatchPair {
				t.Errorf("%v: it is watched as %q, where the link is not to be seen", size, a.picture.watch.kind)
			}
			for _, layout := range scenario.WatchLayouts() {
				a.watchAs(layout)
				nextFrame(t, a)
			}
		}
	}
}

func TestAViewportSaysThatThereIsNoWorld(t *testing.T) {
	a := newTestApp(t, "clocks-alone", 1600, 900, 1)
	if err := a.session.Advance(2 * time.Second); err != nil {
		t.Fatal(err)
	}
	nextFrame(t, a)
	for machine := range 2 {
		v := &viewport{machine: machine, level: a.session.Level()}
		if what, do := v.state(english, &a.frame); what != english.T("viewport.no-world") || do != english.T("viewport.no-world-do") || !v.empty(&a.frame) {
			t.Errorf("machine %d says %q %q", machine, what, do)
		}
	}
}

// Films of it are made by day too, as the window shows it and of one machine alone, wide and high.
func TestAFilmOfASessionWithoutAWorldIsMadeByDay(t *testing.T) {
	for _, c := range []struct {
		watch  bool
		camera film.Camera
		w, h   int
	}{{w: 1280, h: 720}, {w: 1280, h: 720, watch: true}, {w: 540, h: 960, watch: true}, {w: 640, h: 360, camera: film.Camera{Diagram: true}}, {w: 640, h: 360, camera: film.Camera{One: true}}} {
		opt := filmOf(t, "clocks-alone", "", func(o *config.Film) {
			o.Watch, o.Camera, o.Width, o.Height, o.From, o.Length, o.TitleLength = c.watch, c.camera, c.w, c.h, 3*time.Second, time.Second/15, 0
		})
		if err := opt.Config.Override(func(s *config.Settings) { s.Theme = "light" }); err != nil {
			t.Fatal(err)
		}
		sink := &testSink{size: 4 * c.w * c.h}
		a := render(t, opt, sink).picture
		if a.theme.Panel != palette.Light().Panel || a.session.Level().Arena != game.NoWorld {
			t.Errorf("%+v: panels %v, arena %v", c, a.theme.Panel, a.session.Level().Arena)
		}
	}
}
