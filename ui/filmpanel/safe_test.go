package filmpanel

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/ui/naming"
)

// kept returns the session that is kept of the running recording, once it is written.
func kept(t *testing.T, a *rig) *scenario.Scenario {
	t.Helper()
	a.room.safe.settle()
	sc, err := scenario.Load(filepath.Join(naming.Folder(a.Opt.Log), "first-film-rec.session.toml"))
	check(t, err)
	return sc
}

func TestARecordingThatRunsIsOnTheDisk(t *testing.T) {
	a, _ := newRecordingApp(t)
	path := filepath.Join(naming.Folder(a.Opt.Log), "first-film-rec.session.toml")
	a.room.Record()
	if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), "#   driftlab record -replay "+filepath.Base(path)+" ") || !strings.Contains(string(text), "-from 2s -duration 2s") {
		t.Fatalf("what is kept does not say how it becomes a film: %.300s, %v", text, err)
	}
	a.frame(t)
	a.Set(t, 2, "link.up.delay", "33ms")
	a.Travel.Advance(time.Second)
	for range keepAfter {
		a.room.Update()
	}
	if sc := kept(t, a); !strings.Contains(sc.Text(), `"client2.link.up.delay" = "33ms"`) {
		t.Errorf("a second after a change it is not kept:\n%s", sc.Text())
	}
	a.Travel.Advance(time.Second)
	for range keepAfter {
		a.room.Update()
	}
	if sc := kept(t, a); sc.Duration < 4*time.Second {
		t.Errorf("a second later %v are kept", sc.Duration)
	}
	a.room.Record()
	if naming.Exists(path) || !naming.Exists(filepath.Join(naming.Folder(a.Opt.Log), "first-film-2.000-4.000s.session.toml")) {
		t.Error("the film's session has not taken the place of what was kept")
	}
	a.room.Record()
	if a.room.Unrecord(); naming.Exists(path) {
		t.Error("a recording that was dropped is still kept")
	}
}

func TestBothWorldsOfARecordingAreKept(t *testing.T) {
	a, _ := newRecordingApp(t)
	a.room.Record()
	a.compare(t)
	a.Travel.Advance(time.Second)
	a.follow(t)
	for range keepAfter {
		a.room.Update()
	}
	a.room.safe.settle()
	stem := filepath.Join(naming.Folder(a.Opt.Log), "first-film-rec")
	if !naming.Exists(stem+".a.session.toml") || !naming.Exists(stem+".b.session.toml") || naming.Exists(stem+".session.toml") {
		t.Error("not A and B are kept")
	}
	if a.room.Unrecord(); naming.Exists(stem + ".a.session.toml") {
		t.Error("a recording that was dropped is still kept")
	}
}

func TestASignalLeavesTheSessionOfARecording(t *testing.T) {
	a, c := newRecordingApp(t)
	recordTwoSeconds(t, a)
	a.room.Record()
	a.Travel.Advance(time.Second)
	a.room.Stop()
	if sc := kept(t, a); sc.Duration < 5*time.Second {
		t.Errorf("%v are kept", sc.Duration)
	}
	said := finished(a)
	both := strings.Contains(said, "first-film-rec.session.toml") && strings.Contains(said, "first-film-2.000-4.000s.session.toml")
	if !c.now.stopped || !both {
		t.Errorf("film stopped: %v, said %q", c.now.stopped, said)
	}
}

func TestARecordingGoesOnWhereItsFilmCannotBeMade(t *testing.T) {
	a, c := newRecordingApp(t)
	a.room.Record()
	a.Travel.Advance(2 * time.Second)
	folder := a.Opt.Log
	a.Opt.Log = filepath.Join(naming.Folder(a.Opt.Log), "none", "s.toml")
	a.room.Record()
	if !a.room.on || len(c.args) != 0 || !strings.HasPrefix(a.Lines.Fault, "No film was made: ") || !strings.Contains(a.Lines.Fault, "press R again") {
		t.Fatalf("on %v, %d films, message %q", a.room.on, len(c.args), a.Lines.Fault)
	}
	a.Opt.Log = folder
	if a.room.Record(); a.room.on || len(c.args) != 1 || flagOf(c.args[0], "from") != "2s" || a.Lines.Fault != "" {
		t.Errorf("on %v, films %q, message %q", a.room.on, c.args, a.Lines.Fault)
	}
}
