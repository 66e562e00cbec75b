package session

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
	"driftlab/netsim"
)

// -sessions is how many sessions TestASessionHasTheSameBytesEverywhere draws, one and with the long tests
// thousands; -sessions-seed is what they are drawn by, as it told it. -sessions-of is for the test's own children.
var (
	sessionsDrawn = flag.Int("sessions", testkit.LongCount(1, 2000), "`NUMBER` of sessions that are compared everywhere")
	sessionsSeed  = flag.Uint64("sessions-seed", 0, "what those are drawn by, 0 for what chooses all samples")
	sessionsOf    = flag.String("sessions-of", "", "`DIR` with sessions that are to be played, each into a folder beside it")
)

// runFiles are those of which all bytes are compared.
var runFiles = []string{SummaryFile, ClockFile, PacketsFile, LogFile}

// write plays a scenario at one go and writes a run's files into a folder.
func write(t testing.TB, sc *scenario.Scenario, carrier netsim.Carrier, dir string) {
	t.Helper()
	recordRun(t, sc, Options{Carrier: carrier}, dir, sc.Duration).Close()
}

// sameBytes compares files of two runs.
func sameBytes(t *testing.T, want, got string, names ...string) {
	t.Helper()
	for _, name := range names {
		a, b := filetest.Read(t, filepath.Join(want, name)), filetest.Read(t, filepath.Join(got, name))
		if bytes.Equal(a, b) {
			continue
		}
		line := 0
		x, y := bytes.Split(a, []byte("\n")), bytes.Split(b, []byte("\n"))
		for line < min(len(x), len(y))-1 && bytes.Equal(x[line], y[line]) {
			line++
		}
		t.Errorf("%s, line %d: %s\nwant %s\nof %s", name, line+1, y[line], x[line], filetest.Read(t, filepath.Join(want, LogFile)))
	}
}

// An otherRun is how else sessions are played, each by a child of the test's own program.
type otherRun struct {
	name         string
	goos, goarch string   // that the program is built for; "" as it is
	long         bool     // whether only the long tests build for it: compiling takes longer than all sessions
	env          []string // of the child
	skip         func() string
}

var otherRuns = []otherRun{
	{name: "collected all the time", env: []string{"GOGC=1"}},
	{name: "never collected", env: []string{"GOGC=off"}},
	{name: "on one processor", env: []string{"GOMAXPROCS=1"}},
	{name: "386", goos: "linux", goarch: "386", skip: func() string {
		if own := runtime.GOOS + "/" + runtime.GOARCH; own != "linux/amd64" {
			return "linux/386 programs run on linux/amd64, and this is " + own
		}
		return ""
	}},
	{name: "wasm", goos: "js", goarch: "wasm", long: true, skip: func() string {
		if _, err := exec.LookPath("node"); err != nil {
			return "there is no node"
		}
		return ""
	}},
}

// TestASessionHasTheSameBytesEverywhere draws sessions with settings of every kind and plays each over both carriers,
// from its log, from its shared text, in 32 bits, in WebAssembly, and however memory is collected.
func TestASessionHasTheSameBytesEverywhere(t *testing.T) {
	if testing.Short() || *sessionsOf != "" {
		t.Skip("long, and of one goroutine")
	}
	if *sessionsSeed == 0 {
		*sessionsSeed = testkit.LongSeed()
	}
	t.Logf("-sessions=%d -sessions-seed=%d draws these again", *sessionsDrawn, *sessionsSeed)
	programs := map[string]string{}
	const batch = 50 // as many lie on the disk at once
	for first := 0; first < *sessionsDrawn && !t.Failed(); first += batch {
		t.Run(fmt.Sprint(first), func(t *testing.T) {
			dir := t.TempDir()
			for n := first; n < min(first+batch, *sessionsDrawn); n++ {
				playHere(t, n, filepath.Join(dir, fmt.Sprint(n)))
			}
			for _, e := range otherRuns {
				t.Run(e.name, func(t *testing.T) {
					if why := e.unable(); why != "" {
						t.Skip(why)
					}
					if programs[e.goarch] == "" {
						programs[e.goarch] = e.build(t)
					}
					e.play(t, programs[e.goarch], dir)
				})
			}
		})
	}
	for arch, program := range programs {
		if arch != "" {
			os.Remove(program)
		}
	}
}

// playHere plays the n-th session in this process in all ways that there are.
func playHere(t *testing.T, n int, dir string) {
	a := scenariotest.NewAnything(t, *sessionsSeed, uint64(n))
	sc := a.Scenario()
	at := func(how string) string { return filepath.Join(dir, how) }
	write(t, sc, netsim.NewDirect(), at("direct"))
	write(t, sc, mustVNet(t), at("vnet"))
	sameBytes(t, at("direct"), at("vnet"), runFiles...)
	log := scenariotest.Load(t, filepath.Join(at("direct"), LogFile))
	write(t, log, netsim.NewDirect(), at("replay"))
	sameBytes(t, at("direct"), at("replay"), runFiles...)
	text := scenariotest.Share(t, log)
	shared, err := scenario.ParseShared(text, at("files"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, shared, netsim.NewDirect(), at("shared"))
	sameBytes(t, at("direct"), at("shared"), SummaryFile, ClockFile, PacketsFile) // the files have other paths there
	if again := scenariotest.Share(t, shared); again != text {
		t.Errorf("shared again it is another text:\n%s\nwas\n%s", again, text)
	}
}

// unable says why nothing is played there, "" if it is.
func (e *otherRun) unable() string {
	if e.long && !testkit.LongTests() {
		return "a long test: make test-long or make arches"
	}
	if e.goarch == "" && runtime.GOOS == "js" {
		return "a program in a browser has no children"
	}
	if e.skip == nil {
		return ""
	}
	if _, err := exec.LookPath("go"); err != nil {
		return "there is no go to build the program with"
	}
	return e.skip()
}

// build returns the path of this test as a program of the other architecture.
func (e *otherRun) build(t *testing.T) string {
	if e.goarch == "" {
		return os.Args[0]
	}
	f, err := os.CreateTemp("", "session-"+e.goarch+"-*.test")
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	build := exec.Command("go", "test", "-c", "-vet=off", "-ldflags=-s -w", "-o", f.Name(), ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+e.goos, "GOARCH="+e.goarch)
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return f.Name()
}

// play plays all sessions of a folder there and compares.
func (e *otherRun) play(t *testing.T, program, dir string) {
	args := []string{program, "-test.run", "^TestSessionsOfAParentArePlayed$", "-test.timeout", "1h", "-sessions-of", dir}
	if e.goos == "js" {
		root, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			t.Fatal(err)
		}
		args = append([]string{filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec")}, args...)
	}
	child := exec.Command(args[0], args[1:]...)
	child.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "TMPDIR=" + os.TempDir()}, e.env...) // js has little room for them
	said, err := child.CombinedOutput()
	if errors.Is(err, syscall.ENOEXEC) { // kernels may be built, or told, to run 64-bit programs alone
		t.Skipf("this machine runs no programs for %s/%s", e.goos, e.goarch)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	for _, one := range sessionsIn(t, dir) {
		sameBytes(t, filepath.Join(one, "direct"), filepath.Join(one, "elsewhere"), runFiles...)
		check(t, os.RemoveAll(filepath.Join(one, "elsewhere")))
	}
}

// sessionsIn returns the folders of the sessions in a folder.
func sessionsIn(t *testing.T, dir string) []string {
	logs, err := filepath.Glob(filepath.Join(dir, "*", "direct", LogFile))
	if err != nil || len(logs) == 0 {
		t.Fatalf("no sessions in %s: %v", dir, err)
	}
	for i, path := range logs {
		logs[i] = strings.TrimSuffix(path, filepath.Join("direct", LogFile))
	}
	return logs
}

// TestSessionsOfAParentArePlayed is what the children of the test above run.
func TestSessionsOfAParentArePlayed(t *testing.T) {
	if *sessionsOf == "" {
		t.Skip("it has no parent")
	}
	for _, one := range sessionsIn(t, *sessionsOf) {
		sc := scenariotest.Load(t, filepath.Join(one, "direct", LogFile))
		write(t, sc, netsim.NewDirect(), filepath.Join(one, "elsewhere"))
	}
}
