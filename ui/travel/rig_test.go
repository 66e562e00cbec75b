package travel

import (
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/game/timeline"
	"driftlab/internal/files"
	"driftlab/netsim"
	"driftlab/ui/config"
	"driftlab/ui/notice"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// fakeWindow asks, hides and holds up nothing, unless a test has it do so.
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
	return newTravelOf(t, scenariotest.Load(t, name), 0)
}

// newTravelOf is newTravel for a session of which so much is known.
func newTravelOf(t *testing.T, sc *scenario.Scenario, known time.Duration) *Travel {
	t.Helper()
	opt := &config.Window{Scenario: sc, Config: config.Open(files.Disk{}, "")}
	p := picture.New()
	check(t, p.Wear(opt.Config.Settings()))
	carrier := func() (netsim.Carrier, error) { return netsim.NewDirect(), nil }
	world, err := picture.OpenWorld(timeline.Options{Scenario: sc, NewCarrier: carrier, Length: known, Memory: 16e6}, nil)
	check(t, err)
	t.Cleanup(func() { world.Line.Close() })
	p.Show(world)
	a, w := New(&p, notice.New(&p.View), opt), &fakeWindow{}
	a.Heed(w, w, w)
	return a
}

// set changes settings, each as name=value, as one thing that a person does.
func (t *Travel) set(settings ...string) { t.Do(scenario.Event{Set: scenariotest.Set(settings...)}) }

// take has a person play a machine's player, or nobody's.
func (t *Travel) take(machine int) {
	if old := t.picture.Frame.Played; old != panel.Nobody {
		t.Do(scenario.Event{Play: &scenario.Play{Player: old, Release: true}})
	}
	if t.picture.Frame.Played = machine; machine != panel.Nobody {
		t.Do(scenario.Event{Play: &scenario.Play{Player: machine}})
	}
}

// follow brings A to where B is, as updates do.
func (t *Travel) follow(tt *testing.T) {
	tt.Helper()
	for t.UpdateAB(); t.picture.AB.Behind(); {
		t.UpdateAB()
	}
	if !t.picture.AB.On {
		tt.Fatal(t.lines.Fault)
	}
}

// check ends a test that an error is in the way of.
func check(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
