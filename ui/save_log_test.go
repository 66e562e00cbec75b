package ui

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"driftlab/scenario"
)

func TestASessionThatIsSavedOnAPageHasItsTracesInIt(t *testing.T) {
	a, _ := newShareApp(t)
	a.drop(fstest.MapFS{"road.up": {Data: []byte("5\n10\n15\n20\n")}})
	a.Advance(time.Second)
	a.saveLog()
	if path := a.saved[a.Line.Branch()].path; a.Fault != "" || filepath.Ext(path) != ".toml" {
		t.Errorf("elsewhere it is saved as %s: %s", path, a.Fault)
	}
	a.opt.Carry = true
	a.saveLog()
	path := a.saved[a.Line.Branch()].path
	text, err := os.ReadFile(path)
	if err != nil || filepath.Ext(path) != ".txt" || !strings.Contains(a.Notice, "with its traces in it") {
		t.Fatalf("%s, %v, notice %q, message %q", path, err, a.Notice, a.Fault)
	}
	a.Advance(time.Second)
	if a.saveLog(); a.saved[a.Line.Branch()].path != path {
		t.Errorf("then it is saved as %s", a.saved[a.Line.Branch()].path)
	}

	b, _ := newShareApp(t) // with another cache
	b.drop(fstest.MapFS{"session.txt": {Data: text}})
	b.Advance(time.Second)
	if again, _, err := b.Line.Log().ShareFile(); b.Fault != "" || err != nil || again+"\n" != string(text) {
		t.Errorf("another window has another session: %q, %v\n%s\nnot\n%s", b.Fault, err, again, text)
	}
}

func TestATraceThatIsTooLargeForASavedSessionIsNamed(t *testing.T) {
	a, _ := newShareApp(t)
	a.opt.Carry = true
	var trace strings.Builder
	luck, at := rand.New(rand.NewPCG(1, 2)), 0
	for range 1_600_000 {
		at += luck.IntN(4)
		fmt.Fprintln(&trace, at)
	}
	a.drop(fstest.MapFS{"long.up": {Data: []byte(trace.String())}, "short.down": {Data: []byte("5\n10\n")}})
	if a.Fault != "" {
		t.Fatal(a.Fault)
	}
	a.saveLog()
	path := a.saved[a.Line.Branch()].path
	if !strings.Contains(a.Notice, "too large") || !strings.Contains(a.Notice, "long.up") || strings.Contains(a.Notice, "short.down") {
		t.Errorf("%s: notice %q, message %q", path, a.Notice, a.Fault)
	}
	text, err := os.ReadFile(path)
	if err != nil || !scenario.IsShared(string(text)) {
		t.Errorf("%.60q, %v", text, err)
	}
}

func TestASessionWithoutTracesIsSavedOnAPageAsElsewhere(t *testing.T) {
	a, _ := newShareApp(t)
	a.Advance(time.Second)
	want := a.Line.Log().Text()
	a.opt.Carry = true
	a.saveLog()
	if text, err := os.ReadFile(a.opt.Log); err != nil || string(text) != want || !strings.Contains(a.Notice, "open it here") {
		t.Errorf("%q, %v, notice %q", text, err, a.Notice)
	}
}
