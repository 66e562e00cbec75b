package sweep

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"driftlab/internal/files"
)

func TestAHundredShardsWriteIntoOneFolderAtOnce(t *testing.T) {
	t.Parallel()
	g := grid(t, nil, "1..150", measured(t, "plain", ""))
	dir := filepath.Join(t.TempDir(), "out")
	var all sync.WaitGroup
	for n := 1; n <= 100; n++ {
		all.Go(func() {
			s, err := NewSweep(files.Disk{}, dir, g, Shard{n, 100})
			if err != nil {
				t.Error(err)
				return
			}
			file, err := s.Folder.openCells(s.shard)
			if err != nil {
				t.Error(err)
				return
			}
			for _, cell := range s.todo { // what is in a cell is another test's: that all are kept is this one's
				if err := file.add(cell, []byte(`{"clients":[]}`)); err != nil {
					t.Error(err)
				}
			}
			if err := file.close(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	f, err := Merge(context.Background(), files.Disk{}, []string{dir}, dir)
	if err != nil {
		t.Fatal(err)
	}
	if missing := f.Missing(Whole); len(missing) > 0 || f.Damaged > 0 {
		t.Errorf("%d cells are missing and %d lines are torn", len(missing), f.Damaged)
	}
}

func TestTasksWithCellsLeftAreNamedAsSchedulersTakeThem(t *testing.T) {
	t.Parallel()
	g := grid(t, nil, "1..20", measured(t, "plain", ""))
	dir := t.TempDir()
	tasks := func(shards int) string {
		t.Helper()
		got, err := MissingTasks(files.Disk{}, []string{dir}, shards)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	keep := func(s Shard, cells ...int) {
		f := mustFolder(t, files.Disk{}, dir, g)
		file, err := f.openCells(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, cell := range cells {
			check(t, file.add(cell, []byte(`{}`)))
		}
		check(t, file.close())
	}
	mustFolder(t, files.Disk{}, dir, g)
	if _, err := MissingTasks(files.Disk{}, []string{dir}, 0); err == nil || !strings.Contains(err.Error(), "-shards") {
		t.Errorf("with no file of cells the error is %v", err)
	}
	if got := tasks(8); got != "0-7" {
		t.Errorf("before anything has run %q are left", got)
	}
	for _, n := range []int{0, 2, 3, 4} { // cells n, n+8, n+16 of 20
		keep(Shard{n + 1, 8}, []int{n, n + 8, n + 16}[:2+(19-n)/16]...)
	}
	keep(Shard{6, 8}, 5) // and not 13
	if got := tasks(0); got != "1,5-7" {
		t.Errorf("%q are left, want 1,5-7", got)
	}
	keep(Shard{6, 8}, 13)
	keep(Shard{2, 8}, 1, 9, 17)
	keep(Shard{7, 8}, 6, 14)
	keep(Shard{8, 8}, 7, 15)
	if got := tasks(0); got != "" {
		t.Errorf("%q are left of a whole sweep", got)
	}
}

func TestShardsOfTwoBuildsAreNeverJoined(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	begin := func(name, program string) error {
		g := grid(t, nil, "1..4", measured(t, "plain", ""))
		g.Program = program
		_, err := CreateFolder(files.Disk{}, filepath.Join(root, name), g)
		return err
	}
	for name, program := range map[string]string{"a": "driftlab v1", "b": "driftlab v2", "old": ""} {
		check(t, begin(name, program))
	}
	for other, want := range map[string]string{
		"b":   `its cells are of driftlab v2, not of driftlab v1`,
		"old": `its cells are of a program that has not said which it is, not of driftlab v1`,
	} {
		dirs := []string{filepath.Join(root, "a"), filepath.Join(root, other)}
		_, err := Merge(context.Background(), files.Disk{}, dirs, filepath.Join(root, "out"))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), dirs[0]) || !strings.Contains(err.Error(), dirs[1]) {
			t.Errorf("the error is %v, want both folders and %q", err, want)
		}
		if _, err := os.Stat(filepath.Join(root, "out")); err == nil {
			t.Fatal("something was written")
		}
	}
	if err := begin("a", "driftlab v2"); err == nil {
		t.Error("a sweep of another build goes on in the folder")
	}
	if _, err := ParseGrid(`{"format":2,"program":"two\nlines"}`); err == nil || !strings.Contains(err.Error(), "program: ") {
		t.Errorf("a program of two lines: %v", err)
	}
}
