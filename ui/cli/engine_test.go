package cli

import (
	"bytes"
	"strings"
	"testing"
)

func TestARaceOnALinkEndsInOneSentenceAboutTheClock(t *testing.T) {
	withoutCluster(t)
	var b bytes.Buffer
	check(t, Sweep(strings.Fields("-engine mirror -link 4g -seeds 1..2 -duration 20s"), env(&b)))
	out := b.String()
	lines := strings.Split(strings.TrimSpace(out), "\n")
	last := lines[len(lines)-1]
	if !strings.HasPrefix(last, "On this link Mirror is ") || !strings.Contains(last, "with the same luck") || strings.Count(last, ". ") > 0 {
		t.Errorf("the verdict is %q", last)
	}
	if !strings.Contains(last, "; use Midline instead, which ") {
		t.Errorf("the verdict %q does not say what to use", last)
	}
	for _, want := range []string{"\nmirror ", "\ntimesync ", "\nclock "} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

func TestARaceThatCannotBeRunIsRefusedInOneLine(t *testing.T) {
	withoutCluster(t)
	for _, test := range []struct{ args, want string }{
		{"-engine mirror", "-engine: -link is missing"},
		{"-link 4g -o x", "-link: goes with -engine"},
		{"-engine sundial -link 4g", `-engine: "sundial" is not among the clocks that run (nearest: `},
		{"-engine mirror -link nowhere", "-link: "},
		{"-engine mirror -link 4g -scenario first", "-engine cannot be combined"},
		{"-engine mirror -link 4g -shard 1/2", "not divided"},
		{"-engine mirror -link 4g -baseline sundial -duration 11s -seeds 1", "-baseline: "},
	} {
		err := Sweep(strings.Fields(test.args), env(&bytes.Buffer{}))
		wantUsage(t, test.args, err, test.want)
	}
}
