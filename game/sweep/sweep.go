// Package sweep runs many sessions and compares them: a grid of scenarios, settings and seeds, on all
// cores of one machine or in shards on many.
//
// Every point of the grid is a cell with a number, and a cell's result depends on its settings and
// its seed alone. Finished cells are kept in a [Folder] as they finish; the table and the plots are
// made from there, always in the order of the cells, so they do not tell how many cores, shards or
// attempts it took.
//
// The package knows scenarios and summaries. It does not know what an algorithm does, nor the window.
package sweep

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"

	"driftlab/internal/files"
)

// A Sweep runs the cells of a shard that its folder does not have yet.
type Sweep struct {
	Folder *Folder

	shard Shard
	todo  []int
	done  atomic.Int64
}

// NewSweep opens or makes the folder, as [CreateFolder] does. It refuses one that holds another grid and, where
// the shard is the whole grid, one to which its results could not be written.
func NewSweep(fsys files.FS, dir string, g *Grid, shard Shard, inputs ...string) (*Sweep, error) {
	create := CreateFolder
	if shard == Whole {
		create = createForResults
	}
	f, err := create(fsys, dir, g, inputs...)
	if err != nil {
		return nil, err
	}
	f.Grid.guests = g.guests // which grid.json has not
	return &Sweep{Folder: f, shard: shard, todo: f.Missing(shard)}, nil
}

// Todo returns how many cells the folder does not have yet, of the shard.
func (s *Sweep) Todo() int { return len(s.todo) }

// Total returns how many cells the shard has.
func (s *Sweep) Total() int { return s.shard.size(len(s.Folder.cells)) }

// Done returns how many cells Run has finished so far. It may be called while Run runs.
func (s *Sweep) Done() int { return int(s.done.Load()) }

// finished is a cell on its way from the goroutine that ran it to the file.
type finished struct {
	cell   int
	result []byte
	err    error
}

// Run runs what is left, one session on each of some goroutines, and keeps each cell as it
// finishes. When ctx ends it drops the cells that are running and returns the context's error.
func (s *Sweep) Run(ctx context.Context, jobs int) (err error) {
	if len(s.todo) == 0 {
		return nil
	}
	if err := s.sameProgram(ctx); err != nil {
		return err
	}
	file, err := s.Folder.openCells(s.shard)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for f := range s.start(ctx, jobs) {
		if f.err == nil && err == nil {
			f.err = file.add(f.cell, f.result)
			s.done.Add(1)
		}
		if f.err != nil && err == nil {
			err = f.err
			cancel()
		}
	}
	if closed := file.close(); err == nil {
		err = closed
	}
	if err == nil {
		err = s.Folder.Scan()
	}
	return err
}

// start hands the cells out in order and closes the channel when all goroutines have ended.
func (s *Sweep) start(ctx context.Context, jobs int) <-chan finished {
	out := make(chan finished)
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(jobs, len(s.todo)) {
		all.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(s.todo) {
					return
				}
				f := finished{cell: s.todo[i]}
				f.result, f.err = s.Folder.Grid.runText(ctx, f.cell)
				out <- f
				if f.err != nil {
					return
				}
			}
		})
	}
	go func() {
		all.Wait()
		close(out)
	}()
	return out
}

// runText runs a cell and writes its result as the files of cells have it.
func (g *Grid) runText(ctx context.Context, cell int) ([]byte, error) {
	r, err := g.Run(ctx, cell)
	if err != nil {
		return nil, err
	}
	return json.Marshal(r)
}

// sameProgram runs one of the folder's finished cells again: a program that has been changed since
// would mix its results with those of another.
func (s *Sweep) sameProgram(ctx context.Context) error {
	for cell := range s.Folder.cells {
		if !s.Folder.Has(cell) {
			continue
		}
		old, err := s.Folder.raw(cell)
		if err != nil {
			return err
		}
		now, err := s.Folder.Grid.runText(ctx, cell)
		if err == nil && !bytes.Equal(old, now) {
			err = fmt.Errorf("folder %q: this program's result of cell %d differs from the one kept there, so the sweep cannot continue; use a new folder",
				s.Folder.dir, cell)
		}
		return err
	}
	return nil
}
