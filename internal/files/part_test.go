package files

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestATextLongerThanTheBufferIsWritten(t *testing.T) {
	path, text := filepath.Join(t.TempDir(), "a"), strings.Repeat("x", 1<<18)
	if err := Write(Disk{}, path, text); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != text {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}
