package main

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"strings"
)

// A document lists a program's parts as CycloneDX 1.5 has it (ECMA-424), as far as a program of Go knows them.
type document struct {
	Format     string      `json:"bomFormat"`
	Version    string      `json:"specVersion"`
	Revision   int         `json:"version"`
	Metadata   metadata    `json:"metadata"`
	Components []component `json:"components"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Kind       string     `json:"type"`
	Name       string     `json:"name"`
	Version    string     `json:"version,omitempty"`
	Package    string     `json:"purl,omitempty"`
	Properties []property `json:"properties,omitempty"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// bill returns the list of the parts of a program that Go has built.
func bill(path string, t target) ([]byte, error) {
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
	d.Components = []component{library(&debug.Module{Path: "std", Version: strings.TrimPrefix(info.GoVersion, "go")})}
	for _, m := range info.Deps {
		d.Components = append(d.Components, library(m))
	}
	parts, err := json.MarshalIndent(d, "", "  ")
	return append(parts, '\n'), err
}

func library(m *debug.Module) component {
	return component{Kind: "library", Name: m.Path, Version: m.Version, Package: fmt.Sprintf("pkg:golang/%s@%s", m.Path, m.Version)}
}
