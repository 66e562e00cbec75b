package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestALogOfAnEarlierFormatIsPlayedWithOneLineOfWarning(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "old.toml")
	text := "format = 1\nname = \"old\"\nclients = 1\nduration = \"1s\"\n[set]\nlink.delay = \"20ms\"\n"
	if err := os.WriteFile(old, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"-replay", old}, {"-scenario", old}, {"-open", old}} {
		var out, warn strings.Builder
		if err := Run(append(args, "-carrier", "direct"), warned(&out, &warn)); err != nil {
			t.Fatal(err)
		}
		if got := warn.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, `"old" is of an earlier driftlab`) || !strings.Contains(got, "other luck") {
			t.Errorf("%s: warned %q", args[0], got)
		}
	}
	var out, warn strings.Builder
	if err := Run([]string{"-carrier", "direct", "-duration", "1s"}, warned(&out, &warn)); err != nil || warn.Len() > 0 {
		t.Errorf("%v, warned %q", err, warn.String())
	}
}
