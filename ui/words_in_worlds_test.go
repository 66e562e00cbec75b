package ui

import (
	"image"
	"slices"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/ui/config"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/stage"
)

// bodiesIn returns where a viewport shows what no word is to lie on: players, bells and platforms.
func bodiesIn(v *stage.Viewport, f *panel.Frame) (all []panel.Rect) {
	scene := f.Machine(v.Machine)
	body := func(o *game.Object) {
		if v.Level.Covered(o.Pos) {
			return // behind a column
		}
		x, y := v.At(o.Pos)
		w, h := v.Length(game.PlayerWidth), v.Length(game.PlayerHeight)
		all = append(all, panel.NewRect(x-w/2, y-h, w, h))
	}
	for i := range scene.Players {
		body(&scene.Players[i])
	}
	if scene.Character.Time != 0 {
		body(&scene.Character)
	}
	for _, b := range v.Level.Bells {
		x, top := v.At(game.Point{X: b.X, Y: b.Top})
		_, bottom := v.At(game.Point{X: b.X, Y: b.Bottom})
		all = append(all, panel.NewRect(x-v.Metres(stage.BellHalf), top, 2*v.Metres(stage.BellHalf), bottom-top))
	}
	for _, o := range scene.Platforms {
		x, y := v.At(o.Pos)
		half := v.Length(v.Level.Platforms[o.ID].HalfWidth)
		all = append(all, panel.NewRect(x-half, y, 2*half, v.PlatformHeight()))
	}
	return all
}

// What passes by passes beneath a word, for half a second at most.
func TestWordsInWorldsLieOnNoPlayerNoBellAndNoOtherWord(t *testing.T) {
	words := 0
	for _, name := range []string{"first", "arenas/yard", "arenas/duel", "arenas/relay", "arenas/ball"} {
		for _, size := range []image.Point{{}, image.Pt(picture.MinimumWidth, picture.MinimumHeight)} {
			a := scene{scenario: name, at: 6200 * time.Millisecond, size: size, settings: config.Settings{View: config.WatchView}}.shown(t, 0)
			beneath := 0
			for range 40 {
				after(t, a, 70*time.Millisecond, 1)
				over := false
				v := a.Deck.View(a.Deck.Chosen)
				bodies := bodiesIn(v, &a.Frame)
				for i, r := range v.Labels.Taken {
					if !v.Labels.Text[i] {
						continue
					}
					words++
					over = over || slices.ContainsFunc(bodies, r.Overlaps)
					for j, o := range v.Labels.Taken[:i] {
						if v.Labels.Text[j] && o.Overlaps(r) {
							t.Fatalf("%s at %v, %v: a word at %v lies on one at %v", name, a.Session.Now(), size, r, o)
						}
					}
				}
				if beneath++; !over {
					beneath = 0
				}
				if beneath > 8 {
					t.Fatalf("%s at %v, %v: words lie on something for longer than it takes to pass by", name, a.Session.Now(), size)
				}
			}
		}
	}
	if words < 200 {
		t.Errorf("there were %d words in 400 frames", words)
	}
}

func TestWordsOfAFrozenHitLieOnNoLineOfItsStrip(t *testing.T) {
	a := duelled(t, 12*time.Second, scenario.WatchFrozen)
	for n := range 6 {
		k := freezeAll(t, a)
		checkLabels(t, &k.Strip.Labels)
		for i, r := range k.Strip.Labels.Taken {
			for _, w := range linesOf(&k.Strip, &k.Of) {
				if k.Strip.Labels.Text[i] && crosses(r, w) {
					t.Errorf("still %d: a word at %v lies on the line %v", n, r, w)
				}
			}
		}
		a.turnFrozen(-1)
		nextFrame(t, a)
	}
}

// linesOf returns the lines between the clocks: x and y of both ends.
func linesOf(k *stage.HitStrip, in *observe.Instants) [][4]float32 {
	x := func(i int) float32 {
		return k.At([...]time.Duration{in.Claimed.Sub(in.Ruled), 0, in.Told.Sub(in.Ruled), in.Fired.Sub(in.Ruled), in.Arrived.Sub(in.Ruled)}[i])
	}
	told := 2
	if in.Refused {
		told = 0
	}
	all := [][4]float32{{x(1), k.Rows[1], x(2), k.Rows[told]}}
	if in.Fired >= 0 && in.Arrived >= 0 {
		all = append(all, [4]float32{x(3), k.Rows[0], x(4), k.Rows[1]})
	}
	return all
}

// crosses says whether a line goes through a rectangle.
func crosses(r panel.Rect, l [4]float32) bool {
	for i := range 1001 {
		p := float32(i) / 1000
		if x, y := l[0]+(l[2]-l[0])*p, l[1]+(l[3]-l[1])*p; x > r.X && x < r.X+r.W && y > r.Y && y < r.Y+r.H {
			return true
		}
	}
	return false
}

func TestWhatIsWrittenBesideAMarkKeepsOffTheLegend(t *testing.T) {
	s := scene{scenario: "arenas/yard", size: image.Pt(picture.MinimumWidth, picture.MinimumHeight), settings: config.Settings{View: config.WatchView, Scale: 145}}
	a := s.app(t)
	s.passUntil(a, 5*time.Second)
	a.watchAs(scenario.WatchTwo)
	a.controls.set(2, "client.algorithm", "rtt2")
	s.passUntil(a, 6500*time.Millisecond)
	nextFrames(t, a, settling)
	labels := &a.Deck.View(2).Labels
	if len(a.Frame.Disputes) == 0 || labels.Placed == 0 {
		t.Fatalf("%d disputes, %d texts", len(a.Frame.Disputes), labels.Placed)
	}
	for i, text := range labels.Taken {
		for j, other := range labels.Taken {
			if labels.Text[i] && i != j && text.Overlaps(other) {
				t.Errorf("the text at %v overlaps what is at %v", text, other)
			}
		}
	}
}
