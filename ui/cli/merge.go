package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"

	"driftlab/game/sweep"
)

// Merge joins the folders of shards and makes the table and the plots, or says what is missing.
func Merge(args []string, env Env) error {
	set := flag.NewFlagSet("merge", flag.ContinueOnError)
	to := set.String("o", "", "folder for the joined cells, tables and plots (`DIR` is made); may be one of the others")
	missing := set.Bool("missing", false, "write nothing, but print the tasks of the job array that have cells left to run, as sbatch --array takes them: 1,5-7; nothing if none has")
	shards := set.Int("shards", 0, "with -missing, total `NUMBER` of tasks, if no file of cells says it")
	force := addForce(set)
	var baseline string
	addBaseline(set, &baseline)
	dirs, err := parseAmong(set, args, env, "driftlab merge DIR… -o DIR: join the shards of a sweep")
	if err != nil {
		return err
	}
	if len(dirs) == 0 {
		return usagef("merge: the folders of the shards are missing")
	}
	if *missing {
		return missingTasks(dirs, *shards, env)
	}
	if *shards != 0 {
		return usagef("-shards: goes with -missing")
	}
	if *to == "" {
		return usagef("-o: the folder is missing")
	}
	env = env.forced(*force)
	f, err := sweep.Merge(env.Stop, env.Files, dirs, *to)
	if _, ok := errors.AsType[sweep.BadFolder](err); ok {
		return Usage{err}
	}
	if errors.Is(err, context.Canceled) {
		return Interrupted{fmt.Sprintf("stopped while cells were joined in %s; the same command continues", *to)}
	}
	if err != nil {
		return err
	}
	if err := setBaseline(f, baseline); err != nil {
		return err
	}
	return report(f, *to, env)
}

// report makes the results of a merged folder, or says what it lacks.
func report(f *sweep.Folder, dir string, env Env) error {
	missing := f.Missing(sweep.Whole)
	if len(missing) == 0 {
		fmt.Fprintf(env.Out, "%d of %[1]d cells are there.\n", f.Grid.Cells())
		tellUnmeasured(f.Grid, env.Out)
		return writeResults(f, dir, env)
	}
	for _, line := range f.DescribeMissing() {
		fmt.Fprintln(env.Out, "missing", line)
	}
	return fmt.Errorf("%d of %d cells are missing, so there is no table; the finished ones are in %s, where driftlab sweep with the same grid runs the rest",
		len(missing), f.Grid.Cells(), dir)
}

// missingTasks prints the tasks of a job array whose cells are not complete.
func missingTasks(dirs []string, shards int, env Env) error {
	if shards < 0 || shards > sweep.MaxShards {
		return usagef("-shards: %d is outside 1..%d", shards, sweep.MaxShards)
	}
	tasks, err := sweep.MissingTasks(env.Files, dirs, shards)
	if _, ok := errors.AsType[sweep.BadFolder](err); ok {
		return Usage{err}
	}
	if err != nil || tasks == "" {
		return err
	}
	_, err = fmt.Fprintln(env.Out, tasks)
	return err
}
