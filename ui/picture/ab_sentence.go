package picture

import (
	"strings"
	"time"

	"driftlab/scenario"
	"driftlab/session"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// sentenceWords is how many words a film has for what differs between A and B.
const sentenceWords = 10

// Sentence says in one sentence of at most [sentenceWords] words what differs between two sessions: what a link is known by
// first.
func Sentence(lang *words.Language, a, b *session.Session) string {
	all := rankedDifferences(a, b)
	if len(all) == 0 {
		return lang.T("film.alike")
	}
	text := sentenceOf(lang, &all[0])
	if len(strings.Fields(text)) > sentenceWords {
		return lang.F("film.differ", len(all))
	}
	return text
}

// sentenceOf says what one difference means.
func sentenceOf(lang *words.Language, d *scenario.Difference) string {
	name := panel.SettingName(lang, d.Name)
	switch d.Name {
	case "link.delay", "link.up.delay", "link.down.delay":
		delayA, errA := time.ParseDuration(d.A)
		delayB, errB := time.ParseDuration(d.B)
		if errA != nil || errB != nil {
			break
		}
		slow, by := "B", delayB-delayA
		if by < 0 {
			slow, by = "A", -by
		}
		unit := 100 * time.Microsecond
		if by >= 10*time.Millisecond {
			unit = time.Millisecond
		}
		way := map[string]string{"link.delay": "film.slower", "link.up.delay": "film.slower-up", "link.down.delay": "film.slower-down"}[d.Name]
		return lang.F(way, slow, panel.SettingValue(lang, d.Name, by.Round(unit).String()))
	}
	return lang.F("film.one-differs", name, panel.SettingValue(lang, d.Name, d.A), panel.SettingValue(lang, d.Name, d.B))
}

// SentenceTold says that sentence, and under it what both sessions tell.
func SentenceTold(lang *words.Language, a, b *session.Session) string {
	return Sentence(lang, a, b) + toldByBoth(lang, a, b)
}
