package assets

import (
	"cmp"
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

// tools begins the names of presets that are another tool's own, in the order in which these follow the others.
var tools = []string{"chrome-", "apple-"}

// PresetNames lists the embedded presets: those of networks, then those of each tool, each in alphabetical order.
func PresetNames() []string {
	names := namesIn(presets, "presets")
	tool := func(name string) int {
		return slices.IndexFunc(tools, func(t string) bool { return strings.HasPrefix(name, t) })
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(tool(a), tool(b)), cmp.Compare(a, b)) })
	return names
}
