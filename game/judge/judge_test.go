//go:build !js

package judge

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game/judge/process"
	"driftlab/game/ranking"
	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/netsync/guest"
	"driftlab/netsync/registry"
)

// childTask is the environment's name for what this test's program does when it is started as a guest.
const childTask = "DRIFTLAB_TEST_JUDGED"

func TestMain(m *testing.M) {
	switch task := os.Getenv(childTask); task {
	case "":
		os.Exit(m.Run())
	case "dies at seed 2":
		unless(`"seed":2,`, "sntp")
	case "near late":
		os.Exit(replying(bufio.NewReader(os.Stdin), guest.Answers))
	case "deaf":
		os.Exit(replying(bufio.NewReader(os.Stdin), 0))
	case "dies as client 2":
		unless(`"client":2,`, "timesync")
	default:
		serve(task, bufio.NewReader(os.Stdin))
	}
}

// unless serves a clock, or fails where its first line has a text.
func unless(has, name string) {
	in := bufio.NewReader(os.Stdin)
	line, _ := in.ReadBytes('\n')
	if bytes.Contains(line, []byte(has)) {
		os.Exit(failing(in))
	}
	serve(name, io.MultiReader(bytes.NewReader(line), in))
}

func serve(name string, in io.Reader) {
	a, err := registry.Lookup(name)
	if err == nil {
		err = guest.Serve(a, in, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
}

// replying is a guest that asks every second and is 1 s wrong until it has run for 19 s.
func replying(in *bufio.Reader, hears guest.Hearing) int {
	in.ReadBytes('\n')
	os.Stdout.Write(guest.Welcome{Name: "near late", Hears: hears}.Append(nil))
	var began int64
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return 0
		}
		ev, err := guest.ParseEvent(line)
		if err != nil {
			return 4
		}
		r := guest.Reply{N: ev.N}
		if ev.Kind == guest.Wake {
			r.Send, r.HasWake, r.Wake = []guest.Send{{Seq: uint16(ev.N)}}, true, ev.Now+1e9
			began = cmp.Or(began, ev.Now)
		}
		if ev.Kind == guest.Answer {
			r.HasClock, r.Clock = true, &guest.Line{At: ev.T4, Time: ev.T3 + (ev.T4-ev.T1)/2}
			if ev.T4-began < 19e9 {
				r.Clock.Time += 1e9
			}
		}
		os.Stdout.Write(r.Append(nil))
	}
}

// failing is a guest that has read its first line, replies to nine events and ends.
func failing(in *bufio.Reader) int {
	os.Stdout.Write(guest.Welcome{Name: "short of breath"}.Append(nil))
	for range 9 {
		line, err := in.ReadBytes('\n')
		ev, bad := guest.ParseEvent(line)
		if err != nil || bad != nil {
			return 4
		}
		r := guest.Reply{N: ev.N, HasWake: true, Wake: ev.Now + 1e9}
		os.Stdout.Write(r.Append(nil))
	}
	return 7
}

func small(t *testing.T, task string) *process.Program {
	t.Helper()
	t.Setenv(childTask, task)
	limits := process.DefaultLimits()
	limits.First, limits.Later = 5*time.Minute, 5*time.Minute // however busy the machine
	return &process.Program{Path: os.Args[0], Limits: limits, Errors: os.Stderr}
}

// links are two short ones.
func links(t *testing.T) (all []Link) {
	t.Helper()
	for _, name := range []string{"judge-wifi", "judge-uneven"} {
		l, err := Load(name, "")
		if err != nil {
			t.Fatal(err)
		}
		l[0].Scenario.Duration = 25 * time.Second
		all = append(all, l...)
	}
	return all
}

func judged(t *testing.T, task string, jobs int) (Judgement, *Run, error) {
	t.Helper()
	return Judge(context.Background(), links(t), []uint64{1, 2}, Entrant{Program: small(t, task)}, jobs, func(Run) {})
}

func TestAProgramIsScoredBesideEveryClockOnTheSameLuck(t *testing.T) {
	j, broken, err := judged(t, "sntp", 1)
	if err != nil || broken != nil {
		t.Fatal(err)
	}
	all := j.Verdicts()
	if len(j.Runs) != 4 || len(all) != 2 {
		t.Fatalf("%d runs, %d verdicts", len(j.Runs), len(all))
	}
	if j.Runs[0].Log == "" || j.Runs[1].Log != "" { // of thousands of seeds they would take gigabytes, and only the first is written
		t.Error("another log than the first seed's is kept")
	}
	v := &all[0]
	own := &v.Scores[0]
	builtIn, ok := v.Score("sntp")
	if own.Clock != "sntp (yours)" || !ok || len(v.Scores) != builtInClocks+1 {
		t.Fatalf("%q of %d clocks", own.Clock, len(v.Scores))
	}
	if !own.Known || !own.Came || own.RMS <= 0 || own.RMS > 10*builtIn.RMS || own.Bytes != builtIn.Bytes || own.Stated == 0 {
		t.Errorf("the program has %+v, the clock that it is %+v", own, builtIn)
	}
	if !strings.HasPrefix(v.Text, "wifi: sntp (yours) is ") || !strings.Contains(v.Text, fmt.Sprintf(" of %d; the best of the others, midline, is ", builtInClocks+1)) {
		t.Error(v.Text)
	}
	var one, two bytes.Buffer
	again, _, err := judged(t, "sntp", 3)
	if err := errors.Join(err, j.WriteCSV(&one), again.WriteCSV(&two)); err != nil || one.String() != two.String() || strings.Count(one.String(), "\n") != 1+4*(builtInClocks+1) {
		t.Errorf("the same program has other results the second time, %v", err)
	}
	if text := j.Markdown(); !strings.Contains(text, "\n## uneven\n\n60 ms up and 20 ms down") || !strings.Contains(text, "| **sntp (yours)** |") {
		t.Error(text)
	}
}

// farAndNear has three clients whose clocks and links differ, and no jitter: on it a clock does as well as the same clock as a program.
const farAndNear = `format = 3
clients = 3
duration = "25s"
[set]
arena = "none"
link.delay = "20ms"
client1.offset = "3s"
client1.skew = "20ppm"
client2.offset = "-7s"
client2.link.up.delay = "90ms"
client3.skew = "-60ppm"
client3.link.down.delay = "200ms"
`

func judgedThere(t *testing.T, task string) (Judgement, error) {
	t.Helper()
	file := t.TempDir() + "/near.toml"
	if err := os.WriteFile(file, []byte(farAndNear), 0o666); err != nil {
		t.Fatal(err)
	}
	there, err := Load(file, "")
	if err != nil {
		t.Fatal(err)
	}
	j, _, err := Judge(context.Background(), there, []uint64{1}, Entrant{Program: small(t, task)}, 1, func(Run) {})
	return j, err
}

func TestEachClientOfALinkHasAProcessOfItsOwnAndIsScored(t *testing.T) {
	for _, name := range []string{"timesync", "rtt2"} { // with a half on the host, and without
		j, err := judgedThere(t, name)
		if err != nil {
			t.Fatal(err)
		}
		v := j.Verdicts()[0]
		own, builtIn := v.Scores[0], *must(v.Score(name))
		if own.Clock = builtIn.Clock; own != builtIn || own.RMS < 1 {
			t.Errorf("the program has %+v, the clock that it is %+v", own, builtIn)
		}
		if !strings.Contains(j.Runs[0].Log, "\nclients = 3\n") {
			t.Error(j.Runs[0].Log)
		}
	}
}

func must(s *Score, ok bool) *Score {
	if !ok {
		panic("a clock of this module has no score")
	}
	return s
}

func TestAFaultSaysWhichClientsProgramHasIt(t *testing.T) {
	_, err := judgedThere(t, "dies as client 2")
	if want := "timesync (yours), client 2: at its start: it says "; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Error(err)
	}
}

func TestResultsOfFinishedLinksStayWhenAProgramFails(t *testing.T) {
	j, broken, err := judged(t, "dies at seed 2", 1)
	var fault *guest.Fault
	if !errors.As(err, &fault) || Ours(err) || err.Error() != "short of breath: event 10 (wake): the program ended (exit status 7) without a reply" {
		t.Fatal(err)
	}
	if len(j.Runs) != 1 || j.Runs[0].Seed != 1 || broken == nil || len(broken.Scores) == 0 || broken.Played < 5*time.Second {
		t.Errorf("%d runs, the broken one is %+v", len(j.Runs), broken)
	}
	if at := broken.At(&j.Links[0]); !strings.HasPrefix(at, "wifi, seed 2, at ") {
		t.Error(at)
	}
	if len(j.Verdicts()) != 0 {
		t.Error("a link with a seed that is missing has a verdict")
	}
	grades, err := j.Gradescope("")
	if !bytes.Contains(grades, []byte("0 of 2 links judged")) || bytes.Count(grades, []byte(`"score": 0`)) != 2 || bytes.Count(grades, []byte(": not finished: short of breath: event 10 (wake): the program ended")) != 2 {
		t.Errorf("%s, %v", grades, err)
	}
	suite, err := j.JUnit("")
	if !bytes.Contains(suite, []byte(`tests="2" failures="2"`)) || !bytes.Contains(suite, []byte(`message="uneven: not finished: short of breath`)) {
		t.Errorf("%s, %v", suite, err)
	}
}

func TestAClockIsNearOnlyOnceItHasStayedSo(t *testing.T) {
	j, _, err := judged(t, "near late", 2)
	if err != nil {
		t.Fatal(err)
	}
	v := j.Verdicts()[0]
	if own := v.Scores[0]; !own.Known || own.Came {
		t.Errorf("near for the last 6 s it has %+v", own)
	}
	if !strings.Contains(v.Text, "; it never stayed within 5 ms of the truth for 10 s, in at least one run") {
		t.Error(v.Text)
	}
	if midline := must(v.Score("midline")); !midline.Came || midline.Within > 1 {
		t.Errorf("midline has %+v", midline)
	}
}

func TestAClockThatAsksAndHearsNoAnswersIsToldSo(t *testing.T) {
	j, _, err := judged(t, "deaf", 2)
	if err != nil {
		t.Fatal(err)
	}
	if text := j.Verdicts()[0].Text; !strings.Contains(text, `; it asked 50 times and does not hear the answers ("hears":["answers"] in its first line).`) {
		t.Error(text)
	}
}

func TestTheLogOfALinkPlaysTheProgramsAnswersBack(t *testing.T) {
	for _, name := range []string{"timesync", "unreal", "unity"} { // with a half on the host, without, and one that is no straight line
		j, err := judgedThere(t, name)
		if err != nil {
			t.Fatal(err)
		}
		run := &j.Runs[0]
		sc, err := scenario.Parse("log", run.Log)
		if err != nil {
			t.Fatal(err)
		}
		s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect()})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Advance(sc.Duration); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var worst float64
		for _, c := range s.Summary().Clients {
			if own := c.Algorithms[len(c.Algorithms)-1]; own.Algorithm == "yours" && own.ErrorMS != nil {
				worst = max(worst, own.ErrorMS.Worst)
			}
		}
		if worst == 0 || worst != run.Scores[0].Worst {
			t.Errorf("%s: in the log it is %v ms wrong at worst, and the judge says %+v", name, worst, run.Scores[0])
		}
		s.Close()
	}
}

func TestAProgramIsComparedWithTheClockThatItMayNotBeWorseThan(t *testing.T) {
	j, _, err := judged(t, "unreal", 2)
	if err != nil {
		t.Fatal(err)
	}
	if worse := WorseThan("midline", j.Verdicts()); !slices.Equal(worse, []string{"wifi", "uneven"}) {
		t.Errorf("worse on %q", worse)
	}
	if worse := WorseThan("quake3", j.Verdicts()); len(worse) > 1 {
		t.Errorf("worse than Quake III's on %q", worse)
	}
	grades, err := j.Gradescope("midline")
	var read struct {
		Tests []struct {
			Name     string
			Score    float64
			MaxScore float64 `json:"max_score"`
		}
	}
	if err := errors.Join(err, json.Unmarshal(grades, &read)); err != nil || len(read.Tests) != 2 || read.Tests[0].Score != 0 || read.Tests[0].MaxScore != 1 {
		t.Errorf("%s, %v", grades, err)
	}
	if free, err := j.Gradescope(""); err != nil || bytes.Equal(free, grades) {
		t.Errorf("without a clock it is graded as beside one, %v", err)
	}
	suite, err := j.JUnit("midline")
	if err != nil || !bytes.Contains(suite, []byte(`tests="2" failures="2"`)) || !bytes.Contains(suite, []byte(`<testcase name="uneven"`)) {
		t.Errorf("%s, %v", suite, err)
	}
}

// To sum up a million runs after Ctrl+C took longer than anybody waits.
func TestALinksVerdictIsMadeWithItsLastRun(t *testing.T) {
	j := Judgement{Links: []Link{{Name: "a"}, {Name: "b"}}, Seeds: []uint64{7, 3}}
	for i, r := range []Run{{Link: 1, Seed: 3}, {Link: 0, Seed: 7}, {Link: 1, Seed: 7}} {
		r.Scores = []Score{{Clock: "mine", RMS: float64(r.Seed)}, {Clock: "midline"}}
		if j.take(r); (j.made[1] != nil) != (i == 2) || j.made[0] != nil {
			t.Errorf("after run %d there are %v", i, j.Verdicts())
		}
	}
	if all := j.Verdicts(); len(all) != 1 || all[0].Link != &j.Links[1] || len(j.ofLink[1]) > 0 || len(j.ofLink[0]) != 1 {
		t.Errorf("there are %v, and runs %v", all, j.ofLink)
	}
}

func TestNamesInTheReportMeanNothingToMarkdown(t *testing.T) {
	j := Judgement{Links: []Link{{Name: "a|b<img src=x>", Reason: "[so](http://x)"}}, Seeds: []uint64{1}}
	j.take(Run{Scores: []Score{{Clock: "my|`clock`"}, {Clock: "midline"}}})
	text := j.Markdown()
	for _, want := range []string{`- a\|b\<img src=x\>: my\|\` + "`clock\\`" + ` didn't know`, `## a\|b\<img src=x\>`, `\[so\](http://x)`, `| **my\|\` + "`clock\\`" + `** |`} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

func TestTheSentenceOfALinkNamesTheBestOnlyWhereThatIsMoreThanLuck(t *testing.T) {
	for _, c := range []struct {
		rms  []float64 // the program's first
		want string
	}{
		{[]float64{7, 0.5, 2}, "there: mine is 7 ms wrong (RMS), number 3 of 3; the best of the others, a, is 0.5 ms wrong."},
		{[]float64{7, 2, 2.1}, "there: mine is 7 ms wrong (RMS), number 3 of 3; of the others a and b are the best, 2 and 2.1 ms wrong, and which of the two is luck."},
		{[]float64{0.49, 0.5, 2}, "there: mine is 0.49 ms wrong (RMS), number 1 of 3; the best of the others, a, is 0.5 ms wrong, and it is equally close."},
	} {
		run := Run{}
		for i, ms := range c.rms {
			record := ranking.NewRecord(1)
			for s := range 10 {
				record.Add(0, time.Duration(s)*time.Second, ms)
			}
			run.Scores = append(run.Scores, Score{Clock: []string{"mine", "a", "b"}[i], Known: true, Came: true, RMS: ms})
			run.Errors = append(run.Errors, record.Errors(0))
		}
		if v := newVerdict(&Link{Name: "there"}, []Run{run, run}); v.Text != c.want {
			t.Errorf("it says %q, want %q", v.Text, c.want)
		}
	}
}
