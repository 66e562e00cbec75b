package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"driftlab/ui/cli"
)

// helps is a program that only shows help.
func helps(args ...string) (string, error) {
	all := cli.Commands(
		func(args []string, env cli.Env) error { _, err := cli.ParseWindow(args, env); return err },
		func(args []string, env cli.Env) error { _, err := cli.ParseFilm(args, env); return err })
	name := ""
	if args[0] == "help" {
		name, args = args[0], args[1:]
	}
	var out bytes.Buffer
	err := cli.Find(all, name).Run(args, cli.Env{Out: &out, Stop: context.Background()})
	if errors.Is(err, flag.ErrHelp) {
		err = nil
	}
	return out.String(), err
}

func TestTheManualHasAllThatHelpSays(t *testing.T) {
	m := making{version: "v1.2.3", when: time.Unix(1_790_000_000, 0).UTC()}
	page, err := m.manual(helps)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(page), ".TH DRIFTLAB 1 2026-09-21 \"v1.2.3\"\n.SH NAME\ndriftlab \\- see what network clocks do\n.SH") {
		t.Errorf("it begins with\n%.200s", page)
	}
	all, _ := helps("-h")
	sections := strings.Split(string(page), "\n.SH ")[2:]
	for i, command := range append([][]string{{"", "description"}}, listed.FindAllStringSubmatch(all, -1)...) {
		text := all
		if i > 0 {
			text, _ = helps("help", command[1])
		}
		if !strings.HasPrefix(sections[i], strings.ToUpper(command[1])+"\n") {
			t.Fatalf("%s: its section is\n%.100s", command[1], sections[i])
		}
		for _, f := range regexp.MustCompile(`(?m)^  (-[a-z0-9-]+)`).FindAllStringSubmatch(text, -1) {
			tag := `(?m)^\.TP\n\.B ` + regexp.QuoteMeta(strings.ReplaceAll(f[1], "-", `\-`)) + `( .*)?\n\w`
			if !regexp.MustCompile(tag).MatchString(sections[i]) {
				t.Errorf("%q: it lacks %s", command[1], f[1])
			}
		}
	}
	if _, err := exec.LookPath("groff"); err != nil {
		t.Skip(err)
	}
	cmd := exec.Command("groff", "-k", "-man", "-Tutf8", "-ww", "-P-cbu")
	cmd.Stdin = bytes.NewReader(page)
	out, err := cmd.CombinedOutput()
	if text := string(out); err != nil || strings.Contains(text, "warning") || !strings.Contains(text, "\n       -set KEY=VALUE\n") {
		t.Errorf("%v: %.3000s", err, text)
	}
}

func TestAManualIsPlainText(t *testing.T) {
	got := inRoff("driftlab x: a \\ b\n.so /etc/passwd\n\n  -v\tsay more\n  -set KEY=VALUE\n    \tset a key\n  driftlab run [flags]   the same\n'quoted'")
	const want = "driftlab x: a \\e b\n\\&.so /etc/passwd\n.PP\n.TP\n.B \\-v\nsay more\n.TP\n.B \\-set KEY=VALUE\nset a key\n.TP\n.B driftlab run [flags]\nthe same\n\\&'quoted'"
	if got != want {
		t.Errorf("%q", got)
	}
}

// A package names a homepage and pictures only where somebody has given them.
func TestPackagesNameAHomepageIfThereIsOne(t *testing.T) {
	given := making{version: "v1.2.3", homepage: "https://example.org/?a=1&b=2", screenshots: []string{"https://example.org/1.png", "https://example.org/2.png"}}
	const about = "org.driftlab.Driftlab.metainfo.xml"
	for _, c := range []struct{ part, key, line string }{
		{"nfpm.yaml", "homepage", "\nhomepage: \"https://example.org/?a=1&b=2\"\n"},
		{about, "<url", "\n  <url type=\"homepage\">https://example.org/?a=1&amp;b=2</url>\n"},
		{about, "<screenshot", "\n    <screenshot type=\"default\"><image>https://example.org/1.png</image></screenshot>\n    <screenshot><image>https://example.org/2.png</image></screenshot>\n"},
	} {
		with, err := given.filled(c.part)
		without, wrong := (&making{version: "v1.2.3"}).filled(c.part)
		if err != nil || wrong != nil || !strings.Contains(string(with), c.line) || strings.Contains(string(without), c.key) {
			t.Errorf("%v, %v: with one\n%s\nand without\n%s", err, wrong, with, without)
		}
	}
}
