package cli

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// withoutCluster clears the variables of a job array in which the tests may run.
func withoutCluster(t *testing.T) {
	t.Helper()
	t.Setenv("JOB_COMPLETION_INDEX", "")
	t.Setenv("SLURM_ARRAY_TASK_ID", "")
}

func TestSweepRefusesBadInputAsUsage(t *testing.T) {
	withoutCluster(t)
	dir := t.TempDir()
	for args, want := range map[string]string{
		"":                                 "-o: the folder is missing",
		"-o X -jobs 0":                     "-jobs: 0 is outside 1..4096",
		"-o X -scenario nowhere":           `scenario "nowhere": no such file`,
		"-o X -scenario first,first":       `two scenarios have the name "first"`,
		"-o X -open nowhere":               `-open: scenario "nowhere": no such file`,
		"-o X -open first -scenario first": "-open: cannot be combined with -scenario",
		"-o X -vary link.jitter":           `-vary: "link.jitter" is not KEY=VALUE,VALUE`,
		"-o X -vary link.jitter=11s":       "-vary: link.up.jitter: 11s is outside 0s..",
		"-o X -vary client4.skew=1":        "client 4 is outside 1..3",
		"-o X -seeds 9..1":                 `-seeds: "9..1" ends before it begins`,
		"-o X -shard 17/16":                "-shard: 17/16: 17 is outside 1..16",
		"-o X -shards 16":                  "-shards: neither JOB_COMPLETION_INDEX nor SLURM_ARRAY_TASK_ID is set",
		"-o X -shards 0":                   "-shards: 0 is outside 1..100000",
		"-o X -shard 1/2 -shards 2":        "cannot be combined",
		"-o X -clients 65":                 "-clients: 65 is outside",
		"-o X -duration 0s":                "-duration: 0s is outside",
		"-o X -set link.loss=2":            "-set: link.up.loss: 2 is outside 0..1",
		"-o X -set a.b=2":                  "-set: unknown key \"a.b\"",
		"-o X -set link.jitter=1ms -vary link.jitter=2ms":  "-vary: link.jitter is also given by -set",
		"-o X -set link.loss=1% -vary link.up.loss=0,0.1":  "-vary: link.up.loss is also given by -set link.up.loss=0.01",
		"-o X -set link.down.loss=0 -vary link.loss=0,0.1": "-vary: link.loss is also given by -set link.down.loss=0",
		"-o X -set client.skew=1 -vary client2.skew=0,1":   "-vary: client2.skew is also given by -set client.skew=1",
		"-o X -job pbs -shards 2":                          `-job: unknown cluster "pbs" (`,
		"-o X -job slurm":                                  "-job: -shards NUMBER says of how many tasks",
		"-job slurm -shards 2":                             "-o: the folder is missing",
		"-o X -job slurm -shards 0":                        "-shards: 0 is outside 1..100000",
		"-o X -job slurm -shards 3 -seeds 1..2":            "-shards: 3 is outside 1..2",
		"-o X -job slurm -shards 2 -shard 1/2":             "-job cannot be combined with -shard",
		"-o X -job slurm -shards 2 -jobs 0":                "-jobs: 0 is outside 1..4096",
		"-o X -carrier vnet":                               "flag provided but not defined",
		"-o X more":                                        `unexpected argument "more"`,
	} {
		fields := strings.Fields(strings.ReplaceAll(args, "X", filepath.Join(dir, "x")))
		err := Sweep(fields, env(&bytes.Buffer{}))
		wantUsage(t, "sweep "+args, err, want)
	}
	if _, err := os.Stat(filepath.Join(dir, "x")); err == nil {
		t.Error("bad input made the folder")
	}
}

func TestSweepSaysWhichShardAClusterGaveIt(t *testing.T) {
	withoutCluster(t)
	dir := t.TempDir()
	sweep := func(args ...string) (string, error) {
		var out bytes.Buffer
		err := Sweep(append(args, "-seeds", "1..4", "-clients", "1", "-duration", "11s", "-jobs", "2"), env(&out))
		return out.String(), err
	}
	t.Setenv("JOB_COMPLETION_INDEX", "1")
	out, err := sweep("-shards", "2", "-o", filepath.Join(dir, "k"))
	if err != nil || !strings.HasPrefix(out, "Shard 2/2, from JOB_COMPLETION_INDEX=1\n2 cells in ") ||
		!strings.Contains(out, "driftlab merge joins the shards") {
		t.Errorf("said %q, %v", out, err)
	}
	out, err = sweep("-shard", "1/2", "-o", filepath.Join(dir, "s"))
	if err != nil || strings.Contains(out, "JOB_COMPLETION_INDEX") {
		t.Errorf("with -shard it said %q, %v", out, err)
	}
	var merged bytes.Buffer
	err = Merge([]string{filepath.Join(dir, "k"), "-o", filepath.Join(dir, "m"), filepath.Join(dir, "s")}, env(&merged))
	if err != nil || !strings.HasPrefix(merged.String(), "4 of 4 cells are there.\nsweep.csv, compare.md and 1 plot (PNG and SVG, ") {
		t.Errorf("merge said %q, %v", merged.String(), err)
	}
	merged.Reset()
	err = Merge([]string{filepath.Join(dir, "k"), "-o", filepath.Join(dir, "half")}, env(&merged))
	var usage Usage
	if err == nil || errors.As(err, &usage) || !strings.Contains(err.Error(), "2 of 4 cells are missing") ||
		!strings.Contains(merged.String(), "missing shard 1 of 2: all cells\nmissing cells 0, 2\nmissing cell 0: first, seed 1\n") {
		t.Errorf("merge of a half said %q, %v", merged.String(), err)
	}
	if _, err := os.Stat(filepath.Join(dir, "half", "sweep.csv")); err == nil {
		t.Error("merge of a half made a table")
	}
}

func TestASharedSessionIsSweptByItsTextOrItsFile(t *testing.T) {
	withoutCluster(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	text, _, err := mustScenario(t, "-clients", "1", "-set", "link.up.delay=33ms").Share()
	check(t, err)
	var grids []string
	for _, what := range []string{text, writeFile(t, text)} {
		dir := t.TempDir()
		check(t, Sweep([]string{"-open", what, "-vary", "link.down.delay=1ms,2ms", "-seeds", "1", "-duration", "11s", "-o", dir}, env(&bytes.Buffer{})))
		grid, err := os.ReadFile(filepath.Join(dir, "grid.json"))
		if err != nil || !strings.Contains(string(grid), "33ms") {
			t.Errorf("%v:\n%s", err, grid)
		}
		grids = append(grids, string(grid))
	}
	if grids[0] != grids[1] {
		t.Errorf("by its file it is\n%s", grids[1])
	}
}

func TestASweepWhoseCellsEndBeforeErrorsAreMeasuredSaysSo(t *testing.T) {
	withoutCluster(t)
	long := writeFile(t, "format = 3\nname = \"long\"\nclients = 1\nduration = \"11s\"\n")
	const short = "Errors are measured after the first 10s, before which first ends: a longer -duration shows them.\n"
	for args, want := range map[string]string{
		"-scenario first -duration 5s":            short + "1 cell in ",
		"-scenario first -duration 10s":           short + "1 cell in ",
		"-scenario first -duration 5s -shard 1/1": short + "1 cell in ",
		"-scenario " + long:                       "1 cell in ",
	} {
		dir := t.TempDir()
		var out bytes.Buffer
		if err := Sweep(append(strings.Fields(args), "-seeds", "1", "-clients", "1", "-o", dir), env(&out)); err != nil || !strings.HasPrefix(out.String(), want) {
			t.Errorf("%s: said %q, %v", args, out.String(), err)
		}
		if args != "-scenario first -duration 5s" {
			continue
		}
		out.Reset()
		if err := Merge([]string{dir, "-o", dir}, env(&out)); err != nil || !strings.HasPrefix(out.String(), "1 of 1 cells are there.\n"+short) {
			t.Errorf("merge said %q, %v", out.String(), err)
		}
	}
}

func TestSweepRefusesToGoOnWithAnotherGridAsUsage(t *testing.T) {
	withoutCluster(t)
	dir := t.TempDir()
	args := []string{"-clients", "1", "-duration", "11s", "-o", dir, "-seeds"}
	check(t, Sweep(append(args, "1"), env(&bytes.Buffer{})))
	var out bytes.Buffer
	if err := Sweep(append(args, "1"), env(&out)); err != nil || !strings.HasPrefix(out.String(), "1 of 1 cells are in ") {
		t.Errorf("the same command again said %q, %v", out.String(), err)
	}
	err := Sweep(append(args, "1..2"), env(&bytes.Buffer{}))
	var usage Usage
	if !errors.As(err, &usage) || !strings.Contains(err.Error(), "it holds another grid (its seeds are 1, not 1..2); use a new folder") {
		t.Errorf("another grid: %v", err)
	}
}

func TestAClusterIsToldWhatToRunAndThenWhatIsLeft(t *testing.T) {
	withoutCluster(t)
	dir := filepath.Join(t.TempDir(), "out")
	args := []string{"-clients", "1", "-duration", "11s", "-o", dir, "-seeds", "1..4"}
	var out bytes.Buffer
	check(t, Sweep(append([]string{"-shards=2", "-force", "-job", "slurm"}, args...), env(&out)))
	want := "sweep -force " + strings.Join(args, " ") + " -jobs 1 -shards 2'"
	if !strings.HasPrefix(out.String(), "#!/bin/sh\n# 4 cells of ") || !strings.Contains(out.String(), want) {
		t.Errorf("the script lacks %q:\n%s", want, out.String())
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("the script's making ran the sweep")
	}
	check(t, Sweep(append(args, "-shard", "2/2"), env(&bytes.Buffer{})))
	for _, left := range []string{"0\n", ""} {
		out.Reset()
		if err := Merge([]string{dir, "-missing"}, env(&out)); err != nil || out.String() != left {
			t.Errorf("the tasks that are left are %q, %v, want %q", out.String(), err, left)
		}
		check(t, Sweep(append(args, "-shard", "1/2"), env(&bytes.Buffer{})))
	}
}

func TestMergeRefusesBadInputAsUsage(t *testing.T) {
	dir := t.TempDir()
	for args, want := range map[string]string{
		"-o X":   "the folders of the shards are missing",
		"Y":      "-o: the folder is missing",
		"-o X Y": "it has no grid.json",

		"Y -missing":            "it has no grid.json",
		"Y -missing -shards -1": "-shards: -1 is outside 1..100000",
		"Y -o X -shards 2":      "-shards: goes with -missing",
		"-p -o X":               "flag provided but not defined",
		"Y -o X -":              "it has no grid.json",
	} {
		fields := strings.Fields(strings.NewReplacer("X", filepath.Join(dir, "x"), "Y", dir).Replace(args))
		err := Merge(fields, env(&bytes.Buffer{}))
		wantUsage(t, "merge "+args, err, want)
	}
}

func TestSweepAndMergeListTheirFlags(t *testing.T) {
	var sweep, merge bytes.Buffer
	if err := Sweep([]string{"-h"}, env(&sweep)); !errors.Is(err, flag.ErrHelp) || !strings.Contains(sweep.String(), "-vary KEY=VALUE,VALUE") {
		t.Errorf("sweep -h said %q, %v", sweep.String(), err)
	}
	if err := Merge([]string{"-h"}, env(&merge)); !errors.Is(err, flag.ErrHelp) || !strings.Contains(merge.String(), "-o DIR") {
		t.Errorf("merge -h said %q, %v", merge.String(), err)
	}
}
