package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"driftlab/internal/files"
	"driftlab/internal/files/filetest"
)

// Each fault of an output's place has one status and one line, whichever command meets it.
func TestOneFaultHasOneStatusInAllCommands(t *testing.T) {
	withoutCluster(t)
	shards := t.TempDir()
	for _, shard := range []string{"1", "2"} {
		check(t, Sweep(append(smallSweep, "-shard", shard+"/2", "-o", filepath.Join(shards, shard)), quick()))
	}
	commands := map[string][]string{
		"run":   {"-duration", "100ms", "-carrier", "direct"},
		"sweep": smallSweep,
		"merge": {filepath.Join(shards, "1"), filepath.Join(shards, "2")},
	}
	for what, fault := range map[string]struct {
		put    func(t *testing.T, dir string)
		status int
	}{
		"another writes there": {func(t *testing.T, dir string) {
			release, err := files.Disk{}.Claim(filepath.Join(dir, files.ManifestFile))
			check(t, err)
			t.Cleanup(release)
		}, 1},
		"somebody's files": {func(t *testing.T, dir string) {
			for _, name := range []string{"summary.json", "sweep.csv"} {
				filetest.Write(t, filepath.Join(dir, name), "thesis")
			}
		}, 2},
		"somebody's links": {func(t *testing.T, dir string) {
			for _, name := range []string{"summary.json", "sweep.csv"} {
				if err := os.Symlink("far", filepath.Join(dir, name)); err != nil {
					t.Skip(err)
				}
			}
		}, 2},
	} {
		for name, args := range commands {
			dir := t.TempDir()
			fault.put(t, dir)
			err := Find(commandsOf(), name).Run(append(append([]string(nil), args...), "-o", dir), quick())
			if Status(err) != fault.status || strings.Count(err.Error(), "folder ") > 1 || !strings.Contains(err.Error(), dir) {
				t.Errorf("driftlab %s, %s: status %d, want %d: %v", name, what, Status(err), fault.status, err)
			}
		}
	}
}
