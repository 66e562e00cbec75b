package profile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"driftlab/assets"
	"driftlab/internal/choice"
	"driftlab/internal/files"
	"driftlab/scenario"
)

// kinds are the prefixes that force what a source is taken for.
var kinds = []string{"preset", "scenario", "irtt", "ping"}

// scenarioLine is what no scenario lacks.
var scenarioLine = regexp.MustCompile(`(?m)^\s*format\s*=`)

// Open reads a profile from a preset or a scenario of the program by its name, or from a file: a
// scenario, the JSON of irtt's client or the output of ping, which is recognised by what is in it. A
// prefix such as irtt: forces what it is taken for. client chooses the link of a scenario; 0 is the
// first one's, and the only number that other sources take.
func Open(from string, client int) (*Profile, error) {
	kind, name, forced := strings.Cut(from, ":")
	if !forced || !slices.Contains(kinds, kind) {
		name = from
		var err error
		if kind, err = recognise(name); err != nil {
			return nil, err
		}
	}
	if client != 0 && kind != "scenario" {
		return nil, fmt.Errorf("%q: only a scenario has clients to choose from", name)
	}
	switch kind {
	case "preset":
		return openPreset(name)
	case "scenario":
		return openScenario(name, max(1, client))
	}
	content, err := files.Read(name, MaxInput)
	if err != nil {
		return nil, unreadable(name, err)
	}
	read := ReadPing
	if kind == "irtt" {
		read = ReadIRTT
	}
	p, err := read(name, bytes.NewReader(content))
	if err == nil {
		p.Read = []string{name}
	}
	return p, err
}

// recognise tells what kind a source is.
func recognise(name string) (kind string, err error) {
	if slices.Contains(assets.PresetNames(), name) {
		return "preset", nil
	}
	if slices.Contains(assets.ScenarioNames(), name) {
		return "scenario", nil
	}
	content, err := files.Read(name, MaxInput)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%q: no such file, and no preset has this name (%s)", name, choice.Allowed(name, assets.PresetNames()))
	}
	if errors.Is(err, files.ErrNotFile) {
		return "", fmt.Errorf("%q: %w", name, err)
	}
	if err != nil {
		return "", unreadable(name, err)
	}
	data, err := readAll(name, bytes.NewReader(content))
	if err != nil {
		return "", err
	}
	text := fromUTF16(data)
	switch {
	case bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")):
		return "irtt", nil
	case scenarioLine.Match(text):
		return "scenario", nil
	case pingTime.Match(text), pingNumber.Match(text):
		return "ping", nil
	}
	return "", fmt.Errorf("%q: it is neither a scenario, nor the JSON of irtt, nor the output of ping (irtt:FILE and so on forces one)", name)
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
	p.Read = sc.Files()
	if len(sc.Events) > 0 {
		p.Notes = append(p.Notes, "These are the settings at the start: what the scenario's events change is not in them.")
	}
	return p, nil
}

// unreadable says why a file cannot be read.
func unreadable(name string, err error) error { return fmt.Errorf("%q cannot be read: %w", name, err) }
