package scenario

import (
	"strings"
	"testing"
	"time"
)

// repeating returns a lesson with one step of a minute, whose event has these keys.
func repeating(keys string) string {
	return "format = 3\nclients = 1\nduration = '60s'\n[[step]]\nuntil = '5s'\n[[step]]\n[[step.event]]\n" + keys
}

func TestAStepsEventHappensAgainAsOftenAsItSays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ keys, want string }{
		{"every = '4s'\nuntil = '12s'\nrejoin = 'all'", "9s 13s 17s"},
		{"at = '1s'\nevery = '4s'\nuntil = '12s'\nrejoin = 'all'", "6s 10s 14s"},
		{"every = '4s'\nuntil = '4s'\nrejoin = 'all'", "9s"},
		{"at = '1s'\nrejoin = 'all'", "6s"},
	} {
		sc, err := Parse("lesson", repeating(c.keys))
		if err != nil {
			t.Errorf("%q: %v", c.keys, err)
			continue
		}
		var got []string
		for _, ev := range sc.Events {
			if ev.Rejoin == AllClients {
				got = append(got, time.Duration(ev.At).String())
			}
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%q happens at %s, want %s", c.keys, got, c.want)
		}
	}
}

func TestAStepsEventThatCannotHappenAgainIsRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ keys, want string }{
		{"every = '0s'\nuntil = '4s'", "line 8: every: 0s is not longer than 0s"},
		{"every = '-1s'\nuntil = '4s'", "line 8: every: -1s is not longer than 0s"},
		{"every = '4s'", "line 7: until: is missing"},
		{"every = '4s'\nuntil = '3s'", "line 9: until: 3s is before the first time, 4s"},
		{"every = 'x'\nuntil = '8s'", `line 8: every: "x" is not a duration with its unit, such as 4s`},
		{"at = '-1s'", "line 8: at: -1s is before the step's begin"},
		{"at = '-1s'\nevery = '1ns'\nuntil = '2562047h47m16s'", "line 8: at: -1s is before the step's begin"},
		{"at = '-2562047h47m16s'\nevery = '2562047h'\nuntil = '1s'", "line 8: at: -2562047h47m16s is before the step's begin"},
		{"at = '0s'\nevery = '40ms'\nuntil = '2562047h'", "line 9: repeated events: "},
		{"at = '2562047h47m16s'", "at: 2562047h47m16s"},
		{"at = '4s'\nuntil = '8s'", "line 9: until: there is no every"},
		{"at = '0s'\nevery = '1ns'\nuntil = '50s'", "line 9: repeated events: 50000000001 is outside 0..1000"},
		{"at = '0s'\nevery = '10ms'\nuntil = '10s'", "line 9: repeated events: 1001 is outside 0..1000"},
	} {
		_, err := Parse("lesson", repeating(c.keys+"\nrejoin = 'all'\n"))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.keys, err, c.want)
		}
	}
	if _, err := Parse("x", "format = 3\n[[event]]\nevery = '4s'\nuntil = '8s'\nrejoin = 'all'\n"); err == nil || !strings.Contains(err.Error(), `unknown key "event.every"`) {
		t.Errorf("an event of a scenario: %v", err)
	}
}
