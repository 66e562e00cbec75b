package sweep

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/testkit"
)

func TestCellsAreNumberedWithScenariosOutermostAndSeedsInnermost(t *testing.T) {
	t.Parallel()
	g := smallGrid(t)
	if got := g.Cells(); got != 24 {
		t.Fatalf("%d cells, want 24", got)
	}
	for index, want := range map[int]string{
		0:  "plain, link.jitter=0ms, projectile.spawn=naive, seed 3",
		1:  "plain, link.jitter=0ms, projectile.spawn=naive, seed 9",
		2:  "plain, link.jitter=0ms, projectile.spawn=timestamped, seed 3",
		4:  "plain, link.jitter=20ms, projectile.spawn=naive, seed 3",
		12: "step, at 11 s, link.jitter=0ms, projectile.spawn=naive, seed 3",
		23: "step, at 11 s, link.jitter=5ms, projectile.spawn=timestamped, seed 9",
	} {
		if got := g.Label(g.Cell(index)); got != want {
			t.Errorf("cell %d is %q, want %q", index, got, want)
		}
	}
	seen := map[string]bool{}
	for i := range g.Cells() {
		seen[g.Label(g.Cell(i))] = true
	}
	if len(seen) != 24 {
		t.Errorf("%d different cells, want 24", len(seen))
	}
}

func TestACellRunsTheScenarioWithItsValuesAndSeed(t *testing.T) {
	t.Parallel()
	sc := measured(t, "plain", "[[event]]\nat = \"5s\"\n[event.set]\n\"link.up.jitter\" = \"1ms\"\n")
	g := grid(t, []string{"client.skew=-7,20", "client2.link.jitter=3ms"}, "4", sc)
	got, err := g.scenario(g.Cell(1))
	if err != nil {
		t.Fatal(err)
	}
	want := *measured(t, "plain", "")
	want.Seed = 4
	for _, set := range [][2]string{{"client.skew", "20"}, {"client2.link.jitter", "3ms"}} {
		want.Set = append(want.Set, scenariotest.Set(set[0]+"="+set[1])...)
	}
	head, _, _ := strings.Cut(got.Text(), "\n[[event]]")
	if strings.TrimSpace(head) != strings.TrimSpace(want.Text()) {
		t.Errorf("the cell runs\n%s\nwant\n%s", head, want.Text())
	}
	if !strings.Contains(got.Text(), `"client2.link.up.jitter" = "3ms"`) {
		t.Errorf("an event takes the varied setting back:\n%s", got.Text())
	}
}

func TestAllCellsHaveTheClocksThatAnyOfThemNeeds(t *testing.T) {
	t.Parallel()
	sc := scenariotest.Parse(t, "few", "format = 3\nname = \"few\"\nclocks = \"timesync\"\n[set]\nclient.algorithm = \"timesync\"")
	axis, err := ParseAxis("client.algorithm=timesync,sntp")
	if err != nil {
		t.Fatal(err)
	}
	g, err := NewGrid([]*scenario.Scenario{sc}, []Axis{axis}, Seeds{1})
	if err != nil {
		t.Fatal(err)
	}
	for i := range g.Cells() {
		cell, err := g.scenario(g.Cell(i))
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, a := range cell.Algorithms() {
			names = append(names, a.Name)
		}
		if !slices.Equal(names, g.Algorithms) || len(names) != 2 {
			t.Errorf("cell %d has the clocks %v, the grid %v", i, names, g.Algorithms)
		}
	}
}

func TestGridsAreReadBackAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	for _, g := range []*Grid{smallGrid(t), grid(t, nil, "1..3", measured(t, "plain", ""))} {
		back, err := ParseGrid(g.Text())
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(g, back) || g.Difference(back) != "" {
			t.Errorf("%s came back as\n%s", g.Text(), back.Text())
		}
	}
}

func TestBadAxesAreRefusedWithWhatIsAllowed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"link.jitter":             "is not KEY=VALUE,VALUE",
		"link.jitters=1ms":        "unknown key",
		"link.jitter=1ms,2":       "is not a duration",
		"link.jitter=":            "is not a duration",
		"link.jitter=1ms,1000us":  "1ms and 1000us are the same value",
		"link.loss=0,120%":        "is outside 0%..100%",
		"client.algorithm=Unreal": "nearest: unreal, ",
	} {
		if _, err := ParseAxis(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", text, err, want)
		}
	}
}

func TestBadGridsAreRefused(t *testing.T) {
	t.Parallel()
	plain := measured(t, "plain", "")
	seeds := Seeds{1}
	many := make(Seeds, MaxCells/2)
	for i := range many {
		many[i] = uint64(i)
	}
	jitter := Axis{"link.jitter", []string{"0ms", "1ms"}}
	up := Axis{"link.up.jitter", []string{"0ms", "1ms"}}
	for _, c := range []struct {
		scenarios []*scenario.Scenario
		axes      []Axis
		seeds     Seeds
		want      string
	}{
		{nil, nil, seeds, "needs a scenario"},
		{[]*scenario.Scenario{plain, plain}, nil, seeds, `two scenarios have the name "plain"`},
		{[]*scenario.Scenario{plain}, []Axis{{"client3.skew", []string{"1"}}}, seeds, "client 3 is outside 1..2"},
		{[]*scenario.Scenario{plain}, []Axis{{"client.algorithm", []string{"slot", "unrealist"}}}, seeds, "nearest: unreal, "}, // no variant is
		{[]*scenario.Scenario{plain, measured(t, "other", "[clock.slot-64]\nalgorithm = \"slot\"\n")}, nil, seeds, `"other" has other clocks than "plain"`},
		{[]*scenario.Scenario{plain}, []Axis{jitter, jitter}, seeds, "link.jitter: a setting that is varied later overrides it"},
		{[]*scenario.Scenario{plain}, []Axis{up, jitter}, seeds, "link.up.jitter: a setting that is varied later"},
		{[]*scenario.Scenario{plain}, []Axis{jitter, {"link.loss", []string{"0", "1%"}}}, many, "outside 1..1000000"},
	} {
		if _, err := NewGrid(c.scenarios, c.axes, c.seeds); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
	if _, err := NewGrid([]*scenario.Scenario{plain}, []Axis{jitter, up}, seeds); err != nil {
		t.Errorf("both directions first and then one are refused: %v", err)
	}
}

func TestSeedsAreReadAndWritten(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"7": "7", "1..3": "1..3", "1,2,3": "1..3", " 5 .. 6 , 1": "5..6,1", "0": "0",
		"9223372036854775807": "9223372036854775807",
	} {
		s, err := ParseSeeds(text)
		if err != nil || s.String() != want {
			t.Errorf("%q: %v, %v; want %s", text, s, err, want)
		}
	}
	for text, want := range map[string]string{
		"": "is not a seed", "x": "is not a seed", "-1": "is not a seed", "3..1": "ends before it begins",
		"1..3,2": "2 appears twice", "0..1000000": "outside 1..1000000", "9223372036854775808": "is not a seed",
		"0..9223372036854775807": "outside 1..1000000", "1..500000,600000..1200000": "outside 1..1000000",
	} {
		if _, err := ParseSeeds(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q", text, err, want)
		}
	}
}

func TestAnySeedsComeBackFromTheirText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := Seeds(rapid.SliceOfNDistinct(rapid.Uint64Range(0, 30), 1, 20, rapid.ID).Draw(t, "seeds"))
		back, err := ParseSeeds(s.String())
		if err != nil || !reflect.DeepEqual(s, back) {
			t.Fatalf("%v came back as %v, %v", []uint64(s), []uint64(back), err)
		}
	})
}

// A value was parsed again for each one before it, and an axis for each one before it: a line of 30,000 values took
// minutes. What is parsed allocates, so that is counted.
func TestTheWorkOfManyValuesAndAxesGrowsWithTheirNumber(t *testing.T) {
	values := func(n int) string {
		text := "client.skew=0"
		for i := range n {
			text += fmt.Sprintf(",%d", i+1)
		}
		return text
	}
	axes := func(n int) *Grid {
		g := &Grid{}
		for range n {
			g.Axes = append(g.Axes, Axis{"client.skew", []string{"1"}})
		}
		g.Axes[0].Key = "link.jitter" // the last that is looked at, and the only one that nothing hides
		g.Axes[0].Values[0] = "1ms"
		for i := range g.Axes[1:] {
			g.Axes[i+1].Key = fmt.Sprintf("client%d.skew", i%60+1)
		}
		return g
	}
	for name, work := range map[string]func(n int) func(){
		"values": func(n int) func() {
			text := values(n)
			return func() {
				if _, err := ParseAxis(text); err != nil {
					t.Fatal(err)
				}
			}
		},
		"axes": func(n int) func() { g := axes(n); return func() { g.validateAxes() } },
	} {
		few, many := testkit.AllocsPerRun(1, work(15)), testkit.AllocsPerRun(1, work(60))
		if many > 8*few {
			t.Errorf("four times as many %s cost %v allocations, not some %v", name, many, 4*few)
		}
	}
}
