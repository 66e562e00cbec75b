package profile

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"regexp"
	"slices"
	"strings"

	"driftlab/assets"
	"driftlab/internal/choice"
	"driftlab/internal/files"
	"driftlab/scenario"
)

// scenarioLine is what no scenario lacks.
var scenarioLine = regexp.MustCompile(`(?m)^\s*format\s*=`)

// Open reads a profile from a preset or a scenario of the program by its name, or from a file: a
// scenario or a measurement, which is recognised by what is in it. A prefix such as irtt: forces what it is
// taken for. client chooses the link of a scenario; 0 is the first one's, and the only number that other
// sources take. part chooses a part of a measurement; others have none.
func Open(from string, client int, part Part) (*Profile, error) {
	kind, name, forced := strings.Cut(from, ":")
	if !forced || !slices.Contains(kinds(), kind) {
		kind, name = "", from
	}
	switch {
	case kind == "" && slices.Contains(assets.PresetNames(), name):
		kind = "preset"
	case kind == "" && slices.Contains(assets.ScenarioNames(), name):
		kind = "scenario"
	}
	if kind != "preset" && kind != "scenario" {
		p, err := openFile(kind, name, part)
		if !errors.Is(err, errScenario) {
			if err == nil && client != 0 {
				return nil, fmt.Errorf("%q: only a scenario has clients to choose from", name)
			}
			return p, err
		}
		kind = "scenario"
	}
	switch {
	case part != Part{}:
		return nil, fmt.Errorf("%q: only a measurement has a part to choose", name)
	case kind == "scenario":
		return openScenario(name, max(1, client))
	case client != 0:
		return nil, fmt.Errorf("%q: only a scenario has clients to choose from", name)
	}
	return openPreset(name)
}

// Kinds names the prefixes that force what a file is taken for.
func Kinds() string { return strings.Join(kinds(), ", ") }

// kinds returns the prefixes that force what a source is taken for.
func kinds() []string {
	all := []string{"preset", "scenario"}
	for _, f := range formats() {
		all = append(all, f.name)
	}
	return all
}

// errScenario says that a file is a scenario.
var errScenario = errors.New("it is a scenario")

// openFile reads a measurement, as the format of a name has it or, without one, as the file itself tells.
func openFile(kind, name string, part Part) (*Profile, error) {
	file, err := files.OpenPlain(files.Disk{}, name, math.MaxInt64)
	switch {
	case errors.Is(err, fs.ErrNotExist) && kind == "":
		return nil, fmt.Errorf("%q: no such file, and no preset has this name (%s)", name, choice.Allowed(name, assets.PresetNames()))
	case errors.Is(err, files.ErrNotFile) && kind == "":
		return nil, fmt.Errorf("%q: %w", name, err)
	case err != nil:
		return nil, unreadable(name, err)
	}
	defer file.Close()
	s, err := newStream(name, file)
	if err != nil {
		return nil, err
	}
	if kind == "" && scenarioLine.Match(s.head()) {
		return nil, errScenario
	}
	if part, err = s.unname(part); err != nil {
		return nil, err
	}
	f, how, ok := recognise(s.head())
	if kind != "" {
		all := formats()
		f, how, ok = all[slices.IndexFunc(all, func(f format) bool { return f.name == kind })], Note{}, true
	}
	if !ok {
		return nil, unknown(name, s.head())
	}
	p, err := s.profile(f, part)
	if err == nil {
		p.Read = []string{name}
		if how.Format != "" {
			p.Known = said("it is %s, by %s", said(f.title), how)
		}
	}
	return p, err
}

func openPreset(name string) (*Profile, error) {
	if !slices.Contains(assets.PresetNames(), name) {
		return nil, fmt.Errorf("preset %q is unknown (%s)", name, choice.Allowed(name, assets.PresetNames()))
	}
	p, err := loadPreset(name)
	if err != nil {
		return nil, err
	}
	return p.Profile()
}

func openScenario(name string, client int) (*Profile, error) {
	sc, err := scenario.Load(name)
	if err != nil {
		return nil, err
	}
	p, err := fromScenario(sc, client)
	if err != nil {
		return nil, fmt.Errorf("scenario %q: %w", name, err)
	}
	p.Read, p.Clocks = sc.Files(), sc.Algorithms()
	if len(sc.Events) > 0 {
		p.Notes = append(p.Notes, said("These are the settings at the start: what the scenario's events change is not in them."))
	}
	return p, nil
}

// unreadable says why a file cannot be read.
func unreadable(name string, err error) error { return fmt.Errorf("%q cannot be read: %w", name, err) }
