package picture

import (
	"strings"
	"unicode/utf8"

	"driftlab/game/session"
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
