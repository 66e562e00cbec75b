package cli

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/internal/files/filetest"
)

var (
	inBackticks = regexp.MustCompile("`([^`]+)`")
	inBold      = regexp.MustCompile(`\*\*[^*]+\*\*`)
	ofALesson   = regexp.MustCompile("`(lesson-[a-z-]+)[/`]")
	ofATest     = regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	ofAPlace    = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*(/[a-z-]+)?$`)
)

// In the tables of docs/claims.md, a name in backticks is a scenario, a lesson, a setting with or without its value, a clock or a
// test.
func TestThePageOfClaimsNamesWhatIsThere(t *testing.T) {
	names := map[string]bool{}
	for _, row := range rowsOfClaims(t) {
		for _, found := range inBackticks.FindAllStringSubmatch(row, -1) {
			names[found[1]] = true
		}
	}
	if len(names) < 150 {
		t.Errorf("it names %d things", len(names))
	}
	tests := namesOfTests(t)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if err := isThere(name, tests); err != nil {
			t.Errorf("docs/claims.md: `%s`: %v", name, err)
		}
	}
}

func TestWhatIsNotThereIsFoundOnThePageOfClaims(t *testing.T) {
	tests := namesOfTests(t)
	for name, there := range map[string]bool{
		"lesson-16": true, "lesson-metronome": true, "lesson-15/even": true, "accuracy-skew": true, "slot.ring": true, "slot.ring=64": true,
		"link.up.delay=120ms": true, "simpson": true, "TestThePageOfClaimsNamesWhatIsThere": true,
		"lesson-17": false, "lesson-15/none": false, "accuracy-none": false, "slot.rings": false, "slot.ring=65": false,
		"link.preset=6g": false, "chrony": false, "TestOfNothing": false, "x.toml": false, "": false,
	} {
		if err := isThere(name, tests); (err == nil) != there {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// Figures of lessons are in bold, as docs/lessons.md has them.
func TestThePageOfClaimsHasTheLessonsNumbersAsTheyAreMeasured(t *testing.T) {
	page := filetest.Read(t, pageOfLessons)
	table, compared := strings.ReplaceAll(string(page), "\u00a0", " "), 0
	for _, row := range rowsOfClaims(t) {
		figures := inBold.FindAllString(row, -1)
		lessons := ofALesson.FindAllStringSubmatch(row, -1)
		for _, figure := range figures {
			compared++
			if !slices.ContainsFunc(lessons, func(l []string) bool {
				return strings.Contains(rowOfLesson(table, l[1]), figure)
			}) {
				t.Errorf("docs/claims.md: no lesson of this row has %s:\n%s", figure, row)
			}
		}
	}
	if compared < 30 {
		t.Errorf("compared %d figures", compared)
	}
}

// rowOfLesson returns a lesson's row in the table of docs/lessons.md, by name.
func rowOfLesson(page, name string) string {
	l := lesson.Named(name)
	for line := range strings.Lines(page) {
		if l != nil && strings.HasPrefix(line, fmt.Sprintf("| %d | ", l.Number)) {
			return line
		}
	}
	return ""
}

// rowsOfClaims returns the rows of the page's tables.
func rowsOfClaims(t *testing.T) (rows []string) {
	t.Helper()
	page := filetest.Read(t, "../../docs/claims.md")
	for line := range strings.Lines(string(page)) {
		if strings.HasPrefix(line, "| ") {
			rows = append(rows, line)
		}
	}
	return rows
}

// isThere says why the program has nothing with this name.
func isThere(name string, tests map[string]bool) error {
	if strings.HasPrefix(name, "Test") {
		if !tests[name] {
			return fmt.Errorf("there is no such test")
		}
		return nil
	}
	if strings.Contains(name, "=") {
		_, err := scenarioOf("-set", name)
		return err
	}
	if scenario.Find(name) != nil {
		return nil
	}
	if !ofAPlace.MatchString(name) {
		return fmt.Errorf("neither a setting nor a name")
	}
	if _, err := scenarioOf("-set", "client.algorithm="+name); err == nil {
		return nil
	}
	_, err := scenarioOf("-scenario", name)
	return err
}

// namesOfTests returns the names of the tests in all packages.
func namesOfTests(t *testing.T) map[string]bool {
	t.Helper()
	tests := map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, found := range ofATest.FindAllSubmatch(text, -1) {
			tests[string(found[1])] = true
		}
		return err
	})
	check(t, err)
	return tests
}
