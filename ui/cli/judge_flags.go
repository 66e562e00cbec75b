package cli

import (
	"flag"
	"strings"
	"time"

	"driftlab/game/judge"
	"driftlab/game/judge/draw"
	"driftlab/game/judge/process"
)

// judgeFlags are the flags of judge.
type judgeFlags struct {
	set       *flag.FlagSet
	links     string
	classes   string
	clock     string
	seeds     string
	jobs      int
	dir       string
	force     *bool
	results   string
	atLeast   string
	share     float64
	as        string
	tolerance time.Duration
	verbose   bool
	limits    process.Limits
}

// resultFormats are the values of -results.
var resultFormats = []string{"gradescope", "junit"}

// judgeTitle is the first line of the command's help.
const judgeTitle = "driftlab judge [flags] PROGRAM [ARG…]: score your own program as a clock, on links where the true time is known (docs/judge.md)"

func newJudgeFlags() *judgeFlags {
	f := &judgeFlags{set: flag.NewFlagSet("judge", flag.ContinueOnError), limits: process.DefaultLimits()}
	f.set.StringVar(&f.links, "links", "public", "the links, `public|NAME|FILE|DIR`, or several with commas: all that the program brings, some of them ("+strings.Join(judge.PublicNames(), ", ")+"), a scenario by its name or file, all of a folder, random, links that the seeds draw, or rare, on which a port is compared with what seldom happens")
	f.set.StringVar(&f.classes, "classes", "all", "the `CLASSES` of -links random, several with commas: "+strings.Join(draw.Names(), ", "))
	f.set.StringVar(&f.clock, "clock", "", "score this built-in `CLOCK`, in place of a program")
	f.set.StringVar(&f.seeds, "seeds", "1..3", "the seeds of every link, `FROM..TO` or a list")
	addJobs(f.set, &f.jobs, "`NUMBER` of links that are played at once, each with a process of its own")
	f.set.StringVar(&f.dir, "o", "", "folder for judge.csv, judge.md, a plot, the results, and a log of each link for the window (`DIR` is made)")
	f.force = addForce(f.set)
	f.set.StringVar(&f.results, "results", "", "write a `FORMAT` for graders into the folder: gradescope (results.json) or junit (junit.xml)")
	f.set.StringVar(&f.atLeast, "at-least", "", "fail with exit code 1 if the program does worse than this `CLOCK` on more links than -share allows")
	f.set.Float64Var(&f.share, "share", 0, "the `SHARE` of links, 0 to 1, on which it may do worse than the clock of -at-least")
	f.set.StringVar(&f.as, "as", "", "compare the program with the built-in `CLOCK` that it is a port of, reply by reply, and show the fewest events that tell them apart")
	f.set.DurationVar(&f.tolerance, "tolerance", 0, "with -as: how far readings and wake-ups may differ, a `TIME` such as 1us")
	f.set.BoolVar(&f.verbose, "v", false, "with -as midline: name the branches of Midline that no event has reached")
	f.set.DurationVar(&f.limits.First, "first", f.limits.First, "wall `TIME` that the program has for its first line")
	f.set.DurationVar(&f.limits.Later, "later", f.limits.Later, "wall `TIME` that the program has for each later line")
	f.set.DurationVar(&f.limits.Whole, "whole", f.limits.Whole, "wall `TIME` that one of its processes may run")
	f.set.IntVar(&f.limits.Memory, "memory", f.limits.Memory, "`MB` of memory that one of the program's process groups may take (watched on Linux)")
	f.set.IntVar(&f.limits.Processes, "processes", f.limits.Processes, "`NUMBER` of processes that one of its process groups may have (watched on Linux)")
	return f
}

// vectorFlags are the flags of vectors.
type vectorFlags struct {
	set        *flag.FlagSet
	links, dir string
	seed       uint64
	force      *bool
}

// vectorsTitle is the first line of the command's help.
const vectorsTitle = "driftlab vectors CLOCK… -o DIR: what clocks are told and what they reply, as files (docs/judge.md)"

func newVectorFlags() *vectorFlags {
	f := &vectorFlags{set: flag.NewFlagSet("vectors", flag.ContinueOnError)}
	f.set.StringVar(&f.links, "links", "public", "the links, `public|NAME|FILE|DIR`, or several with commas, as for driftlab judge")
	f.set.Uint64Var(&f.seed, "seed", 1, "`NUMBER` from which all random delays and losses come")
	f.set.StringVar(&f.dir, "o", "", "folder for the tapes, CLOCK-LINK-SEED-ROLE.jsonl.gz (`DIR` is made)")
	f.force = addForce(f.set)
	return f
}
