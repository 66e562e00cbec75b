//go:build !js

package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"driftlab/game/judge"
	"driftlab/game/judge/draw"
	"driftlab/game/judge/process"
	"driftlab/game/sweep"
	"driftlab/internal/files"
	"driftlab/internal/texts"
	"driftlab/netsync/registry"
)

// Judge runs a person's program as a clock on links whose truth is known.
func Judge(args []string, env Env) error {
	f := newJudgeFlags()
	if err := parseFlags(f.set, args, env, judgeTitle); err != nil {
		return err
	}
	who, err := f.entrant(env)
	if err != nil {
		return err
	}
	if own := f.behind(); len(own) > 0 {
		fmt.Fprintf(env.Warn, "driftlab: warning: %s after PROGRAM belongs to the program; put judge's own flags before PROGRAM\n", strings.Join(own, ", "))
	}
	links, err := f.load()
	if err != nil {
		return err
	}
	seeds, err := sweep.ParseSeeds(f.seeds)
	if err != nil {
		return usagef("-seeds: %w", err)
	}
	if runs := len(links) * len(seeds); runs > sweep.MaxCells {
		return usagef("-seeds: %d seeds on %d links are %d runs, which is outside 1..%d", len(seeds), len(links), runs, sweep.MaxCells)
	}
	if err := f.check(); err != nil {
		return err
	}
	env = env.forced(*f.force)
	if f.as != "" {
		return f.port(links, seeds, who.Program, env)
	}
	return f.judge(links, seeds, who, env)
}

// entrant returns the clock to judge.
func (f *judgeFlags) entrant(env Env) (who judge.Entrant, err error) {
	if f.clock != "" {
		if _, err := registry.Lookup(f.clock); err != nil {
			return who, usagef("-clock: %w", err)
		}
		if f.set.NArg() > 0 || f.as != "" {
			return who, usagef("-clock: it goes without a program, and without -as")
		}
		return judge.Entrant{Clock: f.clock}, nil
	}
	if f.set.NArg() == 0 {
		return who, usagef("judge: the program is missing: driftlab judge [flags] PROGRAM [ARG…]")
	}
	p := &process.Program{Path: f.set.Arg(0), Args: f.set.Args()[1:], Errors: env.Warn, Limits: f.limits}
	if err := p.Limits.Validate(); err != nil {
		return who, usagef("-%w", err)
	}
	return judge.Entrant{Program: p}, nil
}

// load returns the links.
func (f *judgeFlags) load() ([]judge.Link, error) {
	if isGiven(f.set, "classes") && !slices.Contains(strings.Split(f.links, ","), judge.Random) {
		return nil, usagef("-classes: goes with -links %s", judge.Random)
	}
	if _, err := draw.Parse(f.classes); err != nil {
		return nil, usagef("-classes: %w", err)
	}
	links, err := judge.Load(f.links, f.classes)
	if err != nil {
		return nil, usagef("-links: %w", err)
	}
	return links, nil
}

// behind returns flags after the program that judge has too: the person may have meant judge's.
func (f *judgeFlags) behind() (own []string) {
	if f.set.NArg() == 0 {
		return nil
	}
	for _, arg := range f.set.Args()[1:] {
		name, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-"), "=")
		if strings.HasPrefix(arg, "-") && f.set.Lookup(name) != nil {
			own = append(own, "-"+name)
		}
	}
	return own
}

func (f *judgeFlags) check() error {
	if err := checkJobs(f.jobs); err != nil {
		return err
	}
	if f.results != "" && !slices.Contains(resultFormats, f.results) {
		return usagef("-results: %q is unknown (%s)", f.results, texts.Allowed(f.results, resultFormats))
	}
	if f.results != "" && f.dir == "" {
		return usagef("-results: goes with -o, the folder")
	}
	if f.atLeast != "" {
		if _, err := registry.Lookup(f.atLeast); err != nil {
			return usagef("-at-least: %w", err)
		}
	}
	if isGiven(f.set, "share") && f.atLeast == "" {
		return usagef("-share: goes with -at-least")
	}
	if f.tolerance < 0 || isGiven(f.set, "tolerance") && f.as == "" {
		return usagef("-tolerance: it goes with -as, and is not negative")
	}
	if f.verbose && f.as != "midline" {
		return usagef("-v: goes with -as midline")
	}
	if !(f.share >= 0 && f.share <= 1) {
		return usagef("-share: %v is outside 0..1", f.share)
	}
	return nil
}

// judge plays all links and prints the results. If the program fails, the finished links are printed and kept.
func (f *judgeFlags) judge(links []judge.Link, seeds []uint64, who judge.Entrant, env Env) error {
	out, err := f.begin(env, judge.Files(links)...)
	defer out.set.Abandon() // after a commit it does nothing
	if err != nil {
		return err
	}
	played, all, start := 0, len(links)*len(seeds), time.Now()
	env.tellRuns(played, all, 0)
	j, broken, err := judge.Judge(env.Stop, links, seeds, who, f.jobs, func(judge.Run) {
		played++
		env.tellRuns(played, all, time.Since(start))
	})
	env.clear()
	verdicts := j.Verdicts()
	if env.asked() {
		j.Fault = fmt.Sprintf("stopped after %d of %d runs", played, all)
		fmt.Fprintf(env.Out, "Driftlab was stopped after %d of %d runs. %d of %d links are finished.\n\n", played, all, len(verdicts), len(links))
	}
	for i := range verdicts {
		v := &verdicts[i]
		if v.Link.Drawn() {
			continue // the tables below have it
		}
		fmt.Fprintf(env.Out, "%s\n", v.Text)
		if v.Link.Reason != "" {
			fmt.Fprintf(env.Out, "  %s\n", v.Link.Reason)
		}
		t := tabwriter.NewWriter(env.Out, 0, 0, 2, ' ', 0)
		io.WriteString(t, v.Table())
		t.Flush()
		fmt.Fprintln(env.Out)
	}
	if text := j.Contests(); text != "" {
		t := tabwriter.NewWriter(env.Out, 0, 0, 2, ' ', 0)
		io.WriteString(t, text)
		t.Flush()
	}
	if written := f.write(out, &j, env); written != nil {
		return written
	}
	if env.asked() {
		return Interrupted{j.Fault}
	}
	if err != nil {
		return f.fault(err, broken, links, env)
	}
	// The judgement fails if the program did worse than a clock on too many links.
	if f.atLeast == "" {
		return nil
	}
	worse := judge.WorseThan(f.atLeast, verdicts)
	if float64(len(worse)) > f.share*float64(len(verdicts)) {
		return fmt.Errorf("it does worse than %s on %d of %d links, and may on %g of them: %s", f.atLeast, len(worse), len(verdicts), f.share, strings.Join(worse, ", "))
	}
	fmt.Fprintf(env.Out, "It does worse than %s on %d of %d links.\n", f.atLeast, len(worse), len(verdicts))
	return nil
}

// tellRuns prints how many of all runs are finished, and after how long. Without a terminal it prints only the first two lines.
func (e Env) tellRuns(played, all int, took time.Duration) {
	line := fmt.Sprintf("%d of %d runs%s", played, all, timeLeft(played, all, took))
	if e.Progress != nil {
		fmt.Fprintf(e.Progress, "\r\x1b[K%s", line)
	} else if played < 2 {
		fmt.Fprintf(e.Warn, "driftlab: %s\n", line)
	}
}

// fault prints the score so far and returns the error, with whose fault it is.
func (f *judgeFlags) fault(err error, broken *judge.Run, links []judge.Link, env Env) error {
	if broken != nil && len(broken.Scores) > 0 {
		l := &links[broken.Link]
		if s := &broken.Scores[0]; s.Known {
			fmt.Fprintf(env.Out, "%s: %s was %s ms wrong (RMS) so far.\n", broken.At(l), s.Clock, judge.Short(s.RMS))
		} else {
			fmt.Fprintf(env.Out, "%s: %s has no score yet.\n", broken.At(l), s.Clock)
		}
	}
	if env.asked() {
		return Interrupted{"stopped before all was compared"}
	}
	if judge.Ours(err) {
		return Usage{err}
	}
	return err
}

// judgeFiles are the files of a judgement, nil if none are wanted.
type judgeFiles struct {
	set    *files.Set
	folder *files.Folder
}

// begin opens the folder, so that a fault of it is found before all is played.
func (f *judgeFlags) begin(env Env, names ...string) (out judgeFiles, err error) {
	out.set = files.NewSet(env.Files)
	if f.dir == "" {
		return out, nil
	}
	if out.folder, err = out.set.Folder(f.dir, files.ManifestFile); err != nil {
		return out, usagef("-o: %w", err)
	}
	if err := out.folder.Try(names...); err != nil {
		return out, usagef("-o: %w", err)
	}
	return out, nil
}

// write writes all files of a judgement.
func (f *judgeFlags) write(out judgeFiles, j *judge.Judgement, env Env) error {
	texts, err := f.texts(j)
	if out.folder == nil || err != nil || len(texts) == 0 {
		return err
	}
	out.folder.Forgets = func(name string) bool {
		return name == judge.GradescopeFile || name == judge.JUnitFile || len(j.Runs) > 0 && strings.HasPrefix(name, judge.LogsDir+"/")
	}
	for _, named := range texts {
		part, err := out.folder.Create(named[0])
		if err != nil {
			return notTheirs{err}
		}
		part.WriteString(named[1])
	}
	if err = j.Plot(out.folder); err == nil {
		err = out.set.Commit()
	}
	if err != nil {
		return notTheirs{err}
	}
	if len(j.Runs) > 0 {
		fmt.Fprintf(env.Out, "%s, %s, a plot and the logs of all finished links are in %s\n", judge.TableFile, judge.ReportFile, f.dir)
	}
	return nil
}

// texts returns the names and contents of a judgement's files. Without a finished run there are only the results for graders.
func (f *judgeFlags) texts(j *judge.Judgement) (texts [][2]string, err error) {
	put := func(name, text string) { texts = append(texts, [2]string{name, text}) }
	if len(j.Runs) > 0 {
		var table strings.Builder
		if err := j.WriteCSV(&table); err != nil {
			return nil, err
		}
		put(judge.TableFile, table.String())
		put(judge.ReportFile, j.Markdown())
	}
	for i := range j.Runs {
		if r := &j.Runs[i]; r.Seed == j.Seeds[0] {
			put(j.Links[r.Link].LogFile(), r.Log)
		}
	}
	var made []byte
	switch f.results {
	case "gradescope":
		made, err = j.Gradescope(f.atLeast)
		put(judge.GradescopeFile, string(made))
	case "junit":
		made, err = j.JUnit(f.atLeast)
		put(judge.JUnitFile, string(made))
	}
	return texts, err
}
