package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"driftlab/game/sweep"
	"driftlab/internal/texts"
)

// clusters are the values of -job.
var clusters = []string{"slurm", "kubernetes"}

// job prints a script or manifest with which a cluster runs the sweep, and runs a cell of each scenario to estimate how long a
// task takes.
func (f *sweepFlags) job(args []string, env Env) error {
	write, ok := map[string]func(sweep.Job) string{"slurm": sweep.Job.Slurm, "kubernetes": sweep.Job.Kubernetes}[f.cluster]
	if !ok {
		return usagef("-job: unknown cluster %q (%s)", f.cluster, texts.Allowed(f.cluster, clusters))
	}
	if f.dir == "" {
		return usagef("-o: the folder is missing")
	}
	if !f.given("shards") {
		return usagef("-job: -shards NUMBER says of how many tasks")
	}
	if err := f.checkShards(); err != nil {
		return err
	}
	if f.shard != "" {
		return usagef("-job cannot be combined with -shard: each task gets its own")
	}
	if err := checkJobs(f.jobs); err != nil {
		return err
	}
	j := sweep.Job{Args: without(args, "job", "shards", "jobs"), Dir: f.dir, Shards: f.shards, Jobs: 1}
	if f.given("jobs") {
		j.Jobs = f.jobs
	}
	g, _, err := f.grid()
	if err != nil {
		return err
	}
	if j.Cells = g.Cells(); j.Shards > j.Cells {
		return usagef("-shards: %d is outside 1..%d, for so many cells there are", j.Shards, j.Cells)
	}
	if j.Cell, err = cellTime(env, g); err != nil {
		return err
	}
	_, err = fmt.Fprint(env.Out, write(j))
	return err
}

// cellTime returns how long a cell takes here: the average over the first cell of each scenario.
func cellTime(env Env, g *sweep.Grid) (time.Duration, error) {
	start := time.Now()
	for i := range g.Scenarios {
		_, err := g.Run(env.Stop, i*g.Cells()/len(g.Scenarios))
		if errors.Is(err, context.Canceled) {
			return 0, Interrupted{"stopped; nothing has been written"}
		}
		if err != nil {
			return 0, err
		}
	}
	return time.Since(start) / time.Duration(len(g.Scenarios)), nil
}

// without returns arguments without some flags and their values.
func without(args []string, flags ...string) (rest []string) {
	for i := 0; i < len(args); i++ {
		name, _, joined := strings.Cut(strings.TrimLeft(args[i], "-"), "=")
		if !slices.Contains(flags, name) {
			rest = append(rest, args[i])
			if !joined && name != "force" && i+1 < len(args) { // the only flag without a value
				i++
				rest = append(rest, args[i])
			}
		} else if !joined {
			i++
		}
	}
	return rest
}
