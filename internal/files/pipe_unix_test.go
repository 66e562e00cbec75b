//go:build unix

package files

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
		if err := NewSet(Disk{}).Try(path, nil); err != nil { // which nobody reads yet
			t.Fatal(err)
		}
		read := make(chan string)
		go func() {
			got, _ := os.ReadFile(pipe)
			read <- string(got)
		}()
		if err := Write(Disk{}, path, "to a reader"); err != nil {
			t.Fatal(err)
		}
		if got := <-read; got != "to a reader" {
			t.Errorf("%s: it reads %q", path, got)
		}
	}
	go os.ReadFile(pipe)
	s := NewSet(Disk{})
	if _, err := s.Create(pipe, nil); err != nil {
		t.Fatal(err)
	}
	s.Abandon()
	left, _ := os.ReadDir(dir)
	if info, err := os.Stat(pipe); err != nil || info.Mode().Type() != fs.ModeNamedPipe || len(left) != 2 {
		t.Errorf("it is %v, %v; left are %v", info, err, left)
	}
}
