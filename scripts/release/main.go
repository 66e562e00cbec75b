// Command release makes what people download: the program for six systems and the page, each built twice in two folders and
// compared, packed with the commit's time so that the same commit gives the same bytes, with the licences of all that is in
// them, a list of their parts (CycloneDX) and their SHA-256 sums.
//
//	go run ./scripts/release [-o FOLDER] [-only linux/amd64,js/wasm] [-draft] [-homepage URL] [-screenshots URL,URL]
//
// A tag such as v0.3.0 on the commit is its version; without one it is Go's pseudo-version.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A target is a system and an architecture that the program is built for.
type target struct{ system, machine string }

func (t target) String() string { return t.system + "/" + t.machine }

// thePage is the target that the page is built for.
var thePage = target{"js", "wasm"}

var targets = []target{
	{"windows", "amd64"}, {"windows", "arm64"}, {"darwin", "arm64"}, {"darwin", "amd64"}, {"linux", "amd64"}, {"linux", "arm64"}, thePage,
}

func main() {
	out := flag.String("o", "dist/release", "folder that the files are made in")
	only := flag.String("only", "", "targets such as linux/amd64,js/wasm instead of all")
	draft := flag.Bool("draft", false, "also where something is not committed: what is built is the last commit all the same")
	homepage := flag.String("homepage", "", "`URL` that packages name as the project's")
	screenshots := flag.String("screenshots", "", "pictures that software centres show, `URL,URL`")
	flag.Parse()
	m := making{homepage: *homepage, screenshots: strings.FieldsFunc(*screenshots, func(r rune) bool { return r == ',' })}
	if err := m.release(*out, *only, *draft); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// A making is a release that is being made.
type making struct {
	out      string
	clones   [2]string // of the commit
	when     time.Time // the commit's
	version  string    // as Go has it, such as v0.3.0
	licences []byte
	made     []string // the files

	homepage    string // empty if there is none
	screenshots []string
}

func (m *making) release(out, only string, draft bool) error {
	wanted, err := chosen(only)
	if err != nil {
		return err
	}
	if changes, err := output(".", "git", "status", "--porcelain"); err != nil {
		return err
	} else if changes != "" && !draft {
		return errors.New("something is not committed: commit it, or give -draft")
	}
	work, err := os.MkdirTemp("", "driftlab-release")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	m.out, m.clones = out, [2]string{filepath.Join(work, "a"), filepath.Join(work, "another", "b")}
	if err := m.begin(); err != nil {
		return err
	}
	for _, t := range wanted {
		fmt.Println(t)
		if err := m.target(t); err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
	}
	return m.end()
}

// chosen returns the targets of a list, all for an empty one.
func chosen(only string) ([]target, error) {
	if only == "" {
		return targets, nil
	}
	var wanted []target
	for name := range strings.SplitSeq(only, ",") {
		i := slices.IndexFunc(targets, func(t target) bool { return t.String() == name })
		if i < 0 {
			return nil, fmt.Errorf("-only %q is none of %v", name, targets)
		}
		wanted = append(wanted, targets[i])
	}
	return wanted, nil
}

// begin clones the commit twice, and learns its version, its time, and the licences of what is in it.
func (m *making) begin() error {
	if err := os.MkdirAll(m.out, 0o777); err != nil {
		return err
	}
	for _, clone := range m.clones {
		if _, err := output(".", "git", "clone", "--quiet", ".", clone); err != nil {
			return err
		}
	}
	var err error
	if m.version, err = version(m.clones[0]); err != nil {
		return err
	}
	seconds, err := output(".", "git", "log", "-1", "--format=%ct")
	if err != nil {
		return err
	}
	s, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return err
	}
	m.when = time.Unix(s, 0).UTC()
	parts, err := contents(m.clones[0], targets)
	if err != nil {
		return err
	}
	m.licences, err = licences(parts)
	return err
}

// target builds for a target in both clones, compares, and packs what was built.
func (m *making) target(t target) error {
	var built [2]string
	for i, clone := range m.clones {
		var err error
		if built[i], err = build(clone, t); err != nil {
			return err
		}
	}
	if err := same(built[0], built[1]); err != nil {
		return err
	}
	if t == thePage {
		return m.packPage(built[0])
	}
	parts, err := contents(m.clones[0], []target{t})
	if err != nil {
		return err
	}
	list, err := bill(built[0], t, parts)
	if err != nil {
		return err
	}
	if err := m.write(m.name(t)+".cdx.json", list); err != nil {
		return err
	}
	return m.packProgram(t, built[0])
}

// name is that of a target's files, without ending.
func (m *making) name(t target) string {
	system := t.system
	if system == "darwin" {
		system = "macos"
	}
	return "driftlab-" + m.version + "-" + system + "-" + t.machine
}

// end writes what belongs to all: licences, the newest part of the change log, and the sums.
func (m *making) end() error {
	changes, err := os.ReadFile(filepath.Join(m.clones[0], "CHANGELOG.md"))
	if err != nil {
		return err
	}
	if err := m.write("THIRD_PARTY.txt", m.licences); err != nil {
		return err
	}
	if err := m.write("RELEASE.md", newest(changes)); err != nil {
		return err
	}
	sums, err := sums(m.out, m.made)
	if err != nil {
		return err
	}
	if err := m.write("SHA256SUMS", sums); err != nil {
		return err
	}
	fmt.Printf("%s has %d files of driftlab %s\n", m.out, len(m.made), m.version)
	return nil
}

func (m *making) write(name string, content []byte) error {
	m.made = append(m.made, name)
	return os.WriteFile(filepath.Join(m.out, name), content, 0o666)
}

// newest returns the first section of a change log, with its heading.
func newest(changes []byte) []byte {
	_, from, _ := strings.Cut(string(changes), "\n## ")
	section, _, _ := strings.Cut(from, "\n## ")
	return []byte("## " + strings.TrimSpace(section) + "\n")
}

// output runs a program in a folder and returns what it prints, without the last line's end.
func output(folder, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = folder
	out, err := cmd.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, failed.Stderr)
	}
	return strings.TrimSuffix(string(out), "\n"), err
}

// same returns an error that names the first file in which two files or folders differ, or that only one of them has.
func same(a, b string) error {
	if err := within(a, b); err != nil {
		return err
	}
	return within(b, a)
}

// within returns an error that names the first file of a file or folder that another has not, or not with the same bytes.
func within(a, b string) error {
	return filepath.WalkDir(a, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(a, path)
		if err != nil {
			return err
		}
		one, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		other, err := os.ReadFile(filepath.Join(b, name))
		if err == nil && !slices.Equal(one, other) {
			err = fmt.Errorf("%s is not the same when it is built in another folder", filepath.Base(path))
		}
		return err
	})
}
