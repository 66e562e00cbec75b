//go:build !js

package cli

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"driftlab/game/judge/conformance"
)

func TestAPortIsComparedAndItsFirstDifferenceWritten(t *testing.T) {
	dir := t.TempDir()
	var out bytes.Buffer
	args := append([]string{"-links", shortLink(t), "-seeds", "1", "-o", dir}, example(t)...)
	if err := Judge(append([]string{"-as", "rtt2"}, args...), env(&out)); err != nil || !strings.Contains(out.String(), "as rtt2 does to all 3 events of 1 links") {
		t.Errorf("%v: %s", err, &out)
	}
	err := Judge(append([]string{"-as", "sntp"}, args...), env(&out))
	if err == nil || Status(err) != 1 || !strings.Contains(err.Error(), "it is not sntp: event 1 of short, seed 1: it wants to be woken") {
		t.Error(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, differenceFile))
	if err != nil || strings.Count(string(text), "\n") != 2 || !strings.Contains(string(text), `"reply":{"n":1,"send":[{"ask":1}],"wake":`) {
		t.Errorf("%s, %v", text, err)
	}
}

func TestVectorsAreWrittenForEachHalf(t *testing.T) {
	dir := t.TempDir()
	var out bytes.Buffer
	check(t, Vectors([]string{"timesync", "rtt2", "-links", shortLink(t), "-o", dir}, env(&out)))
	for _, name := range []string{"timesync-short-1-client", "timesync-short-1-host", "rtt2-short-1-client"} {
		if _, err := os.Stat(filepath.Join(dir, name+".jsonl.gz")); err != nil {
			t.Error(err)
		}
	}
	for _, args := range [][]string{{"-o", dir}, {"rtt2"}, {"rt2", "-o", dir}} {
		var usage Usage
		if err := Vectors(args, env(&out)); !errors.As(err, &usage) {
			t.Errorf("%q: %v", args, err)
		}
	}
}

func TestAVerdictSaysHowManyBranchesOfMidlineTheEventsHaveReached(t *testing.T) {
	all := []conformance.Branch{{File: "midline.go", Line: 7, Reached: true}, {File: "midline.go", Line: 9}, {File: "midline.go", Line: 9}, {File: "midline_fit.go", Line: 4}, {File: "midline_fit.go", Line: 44}}
	for _, c := range []struct {
		branches []conformance.Branch
		verbose  bool
		want     string
	}{
		{all, false, "They reached 1 of 5 branches of Midline; -v names the others.\n"},
		{all, true, "They reached 1 of 5 branches of Midline, and none of those that begin in these lines:\n  netsync/clocks/midline.go: 9\n  netsync/clocks/midline_fit.go: 4, 44\n"},
		{all[:1], true, "They reached 1 of 1 branches of Midline.\n"},
		{nil, true, "How many branches of Midline they reached is counted by the releases, and by a program of make build.\n"},
	} {
		var out bytes.Buffer
		(&judgeFlags{verbose: c.verbose}).tellBranches(c.branches, env(&out))
		if out.String() != c.want {
			t.Errorf("it says %q, want %q", &out, c.want)
		}
	}
}
