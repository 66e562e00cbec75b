package cli

import (
	"io"
	"os"
	"strings"
	"testing"
)

func TestTheReadmeHasTheLessonsNumbersAsTheyAreMeasured(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := Lessons([]string{"-markdown"}, env(&out)); err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
		if !strings.Contains(string(readme), line) {
			t.Errorf("README.md lacks %q: driftlab lessons -markdown writes its table", line)
		}
	}
}

func TestBadFlagsOfLessonsAreRefused(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"-lesson 17", "-lesson: 17 is outside 0..16"},
		{"-lesson -1", "-lesson: -1 is outside 0..16"},
		{"all", `unexpected argument "all"`},
		{"-colour", "flag provided but not defined: -colour"},
	} {
		err := Lessons(strings.Fields(test.args), env(io.Discard))
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: got %v, want %s", test.args, err, test.want)
		}
	}
}

func TestLessonsListTheirRanges(t *testing.T) {
	var out strings.Builder
	if err := Lessons([]string{"-lesson", "7"}, env(&out)); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "error of TimeSync now  +40.0\u00a0ms  now   +39.9 … +40.1\u00a0ms  yes") {
		t.Errorf("got\n%s", out.String())
	}
	out.Reset()
	if err := Lessons([]string{"-measures"}, env(&out)); err != nil || !strings.Contains(out.String(), "mean-error") {
		t.Errorf("got %v and\n%s", err, out.String())
	}
}
