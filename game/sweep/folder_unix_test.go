//go:build unix

package sweep

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"driftlab/internal/files"
)

// A pipe in a folder from someone else was waited for without an end, and a link to /dev/zero read without one.
func TestASweepsFolderHasPlainFilesOnly(t *testing.T) {
	t.Parallel()
	for name, begun := range map[string]bool{GridFile: false, "cells.log": true} {
		dir := t.TempDir()
		if begun {
			check(t, os.WriteFile(filepath.Join(dir, GridFile), []byte(smallGrid(t).Text()), 0o600))
		}
		path := filepath.Join(dir, name)
		for _, put := range []func() error{
			func() error { return syscall.Mkfifo(path, 0o600) },
			func() error { return os.Symlink("/dev/zero", path) },
		} {
			check(t, put())
			if _, err := OpenFolder(files.Disk{}, dir); !errors.Is(err, files.ErrNotFile) {
				t.Errorf("%s: got %v", name, err)
			}
			os.Remove(path)
		}
	}
}
