package arch

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A row of the table says what a package may import: our packages, and libraries by their modules.
type row struct {
	place           int // in the table, from the top
	ours, libraries []string
}

var quoted = regexp.MustCompile("`([^`]+)`")

// table reads the rules from the documentation: | `package` | knows | may import | libraries |.
func table(t *testing.T) map[string]row {
	t.Helper()
	text, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
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

// imports lists all packages, one per line with its imports, for this system or another.
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
	used := map[string]map[string]bool{}
	// Including code for browsers or for one system.
	for line := range strings.Lines(imports(t) + imports(t, "GOOS=js", "GOARCH=wasm") + imports(t, "GOOS=windows") + imports(t, "GOOS=darwin")) {
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
		if seen[name] = true; used[name] == nil {
			used[name] = map[string]bool{}
		}
		for imported := range strings.FieldsSeq(imports) {
			ours, isOurs := strings.CutPrefix(imported, module+"/")
			used[name][ours] = true
			library := slices.ContainsFunc(wall.libraries, func(module string) bool {
				used[name][module] = used[name][module] || strings.HasPrefix(imported+"/", module+"/")
				return strings.HasPrefix(imported+"/", module+"/")
			})
			standard := !strings.Contains(strings.Split(imported, "/")[0], ".")
			if isOurs && !slices.Contains(wall.ours, ours) || !isOurs && !standard && !library {
				t.Errorf("%s imports %s, which docs/architecture.md does not let it", name, imported)
			}
		}
	}
	for name, wall := range walls {
		if !seen[name] {
			t.Errorf("docs/architecture.md has a row for %s, and there is no such package", name)
			continue
		}
		for _, right := range append(wall.ours, wall.libraries...) {
			if !used[name][right] {
				t.Errorf("docs/architecture.md lets %s import %s, which it does not", name, right)
			}
		}
	}
}

// below says which rooms each room may import, besides itself and internal: downwards only.
var below = map[string][]string{
	"main": {"ui"}, "ui": {"assets", "game", "netsync", "netsim"}, "game": {"assets", "netsync", "netsim"},
	"netsync": nil, "netsim": nil, "assets": nil, "internal": nil, "scripts": {"assets", "ui", "game", "netsync", "netsim"},
}

func TestRoomsImportWhatLiesBelowThem(t *testing.T) {
	for name, wall := range table(t) {
		room, _, _ := strings.Cut(name, "/")
		for _, imported := range wall.ours {
			other, _, _ := strings.Cut(imported, "/")
			if other != room && other != "internal" && !slices.Contains(below[room], other) {
				t.Errorf("%s imports %s, which does not lie below it", name, imported)
			}
		}
	}
}

// atTheTop lists what may be in the repository's folder: what its user asked for, and what every project has.
var atTheTop = []string{
	"go.mod", "go.sum", "main.go", "game", "netsync", "netsim", "assets", "ui", "README.md",
	"docs", "internal", "scripts", ".ci", ".github", ".gitignore", ".gitattributes", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile",
}

func TestAtTheTopLiesWhatWasAskedFor(t *testing.T) {
	for _, name := range tracked(t) {
		if top, _, _ := strings.Cut(name, "/"); !slices.Contains(atTheTop, top) {
			t.Errorf("%s lies in a folder, or is a file, that has no place at the top", name)
		}
	}
}

// tracked lists the files of the repository.
func tracked(t *testing.T) []string {
	t.Helper()
	cmd := exec.Command("git", "ls-files")
	cmd.Dir = gitRoot(t)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(out))
}

// These rooms know only virtual time, except two packages that talk to the outside world, and none of them starts programs.
func TestNoRoomBelowTheWindowReadsAClockOrStartsAProgram(t *testing.T) {
	outside := []string{"netsim/realtime/", "game/judge/process/"}
	for _, name := range tracked(t) {
		room, _, _ := strings.Cut(name, "/")
		if !slices.Contains([]string{"netsync", "netsim", "game"}, room) || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") ||
			slices.ContainsFunc(outside, func(folder string) bool { return strings.HasPrefix(name, folder) }) {
			continue
		}
		text := page(t, name)
		for _, not := range []string{"time.Now", "time.Since", "\"os/exec\"", "\"math/rand\""} {
			if strings.Contains(text, not) {
				t.Errorf("%s has %s", name, not)
			}
		}
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
