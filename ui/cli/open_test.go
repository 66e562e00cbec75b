package cli

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestASharedSessionIsOpenedByItsTextOrItsFile(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	sc := mustScenario(t, "-duration", "7s", "-set", "link.up.delay=33ms")
	text, _, err := sc.Share()
	check(t, err)
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

func TestTwoSessionsAreOpenedSideBySide(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	one, other := mustScenario(t, "-seed", "5"), mustScenario(t, "-set", "link.up.delay=33ms")
	text, _, err := other.Share()
	check(t, err)
	w, err := ParseWindow([]string{"-a", writeFile(t, one.Text()), "-b", text}, env(nil))
	if err != nil || w.Beside.Text() != one.Text() || w.Scenario.Text() != other.Text() {
		t.Error(err)
	}
	w, err = ParseWindow([]string{"-a", "wired-lan", "-b", "3g"}, env(nil)) // as for a film
	if err != nil || w.Scenario.Name != "first" || !strings.Contains(w.Beside.Text(), `"link.up.delay" = "150µs"`) || !strings.Contains(w.Scenario.Text(), `"link.up.delay" = "120ms"`) {
		t.Errorf("presets: %v\n%s", err, w.Scenario.Text())
	}
	for want, args := range map[string][]string{
		"-b: is missing":                          {"-a", "first"},
		"-a: is missing":                          {"-b", "first"},
		"-b: scenario \"nowhere\"":                {"-a", "first", "-b", "nowhere"},
		"-a, -b: cannot be combined with -replay": {"-a", "first", "-b", "first", "-replay", "x"},
	} {
		if _, err := ParseWindow(args, env(nil)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", args, err, want)
		}
	}
}

func TestOfAMeasurementInASessionsPlaceTheLineSaysWhatReadsIt(t *testing.T) {
	ping, capture := writeFile(t, "PING x\nicmp_seq=1 time=20 ms\n"), writeFile(t, "\xd4\xc3\xb2\xa1\x02\x00\x04\x00")
	reads := "and not a session: driftlab link FILE makes a link's settings of it, and the window does when you drop it there"
	window := func(args ...string) error { _, err := ParseWindow(args, env(nil)); return err }
	film := func(args ...string) error { _, err := ParseFilm(append(args, "-duration", "1s"), env(nil)); return err }
	for _, test := range []struct {
		err  error
		want string
	}{
		{window("-open", ping), fmt.Sprintf("-open: %q: it is the output of ping, by its line 1, ", ping) + reads},
		{film("-replay", ping), fmt.Sprintf("-replay: %q: it is the output of ping, by its line 1, ", ping) + reads},
		{film("-scenario", ping), fmt.Sprintf("%q: it is the output of ping, by its line 1, ", ping) + reads},
		{film("-a", "first", "-b", ping), fmt.Sprintf("-b: %q: it is the output of ping, by its line 1, ", ping) + reads},
		{window("-open", capture), fmt.Sprintf("-open: %q: it is a capture of packets (pcap), and not a session: it has no round trips; measure with ping or irtt", capture)},
		{window("-open", writeFile(t, "clients = 'x'\n[[world]]\n")), "format: is missing"},
	} {
		if test.err == nil || !strings.Contains(test.err.Error(), test.want) || Status(test.err) != 2 {
			t.Errorf("got %v, want %s", test.err, test.want)
		}
	}
}
