package profile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"regexp"
	"slices"
	"strings"

	"driftlab/assets"
	"driftlab/game/scenario"
	"driftlab/internal/files"
	"driftlab/internal/texts"
)

// scenarioLine is what no scenario lacks.
var scenarioLine = regexp.MustCompile(`(?m)^\s*format\s*=`)

// Open reads a profile from a preset or a scenario of the program by its name, or from a file: a
// scenario or a measurement, which is recognised by what is in it. A prefix such as irtt: forces what it is
// taken for. A measurement may also be piped in: - is what in has, which may be nil. client chooses the link of a
// scenario; 0 is the first one's, and the only number that other sources take. part chooses a part of a measurement;
// others have none.
func Open(from string, in io.Reader, client int, part Part) (*Profile, error) {
	kind, name, forced := strings.Cut(from, ":")
	if !forced || !slices.Contains(Kinds(), kind) {
		kind, name = "", from
	}
	switch {
	case kind == "" && slices.Contains(assets.PresetNames(), name):
		kind = "preset"
	case kind == "" && slices.Contains(assets.ScenarioNames(), name):
		kind = "scenario"
	}
	if kind != "preset" && kind != "scenario" {
		p, err := openFile(kind, name, in, part)
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
	if !slices.Contains(assets.PresetNames(), name) {
		return nil, fmt.Errorf("preset %q is unknown (%s)", name, texts.Allowed(name, assets.PresetNames()))
	}
	p, err := loadPreset(name)
	if err != nil {
		return nil, err
	}
	return p.Profile()
}

// Kinds returns the prefixes that force what a source is taken for.
func Kinds() []string {
	return append([]string{"preset", "scenario"}, texts.Names(formats(), func(f format) string { return f.name })...)
}

// errScenario says that a file is a scenario.
var errScenario = errors.New("it is a scenario")

// openFile reads a measurement, as the format of a name has it or, without one, as the file itself tells.
func openFile(kind, name string, in io.Reader, part Part) (*Profile, error) {
	if name == "-" {
		if in == nil {
			return nil, errors.New(`"-": only driftlab link reads standard input; this needs a file`)
		}
		const name = "standard input"
		p, err := read(kind, name, in, part)
		if errors.Is(err, errScenario) {
			err = fmt.Errorf("%q: it is a scenario, which is read from a file", name)
		}
		return p, err
	}
	file, err := files.OpenPlain(files.Disk{}, name, math.MaxInt64)
	switch {
	case errors.Is(err, fs.ErrNotExist) && kind == "":
		return nil, fmt.Errorf("%q: no such file, and no preset has this name (%s)", name, texts.Allowed(name, assets.PresetNames()))
	case errors.Is(err, files.ErrNotFile) && kind == "":
		return nil, fmt.Errorf("%q: %w", name, err)
	case err != nil:
		return nil, unreadable(name, err)
	}
	defer file.Close()
	p, err := read(kind, name, file, part)
	if err == nil {
		p.Read = []string{name}
	}
	return p, err
}

// read is openFile for what is open already.
func read(kind, name string, r io.Reader, part Part) (*Profile, error) {
	s, err := newStream(name, r)
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
	if err == nil && how.Format != "" {
		p.Known = said("it is %s, by %s", said(f.title), how)
	}
	return p, err
}

// Instead says what a file is that was taken for a session, and what to do with it: a measurement, or what programs
// write that are known and not read. It is nil for any other file.
func Instead(path string) error {
	file, err := files.OpenPlain(files.Disk{}, path, math.MaxInt64)
	if err != nil {
		return nil
	}
	defer file.Close()
	s, err := newStream(path, file)
	if err != nil || scenarioLine.Match(s.head()) {
		return nil
	}
	if _, err := s.unname(Part{}); err != nil {
		return nil
	}
	if f, how, ok := recognise(s.head()); ok {
		return fmt.Errorf("%q: it is %s, by %s, and not a session: driftlab link FILE makes a link's settings of it, and the window does when you drop it there", path, f.title, how)
	}
	if f := foreignIn(s.head()); f != nil {
		return fmt.Errorf("%q: it is %s, and not a session: %s", path, f.name, f.advice)
	}
	return nil
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
		p.Notes = append(p.Notes, said("These are the settings at the start, without what the scenario's events change."))
	}
	return p, nil
}

// unreadable says why a file cannot be read.
func unreadable(name string, err error) error { return fmt.Errorf("%q cannot be read: %w", name, err) }
