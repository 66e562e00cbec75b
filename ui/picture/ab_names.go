package picture

import (
	"strings"
	"unicode/utf8"

	"driftlab/game/session"
	"driftlab/ui/words"
)

const (
	namedByTopics = 2  // as many settings are in a session's name at most
	nameLong      = 30 // characters, of a name with more than one setting: it is to be large
	nameLongest   = 60 // characters, of any
)

// SideNames returns what two sessions can be called by: what each has that the other has not, the best known first. They are
// empty where nothing differs, or that has no short name.
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

// nameOf joins what one of two sessions has.
func nameOf(lang *words.Language, topics []topic, side int) string {
	var parts []string
	for i := range topics {
		parts = append(parts, topics[i].has(lang, side))
	}
	return capital(strings.Join(parts, ", "))
}

// has says what one of two sessions has: the setting and its value, of what differs up and down both.
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

// upAndDown writes a value, or two as they can be typed: with a unit once, where it is one.
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

// LessonSides returns what a lesson calls the two worlds that it has side by side, nothing where they are not a lesson's.
func (p *Picture) LessonSides() [2]string {
	if !p.AB.On || p.AB.Stored || p.Taught.Lesson == nil {
		return [2]string{}
	}
	return [2]string{p.WorldTitle(p.AB.A.Session), p.WorldTitle(p.Session)}
}
