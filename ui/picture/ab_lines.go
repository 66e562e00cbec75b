package picture

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"driftlab/game/session"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// linesNamed is how many settings have a line at most: two presets of a link differ in more than fits into a film. The number of others
// would help nobody; the presets' names are above the worlds, and the card beside a film lists all settings.
const linesNamed = 3

// Lines returns what differs between two sessions, the best-known settings first: a line a setting, with its name, A's value and B's.
func Lines(lang *words.Language, a, b *session.Session) []string {
	return linesOf(lang, topicsOf(a, b))
}

// linesOf says what differs where that is known.
func linesOf(lang *words.Language, topics []topic) (lines []string) {
	if len(topics) == 0 {
		return []string{lang.T("film.alike")}
	}
	for i := range topics[:min(len(topics), linesNamed)] {
		t := &topics[i]
		lines = append(lines, lang.F("film.differs", t.called(lang), t.value(lang, 0), t.value(lang, 1)))
	}
	return lines
}

// shortName returns a setting's name for little room.
func shortName(lang *words.Language, name string) string {
	return lang.Or("film."+name+"-name", panel.SettingName(lang, name))
}

// called returns a setting's name at the start of a line.
func (t *topic) called(lang *words.Language) string {
	name := panel.SettingName(lang, t.name)
	if len(t.all) == 1 {
		name = panel.SettingName(lang, t.all[0].Name)
	}
	if t.client > 0 {
		return lang.F("film.of-client", t.client, name)
	}
	return capital(name)
}

// capital returns a text with a capital first letter.
func capital(text string) string {
	first, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[n:]
}

// shownValue returns a setting's value as people read it.
func shownValue(lang *words.Language, name, value string) string {
	shown := panel.SettingValue(lang, name, value)
	if factor, ok := strings.CutSuffix(shown, " x"); ok {
		return factor + "×"
	}
	return shown
}

// LinesTold returns what differs, and below that what both captions say.
func LinesTold(lang *words.Language, a, b *session.Session) string {
	return strings.Join(Lines(lang, a, b), "\n") + toldByBoth(lang, a, b)
}
