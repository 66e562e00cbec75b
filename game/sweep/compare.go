package sweep

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"driftlab/game/observe"
	"driftlab/game/ranking"
	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/internal/files"
	"driftlab/internal/texts"
)

// The files in which all clocks are compared with one of them over all scenarios.
const (
	CompareFile  = "compare.md"
	CompareTable = "compare.csv"
)

// DefaultBaseline is the clock that others are compared with where none is chosen; the first where it does not run.
const DefaultBaseline = "timesync"

// A compared is one of the measures by which clocks are compared; of all of them less is better.
type compared struct {
	name, head string
	decimals   int
	of         func(a *clockResult) (v float64, ok bool)
}

// A clockResult is what one clock of one client came to in a cell.
type clockResult struct {
	*session.AlgorithmSummary
	seconds float64 // how long the cell is
	steps   int
}

var comparedMeasures = [...]compared{
	{"rms_ms", "RMS ms", 3, func(a *clockResult) (float64, bool) {
		return ofErrors(a, func(e *session.ErrorMS) float64 { return e.RMS })
	}},
	{"worst_ms", "worst ms", 3, func(a *clockResult) (float64, bool) {
		return ofErrors(a, func(e *session.ErrorMS) float64 { return e.Worst })
	}},
	{"converged_s", "converged s", 2, func(a *clockResult) (float64, bool) { return value(a.ConvergedS) }},
	{"bytes_per_s", "bytes/s", 1, func(a *clockResult) (float64, bool) { return float64(a.BytesSent) / a.seconds, true }},
	{"worst_step_ms", "step ms", 3, func(a *clockResult) (float64, bool) { return value(a.WorstStepMS) }},
	{"steps_per_min", "steps/min", 1, func(a *clockResult) (float64, bool) {
		return float64(a.steps) * 60 / max(a.seconds-observe.Warmup.Seconds(), 1), a.ErrorMS != nil
	}},
}

func ofErrors(a *clockResult, of func(e *session.ErrorMS) float64) (float64, bool) {
	if a.ErrorMS == nil {
		return 0, false
	}
	return of(a.ErrorMS), true
}

func value(v *float64) (float64, bool) {
	if v == nil {
		return 0, false
	}
	return *v, true
}

// A paired is one clock in one combination of settings, compared with the baseline: each pair of them is of one seed and
// one client, so that both have met the same luck.
type paired struct {
	measured, apart [len(comparedMeasures)]band // apart is the clock's less the baseline's
	pairs, better   int                         // in how many the clock's RMS error is less
	errors          ranking.Errors              // RMS, a block for each seed and client
}

// SetBaseline chooses the clock that all are compared with. It is an error if the grid does not run it.
func (f *Folder) SetBaseline(clock string) error {
	if !slices.Contains(f.Grid.Algorithms, clock) {
		return fmt.Errorf("%q is not among the clocks that run (%s)", clock, texts.Allowed(clock, f.Grid.Algorithms))
	}
	f.baseline = clock
	return nil
}

// baselineIndex returns the place of the baseline among the clocks.
func (f *Folder) baselineIndex() int {
	return max(slices.Index(f.Grid.Algorithms, cmp.Or(f.baseline, DefaultBaseline)), 0)
}

// writeComparison writes both files. Every cell must be there.
func (f *Folder) writeComparison(to *files.Folder) error {
	var all [][]paired // by combination and clock
	for n := range f.Grid.combinations() {
		one, err := f.compare(n)
		if err != nil {
			return err
		}
		all = append(all, one)
	}
	if err := writeFile(to, CompareFile, func(w io.Writer) error { return f.writeCompared(w, all) }); err != nil {
		return err
	}
	return writeFile(to, CompareTable, func(w io.Writer) error { return f.writeComparedRows(w, all) })
}

// compare reads the cells of a combination.
func (f *Folder) compare(combination int) ([]paired, error) {
	g, base := f.Grid, f.baselineIndex()
	out := make([]paired, len(g.Algorithms))
	values := make([][len(comparedMeasures)][2][]float64, len(g.Algorithms)) // measured, and apart
	all, record := 0, ranking.NewRecord(len(g.Algorithms))
	of, _ := g.combination(combination)
	sc, err := scenario.Parse(g.Scenarios[of].Name, g.Scenarios[of].Text)
	if err != nil {
		return nil, err
	}
	for i := range g.Seeds {
		cell := combination*len(g.Seeds) + i
		r, err := f.Result(cell)
		if err != nil {
			return nil, err
		}
		for c := range r.Clients {
			all++
			clocks := r.Clients[c].Algorithms
			of := func(a int) *clockResult { return &clockResult{&clocks[a], sc.Duration.Seconds(), r.Steps[c][a]} }
			for a := range clocks {
				for m := range comparedMeasures {
					mine, ok := comparedMeasures[m].of(of(a))
					other, too := comparedMeasures[m].of(of(base))
					v := &values[a][m]
					if ok {
						v[0] = append(v[0], mine)
					}
					if ok && too {
						v[1] = append(v[1], mine-other)
					}
					if m == 0 && ok {
						record.Add(a, time.Duration(all)*time.Second, mine)
					}
					if m == 0 && ok && too {
						out[a].pairs++
						if mine < other {
							out[a].better++
						}
					}
				}
			}
		}
	}
	for a := range out {
		out[a].errors = record.Errors(a)
		for m, v := range values[a] {
			out[a].measured[m], out[a].apart[m] = newBand(v[0], all), newBand(v[1], all)
		}
	}
	return out, nil
}

// writeCompared writes the table for reading.
func (f *Folder) writeCompared(w io.Writer, all [][]paired) error {
	g, base := f.Grid, f.baselineIndex()
	baseline := texts.Markdown(g.Algorithms[base])
	fmt.Fprintf(w, "Every clock in every scenario: medians of %s, and in parentheses by how much it differs from %s with the same luck: "+
		"the median of the pairs' differences. The last column is in how many of the pairs its RMS error is the smaller, and from where to where "+
		"the difference of that goes, from the 5th to the 95th percentile in ms.\n\n| scenario | clock |", g.samples(), baseline)
	for _, m := range comparedMeasures {
		fmt.Fprintf(w, " %s |", m.head)
	}
	fmt.Fprintf(w, " better than %s |\n| --- | --- |%s\n", baseline, strings.Repeat(" ---: |", len(comparedMeasures)+1))
	for n, clocks := range all {
		label := texts.Markdown(g.combinationLabel(g.combination(n)))
		for a := range clocks {
			c := &clocks[a]
			fmt.Fprintf(w, "| %s | %s |", label, texts.Markdown(g.Algorithms[a]))
			for m := range comparedMeasures {
				fmt.Fprintf(w, " %s |", c.cell(m, a == base))
			}
			fmt.Fprintf(w, " %s |\n", c.verdict(a == base))
		}
	}
	return nil // an error stays in the writer
}

// cell writes a measure and how far it is from the baseline's.
func (c *paired) cell(m int, isBase bool) string {
	v := c.measured[m]
	if !v.ok {
		return "–"
	}
	decimals := comparedMeasures[m].decimals
	text := strconv.FormatFloat(v.middle, 'f', decimals, 64)
	if d := c.apart[m]; d.ok && !isBase {
		text += " (" + signed(d.middle, decimals) + ")"
	}
	return text
}

func (c *paired) verdict(isBase bool) string {
	d := c.apart[0]
	if isBase || !d.ok {
		return "–"
	}
	return fmt.Sprintf("%d of %d, %s … %s", c.better, c.pairs, signed(d.low, 3), signed(d.high, 3))
}

// signed writes a difference with its sign; one that rounds to 0 has none.
func signed(v float64, decimals int) string {
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if zero, _ := strconv.ParseFloat(text, 64); zero == 0 {
		return strings.TrimPrefix(text, "-")
	}
	if v > 0 {
		return "+" + text
	}
	return strings.Replace(text, "-", "−", 1)
}

// writeComparedRows writes the table for programs.
func (f *Folder) writeComparedRows(to io.Writer, all [][]paired) error {
	g, base := f.Grid, f.baselineIndex()
	head := []string{"scenario"}
	for _, a := range g.Axes {
		head = append(head, a.Key)
	}
	head = append(head, "clock", "baseline", "pairs", "better")
	for _, m := range comparedMeasures {
		head = append(head, m.name, m.name+"_apart", m.name+"_apart_p5", m.name+"_apart_p95")
	}
	w := csv.NewWriter(to)
	w.Write(head) // an error stays in the writer
	for n, clocks := range all {
		scenario, values := g.combination(n)
		for a := range clocks {
			c := &clocks[a]
			row := []string{g.Scenarios[scenario].Name}
			for i, v := range values {
				row = append(row, g.Axes[i].Values[v])
			}
			row = append(row, g.Algorithms[a], g.Algorithms[base], strconv.Itoa(c.pairs), strconv.Itoa(c.better))
			for m := range comparedMeasures {
				v, d := c.measured[m], c.apart[m]
				row = append(row, v.text(v.middle), d.text(d.middle), d.text(d.low), d.text(d.high))
			}
			w.Write(row)
		}
	}
	w.Flush()
	return w.Error()
}

// text writes one of the band's numbers, rounded to where floating point says nothing more; of a band that is not there, nothing.
func (b band) text(v float64) string {
	if !b.ok {
		return ""
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'f', 6, 64), 64)
	return decimal(rounded)
}
