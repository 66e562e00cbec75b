package picture

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"driftlab/game/session"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

const (
	namedByTopics = 2  // settings in a session's name at most
	nameLong      = 30 // characters, of a name with more than one setting: it is written large
	nameLongest   = 60 // characters, of any
)

// SideNames returns names for two sessions: what distinguishes each, the best-known setting first. They are empty if nothing
// differs, or if that has no short name.
func SideNames(lang *words.Language, a, b *session.Session) [2]string {
	topics := topicsOf(a, b)
	if len(topics) > namedByTopics {
		topics = topics[:namedByTopics]
	}
	for ; len(topics) > 0; topics = topics[:len(topics)-1] {
		longest := nameLong
		if len(topics) == 1 {
			longest = nameLongest
		}
		names := [2]string{nameOf(lang, topics, 0), nameOf(lang, topics, 1)}
		if names[0] != names[1] && max(utf8.RuneCountInString(names[0]), utf8.RuneCountInString(names[1])) <= longest {
			return names
		}
	}
	return [2]string{}
}

// nameOf joins what distinguishes one of two sessions.
func nameOf(lang *words.Language, topics []topic, side int) string {
	var parts []string
	for i := range topics {
		parts = append(parts, topics[i].has(lang, side))
	}
	return capital(strings.Join(parts, ", "))
}

// has returns a setting and its value in one of two sessions, or both values if it differs in both directions.
func (t *topic) has(lang *words.Language, side int) string {
	value := t.value(lang, side)
	if t.name == "client.algorithm" && t.client == 0 {
		return value
	}
	name := shortName(lang, t.name)
	if len(t.all) == 1 {
		name = shortName(lang, t.all[0].Name)
	}
	if t.client > 0 {
		name = lang.F("ab.client", t.client) + name
	}
	return name + " " + value
}

// value writes the setting's value in one of two sessions.
func (t *topic) value(lang *words.Language, side int) string {
	var values []string
	for _, d := range t.all {
		values = append(values, shownValue(lang, d.Name, [...]string{d.A, d.B}[side]))
	}
	return upAndDown(values)
}

// upAndDown writes a value, or two as they can be typed, with their unit only once if it is the same.
func upAndDown(values []string) string {
	if len(values) < 2 || values[0] == values[1] {
		return values[0]
	}
	up, unit, _ := strings.Cut(values[0], " ")
	if down, other, _ := strings.Cut(values[1], " "); other == unit && unit != "" {
		return up + "/" + down + " " + unit
	}
	return strings.Join(values, "/")
}

// LessonSides returns a lesson's names of the two worlds that it shows side by side, nothing if they are not a lesson's.
func (p *Picture) LessonSides() [2]string {
	if !p.AB.On || p.AB.Stored || p.Taught.Lesson == nil {
		return [2]string{}
	}
	return [2]string{p.WorldTitle(p.AB.A.Session), p.WorldTitle(p.Session)}
}

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
