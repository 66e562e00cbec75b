package travel

import (
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/timeline"
	"driftlab/internal/files"
	"driftlab/netsim"
	"driftlab/ui/config"
	"driftlab/ui/notice"
	"driftlab/ui/picture"
)

// fakeWindow asks, hides and holds up nothing, unless it is told to.
type fakeWindow struct{ asking, blind, waits bool }

func (w *fakeWindow) Asking() bool { return w.asking }
func (w *fakeWindow) Allow(d time.Duration) time.Duration {
	if w.waits {
		return 0
	}
	return d
}
func (w *fakeWindow) Hides() bool         { return w.blind }
func (w *fakeWindow) On() bool            { return w.blind }
func (w *fakeWindow) End()                { w.blind = false }
func (w *fakeWindow) Split()              {}
func (w *fakeWindow) Back() (bool, error) { return false, nil }

// newTravel returns what goes through the time of a scenario's session. There is no window.
func newTravel(t *testing.T, name string) *Travel {
	t.Helper()
	sc, err := scenario.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	opt := &config.Window{Scenario: sc, Config: config.Open(files.Disk{}, "")}
	p := picture.New()
	if err := p.Wear(opt.Config.Settings()); err != nil {
		t.Fatal(err)
	}
	carrier := func() (netsim.Carrier, error) { return netsim.NewDirect(), nil }
	world, err := picture.OpenWorld(timeline.Options{Scenario: sc, NewCarrier: carrier, Memory: 16e6}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { world.Line.Close() })
	p.Show(world)
	a, w := New(&p, notice.New(&p.View), opt), &fakeWindow{}
	a.Heed(w, w, w)
	return a
}
