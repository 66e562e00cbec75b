// Package assets holds what is embedded in the program: scenario files and the texts in them.
package assets

import (
	"embed"
	"strings"
)

//go:embed scenarios/*.toml
var files embed.FS

// Scenario returns the text of an embedded scenario file by its name without ending.
func Scenario(name string) (string, error) {
	b, err := files.ReadFile("scenarios/" + name + ".toml")
	return string(b), err
}

// ScenarioNames lists the embedded scenarios in alphabetical order.
func ScenarioNames() []string {
	entries, err := files.ReadDir("scenarios")
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".toml"))
	}
	return names
}
