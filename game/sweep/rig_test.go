package sweep

import (
	"context"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/files"
	"driftlab/internal/files/filetest"
)

// measured makes a scenario that is measured for two seconds after the warm-up.
func measured(t testing.TB, name, more string) *scenario.Scenario {
	t.Helper()
	sc := scenariotest.Parse(t, name, `format = 3
name = "`+name+`"
clients = 2
duration = "12s"
[set]
link.delay = "30ms"
client2.skew = "50"
`+more)
	return sc
}

// smallGrid has two scenarios, three jitters, two kinds of projectiles' spawn and two seeds: 24 cells.
func smallGrid(t testing.TB) *Grid {
	t.Helper()
	return grid(t, []string{"link.jitter=0ms,20ms,5ms", "projectile.spawn=naive,timestamped"}, "3,9",
		measured(t, "plain", ""), measured(t, "step, at 11 s", "[[event]]\nat = \"11s\"\n[event.set]\nlink.up.delay = \"60ms\"\n"))
}

func grid(t testing.TB, vary []string, seeds string, scenarios ...*scenario.Scenario) *Grid {
	t.Helper()
	var axes []Axis
	for _, text := range vary {
		a, err := ParseAxis(text)
		if err != nil {
			t.Fatal(err)
		}
		axes = append(axes, a)
	}
	s, err := ParseSeeds(seeds)
	if err != nil {
		t.Fatal(err)
	}
	g, err := NewGrid(scenarios, axes, s)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// sweep runs a shard to its end.
func sweep(t *testing.T, dir string, g *Grid, shard Shard, jobs int) *Sweep {
	t.Helper()
	s := mustSweep(t, files.Disk{}, dir, g, shard)
	check(t, s.Run(context.Background(), jobs))
	return s
}

// table writes sweep.csv and returns its text.
func table(t *testing.T, f *Folder) string {
	t.Helper()
	check(t, f.results(f.writeTable))
	return read(t, filepath.Join(f.dir, TableFile))
}

func read(t *testing.T, path string) string {
	t.Helper()
	text := filetest.Read(t, path)
	return string(text)
}

// check ends a test that an error is in the way of.
func check(t rapid.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}

func mustFolder(t rapid.TB, fsys files.FS, dir string, g *Grid) *Folder {
	t.Helper()
	f, err := CreateFolder(fsys, dir, g)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func mustSweep(t rapid.TB, fsys files.FS, dir string, g *Grid, shard Shard) *Sweep {
	t.Helper()
	s, err := NewSweep(fsys, dir, g, shard)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
