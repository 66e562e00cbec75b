package ui

import (
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"driftlab/assets"
	"driftlab/game/scenario"
	"driftlab/ui/panel"
	"driftlab/ui/uitest"
)

func TestTheHelpTellsEveryKey(t *testing.T) {
	shown := map[string]bool{}
	for _, it := range helpItems(english) {
		shown[it.text] = true
	}
	for i := range shortcuts {
		name := "keys." + shortcuts[i].name
		if text := english.T(name); text == name || !shown[text] {
			t.Errorf("the help has no text for the key %s: %s", shortcuts[i].shown, name)
		}
	}
}

func TestTheHelpFitsOrScrollsAndCloses(t *testing.T) {
	for _, size := range []struct {
		w, h  int
		scale float64
		bar   bool
	}{{1920, 1080, 1, false}, {1280, 720, 2, true}} {
		a := newTestApp(t, "first", size.w, size.h, size.scale)
		a.toggleHelp()
		nextFrame(t, a)
		if scrolls := a.help.room > 0; scrolls != size.bar {
			t.Errorf("%v: scrolls %v by %v px", size, scrolls, a.help.room)
		}
		a.help.scroll = 1e6
		if nextFrame(t, a); a.help.scroll != a.help.room {
			t.Errorf("%v: it is scrolled to %v of %v", size, a.help.scroll, a.help.room)
		}
		a.toggleHelp()
		if nextFrame(t, a); a.help.open {
			t.Error("it stays open")
		}
	}
}

// TestEverySettingHasItsWords holds that each setting, each choice and each clock has a name and a tip: in English by
// its declaration, in the other languages by their texts, which have none of what there is not.
func TestEverySettingHasItsWords(t *testing.T) {
	all := scenario.Keys()
	for _, name := range assets.Languages() {
		lang := uitest.Language(t, name)
		for i := range all {
			k := &all[i]
			for _, text := range []string{labelOf(lang, k.Name), tipOf(lang, k.Name), panel.SettingName(lang, k.Name)} {
				if text == "" || text == "." {
					t.Errorf("%s: %s lacks a text", name, k.Name)
				}
			}
			for _, c := range k.Choices {
				if key := "choices." + c; k.Name != "client.algorithm" && lang.T(key) == key {
					t.Errorf("%s: there is no text %s", name, key)
				}
			}
		}
	}
	want := map[string]map[string]bool{"settings": {}, "clocks": {}}
	for _, a := range panel.Algorithms {
		want["clocks"][a.Name], want["clocks"][a.Name+"-title"], want["clocks"][a.Name+"-tip"] = true, true, true
	}
	for i := range all {
		name := all[i].BothWays()
		for _, of := range []string{"", "-tip", "-name"} {
			want["settings"][name+of] = true
		}
	}
	for _, language := range assets.Languages() {
		for board, names := range want {
			texts := textsOf(t, language, board)
			for name := range names {
				if _, ok := texts[name]; ok && language == "en" {
					t.Errorf("text/en/%s.toml: %s is said where it is declared", board, name)
				} else if !ok && language != "en" {
					t.Errorf("text/%s/%s.toml: %s is missing", language, board, name)
				}
			}
			for name := range texts {
				if !names[name] {
					t.Errorf("text/%s/%s.toml: there is no setting %s", language, board, name)
				}
			}
		}
	}
}

// textsOf returns the texts of a panel in a language as its file has them.
func textsOf(t *testing.T, language, board string) (texts map[string]string) {
	t.Helper()
	files, err := assets.Texts(language)
	if err == nil {
		_, err = toml.Decode(files[board], &texts)
	}
	check(t, err)
	return texts
}

func TestTheGlossaryHasTheWordsOfTheGame(t *testing.T) {
	for _, name := range []string{"en", "de"} {
		lang := uitest.Language(t, name)
		for _, word := range []string{"server-time", "predicted-time", "buffer", "interpolation", "dead-reckoning", "correction", "time-dilation", "hit-unseen", "hit-refused"} {
			sign, text := lang.T("glossary."+word+"-sign"), lang.T("glossary."+word)
			if sign == "glossary."+word+"-sign" || text == "glossary."+word || strings.Contains(strings.TrimSuffix(text, "."), ". ") {
				t.Errorf("%s: %s is %q: %q", name, word, sign, text)
			}
			if !slices.ContainsFunc(helpItems(lang), func(it helpItem) bool { return it.sign == sign && it.text == text }) {
				t.Errorf("%s: the help lacks %s", name, sign)
			}
		}
	}
}
