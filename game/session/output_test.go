package session

import (
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/files"
	"driftlab/internal/files/filetest"
	"driftlab/netsim"
)

var update = flag.Bool("update", false, "write the golden files anew")

var outputFiles = []string{SummaryFile, ClockFile, PacketsFile, LogFile}

// beginOutput begins the files of a run in a folder, as files of a set.
func beginOutput(set *files.Set, dir string, sc *scenario.Scenario) (*Output, error) {
	folder, err := set.Folder(dir, files.ManifestFile)
	if err != nil {
		return nil, err
	}
	return NewOutput(folder, sc)
}

// recordRun runs a scenario in steps, records it into a folder, and returns the session as it ends.
func recordRun(t rapid.TB, sc *scenario.Scenario, opt Options, dir string, step time.Duration) *Session {
	t.Helper()
	set := files.NewSet(files.Disk{}, sc.Files()...)
	defer set.Abandon()
	out, err := beginOutput(set, dir, sc)
	check(t, err)
	recorders := observe.Recorders{out}
	if opt.Recorder != nil {
		recorders = append(recorders, opt.Recorder)
	}
	opt.Recorder = recorders
	s := mustNew(t, sc, opt)
	advance(t, s, sc.Duration, step)
	check(t, errors.Join(out.Finish(s), set.Commit()))
	return s
}

// writeRun runs a scenario into a folder.
func writeRun(t rapid.TB, sc *scenario.Scenario, carrier netsim.Carrier, dir string) {
	t.Helper()
	check(t, recordRun(t, sc, Options{Carrier: carrier}, dir, time.Second).Close())
}

func readFile(t testing.TB, elem ...string) string {
	t.Helper()
	return string(filetest.Read(t, filepath.Join(elem...)))
}

func names(t testing.TB, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestFilesOfTheFirstScenarioAreTheGoldenOnes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeRun(t, scenariotest.First(t, 20*time.Second), netsim.NewDirect(), dir)
	var got strings.Builder
	for _, name := range outputFiles {
		sum := sha256.Sum256([]byte(readFile(t, dir, name)))
		fmt.Fprintf(&got, "%s  %s\n", hex.EncodeToString(sum[:]), name)
	}
	golden := filepath.Join("testdata", "first.sha256")
	if *update {
		check(t, files.Write(files.Disk{}, golden, got.String()))
	}
	if want := readFile(t, golden); got.String() != want {
		t.Errorf("the traces of the first 20 s have changed; if that is meant, run go test ./game/session -update\ngot\n%swant\n%s", got.String(), want)
	}
}

func TestReplayFromTheLogFileGivesTheSameFiles(t *testing.T) {
	t.Parallel()
	live, replay := t.TempDir(), t.TempDir()
	writeRun(t, scenariotest.First(t, 12*time.Second), netsim.NewDirect(), live)
	sc := scenariotest.Load(t, filepath.Join(live, LogFile))
	writeRun(t, sc, mustVNet(t), replay)
	for _, name := range outputFiles {
		if readFile(t, live, name) != readFile(t, replay, name) {
			t.Errorf("%s differs", name)
		}
	}
}

func TestTraceFilesHaveTheirColumnsAndHangTogether(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	sc := scenariotest.First(t, 12*time.Second)
	sc.Set = append(sc.Set, scenariotest.Set("link.loss=10%")...)
	writeRun(t, sc, netsim.NewDirect(), dir)
	number := func(text string) int64 {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	read := func(name, head string) [][]string {
		text := readFile(t, dir, name)
		if !strings.HasPrefix(text, head+"\n") {
			t.Errorf("%s begins with %.80q", name, text)
		}
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return rows[1:]
	}
	last := int64(0)
	for _, row := range read(ClockFile, "t_ns,client,algorithm,true_server_ns,estimated_server_ns,error_ns") {
		if at := number(row[0]); at < last {
			t.Fatalf("%v is before the row above it", row)
		} else {
			last = at
		}
		if number(row[4])-number(row[3]) != number(row[5]) || clockOf(t, row[2]) < 0 {
			t.Fatalf("%v does not hang together", row)
		}
	}
	fates, kinds := map[string]int{}, map[string]int{}
	for i, row := range read(PacketsFile, "id,kind,from,to,sent_ns,due_ns,fate,size_bytes,cause,copy_of,clock") {
		if number(row[0]) != int64(i+1) || number(row[5]) < number(row[4]) || number(row[7]) > netsim.MaxDatagram {
			t.Fatalf("%v does not hang together", row)
		}
		if from, to := number(row[2]), number(row[3]); (from == 0) == (to == 0) || from > 3 || to > 3 {
			t.Fatalf("%v is from no one or to no one", row)
		}
		fates[row[6]]++
		kinds[row[1]]++
	}
	if len(fates) != 2 || fates["lost"]*5 > fates["delivered"] || fates["lost"]*20 < fates["delivered"] {
		t.Errorf("fates are %v, want 10 %% lost", fates)
	}
	if kinds["unknown"] > 0 || len(kinds) != 12 {
		t.Errorf("kinds are %v, want all but shots", kinds)
	}
}

func TestARunThatBreaksOffLeavesOlderFilesAsTheyWere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeRun(t, scenariotest.First(t, time.Second), netsim.NewDirect(), dir)
	before := map[string]string{}
	for _, name := range outputFiles {
		before[name] = readFile(t, dir, name)
	}
	set, sc := files.NewSet(files.Disk{}), scenariotest.First(t, 2*time.Second)
	out, err := beginOutput(set, dir, sc)
	if err != nil {
		t.Fatal(err)
	}
	s := newSession(t, sc, out)
	advance(t, s, time.Second, time.Second)
	for name, text := range before {
		if readFile(t, dir, name) != text {
			t.Errorf("%s changes before the run is over", name)
		}
	}
	set.Abandon()
	if got := names(t, dir); len(got) != len(outputFiles)+1 { // the manifest
		t.Errorf("left are %v", got)
	}
	for name, text := range before {
		if readFile(t, dir, name) != text {
			t.Errorf("%s is changed", name)
		}
	}
}

func TestFolderThatCannotBeWrittenIsNamed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	check(t, files.Write(files.Disk{}, file, "text"))
	if _, err := beginOutput(files.NewSet(files.Disk{}), file, &scenario.Scenario{}); err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("folder %q cannot be made: ", file)) {
		t.Errorf("got %v", err)
	}
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("here any folder can be written")
	}
	locked := filepath.Join(dir, "locked")
	check(t, os.Mkdir(locked, 0o500))
	if _, err := beginOutput(files.NewSet(files.Disk{}), locked, &scenario.Scenario{}); !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), fmt.Sprintf("folder %q cannot be written to: ", locked)) {
		t.Errorf("got %v", err)
	}
}
