package arch

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"driftlab/internal/files/filetest"
)

// maxReadme is how many lines the README may have: everything else is a link away.
const maxReadme = 90

var (
	ofALink    = regexp.MustCompile(`\]\(([^)#\s]*)(?:#([^)]*))?\)`)
	inComments = regexp.MustCompile(`\b(docs/(?:fidelity/)?\w+\.md)(?:#([\w-]+))?`)
	ofAHeading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	inNoAnchor = regexp.MustCompile(`[^\pL\pN_ -]`)
	ofTheMade  = regexp.MustCompile(`(?m)^\| (?:\||---:|\d+) .*$`)
	ofTheFilm  = regexp.MustCompile(`(?m)^gif bell-and-lift (.+)$`)
	inSnippets = regexp.MustCompile("(?s)```.*?```")
	ofAPerson  = regexp.MustCompile(`(?m)^\| (?:make|write|need|teach|test)\b.*$`)
	ofUse      = regexp.MustCompile(`\A# .+\n\n((?:Choose|Compare|Download|Find|Hear|Look|Make|Pick|Play|Read|Run|See|Take|Try|Use|With this page you can|Write) (?:.+\n)+)`)
)

// The most written pages of docs and the most words in them, as wc -w counts them: what the program makes isn't counted. Only an
// issue may raise a number; a change that shortens pages lowers it.
const (
	mostPages    = 24
	mostWords    = 62_500
	slackOfWords = 1_500 // by which that number may be too high
)

// maxFilm is how many bytes the film at the top of the README may have, and leastPeople how many kinds of people it must help.
const (
	maxFilm     = 5_000_000
	leastPeople = 4
)

func TestTheReadmeIsShortAndShowsHowItsFilmIsMade(t *testing.T) {
	readme := page(t, "README.md")
	if n := strings.Count(readme, "\n"); n > maxReadme {
		t.Errorf("README.md has %d lines, at most %d", n, maxReadme)
	}
	film := ofTheFilm.FindStringSubmatch(page(t, "scripts/pictures.sh"))
	if film == nil {
		t.Fatal("scripts/pictures.sh makes no film bell-and-lift")
	}
	if command := "driftlab record " + film[1] + " -o docs/pictures/bell-and-lift.gif\n"; !strings.Contains(readme, command) {
		t.Errorf("README.md lacks %q, which scripts/pictures.sh makes its film by", command)
	}
	if info, err := os.Stat("../../docs/pictures/bell-and-lift.gif"); err != nil || info.Size() > maxFilm {
		t.Errorf("the film of README.md: %v, or more than %d bytes", err, maxFilm)
	}
}

func TestTheReadmeLeadsEachKindOfPersonOnByOneLink(t *testing.T) {
	people := ofAPerson.FindAllString(page(t, "README.md"), -1)
	if len(people) < leastPeople {
		t.Fatalf("README.md is for %d kinds of people: %q", len(people), people)
	}
	for _, row := range people {
		if n := len(ofALink.FindAllString(row, -1)); n != 1 {
			t.Errorf("README.md has %d links in %q, want one", n, row)
		}
	}
}

func TestTheMapOfThePagesHasEachOfThem(t *testing.T) {
	onMap := map[string]bool{"README.md": true}
	for _, link := range ofALink.FindAllStringSubmatch(page(t, "docs/README.md"), -1) {
		onMap[link[1]] = true
	}
	for _, name := range pagesOf(t) {
		if name, ok := strings.CutPrefix(name, "docs/"); ok && !onMap[name] {
			t.Errorf("docs/README.md lacks %s", name)
		}
	}
}

func TestAPageSaysAtOnceWhatCanBeDoneWithIt(t *testing.T) {
	for _, name := range pagesOf(t) {
		if first := ofUse.FindStringSubmatch(page(t, name)); !strings.HasPrefix(name, "docs/") {
			continue
		} else if first == nil {
			t.Errorf("%s begins with none of the words that say what a reader can do with it: %s", name, ofUse)
		} else if n := len(strings.Fields(first[1])); n > 45 {
			t.Errorf("the first paragraph of %s has %d words, at most 45", name, n)
		}
	}
}

func TestPagesAreFewAndShort(t *testing.T) {
	pages, words := 0, 0
	for _, name := range pagesOf(t) {
		if path.Dir(name) != "docs" || name == "docs/commands.md" || name == "docs/keys.md" {
			continue
		}
		text := page(t, name)
		if name == "docs/lessons.md" {
			text = ofTheMade.ReplaceAllString(text, "")
		}
		pages, words = pages+1, words+len(strings.Fields(text))
	}
	if pages > mostPages || words > mostWords {
		t.Errorf("docs has %d pages and %d words, at most %d and %d", pages, words, mostPages, mostWords)
	}
	if words < mostWords-slackOfWords {
		t.Errorf("docs has %d words: lower the number, %d, to that", words, mostWords)
	}
}

func TestLinksOfThePagesLeadSomewhere(t *testing.T) {
	for _, name := range pagesOf(t) {
		for _, link := range ofALink.FindAllStringSubmatch(inSnippets.ReplaceAllString(page(t, name), ""), -1) {
			switch {
			case link[1] == "":
				leadsTo(t, name, name, link[2])
			case !strings.Contains(link[1], "://"):
				leadsTo(t, name, path.Join(path.Dir(name), link[1]), link[2])
			}
		}
	}
	for _, name := range tracked(t) {
		if slices.Contains([]string{".go", ".sh", ".awk", ".toml", ".c", ".cs", ".ts", ".mjs", ".yml"}, path.Ext(name)) {
			for _, link := range inComments.FindAllStringSubmatch(page(t, name), -1) {
				leadsTo(t, name, link[1], link[2])
			}
		}
	}
}

// leadsTo reports a link to a file that isn't there, or to a heading that its page lacks.
func leadsTo(t *testing.T, from, to, anchor string) {
	t.Helper()
	if _, err := os.Stat(filepath.Join("../..", to)); err != nil {
		t.Errorf("%s: %v", from, err)
	} else if anchor != "" && !slices.ContainsFunc(ofAHeading.FindAllStringSubmatch(page(t, to), -1), func(heading []string) bool {
		return strings.ReplaceAll(inNoAnchor.ReplaceAllString(strings.ToLower(heading[1]), ""), " ", "-") == anchor
	}) {
		t.Errorf("%s: %s has no heading for #%s", from, to, anchor)
	}
}

var ofAPath = regexp.MustCompile(`(?:^|[ (|\x60"=])(?:\./)?((?:[\w.-]+/)+[\w.*-]*\w)`)

// Pages name only paths that exist, with the room they lie in.
func TestPagesNamePathsThatAreThere(t *testing.T) {
	// Build outputs, files to add, and those of old revisions.
	there := map[string]bool{"ui/web/dist": true, "assets/text/LANGUAGE": true, "assets/text/fr": true, "scripts/randomlinks": true}
	for _, at := range tracked(t) {
		for ; at != "."; at = path.Dir(at) {
			there[at] = true
		}
	}
	for _, name := range append(pagesOf(t), "Makefile") {
		if name == "CHANGELOG.md" {
			continue // it tells of what has been
		}
		for _, found := range ofAPath.FindAllStringSubmatch(page(t, name), -1) {
			named := found[1]
			if path.Ext(named) != "" || strings.Contains(named, "*") {
				named = path.Dir(named) // the file may be one to add
			}
			room, _, _ := strings.Cut(named, "/")
			if slices.Contains([]string{"game", "netsync", "netsim", "assets", "ui", "internal", "scripts", "docs"}, room) && !there[named] {
				t.Errorf("%s names %s, and there is no %s", name, found[1], named)
			}
			for _, above := range []string{"ui", "game", "netsync", "internal"} {
				if !there[room] && there[above+"/"+found[1]] {
					t.Errorf("%s names %s, which is in %s", name, found[1], above)
				}
			}
		}
	}
}

// pagesOf returns the pages of the root and of docs.
func pagesOf(t *testing.T) (names []string) {
	t.Helper()
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md"} {
		found, err := filepath.Glob(filepath.Join("../..", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range found {
			names = append(names, filepath.ToSlash(strings.TrimPrefix(file, filepath.FromSlash("../../"))))
		}
	}
	return names
}

// page returns the text of a file of the repository.
func page(t *testing.T, name string) string {
	t.Helper()
	return string(filetest.Read(t, filepath.Join("../..", name)))
}
