//go:build !js

package cli

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"driftlab/game/judge"
	"driftlab/game/judge/conformance"
	"driftlab/game/judge/process"
	"driftlab/internal/files"
	"driftlab/netsync/guest"
	"driftlab/netsync/registry"
)

// differenceFile has the fewest events that show a difference between a port and its clock.
const differenceFile = "difference.jsonl"

// maxListed is how many events are printed.
const maxListed = 20

// port compares a program with the clock that it is a port of, on all links.
func (f *judgeFlags) port(links []judge.Link, seeds []uint64, p *process.Program, env Env) error {
	a, err := registry.Lookup(f.as)
	if err != nil {
		return usagef("-as: %w", err)
	}
	out, err := f.begin(env, differenceFile)
	defer out.set.Abandon() // after a commit it does nothing
	if err != nil {
		return err
	}
	pair, end, err := conformance.Start(env.Stop, p, a)
	if err != nil {
		return f.fault(err, nil, links, env)
	}
	defer end()
	pair.Tolerance = f.tolerance
	events := 0
	for i := range links {
		for _, seed := range seeds {
			if env.asked() {
				return Interrupted{fmt.Sprintf("stopped after %d of %d links; the port replied as %s does to all %d events so far", i, len(links), a.Name, events)}
			}
			tapes, err := tapesOf(&links[i], seed, a, conformance.MaxEvents)
			if err != nil {
				return err
			}
			for t := range tapes {
				if found, err := f.tell(pair, &tapes[t], out, env); found || err != nil {
					return err
				}
				events += len(tapes[t].Events)
			}
		}
	}
	fmt.Fprintf(env.Out, "It replies as %s does to all %d events of %d links.\n", a.Name, events, len(links))
	if a.Name == "midline" {
		f.tellBranches(conformance.Branches(), env)
	}
	return nil
}

// tellBranches prints how much of Midline the events have reached.
func (f *judgeFlags) tellBranches(all []conformance.Branch, env Env) {
	if len(all) == 0 {
		fmt.Fprintln(env.Out, "How many branches of Midline they reached is counted by the releases, and by a program of make build.")
		return
	}
	missed := map[string][]string{}
	n := 0
	for _, b := range all {
		if line := strconv.Itoa(b.Line); !b.Reached {
			n++
			if !slices.Contains(missed[b.File], line) {
				missed[b.File] = append(missed[b.File], line)
			}
		}
	}
	fmt.Fprintf(env.Out, "They reached %d of %d branches of Midline", len(all)-n, len(all))
	switch {
	case n == 0:
		fmt.Fprintln(env.Out, ".")
	case !f.verbose:
		fmt.Fprintln(env.Out, "; -v names the others.")
	default:
		fmt.Fprintln(env.Out, ", and none of those that begin in these lines:")
		for _, file := range slices.Sorted(maps.Keys(missed)) {
			fmt.Fprintf(env.Out, "  netsync/clocks/%s: %s\n", file, strings.Join(missed[file], ", "))
		}
	}
}

// tapesOf records what a clock's halves are given on a link and what they reply, up to a number of events.
func tapesOf(l *judge.Link, seed uint64, a registry.Algorithm, most int) ([]conformance.Tape, error) {
	sc, _, err := l.With(seed)
	if err != nil {
		return nil, err
	}
	tapes, err := conformance.Record(sc, a, most)
	for i := range tapes {
		tapes[i].Link = l.Name
	}
	return tapes, err
}

// tell compares both on one tape, and prints the first difference and the fewest events that show it.
func (f *judgeFlags) tell(pair *conformance.Pair, t *conformance.Tape, out judgeFiles, env Env) (found bool, err error) {
	d, err := pair.Compare(t.Role, t.Events)
	if err != nil {
		return false, f.fault(err, nil, nil, env)
	}
	if d == nil {
		return false, nil
	}
	fmt.Fprintf(env.Out, "%s, seed %d, the %v's half differs from %s.\n%v\n", t.Link, t.Seed, t.Role, t.Clock, d)
	fewest, last, minimal, err := pair.Minimise(t.Role, t.Events, d)
	if err != nil {
		return true, f.fault(err, nil, nil, env)
	}
	how := "none of them can be left out"
	if !minimal {
		how = fmt.Sprintf("after %d tries; there may be fewer", conformance.MaxTries)
	}
	fmt.Fprintf(env.Out, "\n%s from a fresh start show it (%s):\n", counted(len(fewest), "event"), how)
	for i := range fewest[:min(len(fewest), maxListed)] {
		io.WriteString(env.Out, "  "+string(fewest[i].Append(nil, t.Role)))
	}
	if more := len(fewest) - maxListed; more > 0 {
		fmt.Fprintf(env.Out, "  and %d more\n", more)
	}
	fmt.Fprintf(env.Out, "At the last of them %s.\n", last.What)
	if err := f.writeDifference(t, fewest, out); err != nil {
		return true, err
	}
	return true, fmt.Errorf("it is not %s: event %d of %s, seed %d: %s", t.Clock, d.Index+1, t.Link, t.Seed, d.What)
}

func (f *judgeFlags) writeDifference(t *conformance.Tape, fewest []guest.Event, out judgeFiles) error {
	if out.folder == nil {
		return nil
	}
	cut, err := t.Replayed(fewest)
	if err != nil {
		return err
	}
	part, err := out.folder.Create(differenceFile)
	if err != nil {
		return err
	}
	if err := cut.Write(part); err != nil {
		return err
	}
	return out.set.Commit()
}

// Vectors writes what clocks are given on links and what they reply, for tests that can't start a process.
func Vectors(args []string, env Env) error {
	f := newVectorFlags()
	names, err := parseAmong(f.set, args, env, vectorsTitle)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return usagef("vectors: the clock is missing")
	}
	if f.dir == "" {
		return usagef("-o: the folder is missing")
	}
	links, err := judge.Load(f.links, "all")
	if err != nil {
		return usagef("-links: %w", err)
	}
	env = env.forced(*f.force)
	set := files.NewSet(env.Files)
	defer set.Abandon()
	folder, err := set.Folder(f.dir, files.ManifestFile)
	if err != nil {
		return usagef("-o: %w", err)
	}
	var made []string
	for _, name := range names {
		a, err := registry.Lookup(name)
		if err != nil {
			return Usage{err}
		}
		for i := range links {
			written, err := writeVectors(folder, &links[i], f.seed, a)
			if err != nil {
				return err
			}
			made = append(made, written...)
		}
	}
	if err := set.Commit(); err != nil {
		return err
	}
	fmt.Fprintf(env.Out, "%s\n%s in %s\n", strings.Join(made, "\n"), counted(len(made), "tape"), f.dir)
	return nil
}

func writeVectors(folder *files.Folder, l *judge.Link, seed uint64, a registry.Algorithm) (made []string, err error) {
	tapes, err := tapesOf(l, seed, a, conformance.VectorEvents)
	if err != nil {
		return nil, err
	}
	for i := range tapes {
		name := tapes[i].Name() + ".jsonl.gz"
		part, err := folder.Create(name)
		if err != nil {
			return nil, err
		}
		if err := tapes[i].WritePacked(part); err != nil {
			return nil, err
		}
		made = append(made, name)
	}
	return made, nil
}
