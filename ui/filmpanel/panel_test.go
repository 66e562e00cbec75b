package filmpanel

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/internal/files"
	"driftlab/ui/config"
	"driftlab/ui/film"
	"driftlab/ui/given"
	"driftlab/ui/naming"
)

func TestCaptionsAreAddedFilledInAndTakenOut(t *testing.T) {
	a, _ := newRecordingApp(t)
	a.compare(t)
	a.Set(t, 0, "link.up.delay", "200ms")
	a.Travel.Advance(2 * time.Second)
	a.follow(t)
	a.room.Toggle()
	p, look := &a.room.panel, &a.room.look
	p.addCaption()
	if p.addCaption(); len(look.cues) != 2 || look.cues[1].From != look.cues[0].To {
		t.Fatalf("captions %+v", look.cues)
	}
	p.from = 3e9
	p.fillCaptions()
	(<-a.later)()
	if a.Lines.Fault != "" || len(look.cues) == 0 {
		t.Fatalf("message %q, captions %+v", a.Lines.Fault, look.cues)
	}
	if text := look.cues[0].Text; !strings.Contains(text, "80 ms") || !strings.Contains(text, "200 ms") {
		t.Errorf("the caption is %q", text)
	}
	a.frame(t)
}

func TestWhatIsChosenForFilmsIsKept(t *testing.T) {
	a := newRig(t)
	path := filepath.Join(t.TempDir(), "settings.toml")
	a.Opt.Config = config.Open(files.Disk{}, path)
	a.room.look = filmLook{size: 2, fps: 1, format: 1}
	a.room.keepLook()
	if got := config.Open(files.Disk{}, path).Settings().Film; got != "3840x2160 25 webm silent" || a.Lines.Fault != "" {
		t.Fatalf("%q is kept, message %q", got, a.Lines.Fault)
	}
	for text, want := range map[string]string{"3840x2160 25 webm": "3840x2160 25 webm silent", "": "1280x720 60 mp4 silent", "1x1 7 avi": "1280x720 60 mp4 silent",
		"1920x1080 30 gif sound": "1920x1080 30 gif sound", "1280x720 60 mp4 loud": "1280x720 60 mp4 silent", "1080x1920 30 mp4 sound": "1080x1920 30 mp4 sound", "x": "1280x720 60 mp4 silent"} {
		if k := readFilmLook(text); k.text() != want {
			t.Errorf("%q is read as %q", text, k.text())
		}
	}
}

func TestTimesAreTypedAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]time.Duration{"2.5": 2500e6, "2,5 s": 2500e6, "150 ms": 150e6, "1m": 60e9, "": 0, " 3s ": 3e9} {
		if got, err := timeIn(english, text); err != nil || got != want {
			t.Errorf("%q is %v: %v", text, got, err)
		}
	}
	for _, text := range []string{"x", "-1", "25h", "1e9", "NaN"} {
		if got, err := timeIn(english, text); err == nil || !strings.Contains(err.Error(), "is not a time such as") {
			t.Errorf("%q is %v: %v", text, got, err)
		}
	}
}

func TestAPastSessionIsFilmedAgain(t *testing.T) {
	a, c := newRecordingApp(t)
	sc, err := scenario.Load("accuracy-clean")
	check(t, err)
	sc.Duration = 6 * time.Second
	dir := t.TempDir()
	for name, text := range map[string]string{"old.session.toml": sc.Text(), "old.srt": film.SRT([]film.Cue{{From: 0, To: 2e9, Text: "once"}}),
		"two.a.session.toml": sc.Text(), "two.b.session.toml": sc.Text()} {
		check(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	a.room.Toggle()
	p := &a.room.panel
	if _, taken := a.room.Take(given.File{Name: "old.session.toml", Path: filepath.Join(dir, "old.session.toml"), Content: []byte(sc.Text())}); !taken {
		t.Fatal("the session is not taken")
	}
	if len(a.room.look.cues) != 1 || a.room.look.cues[0].Text != "once" {
		t.Errorf("captions %+v", a.room.look.cues)
	}
	a.frame(t)
	p.from = time.Second
	a.room.look.camera = 2
	if a.room.filmAgain(); a.Lines.Fault != "" || len(c.args) != 1 {
		t.Fatalf("message %q", a.Lines.Fault)
	}
	args := c.args[0]
	if filepath.Base(flagOf(args, "o")) != "old.mp4" || flagOf(args, "from") != "1s" || flagOf(args, "duration") != "5s" ||
		flagOf(args, "camera") != "host" || flagOf(args, "captions") == "" || p.IsOpen() {
		t.Errorf("%q", args)
	}
	if filepath.Dir(flagOf(args, "replay")) != naming.Folder(a.Opt.Log) {
		t.Error("the film's session is not beside the film")
	}
	a.room.Toggle()
	p.show(p.last)
	if p.path != flagOf(args, "replay") || p.from != time.Second || p.to != 6*time.Second || len(a.room.look.cues) != 1 {
		t.Errorf("the last film is %+v with captions %+v", p.again, a.room.look.cues)
	}
	a.room.look.format = 3
	a.filmedAs(t, c, "old-2-%06d.png", "old-2-000000.png")
	a.room.Toggle()
	p.path = filepath.Join(dir, "two.b.session.toml")
	p.from, p.to, a.room.look.cues = 0, 0, nil
	if logs, _, _, err := a.room.toBeFilmed(); err != nil || len(logs) != 2 {
		t.Errorf("%d sessions are filmed again, %v", len(logs), err)
	}
	for path, want := range map[string]string{filepath.Join(dir, "none.toml"): "is neither a session nor the path of one", dir: ""} {
		p.path = path
		a.room.filmAgain()
		if a.Lines.Fault == "" || !strings.Contains(a.Lines.Fault, want) || strings.Contains(a.Lines.Fault, "\n") || !p.IsOpen() {
			t.Errorf("%s: message %q", path, a.Lines.Fault)
		}
	}
	p.path, p.from, p.to = "", 5e9, 4e9
	if a.room.filmAgain(); !strings.Contains(a.Lines.Fault, "There is nothing between 5.000 s and 4.000 s") {
		t.Errorf("message %q", a.Lines.Fault)
	}
}

func TestASessionIsPastedIntoThePanelForFilms(t *testing.T) {
	a := newRig(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	c := &children{}
	a.room.Start = c.start
	sc, err := scenario.Load("accuracy-clean")
	check(t, err)
	sc.Duration = 3 * time.Second
	shared, _, err := sc.Share()
	check(t, err)
	path := filepath.Join(t.TempDir(), "with blanks.toml")
	check(t, os.WriteFile(path, []byte(sc.Text()), 0o600))
	before := a.Picture.Session
	a.room.Toggle()
	for _, text := range []string{path, `"` + path + `"`, shared, sc.Text()} {
		a.room.panel.again = again{}
		a.room.Paste(text)
		if logs, _, to, err := a.room.toBeFilmed(); err != nil || len(logs) != 1 || to != 3*time.Second || a.room.panel.path == "" || a.Lines.Fault != "" {
			t.Errorf("%.30q: %v, to %v, message %q", text, err, to, a.Lines.Fault)
		}
		if got, err := sessionPath(english, text); err != nil || got != a.room.panel.path {
			t.Errorf("%.30q typed is %q, %v", text, got, err)
		}
	}
	a.room.Paste("no\nsession")
	if !strings.Contains(a.Lines.Fault, "is neither a session") || a.Picture.Session != before {
		t.Errorf("message %q", a.Lines.Fault)
	}
}

// filmedAs films what the panel says, and checks the arguments of the process and the message.
func (a *rig) filmedAs(t *testing.T, c *children, out, told string) {
	t.Helper()
	c.now.end(nil)
	settle(t, a)
	if a.room.filmAgain(); a.Lines.Fault != "" || filepath.Base(flagOf(c.args[len(c.args)-1], "o")) != out {
		t.Errorf("message %q, processes %q", a.Lines.Fault, c.args)
	}
	c.now.end(nil)
	if settle(t, a); !strings.HasSuffix(a.Lines.Notice, told) {
		t.Errorf("notice %q", a.Lines.Notice)
	}
}

func TestAFilmOfAFileThatIsNotThereIsRefusedInAFewWords(t *testing.T) {
	for _, path := range []string{"nowhere", "nowhere.session.toml", filepath.Join(t.TempDir(), "film.a.session.toml")} {
		_, err := readSessions(english, path)
		if err == nil || !strings.HasSuffix(err.Error(), "is neither a session nor the path of one.") || len(err.Error()) > 120 {
			t.Errorf("%s: got %v", path, err)
		}
	}
	if _, err := readSessions(english, "lesson-01"); err != nil {
		t.Error(err)
	}
}

func TestAFilmOfEverythingLooksAsTheViewThatTheWindowShows(t *testing.T) {
	a := newRig(t)
	for view, want := range map[string]bool{config.WatchView: true, config.LabView: false} {
		a.view = view
		if o := a.room.partOptions(0, time.Second); o.Watch != want {
			t.Errorf("in the view %s: %v", view, o.Watch)
		}
	}
	a.view = config.WatchView
	a.room.look.camera = 1
	if o := a.room.partOptions(0, time.Second); o.Watch || !o.Camera.Diagram {
		t.Errorf("the diagram is asked for, and it is %+v", o)
	}
}
