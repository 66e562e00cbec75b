package cli

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"driftlab/internal/long"
)

var (
	exampleOf  = regexp.MustCompile(`(?m)^driftlab run ((?:.*\\\n)*.*)$`)
	commandOf  = regexp.MustCompile(`(?m)^tshark (?:.*\\\n)*.*$`)
	filtersOf  = regexp.MustCompile(`(?m)^\| to see \| display filter \|\n\| --- \| --- \|\n((?:\|.*\n)+)`)
	filterOf   = regexp.MustCompile("`([^`]+)`")
	containsOf = regexp.MustCompile(`contains "([^"]+)"`)
)

// On the page of traces a filter that finds nothing teaches nothing: each is run on the example above it.
func TestFiltersOfThePageOfTracesFindSomethingInItsExamples(t *testing.T) {
	text, err := os.ReadFile("../docs/traces.md")
	if err != nil {
		t.Fatal(err)
	}
	_, err = exec.LookPath("tshark")
	installed := err == nil
	t.Chdir(t.TempDir())
	home := t.TempDir() // no one's own settings
	examples := exampleOf.FindAllStringSubmatchIndex(string(text), -1)
	if len(examples) != 2 {
		t.Fatalf("the page has %d examples", len(examples))
	}
	filters := 0
	for i, at := range examples {
		part := string(text[at[1]:])
		if i+1 < len(examples) {
			part = string(text[at[1]:examples[i+1][0]])
		}
		args := strings.Fields(strings.ReplaceAll(string(text[at[2]:at[3]]), "\\\n", " "))
		if !long.Tests() {
			args = append(args, "-duration", "12s") // the last one counts
		}
		if err := Run(append(args, "-force"), env(io.Discard)); err != nil {
			t.Fatal(err)
		}
		packets, err := os.ReadFile("session.pcapng")
		if err != nil {
			t.Fatal(err)
		}
		finds := func(command string, args ...string) {
			cmd := exec.Command(command, args...)
			cmd.Env = append(os.Environ(), "HOME="+home)
			if out, err := cmd.Output(); err != nil || len(out) == 0 {
				t.Errorf("%q finds nothing: %v", args[len(args)-1], err)
			}
		}
		for _, table := range filtersOf.FindAllStringSubmatch(part, -1) {
			for _, filter := range filterOf.FindAllStringSubmatch(table[1], -1) {
				filters++
				for _, said := range containsOf.FindAllStringSubmatch(filter[1], -1) {
					if !bytes.Contains(packets, []byte(said[1])) {
						t.Errorf("no comment has %q", said[1])
					}
				}
				if args := []string{"-r", "session.pcapng", "-n", "-Y", filter[1]}; installed {
					if strings.Contains(filter[1], "driftlab.") {
						args = append([]string{"-X", "lua_script:driftlab.lua"}, args...)
					}
					finds("tshark", args...)
				}
			}
		}
		for _, command := range commandOf.FindAllString(part, -1) {
			if installed {
				finds("sh", "-c", command)
			}
		}
	}
	if filters != 12 {
		t.Errorf("the page's tables have %d filters", filters)
	}
	if !installed {
		t.Log("tshark is not installed: only what filters look for in comments was looked for")
	}
}
