package render

import (
	"testing"
	"time"

	"driftlab/internal/testkit"
	"driftlab/ui/config"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// laidOut returns a film of a size with its regions laid out.
func laidOut(t *testing.T, w, h int, beside string, wipe bool) *filmPicture {
	t.Helper()
	job := render(t, filmOf(t, "first", beside, func(o *config.Film) {
		o.Width, o.Height, o.Length, o.Wipe = w, h, time.Second/30, wipe
	}), &testSink{size: 4 * w * h})
	return job.picture
}

// metreOf returns how many pixels a metre has in the chosen client's viewport.
func metreOf(a *filmPicture, d *picture.Deck) float32 {
	for _, p := range d.Panes {
		if p.Machine == a.Deck.Chosen {
			return picture.ScaleIn(p.Rect)
		}
	}
	return 0
}

// The world has 32 m and half a metre of space at both ends: at this scale it takes the whole width.
func TestTallFilmsGiveTheWorldsTheWidth(t *testing.T) {
	for _, size := range [][2]int{{1080, 1920}, {720, 1280}, {1080, 1350}, {1080, 1080}, {480, 854}} {
		w, h := size[0], size[1]
		for _, film := range []struct {
			beside string
			wipe   bool
			share  float32 // of the width, at least
		}{{"", false, 0.44}, {"lesson-07", true, 0.44}, {"lesson-07", false, 0.48}} {
			want := film.share
			switch {
			case film.beside != "" && !film.wipe && h*9 >= w*16 && w > 500:
				want = 0.8 // A over B
			case (film.beside == "" || film.wipe) && w == h:
				continue // there the numbers stay at the right
			}
			a := laidOut(t, w, h, film.beside, film.wipe)
			for name, d := range map[string]*picture.Deck{"A": &a.AB.Deck, "B": &a.Deck} {
				if name == "A" && (film.beside == "" || film.wipe) {
					continue
				}
				if share := metreOf(a, d) * 33 / float32(w); share < want {
					t.Errorf("%d×%d beside %q, wipe %v: %s takes %.2f of the width, want %.2f", w, h, film.beside, film.wipe, name, share, want)
				}
			}
			if l := &a.Regions; l.Time.H < 0.2*float32(h) || l.Clients.H < 90 {
				t.Errorf("%d×%d beside %q, wipe %v: the diagram is %v high, the table %v", w, h, film.beside, film.wipe, l.Time.H, l.Clients.H)
			}
		}
	}
}

func TestNoSizeOfAFilmMakesItsRegionsOverlap(t *testing.T) {
	sizes := [][2]int{{160, 90}, {160, 284}, {480, 854}, {720, 1280}, {1080, 1080}, {1440, 1080}}
	if testkit.LongTests() {
		sizes = append(sizes, [][2]int{{1080, 1350}, {1080, 1920}, {1920, 1080}, {608, 2160}, {3840, 2160}}...)
	}
	for _, size := range sizes {
		for _, beside := range []string{"", "lesson-07"} {
			for _, wipe := range []bool{false, beside != ""} {
				a := laidOut(t, size[0], size[1], beside, wipe)
				regions := filmRegions(a)
				frame := panel.NewRect(0, 0, a.Width, a.Height)
				for one, r := range regions {
					if !r.Within(panel.NewRect(frame.X-0.1, frame.Y-0.1, frame.W+0.2, frame.H+0.2)) {
						t.Errorf("%v beside %q, wipe %v: %s is at %v", size, beside, wipe, one, r)
					}
					for other, o := range regions {
						if one < other && r.Inset(0.1).Overlaps(o) {
							t.Errorf("%v beside %q, wipe %v: %s %v and %s %v overlap", size, beside, wipe, one, r, other, o)
						}
					}
				}
			}
		}
	}
}

// filmRegions returns the parts of a film's frame that are not empty, by name.
func filmRegions(a *filmPicture) map[string]panel.Rect {
	l, f := &a.Regions, &a.parts
	all := map[string]panel.Rect{"title": f.top, "figures": f.figures, "errors": f.errors, "caption": f.caption,
		"worlds": l.Worlds, "diagram": l.Time, "race": l.Race, "clients": l.Clients, "more": l.More}
	if a.AB.On {
		all["name of A"], all["name of B"] = f.names[0], f.names[1]
		if !a.opt.Wipe {
			all["world A"] = a.AB.Left.Worlds
		}
	}
	for name, r := range all {
		if r.W <= 0 || r.H <= 0 {
			delete(all, name)
		}
	}
	return all
}
