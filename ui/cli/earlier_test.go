package cli

import (
	"io"
	"path/filepath"
	"strings"
	"testing"

	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/files/filetest"
)

func TestALogOfAnEarlierFormatIsPlayedWithOneLineOfWarning(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "old.toml")
	text := "format = 1\nname = \"old\"\nclients = 1\nduration = \"1s\"\n[set]\nlink.delay = \"20ms\"\n"
	filetest.Write(t, old, text)
	for _, args := range [][]string{{"-replay", old}, {"-scenario", old}, {"-open", old}} {
		var out, warn strings.Builder
		check(t, Run(append(args, "-carrier", "direct"), warned(&out, &warn)))
		if got := warn.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, `"old" is of an earlier driftlab`) || !strings.Contains(got, "random delays and losses differ") {
			t.Errorf("%s: warned %q", args[0], got)
		}
	}
	var out, warn strings.Builder
	if err := Run([]string{"-carrier", "direct", "-duration", "1s"}, warned(&out, &warn)); err != nil || warn.Len() > 0 {
		t.Errorf("%v, warned %q", err, warn.String())
	}
}

func TestASessionWithoutANameIsNotCalledByAnEmptyOne(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "warning: the session is of an earlier driftlab",
		"title = \"A title\"\n": `warning: "A title" is of an earlier driftlab`,
	} {
		old := filepath.Join(t.TempDir(), "old.toml")
		text = "format = 1\n" + text + "clients = 1\nduration = \"1s\"\n"
		filetest.Write(t, old, text)
		sc := scenariotest.Load(t, old)
		sc.Name = "" // as a shared text leaves it
		var warn strings.Builder
		(&Flags{env: Env{Warn: &warn}}).noted(sc)
		if !strings.Contains(warn.String(), want) {
			t.Errorf("%q: %s", text, warn.String())
		}
	}
}

func TestASharedSessionGivenAsAScenarioIsToldOfOpen(t *testing.T) {
	sc := scenariotest.Load(t, "first")
	shared, _, _ := sc.Share()
	file := filepath.Join(t.TempDir(), "shared.txt")
	filetest.Write(t, file, shared)
	for _, flag := range []string{"-scenario", "-replay"} {
		for _, what := range []string{shared, file} {
			err := Run([]string{flag, what}, env(io.Discard))
			if err == nil || !strings.HasSuffix(err.Error(), "it is a shared session, which -open takes") || Status(err) != 2 {
				t.Errorf("%s: %v", flag, err)
			}
		}
	}
}
