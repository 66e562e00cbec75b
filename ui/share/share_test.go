package share

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

	"driftlab/game/scenario"
	"driftlab/ui/given"
	"driftlab/ui/layout"
	"driftlab/ui/roomtest"
	"driftlab/ui/uitest"
	"driftlab/ui/widgets"
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

// rig is the room with its surroundings, and its window.
type rig struct {
	*roomtest.Rig
	room   *Room
	root   *widgets.Root
	later  chan func()
	target int
	typed  *widget.TextInput
}

func (r *rig) Open(sc *scenario.Scenario, known time.Duration) error { return r.Rig.Open(sc, known) }
func (r *rig) Later(do func())                                       { r.later <- do }
func (r *rig) Refused() bool                                         { return false }
func (r *rig) ControlsFor() int                                      { return r.target }
func (r *rig) TypedInto() *widget.TextInput                          { return r.typed }
func (r *rig) Take(given.File) (string, bool)                        { return "", false }
func (r *rig) Paste(string) bool                                     { return false }
func (r *rig) OpenUnder(_ widgets.Child, p *widgets.Popover, width float32) {
	p.Open(r.root, layout.Rect{W: width, H: 500})
}

// answer lets the clipboard's answer arrive.
func (r *rig) answer() { (<-r.later)() }

// takeIn does the work that was handed in so far.
func (r *rig) takeIn() {
	select {
	case do := <-r.later:
		do()
	default:
	}
}

func newRig(t *testing.T, name string) *rig {
	t.Helper()
	uitest.NeedLoop(t)
	r := &rig{Rig: roomtest.New(t, name), later: make(chan func(), 16)}
	r.Picture.Width, r.Picture.Height = 1600, 900
	r.room = New(r.Picture, r.Lines, r.Travel, r.Opt, r, r, r)
	theme, err := widgets.New(1, r.Picture.Theme, r.Picture.Words)
	check(t, err)
	r.root = theme.Root()
	r.room.Build(theme)
	return r
}

// newShareRoom returns a room with a test's clipboard and an empty folder for files.
func newShareRoom(t *testing.T) (*rig, *paper) {
	t.Helper()
	a := newRig(t, "first")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	p := &paper{}
	a.room.system = p
	return a, p
}

func TestASessionOfAnEarlierFormatSaysThatItMeetsOtherLuck(t *testing.T) {
	a, _ := newShareRoom(t)
	const text = "name = \"old\"\nclients = 1\n"
	a.room.OpenText("format = 1\n" + text)
	if a.Lines.Fault != "" || !strings.Contains(a.Lines.Notice, "Now playing: old") || !strings.HasSuffix(a.Lines.Notice, "its random delays and losses differ.") {
		t.Errorf("message %q, notice %q", a.Lines.Fault, a.Lines.Notice)
	}
	if a.room.OpenText("format = 3\n" + text); a.Lines.Fault != "" || strings.Contains(a.Lines.Notice, "luck") {
		t.Errorf("message %q, notice %q", a.Lines.Fault, a.Lines.Notice)
	}
}

func TestACopiedSessionIsPastedAndPlaysAsBefore(t *testing.T) {
	a, p := newShareRoom(t)
	a.Travel.Advance(time.Second)
	a.Set(t, 2, "link.up.delay", "33ms")
	a.Travel.Advance(time.Second)
	want := a.Picture.Session.Log().Text()
	a.room.Copy()
	if a.answer(); !strings.HasPrefix(p.text, "driftlab1:") || !strings.Contains(a.Lines.Notice, "up to 2s") {
		t.Fatalf("copied %.40q, notice %q, message %q", p.text, a.Lines.Notice, a.Lines.Fault)
	}
	b, _ := newShareRoom(t)
	b.room.system = p
	b.room.Paste()
	b.answer()
	if b.Lines.Fault != "" || b.Picture.Session.Now() != 0 || !strings.Contains(b.Lines.Notice, "Now playing") {
		t.Fatalf("message %q, notice %q at %v", b.Lines.Fault, b.Lines.Notice, b.Picture.Session.Now())
	}
	b.Travel.Advance(2 * time.Second)
	if got := b.Picture.Session.Log().Text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWithoutAClipboardTheTextIsInAFile(t *testing.T) {
	a, p := newShareRoom(t)
	p.err = errors.New("no clipboard\nhere")
	a.room.Paste()
	if a.answer(); !strings.Contains(a.Lines.Fault, "The clipboard can't be read: no clipboard here") {
		t.Errorf("message %q", a.Lines.Fault)
	}
	a.Lines.CloseFault()
	a.room.Copy()
	a.answer()
	text, err := os.ReadFile(strings.TrimSuffix(a.Opt.Log, ".toml") + ".txt")
	if err != nil || !scenario.IsShared(string(text)) {
		t.Fatal(err, string(text))
	}
	a.Travel.Advance(time.Second)
	a.room.Paste()
	if a.answer(); a.Lines.Fault != "" || a.Picture.Session.Now() != 0 {
		t.Errorf("message %q at %v", a.Lines.Fault, a.Picture.Session.Now())
	}
}

func TestDroppedFilesDoWhatTheirContentIsFor(t *testing.T) {
	irtt, err := os.ReadFile("../../game/profile/testdata/irtt-lossy.json")
	check(t, err)
	pinged, err := os.ReadFile("../../game/profile/testdata/ping-linux.txt")
	check(t, err)
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
		{"ATT.up", "1\n2\n9\n", 1, "packets leave on the uplink, to the host, for client 1's link", []string{`"client1.link.up.trace" = `}},
		{"ATT.down", "1\n2\n9\n", 1, "packets leave on the downlink", []string{`"client1.link.down.trace" = `}},
		{"some.trace", "1\n2\n9\n", 0, "packets leave in both directions", []string{`"link.up.trace" = `, `"link.down.trace" = `}},
		{"pareto.dist", table, 0, "There was no jitter to shape, so it is set to 10 ms", []string{`"link.up.table" = `, `"link.up.jitter" = "10ms"`}},
		{"noname", table, 3, "The table noname now shapes the jitter of client 3's link", []string{`"client3.link.down.table" = `}},
		{"lab.json", string(irtt), 1, "The measurement lab.json now sets client 1's link: at least", []string{`"client1.link.up.delay" = `, `"client1.link.down.route.step" = "0s"`}},
		{"fping.txt", "192.0.2.1 : 20.0 21.0 -\n", 2, "The measurement fping.txt now sets client 2's link: at least", []string{`"client2.link.up.delay" = "10ms"`}},
		{"fping.txt", "192.0.2.1 : 20.0 21.0 -\n", 2, "fping.txt: it is fping's text, by its line 1. The measurement fping.txt", nil},
		{"fping.txt", "192.0.2.1 : 20.0 21.0 -\n", 2, "There are only a few round trips (2), so the figures are rough. Lost in one direction or the other (1)", nil},
		{"ping.txt", string(pinged), 0, "The measurement ping.txt now sets all clients' links", []string{`"link.up.delay" = `}},
	} {
		a, _ := newShareRoom(t)
		a.Set(t, 0, "link.jitter", "0s")
		a.target = test.target
		a.room.Drop(fstest.MapFS{test.name: {Data: []byte(test.content)}})
		if a.Lines.Fault != "" || !strings.Contains(a.Lines.Notice, test.notice) {
			t.Errorf("%s: message %q, notice %q, want %q", test.name, a.Lines.Fault, a.Lines.Notice, test.notice)
			continue
		}
		log := a.Picture.Session.Log().Text()
		for _, want := range test.log {
			if !strings.Contains(log, want) {
				t.Errorf("%s: the log lacks %s:\n%s", test.name, want, log)
			}
		}
		if _, err := scenario.Parse("log", log); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if a.Travel.Advance(time.Second); a.Picture.Session.Err() != nil {
			t.Errorf("%s: %v", test.name, a.Picture.Session.Err())
		}
	}
}

func TestBothDirectionsOfATraceAreDroppedAtOnce(t *testing.T) {
	a, _ := newShareRoom(t)
	a.room.Drop(fstest.MapFS{"x.up": {Data: []byte("1\n5\n")}, "x.down": {Data: []byte("3\n4\n")}})
	if a.Lines.Fault != "" || strings.Count(a.Lines.Notice, "The trace") != 2 {
		t.Errorf("message %q, notice %q", a.Lines.Fault, a.Lines.Notice)
	}
}

func TestDroppedSessionsPlay(t *testing.T) {
	sc, err := scenario.Load("first")
	check(t, err)
	sc.Resize(1)
	sc.Title = "One client"
	text, _, err := sc.Share()
	check(t, err)
	for name, content := range map[string]string{"one.toml": sc.Text(), "one.txt": "Look: " + text} {
		a, _ := newShareRoom(t)
		a.target = 3
		a.Travel.Advance(time.Second)
		a.room.Drop(fstest.MapFS{name: {Data: []byte(content)}})
		if a.Lines.Fault != "" || a.Picture.Session.Clients() != 1 || !strings.Contains(a.Lines.Notice, "Now playing: One client") {
			t.Errorf("%s: %d clients, message %q, notice %q", name, a.Picture.Session.Clients(), a.Lines.Fault, a.Lines.Notice)
		}
	}
}

func TestABadFileShowsOneLineAndChangesNothing(t *testing.T) {
	a, _ := newShareRoom(t)
	a.Travel.Advance(time.Second)
	running, before := a.Picture.Session, a.Picture.Session.Log().Text()
	for want, f := range map[string]fstest.MapFile{
		`"a.png" can't be opened`:               {Data: []byte("\x89PNG\r\n\x1a\n\x00\x00"), Mode: 1},
		`"a.txt" can't be opened`:               {Data: []byte("hello\nworld\n"), Mode: 2},
		`line 2: unknown key "colour"`:          {Data: []byte("format = 3\ncolour = 2\n"), Mode: 3},
		`it is cut off`:                         {Data: []byte("driftlab1:abc"), Mode: 4},
		`"a.csv", line 3: fields: 2 is not 3`:   {Data: []byte("t_ms,up_ms,down_ms\n0,1,1\n5,1\n"), Mode: 5},
		`time: 3 ms is outside 9..3600000`:      {Data: []byte("1\n9\n3\n"), Mode: 6},
		`"a.json"`:                              {Data: []byte(`{"a": `), Mode: 7},
		`"empty"`:                               {Data: nil, Mode: 8},
		`"dir" is not a file.`:                  {Mode: os.ModeDir, Sys: 9},
		`entry: 99999 is outside -32768..32767`: {Data: []byte("1 99999\n"), Mode: 10},
		`"b.toml" can't be opened`:              {Data: []byte("\x00\x01\xff\xfe\x80 = \x00\n\xc3("), Mode: 11},
	} {
		name := [...]string{"dir", "a.png", "a.txt", "a.toml", "b.txt", "a.csv", "a.up", "a.json", "empty", "", "x.dist", "b.toml"}[f.Mode&15]
		f.Mode &= os.ModeDir
		a.Lines.Notice, a.Lines.Fault = "", ""
		a.room.Drop(fstest.MapFS{name: &f})
		if !strings.Contains(a.Lines.Fault, want) || strings.Contains(a.Lines.Fault, "\n") || a.Lines.Notice != "" {
			t.Errorf("%s: message %q, notice %q, want %q", name, a.Lines.Fault, a.Lines.Notice, want)
		}
		if a.Picture.Session != running || a.Picture.Session.Log().Text() != before {
			t.Fatalf("%s has changed the session", name)
		}
	}
}

func TestATypedPathOrTextIsOpened(t *testing.T) {
	a, _ := newShareRoom(t)
	path := filepath.Join(t.TempDir(), "walk with me.csv")
	check(t, os.WriteFile(path, []byte("t_ms,delay_ms\n0,5\n"), 0o600))
	address := (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
	for _, text := range []string{path, `"` + path + `"`, "'" + path + "'", address + "\n", strings.Replace(address, "file://", "file://localhost", 1) + "\r\n"} {
		a.Lines.Notice = ""
		a.room.OpenText(text)
		if !strings.Contains(a.Lines.Notice, "walk with me.csv") || !strings.Contains(a.Picture.Session.Log().Text(), path) {
			t.Errorf("%q: message %q, notice %q", text, a.Lines.Fault, a.Lines.Notice)
		}
	}
	if a.room.OpenText("accuracy-clean"); a.Picture.Session.Scenario().Name != "accuracy-clean" {
		t.Errorf("message %q", a.Lines.Fault)
	}
	for text, want := range map[string]string{"": "There is no text", "/nowhere/at/all": "no such file", "file://elsewhere/a.toml": "a file of another machine", "file:///a%zz": "no address of a file"} {
		if a.room.OpenText(text); !strings.Contains(a.Lines.Fault, want) {
			t.Errorf("%q: message %q", text, a.Lines.Fault)
		}
	}
}

func TestWhatOthersWroteReadsNoFilesOfThePerson(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret.csv")
	check(t, os.WriteFile(secret, []byte("t_ms,delay_ms\n0,5\n"), 0o600))
	text := fmt.Sprintf("format = 3\n[set]\nlink.recording = %q\n", secret)
	got := filepath.Join(t.TempDir(), "got.toml")
	check(t, os.WriteFile(got, []byte(text), 0o600))
	for how, open := range map[string]func(*rig){
		"pasted":          func(a *rig) { a.room.OpenText(text) },
		"typed as a path": func(a *rig) { a.room.OpenText(got) },
		"dropped":         func(a *rig) { a.room.Drop(os.DirFS(filepath.Dir(got))) },
	} {
		a, _ := newShareRoom(t)
		running := a.Picture.Session
		open(a)
		if !strings.Contains(a.Lines.Fault, `secret.csv" is not `) || !strings.Contains(a.Lines.Fault, "has its SHA-256 under [files]") || a.Picture.Session != running {
			t.Errorf("%s: message %q", how, a.Lines.Fault)
		}
	}
}

func TestWhatIsPastedIntoAValueStaysThere(t *testing.T) {
	a, p := newShareRoom(t)
	session := a.Picture.Session
	input := widget.NewTextInput()
	input.SetText("80 ms")
	a.typed = input
	input.SelectAll()
	p.text = " 120\nms "
	a.room.Paste()
	a.answer()
	if got := input.GetText(); got != "120 ms" || a.Picture.Session != session || a.Lines.Fault != "" {
		t.Errorf("the value is %q, the message %q", got, a.Lines.Fault)
	}
}
