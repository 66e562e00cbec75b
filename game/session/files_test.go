package session

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/files"
	"driftlab/internal/files/filetest"
	"driftlab/netsim"
)

func TestFilesOfAScenarioAreFoundFromItsFolder(t *testing.T) {
	t.Parallel()
	dir := scenariotest.Files(t, map[string]string{"a.trace": scenariotest.SteadyTrace, "b.csv": scenariotest.TwoDelays, "c.dist": scenariotest.FlatTable, "own.toml": `format = 3
[set]
link.up.trace = "a.trace"
client2.link.recording = "b.csv"
link.down.table = "./c.dist"
link.lose = "3,7-9"
link.up.jitter = "3ms"
[[event]]
at = "1s"
[event.set]
link.up.trace = ""
link.down.table = "none"
`})
	sc := scenariotest.Load(t, filepath.Join(dir, "own.toml"))
	s := newSession(t, sc, nil)
	one, two := s.clients[0], s.clients[1]
	if one.links[scenario.Up].Settings().Trace == nil || one.links[scenario.Down].Settings().Trace != nil || one.links[scenario.Up].Settings().Trace != two.links[scenario.Up].Settings().Trace {
		t.Error("the trace is not that of all clients' ways up")
	}
	if a, b := two.links[scenario.Up].Settings().Recording, two.links[scenario.Down].Settings().Recording; a == nil || b == nil || a == b || one.links[scenario.Up].Settings().Recording != nil {
		t.Error("the recording's two directions are not those of client 2")
	}
	if _, ok := one.links[scenario.Down].Settings().Distribution.(*netsim.Table); !ok {
		t.Errorf("the distribution down is %v", one.links[scenario.Down].Settings().Distribution)
	}
	if one.links[scenario.Up].Settings().LossList == nil {
		t.Error("there is no list of losses")
	}
	if got := s.ValueText(2, "link.up.trace"); got != filepath.Join(dir, "a.trace") {
		t.Errorf("the trace is written as %s", got)
	}
	advance(t, s, 2*time.Second, frame)
	if set := one.links[scenario.Up].Settings(); set.Trace != nil || s.ValueText(1, "link.up.trace") != "none" {
		t.Errorf("the trace is still %v", set.Trace)
	}
	if set := one.links[scenario.Down].Settings(); set.Distribution != (netsim.Uniform{}) {
		t.Errorf("the distribution is still %v", set.Distribution)
	}
}

func TestABadTextChangesNothingOfARunningSession(t *testing.T) {
	t.Parallel()
	dir := scenariotest.Files(t, map[string]string{"good": scenariotest.SteadyTrace, "bad": "5\n3\n", "other": scenariotest.TwoDelays})
	path := func(name string) string { return filepath.Join(dir, name) }
	h := &traceHash{}
	play := func(bad bool) *Session {
		s := newSession(t, &scenario.Scenario{Seed: 3, Clients: 2, Duration: time.Minute, Set: scenariotest.Set("link.down.trace=" + path("good"))}, h)
		advance(t, s, time.Second, frame)
		if before := s.Log().Text(); bad {
			for key, text := range map[string]string{"link.down.trace": path("bad"), "link.trace": path("none"), "link.table": path("other"),
				"link.recording": path("good"), "link.lose": "0", "client2.link.up.lose": "five", "client1.link.trace": dir, "link.preset": "moon"} {
				if err := s.Set(key, text); err == nil {
					t.Errorf("%s=%s is taken", key, text)
				}
			}
			if s.Log().Text() != before {
				t.Error("the log has changed")
			}
		}
		advance(t, s, time.Second, frame)
		return s
	}
	play(false)
	want := *h
	*h = traceHash{}
	play(true)
	if h.sum != want.sum || h.packets != want.packets {
		t.Error("the session has changed")
	}
}

func TestALogTellsItsFilesByTheirChecksums(t *testing.T) {
	t.Parallel()
	dir := scenariotest.Files(t, map[string]string{"a.trace": scenariotest.SteadyTrace, "b.csv": scenariotest.TwoDelays})
	a, b := filepath.Join(dir, "a.trace"), filepath.Join(dir, "b.csv")
	s := newSession(t, &scenario.Scenario{Name: "told", Seed: 3, Clients: 2, Duration: time.Minute, Set: scenariotest.Set("link.trace=" + a)}, nil)
	advance(t, s, time.Second, time.Second)
	for _, c := range [][2]string{{"client2.link.recording", b}, {"link.trace", "none"}, {"link.up.trace", a}} {
		set(t, s, c[0], c[1])
	}
	path := filepath.Join(t.TempDir(), "elsewhere.toml")
	text := s.Log().Text()
	check(t, files.Write(files.Disk{}, path, text))
	again, err := scenario.Load(path)
	if err != nil || again.Text() != s.Log().Text() {
		t.Fatalf("%v\n%s", err, text)
	}
	if strings.Count(text, "= \"sha256:") != 2 {
		t.Errorf("it does not tell its files:\n%s", text)
	}
	filetest.Write(t, b, scenariotest.TwoDelays+"200,3,3\n")
	want := regexp.MustCompile(`^scenario ".*elsewhere.toml", line \d+: client2.link.(up|down).recording: ".*b.csv" has changed: it is no longer sha256:[0-9a-f]{8}…$`)
	if _, err := scenario.Load(path); err == nil || !want.MatchString(err.Error()) {
		t.Errorf("got %v", err)
	}
	// The running session keeps what it has read, and takes no other content of the same file.
	before := s.Log().Text()
	if err := s.Set("client1.link.down.recording", b); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("client1.link.down.recording: %q has changed since it was first read", b)) {
		t.Errorf("got %v", err)
	}
	if s.Log().Text() != before {
		t.Error("the log has changed")
	}
}

func TestPinnedFilesHoldThroughAllEvents(t *testing.T) {
	t.Parallel()
	sc := scenariotest.Parse(t, "x", "format = 3\n[[event]]\nat = '1s'\ncaption = 'x'\n[event.set]\nlink.trace = 'none'\n")
	sc.Pin(scenariotest.Set("link.up.trace=../scenario/testdata/short.trace"))
	s := newSession(t, sc, nil)
	before := s.clients[0].links[scenario.Up].Settings().Trace
	advance(t, s, 2*time.Second, frame)
	if after := s.clients[0].links[scenario.Up].Settings().Trace; before == nil || after != before || s.Caption() != "" {
		t.Errorf("the trace was %v and is %v; the caption is %q", before, after, s.Caption())
	}
}
