package cli

import (
	"strings"
	"testing"
	"time"
)

func TestASharedSessionIsOpenedByItsTextOrItsFile(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	sc := mustScenario(t, "-duration", "7s", "-set", "link.up.delay=33ms")
	text, _, err := sc.Share()
	if err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{text, writeFile(t, text), writeFile(t, sc.Text())} {
		if got := mustScenario(t, "-open", what); got.Text() != sc.Text() {
			t.Errorf("%.40q is\n%s", what, got.Text())
		}
	}
	if got := mustScenario(t, "-open", text, "-duration", "9s", "-seed", "5"); got.Duration != 9*time.Second || got.Seed != 5 {
		t.Errorf("flags do not stand over it: %v, %d", got.Duration, got.Seed)
	}
	for want, args := range map[string][]string{
		"-open: cannot be combined with -scenario":  {"-open", text, "-scenario", "first"},
		"-open: cannot be combined with -replay":    {"-open", text, "-replay", "x"},
		"-open: shared text: it is cut off":         {"-open", text[:40]},
		"-open: scenario \"nowhere\": no such file": {"-open", "nowhere"},
	} {
		if _, err := scenarioOf(args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: got %v, want %q", args, err, want)
		}
	}
}
