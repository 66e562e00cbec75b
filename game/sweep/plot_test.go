package sweep

import (
	"context"
	"image/png"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"driftlab/internal/palette"
	"driftlab/netsync/registry"
)

func TestPlotsAreDrawnForEveryCombinationAndEverySetting(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and its goroutines are those of other tests")
	}
	f := sweep(t, t.TempDir(), grid(t, []string{"link.jitter=0ms,20ms,5ms", "projectile.spawn=naive"}, "1..3",
		measured(t, "plain", ""), measured(t, "two, 30 s", "")), Whole, 2).Folder
	written, left, err := f.WriteResults(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	// Six over time; three pairs of scenarios, two rows of jitters, of clocks and of the game each; a setting with one value has none.
	if written != 6+2*(3+2) || left != 0 {
		t.Errorf("%d plots written and %d left out", written, left)
	}
	dir := filepath.Join(f.dir, PlotsDir)
	for _, name := range []string{
		"time-001-plain-link.jitter=0ms-projectile.spawn=naive",
		"time-006-two-30s-link.jitter=5ms-projectile.spawn=naive",
		"against-scenario-001-link.jitter=0ms-projectile.spawn=naive",
		"against-link.jitter-004-plain-projectile.spawn=naive",
		"against-link.jitter-005-two-30s-projectile.spawn=naive",
		"game-scenario-001-link.jitter=0ms-projectile.spawn=naive",
		"game-link.jitter-005-two-30s-projectile.spawn=naive",
	} {
		file, err := os.Open(filepath.Join(dir, name+".png"))
		if err != nil {
			t.Error(err)
			continue
		}
		img, err := png.Decode(file)
		file.Close()
		if err != nil || img.Bounds().Dx() < 1000 {
			t.Errorf("%s.png: %v", name, err)
		}
		svg := read(t, filepath.Join(dir, name+".svg"))
		shows := ">timesync<"
		if strings.HasPrefix(name, "game") {
			shows = ">key-to-other, ms<"
		}
		if !strings.Contains(svg, shows) || !strings.HasSuffix(svg, "</svg>\n") {
			t.Errorf("%s.svg lacks %s, or its end", name, shows)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2*written {
		t.Errorf("%d files for %d plots, %v", len(entries), written, err)
	}
}

func TestPlotsOfRunsThatWereNotMeasuredAreDrawnEmpty(t *testing.T) {
	t.Parallel()
	short := measured(t, "short", "")
	short.Duration = 1
	f := sweep(t, t.TempDir(), grid(t, []string{"link.jitter=1ms,2ms"}, "1", short), Whole, 1).Folder
	if _, _, err := f.WriteResults(context.Background()); err != nil {
		t.Error(err)
	}
	if got := table(t, f); !strings.Contains(got, "short,1ms,1,1,unreal,,,,,,,,,0,0,") {
		t.Errorf("what was not measured is not empty:\n%s", got)
	}
}

// A clock has the line that it has in the window: by its name and not by its place, for a scenario may have any of them.
func TestAClocksLineInPlotsIsTheWindows(t *testing.T) {
	t.Parallel()
	slot, known := theme.Clock("slot", false, 0), []registry.Algorithm{{Name: "slot"}, {Name: "slot-fast", Of: "slot"}}
	got := linesOf([]string{"timesync", "slot", "slot-fast", "mine", "midline", "yours"}, known)
	want := []palette.LineStyle{theme.Clock("timesync", false, 0), slot, {Color: slot.Color, Dash: palette.Dots}, theme.Clock("mine", false, 0),
		theme.Clock("midline", false, 0), theme.Clock("yours", false, 1)}
	if !slices.Equal(got, want) || got[3].Color == got[5].Color {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestBandsAreNearestRanksOfEnoughValues(t *testing.T) {
	t.Parallel()
	var values []float64
	for i := 100; i > 0; i-- {
		values = append(values, float64(i))
	}
	if got := newBand(values, 200); got != (band{5, 50, 95, true}) {
		t.Errorf("a hundred values give %v", got)
	}
	if got := newBand([]float64{7}, 1); got != (band{7, 7, 7, true}) {
		t.Errorf("one value gives %v", got)
	}
	if got := newBand([]float64{7}, 3); got.ok {
		t.Errorf("a third of the values gives %v", got)
	}
}

func TestComparisonsDifferInOneSettingAndRise(t *testing.T) {
	t.Parallel()
	g := smallGrid(t)
	all := g.comparisons()
	seventh := all[6] // the first of link.jitter
	want := comparison{key: "link.jitter", label: "plain, projectile.spawn=naive", unit: "ms",
		at: []float64{0, 5, 20}, combinations: []int{0, 4, 2}}
	if !reflect.DeepEqual(seventh, want) {
		t.Errorf("got %+v, want %+v", seventh, want)
	}
	for _, c := range all {
		for i, n := range c.combinations {
			scenario, values := g.combination(n)
			label := g.combinationLabel(scenario, values)
			for part := range strings.SplitSeq(c.label, ", ") {
				if !strings.Contains(label, part) {
					t.Errorf("%+v: place %d is %s", c, i, label)
				}
			}
		}
	}
}

func TestFileNamesAreTakenByEveryFileSystem(t *testing.T) {
	t.Parallel()
	for label, want := range map[string]string{
		"first, link.loss=5%": "first-link.loss=5_", "a/b:c\\d*é": "a_b_c_d__", "": "", "dots...": "dots",
		strings.Repeat("x", 300): strings.Repeat("x", 100),
	} {
		if got := fileName(label); got != want {
			t.Errorf("%q became %q, want %q", label, got, want)
		}
	}
}
