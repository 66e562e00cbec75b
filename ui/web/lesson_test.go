package web

import (
	"errors"
	"html"
	"io"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"driftlab/game/lesson"
	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
	"driftlab/ui/config"
	"driftlab/ui/web/page"
)

var (
	links    = regexp.MustCompile(`href="\.\./(\?[^"]*)"`)
	pictures = regexp.MustCompile(`src="\.\./([^"]*)"`)
)

func TestEachLessonHasAPageWithoutTheProgramThatLeadsToIt(t *testing.T) {
	h := handler(t)
	for _, l := range lesson.All() {
		name := strings.TrimPrefix(l.Name, "lesson-")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, local("GET", "/lesson/"+name+".html"))
		body, err := io.ReadAll(w.Result().Body)
		if err != nil || w.Code != 200 {
			t.Errorf("%s: %d, %v", name, w.Code, err)
			continue
		}
		text := html.UnescapeString(string(body))
		for _, language := range config.Languages() {
			if !strings.Contains(text, ">"+l.Title.In(language)+"</h") || !strings.Contains(text, "<p>"+l.Promise().In(language)+"</p>") {
				t.Errorf("%s: in %q its title or what it asks is missing", name, language)
			}
		}
		for _, want := range []string{
			"<title>" + l.Title.In("en") + " – Driftlab</title>",
			`<meta property="og:title" content="` + l.Title.In("en") + `">`, `<meta property="og:description" content="` + l.Promise().In("en") + `">`,
		} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: there is no %s", name, want)
			}
		}
		if strings.Contains(text, "og:url") || strings.Contains(text, "og:image") || strings.Contains(text, "BASE") {
			t.Errorf("%s: it names an address that nobody has given", name)
		}
		picture := pictures.FindStringSubmatch(text)
		if picture == nil || !hashed(picture[1]) {
			t.Errorf("%s: its picture is %q", name, picture)
		} else if _, err := os.Stat(filepath.Join(made.folder, picture[1])); err != nil {
			t.Error(err)
		}
		found := links.FindAllStringSubmatch(text, -1)
		for _, link := range found {
			if at, err := page.ParseAddress(link[1], ""); err != nil || at.Scenario != l.Name {
				t.Errorf("%s: %s leads to %q, %v", name, link[1], at.Scenario, err)
			}
		}
		if len(found) != 2 {
			t.Errorf("%s: the links are %q", name, found)
		}
	}
}

func TestABaseThatIsNoAddressIsRefusedInALine(t *testing.T) {
	for _, base := range []string{"", "school.example", "ftp://school.example/", "https://", "https://a b/", `https://a/"x`, "https://a/?b", "https://a/\nb"} {
		out, err := exec.Command("sh", "../../scripts/web.sh", "-base", base, t.TempDir()).CombinedOutput()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 2 || !strings.HasSuffix(string(out), "is not an address (allowed: https://HOST/PATH)\n") {
			t.Errorf("%q: %v, %s", base, err, out)
		}
	}
}

func TestABaseGivesPreviewsTheirAddresses(t *testing.T) {
	testkit.LongOnly(t)
	folder := t.TempDir()
	if out, err := exec.Command("sh", "../../scripts/web.sh", "-base", "https://school.example:8443/driftlab/", folder).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text := filetest.Read(t, filepath.Join(folder, "lesson", "asymmetric.html"))
	for _, want := range []string{`"og:url" content="https://school.example:8443/driftlab/lesson/asymmetric.html"`, `"og:image" content="https://school.example:8443/driftlab/poster08-`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("there is no %s", want)
		}
	}
}
