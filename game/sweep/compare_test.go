package sweep

import (
	"encoding/csv"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func compareTables(t *testing.T, f *Folder) (text string, rows [][]string) {
	t.Helper()
	check(t, f.results(f.writeComparison))
	rows, err := csv.NewReader(strings.NewReader(read(t, filepath.Join(f.dir, CompareTable)))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return read(t, filepath.Join(f.dir, CompareFile)), rows
}

// Each pair is of one seed and one client: the differences of medians would be other numbers.
func TestClocksAreComparedInPairsThatMetTheSameLuck(t *testing.T) {
	t.Parallel()
	g := grid(t, []string{"link.jitter=1ms,20ms"}, "1..3", measured(t, "plain", ""), measured(t, "other", ""))
	f := sweep(t, t.TempDir(), g, Whole, 2).Folder
	check(t, f.SetBaseline("sntp"))
	text, rows := compareTables(t, f)
	if n, want := len(rows), 1+2*2*len(g.Algorithms); n != want || strings.Count(text, "\n| ") != want+1 { // its head has two
		t.Fatalf("%d rows, and %d lines in %s", n, strings.Count(text, "\n| "), CompareFile)
	}
	column := func(name string) int {
		i := slices.Index(rows[0], name)
		if i < 0 {
			t.Fatalf("no column %q in %v", name, rows[0])
		}
		return i
	}
	rms, apart, better, pairs := column("rms_ms"), column("rms_ms_apart"), column("better"), column("pairs")
	sntp := slices.Index(g.Algorithms, "sntp")
	for n := range g.combinations() {
		for a, name := range g.Algorithms {
			var own, differences []float64
			wins := 0
			for i := range g.Seeds {
				r, err := f.Result(n*len(g.Seeds) + i)
				if err != nil {
					t.Fatal(err)
				}
				for _, c := range r.Clients {
					mine, other := c.Algorithms[a].ErrorMS.RMS, c.Algorithms[sntp].ErrorMS.RMS
					own, differences = append(own, mine), append(differences, mine-other)
					if mine < other {
						wins++
					}
				}
			}
			row := rows[1+n*len(g.Algorithms)+a]
			if row[column("clock")] != name || row[column("baseline")] != "sntp" {
				t.Fatalf("row %v", row)
			}
			for col, want := range map[int]float64{rms: newBand(own, 6).middle, apart: newBand(differences, 6).middle, better: float64(wins), pairs: 6} {
				if got, err := strconv.ParseFloat(row[col], 64); err != nil || got-want > 1e-6 || want-got > 1e-6 {
					t.Errorf("%s, combination %d: %s is %s, want %v", name, n, rows[0][col], row[col], want)
				}
			}
		}
	}
}

func TestTheComparisonNamesItsBaselineAndHasNoDifferenceFromItself(t *testing.T) {
	t.Parallel()
	f := sweep(t, t.TempDir(), grid(t, nil, "1,2", measured(t, "plain", "")), Whole, 1).Folder
	text, _ := compareTables(t, f)
	if !strings.Contains(text, "better than timesync |") {
		t.Errorf("it begins with %.400q", text)
	}
	for line := range strings.Lines(text) {
		own := strings.HasPrefix(line, "| plain | timesync |")
		if own && (strings.Contains(line, "(") || !strings.HasSuffix(line, "| – |\n")) || strings.HasPrefix(line, "| plain | rtt2 |") && !strings.Contains(line, "(") {
			t.Errorf("%q", line)
		}
	}
	if err := f.SetBaseline("sundial"); err == nil || !strings.Contains(err.Error(), `"sundial" is not among the clocks that run (nearest: `) {
		t.Errorf("a clock that does not run: %v", err)
	}
}

func TestNamesInTablesMeanNothingToMarkdown(t *testing.T) {
	t.Parallel()
	f := sweep(t, t.TempDir(), grid(t, nil, "1", measured(t, "a|<b>", "")), Whole, 1).Folder
	compared, _ := compareTables(t, f)
	if !strings.Contains(compared, `| a\|\<b\> | timesync |`) {
		t.Errorf("%.600s", compared)
	}
}

func TestADifferenceOfNothingHasNoSign(t *testing.T) {
	t.Parallel()
	for v, want := range map[float64]string{0: "0.00", -0.001: "0.00", 0.001: "0.00", 1.5: "+1.50", -1.5: "−1.50"} {
		if got := signed(v, 2); got != want {
			t.Errorf("%v is %s, want %s", v, got, want)
		}
	}
}
