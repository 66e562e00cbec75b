//go:build unix

package share

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// The window waited for ever for a pipe without a writer.
func TestNothingWaitsForAPipeThatIsGivenToTheWindow(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe.toml")
	check(t, syscall.Mkfifo(pipe, 0o600))
	for _, open := range []func(*rig){
		func(a *rig) { a.room.Drop(os.DirFS(dir)) },
		func(a *rig) { a.room.OpenText(pipe) },
	} {
		a, _ := newShareRoom(t)
		if open(a); !strings.Contains(a.Lines.Fault, `"pipe.toml" is not a file`) {
			t.Errorf("message %q", a.Lines.Fault)
		}
	}
}
