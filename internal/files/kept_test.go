package files

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// keepMany keeps files of which each was read a second after the one before, and returns their paths.
func keepMany(t *testing.T, folder string, texts ...string) (paths []string) {
	t.Helper()
	for i, text := range texts {
		path, err := Keep(folder, "a.csv", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		at := time.Unix(int64(1_000_000+i), 0)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}

func TestAKeptFileIsThereOnce(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "files")
	first, err := Keep(folder, "a/b c.csv", []byte("x"))
	if err != nil || filepath.Base(first) != "2d711642b726b044-b_c.csv" {
		t.Fatal(first, err)
	}
	again, err := Keep(folder, filepath.Base(first), []byte("x"))
	if err != nil || again != first || len(contents(t, folder)) != 1 {
		t.Errorf("got %s, %v", again, err)
	}
}

func TestWhatNothingHasReadForLongIsCleanedAway(t *testing.T) {
	folder := t.TempDir()
	var texts []string
	for i := range maxKeptFiles + 1 {
		texts = append(texts, fmt.Sprint(i))
	}
	paths := keepMany(t, folder, texts[:maxKeptFiles]...)
	Used(paths[0]) // the first is read again
	paths = append(paths, keepMany(t, folder, texts[maxKeptFiles:]...)...)
	left := contents(t, folder)
	for at, stays := range map[int]bool{0: true, 1: false, 2: true, maxKeptFiles: true} {
		if got := left[filepath.Base(paths[at])]; (got == texts[at]) != stays || len(left) != maxKeptFiles {
			t.Errorf("%d are left, and of the file %d %q", len(left), at, got)
		}
	}
}

func TestKeptFilesHaveSoManyBytesTogether(t *testing.T) {
	folder := t.TempDir()
	var texts []string
	for i := range 4 {
		texts = append(texts, strings.Repeat(fmt.Sprint(i), 100))
	}
	paths := keepMany(t, folder, texts...)
	clean(folder, paths[0], 4, 250)
	if got := contents(t, folder); len(got) != 2 || got[filepath.Base(paths[0])] != texts[0] || got[filepath.Base(paths[3])] != texts[3] {
		t.Errorf("left are %q", got)
	}
}

func TestOnlyWhatIsProvenToBeKeptIsCleanedAway(t *testing.T) {
	folder := t.TempDir()
	foreign := []string{"notes.txt", "0123456789abcdef-mine.csv", "2d711642b726b044", "2d711642b726b044-folder/x"}
	for _, name := range foreign {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("a person's"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	before := contents(t, folder)
	if _, err := Keep(folder, "a.csv", []byte("x")); err != nil {
		t.Fatal(err)
	}
	clean(folder, "", 0, 0)
	if left := contents(t, folder); !maps.Equal(left, before) {
		t.Errorf("left are %q, want %q", left, before)
	}
}
