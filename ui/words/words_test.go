package words

import (
	"driftlab/assets"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// used finds the keys in a source file: words.T("panel.key") and words.F("panel.key", …), by whatever name a language has, and what a
// pen writes, pen.Word("panel.key") and pen.Name("panel.key").
var used = regexp.MustCompile(`(?:(?:[wW]ords|lang)\.(?:T|F|Or)|\.(?:Word|Name))\("([^"]*)"([+ ])?`)

// made finds the begins of keys that are put together before a language is asked: "panel.key-"+name, "panel."+name.
var made = regexp.MustCompile(`"([a-z]+\.(?:[a-z-]*-)?)"\+`)

// listed finds the keys in a table, and what is chosen before: "panel.key",
var listed = regexp.MustCompile(`"([a-z]+\.[a-z0-9-]+)"[,}\n]`)

// usedKeys returns the keys that the sources of ui name, with the files that do. A key that is put
// together, "panel."+name, counts as all that begin so.
func usedKeys(t *testing.T) (whole, begun map[string]string) {
	t.Helper()
	whole, begun = map[string]string{}, map[string]string{}
	err := filepath.WalkDir("..", func(path string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, m := range used.FindAllStringSubmatch(string(source), -1) {
			if m[2] == "" {
				whole[m[1]] = path
			} else {
				begun[m[1]] = path
			}
		}
		for _, m := range listed.FindAllStringSubmatch(string(source), -1) {
			if _, ok := English().texts[m[1]]; ok {
				whole[m[1]] = path
			}
		}
		for _, m := range made.FindAllStringSubmatch(string(source), -1) {
			begun[m[1]] = path
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return whole, begun
}

func TestEveryTextThatIsShownIsThere(t *testing.T) {
	whole, begun := usedKeys(t)
	if len(whole)+len(begun) == 0 {
		t.Fatal("no source uses a text: this test has lost them")
	}
	for key, path := range whole {
		if _, ok := English().texts[key]; !ok && !strings.HasPrefix(path, "../words/") {
			t.Errorf("%s: there is no text %q", path, key)
		}
	}
	for key := range English().texts {
		_, ok := whole[key]
		for start := range begun {
			ok = ok || strings.HasPrefix(key, start)
		}
		if !ok {
			t.Errorf("text/en: %q is shown nowhere", key)
		}
	}
}

var verb = regexp.MustCompile(`%[-+# 0]*[0-9.]*(\[[0-9]+\])?[a-zA-Z%]`)

func TestEveryLanguageHasEveryTextWithItsVerbs(t *testing.T) {
	if len(assets.Languages()) < 2 {
		t.Error("there is one language only")
	}
	for _, language := range assets.Languages() {
		other, err := load(language)
		if err != nil {
			t.Fatal(err)
		}
		if name := "bars." + language; English().texts[name] == "" {
			t.Errorf("text/en: %q, the language's own name, is missing", name)
		}
		for key, text := range English().texts {
			translated, ok := other.texts[key]
			switch {
			case !ok:
				t.Errorf("text/%s: %q is missing", language, key)
			case strings.Join(verb.FindAllString(text, -1), " ") != strings.Join(verb.FindAllString(translated, -1), " "):
				t.Errorf("text/%s: %q has other verbs than English: %q", language, key, translated)
			}
		}
		for key := range other.texts {
			panel, _, _ := strings.Cut(key, ".")
			declared := slices.Contains([]string{"settings", "clocks", "notes"}, panel) // the tests of ui and ui/given hold these
			if _, ok := English().texts[key]; !ok && !declared {
				t.Errorf("text/%s: %q is not in English", language, key)
			}
		}
	}
}

func TestLanguagesAreSideBySideAndAnUnknownOneIsRefused(t *testing.T) {
	if _, err := In("tlh"); err == nil || !strings.Contains(err.Error(), `language: "tlh" is unknown`) {
		t.Errorf("got %v", err)
	}
	german, err := In("de")
	if err != nil {
		t.Fatal(err)
	}
	if got := English().T("tabs.error"); got != "Clock error" {
		t.Errorf("got %q", got)
	}
	if got := german.T("tabs.error"); got != "Uhrenfehler" {
		t.Errorf("got %q", got)
	}
}

func TestALanguageIsReadOnce(t *testing.T) {
	for _, name := range assets.Languages() {
		first, err := In(name)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := In(name); again != first {
			t.Errorf("%s is read again", name)
		}
	}
}

func TestNumbersHaveTheLanguagesDecimalSign(t *testing.T) {
	en := English()
	if got := en.Decimal("2.5 ms") + en.F("samples.trip-tip", 2.625) + string(en.Point()); got != "2.5 msRound trip 2.62 ms.." {
		t.Errorf("in English %q", got)
	}
	german, err := In("de")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"2.5 ms": "2,5 ms", "0.5..2.25": "0,5..2,25", "1..9": "1..9", "Ende.": "Ende.", "a.1": "a.1", ".": ".", "": "", "−0.1 → 1m2.5s": "−0,1 → 1m2,5s",
	} {
		if got := german.Decimal(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
	if got := german.F("plot.step-tip", "X", -2.75, 1.5); !strings.Contains(got, "-2,8 ms") || !strings.Contains(got, "1,50 s") {
		t.Errorf("got %q", got)
	}
	if german.Point() != ',' {
		t.Errorf("point %q", german.Point())
	}
}
