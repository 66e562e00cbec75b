package cli

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
)

var (
	exampleOf  = regexp.MustCompile(`(?m)^driftlab run ((?:.*\\\n)*.*)$`)
	commandOf  = regexp.MustCompile(`(?m)^tshark (?:.*\\\n)*.*$`)
	filtersOf  = regexp.MustCompile(`(?m)^\| to see \| display filter \|\n\| --- \| --- \|\n((?:\|.*\n)+)`)
	filterOf   = regexp.MustCompile("`([^`]+)`")
	containsOf = regexp.MustCompile(`contains "([^"]+)"`)
)

// A filter on the page of traces that finds nothing teaches nothing: the test runs each on the example above it. Without tshark
// it only looks for the texts that filters look for in comments.
func TestFiltersOfThePageOfTracesFindSomethingInItsExamples(t *testing.T) {
	text := filetest.Read(t, "../../docs/traces.md")
	_, missing := exec.LookPath("tshark")
	t.Chdir(t.TempDir())
	t.Setenv("HOME", t.TempDir()) // not a person's settings
	finds := func(command string, args ...string) {
		if missing != nil {
			return
		}
		if out, err := exec.Command(command, args...).Output(); err != nil || len(out) == 0 {
			t.Errorf("%q finds nothing: %v", args[len(args)-1], err)
		}
	}
	has := func(text string) {
		if packets, err := os.ReadFile("session.pcapng"); err != nil || !bytes.Contains(packets, []byte(text)) {
			t.Errorf("no comment has %q, %v", text, err)
		}
	}
	examples, filters := exampleOf.FindAllStringSubmatchIndex(string(text), -1), 0
	for i, at := range examples {
		part := string(text[at[1]:])
		if i+1 < len(examples) {
			part = string(text[at[1]:examples[i+1][0]])
		}
		args := strings.Fields(strings.ReplaceAll(string(text[at[2]:at[3]]), "\\\n", " "))
		if !testkit.LongTests() {
			args = append(args, "-duration", "12s") // the last one counts
		}
		check(t, Run(append(args, "-force"), env(io.Discard)))
		for _, table := range filtersOf.FindAllStringSubmatch(part, -1) {
			for _, filter := range filterOf.FindAllStringSubmatch(table[1], -1) {
				filters++
				for _, said := range containsOf.FindAllStringSubmatch(filter[1], -1) {
					has(said[1])
				}
				args := []string{"-r", "session.pcapng", "-n", "-Y", filter[1]}
				if strings.Contains(filter[1], "driftlab.") {
					args = append([]string{"-X", "lua_script:driftlab.lua"}, args...)
				}
				finds("tshark", args...)
			}
		}
		for _, command := range commandOf.FindAllString(part, -1) {
			finds("sh", "-c", command)
		}
	}
	if len(examples) != 2 || filters != 12 {
		t.Errorf("the page has %d examples and %d filters", len(examples), filters)
	}
}
