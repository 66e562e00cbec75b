//go:build darwin || freebsd || linux || netbsd || openbsd

package record

import (
	"os"
	"path/filepath"
	"testing"
)

func TestAFilmIsMadeByOneAtATime(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	folder := t.TempDir()
	path := filepath.Join(folder, "a.mp4")
	release, err := Claim(path)
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(folder, link); err != nil {
		t.Fatal(err)
	}
	for _, same := range []string{path, filepath.Join(folder, "a.gif"), filepath.Join(link, "a.mp4")} {
		_, err := Claim(same)
		oneLine(t, err, same+" is being made already: ")
	}
	other, err := Claim(filepath.Join(folder, "b.mp4"))
	if err != nil {
		t.Fatal(err)
	}
	other()
	release()
	if again, err := Claim(path); err != nil {
		t.Error(err)
	} else {
		again()
	}
	if left, _ := os.ReadDir(os.TempDir()); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}
