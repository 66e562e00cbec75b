package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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

// A module is one whose code is in a program, or the name of something else in it.
type module struct{ Path, Version, Dir string }

// licenceFile is what a file with terms is called.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|copyright|notice|patents|unlicense)([-._].*)?$`)

// beside is what is in the program and is no module, by where its terms lie in the repository.
var beside = map[string]string{
	"Go fonts, by Bigelow & Holmes":                                    "ui/draw",
	"OpenH264, built for WebAssembly, by Cisco":                        "ui/film/encode/openh264",
	"wasi-libc, whose allocator and arithmetic OpenH264 is built with": "ui/film/encode",
}

// contents lists all that is in the programs for some targets: modules, Go's own code, and what is beside.
func contents(repository string, targets []target) ([]module, error) {
	all, err := modules(repository, targets)
	if err != nil {
		return nil, err
	}
	root, err := output(repository, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	version, err := output(repository, "go", "env", "GOVERSION")
	if err != nil {
		return nil, err
	}
	all = append(all, module{"std", strings.TrimPrefix(version, "go"), root})
	for _, name := range slices.Sorted(maps.Keys(beside)) {
		all = append(all, module{Path: name, Dir: filepath.Join(repository, beside[name])})
	}
	return all, nil
}

// licences returns the terms of some parts, one after the other.
func licences(parts []module) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintln(&b, "Driftlab has these parts of others in it. Their terms follow, each under its name.")
	for _, m := range parts {
		terms, err := terms(m.Dir)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.Path, err)
		}
		name := strings.TrimSpace(m.Path + " " + m.Version)
		if m.Path == "std" {
			name = "Go's library and runtime " + m.Version
		}
		fmt.Fprintf(&b, "\n%s\n%s\n\n%s\n", strings.Repeat("=", 80), name, terms)
	}
	return b.Bytes(), nil
}

// modules lists the modules of the program for each of some targets, without Driftlab's own.
func modules(repository string, targets []target) ([]module, error) {
	known := map[string]module{}
	for _, t := range targets {
		packages := []string{"."}
		if t == thePage {
			packages = []string{"./ui/web/window"}
		}
		const row = `{{with .Module}}{{if not .Main}}{{.Path}}|{{.Version}}|{{.Dir}}{{end}}{{end}}`
		cmd := exec.Command("go", append([]string{"list", "-deps", "-f", row}, packages...)...)
		cmd.Dir, cmd.Stderr = repository, os.Stderr
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+t.system, "GOARCH="+t.machine)
		found, err := cmd.Output()
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(found)) {
			if fields := strings.Split(strings.TrimSpace(line), "|"); len(fields) == 3 {
				known[fields[0]] = module{fields[0], fields[1], fields[2]}
			}
		}
	}
	var all []module
	for _, path := range slices.Sorted(maps.Keys(known)) {
		all = append(all, known[path])
	}
	return all, nil
}

// terms returns the files with terms at the top of a folder, one after the other.
func terms(folder string) (string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return "", err
	}
	var texts []string
	for _, entry := range entries {
		if entry.IsDir() || !licenceFile.MatchString(entry.Name()) || strings.HasSuffix(entry.Name(), ".go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			return "", err
		}
		texts = append(texts, strings.TrimSpace(string(text)))
	}
	if len(texts) == 0 {
		return "", errors.New("it has no file with its terms")
	}
	return strings.Join(texts, "\n\n"), nil
}
