package sweep

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"path/filepath"
	"strconv"

	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/internal/files"
)

// WriteResults makes the tables and the plots of a whole grid, which take their places together and have a
// manifest. It returns how many plots it wrote and how many it left out as too many. When ctx ends first it
// writes nothing and returns the context's error.
func (f *Folder) WriteResults(ctx context.Context) (plots, left int, err error) {
	err = f.results(func(to *files.Folder) error {
		for _, write := range []func(*files.Folder) error{f.writeTable, f.writeComparison} {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := write(to); err != nil {
				return err
			}
		}
		var err error
		plots, left, err = f.writePlots(ctx, to)
		return err
	})
	return plots, left, err
}

// results writes files of the folder, all of them or none.
func (f *Folder) results(write func(*files.Folder) error) error {
	set, to, err := f.begin()
	defer set.Abandon() // after Commit it does nothing
	if err != nil {
		return err
	}
	if err := write(to); err != nil {
		return err
	}
	return set.Commit()
}

// begin begins a set of results. They are made from the grid and the cells.
func (f *Folder) begin() (*files.Set, *files.Folder, error) {
	set := files.NewSet(f.fs, append(f.paths(), f.inputs...)...)
	to, err := set.Folder(f.dir, files.ManifestFile)
	return set, to, err
}

// paths returns the paths of the grid and of the files of cells.
func (f *Folder) paths() []string {
	all := []string{filepath.Join(f.dir, GridFile)}
	for _, name := range f.files {
		all = append(all, filepath.Join(f.dir, name))
	}
	return all
}

// Files returns the paths of the files that the values of the axes name.
func (g *Grid) Files() (paths []string) {
	for _, a := range g.Axes {
		for i := range a.Values {
			if set, err := a.assignments(i); err == nil { // a grid's values have been checked
				paths = append(paths, scenario.FilesOf(set)...)
			}
		}
	}
	return paths
}

// createForResults is [CreateFolder] where the results are written too. Where they could not be, as over a table that
// somebody has edited, the folder is refused, and gets no grid.
func createForResults(fsys files.FS, dir string, g *Grid, inputs ...string) (*Folder, error) {
	if there, _ := fsys.ReadDir(dir); len(there) > 0 {
		if err := (&Folder{fs: fsys, dir: dir, inputs: inputs}).tryResults(); err != nil {
			return nil, err
		}
	}
	f, err := CreateFolder(fsys, dir, g, inputs...)
	if err != nil {
		return nil, err
	}
	return f, f.tryResults() // which must not take the place of its cells either
}

// tryResults says why the results could not be written later on.
func (f *Folder) tryResults() error {
	set, to, err := f.begin()
	defer set.Abandon()
	if err == nil {
		err = to.Try(TableFile, CompareFile, CompareTable)
	}
	if err != nil {
		return BadFolder{Err: err}
	}
	return nil
}

// writeFile writes a file of the results.
func writeFile(to *files.Folder, name string, write func(io.Writer) error) error {
	p, err := to.Create(name)
	if err != nil {
		return err
	}
	if err = write(p); err == nil {
		err = p.Close() // there may be more files than can be open at once
	}
	if err != nil {
		return fmt.Errorf("%q: %w", to.Path(name), files.Reason(err))
	}
	return nil
}

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
	head = append(head, "seed", "client", "algorithm", "first_sync_s", "converged_s",
		"mean_ms", "rms_ms", "p50_ms", "p99_ms", "worst_ms", "worst_step_ms",
		"samples_used", "samples_rejected", "bytes_sent",
		"owd_up_mean_ms", "owd_down_mean_ms", "owd_rms_ms")
	for figure := range session.MainGameFigures { // of the client's game, in each of its clocks' rows
		head = append(head, figure.Column())
	}
	w.Write(head) // an error stays in the writer
	for cell := range f.cells {
		r, err := f.Result(cell)
		if err != nil {
			return err
		}
		for _, client := range r.Clients {
			for _, a := range client.Algorithms {
				w.Write(f.Grid.row(f.Grid.Cell(cell), &client, a))
			}
		}
	}
	w.Flush()
	return w.Error()
}

func (g *Grid) row(c Cell, client *session.ClientSummary, a session.AlgorithmSummary) []string {
	row := []string{g.Scenarios[c.Scenario].Name}
	for i, v := range c.Values {
		row = append(row, g.Axes[i].Values[v])
	}
	row = append(row, strconv.FormatUint(c.Seed, 10), strconv.Itoa(client.Client), a.Algorithm)
	row = append(row, optional(a.FirstSyncS), optional(a.ConvergedS))
	if e := a.ErrorMS; e != nil {
		row = append(row, decimal(e.Mean), decimal(e.RMS), decimal(e.P50), decimal(e.P99), decimal(e.Worst))
	} else {
		row = append(row, "", "", "", "", "")
	}
	row = append(row, optional(a.WorstStepMS), strconv.FormatUint(a.SamplesUsed, 10),
		strconv.FormatUint(a.SamplesRejected, 10), strconv.FormatUint(a.BytesSent, 10))
	if o := a.OWDErrorMS; o != nil {
		row = append(row, decimal(o.UpMean), decimal(o.DownMean), decimal(o.RMS))
	} else {
		row = append(row, "", "", "")
	}
	for figure := range session.MainGameFigures {
		row = append(row, optional(client.Figures[figure.Column()]))
	}
	return row
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
