package lab

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"driftlab/internal/files"
	"driftlab/internal/plain"
)

// AccuracyFile is where the accuracy of all clocks is written.
const AccuracyFile = "sweep.md"

// accuracy is how wrong one clock was in one combination of settings, and how long it took to come near the truth:
// medians over seeds and clients.
type accuracy struct {
	rms, p99  band
	converged band // s
}

// writeAccuracy writes sweep.md: for each combination of varied settings a table in Markdown with a
// row for each algorithm and a column for each scenario. Every cell must be there.
func (f *Folder) writeAccuracy(to *files.Folder) error {
	g := f.Grid
	return writeFile(to, AccuracyFile, func(w io.Writer) error {
		fmt.Fprintf(w, "RMS error in ms, and in parentheses the 99th percentile of the error; then how long it took from joining to "+
			"come within converge.bound of the truth and stay there: medians of %s.\n", g.samples())
		tables := g.combinations() / len(g.Scenarios)
		for n := range tables {
			var columns [][]accuracy // by scenario and algorithm
			for s := range g.Scenarios {
				column, err := f.accuracies(s*tables + n)
				if err != nil {
					return err
				}
				columns = append(columns, column)
			}
			_, values := g.combination(n)
			g.writeAccuracies(w, values, columns)
		}
		return nil // an error stays in the writer
	})
}

// accuracies reads the cells of a combination and returns each algorithm's figures.
func (f *Folder) accuracies(combination int) ([]accuracy, error) {
	algorithms, seeds := len(f.Grid.Algorithms), len(f.Grid.Seeds)
	rms, p99, converged := make([][]float64, algorithms), make([][]float64, algorithms), make([][]float64, algorithms)
	all := 0
	for cell := combination * seeds; cell < (combination+1)*seeds; cell++ {
		r, err := f.Result(cell)
		if err != nil {
			return nil, err
		}
		for _, c := range r.Clients {
			all++
			for a := range algorithms {
				if e := c.Algorithms[a].ErrorMS; e != nil {
					rms[a], p99[a] = append(rms[a], e.RMS), append(p99[a], e.P99)
				}
				if took := c.Algorithms[a].ConvergedS; took != nil {
					converged[a] = append(converged[a], *took)
				}
			}
		}
	}
	out := make([]accuracy, algorithms)
	for a := range out {
		out[a] = accuracy{newBand(rms[a], all), newBand(p99[a], all), newBand(converged[a], all)}
	}
	return out, nil
}

// writeAccuracies writes one table. Varied settings stand above it.
func (g *Grid) writeAccuracies(w io.Writer, values []int, columns [][]accuracy) {
	if len(values) > 0 {
		fmt.Fprintf(w, "\n## %s\n", plain.Markdown(strings.Join(g.settings(values), ", ")))
	}
	fmt.Fprint(w, "\n| |")
	for _, s := range g.Scenarios {
		fmt.Fprintf(w, " %s |", plain.Markdown(s.Name))
	}
	fmt.Fprint(w, "\n| --- |"+strings.Repeat(" ---: |", len(columns))+"\n")
	for a, name := range g.Algorithms {
		fmt.Fprintf(w, "| %s |", plain.Markdown(name))
		for _, column := range columns {
			fmt.Fprintf(w, " %s |", column[a])
		}
		fmt.Fprintln(w)
	}
}

// String is a field of the table. It is – where fewer than half of the clients have synchronised, and its end where
// fewer have come near.
func (a accuracy) String() string {
	if !a.rms.ok {
		return "–"
	}
	errors, took := significant(a.rms.middle)+" ("+significant(a.p99.middle)+")", "–"
	if a.converged.ok {
		took = strconv.FormatFloat(a.converged.middle, 'f', 2, 64) + " s"
	}
	return errors + " · " + took
}

// significant writes ms with three digits or so, and no finer than to the µs.
func significant(ms float64) string {
	decimals := 0
	for limit := 100.; ms < limit && decimals < 3; limit /= 10 {
		decimals++
	}
	return strconv.FormatFloat(ms, 'f', decimals, 64)
}
