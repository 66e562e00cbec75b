// Package roomtest has what tests of a room of the window need: a picture of a session, its way through time and the
// lines of text, without a window.
package roomtest

import (
	"fmt"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/timeline"
	"driftlab/internal/files"
	"driftlab/netsim"
	"driftlab/ui/config"
	"driftlab/ui/notice"
	"driftlab/ui/picture"
	"driftlab/ui/travel"
)

// A Rig is what a window gives its rooms.
type Rig struct {
	Picture *picture.Picture
	Lines   *notice.Lines
	Travel  *travel.Travel
	Opt     *config.Window
	Window  Window
}

// A Window asks nothing, and hides what a test has it hide.
type Window struct{ Hidden, Blind bool }

func (w *Window) Asking() bool                        { return false }
func (w *Window) Allow(d time.Duration) time.Duration { return d }
func (w *Window) Hides() bool                         { return w.Hidden }
func (w *Window) On() bool                            { return w.Blind }
func (w *Window) End()                                { w.Blind = false }
func (w *Window) Back() (bool, error)                 { return false, nil }
func (w *Window) Split()                              {}

// New returns a rig with a session of one of the program's scenarios. What a room writes goes into a folder of the test.
func New(t testing.TB, name string) *Rig {
	t.Helper()
	sc, err := scenario.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	carrier := func() (netsim.Carrier, error) { return netsim.NewDirect(), nil }
	r := &Rig{Opt: &config.Window{Scenario: sc, NewCarrier: carrier, Log: t.TempDir() + "/session.toml",
		Files: files.Disk{}, Config: config.Open(files.Disk{}, "")}}
	p := picture.New()
	r.Picture = &p
	if err := p.Wear(r.Opt.Config.Settings()); err != nil {
		t.Fatal(err)
	}
	r.Lines = notice.New(&p.View)
	r.Travel = travel.New(r.Picture, r.Lines, r.Opt)
	r.Travel.Heed(&r.Window, &r.Window, &r.Window)
	if err := r.Open(sc, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Picture.Line.Close() })
	return r
}

// Open shows another scenario, as of a log that is known up to an instant.
func (r *Rig) Open(sc *scenario.Scenario, known time.Duration) error {
	w, err := picture.OpenWorld(timeline.Options{Scenario: sc, NewCarrier: r.Opt.NewCarrier, Length: known, Memory: 16e6}, r.Picture.Taught.Own)
	if err != nil {
		return err
	}
	if r.Picture.Line != nil {
		r.Picture.Line.Close()
	}
	r.Opt.Scenario, r.Opt.Known = sc, known
	r.Picture.Show(w)
	return nil
}

// Set changes a setting of a client, or of all for client 0.
func (r *Rig) Set(t testing.TB, client int, name, value string) {
	t.Helper()
	if client > 0 {
		name = fmt.Sprintf("client%d.%s", client, name)
	}
	set, err := scenario.ParseAssignment(name, value)
	if err != nil {
		t.Fatal(err)
	}
	r.Travel.Do(scenario.Event{Set: set})
}
