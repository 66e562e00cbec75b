package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/sweep"
	"driftlab/internal/texts"
)

// maxJobs bounds -jobs.
const maxJobs = 4096

// sweepFlags are the flags of sweep.
type sweepFlags struct {
	*Flags
	vary   []string
	seeds  string
	jobs   int
	shard  string
	shards int
	dir    string
	force  *bool

	cluster string

	baseline     string
	engine, link string
}

func newSweepFlags() *sweepFlags {
	f := &sweepFlags{Flags: &Flags{set: flag.NewFlagSet("sweep", flag.ContinueOnError)}}
	f.set.StringVar(&f.scenario, "scenario", scenario.Opening, "scenarios, `A,B`: names of built-in ones, or paths of files")
	f.set.StringVar(&f.Flags.open, "open", "", "in place of -scenario open a shared session, `FILE|TEXT`: its text (driftlab1:…), or the path of a file with that text or with a log")
	addList(f.set, &f.vary, "vary", "vary a key, `KEY=VALUE,VALUE`, with units; repeated, it makes a grid")
	f.set.StringVar(&f.seeds, "seeds", "1..10", "the seeds of every combination, `FROM..TO` or a list")
	addList(f.set, &f.settings, "set", "set a key in all cells, `KEY=VALUE`; may be repeated (driftlab keys lists them)")
	f.addClients()
	f.addClocks()
	f.addGuests()
	f.set.DurationVar(&f.duration, "duration", 0, "virtual `TIME` of each cell, such as 60s (default: the scenario's)")
	addJobs(f.set, &f.jobs, "`NUMBER` of cells that run at once")
	f.force = addForce(f.set)
	addBaseline(f.set, &f.baseline)
	f.set.StringVar(&f.engine, "engine", "", "race all clocks on one link, and say in one sentence how well this `CLOCK` does there; use with -link; -o is not needed")
	f.set.StringVar(&f.link, "link", "", "the link of -engine, `SOURCE`: a preset, a scenario or a measurement")
	f.set.StringVar(&f.shard, "shard", "", "run a part of the cells only, `NUMBER/OF`, such as 3/16 (default: what a cluster's job array says, else all)")
	f.set.IntVar(&f.shards, "shards", 0, "total `NUMBER` of a cluster's jobs, if its environment doesn't say")
	f.set.StringVar(&f.cluster, "job", "", "run nothing, but print what a `CLUSTER` needs to run the sweep in -shards tasks and join them: slurm (a script for sh) or kubernetes (YAML)")
	f.set.StringVar(&f.dir, "o", "", "folder for the cells, tables and plots (`DIR` is made); the same command continues where it was stopped")
	return f
}

// addJobs adds a flag without a default in the help: that would differ between machines.
func addJobs(set *flag.FlagSet, jobs *int, what string) {
	set.IntVar(jobs, "jobs", runtime.GOMAXPROCS(0), what+" (default: all cores)")
	set.Lookup("jobs").DefValue = "0"
}

func addBaseline(set *flag.FlagSet, clock *string) {
	set.StringVar(clock, "baseline", "", "the `CLOCK` with which compare.md and compare.csv compare all others (default: timesync, or the first that runs)")
}

// newSweep opens or makes the folder of a sweep.
func newSweep(env Env, dir string, g *sweep.Grid, shard sweep.Shard, inputs []string) (*sweep.Sweep, error) {
	if env.Program != nil {
		g.Program = env.Program()
	}
	s, err := sweep.NewSweep(env.Files, dir, g, shard, inputs...)
	if _, ok := errors.AsType[sweep.BadFolder](err); ok {
		return nil, usagef("-o: %w", err)
	}
	return s, err
}

// setBaseline chooses the clock with which all are compared, if the flags name one.
func setBaseline(f *sweep.Folder, clock string) error {
	if clock == "" {
		return nil
	}
	if err := f.SetBaseline(clock); err != nil {
		return usagef("-baseline: %w", err)
	}
	return nil
}

// Sweep runs a grid of scenarios, settings and seeds on all cores. If it is interrupted, it keeps what is finished.
func Sweep(args []string, env Env) error {
	out := env.Out
	f := newSweepFlags()
	if err := f.Parse(args, env, "driftlab sweep: compare the clocks over a grid of scenarios, settings and seeds"); err != nil {
		return err
	}
	env = env.forced(*f.force)
	if f.engine != "" {
		return f.race(env)
	}
	if f.link != "" {
		return usagef("-link: goes with -engine")
	}
	if f.given("job") {
		return f.job(args, env)
	}
	g, inputs, shard, err := f.read(out)
	if err != nil {
		return err
	}
	s, err := f.open(g, shard, inputs, env)
	if err != nil {
		return err
	}
	if n := s.Folder.Damaged; n > 0 {
		fmt.Fprintf(out, "ignored in %s: %s, whose cells run again\n", f.dir, counted(n, "torn line"))
	}
	tellUnmeasured(g, out)
	if have := s.Total() - s.Todo(); have > 0 {
		fmt.Fprintf(out, "%d of %d cells are in %s already\n", have, s.Total(), f.dir)
	}
	if err := f.run(s, env); err != nil {
		return err
	}
	if shard != sweep.Whole {
		fmt.Fprintf(out, "Shard %v with its %s is in %s; driftlab merge joins the shards.\n", shard, counted(s.Total(), "cell"), f.dir)
		return nil
	}
	return writeResults(s.Folder, f.dir, env)
}

// read checks all flags, and returns the paths of the files that it has read.
func (f *sweepFlags) read(out io.Writer) (g *sweep.Grid, inputs []string, shard sweep.Shard, err error) {
	if f.dir == "" {
		return nil, nil, sweep.Whole, usagef("-o: the folder is missing")
	}
	if err := checkJobs(f.jobs); err != nil {
		return nil, nil, sweep.Whole, err
	}
	if shard, err = f.readShard(out); err != nil {
		return nil, nil, sweep.Whole, err
	}
	g, inputs, err = f.grid()
	return g, inputs, shard, err
}

func checkJobs(jobs int) error {
	if jobs < 1 || jobs > maxJobs {
		return usagef("-jobs: %d is outside 1..%d", jobs, maxJobs)
	}
	return nil
}

// checkShards refuses an impossible number of shards.
func (f *sweepFlags) checkShards() error {
	if f.given("shards") && (f.shards < 1 || f.shards > sweep.MaxShards) {
		return usagef("-shards: %d is outside 1..%d", f.shards, sweep.MaxShards)
	}
	return nil
}

func (f *sweepFlags) readShard(out io.Writer) (sweep.Shard, error) {
	if err := f.checkShards(); err != nil {
		return sweep.Whole, err
	}
	if f.shard != "" {
		if f.given("shards") {
			return sweep.Whole, usagef("-shards cannot be combined with -shard, which says it already")
		}
		s, err := sweep.ParseShard(f.shard)
		if err != nil {
			return sweep.Whole, usagef("-shard: %w", err)
		}
		return s, nil
	}
	s, source, err := sweep.ClusterShard(f.shards, os.Getenv)
	if err != nil {
		return sweep.Whole, Usage{err}
	}
	if source == "" && f.given("shards") {
		return sweep.Whole, usagef("-shards: neither JOB_COMPLETION_INDEX nor SLURM_ARRAY_TASK_ID is set; -shard NUMBER/OF says which")
	}
	if source != "" {
		fmt.Fprintf(out, "Shard %v, from %s=%s\n", s, source, os.Getenv(source))
	}
	return s, nil
}

func (f *sweepFlags) grid() (g *sweep.Grid, inputs []string, err error) {
	seeds, err := sweep.ParseSeeds(f.seeds)
	if err != nil {
		return nil, nil, usagef("-seeds: %w", err)
	}
	axes, err := f.axes()
	if err != nil {
		return nil, nil, err
	}
	if f.engine != "" {
		sc, read, err := f.raceOf()
		if err != nil {
			return nil, nil, err
		}
		if g, err = sweep.NewGrid([]*scenario.Scenario{sc}, nil, seeds); err != nil {
			return nil, nil, Usage{err}
		}
		if err := (&sweep.Folder{Grid: g}).SetBaseline(f.engine); err != nil {
			return nil, nil, usagef("-engine: %w", err)
		}
		return g, read, nil
	}
	scenarios, inputs, err := f.scenarios()
	if err != nil {
		return nil, nil, err
	}
	g, err = sweep.NewGrid(scenarios, axes, seeds)
	if err != nil {
		return nil, nil, Usage{err}
	}
	return g, append(inputs, g.Files()...), nil
}

// scenarios reads the scenarios of -scenario, or the one of -open, and returns the paths of their files.
func (f *sweepFlags) scenarios() (all []*scenario.Scenario, inputs []string, err error) {
	names := strings.Split(f.scenario, ",")
	if f.given("open") {
		names = []string{"shared"} // a name for one without
	}
	for _, name := range names {
		one := *f.Flags
		if !f.given("open") {
			one.scenario = strings.TrimSpace(name)
		}
		sc, err := one.Scenario()
		if err != nil {
			return nil, nil, err
		}
		if sc.Name == "" {
			sc.Name = texts.Line(strings.TrimSuffix(filepath.Base(strings.TrimSpace(name)), ".toml"))
		}
		all, inputs = append(all, sc), append(inputs, sc.Files()...)
	}
	return all, inputs, nil
}

// axes reads -vary. -set applies to all cells, so its keys can't be varied.
func (f *sweepFlags) axes() (axes []sweep.Axis, err error) {
	fixed, err := f.assignments()
	if err != nil {
		return nil, err
	}
	for _, text := range f.vary {
		a, err := sweep.ParseAxis(text)
		if err != nil {
			return nil, usagef("-vary: %w", err)
		}
		varied, err := scenario.ParseAssignment(a.Key, a.Values[0])
		if err != nil {
			return nil, usagef("-vary: %w", err)
		}
		for _, v := range varied {
			for _, s := range fixed {
				if v.Key() == s.Key() && (v.Client == s.Client || v.Client == 0 || s.Client == 0) {
					return nil, usagef("-vary: %s is also given by -set %v", a.Key, s)
				}
			}
		}
		axes = append(axes, a)
	}
	return axes, nil
}

// run runs the remaining cells and prints the progress. It stops cleanly when it must.
func (f *sweepFlags) run(s *sweep.Sweep, env Env) error {
	start := time.Now()
	done := make(chan error, 1)
	go func() { done <- s.Run(env.Stop, f.jobs) }()
	var err error
	for tick := time.NewTicker(250 * time.Millisecond); ; {
		select {
		case err = <-done:
			tick.Stop()
		case <-tick.C:
			if env.Progress != nil {
				fmt.Fprintf(env.Progress, "\r\x1b[K%s", progressLine(s, time.Since(start)))
			}
			continue
		}
		break
	}
	env.clear()
	if errors.Is(err, context.Canceled) {
		return Interrupted{fmt.Sprintf("stopped with %d of %d cells in %s; the same command continues",
			s.Total()-s.Todo()+s.Done(), s.Total(), f.dir)}
	}
	if took := time.Since(start); err == nil && s.Todo() > 0 {
		fmt.Fprintf(env.Out, "%s in %v, %.1f a second\n", counted(s.Todo(), "cell"), took.Round(time.Millisecond), float64(s.Todo())/took.Seconds())
	}
	return err
}

// progressLine returns the progress of a sweep. The time left is estimated from the cells of this run.
func progressLine(s *sweep.Sweep, took time.Duration) string {
	done, have := s.Done(), s.Total()-s.Todo()
	line := fmt.Sprintf("%d of %d cells (%d %%)", have+done, s.Total(), (have+done)*100/max(s.Total(), 1))
	if done > 0 {
		line += fmt.Sprintf(", %.1f a second", float64(done)/took.Seconds())
	}
	return line + timeLeft(done, s.Todo(), took)
}

// timeLeft estimates how long the rest will take from what is done; "" at the start and the end.
func timeLeft(done, all int, took time.Duration) string {
	if done == 0 || done == all {
		return ""
	}
	left := float64(took) / float64(done) * float64(all-done)
	return fmt.Sprintf(", %v left", time.Duration(left).Round(time.Second))
}

// writeResults writes the tables and the plots of a complete grid.
func writeResults(f *sweep.Folder, dir string, env Env) error {
	if env.Progress != nil {
		fmt.Fprint(env.Progress, "making the tables and the plots")
	}
	plots, left, err := f.WriteResults(env.Stop)
	env.clear()
	if errors.Is(err, context.Canceled) {
		return Interrupted{fmt.Sprintf("stopped while the tables and the plots were made; all cells are in %s, and the same command continues", dir)}
	}
	if _, ok := errors.AsType[sweep.BadFolder](err); ok {
		return Usage{err}
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(env.Out, "%s, %s and %s (PNG and SVG, in %s) are in %s\n", sweep.TableFile, sweep.CompareFile, counted(plots, "plot"), sweep.PlotsDir, dir)
	if left > 0 {
		fmt.Fprintf(env.Out, "left out: %s more, since at most %d of each kind are drawn\n", counted(left, "plot"), sweep.MaxPlots)
	}
	return nil
}

// tellUnmeasured prints which scenarios of a grid end before any error is measured, so that its tables lack them.
func tellUnmeasured(g *sweep.Grid, out io.Writer) {
	names := g.Unmeasured()
	if len(names) == 0 {
		return
	}
	ends := "ends"
	if len(names) > 1 {
		ends = "end"
	}
	fmt.Fprintf(out, "Errors are measured after the first %v, before which %s %s: a longer -duration shows them.\n",
		observe.Warmup, strings.Join(names, ", "), ends)
}

// counted returns a number with its noun.
func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
