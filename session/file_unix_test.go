//go:build unix

package session

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestANamedPipeIsWrittenStraightAndStays(t *testing.T) {
	dir := t.TempDir()
	pipe, link := filepath.Join(dir, "pipe"), filepath.Join(dir, "link")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	symlink(t, "pipe", link)
	for _, path := range []string{pipe, link} {
		if err := TryFile(path); err != nil { // which nobody reads yet
			t.Fatal(err)
		}
		read := make(chan string)
		go func() {
			got, _ := os.ReadFile(pipe)
			read <- string(got)
		}()
		if err := WriteFile(path, "to a reader"); err != nil {
			t.Fatal(err)
		}
		if got := <-read; got != "to a reader" {
			t.Errorf("%s: it reads %q", path, got)
		}
	}
	go os.ReadFile(pipe)
	f, err := NewFile(pipe)
	if err != nil {
		t.Fatal(err)
	}
	f.Abandon()
	if info, err := os.Stat(pipe); err != nil || info.Mode().Type() != fs.ModeNamedPipe || len(names(t, dir)) != 2 {
		t.Errorf("it is %v, %v; left are %v", info, err, names(t, dir))
	}
}
