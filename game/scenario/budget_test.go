package scenario_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
	"driftlab/netsim"
)

// allocated returns how many bytes a piece of work asks for.
func allocated(work func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	work()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// longTrace returns a trace with a number of lines.
func longTrace(lines int) string {
	var b []byte
	for i := range lines {
		b = append(strconv.AppendInt(b, int64(i/200), 10), '\n')
	}
	return string(b)
}

// sharesTrace returns a scenario in which 64 clients name one trace, at the start and in each of some events.
func sharesTrace(path string, events int) string {
	var b strings.Builder
	b.WriteString("format = 3\nclients = 64\n[set]\n")
	for client := 1; client <= scenario.MaxClients; client++ {
		fmt.Fprintf(&b, "client%d.link.trace = %q\n", client, path)
	}
	for i := range events {
		fmt.Fprintf(&b, "[[event]]\nat = '%ds'\n[event.set]\n", i+1)
		for client := 1; client <= scenario.MaxClients; client++ {
			fmt.Fprintf(&b, "client%d.link.trace = %q\n", client, path)
		}
	}
	return b.String()
}

func TestAFileIsReadOnceHoweverManyNameIt(t *testing.T) {
	trace := longTrace(200_000)
	dir := scenariotest.Files(t, map[string]string{"t.up": trace, "own.toml": sharesTrace("t.up", 30)})
	var sc *scenario.Scenario
	took := allocated(func() {
		sc = scenariotest.Load(t, filepath.Join(dir, "own.toml"))
	})
	read := 0
	seen := map[any]bool{}
	for _, set := range append([][]scenario.Assignment{sc.Set}, setsOf(sc.Events)...) {
		for _, a := range set {
			read++
			seen[a.Content()] = true
		}
	}
	if read != 31*2*scenario.MaxClients || len(seen) != 1 {
		t.Errorf("%d settings have %d values", read, len(seen))
	}
	if most := uint64(8*len(trace) + 32<<20); took > most {
		t.Errorf("%d bytes were allocated for a trace of %d", took, len(trace))
	}
}

func setsOf(events []scenario.Event) (sets [][]scenario.Assignment) {
	for _, ev := range events {
		sets = append(sets, ev.Set)
	}
	return sets
}

func TestAFileThatASharedTextCarriesIsReadOnce(t *testing.T) {
	trace := longTrace(200_000)
	dir := scenariotest.Files(t, map[string]string{"t.up": trace, "own.toml": sharesTrace("t.up", 30)})
	sc := scenariotest.Load(t, filepath.Join(dir, "own.toml"))
	text, left, err := sc.Share()
	if err != nil {
		t.Fatal(err)
	}
	if left != nil || len(text) > 20_000 {
		t.Fatalf("%d characters, and %q are left out", len(text), left)
	}
	took := allocated(func() {
		if _, err := scenario.ParseShared(text, t.TempDir()); err != nil {
			t.Error(err)
		}
	})
	if most := uint64(20*len(trace) + 20<<20); took > most {
		t.Errorf("%d bytes were allocated for a trace of %d", took, len(trace))
	}
}

func TestTooMuchOfAnythingIsRefusedInOneLine(t *testing.T) {
	if testing.Short() {
		t.Skip("long, of one goroutine, and the race detector lets it allocate more")
	}
	many := func(n int, each string) string {
		var b strings.Builder
		b.WriteString("format = 3\n")
		for i := range n {
			b.WriteString(strings.ReplaceAll(each, "#", strconv.Itoa(i)))
		}
		return b.String()
	}
	for _, test := range []struct {
		name, text, want string
	}{
		{"worlds", many(scenario.MaxWorlds+1, "[[world]]\nname='w#'\n"), "line 202: worlds: 101 is outside 0..100"},
		{"worlds in one line", "format = 3\nworld = [" + strings.Repeat("{name='a'},", scenario.MaxWorlds+1) + "]\n", "line 2: worlds: 101 is outside 0..100"},
		{"300,000 worlds", many(300_000, "[[world]]\nname='w#'\n"), "line 300002: tables: 150001 is outside 0..150000"},
		{"a million keys", many(1_000_000, "a#=1\n"), "line 600001: keys and values: 600001 is outside 0..600000"},
		{"a million tables", many(1_000_000, "[a#]\n"), "line 150002: tables: 150001 is outside 0..150000"},
		{"a million inline tables", "format = 3\na = [" + strings.Repeat("{},", 1_000_000) + "]\n", "line 2: tables: 150001 is outside 0..150000"},
		{"a million elements", "format = 3\na = [" + strings.Repeat("1,", 1_000_000) + "]\n", "line 2: keys and values: 600001 is outside"},
		{"500,000 files", "format = 3\n[files]\n" + strings.TrimPrefix(many(500_000, "a#=''\n"), "format = 3\n"), "line 8003: keys of files: 8001 is outside 0..8000"},
		{"a thousand files and one", "format = 3\n[files]\n" + strings.TrimPrefix(many(1001, "a#=''\n"), "format = 3\n"), "line 2: files: 1001 is outside 0..1000"},
		{"long names", "format = 3\n[" + strings.Repeat("x", 100_000) + "]\n" + strings.TrimPrefix(many(1000, "a#=1\n"), "format = 3\n"), "bytes of keys with their tables' names: "},
		{"events", many(scenario.MaxEvents+1, "[[event]]\nat='1s'\n"), "line 140002: events: 70001 is outside 0..70000"},
		{"150,001 settings", "format = 3\n[set]\n" + strings.TrimPrefix(many(150_001, "a#=''\n"), "format = 3\n"), "line 150003: keys of set, each part of a name for itself: 150001 is outside 0..150000"},
		{"rejoins", strings.Replace(many(8500, "[[event]]\nat='0ms'\nrejoin='all'\n"), "\n", "\nclients = 64\n", 1),
			"work of events that let clients join, leave or move, with 9 clocks: 9.7376s is outside 0s..9s"},
		{"presets", many(2300, "[[event]]\nat='1s'\nset={'link.preset'='3g'}\n"), "settings, with those of presets: "},
		{"keyframes", many(1001, "[[keyframes]]\nkey='link.delay'\npoints=[['1s','1ms'],['2s','1ms']]\n"), "keyframes: 2002 is outside 0..1000"},
		{"events of clients and worlds", strings.Replace(many(30_000, "[[event]]\nat='1s'\n"), "\n", "\nclients = 64\n", 1) +
			"[[world]]\nname='a'\n[[world]]\nname='b'\n[[world]]\nname='c'\n", "line 60007: events of all worlds, times clients: 5760000 is outside 0..5000000"},
		{"a long title", "format = 3\ntitle = '" + strings.Repeat("x", scenario.MaxWords+1) + "'\n", "line 2: title: 4097 bytes is outside 0..4096"},
		{"a long caption", "format = 3\n[[event]]\nat='1s'\ncaption.en = '" + strings.Repeat("x", scenario.MaxWords+1) + "'\n", "line 4: en: 4097 bytes is outside 0..4096"},
	} {
		var err error
		took := allocated(func() { _, err = scenario.Parse("x", test.text) })
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "is outside") {
			t.Errorf("%s: got %.300v\nwant %s", test.name, err, test.want)
		}
		if took > 1<<30 {
			t.Errorf("%s: %d MB were allocated", test.name, took>>20)
		}
	}
}

// Worlds were compared each with each, and had all of the events they share checked for every one.
func TestTheCostOfWorldsGrowsWithTheirNumber(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds under the race detector")
	}
	cost := func(worlds int) uint64 {
		var b strings.Builder
		b.WriteString("format = 3\n" + strings.Repeat("[[event]]\nat='1s'\nset={'link.loss'=0.1}\n", 100))
		for i := range worlds {
			fmt.Fprintf(&b, "[[world]]\nname='w%d'\n", i)
		}
		return allocated(func() {
			scenariotest.Parse(t, "x", b.String())
		})
	}
	one, all := cost(10), cost(100)
	if all > 10*one {
		t.Errorf("ten worlds take %d bytes, and a hundred %d", one, all)
	}
}

func TestManyLargeFilesAreRefusedBeforeTheyAreRead(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds under the race detector")
	}
	dir := t.TempDir()
	text := "format = 3\nclients = 64\n[set]\n"
	for i := range 6 {
		name := fmt.Sprintf("t%d.up", i)
		filetest.Write(t, filepath.Join(dir, name), "")
		if err := os.Truncate(filepath.Join(dir, name), scenario.MaxDataFile); err != nil { // of nothing but zeros
			t.Fatal(err)
		}
		text += fmt.Sprintf("client%d.link.up.trace = %q\n", i+1, name)
	}
	s := scenario.NewShelf(scenario.OfThePerson, dir)
	for i := range 4 {
		if _, err := s.Content(filepath.Join(dir, fmt.Sprintf("t%d.up", i)), fmt.Sprintf("t%d.up", i)); err != nil {
			t.Fatal(err)
		}
	}
	took := allocated(func() {
		_, err := s.Content(filepath.Join(dir, "t4.up"), "t4.up")
		if err == nil || !strings.Contains(err.Error(), `"t4.up": 67108864 bytes is outside 0..0`) {
			t.Errorf("got %v", err)
		}
	})
	if took > 1<<20 {
		t.Errorf("%d bytes were allocated for what is not read", took)
	}
}

func TestWhatAFileIsInMemoryIsBoundedBeforeItIsRead(t *testing.T) {
	dir := scenariotest.Files(t, map[string]string{"a.csv": "t_ms,delay_ms\n0,1\n"})
	s := scenario.NewShelf(scenario.OfThePerson, dir)
	s.Spend(scenario.MaxInMemory - 32)
	if _, err := s.Assignment("link.up.recording", "a.csv"); err == nil || !strings.Contains(err.Error(), "bytes of files in memory: 268435520 is outside 0..268435456") {
		t.Errorf("got %v", err)
	}
}

// The longest log that a session makes: as many events as there may be, all that one can be, and settings and
// keyframes for all clients.
func TestTheLongestLogIsReadAgain(t *testing.T) {
	testkit.LongOnly(t)
	sc := &scenario.Scenario{Name: "long", Seed: 1, Clients: scenario.MaxClients, Duration: time.Hour}
	set := scenariotest.Set("link.up.delay=5ms", "client64.link.down.queue-packets=5")
	for range scenario.MaxEvents {
		sc.Events = append(sc.Events, scenario.Event{At: 5e9, Caption: "x", Play: &scenario.Play{Player: 64, Held: 1}, Set: set})
	}
	for client := 1; client <= scenario.MaxClients; client++ {
		k := scenario.NewKeyframes(scenario.Find("client.skew"))
		k.Client = client
		for i := range scenario.MaxPoints / scenario.MaxClients {
			k.Points = append(k.Points, scenario.Keyframe{At: netsim.Time(i+1) * 1e9, Value: 5})
		}
		sc.Keyframes = append(sc.Keyframes, k)
	}
	text := sc.Text()
	again, err := scenario.Parse("log", text)
	if err != nil || again.Text() != text {
		t.Fatalf("%d bytes: %v", len(text), err)
	}
}
