package sweep

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"driftlab/internal/files"
)

// Merge puts the finished cells of all folders into one, which is made if there is none and may be
// one of them. All must hold the same grid. The result may lack cells; see [Folder.Missing]. When ctx ends first
// it returns the context's error; merging again continues.
func Merge(ctx context.Context, fsys files.FS, dirs []string, out string) (*Folder, error) {
	from, err := openAlike(fsys, dirs)
	if err != nil {
		return nil, err
	}
	var inputs []string
	for _, f := range from {
		if first := slices.IndexFunc(f.cells, func(p place) bool { return p.length > 0 }); first >= 0 { // all are by one program
			if _, err := f.Result(first); err != nil {
				return nil, err
			}
		}
		if !files.SamePath(fsys, f.dir, out) { // which is added to
			inputs = append(inputs, f.paths()...)
		}
	}
	to, err := createForResults(fsys, out, from[0].Grid, inputs...)
	if err != nil {
		return nil, err
	}
	file, err := to.openCells(Whole)
	if err != nil {
		return nil, err
	}
	for cell := range to.cells {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil && !to.Has(cell) {
			err = copyCell(file, from, cell)
		}
	}
	if closed := file.close(); err == nil {
		err = closed
	}
	if err == nil {
		err = to.Scan()
	}
	to.shards = shardsOf(from)
	return to, err
}

// openAlike opens folders that all must hold the same grid.
func openAlike(fsys files.FS, dirs []string) (all []*Folder, err error) {
	for _, dir := range dirs {
		f, err := OpenFolder(fsys, dir)
		if err != nil {
			return nil, err
		}
		all = append(all, f)
		if d := all[0].Grid.Difference(f.Grid); d != "" {
			return nil, BadFolder{dir, fmt.Errorf("it holds another grid than %q: %s", dirs[0], d)}
		}
	}
	return all, nil
}

// MissingTasks says which tasks of a job array have cells left to run, as a scheduler takes them, 1,5-7, the first being
// 0; "" where none has. All folders must hold the same grid. Shards is how many tasks there are in all, 0 for what the
// names of the files of cells say.
func MissingTasks(fsys files.FS, dirs []string, shards int) (string, error) {
	from, err := openAlike(fsys, dirs)
	if err != nil {
		return "", err
	}
	if shards == 0 {
		if shards = shardsOf(from); shards == 0 {
			return "", BadFolder{Err: errors.New("the files of cells do not say how many tasks there are in all: give -shards")}
		}
	}
	var tasks []int
	for n := range shards {
		if left(from, Shard{n + 1, shards}) {
			tasks = append(tasks, n)
		}
	}
	return ranges(tasks, len(tasks), "-", ","), nil
}

// left says whether a shard has a cell that none of the folders has.
func left(from []*Folder, s Shard) bool {
	for cell := s.Number - 1; cell < from[0].Grid.Cells(); cell += s.Of {
		if !slices.ContainsFunc(from, func(f *Folder) bool { return f.Has(cell) }) {
			return true
		}
	}
	return false
}

// copyCell adds a cell from the first folder that has it, if one does.
func copyCell(to *cellFile, from []*Folder, cell int) error {
	for _, f := range from {
		if f.Has(cell) {
			result, err := f.raw(cell)
			if err != nil {
				return err
			}
			return to.add(cell, result)
		}
	}
	return nil
}

// shardsOf returns in how many shards the folders' cells were made, and 0 if that was not always the
// same.
func shardsOf(folders []*Folder) int {
	of := 0
	for _, f := range folders {
		for _, name := range f.files {
			var k, n int
			if _, err := fmt.Sscanf(name, "cells-%d-of-%d.log", &k, &n); err != nil {
				continue
			}
			if n < 1 || of != 0 && of != n {
				return 0
			}
			of = n
		}
	}
	return of
}

// maxDescribed is how many cells DescribeMissing names.
const maxDescribed = 10

// DescribeMissing says which cells are missing, a part a line: the shards that they belong to, if the
// folder was merged from shards, the numbers, and the settings of the first ones.
func (f *Folder) DescribeMissing() []string {
	missing := f.Missing(Whole)
	lines := append(f.missingShards(missing), "cells "+ranges(missing, maxDescribed, "..", ", "))
	for _, cell := range missing[:min(len(missing), maxDescribed)] {
		lines = append(lines, fmt.Sprintf("cell %d: %s", cell, f.Grid.Label(f.Grid.Cell(cell))))
	}
	return lines
}

// missingShards names the shards that are not there at all, and then those that have gaps.
func (f *Folder) missingShards(missing []int) (lines []string) {
	if f.shards == 0 {
		return nil
	}
	count := make([]int, f.shards)
	for _, cell := range missing {
		count[cell%f.shards]++
	}
	var whole []int
	for i, n := range count {
		s := Shard{i + 1, f.shards}
		if size := s.size(f.Grid.Cells()); n > 0 && n == size {
			whole = append(whole, s.Number)
		} else if n > 0 && len(lines) < maxDescribed {
			lines = append(lines, fmt.Sprintf("shard %v: %d of its %d cells", s, n, size))
		}
	}
	if len(whole) > 0 {
		all := fmt.Sprintf("shard %s of %d: all cells", ranges(whole, maxDescribed, "..", ", "), f.shards)
		lines = append([]string{all}, lines...)
	}
	return lines
}

// ranges writes ascending numbers in short, such as 3, 7..9, with a limit on the parts.
func ranges[N int | uint64](numbers []N, most int, to, and string) string {
	var parts []string
	for i := 0; i < len(numbers); {
		if len(parts) == most {
			parts = append(parts, "…")
			break
		}
		end := i + 1
		for end < len(numbers) && numbers[end] == numbers[end-1]+1 {
			end++
		}
		part := fmt.Sprint(numbers[i])
		if end > i+1 {
			part += fmt.Sprint(to, numbers[end-1])
		}
		parts = append(parts, part)
		i = end
	}
	return strings.Join(parts, and)
}
