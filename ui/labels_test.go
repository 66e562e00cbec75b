package ui

import (
	"image"
	"testing"
	"time"

	"driftlab/config"
	"driftlab/game"
	"driftlab/session"
)

// bodiesIn returns where a viewport shows what no word is to lie on: players, bells and platforms.
func bodiesIn(v *viewport, f *frame) (all []rect) {
	scene := f.machine(v.machine)
	body := func(o *game.Object) {
		if v.covered(o) {
			return // behind a column
		}
		x, y := v.at(o.Pos)
		w, h := v.length(game.PlayerWidth), v.length(game.PlayerHeight)
		all = append(all, rect{x - w/2, y - h, w, h})
	}
	for i := range scene.Players {
		body(&scene.Players[i])
	}
	if scene.Character.Time != 0 {
		body(&scene.Character)
	}
	for _, b := range v.level.Bells {
		x, top := v.at(game.Point{X: b.X, Y: b.Top})
		_, bottom := v.at(game.Point{X: b.X, Y: b.Bottom})
		all = append(all, rect{x - v.metres(bellHalf), top, 2 * v.metres(bellHalf), bottom - top})
	}
	for _, o := range scene.Platforms {
		x, y := v.at(o.Pos)
		half := v.length(v.level.Platforms[o.ID].HalfWidth)
		all = append(all, rect{x - half, y, 2 * half, v.platformHeight()})
	}
	return all
}

func TestWordsInWorldsLieOnNoPlayerNoBellAndNoOtherWord(t *testing.T) {
	words := 0
	for _, name := range []string{"first", "arenas/yard", "arenas/duel", "arenas/relay", "arenas/ball"} {
		for _, size := range []image.Point{{}, image.Pt(minimumWidth, minimumHeight)} {
			s := scene{scenario: name, at: 6200 * time.Millisecond, size: size, settings: config.Settings{View: config.WatchView}}
			a := s.app(t)
			s.passUntil(a, s.at)
			for range 40 {
				a.advance(70 * time.Millisecond)
				nextFrame(t, a)
				v := a.deck.view(a.deck.chosen)
				bodies := bodiesIn(v, &a.frame)
				for i, r := range v.labels.taken {
					if !v.labels.text[i] {
						continue
					}
					words++
					for _, o := range bodies {
						if o.overlaps(r) {
							t.Fatalf("%s at %v, %v: a word at %v lies on what is at %v", name, a.session.Now(), size, r, o)
						}
					}
				}
			}
		}
	}
	if words < 200 {
		t.Errorf("there were %d words in 400 frames", words)
	}
}

func TestWordsOfAFrozenHitLieOnNoLineOfItsStrip(t *testing.T) {
	a := duelled(t, 12*time.Second)
	a.watchAs("frozen")
	for n := range 6 {
		k := freezeAll(t, a)
		checkLabels(t, &k.strip.labels)
		for i, r := range k.strip.labels.taken {
			for _, w := range linesOf(&k.strip, &k.of) {
				if k.strip.labels.text[i] && crosses(r, w) {
					t.Errorf("still %d: a word at %v lies on the line %v", n, r, w)
				}
			}
		}
		a.turnFrozen(-1)
		nextFrame(t, a)
	}
}

// linesOf returns the lines between the clocks: x and y of both ends.
func linesOf(k *hitStrip, in *session.Instants) [][4]float32 {
	x := func(i int) float32 {
		return k.at([...]time.Duration{in.Claimed.Sub(in.Ruled), 0, in.Told.Sub(in.Ruled), in.Fired.Sub(in.Ruled), in.Arrived.Sub(in.Ruled)}[i])
	}
	told := 2
	if in.Refused {
		told = 0
	}
	all := [][4]float32{{x(1), k.rows[1], x(2), k.rows[told]}}
	if in.Fired >= 0 && in.Arrived >= 0 {
		all = append(all, [4]float32{x(3), k.rows[0], x(4), k.rows[1]})
	}
	return all
}

// crosses says whether a line goes through a rectangle.
func crosses(r rect, l [4]float32) bool {
	for i := range 1001 {
		p := float32(i) / 1000
		if x, y := l[0]+(l[2]-l[0])*p, l[1]+(l[3]-l[1])*p; x > r.x && x < r.x+r.w && y > r.y && y < r.y+r.h {
			return true
		}
	}
	return false
}
