package cli

import (
	"errors"
	"io"
	"maps"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"driftlab/internal/files/filetest"
)

func TestAFullDiskKeepsTheOlderFilesAndEndsTheRun(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("none", disk, "tmpfs", 0, "size=1m"); err != nil {
		t.Skip("no disk of its own: ", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(disk, 0); err != nil {
			t.Error(err)
		}
	})
	out := filepath.Join(disk, "out")
	mustRun(t, "-duration", "1s", "-o", out)
	before := filetest.Tree(t, disk)
	err := Run([]string{"-duration", "8000h", "-carrier", "direct", "-o", out}, env(io.Discard)) // it would take days
	var usage Usage
	if !errors.Is(err, syscall.ENOSPC) || errors.As(err, &usage) || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v", err)
	}
	if after := filetest.Tree(t, disk); !maps.Equal(after, before) {
		t.Errorf("there is %q", after)
	}
}
