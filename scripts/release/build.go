package main

import (
	"bytes"
	"compress/gzip"
	"debug/buildinfo"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// winres makes the resources of Windows' programs: icon, version, manifest.
const winres = "github.com/tc-hib/go-winres@v0.3.3"

// build builds the program for a target in a clone of the commit, and returns its path, or that of the page's folder.
func build(clone string, t target) (string, error) {
	if t == thePage {
		out := filepath.Join(clone, "out", "page")
		return out, run(clone, []string{"GOCACHE=" + filepath.Join(clone, "out", "cache")}, "sh", "scripts/web.sh", out)
	}
	if t.system == "windows" {
		if err := resources(clone, t); err != nil {
			return "", err
		}
	}
	out := filepath.Join(clone, "out", t.system+"-"+t.machine, "driftlab")
	if t.system == "windows" {
		out += ".exe"
	}
	made := filepath.Join(clone, "out", "_counted")
	if err := run(clone, nil, "sh", "scripts/counted.sh", made); err != nil {
		return "", err
	}
	// A cache of its own, since from another's the second build would be the first.
	env := []string{"CGO_ENABLED=0", "GOOS=" + t.system, "GOARCH=" + t.machine, "GOFLAGS=", "GOCACHE=" + filepath.Join(clone, "out", "cache")}
	return out, run(clone, env, "go", "build", "-overlay", filepath.Join(made, "overlay.json"), "-trimpath", "-buildvcs=true", "-pgo=scripts/driftlab.pgo", "-ldflags=-s -w", "-o", out, ".")
}

// version returns the version that Go gives whatever it builds in a clone: it is read from a small program, since none can be read from the page's.
func version(clone string) (string, error) {
	out := filepath.Join(clone, "out", "versioned")
	if err := run(clone, []string{"GOFLAGS="}, "go", "build", "-buildvcs=true", "-o", out, "./scripts/icons"); err != nil {
		return "", err
	}
	info, err := buildinfo.ReadFile(out)
	if err != nil {
		return "", err
	}
	return info.Main.Version, nil
}

// resources has the icon, what Windows shows of the program, and its manifest beside the source, where Go links them.
func resources(clone string, t target) error {
	folder, err := icons(clone) // which winres.json names the icon from
	if err != nil {
		return err
	}
	about := filepath.Join(folder, "winres.json")
	if err := os.WriteFile(about, part("winres.json"), 0o666); err != nil {
		return err
	}
	version, err := output(clone, "git", "describe", "--tags", "--abbrev=0")
	if err != nil {
		version = "v0.0.0" // there has been no release
	}
	version = strings.TrimPrefix(version, "v")
	return run(clone, []string{"GOFLAGS="}, "go", "run", winres, "make", "--in", about, "--out", "rsrc",
		"--arch", t.machine, "--product-version", version, "--file-version", version)
}

// run runs a program in a folder, with more in its environment.
func run(folder string, env []string, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = folder, append(os.Environ(), env...)
	cmd.Stderr = os.Stderr
	return cmd.Run()
}

// man is the page that man shows, where it looks for it under a prefix such as /usr.
func (m *making) man() (entry, error) {
	program := filepath.Join(m.clones[0], "out", "here", "driftlab") // a target's need not run on this machine
	if err := run(m.clones[0], []string{"CGO_ENABLED=0", "GOFLAGS="}, "go", "build", "-o", program, "."); err != nil {
		return entry{}, err
	}
	text, err := m.manual(func(args ...string) (string, error) { return output(".", program, args...) })
	if err != nil {
		return entry{}, err
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed) // without a time in it
	_, err = w.Write(text)
	err = errors.Join(err, w.Close())
	return entry{"share/man/man1/driftlab.1.gz", packed.Bytes(), false}, err
}

// listed finds the commands in what the program's -h says.
var listed = regexp.MustCompile(`(?m)^  driftlab ([a-z]+)`)

// manual returns what -h says of the program, and help of each of its commands, as a page for man.
func (m *making) manual(program func(args ...string) (string, error)) ([]byte, error) {
	text, err := program("-h")
	if err != nil {
		return nil, err
	}
	title, _, _ := strings.Cut(text, "\n")
	_, title, _ = strings.Cut(strings.TrimSuffix(title, "."), ": ")
	var b bytes.Buffer
	fmt.Fprintf(&b, ".TH DRIFTLAB 1 %s \"%s\"\n.SH NAME\ndriftlab \\- %s\n.SH DESCRIPTION\n%s\n", m.when.Format(time.DateOnly), m.version, title, inRoff(text))
	for _, command := range listed.FindAllStringSubmatch(text, -1) {
		text, err := program("help", command[1])
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, ".SH %s\n%s\n", strings.ToUpper(command[1]), inRoff(text))
	}
	return b.Bytes(), nil
}

// literal has a text stand for itself.
var literal = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n.", "\n\\&.", "\n'", "\n\\&'")

// tagged finds a command or flag, and what stands between it and what it does: a tab, blanks, or a line's end.
var tagged = regexp.MustCompile(`(?m)^  (\S.*?)(?:\n    \t|\t|  +)`)

// inRoff returns a help's text as man typesets it.
func inRoff(text string) string {
	return strings.ReplaceAll(tagged.ReplaceAllString(literal.Replace(text), ".TP\n.B $1\n"), "\n\n", "\n.PP\n")
}
