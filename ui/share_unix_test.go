//go:build unix

package ui

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A pipe without anyone at its other end kept the window waiting for ever.
func TestNothingWaitsForAPipeThatIsGivenToTheWindow(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe.toml")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, open := range []func(*App){
		func(a *App) { a.drop(os.DirFS(dir)) },
		func(a *App) { a.openText(pipe) },
	} {
		a, _ := newShareApp(t)
		open(a)
		if !strings.Contains(a.Fault, `"pipe.toml" is not a file`) {
			t.Errorf("message %q", a.Fault)
		}
	}
}
