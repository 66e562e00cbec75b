package share

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"driftlab/game/scenario"
	"driftlab/internal/files"
	"driftlab/internal/files/filetest"
	"driftlab/netsim"
)

func TestASessionThatIsSavedOnAPageHasItsTracesInIt(t *testing.T) {
	a, _ := newShareRoom(t)
	a.room.Drop(fstest.MapFS{"road.up": {Data: []byte("5\n10\n15\n20\n")}})
	a.Travel.Advance(time.Second)
	a.room.SaveLog()
	if path := a.room.saved[a.Picture.Line.Branch()].path; a.Lines.Fault != "" || filepath.Ext(path) != ".toml" {
		t.Errorf("elsewhere it is saved as %s: %s", path, a.Lines.Fault)
	}
	a.Opt.Carry = true
	a.room.SaveLog()
	path := a.room.saved[a.Picture.Line.Branch()].path
	text, err := os.ReadFile(path)
	if err != nil || filepath.Ext(path) != ".txt" || !strings.Contains(a.Lines.Notice, "including its traces") {
		t.Fatalf("%s, %v, notice %q, message %q", path, err, a.Lines.Notice, a.Lines.Fault)
	}
	a.Travel.Advance(time.Second)
	if a.room.SaveLog(); a.room.saved[a.Picture.Line.Branch()].path != path {
		t.Errorf("then it is saved as %s", a.room.saved[a.Picture.Line.Branch()].path)
	}

	b, _ := newShareRoom(t) // with another cache
	b.room.Drop(fstest.MapFS{"session.txt": {Data: text}})
	b.Travel.Advance(time.Second)
	if again, _, err := b.Picture.Line.Log().ShareFile(); b.Lines.Fault != "" || err != nil || again+"\n" != string(text) {
		t.Errorf("another window has another session: %q, %v\n%s\nnot\n%s", b.Lines.Fault, err, again, text)
	}
}

func TestATraceThatIsTooLargeForASavedSessionIsNamed(t *testing.T) {
	a, _ := newShareRoom(t)
	a.Opt.Carry = true
	var trace strings.Builder
	luck, at := rand.New(rand.NewPCG(1, 2)), 0
	for range 1_600_000 {
		at += luck.IntN(4)
		fmt.Fprintln(&trace, at)
	}
	a.room.Drop(fstest.MapFS{"long.up": {Data: []byte(trace.String())}, "short.down": {Data: []byte("5\n10\n")}})
	if a.Lines.Fault != "" {
		t.Fatal(a.Lines.Fault)
	}
	a.room.SaveLog()
	path := a.room.saved[a.Picture.Line.Branch()].path
	if !strings.Contains(a.Lines.Notice, "too large") || !strings.Contains(a.Lines.Notice, "long.up") || strings.Contains(a.Lines.Notice, "short.down") {
		t.Errorf("%s: notice %q, message %q", path, a.Lines.Notice, a.Lines.Fault)
	}
	text, err := os.ReadFile(path)
	if err != nil || !scenario.IsShared(string(text)) {
		t.Errorf("%.60q, %v", text, err)
	}
}

func TestASessionWithoutTracesIsSavedOnAPageAsElsewhere(t *testing.T) {
	a, _ := newShareRoom(t)
	a.Travel.Advance(time.Second)
	want := a.Picture.Line.Log().Text()
	a.Opt.Carry = true
	a.room.SaveLog()
	if text, err := os.ReadFile(a.Opt.Log); err != nil || string(text) != want || !strings.Contains(a.Lines.Notice, "Open that file here") {
		t.Errorf("%q, %v, notice %q", text, err, a.Lines.Notice)
	}
}

func TestWhatCannotBeWrittenIsToldAndLeavesAllAsItWas(t *testing.T) {
	a, _ := newShareRoom(t)
	a.Travel.Advance(time.Second)
	filetest.Writing{Write: func(_ context.Context, fsys files.FS, dir string) error {
		a.Opt.Files, a.Opt.Log, a.room.saved = fsys, dir+"/session.toml", nil
		_, err := a.room.writeLog("format = 3\n", ".toml")
		return err
	}}.Faults(t)
}

func TestTheSavedLogHasAllThatIsKnown(t *testing.T) {
	a := newRig(t, "first")
	a.Travel.Advance(8 * time.Second)
	a.Travel.Seek(netsim.Time(2 * time.Second))
	for a.Travel.Underway() {
		a.Travel.Pass()
		a.Travel.CatchUp()
	}
	a.room.SaveLog()
	sc, err := scenario.Load(a.Opt.Log)
	if err != nil || sc.Duration != 8*time.Second {
		t.Errorf("the log is %v long: %v", sc.Duration, err)
	}
}

func TestALogThatIsThereIsNotOverwritten(t *testing.T) {
	a := newRig(t, "first")
	filetest.Write(t, a.Opt.Log, "dear")
	a.room.SaveLog()
	if text, err := os.ReadFile(a.Opt.Log); err != nil || string(text) != "dear" {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := scenario.Load(a.room.Saved(0)); err != nil || !strings.Contains(a.Lines.Notice, a.room.Saved(0)) {
		t.Errorf("%v, %q", err, a.Lines.Notice)
	}
}
