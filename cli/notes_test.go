package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"driftlab/lesson"
)

func TestNotesHaveEachStepWithWhatIsMeasuredAndWhereAGuessComesFrom(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.html")
	if err := Lessons([]string{"-lesson", "13", "-notes", path, "-language", "de"}, env(io.Discard)); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	l := lesson.Numbered(13)
	for i := range l.Steps {
		head, _, _ := strings.Cut(l.Steps[i].Caption.In("de"), "{")
		if !bytes.Contains(page, []byte(strings.TrimSpace(head))) {
			t.Errorf("step %d is missing: %s", i+1, head)
		}
		if q := l.Steps[i].Question; q != nil {
			for j := range q.Options {
				if says := q.Options[j].Says.In("de"); !bytes.Contains(page, []byte(says)) {
					t.Errorf("it does not say %q", says)
				}
			}
		}
	}
	for _, want := range []string{"Gemessen: 250", "data:image/png;base64,", "driftlab -lesson 13 -step 1", l.Source} {
		if !bytes.Contains(page, []byte(want)) {
			t.Errorf("it lacks %q", want)
		}
	}
	if bytes.Contains(page, []byte("{")) && strings.Contains(string(page[bytes.Index(page, []byte("</style>")):]), "{") {
		t.Error("a figure is not filled in")
	}
}

func TestNotesThatCannotBeWrittenAreToldInALine(t *testing.T) {
	for args, want := range map[string]string{
		"-playlist lecture":                     "-playlist: there is no -notes",
		"-notes x.html -playlist moon":          `-playlist: "moon" is unknown (allowed: lecture, class)`,
		"-notes x.html -language tlh":           `-language: "tlh" is unknown (allowed: de, en)`,
		"-lesson 13 -notes /no/such/dir/x.html": "-notes: ",
	} {
		if err := Lessons(strings.Fields(args), env(io.Discard)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
}
