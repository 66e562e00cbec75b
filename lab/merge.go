package lab

import (
	"context"
	"fmt"
	"strings"

	"driftlab/internal/files"
)

// Merge puts the finished cells of all folders into one, which is made if there is none and may be
// one of them. All must hold the same grid. The result may lack cells; see [Folder.Missing]. When ctx ends first
// it returns the context's error; merging again goes on.
func Merge(ctx context.Context, fsys files.FS, dirs []string, out string) (*Folder, error) {
	var from []*Folder
	var inputs []string
	for _, dir := range dirs {
		f, err := OpenFolder(fsys, dir)
		if err != nil {
			return nil, err
		}
		from = append(from, f)
		if !files.SamePath(fsys, dir, out) { // which is added to
			inputs = append(inputs, f.paths()...)
		}
		if d := from[0].Grid.Difference(f.Grid); d != "" {
			return nil, BadFolder{dir, fmt.Errorf("it holds another grid than %q: %s", dirs[0], d)}
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
	lines := append(f.missingShards(missing), "cells "+ranges(missing, maxDescribed))
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
		all := fmt.Sprintf("shard %s of %d: all cells", ranges(whole, maxDescribed), f.shards)
		lines = append([]string{all}, lines...)
	}
	return lines
}

// ranges writes rising numbers shortly, such as 3, 7..9, at most so many parts of them.
func ranges(numbers []int, most int) string {
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
			part += fmt.Sprintf("..%d", numbers[end-1])
		}
		parts = append(parts, part)
		i = end
	}
	return strings.Join(parts, ", ")
}
