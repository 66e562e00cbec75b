//go:build !js

package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game/judge"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/game/session"
	"driftlab/game/sweep"
	"driftlab/internal/files/filetest"
	"driftlab/netsim"
)

// example returns the command line of a Python program that asks once; without Python it skips the test.
func example(t *testing.T) []string {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3 here: the example is not run")
	}
	return []string{"-first", "5m", "-later", "5m", python, filepath.Join("..", "..", "netsync", "guest", "examples", "rtt2.py")}
}

// shortLink writes a link of 20 s into a folder and returns its path.
func shortLink(t *testing.T) string {
	t.Helper()
	sc := scenariotest.Load(t, "judge-drift")
	sc.Duration = 20 * time.Second
	path := filepath.Join(t.TempDir(), "short.toml")
	filetest.Write(t, path, sc.Text())
	return path
}

func TestBadFlagsOfAJudgementAreRefusedInOneLine(t *testing.T) {
	for line, want := range map[string]string{
		"":                              "the program is missing",
		"-links nowhere true":           "-links: ",
		"-seeds 3..1 true":              "-seeds: ",
		"-jobs 0 true":                  "-jobs: 0 is outside 1..4096",
		"-results pdf -o X true":        `-results: "pdf" is unknown (allowed: gradescope, junit)`,
		"-results junit true":           "-results: goes with -o",
		"-at-least rt2 true":            `-at-least: unknown algorithm "rt2"`,
		"-share 0.5 true":               "-share: goes with -at-least",
		"-at-least rtt2 -share 2 true":  "-share: 2 is outside 0..1",
		"-as rt2 true":                  `-as: unknown algorithm "rt2"`,
		"-tolerance 1us true":           "-tolerance: it goes with -as",
		"-v -as sntp true":              "-v: goes with -as midline",
		"-classes lte true":             "-classes: goes with -links random",
		"-links random -classes lt 1":   `-classes: "lt" is unknown: perhaps lte? There are all, queue-after, queue-periodic, `,
		"-clock rt2":                    `-clock: unknown algorithm "rt2"`,
		"-clock rtt2 true":              "-clock: it goes without a program",
		"-clock rtt2 -as sntp":          "-clock: it goes without a program, and without -as",
		"-first 1ns true":               "-first: 1ns is outside 100ms..10m0s",
		"-memory 0 true":                "-memory: 0 is outside 1..65536 MB",
		"/no/such/program":              `program: at its start: "/no/such/program": no such file or directory`,
		"-as rtt2 ./no-such-program-at": "no such file or directory",
	} {
		var out bytes.Buffer
		err := Judge(strings.Fields(line), env(&out))
		wantUsage(t, line, err, want)
	}
}

func TestAJudgementWritesItsTablesAndALogForTheWindow(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	var out bytes.Buffer
	args := append([]string{"-links", shortLink(t), "-seeds", "1..2", "-o", dir, "-results", "gradescope", "-at-least", "quake3"}, example(t)...)
	check(t, Judge(args, env(&out)))
	if text := out.String(); !strings.HasPrefix(text, "short: RTT/2 in Python is ") || !strings.Contains(text, "\n→ RTT/2 in Python ") || !strings.Contains(text, "worse than quake3 on 0 of 1 links") {
		t.Error(text)
	}
	for _, name := range []string{judge.TableFile, judge.ReportFile, sweep.PlotsDir + "/judge.png", sweep.PlotsDir + "/judge.svg"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() < 200 {
			t.Errorf("%s: %v", name, err)
		}
	}
	var grades struct{ Tests []struct{ Score float64 } }
	text, err := os.ReadFile(filepath.Join(dir, judge.GradescopeFile))
	if err := errors.Join(err, json.Unmarshal(text, &grades)); err != nil || len(grades.Tests) != 1 || grades.Tests[0].Score != 1 {
		t.Errorf("%s, %v", text, err)
	}
	if sc, err := scenario.Load(filepath.Join(dir, judge.LogsDir, "short.toml")); err != nil || sc.Seed != 1 || sc.Duration != 20*time.Second {
		t.Errorf("the log can't be played again: %v", err)
	}
}

func TestTheTablesOfTheJudgesPageAreWhatItPrints(t *testing.T) {
	if testing.Short() {
		t.Skip("three sessions of 240 s")
	}
	page := filetest.Read(t, filepath.Join("..", "..", "docs", "judge.md"))
	for begins, c := range map[string]struct {
		ends string
		args []string
	}{
		"    wifi: ":  {"\n\n", append([]string{"-links", "wifi"}, example(t)...)},
		"    class  ": {"\n\nThe *oracle*", strings.Fields("-clock timesync -links random -classes handover -seeds 1..4")},
	} {
		var out bytes.Buffer
		check(t, Judge(c.args, env(&out)))
		_, sample, _ := strings.Cut(string(page), "\n"+begins)
		sample, _, ok := strings.Cut(sample, c.ends)
		if !ok {
			t.Fatalf("the page has no table that begins with %q", begins)
		}
		for _, line := range strings.Split(begins+sample, "\n") {
			if line = strings.TrimPrefix(line, "    "); strings.TrimSpace(line) != "…" && !strings.Contains(out.String(), line+"\n") {
				t.Errorf("the page has %q, which is not in\n%s", line, &out)
			}
		}
	}
}

func TestTheWindowsCommandOfTheJudgesPageHasTheProgramDriveAClient(t *testing.T) {
	page := filetest.Read(t, filepath.Join("..", "..", "docs", "judge.md"))
	_, line, _ := strings.Cut(string(page), "\n    driftlab -view lab ")
	line, _, _ = strings.Cut(line, "\n")
	args := strings.Fields(strings.Replace(line, "mine='python3 rtt2.py'", "GUEST", 1))
	i := slices.Index(args, "GUEST")
	if i < 0 {
		t.Fatalf("the page has %q", line)
	}
	args[i] = guestFlag(t)
	w, err := ParseWindow(append([]string{"-view", "lab"}, args...), env(io.Discard))
	check(t, err)
	s, err := session.New(w.Scenario, session.Options{Carrier: netsim.NewDirect()})
	check(t, err)
	defer s.Close()
	if drives := s.Summary().Clients[0].Driving; drives != "mine" {
		t.Errorf("%q drives client 1", drives)
	}
}

func TestTheHelpOfAJudgementNamesThePublicLinks(t *testing.T) {
	all, err := judge.Load(judge.Public, "")
	check(t, err)
	_, named, _ := strings.Cut(newJudgeFlags().set.Lookup("links").Usage, "some of them (")
	named, _, _ = strings.Cut(named, ")")
	var is []string
	for _, l := range all {
		is = append(is, l.Name)
	}
	said := strings.Split(named, ", ")
	slices.Sort(said)
	if slices.Sort(is); !slices.Equal(said, is) {
		t.Errorf("it names %q, and there are %q", said, is)
	}
}

func TestAFlagBehindTheProgramIsSaidToBeTheProgramsOwn(t *testing.T) {
	for line, want := range map[string]string{
		"/no/such/program -o DIR --seeds=3 -x -": "driftlab: warning: -o, -seeds after PROGRAM belongs to the program; put judge's own flags before PROGRAM\n",
		"/no/such/program -x --":                 "",
	} {
		var warned bytes.Buffer
		e := env(io.Discard)
		e.Warn, e.Progress = &warned, io.Discard
		if err := Judge(strings.Fields(line), e); err == nil || warned.String() != want {
			t.Errorf("%q: %v, %q", line, err, &warned)
		}
	}
}

func TestAJudgementSaysHowManyRunsItMakesAndHowLongTheyTake(t *testing.T) {
	var warned, progress bytes.Buffer
	e := env(io.Discard)
	e.Warn = &warned
	args := append([]string{"-links", shortLink(t), "-seeds", "1..3", "-jobs", "1"}, example(t)...)
	check(t, Judge(args, e))
	if !regexp.MustCompile(`^driftlab: 0 of 3 runs\ndriftlab: 1 of 3 runs, [0-9hms.]+ left\n$`).MatchString(warned.String()) {
		t.Errorf("without a terminal it says %q", &warned)
	}
	warned.Reset()
	e.Progress = &progress
	if err := Judge(args, e); err != nil || warned.Len() > 0 || !strings.HasPrefix(progress.String(), "\r\x1b[K0 of 3 runs\r\x1b[K1 of 3 runs, ") || !strings.HasSuffix(progress.String(), "3 of 3 runs\r\x1b[K") {
		t.Errorf("%v, %q, %q", err, &warned, &progress)
	}
}

func TestAJudgementOfMoreRunsThanASweepMayHaveCellsIsRefused(t *testing.T) {
	for _, more := range []string{"", "-as midline "} {
		line := more + "-seeds 1..1000000 /no/such/program"
		if err := Judge(strings.Fields(line), env(io.Discard)); Status(err) != 2 || err.Error() != "-seeds: 1000000 seeds on 15 links are 15000000 runs, which is outside 1..1000000" {
			t.Errorf("%s: %v", line, err)
		}
	}
}

func TestAJudgementFailsBelowTheClockThatIsAskedFor(t *testing.T) {
	var out bytes.Buffer
	args := append([]string{"-links", shortLink(t), "-seeds", "1", "-at-least", "midline"}, example(t)...)
	if err := Judge(args, env(&out)); err == nil || Status(err) != 1 || !strings.Contains(err.Error(), "worse than midline on 1 of 1 links, and may on 0 of them: short") {
		t.Error(err)
	}
	if err := Judge(append([]string{"-share", "1"}, args...), env(&out)); err != nil {
		t.Error(err)
	}
}

// once is a Python program that works the first time that it is started in its folder, and later ends at an event.
const once = `import json, os, sys
sys.stdin.readline()
ends = os.path.exists(sys.argv[1])
open(sys.argv[1], "w").close()
print('{"driftlab":1,"name":"once","hears":[]}', flush=True)
for line in sys.stdin:
    event = json.loads(line)
    if ends and event["n"] == 3:
        break
    print(json.dumps({"n": event["n"], "wake": event.get("now", 0) + 5_000_000_000, "clock": {"at": 0, "time": 0}}), flush=True)
`

func TestAFaultOfAJudgedProgramKeepsTheLinksThatHaveFinished(t *testing.T) {
	first, dir := shortLink(t), t.TempDir()
	text, err := os.ReadFile(first)
	file, second, out := filepath.Join(dir, "once.py"), filepath.Join(dir, "second.toml"), filepath.Join(dir, "out")
	check(t, errors.Join(err, os.WriteFile(file, []byte(once), 0o666), os.WriteFile(second, text, 0o666)))
	command := example(t)
	command[len(command)-1] = file
	var said bytes.Buffer
	args := append([]string{"-links", first + "," + second, "-seeds", "1", "-jobs", "1", "-o", out}, append(command, filepath.Join(dir, "started"))...)
	err = Judge(args, env(&said))
	if err == nil || Status(err) != 1 || err.Error() != "once: event 3 (wake): the program ended (exit status 0) without a reply" {
		t.Error(Status(err), err)
	}
	graded := filepath.Join(dir, "graded") // now it ends on the first link too
	again := append([]string{"-links", first + "," + second, "-seeds", "1", "-jobs", "1", "-o", graded, "-results", "gradescope"}, args[8:]...)
	err = Judge(again, env(io.Discard))
	text, failed := os.ReadFile(filepath.Join(graded, judge.GradescopeFile))
	if Status(err) != 1 || failed != nil || !bytes.Contains(text, []byte(`"short: not finished: once: event 3 (wake): the program ended (exit status 0) without a reply"`)) || bytes.Count(text, []byte(`"score": 0`)) != 2 {
		t.Errorf("%v, %v: %s", err, failed, text)
	}
	if text := said.String(); !strings.HasPrefix(text, "short: once is ") || !strings.Contains(text, "second, seed 1, at 10.") || !strings.Contains(text, ": once was 70") {
		t.Error(text)
	}
	table, err := os.ReadFile(filepath.Join(out, judge.TableFile))
	if err != nil || !bytes.Contains(table, []byte("\nshort,1,once,")) || bytes.Contains(table, []byte("second")) {
		t.Errorf("%s, %v", table, err)
	}
}

// afterOne calls a function once a run is reported.
type afterOne func()

func (do afterOne) Write(b []byte) (int, error) {
	if bytes.Contains(b, []byte("1 of ")) {
		do()
	}
	return len(b), nil
}

func TestAJudgementThatIsStoppedWritesWhatIsFinishedAndSaysHowMuchThatIs(t *testing.T) {
	link, dir := shortLink(t), filepath.Join(t.TempDir(), "out")
	var out bytes.Buffer
	e := env(&out)
	stop, tell := context.WithCancel(e.Stop)
	e.Stop, e.Progress = stop, afterOne(tell)
	err := Judge(append([]string{"-links", link + ",judge-wifi", "-seeds", "1", "-jobs", "1", "-o", dir}, example(t)...), e)
	if Status(err) != 130 || err.Error() != "stopped after 1 of 2 runs" {
		t.Errorf("%d: %v", Status(err), err)
	}
	if text := out.String(); !strings.HasPrefix(text, "Driftlab was stopped after 1 of 2 runs. 1 of 2 links are finished.\n\nshort: RTT/2 in Python is ") {
		t.Error(text)
	}
	report, err := os.ReadFile(filepath.Join(dir, judge.ReportFile))
	if err != nil || !bytes.Contains(report, []byte("\nOnly 1 of 2 runs are finished, and 1 of 2 links are below: stopped after 1 of 2 runs.\n")) {
		t.Errorf("%s, %v", report, err)
	}
}

func TestAJudgementThatCannotBeWrittenIsNotTheProgramsFault(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	e := env(io.Discard)
	e.Progress = afterOne(func() { os.RemoveAll(dir); os.WriteFile(dir, nil, 0o666) })
	err := Judge(append([]string{"-links", shortLink(t), "-seeds", "1", "-o", dir}, example(t)...), e)
	if Status(err) != 2 || strings.Contains(err.Error(), "\n") {
		t.Errorf("%d: %v", Status(err), err)
	}
}

func TestAJudgementIsRefusedBeforeItsRunsWhereItWouldReplaceAFileOfAPersons(t *testing.T) {
	for _, name := range []string{judge.TableFile, "plots/judge.svg", "logs/short.toml", "difference.jsonl"} {
		dir := t.TempDir()
		path := filepath.Join(dir, name)
		check(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte("thesis"), 0o666)))
		args := append([]string{"-links", shortLink(t), "-seeds", "1", "-o", dir}, example(t)...)
		if name == "difference.jsonl" {
			args = append([]string{"-as", "rtt2"}, args...)
		}
		var out bytes.Buffer
		e := env(&out)
		e.Progress = afterOne(func() { t.Errorf("%s: a run was played", name) })
		if err := Judge(args, e); Status(err) != 2 || !strings.Contains(err.Error(), filepath.Base(name)) || out.Len() > 0 {
			t.Errorf("%v: %s", err, &out)
		}
		if got := filetest.Tree(t, dir); got[name] != "thesis" || len(got) > 2 {
			t.Errorf("there is %q", got)
		}
		if err := Judge(append([]string{"-force"}, args...), env(&out)); err != nil {
			t.Error(err)
		}
	}
}
