package main

import (
	"bytes"
	"context"
	"encoding/xml"
	"flag"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"driftlab/cli"
)

// helps is the program, of which only help is asked.
func helps(args ...string) (string, error) {
	var out bytes.Buffer
	asked := cli.Env{Out: &out, Stop: context.Background()}
	all := cli.Commands(
		func(args []string, env cli.Env) error { _, err := cli.ParseWindow(args, env); return err },
		func(args []string, env cli.Env) error { _, err := cli.ParseFilm(args, env); return err })
	name := ""
	if args[0] == "help" {
		name, args = args[0], args[1:]
	}
	err := cli.Find(all, name).Run(args, asked)
	if err == flag.ErrHelp {
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
	all, _ := helps("-h")
	sections := strings.Split(string(page), "\n.SH ")
	if !strings.HasPrefix(string(page), ".TH DRIFTLAB 1 2026-09-21 \"v1.2.3\"\n") || !strings.HasPrefix(sections[1], "NAME\ndriftlab \\- see what network clocks do.") {
		t.Errorf("it begins with\n%.200s", page)
	}
	flags := regexp.MustCompile(`(?m)^  (-[a-z0-9-]+)`)
	for i, command := range append([][]string{{"", "-h"}}, listed.FindAllStringSubmatch(all, -1)...) {
		text, section := all, sections[i+2]
		if i > 0 {
			text, _ = helps("help", command[1])
			if !strings.HasPrefix(section, strings.ToUpper(command[1])+"\n") {
				t.Fatalf("%s: its section is\n%.100s", command[1], section)
			}
		}
		for _, f := range flags.FindAllStringSubmatch(text, -1) {
			if !regexp.MustCompile(`(?m)^\.TP\n\.B ` + regexp.QuoteMeta(strings.ReplaceAll(f[1], "-", `\-`)) + `( .*)?\n\w`).MatchString(section) {
				t.Errorf("%q: it lacks %s", command[1], f[1])
			}
		}
	}
}

func TestAManualIsPlainText(t *testing.T) {
	var b bytes.Buffer
	typeset(&b, "driftlab x: a \\ b\n.so /etc/passwd\n\n  -v\tsay more\n  -set KEY=VALUE\n    \tset a key\n  driftlab run [flags]   the same\n'quoted'")
	const want = `driftlab x: a \e b
\&.so /etc/passwd
.PP
.TP
.B \-v
say more
.TP
.B \-set KEY=VALUE
set a key
.TP
.B driftlab run [flags]
the same
\&'quoted'
`
	if b.String() != want {
		t.Errorf("%s", b.String())
	}
}

func TestManReadsTheManual(t *testing.T) {
	if _, err := exec.LookPath("groff"); err != nil {
		t.Skip(err)
	}
	m := making{version: "v1.2.3", when: time.Unix(1_790_000_000, 0).UTC()}
	page, err := m.manual(helps)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("groff", "-k", "-man", "-Tutf8", "-ww", "-P-cbu")
	cmd.Stdin = bytes.NewReader(page)
	out, err := cmd.CombinedOutput()
	if text := string(out); err != nil || strings.Contains(text, "warning") || !strings.Contains(text, "\n       -set KEY=VALUE\n") {
		t.Errorf("%v: %.3000s", err, text)
	}
}

// A package names a homepage and pictures only where somebody has given them.
func TestPackagesNameAHomepageIfThereIsOne(t *testing.T) {
	const home, one, two = "https://example.org/?a=1&b=2", "https://example.org/1.png", "https://example.org/2.png"
	for _, m := range []making{{version: "v1.2.3"}, {version: "v1.2.3", homepage: home, screenshots: []string{one, two}}} {
		setup, err := m.filled("nfpm.yaml")
		if err != nil {
			t.Fatal(err)
		}
		if want := "\nhomepage: \"" + home + "\"\n"; strings.Contains(string(setup), want) != (m.homepage != "") || strings.Contains(string(setup), "homepage") != (m.homepage != "") {
			t.Errorf("homepage %q: %s", m.homepage, setup)
		}
		about, err := m.filled("org.driftlab.Driftlab.metainfo.xml")
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			URL []struct {
				Type string `xml:"type,attr"`
				At   string `xml:",chardata"`
			} `xml:"url"`
			Pictures []string `xml:"screenshots>screenshot>image"`
		}
		if err := xml.Unmarshal(about, &got); err != nil {
			t.Fatal(err)
		}
		if strings.Join(got.Pictures, " ") != strings.Join(m.screenshots, " ") || m.homepage == "" && (len(got.URL) > 0 || strings.Contains(string(about), "screenshots")) ||
			m.homepage != "" && (len(got.URL) != 1 || got.URL[0].At != home || got.URL[0].Type != "homepage") {
			t.Errorf("%q: %+v\n%s", m.homepage, got, about)
		}
	}
}
