package arch

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"driftlab/internal/files/filetest"
)

// A row of the table says what a package may import: our own packages, and libraries by their modules.
type row struct {
	place           int // in the table, from the top
	ours, libraries []string
}

var quoted = regexp.MustCompile("`([^`]+)`")

// table reads the walls from the documentation: | `package` | knows | may import | libraries |.
func table(t *testing.T) map[string]row {
	t.Helper()
	text := filetest.Read(t, "../../docs/architecture.md")
	rows := map[string]row{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		if len(cells) != 6 || !strings.HasPrefix(cells[1], " `") {
			continue
		}
		names := func(cell string) (all []string) {
			for _, found := range quoted.FindAllStringSubmatch(cell, -1) {
				all = append(all, found[1])
			}
			return all
		}
		for _, name := range names(cells[1]) {
			rows[name] = row{len(rows), names(cells[3]), names(cells[4])}
		}
	}
	return rows
}

// imports lists all packages, each in a line with what it imports, for this system or another.
func imports(t *testing.T, system ...string) string {
	t.Helper()
	cmd := exec.Command("go", "list", "-f", "{{.ImportPath}}: {{join .Imports \" \"}}", "../../...")
	cmd.Env = append(os.Environ(), system...)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// modulePath returns the path that the module has: scripts/module.sh changes it.
func modulePath(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func TestPackagesImportWhatTheArchitectureLetsThem(t *testing.T) {
	module, walls, seen := modulePath(t), table(t), map[string]bool{}
	for line := range strings.Lines(imports(t) + imports(t, "GOOS=js", "GOARCH=wasm")) { // what is for browsers alone too
		path, imports, _ := strings.Cut(strings.TrimSpace(line), ":")
		name := strings.TrimPrefix(strings.TrimPrefix(path, module), "/")
		if name == "" {
			name = "main"
		}
		wall, ok := walls[name]
		if !ok {
			t.Errorf("%s has no row in the table of docs/architecture.md", name)
			continue
		}
		seen[name] = true
		for imported := range strings.FieldsSeq(imports) {
			ours, isOurs := strings.CutPrefix(imported, module+"/")
			library := slices.ContainsFunc(wall.libraries, func(module string) bool {
				return imported == module || strings.HasPrefix(imported, module+"/")
			})
			standard := !strings.Contains(strings.Split(imported, "/")[0], ".")
			if isOurs && !slices.Contains(wall.ours, ours) || !isOurs && !standard && !library {
				t.Errorf("%s imports %s, which docs/architecture.md does not let it", name, imported)
			}
		}
	}
	for name := range walls {
		if seen[name] {
			continue
		}
		t.Errorf("docs/architecture.md has a row for %s, and there is no such package", name)
	}
}

func TestNoArrowOfTheArchitectureGoesBackUp(t *testing.T) {
	walls := table(t)
	for name, wall := range walls {
		for _, imported := range wall.ours {
			if other, ok := walls[imported]; !ok || other.place >= wall.place {
				t.Errorf("%s may import %s, whose row does not stand above its own", name, imported)
			}
		}
	}
}

func TestThePictureOfThePackagesHasNoArrowAgainstTheTable(t *testing.T) {
	out, err := exec.Command("../../scripts/packages.sh").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	walls := table(t)
	arrows := regexp.MustCompile(`"(\S+)" -> "(\S+)"`).FindAllStringSubmatch(string(out), -1)
	if len(arrows) < len(walls) {
		t.Errorf("the picture has %d arrows for %d packages:\n%s", len(arrows), len(walls), out)
	}
	for _, a := range arrows {
		if !slices.Contains(walls[a[1]].ours, a[2]) {
			t.Errorf("an arrow goes from %s to %s, which docs/architecture.md does not let it", a[1], a[2])
		}
	}
}
