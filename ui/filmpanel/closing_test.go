package filmpanel

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"driftlab/internal/files"
	"driftlab/ui/naming"
)

// finished returns what is printed once the window is closed.
func finished(a *rig) string {
	var said strings.Builder
	a.room.Finish(english, &said)
	return said.String()
}

func TestTheWindowsEndLeavesTheSessionOfARecording(t *testing.T) {
	a, c := newRecordingApp(t)
	a.room.Record()
	a.Travel.Advance(time.Second)
	a.Set(t, 2, "link.up.delay", "33ms")
	a.room.Close() // before the setting was recorded
	if said := finished(a); a.room.on || len(c.args) != 0 || !strings.Contains(said, "first-film-rec.session.toml") {
		t.Errorf("on %v, %d films, said %q", a.room.on, len(c.args), said)
	}
	if sc := kept(t, a); sc.Duration != 3*time.Second || !strings.Contains(sc.Text(), `"client2.link.up.delay" = "33ms"`) {
		t.Errorf("what is kept is %v long:\n%s", sc.Duration, sc.Text())
	}
	a.room.panel.path = filepath.Join(naming.Folder(a.Opt.Log), "first-film-rec.session.toml")
	if a.room.filmAgain(); len(c.args) != 1 || flagOf(c.args[0], "duration") != "3s" {
		t.Errorf("filmed again are %q, message %q", c.args, a.Lines.Fault)
	}
}

func TestAFilmIsFinishedWithoutTheWindow(t *testing.T) {
	for _, already := range []bool{false, true} { // and the window has not said so yet
		a, c := newRecordingApp(t)
		recordTwoSeconds(t, a)
		said, want := listener{heard: func() { go c.now.end(nil) }}, 2 // it ends while the program waits for it
		if already {
			c.now.end(nil)
			<-a.room.films[0].ended
			want = 1
		}
		a.room.Close()
		a.room.Finish(english, &said)
		lines := strings.Split(strings.TrimSpace(said.String()), "\n")
		if len(lines) != want || !strings.Contains(lines[len(lines)-1], "film: ") || c.now.stopped {
			t.Errorf("over %v: after the window: %q", already, said.String())
		}
	}
}

// A listener keeps what is written, and reacts to the first write.
type listener struct {
	strings.Builder
	heard func()
}

func (l *listener) Write(p []byte) (int, error) {
	if l.Len() == 0 {
		l.heard()
	}
	return l.Builder.Write(p)
}

func TestTheWindowsEndLeavesNothingOfARecordingWithoutLength(t *testing.T) {
	a, _ := newRecordingApp(t)
	a.room.Record()
	paths := a.room.safe.files
	a.room.Close()
	if said := finished(a); a.room.on || said != "" || len(paths) != 1 || naming.Exists(paths[0]) {
		t.Errorf("on %v, said %q, left are %q", a.room.on, said, paths)
	}
}

func TestARecordingThatCouldNotBeKeptIsKeptAtTheEndOrToldAsLost(t *testing.T) {
	for _, mended := range []bool{true, false} {
		a, _ := newRecordingApp(t)
		log := a.Opt.Log
		a.Opt.Log = filepath.Join(naming.Folder(log), "none", "s.toml")
		a.room.Record()
		a.Travel.Advance(time.Second)
		want := "recording is lost"
		if mended {
			a.Opt.Log, want = log, "first-film-rec.session.toml"
		}
		a.room.Close()
		if said := finished(a); !strings.Contains(said, want) {
			t.Errorf("mended %v: said %q", mended, said)
		}
	}
}

func TestAFullDiskLeavesWhatWasKeptOfARecording(t *testing.T) {
	a, _ := newRecordingApp(t)
	a.room.Record()
	a.Travel.Advance(time.Second)
	a.Opt.Files = &files.Faulty{FS: a.Opt.Files, Fail: 2, Err: errors.New("disk full")}
	a.room.Close()
	if said := finished(a); !strings.Contains(said, "first-film-rec.session.toml") {
		t.Errorf("said %q", said)
	}
	if sc := kept(t, a); sc.Duration != 4*time.Second {
		t.Errorf("%v are kept", sc.Duration)
	}
}
