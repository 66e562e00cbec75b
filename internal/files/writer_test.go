package files

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// gonePID returns the number of a process that has ended.
func gonePID(t *testing.T) int {
	t.Helper()
	c := exec.Command(os.Args[0], "-test.run=^$")
	if err := c.Run(); err != nil {
		t.Skip(err)
	}
	return c.Process.Pid
}

// partBy returns the first name of a part that a process of a machine writes.
func partBy(place string, pid int, machine string) string {
	return fmt.Sprintf("%s.1-%d-%s%s", place, pid, machine, partEnding)
}

func TestWhatKilledProgramsHaveLeftIsTakenAwayByTheNextThatWritesThere(t *testing.T) {
	t.Parallel()
	gone, here, parent := gonePID(t), machine(), os.Getppid()
	for name, stays := range map[string]bool{
		partBy("clock.csv", gone, here):                       false,
		partBy("other", gone, here):                           false, // of another file in the folder
		partBy("clock.csv", parent, here):                     true,  // who writes it is alive
		partBy("clock.csv", os.Getpid(), here):                true,
		partBy("clock.csv", gone, "00000000"):                 true, // of another machine
		"clock.csv.1" + partEnding:                            true, // for a person
		"clock.csv.1-mine-" + here + partEnding:               true,
		fmt.Sprintf("clock.csv.1-%d-%s.part", gone, here):     true,
		fmt.Sprintf("clock.csv.1-%d-%s.partial.", gone, here): true,
		fmt.Sprintf("1-%d-%s.partial", gone, here):            true,
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, name), []byte("left"), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := Write(Disk{}, filepath.Join(dir, "new"), "new"); err != nil {
			t.Fatal(err)
		}
		if got := tree(t, dir); (got[name] == "left") != stays || got["new"] != "new" {
			t.Errorf("%s, which is to stay: %v; there is %q", name, stays, slices.Sorted(maps.Keys(got)))
		}
	}
}

func TestWhatIsNoFileIsNotTakenAwayInAPartsName(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	part := partBy("a", gonePID(t), machine())
	if err := os.WriteFile(filepath.Join(dir, "mine"), []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	symlink(t, "mine", filepath.Join(dir, part))
	if err := Write(Disk{}, filepath.Join(dir, "a"), "new"); err != nil {
		t.Fatal(err)
	}
	if got := tree(t, dir); got[part] != "mine" || got["mine"] != "mine" {
		t.Errorf("there is %q", got)
	}
}

// Where a file system has no second names, a writer may have died while what it was replacing had no other name.
func TestWhatAKilledProgramWasReplacingGetsItsNameAgain(t *testing.T) {
	t.Parallel()
	dir, gone := t.TempDir(), gonePID(t)
	for _, name := range []string{"a", "b"} {
		old := strings.TrimSuffix(partBy(name, gone, machine()), partEnding) + backupEnding
		if err := os.WriteFile(filepath.Join(dir, old), []byte("old"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "b"), []byte("new"), 0o666), Write(Disk{}, filepath.Join(dir, "c"), "")); err != nil {
		t.Fatal(err)
	}
	if got := tree(t, dir); len(got) != 3 || got["a"] != "old" || got["b"] != "new" {
		t.Errorf("there is %q", got)
	}
}

func TestWhatCouldNotTakeItsPlaceIsKeptForAPerson(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	counted := &Faulty{FS: Disk{}}
	if err := writeRun(counted, filepath.Join(dir, "count"), "new"); err != nil {
		t.Fatal(err)
	}
	err := writeRun(&Faulty{FS: Disk{}, Fail: counted.Steps(), Err: errors.New("the last rename fails")}, dir, "new")
	if err == nil {
		t.Fatal("it has not failed")
	}
	kept := 0
	for name := range tree(t, dir) {
		if strings.HasSuffix(name, partEnding) {
			kept++
			if partNames.MatchString(filepath.Base(name)) {
				t.Errorf("%s would be taken away", name)
			}
		}
	}
	if kept != 5 || !strings.Contains(err.Error(), ".1"+partEnding) {
		t.Errorf("%d parts are kept, and it says %v", kept, err)
	}
}
