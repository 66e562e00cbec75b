package profile

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/game/scenario"
	"driftlab/internal/files/filetest"
	"driftlab/internal/param"
	"driftlab/netsim"
)

var update = flag.Bool("update", false, "write the golden files anew")

// everything is a link that does all that needs no file.
func everything() netsim.Settings {
	return netsim.Settings{
		Delay: 30 * time.Millisecond, Jitter: 6 * time.Millisecond, Distribution: netsim.Normal{}, Correlation: 0.25,
		RouteStep: 5 * time.Millisecond, RouteEvery: 20 * time.Second,
		Loss: 0.015, LossBurst: 4,
		OutageFor: 2 * time.Second, OutageEvery: time.Minute, MTU: 1400,
		Duplicate: 0.01, Reorder: 0.05, ReorderGap: 5, InOrder: true,
		Rate: 2_000_000, Queue: 32_000, QueuePackets: 40, CoDel: true,
		Cross: 1.2, CrossOn: time.Second, CrossEvery: 5 * time.Second,
		Stream: true, MinRTO: 300 * time.Millisecond,
	}
}

// goldenProfiles are what the golden files were made of.
func goldenProfiles(t *testing.T) map[string]*Profile {
	t.Helper()
	cable, err := Open("cable", nil, 0, Part{})
	if err != nil {
		t.Fatal(err)
	}
	chained := netsim.Settings{Delay: 1500 * time.Microsecond, Jitter: 2 * time.Millisecond, Loss: 0.1,
		Chain: netsim.LossChain{Begin: 0.01, End: 0.2, Bad: 0.5, Good: 0.001}, Rate: 1000, QueuePackets: 10}
	return map[string]*Profile{
		"cable":      cable,
		"everything": {Name: "everything", Title: "All at once", Up: everything(), Down: chained},
		"perfect":    {Name: "perfect", Title: "Nothing at all"},
	}
}

func TestExportsAreAsInTheGoldenFiles(t *testing.T) {
	t.Parallel()
	for name, p := range goldenProfiles(t) {
		for _, target := range Targets() {
			if target.Name == "csv" {
				continue
			}
			got, err := p.Export(target.Name)
			if err != nil {
				t.Fatalf("%s to %s: %v", name, target.Name, err)
			}
			path := filepath.Join("testdata", "export", name+"."+target.Name+".txt")
			if *update {
				filetest.Write(t, path, got)
			}
			want := filetest.Read(t, path)
			if got != strings.ReplaceAll(string(want), "\r\n", "\n") {
				t.Errorf("%s is not what is exported:\n%s", path, got)
			}
		}
	}
}

// withSetting returns settings of a link in which one setting does something, and the same link in which it
// does not. What a setting needs to work at all is in both.
func withSetting(t *testing.T, stage netsim.Stage, i int) (with, without netsim.Settings) {
	t.Helper()
	with = netsim.Settings{Delay: 10 * time.Millisecond, Jitter: 5 * time.Millisecond, Distribution: netsim.Uniform{},
		Loss: 0.02, Rate: 1_000_000, OutageFor: time.Second, RouteStep: time.Millisecond, RouteEvery: time.Second,
		Reorder: 0.1, Cross: 0.5, CrossOn: time.Second, CrossEvery: 2 * time.Second, Stream: true}
	f, first := &stage.Settings[i], &stage.Settings[0]
	switch {
	case stage.Name == "chain of losses":
		with.Loss = 0
	case f.Name == "correlation-way":
		with.Correlation = 0.25
	case f.Name == "episode.every":
		with.EpisodeFor = 100 * time.Millisecond
	case i > 0 && first.Text == nil && first.Get(&with) == 0:
		first.Set(&with, first.Max/10)
	}
	without = with
	f.Set(&without, 0)
	v := f.Get(&with)
	switch {
	case f.Text != nil:
		f.Put(&with, map[string]any{"table": new(netsim.Table), "recording": new(netsim.Recording), "trace": new(netsim.Trace), "lose": listOf(t, "3")}[f.Name])
	case f.Name == "distribution":
		with.Distribution = netsim.Exponential{}
	case len(f.Choices) > 0:
		f.Set(&with, 1)
	case f.Name == "loss-burst":
		with.LossBurst = 6
	case f.Unit.Name == param.Duration.Name:
		f.Set(&with, v+int64(1500*time.Millisecond))
	case f.Unit.Name == param.Share.Name:
		f.Set(&with, v+int64(0.25*f.Unit.Scale))
	default:
		f.Set(&with, max(v+100_000, f.Min))
		if with.Validate() != nil {
			f.Set(&with, 1000)
		}
	}
	return with, without
}

func listOf(t *testing.T, text string) *netsim.LossList {
	t.Helper()
	list, err := netsim.ParseLossList(text)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestEverySettingIsExpressedOrNamedByEveryExport(t *testing.T) {
	t.Parallel()
	for _, stage := range (netsim.Settings{}).Stages() {
		for i := range stage.Settings {
			f := &stage.Settings[i]
			if f.Name == "recording-end" || f.Name == "table" {
				continue // exports leave recordings and files' tables out as a whole
			}
			with, without := withSetting(t, stage, i)
			if does(stage, with) == "" {
				t.Errorf("%s is set, but %s tells nothing", f.Name, stage.Name)
			}
			for _, target := range Targets() {
				if target.Name == "csv" {
					continue
				}
				if export(t, target.Name, with) == export(t, target.Name, without) {
					t.Errorf("%s: it makes no difference whether %s is set", target.Name, f.Name)
				}
			}
		}
	}
	for name := range inWords {
		if !slices.ContainsFunc(netsim.Settings{}.Stages(), func(s netsim.Stage) bool { return s.Name == name }) {
			t.Errorf("no stage is called %s", name)
		}
	}
}

// export exports a link that is the same both ways.
func export(t *testing.T, target string, s netsim.Settings) string {
	t.Helper()
	return exportOf(t, &Profile{Name: "test", Up: s, Down: s}, target)
}

func exportOf(t testing.TB, p *Profile, target string) string {
	t.Helper()
	text, err := p.Export(target)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestWhatAnExportDoesNotEnterIsNamedAsInexpressible(t *testing.T) {
	t.Parallel()
	l := newLedger("up", netsim.Settings{Delay: time.Millisecond, MTU: 600, Loss: 0.5})
	l.exact("delay")
	l.about("loss", "as half of it")
	want := []string{"approximates (up) loss: 50%; as half of it", "cannot express (up) MTU: 600 bytes"}
	if got := l.lines(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestTheSettingsOfAScenarioSurviveItsExport(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		want := drawSettings(rt)
		text := export(t, "scenario", want)
		sc, err := scenario.Parse("exported.toml", text)
		if err != nil {
			rt.Fatalf("%v in\n%s", err, text)
		}
		up, down, err := sc.Link(1)
		if err != nil {
			rt.Fatal(err)
		}
		if up != down {
			rt.Fatalf("up %+v is not down %+v", up, down)
		}
		if got, again := export(t, "scenario", up), text; got != again {
			rt.Fatalf("got\n%s\nnot\n%s", got, again)
		}
		if strings.Contains(text, "cannot") {
			rt.Fatalf("a scenario can express everything that needs no file:\n%s", text)
		}
	})
}

// drawSettings draws settings that are valid, need no file and have no figure finer than a scenario's.
func drawSettings(rt *rapid.T) netsim.Settings {
	share := func(name string, most int64) float64 { return float64(rapid.Int64Range(0, most).Draw(rt, name)) / 1e9 }
	duration := func(name string, most time.Duration) time.Duration {
		return time.Duration(rapid.Int64Range(0, int64(most)).Draw(rt, name))
	}
	period := func(name string) time.Duration {
		return time.Duration(rapid.Int64Range(int64(netsim.MinPeriod), int64(netsim.MaxPeriod)).Draw(rt, name))
	}
	s := netsim.Settings{
		Delay: duration("delay", netsim.MaxDelay), Jitter: duration("jitter", netsim.MaxJitter),
		Distribution: rapid.SampledFrom(netsim.Distributions()).Draw(rt, "distribution"),
		Correlation:  share("correlation", 999_000_000), NetemWay: rapid.Bool().Draw(rt, "netem's way"),
		RouteStep: duration("step", netsim.MaxDetour), RouteEvery: period("route"),
		Loss: share("loss", 500_000_000), LossBurst: float64(rapid.IntRange(0, 1000).Draw(rt, "burst")),
		Chain:     netsim.LossChain{Begin: share("begin", 1e9), End: share("end", 1e9), Bad: share("bad", 1e9), Good: share("good", 1e9)},
		OutageFor: duration("outage", netsim.MaxPeriod), OutageEvery: period("outages"),
		MTU:       rapid.SampledFrom([]int{0, netsim.MinMTU, 1400, netsim.MaxMTU}).Draw(rt, "MTU"),
		Duplicate: share("duplicate", 1e9), Reorder: share("reorder", 1e9), ReorderGap: rapid.IntRange(0, 100).Draw(rt, "gap"),
		InOrder: rapid.Bool().Draw(rt, "order"),
		Rate:    rapid.Int64Range(0, netsim.MaxRate).Draw(rt, "rate"), Queue: rapid.Int64Range(netsim.MinQueue, netsim.MaxQueue).Draw(rt, "queue"),
		QueuePackets: rapid.IntRange(0, netsim.MaxQueuePackets).Draw(rt, "packets"), CoDel: rapid.Bool().Draw(rt, "codel"),
		Cross: share("cross", 1e10), CrossOn: period("on"), CrossEvery: period("every"),
		Stream: rapid.Bool().Draw(rt, "stream"), MinRTO: rapid.SampledFrom([]time.Duration{0, time.Second}).Draw(rt, "rto"),
	}
	if err := s.Validate(); err != nil {
		rt.Skip(err)
	}
	return s
}

// netemDraws returns quantiles of the delay that netem draws by the arguments that were exported, as its
// kernel module computes it.
func netemDraws(t *testing.T, s netsim.Settings, n int) []time.Duration {
	t.Helper()
	w := &writer{tables: map[string]string{}}
	l := newLedger("up", s)
	drawn, table := netemDelay(w, l)
	fields := strings.Fields(drawn.String())
	mean, sigma := netemTime(t, fields[1]), netemTime(t, fields[2])
	out := make([]time.Duration, n)
	switch {
	case table:
		_, _, values := netemTable(s)
		for i := range out {
			out[i] = mean + sigma*time.Duration(values[(2*i+1)*len(values)/(2*n)])/netemScale
		}
	case drawn.distribution == "normal":
		z := quantiles(netsim.Normal{}, 3*netemScale, n) // standard deviations, 3 too far up
		for i := range out {
			out[i] = mean + sigma*(z[i]-3*netemScale)/netemScale
		}
	default:
		for i := range out {
			out[i] = mean - sigma + 2*sigma*time.Duration(2*i+1)/time.Duration(2*n)
		}
	}
	return out
}

func netemTime(t *testing.T, text string) time.Duration {
	t.Helper()
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestNetemDrawsTheSameDelaysAsNetsim(t *testing.T) {
	t.Parallel()
	const n = 64
	for _, d := range netsim.Distributions() {
		s := netsim.Settings{Delay: 20 * time.Millisecond, Jitter: 10 * time.Millisecond, Distribution: d}
		want := quantiles(d, s.Jitter, n)
		for i, got := range netemDraws(t, s, n) {
			if off := (got - s.Delay - want[i]).Abs(); off > 300*time.Microsecond && off > want[i]/8 {
				t.Errorf("%s: quantile %d of 64 is %v, not %v", d.Name(), i, got, s.Delay+want[i])
			}
		}
	}
}

func TestNetemsTablesKeepTheTail(t *testing.T) {
	t.Parallel()
	const n = 1000
	for _, d := range netsim.Distributions() {
		s := netsim.Settings{Jitter: 10 * time.Millisecond, Distribution: d}
		want, got := quantiles(d, s.Jitter, n)[n-1], netemDraws(t, s, n)[n-1]
		if off := (got - want).Abs(); off > want/10 { // the quantiles are themselves drawn
			t.Errorf("%s: one in %d is longer than %v, and by netem than %v", d.Name(), 2*n, want, got)
		}
	}
}

func TestNetemIsGivenACorrelationOnlyWhereItFollowsIt(t *testing.T) {
	t.Parallel()
	table, err := netsim.ReadTable("t", strings.NewReader("-8192 0 8192"))
	if err != nil {
		t.Fatal(err)
	}
	const up = " (up) correlation: 0.25, netem's way"
	for _, c := range []struct {
		distribution netsim.Distribution
		jitter       time.Duration
		delay, says  string // "" for nothing
	}{
		{netsim.Uniform{}, time.Second, "delay 2000ms 1000ms ", "cannot express" + up + "; netem's uniform jitter follows it from about 2s on"},
		{nil, 2100 * time.Millisecond, "delay 3100ms 2100ms 25% ", "approximates" + up},
		{netsim.Uniform{}, 3 * time.Second, "delay 4000ms 2147.483647ms 25% ", "approximates (up) jitter: 3s on average; netem's ends at 2.147483647s"},
		{netsim.Normal{}, 3 * time.Second, "delay 4000ms 1000ms distribution normal ", "cannot express" + up + "; netem's tables do not follow it"},
		{netsim.Pareto{}, time.Second, " distribution up ", "cannot express" + up + "; netem's tables do not follow it"},
		{table, time.Second, " distribution up ", ""},
	} {
		text := export(t, "netem", netsim.Settings{Delay: time.Second, Jitter: c.jitter, Distribution: c.distribution, Correlation: 0.25, NetemWay: true, Loss: 1})
		if !strings.Contains(text, c.delay+"loss") || !strings.Contains(text, c.says) || c.says == "" && strings.Contains(text, "correlation") {
			t.Errorf("%v, %v: want %q and %q in\n%s", c.distribution, c.jitter, c.delay, c.says, text)
		}
	}
}

func TestNetemKeepsTheOrderRatherThanReordering(t *testing.T) {
	t.Parallel()
	s := netsim.Settings{Delay: time.Second, Reorder: 0.1, ReorderGap: 3}
	if text := export(t, "netem", s); !strings.Contains(text, "delay 1000ms reorder 10% gap 3\n") || strings.Contains(text, "reordering") {
		t.Errorf("in any order:\n%s", text)
	}
	s.InOrder = true
	if text := export(t, "netem", s); !strings.Contains(text, "delay 1000ms rate 100gbit\n") ||
		!strings.Contains(text, "cannot express (up) reordering: 10%, of one in 3 only; the order is kept") {
		t.Errorf("in order:\n%s", text)
	}
}

func TestNetemHoldsAllThatIsUnderWayAndAllThatWaits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		settings netsim.Settings
		want     string
	}{
		{netsim.Settings{}, " limit 100000"},
		{netsim.Settings{Rate: 48_000_000, Delay: time.Second}, " limit 101166 "},                                                               // 100 000 a second, and 64 000 bytes
		{netsim.Settings{Rate: 480_000_000, Delay: 2 * time.Second, Jitter: time.Second, Queue: netsim.MaxQueue}, " limit 8667666 "},            // 7 s, 100 MB
		{netsim.Settings{Rate: netsim.MaxRate, Delay: netsim.MaxDelay, Jitter: netsim.MaxJitter, Queue: netsim.MaxQueue}, " limit 1013958316 "}, // 48.6 s: it fits into tc's 32 bits
	} {
		text := export(t, "netem", c.settings)
		if !strings.Contains(text, c.want) {
			t.Errorf("%+v: want%sin\n%s", c.settings, c.want, text)
		}
	}
}

func TestTcUnderstandsTheNetemCommands(t *testing.T) {
	tc, err := exec.LookPath("tc")
	if err != nil {
		t.Skip("there is no tc here")
	}
	for name, p := range goldenProfiles(t) {
		text := exportOf(t, p, "netem")
		// A device that there is not: tc reads the whole command before it looks for it.
		text = strings.NewReplacer("ip link", ": ip link", "dev ifb0", "dev driftlab0", "\ntc ", "\n"+tc+" ", " tc ", " "+tc+" ").Replace(text)
		cmd := exec.Command("sh", "-c", text)
		cmd.Env = append(os.Environ(), "IFACE=driftlab0", "TABLES="+t.TempDir())
		out, _ := cmd.CombinedOutput()
		for line := range strings.Lines(string(out)) {
			if !strings.Contains(line, `Cannot find device "driftlab0"`) {
				t.Errorf("%s: tc says %s", name, line)
			}
		}
		if len(out) == 0 {
			t.Errorf("%s: tc was not run", name)
		}
	}
}

func TestAnUnknownTargetIsRefusedWithTheOnesThatExist(t *testing.T) {
	t.Parallel()
	_, err := (&Profile{}).Export("ns3")
	if err == nil || err.Error() != `"ns3" is unknown (nearest: csv, netem, unity)` {
		t.Errorf("got %v", err)
	}
}

func TestANameCannotBreakOutOfItsComment(t *testing.T) {
	t.Parallel()
	for _, target := range Targets() {
		p := &Profile{Name: "a\nreboot\r\u2028\"", Title: "b\"\nreboot", Samples: []Sample{{}}}
		text := exportOf(t, p, target.Name)
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "reboot") || strings.Contains(line, "\r") {
				t.Errorf("%s: the line %q", target.Name, line)
			}
		}
	}
}
