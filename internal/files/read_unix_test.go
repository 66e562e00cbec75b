//go:build unix

package files

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
)

func TestNothingButPlainFilesIsRead(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := syscall.Mkfifo(at("pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("unix", at("s"))
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	paths := []string{at("pipe"), at("s"), dir, "/dev/null", "/dev/zero", "/dev/tty"}
	if runtime.GOOS == "linux" {
		paths = append(paths, "/proc/kmsg", "/proc/self/environ", "/proc/../proc/version", "/sys/kernel/mm/transparent_hugepage/enabled")
	}
	for _, to := range paths { // and over links
		link := at("to" + filepath.Base(to))
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, link)
	}
	for _, path := range paths {
		if _, err := Read(path, 1<<20); !errors.Is(err, ErrNotFile) && !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: got %v", path, err)
		}
	}
}

func TestMemoryThatIsADiskHasFiles(t *testing.T) {
	for path, want := range map[string]bool{"/dev/shm/a": false, "/dev/shmem": true, "/proc": true, "/process/a": false, "/home/proc/a": false, "/system": false} {
		if ofTheSystem(path) != want {
			t.Errorf("%s: got %v", path, !want)
		}
	}
}
