package sweep

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"driftlab/internal/files"
	"driftlab/internal/files/filetest"
)

func TestMergedShardsAreTheWhole(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and its goroutines are those of other tests")
	}
	g := grid(t, []string{"link.jitter=0ms,5ms"}, "1..6", measured(t, "plain", ""))
	whole := sweep(t, t.TempDir(), g, Whole, 2).Folder
	want := table(t, whole)
	apart, shared := t.TempDir(), t.TempDir()
	var dirs []string
	for n := 1; n <= 5; n++ {
		dirs = append(dirs, filepath.Join(apart, fmt.Sprint(n)))
		sweep(t, dirs[n-1], g, Shard{n, 5}, 1)
		sweep(t, shared, g, Shard{n, 5}, 1)
	}
	for name, from := range map[string][]string{"folders of their own": dirs, "one folder": {shared}} {
		out := filepath.Join(t.TempDir(), "joined")
		if name == "one folder" {
			out = shared
		}
		f, err := Merge(context.Background(), files.Disk{}, from, out)
		if err != nil {
			t.Fatal(err)
		}
		if missing := f.Missing(Whole); len(missing) > 0 {
			t.Fatalf("%s: %v are missing", name, missing)
		}
		if got := table(t, f); got != want {
			t.Errorf("%s: the table differs from one machine's", name)
		}
		samePlots(t, whole, f)
	}
}

func samePlots(t *testing.T, a, b *Folder) {
	t.Helper()
	for _, f := range []*Folder{a, b} {
		if _, _, err := f.WriteResults(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := os.ReadDir(filepath.Join(a.dir, PlotsDir))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		name := filepath.Join(PlotsDir, e.Name())
		if read(t, filepath.Join(a.dir, name)) != read(t, filepath.Join(b.dir, name)) {
			t.Errorf("%s differs from one machine's", name)
		}
	}
}

func TestMergeSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and its goroutines are those of other tests")
	}
	g := smallGrid(t)
	root := t.TempDir()
	one, three, out := filepath.Join(root, "1"), filepath.Join(root, "3"), filepath.Join(root, "out")
	sweep(t, one, g, Shard{1, 4}, 1)
	sweep(t, three, g, Shard{3, 4}, 1)
	path := filepath.Join(three, "cells-3-of-4.log")
	text := read(t, path)
	filetest.Write(t, path, text[:len(text)-2])
	f, err := Merge(context.Background(), files.Disk{}, []string{one, three}, out)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(f.DescribeMissing(), "\n")
	for _, want := range []string{"shard 2, 4 of 4: all cells\n", "shard 3/4: 1 of its 6 cells\n", "cells 1, 3, 5, 7, ",
		"\ncell 1: plain, link.jitter=0ms, projectile.spawn=naive, seed 9\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("missing are\n%s\nwant %q", got, want)
		}
	}
	if n := len(f.Missing(Whole)); n != 13 {
		t.Errorf("%d cells are missing, want 13", n)
	}
	// A sweep of the merged folder runs the rest.
	want := table(t, sweep(t, t.TempDir(), g, Whole, 2).Folder)
	if got := table(t, sweep(t, out, g, Whole, 2).Folder); got != want {
		t.Error("the table of a merged folder that was run to its end differs")
	}
}

func TestMergeRefusesFoldersThatDoNotBelongTogether(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	a, b, none, broken := filepath.Join(root, "a"), filepath.Join(root, "b"), filepath.Join(root, "none"), filepath.Join(root, "broken")
	sweep(t, a, grid(t, nil, "1", measured(t, "plain", "")), Whole, 1)
	sweep(t, b, grid(t, nil, "2", measured(t, "plain", "")), Whole, 1)
	for path, text := range map[string]string{filepath.Join(none, "x"): "", filepath.Join(broken, GridFile): `{"format":3}`} {
		check(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)))
	}
	for want, dirs := range map[string][]string{
		"it holds another grid than":          {a, b},
		"it has no grid.json":                 {a, none},
		"grid.json: format: 3 is not 2":       {broken},
		"(its seeds are 1, not 2); use a new": {b, "into a"},
	} {
		out := filepath.Join(root, "out")
		if dirs[len(dirs)-1] == "into a" {
			dirs, out = dirs[:1], a
		}
		_, err := Merge(context.Background(), files.Disk{}, dirs, out)
		var bad BadFolder
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// The cells of a program that did not measure the game's figures yet.
func TestShardsOfAnEarlierProgramAreRefusedAndStayAsTheyAre(t *testing.T) {
	t.Parallel()
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "out")
	f := sweep(t, dir, grid(t, []string{"link.jitter=1ms,2ms"}, "1", measured(t, "plain", "")), Shard{1, 2}, 1).Folder
	text, err := f.raw(0)
	check(t, err)
	path := filepath.Join(dir, "cells-1-of-2.log")
	old := string(f.line(0, regexp.MustCompile(`,"figures":\{[^}]*\}`).ReplaceAll(text, nil)))
	filetest.Write(t, path, old)
	check(t, f.Scan())
	_, merged := Merge(context.Background(), files.Disk{}, []string{dir}, out)
	for name, err := range map[string]error{"merge": merged, "table": f.results(f.writeTable)} {
		var bad BadFolder
		if want := fmt.Sprintf("%q: cell 0: an earlier driftlab ran it, without the game's figures; sweep again", path); !errors.As(err, &bad) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want %s", name, err, want)
		}
	}
	if _, err := os.Stat(out); err == nil || read(t, path) != old {
		t.Error("the refused merge made its folder, or changed the cells")
	}
}
