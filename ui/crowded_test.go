package ui

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/internal/files/filetest"
)

// A shared text may have thousands of clients' joins at one instant: a frame does a part of them, and says where it is.
func TestTheWindowGoesOnWhileMuchHappensAtOneInstant(t *testing.T) {
	const events = 900
	path := filepath.Join(t.TempDir(), "crowded.toml")
	text := "format = 3\nclients = 8\n" + strings.Repeat("[[event]]\nat = '50ms'\nrejoin = 'all'\n", events)
	filetest.Write(t, path, text)
	a := newTestApp(t, path, 1280, 720, 1)
	a.Paused = false
	for updates := 0; !a.Line.Busy(); updates++ {
		if update(t, a); updates > 10 {
			t.Fatalf("all of it is done in one update: it stands at %v", time.Duration(a.Session.Now()))
		}
	}
	if n := len(a.Session.Log().Events); a.Session.Settled() || n != events || time.Duration(a.Session.Now()) != 50*time.Millisecond {
		t.Errorf("it stands at %v, settled %t", time.Duration(a.Session.Now()), a.Session.Settled())
	}
	a.Do(scenario.Event{Rebind: 1}) // it waits
	if len(a.Line.Script()) > 0 {
		t.Error("what a person does is done in the midst of an instant")
	}
	for updates := 0; a.Underway(); updates++ {
		if update(t, a); updates > 100 {
			t.Fatal("it does not come to an end")
		}
	}
	if log := a.Session.Log().Events; len(log) != events+1 || log[events].Rebind != 1 || a.Fault != "" {
		t.Errorf("%d events have been, and not that one as the last; %s", len(log), a.Fault)
	}
}
