package assets

import (
	"embed"
	"slices"
	"strings"
)

//go:embed presets/*.toml
var presets embed.FS

// Preset returns the text of an embedded preset of a link by its name without ending.
func Preset(name string) (toml string, err error) {
	b, err := presets.ReadFile("presets/" + name + ".toml")
	return string(b), err
}

// PresetNames lists the embedded presets in alphabetical order.
func PresetNames() []string {
	entries, err := presets.ReadDir("presets")
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".toml"))
	}
	slices.Sort(names) // files are in the order of their names with the ending
	return names
}
