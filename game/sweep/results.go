package sweep

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"driftlab/game/scenario"
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
