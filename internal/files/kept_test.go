package files

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// names returns what lies in a folder.
func names(t *testing.T, folder string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestAKeptFileIsThereOnce(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "files")
	first, err := Keep(folder, "a/b c.csv", []byte("x"))
	if err != nil || filepath.Base(first) != "2d711642b726b044-b_c.csv" {
		t.Fatal(first, err)
	}
	again, err := Keep(folder, filepath.Base(first), []byte("x"))
	if err != nil || again != first || len(names(t, folder)) != 1 {
		t.Errorf("got %s, %v", again, err)
	}
}

func TestWhatNothingHasReadForLongIsCleanedAway(t *testing.T) {
	folder := t.TempDir()
	var paths []string
	for i := range maxKeptFiles + 3 {
		path, err := Keep(folder, "a.csv", []byte(fmt.Sprint(i)))
		if err != nil {
			t.Fatal(err)
		}
		at := time.Unix(int64(1_000_000+i), 0)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
		if i == 1 {
			Used(paths[0]) // the first is read again
		}
	}
	left := names(t, folder)
	if len(left) != maxKeptFiles || !slices.Contains(left, filepath.Base(paths[0])) || slices.Contains(left, filepath.Base(paths[1])) ||
		!slices.Contains(left, filepath.Base(paths[len(paths)-1])) {
		t.Errorf("%d are left", len(left))
	}
}

func TestKeptFilesHaveSoManyBytesTogether(t *testing.T) {
	folder := t.TempDir()
	var paths []string
	for i := range 4 {
		path, err := Keep(folder, "a.csv", []byte(strings.Repeat(fmt.Sprint(i), 100)))
		if err != nil {
			t.Fatal(err)
		}
		at := time.Unix(int64(1_000_000+i), 0)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, filepath.Base(path))
	}
	clean(folder, filepath.Join(folder, paths[0]), 4, 250)
	if got, want := names(t, folder), []string{paths[0], paths[3]}; len(got) != 2 || !slices.Contains(got, want[0]) || !slices.Contains(got, want[1]) {
		t.Errorf("left are %q, want %q", got, want)
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
	before := names(t, folder)
	if _, err := Keep(folder, "a.csv", []byte("x")); err != nil {
		t.Fatal(err)
	}
	clean(folder, "", 0, 0)
	if left := names(t, folder); !slices.Equal(left, before) {
		t.Errorf("left are %q, want %q", left, before)
	}
}
