package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAPlainFileIsReadWithinItsLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(path, []byte("twelve bytes"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := Read(path, 12); err != nil || string(got) != "twelve bytes" {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := Read(path, 11); err == nil || err.Error() != "12 bytes is outside 0..11" {
		t.Errorf("got %v", err)
	}
	if _, err := Read(path+"b", 12); !errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(), path) {
		t.Errorf("got %v", err)
	}
	if _, err := Read(filepath.Dir(path), 12); !errors.Is(err, ErrNotFile) {
		t.Errorf("a folder: got %v", err)
	}
}

func TestDevicesOfWindowsAreNoFiles(t *testing.T) {
	for _, path := range []string{`\\.\PhysicalDrive0`, `\\?\C:\x`, `//./COM1`, `\??\C:\x`, "NUL", "nul.txt", `C:\a\con`, `a/Aux .csv`,
		"COM1", "com¹.x", "LPT9.toml", "CONIN$", `C:\a\nul\b`, "a.csv:stream", `C:\a.csv:stream`, "C:con"} {
		if device(path) == nil {
			t.Errorf("%s is taken for a file", path)
		}
	}
	for _, path := range []string{`C:\a\b.csv`, "C:/a/b.csv", "console.csv", "com10", "nullify", "a.nul", `\\server\share\a.csv`, "común.toml"} {
		if err := device(path); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestPathsOfOtherMachinesAreKnown(t *testing.T) {
	for path, want := range map[string]bool{`\\server\share\a`: true, "//server/share/a": true, `\/server/a`: true,
		`C:\a`: false, "/a": false, "a": false, `\a`: false, "": false} {
		if Remote(path) != want {
			t.Errorf("%s: got %v", path, !want)
		}
	}
}

func TestBelowFollowsLinks(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	for _, d := range []string{in, out} {
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(d, "file"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"away": out, "here": filepath.Join(in, "file")} {
		if err := os.Symlink(to, filepath.Join(in, link)); err != nil {
			t.Skip(err) // Windows asks for a right
		}
	}
	for path, want := range map[string]bool{"in/file": true, "in/here": true, "in/../in/file": true,
		"out/file": false, "in/../out/file": false, "in/away/file": false} {
		if got, err := Below(in, filepath.Join(dir, path)); err != nil || got != want {
			t.Errorf("%s: got %v, %v", path, got, err)
		}
	}
	if _, err := Below(in, filepath.Join(in, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}
