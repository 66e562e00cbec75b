//go:build unix && !darwin

package share

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"

	"driftlab/internal/testkit"
)

// TestASessionIsChosenInTheSystemsDialog replaces zenity with a program that answers like a person.
func TestASessionIsChosenInTheSystemsDialog(t *testing.T) {
	a, _ := newShareRoom(t)
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	file := filepath.Join(dir, "a b.toml")
	check(t, os.WriteFile(file, []byte("format = 3\nname = \"chosen\"\n"), 0o600))
	asked := func(script string) {
		t.Helper()
		check(t, os.WriteFile(filepath.Join(dir, "zenity"), []byte("#!/bin/sh\n"+script+"\n"), 0o700))
		a.Lines.Fault, a.Lines.Notice = "", ""
		a.room.browse()
		a.room.browse() // while it is open there is no other
		testkit.Until(t, "the dialog is over", func() bool {
			a.takeIn()
			return !a.room.asking
		})
	}
	asked("exit 1")
	if name := a.Picture.Session.Scenario().Name; name != "first" || a.Lines.Fault+a.Lines.Notice != "" {
		t.Errorf("nothing chosen: %q %q %q", name, a.Lines.Fault, a.Lines.Notice)
	}
	if asked("echo went wrong >&2; exit 3"); !strings.Contains(a.Lines.Fault, "exit status 3") || !a.room.panel.IsOpen() {
		t.Errorf("a dialog that fails: %q", a.Lines.Fault)
	}
	a.room.panel.Close()
	left := filepath.Join(dir, "left")
	asked("/bin/sleep 3600 & echo $! > '" + left + "'; echo '" + file + "'") // a process that it leaves behind holds its output
	if number, err := os.ReadFile(left); err != nil {
		t.Error(err)
	} else if pid, err := strconv.Atoi(strings.TrimSpace(string(number))); err == nil {
		syscall.Kill(pid, syscall.SIGKILL)
	}
	if name := a.Picture.Session.Scenario().Name; name != "chosen" || !strings.Contains(a.Lines.Notice, "chosen") {
		t.Errorf("%q is open: %q %q", name, a.Lines.Fault, a.Lines.Notice)
	}
	check(t, os.Remove(filepath.Join(dir, "zenity")))
	a.room.browse()
	testkit.Until(t, "it is said", func() bool {
		a.takeIn()
		return a.Lines.Notice == english.T("share.no-dialog")
	})
	if !a.room.panel.IsOpen() {
		t.Error("there is no field for the path")
	}
}

// picked are files that a person has chosen on a page.
type picked struct {
	fstest.MapFS
	closed bool
}

func (g *picked) Close() error {
	g.closed = true
	return nil
}

func TestWhatIsChosenInAPageIsOpenedAndLetGo(t *testing.T) {
	a, _ := newShareRoom(t)
	files := &picked{MapFS: fstest.MapFS{"chosen.toml": {Data: []byte("format = 3\nname = \"chosen\"\n")}}}
	for _, c := range []struct {
		files fs.FS
		err   error
		name  string
		says  string
	}{
		{nil, nil, "first", ""},
		{nil, errors.New("no space left on device"), "first", "no space left on device"},
		{files, nil, "chosen", ""},
	} {
		a.Opt.Choose = func() (fs.FS, error) { return c.files, c.err }
		a.room.browse()
		a.answer()
		if name := a.Picture.Session.Scenario().Name; name != c.name || a.Lines.Fault != c.says {
			t.Errorf("%v, %v: %q is open, and it says %q", c.files, c.err, name, a.Lines.Fault)
		}
		a.Lines.Fault = ""
	}
	if !files.closed {
		t.Error("the files are kept")
	}
}

func TestFilesAreAskedForOnceAtATime(t *testing.T) {
	a, _ := newShareRoom(t)
	asked, answer := make(chan bool, 9), make(chan bool)
	a.Opt.Choose = func() (fs.FS, error) {
		asked <- true
		<-answer
		return nil, nil
	}
	for range 2 {
		a.room.browse()
		<-asked
		a.room.browse() // while the dialog is open there is no other
		answer <- true
		testkit.Until(t, "the dialog is over", func() bool {
			a.takeIn()
			return !a.room.asking
		})
		if len(asked) > 0 {
			t.Fatal("it is asked twice at once")
		}
	}
}
