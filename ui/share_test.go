package ui

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/ebitenui/ebitenui/widget"

	"driftlab/scenario"
	"driftlab/ui/words"
)

// paper is a clipboard for tests.
type paper struct {
	text string
	err  error
}

func (p *paper) write(_ *words.Language, text string) error {
	if p.err == nil {
		p.text = text
	}
	return p.err
}

func (p *paper) read(*words.Language) (string, error) { return p.text, p.err }

// newShareApp returns a window with a clipboard of its own and an empty folder for files.
func newShareApp(t *testing.T) (*App, *paper) {
	a := newTestApp(t, "first", 1600, 900, 1)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	p := &paper{}
	a.share.system = p
	return a, p
}

func TestASessionOfAnEarlierFormatSaysThatItMeetsOtherLuck(t *testing.T) {
	a, _ := newShareApp(t)
	const text = "name = \"old\"\nclients = 1\n"
	a.openText("format = 1\n" + text)
	if a.Fault != "" || !strings.Contains(a.Notice, "Now playing: old") || !strings.HasSuffix(a.Notice, "it meets other luck.") {
		t.Errorf("message %q, notice %q", a.Fault, a.Notice)
	}
	a.openText("format = 2\n" + text)
	if a.Fault != "" || strings.Contains(a.Notice, "luck") {
		t.Errorf("message %q, notice %q", a.Fault, a.Notice)
	}
	opt := a.opt
	sc, err := scenario.Parse("old.toml", "format = 1\n"+text)
	if err != nil {
		t.Fatal(err)
	}
	opt.Scenario = sc
	b, err := NewApp(opt)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.Notice, "other luck") {
		t.Errorf("begun with it, the window says %q", b.Notice)
	}
}

// answer lets the clipboard's answer arrive.
func (a *App) answer() { (<-a.later)() }

func TestACopiedSessionIsPastedAndPlaysAsBefore(t *testing.T) {
	a, p := newShareApp(t)
	a.Advance(time.Second)
	a.controls.set(2, "link.up.delay", "33ms")
	a.Advance(time.Second)
	want := a.Session.Log().Text()
	a.copy()
	a.answer()
	if !strings.HasPrefix(p.text, "driftlab1:") || !strings.Contains(a.Notice, "up to 2s") {
		t.Fatalf("copied %.40q, notice %q, message %q", p.text, a.Notice, a.Fault)
	}
	b, _ := newShareApp(t)
	b.share.system = p
	b.paste()
	b.answer()
	if b.Fault != "" || b.Session.Now() != 0 || !strings.Contains(b.Notice, "Now playing") {
		t.Fatalf("message %q, notice %q at %v", b.Fault, b.Notice, b.Session.Now())
	}
	b.Advance(2 * time.Second)
	if got := b.Session.Log().Text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	nextFrame(t, b)
}

func TestWithoutAClipboardTheTextIsInAFile(t *testing.T) {
	a, p := newShareApp(t)
	p.err = errors.New("no clipboard\nhere")
	a.paste()
	a.answer()
	if !strings.Contains(a.Fault, "The clipboard cannot be read: no clipboard here") {
		t.Errorf("message %q", a.Fault)
	}
	a.CloseFault()
	a.copy()
	a.answer()
	text, err := os.ReadFile(strings.TrimSuffix(a.opt.Log, ".toml") + ".txt")
	if err != nil || !scenario.IsShared(string(text)) {
		t.Fatal(err, string(text))
	}
	a.Advance(time.Second)
	a.paste()
	a.answer()
	if a.Fault != "" || a.Session.Now() != 0 {
		t.Errorf("message %q at %v", a.Fault, a.Session.Now())
	}
}

func TestDroppedFilesDoWhatTheirContentIsFor(t *testing.T) {
	irtt, err := os.ReadFile("../profile/testdata/irtt-lossy.json")
	if err != nil {
		t.Fatal(err)
	}
	pinged, err := os.ReadFile("../profile/testdata/ping-linux.txt")
	if err != nil {
		t.Fatal(err)
	}
	const table = "# a netem table\n -8192 0\n 4096 8192\n"
	for _, test := range []struct {
		name, content string
		target        int
		notice        string
		log           []string
	}{
		{"walk.csv", "t_ms,up_ms,down_ms\n0,50,20\n100,60,25\n", 0, "recorded in walk.csv now replay on all clients' links",
			[]string{`"link.up.recording" = `, `"link.down.recording" = `, `"link.up.delay" = "0s"`}},
		{"walk.csv", "t_ms,delay_ms\n0,50\n", 2, "on client 2's link", []string{`"client2.link.up.recording" = `, `"client2.link.down.delay" = "0s"`}},
		{"ATT.up", "1\n2\n9\n", 1, "packets leave up, to the host, on client 1's link", []string{`"client1.link.up.trace" = `}},
		{"ATT.down", "1\n2\n9\n", 1, "packets leave down", []string{`"client1.link.down.trace" = `}},
		{"some.trace", "1\n2\n9\n", 0, "both up and down", []string{`"link.up.trace" = `, `"link.down.trace" = `}},
		{"pareto.dist", table, 0, "There was none to shape, so it is 10 ms now", []string{`"link.up.table" = `, `"link.up.jitter" = "10ms"`}},
		{"noname", table, 3, "The table noname now shapes the jitter of client 3's link", []string{`"client3.link.down.table" = `}},
		{"lab.json", string(irtt), 1, "What lab.json measured is now client 1's link: at least", []string{`"client1.link.up.delay" = `, `"client1.link.down.route.step" = "0s"`}},
		{"ping.txt", string(pinged), 0, "What ping.txt measured is now all clients' links", []string{`"link.up.delay" = `}},
	} {
		a, _ := newShareApp(t)
		a.controls.set(0, "link.jitter", "0s")
		a.controls.target = test.target
		a.drop(fstest.MapFS{test.name: {Data: []byte(test.content)}})
		if a.Fault != "" || !strings.Contains(a.Notice, test.notice) {
			t.Errorf("%s: message %q, notice %q, want %q", test.name, a.Fault, a.Notice, test.notice)
			continue
		}
		log := a.Session.Log().Text()
		for _, want := range test.log {
			if !strings.Contains(log, want) {
				t.Errorf("%s: the log lacks %s:\n%s", test.name, want, log)
			}
		}
		if _, err := scenario.Parse("log", log); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		a.Advance(time.Second)
		if a.Session.Err() != nil {
			t.Errorf("%s: %v", test.name, a.Session.Err())
		}
	}
}

func TestBothDirectionsOfATraceAreDroppedAtOnce(t *testing.T) {
	a, _ := newShareApp(t)
	a.drop(fstest.MapFS{"x.up": {Data: []byte("1\n5\n")}, "x.down": {Data: []byte("3\n4\n")}})
	if a.Fault != "" || strings.Count(a.Notice, "The trace") != 2 {
		t.Errorf("message %q, notice %q", a.Fault, a.Notice)
	}
}

func TestDroppedSessionsPlay(t *testing.T) {
	sc, err := scenario.Load("first")
	if err != nil {
		t.Fatal(err)
	}
	sc.Resize(1)
	sc.Title = "One client"
	text, _, err := sc.Share()
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"one.toml": sc.Text(), "one.txt": "Look: " + text} {
		a, _ := newShareApp(t)
		a.controls.target = 3
		a.Advance(time.Second)
		a.drop(fstest.MapFS{name: {Data: []byte(content)}})
		if a.Fault != "" || a.Session.Clients() != 1 || !strings.Contains(a.Notice, "Now playing: One client") {
			t.Errorf("%s: %d clients, message %q, notice %q", name, a.Session.Clients(), a.Fault, a.Notice)
		}
		nextFrame(t, a)
	}
}

func TestABadFileShowsOneLineAndChangesNothing(t *testing.T) {
	a, _ := newShareApp(t)
	a.Advance(time.Second)
	running, before := a.Session, a.Session.Log().Text()
	for want, f := range map[string]fstest.MapFile{
		`"a.png" is none of what can be opened`:  {Data: []byte("\x89PNG\r\n\x1a\n\x00\x00"), Mode: 1},
		`"a.txt" is none of what can be opened`:  {Data: []byte("hello\nworld\n"), Mode: 2},
		`line 2: unknown key "colour"`:           {Data: []byte("format = 2\ncolour = 2\n"), Mode: 3},
		`it is cut off`:                          {Data: []byte("driftlab1:abc"), Mode: 4},
		`"a.csv", line 3: fields: 2 is not 3`:    {Data: []byte("t_ms,up_ms,down_ms\n0,1,1\n5,1\n"), Mode: 5},
		`time: 3 ms is outside 9..3600000`:       {Data: []byte("1\n9\n3\n"), Mode: 6},
		`"a.json"`:                               {Data: []byte(`{"a": `), Mode: 7},
		`"empty"`:                                {Data: nil, Mode: 8},
		`"dir" is not a file.`:                   {Mode: os.ModeDir, Sys: 9},
		`entry: 99999 is outside -32768..32767`:  {Data: []byte("1 99999\n"), Mode: 10},
		`"b.toml" is none of what can be opened`: {Data: []byte("\x00\x01\xff\xfe\x80 = \x00\n\xc3("), Mode: 11},
	} {
		name := [...]string{"dir", "a.png", "a.txt", "a.toml", "b.txt", "a.csv", "a.up", "a.json", "empty", "", "x.dist", "b.toml"}[f.Mode&15]
		f.Mode &= os.ModeDir
		a.Notice, a.Fault = "", ""
		a.drop(fstest.MapFS{name: &f})
		if !strings.Contains(a.Fault, want) || strings.Contains(a.Fault, "\n") || a.Notice != "" {
			t.Errorf("%s: message %q, notice %q, want %q", name, a.Fault, a.Notice, want)
		}
		if a.Session != running || a.Session.Log().Text() != before {
			t.Fatalf("%s has changed the session", name)
		}
	}
}

func TestATypedPathOrTextIsOpened(t *testing.T) {
	a, _ := newShareApp(t)
	path := filepath.Join(t.TempDir(), "walk with me.csv")
	if err := os.WriteFile(path, []byte("t_ms,delay_ms\n0,5\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	address := (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
	for _, text := range []string{path, `"` + path + `"`, "'" + path + "'", address + "\n", strings.Replace(address, "file://", "file://localhost", 1) + "\r\n"} {
		a.Notice = ""
		a.openText(text)
		if !strings.Contains(a.Notice, "walk with me.csv") || !strings.Contains(a.Session.Log().Text(), path) {
			t.Errorf("%q: message %q, notice %q", text, a.Fault, a.Notice)
		}
	}
	a.openText("accuracy-clean")
	if a.Session.Scenario().Name != "accuracy-clean" {
		t.Errorf("message %q", a.Fault)
	}
	for text, want := range map[string]string{"": "There is no text", "/nowhere/at/all": "no such file", "file://elsewhere/a.toml": "a file of another machine", "file:///a%zz": "no address of a file"} {
		a.openText(text)
		if !strings.Contains(a.Fault, want) {
			t.Errorf("%q: message %q", text, a.Fault)
		}
	}
}

func TestWhatOthersWroteReadsNoFilesOfThePerson(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret.csv")
	if err := os.WriteFile(secret, []byte("t_ms,delay_ms\n0,5\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf("format = 2\n[set]\nlink.recording = %q\n", secret)
	got := filepath.Join(t.TempDir(), "got.toml")
	if err := os.WriteFile(got, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for how, open := range map[string]func(*App){
		"pasted":          func(a *App) { a.openText(text) },
		"typed as a path": func(a *App) { a.openText(got) },
		"dropped":         func(a *App) { a.drop(os.DirFS(filepath.Dir(got))) },
		"filmed": func(a *App) {
			_, err := readSessions(a.Words, got)
			a.ShowOutcome("", err)
		},
	} {
		a, _ := newShareApp(t)
		running := a.Session
		open(a)
		if !strings.Contains(a.Fault, `secret.csv" is not `) || !strings.Contains(a.Fault, "tells its SHA-256 under [files]") || a.Session != running {
			t.Errorf("%s: message %q", how, a.Fault)
		}
	}
}

func TestWhatIsPastedIntoAValueStaysThere(t *testing.T) {
	a, p := newShareApp(t)
	nextFrame(t, a)
	session := a.Session
	input := widget.NewTextInput()
	input.SetText("80 ms")
	a.ui.SetFocusedWidget(input)
	input.SelectAll()
	p.text = " 120\nms "
	a.paste()
	a.answer()
	if got := input.GetText(); got != "120 ms" || a.Session != session || a.Fault != "" {
		t.Errorf("the value is %q, the message %q", got, a.Fault)
	}
}
