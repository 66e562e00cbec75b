package ui

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/ui/panel"
)

// leaps are steps of the system's clock that somebody sets, or times that a laptop sleeps.
var leaps = []time.Duration{3 * time.Hour, -5 * time.Hour, 40 * time.Millisecond, -40 * time.Millisecond, 60 * 24 * time.Hour, -80 * 24 * time.Hour, 12 * time.Hour}

// setClock gives the window a clock that jumps once in a number of readings.
func setClock(a *App, every int) {
	now, reads := time.Date(2026, 10, 25, 2, 59, 59, 0, time.UTC), 0
	a.Clock = func() time.Time {
		now = now.Add(time.Millisecond)
		if reads++; reads%every == 0 {
			now = now.Add(leaps[reads/every%len(leaps)])
		}
		return now
	}
}

func update(t *testing.T, a *App) {
	t.Helper()
	check(t, a.Update())
}

func TestTimeGoesOnByTheUpdateWhateverTheSystemsClockIsSetTo(t *testing.T) {
	a := newTestApp(t, "first", 1280, 720, 1)
	setClock(a, 1)
	for _, speed := range []float64{1, 8} {
		a.Speed = speed
		for range 30 {
			before := a.Session.Now()
			update(t, a)
			step := time.Duration(speed * float64(time.Second) / 60)
			if got := a.Session.Now().Sub(before); got < step-1 || got > step+1 {
				t.Fatalf("an update at speed %v lasts %v", speed, got)
			}
		}
	}
	a.Paused = true
	before := a.Session.Now()
	if update(t, a); a.Session.Now() != before {
		t.Error("a paused window goes on")
	}
}

func TestALongWayIsGoneInPiecesWhileTheSystemsClockIsSet(t *testing.T) {
	for _, every := range []int{1, 3, 7} {
		a := newTestApp(t, "first", 1280, 720, 1)
		a.Paused = true
		a.Advance(20 * time.Second)
		a.toggleAB()
		setClock(a, every)
		for _, to := range []time.Duration{500 * time.Millisecond, 19900 * time.Millisecond, 900 * time.Millisecond} {
			a.Seek(netsim.Time(to))
			updates := 0
			for ; a.Underway() || a.AB.Behind(); updates++ {
				update(t, a)
				// Each update goes a piece at least, of A's way and of B's.
				if most := 2 * int(20*time.Second/panel.TravelPiece); updates > most {
					t.Fatalf("the way to %v is not gone in %d updates", to, most)
				}
			}
			if a.Session.Now() != netsim.Time(to) || a.AB.A.Session.Now() != netsim.Time(to) || a.Fault != "" {
				t.Errorf("B is at %v, A at %v, want %v; %s", a.Session.Now(), a.AB.A.Session.Now(), to, a.Fault)
			}
		}
	}
}

func TestAClockThatLeapsEndsAnUpdateAfterOnePiece(t *testing.T) {
	a := newTestApp(t, "first", 1280, 720, 1)
	a.Paused = true
	a.Advance(5 * time.Second)
	for _, leap := range []time.Duration{time.Hour, -time.Hour} {
		now := time.Now().Round(0) // without the monotonic reading that Go's times have
		a.Clock = func() time.Time { now = now.Add(leap); return now }
		a.Went(a.Line.Seek(netsim.Time(4 * time.Second)))
		a.Seek(netsim.Time(950 * time.Millisecond)) // from the checkpoint at 0
		updates, copying := 0, 0
		for a.Line.Busy() {
			before := a.Line.Effort().Simulated
			if update(t, a); a.Line.Effort().Simulated > before {
				updates++
			} else {
				copying++
			}
		}
		const toCopy = 8 // pieces that the session at 0 is copied in, at most
		if want := int(950 * time.Millisecond / panel.TravelPiece); updates != want || copying > toCopy {
			t.Errorf("with a leap of %v 0.95 s are gone in %d updates, and %d that copy, want %d and up to %d", leap, updates, copying, want, toCopy)
		}
	}
}

func TestALogIsNamedTheSameWhateverTheSystemsClockIsSetTo(t *testing.T) {
	a := newTestApp(t, "first", 1280, 720, 1)
	setClock(a, 1)
	update(t, a)
	a.share.SaveLog()
	update(t, a)
	a.share.SaveLog()
	files, err := os.ReadDir(filepath.Dir(a.opt.Log))
	if err != nil || len(files) != 1 || files[0].Name() != "session.toml" || a.Fault != "" {
		t.Errorf("%v, %v; %s", files, err, a.Fault)
	}
	if sc, err := scenario.Load(a.opt.Log); err != nil || sc.Duration <= 0 {
		t.Errorf("the log cannot be read: %v", err)
	}
}
