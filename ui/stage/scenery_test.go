package stage

import (
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/internal/palette"
	"driftlab/internal/testkit"
)

// TestTheBellRingsOnEachScreenWhenAProjectileEndsThere has a projectile meet the yard's bell on the host's screen, and later on
// a client's.
func TestTheBellRingsOnEachScreenWhenAProjectileEndsThere(t *testing.T) {
	a := newRig(t, "arenas/yard", true)
	bell := a.Session.Level().Bells[0]
	begins := [2]time.Duration{-1, -1}
	for a.Session.Now() < 6e9 && min(begins[0], begins[1]) < 0 {
		a.advance(time.Second / 60)
		a.read()
		for i, s := range [...]int{0, 1} {
			if sw := swing(bell, a.Frame.Machine(s)); sw != 0 && begins[i] < 0 {
				begins[i] = time.Duration(a.Session.Now())
			}
		}
	}
	if begins[0] < 0 || begins[1] < 0 {
		t.Fatalf("the bell rings at %v on the host's screen, at %v on the client's", begins[0], begins[1])
	}
	// A picture of the ringing bell is another one than of one at rest.
	with := a.pixels()
	a.Frame.Scenes[0].Strikes, a.Frame.Host.Strikes = nil, nil
	without := a.pixels()
	n := 0
	for i := range with {
		if with[i] != without[i] {
			n++
		}
	}
	if n < 300 {
		t.Errorf("%d bytes of the picture tell that the bell rings", n)
	}
}

func TestASceneryIsDrawnWithoutAllocations(t *testing.T) {
	for _, name := range arenasShown {
		a := rigAt(t, name, true, 3*time.Second)
		v := &a.views[1]
		draw := func() {
			a.canvas.Reset()
			v.backdrop(a.canvas, false)
			v.ropes(a.canvas, a.Frame.Machine(1).Platforms)
			v.bells(a.canvas, a.Frame.Machine(1))
			v.columns(a.canvas, 1)
		}
		draw()
		if n := testkit.AllocsPerRun(20, draw); n > 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// BenchmarkScenery draws the yard without players.
func BenchmarkScenery(b *testing.B) {
	a := newRig(b, "arenas/yard", true)
	a.advance(3 * time.Second)
	a.next()
	v := &a.views[1]
	b.ReportAllocs()
	for b.Loop() {
		a.canvas.Reset()
		v.backdrop(a.canvas, false)
		v.ropes(a.canvas, a.Frame.Machine(1).Platforms)
		v.bells(a.canvas, a.Frame.Machine(1))
		v.columns(a.canvas, 1)
	}
}

// TestAllThatIsOverTheHorizonStandsOffTheSkyAndHills holds in pictures what the palette holds of colours: between the
// stars and the ground nothing is lighter by night, or darker by day, than what marks stand off from. Columns,
// ledges and platforms have an ink rim instead.
func TestAllThatIsOverTheHorizonStandsOffTheSkyAndHills(t *testing.T) {
	for _, theme := range []string{"dark", "light"} {
		for _, name := range arenasShown {
			a := newRig(t, name, true)
			if theme == "light" {
				a.theme = palette.Light()
				a.canvas.Theme = a.theme
			}
			a.advance(3 * time.Second)
			a.read()
			a.draw() // it has a place now
			v := &a.views[1]
			screen := ebiten.NewImage(a.width, a.height)
			defer screen.Deallocate()
			screen.Fill(a.theme.Ground)
			a.canvas.Reset()
			v.sky(a.canvas)
			v.hills(a.canvas)
			v.posts(a.canvas)
			a.canvas.Flush(screen)
			pix := make([]byte, 4*a.width*a.height)
			screen.ReadPixels(pix)
			worst := 100.0
			p := v.Picture
			for y := int(p.Y + p.H*(starsEnd+0.02)); y < int(v.Area.Y+v.Area.H)-1; y += 3 {
				for x := int(p.X) + 2; x < int(p.X+p.W)-2; x += 3 {
					i := 4 * (y*a.width + x)
					ground := palette.Hex(uint32(pix[i])<<16 | uint32(pix[i+1])<<8 | uint32(pix[i+2]))
					for _, col := range []palette.Color{a.theme.Error, a.theme.Truth, a.theme.Machine(1).Color, a.theme.Machine(2).Color,
						a.theme.Machine(3).Color, a.theme.Machine(4).Color, a.theme.Machine(5).Color, a.theme.Machine(6).Color} {
						worst = min(worst, palette.Contrast(col, ground))
					}
				}
			}
			if worst < 3 {
				t.Errorf("%s, %s: %.2f : 1", name, theme, worst)
			}
		}
	}
}
