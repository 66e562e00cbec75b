package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"driftlab/config"
	"driftlab/film"
	"driftlab/internal/files"
	"driftlab/scenario"
	"driftlab/ui/given"
	"driftlab/ui/naming"
)

func TestThePanelIsInTheWindowInBothLanguagesAndSizes(t *testing.T) {
	for _, lang := range []string{"en", "de"} {
		for _, size := range [][2]int{{1280, 720}, {1600, 900}} {
			t.Run(fmt.Sprint(lang, size), func(t *testing.T) { panelIsInTheWindow(t, lang, size) })
		}
	}
}

func panelIsInTheWindow(t *testing.T, lang string, size [2]int) {
	a := newTestApp(t, "first", size[0], size[1], 1)
	a.Words = language(t, lang)
	a.stale = true
	for i := range 12 {
		a.rec.look.cues = append(a.rec.look.cues, film.Cue{From: time.Duration(i) * time.Second, To: time.Duration(i+1) * time.Second, Text: "caption"})
	}
	nextFrame(t, a)
	a.toggleFilm()
	nextFrame(t, a)
	box := a.rec.panel.GetWidget().Rect
	if box.Min.X < 0 || box.Max.X > a.Width || box.Max.Y > int(a.Regions.Bottom.Y) || box.Dy() < 300 {
		t.Errorf("the panel is at %v", box)
	}
	a.toggleFilm()
	if a.rec.panel.IsOpen() {
		t.Error("the panel stays open")
	}
}

func TestAnotherPanelTakesThePlaceOfThatForFilms(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	nextFrame(t, a)
	a.toggleFilm()
	nextFrame(t, a)
	a.share.Show()
	nextFrame(t, a)
	a.share.Close()
	if a.toggleFilm(); !a.rec.panel.IsOpen() {
		t.Error("the panel does not open again")
	}
}

func TestCaptionsAreAddedFilledInAndTakenOut(t *testing.T) {
	a, _ := newRecordingApp(t)
	a.toggleAB()
	a.controls.set(0, "link.up.delay", "200ms")
	a.Advance(2 * time.Second)
	a.follow(t)
	a.toggleFilm()
	p, look := &a.rec.panel, &a.rec.look
	p.addCaption()
	p.addCaption()
	if len(look.cues) != 2 || look.cues[1].From != look.cues[0].To {
		t.Fatalf("captions %+v", look.cues)
	}
	p.from = 3e9
	p.fillCaptions()
	(<-a.later)()
	if a.Fault != "" || len(look.cues) == 0 {
		t.Fatalf("message %q, captions %+v", a.Fault, look.cues)
	}
	if text := look.cues[0].Text; !strings.Contains(text, "80 ms") || !strings.Contains(text, "200 ms") {
		t.Errorf("the caption is %q", text)
	}
	nextFrame(t, a)
}

func TestWhatIsChosenForFilmsIsKept(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	path := keepIn(t, a)
	a.rec.look = filmLook{size: 2, fps: 1, format: 1}
	a.keepFilmLook()
	if got := config.Open(files.Disk{}, path).Settings().Film; got != "3840x2160 25 webm silent" || a.Fault != "" {
		t.Fatalf("%q is kept, message %q", got, a.Fault)
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
		if got, err := timeIn(english, text); err == nil || !strings.Contains(err.Error(), "is no time such as") {
			t.Errorf("%q is %v: %v", text, got, err)
		}
	}
}

func TestAPastSessionIsFilmedAgain(t *testing.T) {
	a, c := newRecordingApp(t)
	sc, err := scenario.Load("accuracy-clean")
	if err != nil {
		t.Fatal(err)
	}
	sc.Duration = 6 * time.Second
	dir := t.TempDir()
	for name, text := range map[string]string{"old.session.toml": sc.Text(), "old.srt": film.SRT([]film.Cue{{From: 0, To: 2e9, Text: "once"}}),
		"two.a.session.toml": sc.Text(), "two.b.session.toml": sc.Text()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a.toggleFilm()
	p := &a.rec.panel
	if _, taken := a.takeForFilm(given.File{Name: "old.session.toml", Path: filepath.Join(dir, "old.session.toml"), Content: []byte(sc.Text())}); !taken {
		t.Fatal("the session is not taken")
	}
	if len(a.rec.look.cues) != 1 || a.rec.look.cues[0].Text != "once" {
		t.Errorf("captions %+v", a.rec.look.cues)
	}
	nextFrame(t, a)
	p.from = time.Second
	a.rec.look.camera = 2
	a.filmAgain()
	if a.Fault != "" || len(c.args) != 1 {
		t.Fatalf("message %q", a.Fault)
	}
	args := c.args[0]
	if filepath.Base(flagOf(args, "o")) != "old.mp4" || flagOf(args, "from") != "1s" || flagOf(args, "duration") != "5s" ||
		flagOf(args, "camera") != "host" || flagOf(args, "captions") == "" || p.IsOpen() {
		t.Errorf("%q", args)
	}
	if filepath.Dir(flagOf(args, "replay")) != naming.Folder(a.opt.Log) {
		t.Error("the film's session is not beside the film")
	}
	a.toggleFilm()
	p.show(p.last)
	if p.path != flagOf(args, "replay") || p.from != time.Second || p.to != 6*time.Second || len(a.rec.look.cues) != 1 {
		t.Errorf("the last film is %+v with captions %+v", p.again, a.rec.look.cues)
	}
	a.rec.look.format = 3
	p.filmedAs(t, c, "old-2-%06d.png", "old-2-000000.png")
	a.toggleFilm()
	p.path = filepath.Join(dir, "two.b.session.toml")
	p.from, p.to, a.rec.look.cues = 0, 0, nil
	if logs, _, _, err := a.toBeFilmed(); err != nil || len(logs) != 2 {
		t.Errorf("%d sessions are filmed again, %v", len(logs), err)
	}
	for path, want := range map[string]string{filepath.Join(dir, "none.toml"): "is no session and no path of one", dir: ""} {
		p.path = path
		a.filmAgain()
		if a.Fault == "" || !strings.Contains(a.Fault, want) || strings.Contains(a.Fault, "\n") || !p.IsOpen() {
			t.Errorf("%s: message %q", path, a.Fault)
		}
	}
	p.path, p.from, p.to = "", 5e9, 4e9
	a.filmAgain()
	if !strings.Contains(a.Fault, "Nothing lies between 5.000 s and 4.000 s") {
		t.Errorf("message %q", a.Fault)
	}
}

func TestASessionIsPastedIntoThePanelForFilms(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	c := &children{}
	a.rec.start = c.start
	sc, err := scenario.Load("accuracy-clean")
	if err != nil {
		t.Fatal(err)
	}
	sc.Duration = 3 * time.Second
	shared, _, err := sc.Share()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "with blanks.toml")
	if err := os.WriteFile(path, []byte(sc.Text()), 0o600); err != nil {
		t.Fatal(err)
	}
	before := a.Session
	a.toggleFilm()
	for _, text := range []string{path, `"` + path + `"`, shared, sc.Text()} {
		a.rec.panel.again = again{}
		a.share.Pasted(text, nil)
		if logs, _, to, err := a.toBeFilmed(); err != nil || len(logs) != 1 || to != 3*time.Second || a.rec.panel.path == "" || a.Fault != "" {
			t.Errorf("%.30q: %v, to %v, message %q", text, err, to, a.Fault)
		}
		if got, err := sessionPath(english, text); err != nil || got != a.rec.panel.path {
			t.Errorf("%.30q typed is %q, %v", text, got, err)
		}
	}
	a.share.Pasted("no\nsession", nil)
	if !strings.Contains(a.Fault, "is no session") || a.Session != before {
		t.Errorf("message %q", a.Fault)
	}
}

func TestASessionThatIsDroppedElsewherePlays(t *testing.T) {
	a, c := newRecordingApp(t)
	sc, err := scenario.Load("accuracy-clean")
	if err != nil {
		t.Fatal(err)
	}
	a.share.Drop(fstest.MapFS{"x.toml": {Data: []byte(sc.Text())}})
	if a.Session.Scenario().Title != sc.Title || len(c.args) != 0 {
		t.Error(a.Fault, a.Notice)
	}
}

// filmedAs has what is filled in filmed, and checks what the process and the person are told.
func (p *filmPanel) filmedAs(t *testing.T, c *children, out, told string) {
	t.Helper()
	a := p.app
	c.now.end(nil)
	settle(t, a)
	a.filmAgain()
	if a.Fault != "" || filepath.Base(flagOf(c.args[len(c.args)-1], "o")) != out {
		t.Errorf("message %q, processes %q", a.Fault, c.args)
	}
	c.now.end(nil)
	settle(t, a)
	if !strings.HasSuffix(a.Notice, told) {
		t.Errorf("notice %q", a.Notice)
	}
}

func TestAFilmOfAFileThatIsNotThereIsRefusedInAFewWords(t *testing.T) {
	for _, path := range []string{"nowhere", "nowhere.session.toml", filepath.Join(t.TempDir(), "film.a.session.toml")} {
		_, err := readSessions(english, path)
		if err == nil || !strings.HasSuffix(err.Error(), "is no session and no path of one.") || len(err.Error()) > 120 {
			t.Errorf("%s: got %v", path, err)
		}
	}
	if _, err := readSessions(english, "lesson-01"); err != nil {
		t.Error(err)
	}
}
