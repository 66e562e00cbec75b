package sweep

import (
	"encoding/csv"
	"io"
	"strconv"

	"driftlab/game/session"
	"driftlab/internal/files"
)

// writeTable writes sweep.csv: a row for each cell, client and algorithm, in this order. Every cell
// must be there.
func (f *Folder) writeTable(folder *files.Folder) error {
	return writeFile(folder, TableFile, f.rows)
}

// rows writes the table.
func (f *Folder) rows(to io.Writer) error {
	w := csv.NewWriter(to)
	// The columns of sweep.csv: the scenario, every setting that is varied, the seed, and what a
	// client's algorithm came to, as summary.json of a run has it. What could not be measured is
	// empty.
	head := []string{"scenario"}
	for _, a := range f.Grid.Axes {
		head = append(head, a.Key)
	}
	w.Write(append(head, "seed", "client", "algorithm", "first_sync_s", "converged_s",
		"mean_ms", "rms_ms", "p50_ms", "p99_ms", "worst_ms", "worst_step_ms",
		"samples_used", "samples_rejected", "bytes_sent",
		"owd_up_mean_ms", "owd_down_mean_ms", "owd_rms_ms")) // an error stays in the writer
	for cell := range f.cells {
		r, err := f.Result(cell)
		if err != nil {
			return err
		}
		for _, client := range r.Clients {
			for _, a := range client.Algorithms {
				w.Write(f.Grid.row(f.Grid.Cell(cell), client.Client, a))
			}
		}
	}
	w.Flush()
	return w.Error()
}

func (g *Grid) row(c Cell, client int, a session.AlgorithmSummary) []string {
	row := []string{g.Scenarios[c.Scenario].Name}
	for i, v := range c.Values {
		row = append(row, g.Axes[i].Values[v])
	}
	row = append(row, strconv.FormatUint(c.Seed, 10), strconv.Itoa(client), a.Algorithm)
	row = append(row, optional(a.FirstSyncS), optional(a.ConvergedS))
	if e := a.ErrorMS; e != nil {
		row = append(row, decimal(e.Mean), decimal(e.RMS), decimal(e.P50), decimal(e.P99), decimal(e.Worst))
	} else {
		row = append(row, "", "", "", "", "")
	}
	row = append(row, optional(a.WorstStepMS), strconv.FormatUint(a.SamplesUsed, 10),
		strconv.FormatUint(a.SamplesRejected, 10), strconv.FormatUint(a.BytesSent, 10))
	if o := a.OWDErrorMS; o != nil {
		return append(row, decimal(o.UpMean), decimal(o.DownMean), decimal(o.RMS))
	}
	return append(row, "", "", "")
}

func decimal(v float64) string {
	if v == 0 {
		return "0" // never "-0"
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

func optional(v *float64) string {
	if v == nil {
		return ""
	}
	return decimal(*v)
}
