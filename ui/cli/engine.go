package cli

import (
	"fmt"
	"os"
	"strings"

	"driftlab/game/profile"
	"driftlab/game/scenario"
	"driftlab/game/sweep"
)

// engineRace is the rest of the scenario in a sweep for one clock on one link: all clocks, on four ordinary machines.
const engineRace = `
duration = "2m"
clients = 4
clocks = "all"
`

var engineSettings = [...]string{"arena=none", "client.offset=3s", "client.wander=6", "client1.skew=20", "client2.skew=-20", "client3.skew=50", "client4.skew=-50"}

// raceOf makes the scenario of a sweep for one clock on the link that -link names.
func (f *sweepFlags) raceOf() (sc *scenario.Scenario, inputs []string, err error) {
	switch {
	case f.link == "":
		return nil, nil, usagef("-engine: -link is missing")
	case f.given("scenario") || f.given("open") || len(f.vary) > 0:
		return nil, nil, usagef("-engine cannot be combined with -scenario, -open and -vary: -link says what is raced on")
	}
	p, err := profile.Open(f.link, nil, 0, profile.Part{})
	if err != nil {
		return nil, nil, usagef("-link: %w", err)
	}
	text, err := p.Export("scenario")
	if err != nil {
		return nil, nil, usagef("-link: %w", err)
	}
	if sc, err = scenario.Parse(p.Name, strings.Replace(text, "\n[set]", engineRace+"\n[set]", 1)); err != nil {
		return nil, nil, usagef("-link: %w", err)
	}
	for _, text := range engineSettings {
		key, value, _ := strings.Cut(text, "=")
		set, err := scenario.ParseAssignment(key, value)
		if err != nil {
			return nil, nil, err
		}
		sc.Pin(set)
	}
	if err := f.override(sc); err != nil {
		return nil, nil, err
	}
	if err := sc.Validate(); err != nil {
		return nil, nil, Usage{err}
	}
	return sc, p.Read, nil
}

// race runs a sweep for one clock and prints how it did. Without a folder it keeps no cells.
func (f *sweepFlags) race(env Env) error {
	kept := f.dir != ""
	if !kept {
		dir, err := os.MkdirTemp("", "driftlab-race-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		f.dir = dir
	}
	g, inputs, shard, err := f.read(env.Out)
	if err != nil {
		return err
	}
	if shard != sweep.Whole {
		return usagef("-engine: a race is not divided among machines")
	}
	s, err := f.open(g, shard, inputs, env)
	if err != nil {
		return err
	}
	if err := f.run(s, env); err != nil {
		return err
	}
	if kept {
		if err := writeResults(s.Folder, f.dir, env); err != nil {
			return err
		}
	}
	fmt.Fprintln(env.Out)
	return s.Folder.WriteRace(env.Out)
}

// open opens the sweep's folder, and chooses the clock with which others are compared.
func (f *sweepFlags) open(g *sweep.Grid, shard sweep.Shard, inputs []string, env Env) (*sweep.Sweep, error) {
	s, err := newSweep(env, f.dir, g, shard, inputs)
	if err != nil {
		return nil, err
	}
	if f.baseline == "" {
		f.baseline = f.engine
	}
	return s, setBaseline(s.Folder, f.baseline)
}
