package cli

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"driftlab/game/lesson"
	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
)

const pageOfLessons = "../../docs/lessons.md"

func TestThePageOfLessonsHasTheirNumbersAsTheyAreMeasured(t *testing.T) {
	if *update {
		writeTableOfLessons(t)
	}
	page := filetest.Read(t, pageOfLessons)
	var out strings.Builder
	all := lesson.All()
	for _, k := range testkit.Sample(t, len(all), 3) {
		check(t, Lessons([]string{"-markdown", "-lesson", strconv.Itoa(all[k-1].Number)}, env(&out)))
	}
	for _, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
		if !strings.Contains(string(page), line) {
			t.Errorf("docs/lessons.md lacks %q\nwritten by: go test ./ui/cli -run TestThePageOfLessons -update", line)
		}
	}
}

func TestThePageOfLessonsListsEachByItsTitle(t *testing.T) {
	page := filetest.Read(t, pageOfLessons)
	for _, l := range lesson.All() {
		if entry := fmt.Sprintf("\n- **%d %s**", l.Number, l.Title.In(lesson.English)); !strings.Contains(string(page), entry) {
			t.Errorf("docs/lessons.md lists no %q", entry)
		}
	}
}

// writeTableOfLessons replaces the page's first table with the values of all lessons.
func writeTableOfLessons(t *testing.T) {
	t.Helper()
	page := filetest.Read(t, pageOfLessons)
	var table strings.Builder
	check(t, Lessons([]string{"-markdown"}, env(&table)))
	head, _, _ := strings.Cut(table.String(), "\n")
	before, behind, found := strings.Cut(string(page), head)
	_, after, ended := strings.Cut(behind, "\n\n")
	if !found || !ended {
		t.Fatalf("docs/lessons.md has no table that begins with %q and ends before an empty line", head)
	}
	filetest.Write(t, pageOfLessons, before+table.String()+"\n"+after)
}

func TestBadFlagsOfLessonsAreRefused(t *testing.T) {
	numbers := fmt.Sprintf("0..%d", len(lesson.All())-1)
	for _, test := range []struct{ args, want string }{
		{"-lesson 99", `-lesson: 99 is outside ` + numbers},
		{"-lesson moon", `-lesson: "moon" is unknown (` + numbers + `, or nearest: lesson-hit, lesson-push, lesson-gate)`},
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
	check(t, Lessons([]string{"-lesson", "8"}, env(&out)))
	if !regexp.MustCompile("error of TimeSync now +\\+40\\.0\u00a0ms +at 19 s +\\+39\\.9 … \\+40\\.1\u00a0ms +yes").MatchString(out.String()) {
		t.Errorf("got\n%s", out.String())
	}
	out.Reset()
	if err := Lessons([]string{"-measures"}, env(&out)); err != nil || !strings.Contains(out.String(), "mean-error") {
		t.Errorf("got %v and\n%s", err, out.String())
	}
}

func TestLessonsTellHowFarTheyAre(t *testing.T) {
	var progress strings.Builder
	e := env(io.Discard)
	e.Progress = &progress
	if err := Lessons([]string{"-lesson", "8"}, e); err != nil || progress.String() != "\r\x1b[K0 of 1 lessons (0 %)\r\x1b[K" {
		t.Errorf("told %q, %v", progress.String(), err)
	}
}
