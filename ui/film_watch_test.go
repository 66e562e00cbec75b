package ui

import (
	"testing"
	"time"

	"driftlab/config"
	"driftlab/scenario"
)

// watchFilm renders a few frames of a film in the view Watch.
func watchFilm(t *testing.T, w, h int, beside string, change func(*config.Film)) *filmPicture {
	t.Helper()
	opt := filmOf(t, "first", beside, func(o *config.Film) {
		o.Watch, o.Width, o.Height, o.From, o.Length, o.TitleLength = true, w, h, 3*time.Second, time.Second/15, 0
		if change != nil {
			change(o)
		}
	})
	return render(t, opt, &testSink{size: 4 * w * h}).picture
}

func TestFilmsOfWatchHaveWorldsAndCaptionAndNoControls(t *testing.T) {
	for _, size := range [][2]int{{1280, 720}, {1080, 1920}, {480, 854}, {640, 640}, {160, 90}} {
		for _, beside := range []string{"", "lesson-07"} {
			a := watchFilm(t, size[0], size[1], beside, nil)
			l := &a.layout.watch
			if l.controls.h > 0 || l.plan.ab && l.link.w*l.link.h > 0 || l.shown == 0 || size[0] >= 480 && l.caption.h == 0 {
				t.Errorf("%v beside %q: %+v", size, beside, l)
			}
			if beside != "" && size[1] > size[0] && (l.second.y <= l.panes[0].y) == (l.panes[0].w < float32(size[0])*0.9) {
				t.Errorf("%v: A is at %v and B at %v, want one over the other", size, l.second, l.panes[0].rect)
			}
			for _, r := range []rect{l.caption, l.errors, l.strip, l.panes[0].rect, l.second} {
				if !r.within(rect{-0.1, a.parts.top.h - 0.1, float32(size[0]) + 0.2, float32(size[1]) - a.parts.top.h + 0.2}) && r.h > 0 {
					t.Errorf("%v beside %q: %v is outside of the frame", size, beside, r)
				}
			}
		}
	}
}

// What is higher than wide has room for the link too, and for what lies between A's clock and B's.
func TestATallFilmOfAPairHasTheLinksLanes(t *testing.T) {
	a := watchFilm(t, 1080, 1920, "", func(o *config.Film) {
		sc := *o.Scenario
		sc.Watch = []scenario.Watch{{Layout: scenario.WatchPair, Client: 1, Subject: scenario.Subject{Kind: scenario.SubjectAll}, Strip: scenario.ErrorStrip}}
		o.Scenario = &sc
	})
	l := &a.layout.watch
	if l.shown != 2 || l.link.h < 60 || l.link.w < 900 || l.link.overlaps(l.panes[0].rect) || l.link.overlaps(l.panes[1].rect) {
		t.Errorf("%d worlds, and the link at %v", l.shown, l.link)
	}
}

func TestAFilmOfWatchFramesBothWorldsAlike(t *testing.T) {
	a := watchFilm(t, 1280, 720, "first", nil)
	one, other := a.ab.deck.view(a.deck.chosen), a.deck.view(a.deck.chosen)
	off := func(v *viewport) rect { return v.area.moved(v.picture, rect{}) }
	a0, b0 := off(one), off(other)
	far := max(a0.x-b0.x, b0.x-a0.x, a0.y-b0.y, b0.y-a0.y, a0.w-b0.w, b0.w-a0.w, a0.h-b0.h, b0.h-a0.h)
	if one.scale != other.scale || far > 0.01 { // what is rounded on the way to a place in the window
		t.Errorf("A has %v pixels a metre and its world at %v, B %v and %v", one.scale, a0, other.scale, b0)
	}
	if one.scale == 0 || a.ab.deck.camera.shown == (sight{}) {
		t.Error("nothing is framed")
	}
}

func TestAFilmOfWatchFollowsCutsAndAClientThatIsAskedFor(t *testing.T) {
	cuts := func(o *config.Film) {
		first, second := scenario.DefaultWatch(), scenario.DefaultWatch()
		second.At, second.Layout, second.Client = 2e9, scenario.WatchPair, 3
		o.Scenario.Watch = []scenario.Watch{first, second}
	}
	if p := watchFilm(t, 640, 360, "", cuts).layout.watch.plan; p.kind != scenario.WatchPair || p.main != 3 {
		t.Errorf("after the cut it shows %+v", p)
	}
	if p := watchFilm(t, 640, 360, "", func(o *config.Film) { cuts(o); o.Client = 2 }).layout.watch.plan; p.kind != scenario.WatchPair || p.main != 2 {
		t.Errorf("client 2 is asked for, and it shows %+v", p)
	}
}
