package cli

import (
	"bytes"
	"html"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"driftlab/assets"
	"driftlab/game/lesson"
	"driftlab/internal/files/filetest"
)

func TestNotesHaveEachStepWithWhatIsMeasuredAndWhereAGuessComesFrom(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.html")
	check(t, Lessons([]string{"-lesson", "13", "-notes", path, "-language", "de"}, env(io.Discard)))
	page := filetest.Read(t, path)
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

// Some figures are codes that nobody reads, and German has a comma: the page said "Gemessen: 4" and "+40.0 ms".
func TestNotesSayAnAnswerInTheWordsOfItsOptionAndNumbersAsTheirLanguageDoes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.html")
	for _, k := range []struct{ lesson, language, want string }{
		{"15", "en", "Measured: client 2<"},
		{"8", "de", "Gemessen: 40 ms vor (+40,0\u00a0ms)<"},
	} {
		check(t, Lessons([]string{"-lesson", k.lesson, "-notes", path, "-language", k.language}, env(io.Discard)))
		page := filetest.Read(t, path)
		_, said, _ := strings.Cut(html.UnescapeString(string(page)), "</h2>")
		if !strings.Contains(said, k.want) {
			t.Errorf("lesson %s: it lacks %q", k.lesson, k.want)
		}
		if wrong := regexp.MustCompile(`\d\.\d+ (?:ms|m|%)`).FindString(strings.ReplaceAll(said, "\u00a0", " ")); wrong != "" && k.language == "de" {
			t.Errorf("lesson %s: in German it has %q", k.lesson, wrong)
		}
	}
}

func TestNotesAreThereInEachLanguage(t *testing.T) {
	for _, language := range assets.Languages() {
		if notesWords[language].Title == "" {
			t.Errorf("ui/cli/notes.go: the words of notes are missing in %q", language)
		}
	}
}

func TestNotesThatCannotBeWrittenAreToldInALine(t *testing.T) {
	for args, want := range map[string]string{
		"-playlist lecture":                     "-playlist: there is no -notes",
		"-notes x.html -playlist moon":          `-playlist: "moon" is unknown (allowed: lecture, class)`,
		"-notes x.html -language tlh":           `-language: "tlh" is unknown (allowed: ` + strings.Join(assets.Languages(), ", ") + `)`,
		"-lesson 13 -notes /no/such/dir/x.html": "-notes: ",
	} {
		if err := Lessons(strings.Fields(args), env(io.Discard)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
}
