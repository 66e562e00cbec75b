package main

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// A document lists a program's parts as CycloneDX 1.5 has it (ECMA-424), as far as a program of Go knows them.
type document struct {
	Format   string `json:"bomFormat"`
	Version  string `json:"specVersion"`
	Revision int    `json:"version"`
	Metadata struct {
		Component component `json:"component"`
	} `json:"metadata"`
	Components []component `json:"components"`
}

type component struct {
	Kind       string     `json:"type"`
	Name       string     `json:"name"`
	Version    string     `json:"version,omitempty"`
	Package    string     `json:"purl,omitempty"`
	Licences   []licensed `json:"licenses,omitempty"`
	Properties []property `json:"properties,omitempty"`
}

// A licensed names a licence by its identifier of SPDX, or one that has none in words.
type licensed struct {
	Licence licence `json:"license"`
}

type licence struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// bill returns the list of a program's parts, each with its licences.
func bill(path string, t target, parts []module) ([]byte, error) {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return nil, err
	}
	d := document{Format: "CycloneDX", Version: "1.5", Revision: 1}
	program := component{Kind: "application", Name: info.Main.Path, Version: info.Main.Version}
	program.Properties = []property{{"target", t.String()}}
	for _, s := range info.Settings {
		if strings.HasPrefix(s.Key, "vcs.") {
			program.Properties = append(program.Properties, property{s.Key, s.Value})
		}
	}
	d.Metadata.Component = program
	for _, m := range parts {
		c := component{Kind: "library", Name: m.Path, Version: m.Version}
		if m.Version != "" {
			c.Package = fmt.Sprintf("pkg:golang/%s@%s", m.Path, m.Version)
		}
		text, err := terms(m.Dir)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.Path, err)
		}
		c.Licences = named(text)
		d.Components = append(d.Components, c)
	}
	list, err := json.MarshalIndent(d, "", "  ")
	return append(list, '\n'), err
}

// named returns the licences that some terms are, each once. Of terms that are known in part only it says where they stand: a wrong name
// would be worse.
func named(terms string) []licensed {
	found := licensecheck.Scan([]byte(terms))
	if found.Percent < 75 {
		return []licensed{{licence{Name: "as in THIRD_PARTY.txt"}}}
	}
	var all []licensed
	for _, m := range found.Match {
		l := licensed{licence{ID: m.ID}}
		if m.ID == "GooglePatentsFile" { // which SPDX has no identifier for
			l = licensed{licence{Name: "Google's additional grant of patents"}}
		}
		if !slices.Contains(all, l) {
			all = append(all, l)
		}
	}
	return all
}
