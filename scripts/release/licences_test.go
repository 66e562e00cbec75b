package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
)

func termsOf(t *testing.T, in []target) []byte {
	t.Helper()
	parts, err := contents("../..", in)
	if err != nil {
		t.Fatal(err)
	}
	text, err := licences(parts)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestTheListOfAProgramsPartsHasTheirLicences(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	parts, err := contents("../..", []target{{"linux", "amd64"}})
	if err != nil {
		t.Fatal(err)
	}
	text, err := bill(program, target{"linux", "amd64"}, parts)
	if err != nil {
		t.Fatal(err)
	}
	var d document
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, c := range d.Components {
		for _, l := range c.Licences {
			got[c.Name] += l.Licence.ID + l.Licence.Name + ";"
		}
		if got[c.Name] == "" {
			t.Errorf("%s has no licence", c.Name)
		}
	}
	for name, want := range map[string]string{
		"std": "BSD-3-Clause;Google's additional grant of patents;", "OpenH264, built for WebAssembly, by Cisco": "BSD-2-Clause;",
		"wasi-libc, whose allocator and arithmetic OpenH264 is built with": "as in THIRD_PARTY.txt;", "github.com/pion/transport/v3": "MIT;",
	} {
		if got[name] != want {
			t.Errorf("%s: %q, want %q", name, got[name], want)
		}
	}
}

func TestAllThatIsInTheProgramsHasItsTerms(t *testing.T) {
	in := []target{{"linux", "amd64"}, thePage}
	if testkit.LongTests() {
		in = targets
	}
	text := termsOf(t, in)
	for _, part := range []string{"github.com/hajimehoshi/ebiten/v2 v", "github.com/pion/transport/v3 v", "Go's library and runtime", "OpenH264", "wasi-libc", "SIL OPEN FONT LICENSE", "golang.org/x/image v"} {
		if !strings.Contains(string(text), part) {
			t.Errorf("%s is not among the terms", part)
		}
	}
}

func TestTheTermsOfAllThatTheRepositoryHasOfOthersAreAmongThem(t *testing.T) {
	text := termsOf(t, []target{{"linux", "amd64"}})
	seen := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if name := d.Name(); err == nil && d.IsDir() && (path != "../.." && name[0] == '.' || name == "out" || name == "dist") {
			return fs.SkipDir
		}
		if err != nil || d.IsDir() || !licenceFile.MatchString(d.Name()) || filepath.Ext(path) == ".go" || filepath.Dir(path) == filepath.FromSlash("../..") {
			return err
		}
		seen++
		terms, err := os.ReadFile(path)
		if err == nil && !strings.Contains(string(text), strings.TrimSpace(string(terms))) {
			t.Errorf("%s is not among the terms", path)
		}
		return err
	})
	if err != nil || seen < 5 {
		t.Errorf("%d files with terms, %v", seen, err)
	}
}

func TestAModuleWithoutTermsIsRefused(t *testing.T) {
	folder := t.TempDir()
	if _, err := terms(folder); err == nil {
		t.Error("a folder without terms has some")
	}
	for name, known := range map[string]bool{"LICENSE": true, "LICENSE-SIL": true, "copying.md": true, "NOTICE": true, "licenses_test.go": false, "licensed.txt": false} {
		if licenceFile.MatchString(name) != known {
			t.Errorf("%s: %v", name, !known)
		}
	}
	filetest.Write(t, filepath.Join(folder, "COPYING"), " as you like\n")
	if text, err := terms(folder); err != nil || text != "as you like" {
		t.Errorf("%q, %v", text, err)
	}
}
