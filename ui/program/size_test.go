package program

import (
	"os"
	"path/filepath"
	"testing"

	"driftlab/internal/testkit"
)

// TestTheProgramDoesNotGrowUnseen builds the program for Windows as releases have it. go tool nm -size -sort size shows what
// makes it larger, for a build without -ldflags='-s -w'.
func TestTheProgramDoesNotGrowUnseen(t *testing.T) {
	testkit.LongOnly(t)     // to build it takes minutes
	const most = 33_600_000 // bytes; docs/measured.md says what takes most
	path := filepath.Join(t.TempDir(), "driftlab.exe")
	goCommand(t, "windows/amd64", "build", "-trimpath", "-ldflags=-s -w", "-pgo=../../scripts/driftlab.pgo", "-o", path, "../..")
	program, err := os.Stat(path)
	check(t, err)
	if program.Size() > most {
		t.Errorf("%d bytes, more than %d", program.Size(), most)
	}
}
