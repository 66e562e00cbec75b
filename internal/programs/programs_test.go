package programs

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

func TestAProgramIsFoundInPathFirstAndThenWherePackageManagersPutIt(t *testing.T) {
	name := "tool"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	first, second, data := t.TempDir(), t.TempDir(), t.TempDir()
	put := func(folder string, mode os.FileMode) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, nil, mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	t.Setenv("PATH", first)
	if _, err := find("tool", []string{second}); !errors.Is(err, exec.ErrNotFound) {
		t.Errorf("what is nowhere: %v", err)
	}
	beside := put(second, 0o755)
	var without []string
	if runtime.GOOS != "windows" { // where what a program is is said by its name
		put(data, 0o644)
		without = []string{data}
	}
	if got, err := find("tool", append(without, second)); got != beside || err != nil {
		t.Errorf("%q, %v, want %q", got, err, beside)
	}
	if want := put(first, 0o755); want != "" {
		if got, err := find("tool", []string{second}); got != want || err != nil {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
}
