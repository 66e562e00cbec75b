package files

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"driftlab/internal/testkit"
)

func TestAFolderIsWrittenByOneAtATime(t *testing.T) {
	dir := t.TempDir()
	s := NewSet(Disk{})
	if _, err := s.Folder(dir, ManifestFile); err != nil {
		t.Fatal(err)
	}
	if _, err := NewSet(Disk{}).Folder(dir, ManifestFile); !errors.Is(err, ErrClaimed) {
		t.Errorf("error %v, want %v", err, ErrClaimed)
	}
	s.Abandon()
	other := NewSet(Disk{})
	if _, err := other.Folder(dir, ManifestFile); err != nil {
		t.Error(err)
	}
	other.Abandon()
}

func FuzzParseManifest(f *testing.F) {
	sum := strings.Repeat("0a", 32)
	f.Add(manifestHead + sum + "  clock.csv\n")
	f.Add(manifestHead + manifestNext + sum + "  plots/a.png\n")
	f.Add(manifestHead + sum + "  ../x\n")
	testkit.FuzzDamaged(f, func(t testing.TB, text string) {
		entries, err := parseManifest(text)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("error of several lines: %v", err)
			}
			return
		}
		for _, e := range entries {
			if !filepath.IsLocal(filepath.FromSlash(e.name)) {
				t.Errorf("a name leads out of the folder: %q", fmt.Sprint(e))
			}
		}
		again, err := parseManifest(manifestText(entries))
		if err != nil || !slices.Equal(again, entries) {
			t.Errorf("%v and %v, want %v", again, err, entries)
		}
	})
}

// adoptFilm puts two files of a folder in their places that were written before, and one that is written now.
func adoptFilm(fsys FS, dir, text string) error {
	parts := []string{filepath.Join(dir, "a.part.mp4"), filepath.Join(dir, "a.part.csv")}
	for _, part := range parts {
		if err := os.WriteFile(part, []byte(text), 0o666); err != nil {
			return err
		}
	}
	s := NewSet(fsys)
	defer s.Abandon()
	f, err := s.Folder(dir, "a.sha256")
	if err != nil {
		return err
	}
	p, err := f.Create("a.srt")
	if err != nil {
		return err
	}
	p.WriteString(text)
	for _, part := range parts {
		if err := f.Adopt(part, strings.Replace(filepath.Base(part), ".part", "", 1)); err != nil {
			return err
		}
	}
	return s.Replace()
}

// writeParts writes what lies in a folder until a film is whole, with its manifest.
func writeParts(t *testing.T, dir string) {
	t.Helper()
	s := NewSet(Disk{})
	defer s.Abandon()
	f, err := s.Folder(dir, "a.part.sha256")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.part.clock.csv", "a.part.srt"} {
		if _, err := f.Create(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Commit(); err != nil {
		t.Fatal(err)
	}
}

func TestClearingLeavesWhatSomebodyHasChanged(t *testing.T) {
	dir := t.TempDir()
	for range 2 { // the second time there is no manifest any more
		writeParts(t, dir)
		mine := filepath.Join(dir, "a.part.srt")
		if err := os.WriteFile(mine, []byte("mine"), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(Clear(Disk{}, dir, "a.part.sha256"), Clear(Disk{}, dir, "a.part.sha256")); err != nil {
			t.Fatal(err)
		}
		if got := tree(t, dir); len(got) != 1 || got["a.part.srt"] != "mine" {
			t.Errorf("there is %q", got)
		}
		os.Remove(mine)
	}
}

// The program that wrote the manifest knows the content of such files: they are empty, or came with it.
func TestClearingLeavesWhatAManifestOfAnyonesListsUnderOtherNames(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	if err := os.Symlink(other, filepath.Join(dir, "a.part.b")); err != nil {
		t.Skip(err)
	}
	empty := hex.EncodeToString(sha256.New().Sum(nil))
	text := manifestHead
	for _, name := range []string{"notes.txt", "a.part.b/notes.txt", "a.partly"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
		text += empty + "  " + name + "\n"
	}
	if err := os.WriteFile(filepath.Join(dir, "a.part.sha256"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	writeParts(t, dir)
	if err := Clear(Disk{}, dir, "a.part.sha256"); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(dir, "notes.txt"), filepath.Join(other, "notes.txt"), filepath.Join(dir, "a.partly")} {
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "a.part.srt")); err == nil {
		t.Error("its own file is there still")
	}
}
