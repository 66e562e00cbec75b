package profile

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/BurntSushi/toml"

	"driftlab/assets"
	"driftlab/game/scenario"
)

// A Preset is real conditions that come with the program.
type Preset struct {
	Name  string
	Title string
	Help  string // one sentence for those who have not met such a link
	Set   []scenario.Assignment
}

// Presets returns the program's presets, in the order of their names: see [assets.PresetNames].
func Presets() ([]Preset, error) {
	var all []Preset
	for _, name := range assets.PresetNames() {
		p, err := loadPreset(name)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// loadPreset reads the file of one preset.
func loadPreset(name string) (Preset, error) {
	text, err := assets.Preset(name)
	if err != nil {
		return Preset{}, err
	}
	var file struct {
		Format      int
		Title, Help string
		Set         map[string]any
	}
	if _, err := toml.Decode(text, &file); err != nil {
		return Preset{}, fmt.Errorf("preset %q: %w", name, err)
	}
	p := Preset{Name: name, Title: file.Title, Help: file.Help}
	flat := map[string]string{}
	flatten("", file.Set, flat)
	for _, key := range slices.Sorted(maps.Keys(flat)) {
		set, err := scenario.ParseAssignment(key, flat[key])
		if err != nil {
			return Preset{}, fmt.Errorf("preset %q: %w", name, err)
		}
		p.Set = append(p.Set, set...)
	}
	return p, nil
}

// flatten turns nested tables into dotted keys with their values as text.
func flatten(prefix string, from map[string]any, to map[string]string) {
	for k, v := range from {
		if sub, ok := v.(map[string]any); ok {
			flatten(prefix+k+".", sub, to)
			continue
		}
		to[prefix+k] = fmt.Sprint(v)
	}
}

// Profile returns the preset's link.
func (p Preset) Profile() (*Profile, error) {
	return fromScenario(&scenario.Scenario{Name: p.Name, Title: p.Title, Clients: 1, Duration: 1, Set: p.Set}, 1)
}

// fromScenario returns the link that a client has at the start of a scenario.
func fromScenario(sc *scenario.Scenario, client int) (*Profile, error) {
	up, down, err := sc.Link(client)
	if err != nil {
		return nil, err
	}
	title := cmp.Or(sc.Title, sc.Name)
	return &Profile{Name: sc.Name, Title: title, Up: up, Down: down, Files: sc.LinkFiles(client)}, nil
}
