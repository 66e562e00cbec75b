package ui

import (
	"slices"
	"strings"
	"testing"

	"driftlab/ui/uitest"
)

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
