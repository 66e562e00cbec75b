package sweep

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"driftlab/internal/files"
	"driftlab/internal/files/filetest"
)

func TestAFolderWithAnEditedTableIsRefusedBeforeTheCellsRun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	g := grid(t, []string{"link.jitter=1ms,2ms"}, "1", measured(t, "plain", ""))
	if _, _, err := sweep(t, dir, g, Whole, 1).Folder.WriteResults(context.Background()); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, TableFile)
	filetest.Write(t, path, "mine")
	_, err := NewSweep(files.Disk{}, dir, g, Whole)
	var bad BadFolder
	if !errors.As(err, &bad) || !errors.Is(err, files.ErrForeign) || !strings.Contains(err.Error(), TableFile) {
		t.Errorf("got %v", err)
	}
	if got := read(t, path); got != "mine" {
		t.Errorf("the table has %.40q", got)
	}
	if _, err := NewSweep(files.Disk{}, dir, g, Shard{1, 2}); err != nil {
		t.Errorf("a shard, which writes no table: %v", err)
	}
}

func TestCellsAreNotAddedToThoseOfAnotherFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(elem ...string) string { return filepath.Join(append([]string{dir}, elem...)...) }
	g := grid(t, []string{"link.jitter=1ms,2ms"}, "1", measured(t, "plain", ""))
	sweep(t, at("a"), g, Shard{1, 2}, 1)
	sweep(t, at("b"), g, Whole, 1)
	mustFolder(t, files.Disk{}, at("to"), g)
	cells := at("b", "cells.log")
	for name, link := range map[string]func(from, to string) error{"symbolic": os.Symlink, "hard": os.Link} {
		os.Remove(at("to", "cells.log"))
		if err := link(cells, at("to", "cells.log")); err != nil {
			t.Skip(err)
		}
		before := read(t, cells)
		_, err := Merge(context.Background(), files.Disk{}, []string{at("a"), at("b")}, at("to"))
		var bad BadFolder
		if !errors.As(err, &bad) {
			t.Errorf("%s link: got %v", name, err)
		}
		if read(t, cells) != before {
			t.Errorf("%s link: the cells of another folder have been changed", name)
		}
	}
}

func TestResultsThatAreStoppedLeaveNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f := sweep(t, dir, grid(t, []string{"link.jitter=1ms,2ms"}, "1", measured(t, "plain", "")), Whole, 1).Folder
	stopped, stop := context.WithCancel(context.Background())
	stop()
	if _, _, err := f.WriteResults(stopped); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 { // the grid and the cells
		t.Errorf("left are %v, %v", entries, err)
	}
}

// Cells were added to whatever had the name, over a link to any file.
func TestCellsAreAddedToNothingThatNoSweepHasBegun(t *testing.T) {
	t.Parallel()
	g := grid(t, []string{"link.jitter=1ms,2ms"}, "1", measured(t, "plain", ""))
	for name, test := range map[string]struct {
		file  string
		begun bool
		put   func(from, to string) error
	}{
		"a file before the grid":     {"cells.log", false, os.Link},
		"a link before the grid":     {"cells.log", false, os.Symlink},
		"a link beside the grid":     {"cells.log", true, os.Symlink},
		"a grid that leads nowhere":  {GridFile, false, func(_, to string) error { return os.Symlink("made", to) }},
		"another shard's, as a link": {"cells-1-of-2.log", false, os.Symlink},
	} {
		dir := t.TempDir()
		mine := filepath.Join(t.TempDir(), "notes.txt")
		filetest.Write(t, mine, "mine\n")
		if test.begun {
			mustFolder(t, files.Disk{}, dir, g)
		}
		if err := test.put(mine, filepath.Join(dir, test.file)); err != nil {
			t.Skip(err)
		}
		s, err := NewSweep(files.Disk{}, dir, g, Whole)
		if err == nil {
			err = s.Run(context.Background(), 1)
		}
		var bad BadFolder
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), test.file) {
			t.Errorf("%s: got %v", name, err)
		}
		if got := read(t, mine); got != "mine\n" {
			t.Errorf("%s: it has now %.40q", name, got)
		}
		if _, err := os.Stat(filepath.Join(dir, "made")); err == nil {
			t.Errorf("%s: a file was made where the link leads", name)
		}
	}
}

// What is refused leaves nothing behind: a sweep of other cells would be refused for its grid from then on.
func TestAFolderThatIsRefusedHoldsNoGrid(t *testing.T) {
	t.Parallel()
	g := grid(t, []string{"link.jitter=1ms,2ms"}, "1", measured(t, "plain", ""))
	shard := t.TempDir()
	sweep(t, shard, g, Shard{1, 2}, 1)
	for name, begin := range map[string]func(dir string) error{
		"sweep": func(dir string) error { _, err := NewSweep(files.Disk{}, dir, g, Whole); return err },
		"merge": func(dir string) error {
			_, err := Merge(context.Background(), files.Disk{}, []string{shard}, dir)
			return err
		},
	} {
		dir := t.TempDir()
		filetest.Write(t, filepath.Join(dir, TableFile), "mine")
		if err := begin(dir); !errors.Is(err, files.ErrForeign) {
			t.Errorf("%s: got %v", name, err)
		}
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) != 1 || read(t, filepath.Join(dir, TableFile)) != "mine" {
			t.Errorf("%s: left are %v, %v", name, entries, err)
		}
	}
}
