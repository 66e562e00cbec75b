package files

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"driftlab/internal/testkit"
)

// writingVariable has the test's program write into a folder until it is killed.
const writingVariable = "DRIFTLAB_FILES_WRITE"

// longText is longer than what is written at once, and says by itself whether all of it is there.
func longText(of string) string { return strings.Repeat(of+"\n", 8_000) }

func TestMain(m *testing.M) {
	dir := os.Getenv(writingVariable)
	if dir == "" {
		os.Exit(m.Run())
	}
	disk := &Faulty{FS: Disk{}} // which does not wait for the disk: more of the time goes by among renames
	for n := 0; ; n++ {
		text := longText(fmt.Sprintf("%d-%d", os.Getpid(), n))
		err := writeRun(disk, dir, text)
		if errors.Is(err, ErrClaimed) { // by the other window
			err = nil
		}
		for _, strangers := range []string{"thesis", "link"} {
			if WriteMarked(disk, filepath.Join(dir, strangers), HeadHas("driftlab", 8), text) == nil {
				err = errors.Join(err, errors.New("a stranger's file was replaced"))
			}
		}
		if err = errors.Join(err, Write(disk, filepath.Join(dir, "alone"), text)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if n == 0 {
			fmt.Println("one writing is done")
		}
	}
}

// killed has two windows write into a folder at once, and kills both at random moments.
func killed(t *testing.T, dir string, random *rand.Rand) {
	t.Helper()
	var windows []*exec.Cmd
	var errs strings.Builder
	for range 2 {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), writingVariable+"="+dir)
		out, err := c.StdoutPipe()
		if c.Stderr = &errs; err == nil {
			err = c.Start()
		}
		if err != nil {
			t.Skip(err)
		}
		windows = append(windows, c)
		io.ReadFull(out, make([]byte, 1)) // if it has ended, its error is reported below
	}
	for _, c := range windows {
		time.Sleep(time.Duration(random.Int64N(int64(30 * time.Millisecond))))
		c.Process.Kill()
		c.Wait()
	}
	if errs.Len() > 0 {
		t.Error(errs.String())
	}
}

func TestWhateverMomentWritersAreKilledAtFilesAreWholeAndTheNextPutsAllRight(t *testing.T) {
	random := rand.New(rand.NewPCG(testkit.LongSeed(), 0))
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	err := errors.Join(os.Mkdir(out, 0o777), os.WriteFile(filepath.Join(out, "notes.txt"), []byte("mine"), 0o666),
		os.WriteFile(filepath.Join(dir, "thesis"), []byte("mine"), 0o666))
	if err != nil {
		t.Fatal(err)
	}
	symlink(t, "thesis", filepath.Join(dir, "link"))
	for n := range testkit.LongCount(5, 100) {
		killed(t, dir, random)
		got, texts := tree(t, dir), map[string]bool{}
		for _, name := range []string{"out/clock.csv", "out/plots/a.png", "out/session.toml", "trace", "alone"} {
			first, _, _ := strings.Cut(got[name], "\n")
			if got[name] != longText(first) {
				t.Errorf("kill %d: %s begins with %q and is not whole", n, name, first)
			}
			if strings.HasPrefix(name, "out/") {
				texts[got[name]] = true
			}
		}
		if whole := Whole(Disk{}, filepath.Join(out, "session.toml")); (len(texts) > 1) != (whole != nil) {
			t.Errorf("kill %d: the run's files are of %d runs, and it says %v", n, len(texts), whole)
		}
		after := longText("after")
		if err := errors.Join(writeRun(Disk{}, dir, after), Write(Disk{}, filepath.Join(dir, "alone"), after)); err != nil {
			t.Errorf("kill %d: cannot be written again: %v", n, err)
		}
		got = tree(t, dir)
		for name, text := range got {
			if strings.HasSuffix(name, partEnding) || strings.HasSuffix(name, backupEnding) || text != "mine" && text != after && name != "out/"+ManifestFile {
				t.Errorf("kill %d: in the end %s is there with %.20q", n, name, text)
			}
		}
		if len(got) != 9 {
			t.Errorf("kill %d: in the end there are %d files", n, len(got))
		}
	}
}

// A dying file system moves a number of files to their places; after that nothing happens any more.
type dying struct {
	FS
	places int
}

func (d *dying) Rename(from, to string) error {
	if d.places == 0 {
		return errors.New("it was killed")
	}
	d.places--
	return d.FS.Rename(from, to)
}

func (d *dying) Remove(name string) error {
	if d.places == 0 {
		return errors.New("it was killed")
	}
	return d.FS.Remove(name)
}

func TestAFolderOfTwoWritingsStaysOneHoweverFarTheNextComes(t *testing.T) {
	for first := range 8 {
		for second := range 8 {
			dir := t.TempDir()
			err := writeRun(Disk{}, dir, "old")
			writeRun(&dying{Disk{}, first}, dir, "new")
			writeRun(&dying{Disk{}, second}, dir, "newest")
			got, texts := tree(t, dir), map[string]bool{}
			for _, name := range []string{"out/clock.csv", "out/plots/a.png", "out/session.toml"} {
				texts[got[name]] = true
			}
			if whole := Whole(Disk{}, filepath.Join(dir, "out", "session.toml")); err != nil || (len(texts) > 1) != (whole != nil) {
				t.Errorf("killed after %d and %d places the files are of %d runs, and it says %v, %v", first, second, len(texts), whole, err)
			}
			if err := writeRun(Disk{}, dir, "last"); err != nil || tree(t, dir)["out/clock.csv"] != "last" {
				t.Errorf("killed after %d and %d places: %v", first, second, err)
			}
		}
	}
}
