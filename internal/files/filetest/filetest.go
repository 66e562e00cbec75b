// Package filetest lets all that writes files meet each fault that files have, and reads and writes the files of tests. Only
// tests import it.
package filetest

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"driftlab/internal/files"
	"driftlab/internal/testkit"
)

// A Writing is something that writes files below a folder.
type Writing struct {
	// Prepare makes what is there before, in an empty folder; nil is nothing.
	Prepare func(t *testing.T, dir string)
	// Write writes. It gives up when the context ends.
	Write func(stop context.Context, fsys files.FS, dir string) error
	// Grows says of a file, by its path from the folder with slashes, that it is only ever added to: one that is
	// broken off continues where it was. nil is none.
	Grows func(name string) bool
	// Parts says that it writes all files of what is finished, or none, if it gives up after its start.
	Parts bool
	// Few is how many steps are tried in the tests of every change; 0 is all.
	Few int
}

// ErrFull is what a step fails with.
var ErrFull error = syscall.ENOSPC

// Faults lets each step of a writing fail once, in a folder of its own. After it all is as before or as it was to
// be, nothing else is there that the error does not tell, and the error is one line. Then the writing succeeds.
func (w Writing) Faults(t *testing.T) {
	w.each(t, func(t *testing.T, k int, dir string, old, want map[string]string) {
		err := w.Write(context.Background(), &files.Faulty{FS: files.Disk{}, Fail: k, Err: ErrFull}, dir)
		if err == nil { // it was a probe's, which is thrown away
			w.same(t, k, Tree(t, dir), want)
			return
		}
		if !errors.Is(err, ErrFull) || strings.Contains(err.Error(), "\n") {
			t.Errorf("step %d: got %v, want one line with %q", k, err, ErrFull)
		}
		told := strings.ReplaceAll(err.Error(), `\\`, `\`) // Windows' paths as they are, which stand in quotes
		if !strings.Contains(told, dir) || strings.Count(err.Error(), "folder ") > 1 {
			t.Errorf("step %d: it does not say once where: %v", k, err)
		}
		w.unchanged(t, k, err, Tree(t, dir), old, strings.Contains(err.Error(), ".partial"))
		if err := w.Write(context.Background(), &files.Faulty{FS: files.Disk{}}, dir); err != nil {
			t.Errorf("step %d: once more: %v", k, err)
		}
		w.same(t, k, Tree(t, dir), want)
	})
}

// Stops tells the writing at its start and at each step to give up. Then it either says so, and all is as before, or
// it is done.
func (w Writing) Stops(t *testing.T, interrupted func(error) bool) {
	w.each(t, func(t *testing.T, k int, dir string, old, want map[string]string) {
		ctx, stop := context.WithCancel(context.Background())
		defer stop()
		if k == 1 {
			stop()
		}
		err := w.Write(ctx, &files.Faulty{FS: files.Disk{}, Fail: k, Do: stop}, dir)
		if err == nil && k > 1 {
			w.same(t, k, Tree(t, dir), want)
			return
		}
		if err == nil || !interrupted(err) || strings.Contains(err.Error(), "\n") {
			t.Errorf("step %d: got %v", k, err)
		}
		now := Tree(t, dir)
		if w.Parts && k > 1 && len(now) == len(want) && !stale(now, old, want) {
			return
		}
		w.unchanged(t, k, err, now, old, false)
	})
}

// stale says whether a file is as before that was to be otherwise.
func stale(now, old, want map[string]string) bool {
	for name, text := range want {
		if now[name] == old[name] && old[name] != text {
			return true
		}
	}
	return false
}

// each prepares a folder for the first step and for each other, or for a sample of them.
func (w Writing) each(t *testing.T, try func(t *testing.T, k int, dir string, old, want map[string]string)) {
	t.Helper()
	dir := w.folder(t)
	old := Tree(t, dir)
	count := &files.Faulty{FS: files.Disk{}}
	if err := w.Write(context.Background(), count, dir); err != nil {
		t.Fatal(err)
	}
	want := Tree(t, dir)
	if count.Steps() == 0 {
		t.Fatal("it writes nothing")
	}
	try(t, 1, w.folder(t), old, want)
	for _, k := range testkit.Sample(t, count.Steps(), w.Few) {
		try(t, k, w.folder(t), old, want)
	}
}

// folder returns a new folder with what is there before.
func (w Writing) folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if w.Prepare != nil {
		w.Prepare(t, dir)
	}
	return dir
}

// unchanged checks what a writing has left that was broken off.
func (w Writing) unchanged(t *testing.T, k int, err error, now, old map[string]string, told bool) {
	t.Helper()
	for name, text := range old {
		if got := now[name]; got != text && !(w.grows(name) && strings.HasPrefix(got, text)) {
			t.Errorf("step %d: %s has %.40q, not as before (%v)", k, name, got, err)
		}
	}
	for name := range now {
		part := now[name] == "/" || strings.HasSuffix(name, ".partial")
		if _, ok := old[name]; !ok && !w.grows(name) && !(told && part) {
			t.Errorf("step %d: %s is left (%v)", k, name, err)
		}
	}
}

// same checks what a writing has made that went well. Parts that an earlier one has told of may lie beside it, and
// what is only added to may have a torn line.
func (w Writing) same(t *testing.T, k int, now, want map[string]string) {
	t.Helper()
	for name, text := range want {
		if now[name] != text && !w.grows(name) {
			t.Errorf("step %d: %s has %.40q, not %.40q", k, name, now[name], text)
		}
	}
	for name := range now {
		if _, ok := want[name]; !ok && !strings.HasSuffix(name, ".partial") {
			t.Errorf("step %d: %s is left in the end", k, name)
		}
	}
}

func (w Writing) grows(name string) bool { return w.Grows != nil && w.Grows(name) }

// Tree returns what all files below a folder have, and "/" for a folder, by their paths from there with slashes.
func Tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(dir, path)
		switch {
		case err != nil || name == ".":
			return err
		case d.IsDir():
			all[filepath.ToSlash(name)] = "/"
			return nil
		}
		text, err := os.ReadFile(path)
		all[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A Test can be ended: a test, a benchmark, or one of rapid's tries, which is no testing.TB.
type Test interface {
	Helper()
	Fatal(args ...any)
}

// Read returns what is in a file, or ends the test.
func Read(t Test, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// Write writes a file, or ends the test.
func Write[Content string | []byte](t Test, path string, content Content) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}
