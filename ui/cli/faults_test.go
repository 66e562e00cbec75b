package cli

import (
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"driftlab/internal/files"
	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
)

// writings are the commands that write, each into an empty folder and over its own earlier output.
func writings() map[string]filetest.Writing {
	all := map[string]filetest.Writing{}
	add := func(name string, few int, grows func(string) bool, inputs func(t *testing.T, dir string),
		command func([]string, Env) error, args func(dir, seed string) []string) {
		write := func(stop context.Context, fsys files.FS, dir, seed string) error {
			return command(args(dir, seed), Env{Out: io.Discard, Warn: io.Discard, Files: fsys, Stop: stop})
		}
		w := filetest.Writing{Grows: grows, Few: few, Prepare: inputs, Parts: name == "run"}
		w.Write = func(stop context.Context, fsys files.FS, dir string) error { return write(stop, fsys, dir, "2") }
		all[name] = w
		w.Prepare = func(t *testing.T, dir string) {
			if inputs != nil {
				inputs(t, dir)
			}
			check(t, write(context.Background(), &files.Faulty{FS: files.Disk{}}, dir, "1"))
		}
		all[name+" again"] = w
	}
	at := filepath.Join
	add("run", 4, nil, nil, Run, func(dir, seed string) []string {
		return []string{"-duration", "1s", "-carrier", "direct", "-seed", seed, "-o", at(dir, "new", "out"),
			"-pcapng", at(dir, "a.pcapng"), "-dissector", at(dir, "a.lua")}
	})
	add("link", 4, nil, nil, Link, func(dir, seed string) []string {
		return []string{"-from", map[string]string{"1": "4g", "2": "5g"}[seed], "-to", "netem", "-o", at(dir, "link.sh")}
	})
	cells := func(name string) bool {
		return strings.HasSuffix(name, "cells.log") || strings.HasSuffix(name, "grid.json") || name == "sweep"
	}
	add("sweep", 1, cells, nil, Sweep, func(dir, _ string) []string {
		return append(smallSweep, "-o", at(dir, "sweep"))
	})
	add("merge", 1, cells, func(t *testing.T, dir string) {
		for _, shard := range []string{"1", "2"} {
			check(t, Sweep(append(smallSweep, "-shard", shard+"/2", "-o", at(dir, shard)), env(io.Discard)))
		}
	}, Merge, func(dir, _ string) []string { return []string{at(dir, "1"), at(dir, "2"), "-o", at(dir, "sweep")} })
	return all
}

// someWritings tries one of the writings, or all in the long tests.
func someWritings(t *testing.T, try func(name string, w filetest.Writing)) {
	all := writings()
	names := slices.Sorted(maps.Keys(all))
	for _, k := range testkit.Sample(t, len(names), 1) {
		try(names[k-1], all[names[k-1]])
	}
}

var smallSweep = []string{"-duration", "1s", "-seeds", "1..2", "-jobs", "1", "-clients", "1"}

func TestACommandThatCannotWriteLeavesAllAsItWas(t *testing.T) {
	someWritings(t, func(name string, w filetest.Writing) { t.Run(name, w.Faults) })
}

func TestACommandThatIsStoppedLeavesAllAsItWas(t *testing.T) {
	someWritings(t, func(name string, w filetest.Writing) {
		t.Run(name, func(t *testing.T) {
			w.Stops(t, func(err error) bool { return errors.As(err, &Interrupted{}) })
		})
	})
}

// The program's exit codes: 2 for what can never be written, 1 for what fails, even at the start.
func TestAFullDiskIsNoErrorOfUsage(t *testing.T) {
	dir := t.TempDir()
	args := []string{"-duration", "1s", "-carrier", "direct", "-o", dir}
	count := &files.Faulty{FS: files.Disk{}}
	e := env(io.Discard)
	e.Files = count
	check(t, Run(args, e))
	for _, k := range []int{1, count.Steps()} {
		os.RemoveAll(dir)
		e.Files = &files.Faulty{FS: files.Disk{}, Fail: k, Err: filetest.ErrFull}
		if err := Run(args, e); Status(err) != 1 {
			t.Errorf("step %d: status %d, %v", k, Status(err), err)
		}
	}
}
