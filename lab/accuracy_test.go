package lab

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestAccuracyTablesHaveARowForEachClockAndAColumnForEachScenario(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and its goroutines are those of other tests")
	}
	g := smallGrid(t)
	f := sweep(t, t.TempDir(), g, Whole, 2).Folder
	if err := f.results(f.writeAccuracy); err != nil {
		t.Fatal(err)
	}
	text := read(t, filepath.Join(f.dir, AccuracyFile))
	if !strings.HasPrefix(text, "RMS error in ms, and in parentheses the 99th percentile of the error; then how long it took from joining to "+
		"come within converge.bound of the truth and stay there: medians of 2 seeds and all clients.\n") {
		t.Errorf("it begins with %.150q", text)
	}
	tables := strings.Split(text, "\n## ")[1:]
	if len(tables) != 6 {
		t.Fatalf("%d tables", len(tables))
	}
	for i, want := range map[int]string{
		0: "link.jitter=0ms, projectile.spawn=naive",
		3: "link.jitter=20ms, projectile.spawn=timestamped",
		5: "link.jitter=5ms, projectile.spawn=timestamped",
	} {
		if head := want + "\n\n| | plain | step, at 11 s |\n| --- | ---: | ---: |\n| unreal | "; !strings.HasPrefix(tables[i], head) {
			t.Errorf("table %d begins with %.150q", i, tables[i])
		}
		if rows := strings.Count(tables[i], "\n| ") - 2; rows != len(g.Algorithms) {
			t.Errorf("table %d has %d rows", i, rows)
		}
	}
	// Without jitter a push is one way late, 30 ms; client 2's clock gains little in 12 s.
	for _, want := range []string{"| unreal | 29.9 (30.0) · – |", "| rtt2 | 0.000 (0.000) · 0.13 s |"} {
		if !strings.Contains(tables[0], want) {
			t.Errorf("no %q in %s", want, tables[0])
		}
	}
}

func TestFiguresOfTheAccuracyTableAreMediansOverSeedsAndClients(t *testing.T) {
	t.Parallel()
	g := smallGrid(t)
	f := sweep(t, t.TempDir(), g, Whole, 2).Folder
	got, err := f.accuracies(4)
	if err != nil {
		t.Fatal(err)
	}
	for a := range g.Algorithms {
		var rms, took []float64
		for _, cell := range []int{8, 9} {
			r, err := f.Result(cell)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range r.Clients {
				if e := c.Algorithms[a].ErrorMS; e != nil {
					rms = append(rms, e.RMS)
				}
				if d := c.Algorithms[a].ConvergedS; d != nil {
					took = append(took, *d)
				}
			}
		}
		if want := newBand(rms, 4); got[a].rms != want {
			t.Errorf("%s: %+v, want %+v", g.Algorithms[a], got[a].rms, want)
		}
		if want := newBand(took, 4); got[a].converged != want {
			t.Errorf("%s: it took %+v, want %+v", g.Algorithms[a], got[a].converged, want)
		}
	}
	if text := (accuracy{}).String(); text != "–" {
		t.Errorf("nothing measured is %q", text)
	}
}

func TestFiguresHaveThreeDigits(t *testing.T) {
	t.Parallel()
	for ms, want := range map[float64]string{
		0: "0.000", 0.0004: "0.000", 0.0256: "0.026", 0.75: "0.750", 1.234: "1.23", 45.678: "45.7", 678.9: "679", 20186.2: "20186",
	} {
		if got := significant(ms); got != want {
			t.Errorf("%v is %s, want %s", ms, got, want)
		}
	}
}
