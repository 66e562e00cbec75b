package cli

import (
	"flag"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
)

// outputNames are names of files that commands write by their own choice, so inputs should not have them.
var outputNames = []string{"session.toml", "summary.json", "clock.csv", "packets.csv", "manifest.sha256",
	"clock.csv.1.partial", "clock.csv.1.old", "grid.json", "cells.log", "cells-1-of-2.log", "sweep.csv", "compare.md", "plots"}

// alias gives a file or a folder a second name, if the system can, and returns it.
func alias(t *rapid.T, label, dir, path string) string {
	link := filepath.Join(dir, "alias-"+label)
	os.Remove(link)
	folder, name := filepath.Split(path)
	made := error(nil)
	switch rapid.SampledFrom([]string{"itself", "dots", "symbolic", "twice", "hard", "folder", "case"}).Draw(t, label+" by") {
	case "dots":
		return folder + "." + string(filepath.Separator) + "sub" + string(filepath.Separator) + ".." + string(filepath.Separator) + name
	case "symbolic":
		made = os.Symlink(path, link)
	case "twice":
		os.Remove(link + "-2")
		made = os.Symlink(path, link+"-2")
		if made == nil {
			made = os.Symlink(link+"-2", link)
		}
	case "hard":
		made = os.Link(path, link)
	case "folder":
		made = os.Symlink(folder, link)
		link = filepath.Join(link, name)
	case "case":
		return filepath.Join(folder, strings.ToUpper(name))
	default:
		return path
	}
	if made != nil {
		return path
	}
	return link
}

// given are a command's files.
type given struct {
	dir                   string
	scenario, trace, ping string
	command               func([]string, Env) error
	args                  []string
	reads                 []string // those that the command reads
}

// drawInputs makes the files that commands read, with names of outputs.
func drawInputs(t *rapid.T, dir string) *given {
	g := &given{dir: dir}
	name := func(label string) string {
		at := filepath.Join(dir, rapid.SampledFrom([]string{"", "sub", "out"}).Draw(t, label+" in"))
		return filepath.Join(at, rapid.SampledFrom(append(outputNames, label)).Draw(t, label))
	}
	put := func(path, text string) string {
		if _, err := os.Lstat(path); err == nil {
			path += "-2"
		}
		filetest.Write(t, path, text)
		return path
	}
	for _, folder := range []string{"sub", "out"} {
		check(t, os.MkdirAll(filepath.Join(dir, folder), 0o777))
	}
	g.trace = put(name("trace"), "1\n2\n")
	g.ping = put(name("ping"), "PING x\nicmp_seq=1 time=20 ms\n")
	g.scenario = put(name("own.toml"), "format = 3\nduration = \"100ms\"\n[set]\n\"link.up.trace\" = '"+g.trace+"'\n")
	return g
}

// drawOutput returns where a command writes: a new place, or one related to its inputs.
func (g *given) drawOutput(t *rapid.T, label string) string {
	input := rapid.SampledFrom([]string{g.scenario, g.trace, g.ping, filepath.Join(g.dir, "new-"+label), filepath.Join(g.dir, "out", "packets.csv")}).Draw(t, label)
	return alias(t, label, g.dir, input)
}

// drawFolder returns the folder into which a command writes.
func (g *given) drawFolder(t *rapid.T) string {
	folder := rapid.SampledFrom([]string{"", "sub", "out", "new"}).Draw(t, "folder")
	return alias(t, "folder", g.dir, filepath.Join(g.dir, folder))
}

func (g *given) drawCommand(t *rapid.T) {
	scenario := func() string { return alias(t, "scenario", g.dir, g.scenario) }
	g.reads = []string{g.scenario, g.trace}
	switch rapid.SampledFrom([]string{"run", "run", "run", "link", "sweep"}).Draw(t, "command") {
	case "run":
		g.command, g.args = Run, []string{"-carrier", "direct", rapid.SampledFrom([]string{"-scenario", "-replay", "-open"}).Draw(t, "reads"), scenario()}
		for _, flag := range []string{"-pcapng", "-dissector"} {
			if rapid.Bool().Draw(t, flag) {
				g.args = append(g.args, flag, g.drawOutput(t, flag))
			}
		}
		if rapid.Bool().Draw(t, "-o") {
			g.args = append(g.args, "-o", g.drawFolder(t))
		}
	case "link":
		from := g.scenario
		if rapid.Bool().Draw(t, "from ping") {
			from, g.reads = g.ping, []string{g.ping}
		}
		g.command, g.args = Link, []string{"-from", alias(t, "from", g.dir, from), "-to", "netem", "-o", g.drawOutput(t, "-o")}
	case "sweep":
		shard := rapid.SampledFrom([]string{"1/1", "1/2"}).Draw(t, "shard")
		g.command, g.args = Sweep, []string{"-scenario", scenario(), "-seeds", "1", "-clients", "1", "-shard", shard, "-o", g.drawFolder(t)}
	}
}

func TestNoCommandWritesOverWhatItReads(t *testing.T) {
	wrote, all := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		all++
		dir, err := os.MkdirTemp("", "driftlab")
		check(t, err)
		defer os.RemoveAll(dir)
		g := drawInputs(t, dir)
		g.drawCommand(t)
		before := map[string]string{}
		for _, path := range g.reads {
			before[path] = textOf(path)
		}
		err = g.command(g.args, quick())
		if err == nil {
			wrote++
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("more than one line: %v", err)
		}
		for path, text := range before {
			if got := textOf(path); got != text {
				t.Errorf("%v: %s has %.60q (%v)", g.args, path, got, err)
			}
		}
	})
	if all >= 100 && wrote < all/10 { // of twenty, one in forty times fewer than two write
		t.Errorf("only %d of %d commands wrote anything", wrote, all)
	}
}

// textOf returns a file's content, or why it can't be read.
func textOf(path string) string {
	b, err := os.ReadFile(path)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func TestMergingNeverChangesTheFoldersThatItReads(t *testing.T) {
	shards := t.TempDir()
	at := filepath.Join
	for _, shard := range []string{"1", "2"} {
		check(t, Sweep(append(smallSweep, "-shard", shard+"/2", "-o", at(shards, shard)), env(io.Discard)))
	}
	from := filetest.Tree(t, shards)
	checks := flag.Lookup("rapid.checks").Value // each draws the plots
	usual := checks.String()
	checks.Set(strconv.Itoa(testkit.LongCount(5, 100)))
	defer checks.Set(usual)
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "driftlab")
		check(t, err)
		defer os.RemoveAll(dir)
		for name, text := range from {
			path := at(dir, filepath.FromSlash(name))
			os.MkdirAll(filepath.Dir(path), 0o777)
			if text != "/" {
				filetest.Write(t, path, text)
			}
		}
		out := at(dir, rapid.SampledFrom([]string{"1", "new", "out", "out", "out"}).Draw(t, "out"))
		own := filepath.Base(out)
		if own == "out" {
			check(t, os.Mkdir(out, 0o777))
			name := rapid.SampledFrom([]string{"cells.log", "grid.json", "sweep.csv", "manifest.sha256"}).Draw(t, "name")
			other := rapid.SampledFrom([]string{"grid.json", "cells-2-of-2.log"}).Draw(t, "is")
			link := os.Symlink
			if rapid.Bool().Draw(t, "hard") {
				link = os.Link
			}
			if err := link(at(dir, "2", other), at(out, name)); err != nil {
				t.Skip(err)
			}
		}
		err = Merge([]string{at(dir, "1"), at(dir, "2"), "-o", alias(t, "out", dir, out)}, quick())
		for name, text := range from {
			got := textOf(at(dir, filepath.FromSlash(name)))
			if text != "/" && got != text && !(own == "1" && strings.HasPrefix(name, "1/cells") && strings.HasPrefix(got, text)) {
				t.Errorf("%s has %.60q (%v)", name, got, err)
			}
		}
	})
}
