package render

import (
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/ui/config"
	"driftlab/ui/draw"
	"driftlab/ui/film"
	"driftlab/ui/panel"
	"driftlab/ui/stage"
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

func TestAFilmHasTheNumbersFromItsFirstFrameOnIfTheyAreAskedFor(t *testing.T) {
	for _, wanted := range []bool{false, true} {
		a := watchFilm(t, 1280, 720, "", func(o *config.Film) { o.Numbers = wanted })
		if a.NumbersShown() != wanted {
			t.Errorf("asked for: %v, and there: %v", wanted, a.NumbersShown())
		}
	}
}

func TestFilmsOfWatchHaveWorldsAndCaptionAndNoControls(t *testing.T) {
	for _, size := range [][2]int{{1280, 720}, {1080, 1920}, {480, 854}, {640, 640}, {160, 90}} {
		for _, beside := range []string{"", "lesson-07"} {
			a := watchFilm(t, size[0], size[1], beside, nil)
			l := &a.Regions.Watch
			if l.Controls.H > 0 || l.Plan.Ab && l.Link.W*l.Link.H > 0 || l.Shown == 0 || size[0] >= 480 && l.Caption.H == 0 {
				t.Errorf("%v beside %q: %+v", size, beside, l)
			}
			if beside != "" && size[1] > size[0] && (l.Second.Y <= l.Panes[0].Y) == (l.Panes[0].W < a.Width*0.9) {
				t.Errorf("%v: A is at %v and B at %v, want one over the other", size, l.Second, l.Panes[0].Rect)
			}
			for _, r := range []panel.Rect{l.Caption, l.Errors, l.Strip, l.Panes[0].Rect, l.Second} {
				if !r.Within(panel.NewRect(-0.1, a.parts.top.H-0.1, a.Width+0.2, a.Height-a.parts.top.H+0.2)) && r.H > 0 {
					t.Errorf("%v beside %q: %v is outside of the frame", size, beside, r)
				}
			}
		}
	}
}

// A tall film has space for the link too, and for the difference between A's clock and B's.
func TestATallFilmOfAPairHasTheLinksLanes(t *testing.T) {
	a := watchFilm(t, 1080, 1920, "", func(o *config.Film) {
		sc := *o.Scenario
		sc.Watch = []scenario.Watch{{Layout: scenario.WatchPair, Client: 1, Subject: scenario.Subject{Kind: scenario.SubjectAll}, Strip: scenario.ErrorStrip}}
		o.Scenario = &sc
	})
	l := &a.Regions.Watch
	if l.Shown != 2 || l.Link.H < 60 || l.Link.W < a.Width*0.8 || l.Link.Overlaps(l.Panes[0].Rect) || l.Link.Overlaps(l.Panes[1].Rect) {
		t.Errorf("%d worlds, and the link at %v", l.Shown, l.Link)
	}
}

func TestAFilmOfWatchFramesBothWorldsAlike(t *testing.T) {
	a := watchFilm(t, 1280, 720, "first", nil)
	one, other := a.AB.Deck.View(a.Deck.Chosen), a.Deck.View(a.Deck.Chosen)
	off := func(v *stage.Viewport) panel.Rect { return v.Area.Moved(v.Picture, panel.Rect{}) }
	a0, b0 := off(one), off(other)
	far := max(a0.X-b0.X, b0.X-a0.X, a0.Y-b0.Y, b0.Y-a0.Y, a0.W-b0.W, b0.W-a0.W, a0.H-b0.H, b0.H-a0.H)
	if one.Metre != other.Metre || far > 0.01 { // rounding of places in the window
		t.Errorf("A has %v pixels a metre and its world at %v, B %v and %v", one.Metre, a0, other.Metre, b0)
	}
	if one.Metre == 0 || a.AB.Deck.Camera.Shown == (stage.Sight{}) {
		t.Error("nothing is framed")
	}
}

func TestAFilmOfWatchFollowsCutsAndAClientThatIsAskedFor(t *testing.T) {
	cuts := func(o *config.Film) {
		first, second := scenario.DefaultWatch(), scenario.DefaultWatch()
		second.At, second.Layout, second.Client = 2e9, scenario.WatchPair, 3
		o.Scenario.Watch = []scenario.Watch{first, second}
	}
	if p := watchFilm(t, 640, 360, "", cuts).Regions.Watch.Plan; p.Kind != scenario.WatchPair || p.Main != 3 {
		t.Errorf("after the cut it shows %+v", p)
	}
	if p := watchFilm(t, 640, 360, "", func(o *config.Film) { cuts(o); o.Client = 2 }).Regions.Watch.Plan; p.Kind != scenario.WatchPair || p.Main != 2 {
		t.Errorf("client 2 is asked for, and it shows %+v", p)
	}
}

// Side by side, two worlds in a film for a phone were as wide as a thumb.
func TestAPortraitOfTwoHasOneWorldOverTheOther(t *testing.T) {
	a := watchFilm(t, 1080, 1920, "lesson-07", func(o *config.Film) { o.Portrait = true })
	up, low := a.AB.Deck.View(a.Deck.Chosen).Picture, a.Deck.View(a.Deck.Chosen).Picture
	if up.Y+up.H > low.Y || min(up.W, low.W) < a.Width*0.9 || min(up.H, low.H) < a.Height*0.15 {
		t.Errorf("A's world is at %v, B's at %v", up, low)
	}
	if px := float64(a.Canvas.Fonts().LineHeight(draw.Small)) * a.Canvas.Fonts().Scale(); px < 24 {
		t.Errorf("a label's line is %v pixels high", px)
	}
}

func TestAFilmsAxisEndsWithIt(t *testing.T) {
	for _, length := range []time.Duration{6 * time.Second, 60 * time.Second} {
		for _, watch := range []bool{true, false} {
			a := begun(t, filmOf(t, "first", "", func(o *config.Film) { o.Width, o.Height, o.Length, o.Watch = 1280, 720, length, watch }), &testSink{}).picture
			want := min(length, 20*time.Second)
			if span := a.Watch.Strips[0].Axis.Span; watch && span != want {
				t.Errorf("of %v the strip's axis has %v, want %v", length, span, want)
			}
			if !watch && (a.InSightPlot().Axis.Span < want || a.InSightPlot().Axis.Span > max(want, length)*5/4) {
				t.Errorf("of %v the plot's axis has %v", length, a.InSightPlot().Axis.Span)
			}
		}
	}
}

func TestAFilmWithoutCaptionsKeepsNoRoomForThem(t *testing.T) {
	for _, watch := range []bool{false, true} {
		height := func(cues []film.Cue) float32 {
			opt := filmOf(t, "first", "", func(o *config.Film) {
				o.Width, o.Height, o.Watch, o.Cues, o.Length = 1280, 720, watch, cues, time.Second/10
			})
			a := render(t, opt, &testSink{size: 4 * 1280 * 720}).picture
			return a.parts.caption.H
		}
		if said, silent := height([]film.Cue{{To: time.Second, Text: "what is said"}}), height([]film.Cue{}); said == 0 || silent > 0 {
			t.Errorf("in Watch %v: the caption has %v, without any %v", watch, said, silent)
		}
	}
}
