package picture

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"driftlab/scenario"
	"driftlab/session"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

const (
	// sentenceWords is how many words a film has for what differs between A and B.
	sentenceWords = 10
	// topicsNamed is how many settings a sentence names, where more than one differs.
	topicsNamed = 3
)

// Sentence says in one sentence of at most [sentenceWords] words what differs between two sessions: what one setting does, or what a
// few settings are called. Of many, as two presets of a link have them, it says what the first does: what a link is known by.
func Sentence(lang *words.Language, a, b *session.Session) string {
	return sentenceOf(lang, topicsOf(a, b))
}

// sentenceOf says what differs where that is known.
func sentenceOf(lang *words.Language, topics []topic) string {
	if len(topics) == 0 {
		return lang.T("film.alike")
	}
	var may []string
	if len(topics) > 1 {
		may = append(may, namedTopics(lang, topics))
	}
	may = append(may, topics[0].sentence(lang, jitterDiffers(topics)))
	if len(topics) == 1 {
		d := &topics[0].all[0]
		name := topics[0].called(lang)
		if len(topics[0].all) == 1 {
			valueA, valueB := shownValue(lang, d.Name, d.A), shownValue(lang, d.Name, d.B)
			may = append(may, lang.F("film.one-differs", name, valueA, valueB), lang.F("film.one-differs-short", name, valueA, valueB))
		}
		may = append(may, lang.F("film.one-differs-name", name))
	} else {
		may = append(may, lang.F("film.differ", len(topics)))
	}
	last := len(may) - 1
	for _, text := range may[:last] {
		if text != "" && len(strings.Fields(text)) <= sentenceWords {
			return text
		}
	}
	return may[last]
}

// namedTopics lists what a few settings that differ are called, "" for too many.
func namedTopics(lang *words.Language, topics []topic) string {
	var names []string
	for i := range topics {
		if name := shortName(lang, topics[i].name); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) > topicsNamed {
		return ""
	}
	last := len(names) - 1
	list := names[last]
	if last > 0 {
		list = lang.F("film.and", strings.Join(names[:last], ", "), list)
	}
	return lang.F("film.differ-in", list)
}

// shortName returns what a setting is called where there is little room.
func shortName(lang *words.Language, name string) string {
	return lang.Or("film."+name+"-name", panel.SettingName(lang, name))
}

// called returns what a sentence that begins with the setting calls it.
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

// capital has a text begin as a sentence does.
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

// jitterDiffers reports whether the sessions' links have another jitter.
func jitterDiffers(topics []topic) bool {
	return slices.ContainsFunc(topics, func(t topic) bool { return t.name == "link.jitter" && t.client == 0 })
}

// between returns how much more time B has than A.
func between(d *scenario.Difference) (time.Duration, bool) {
	a, errA := time.ParseDuration(d.A)
	b, errB := time.ParseDuration(d.B)
	return b - a, errA == nil && errB == nil
}

// sentence says what the difference means to people, "" where that needs the setting's name.
func (t *topic) sentence(lang *words.Language, jitter bool) string {
	if t.name == "link.delay" {
		return t.delays(lang, jitter)
	}
	if len(t.all) > 1 || t.client > 0 {
		return ""
	}
	d := &t.all[0]
	valueA, valueB := shownValue(lang, d.Name, d.A), shownValue(lang, d.Name, d.B)
	switch t.name {
	case "client.algorithm":
		return lang.F("film.clocks", valueA, valueB)
	case "host.dilation":
		return lang.F("film.dilated", valueA, valueB)
	case "client.skew":
		return lang.F("film.skewed", valueA, valueB)
	case "platform.time":
		return lang.F("film.platforms", lang.T("film.platforms-"+d.A), lang.T("film.platforms-"+d.B))
	case "link.jitter":
		by, ok := between(d)
		if !ok {
			return ""
		}
		return more(lang, "film.jitter"+t.way(), "film.no-jitter", by > 0, d, valueA, valueB)
	case "link.loss":
		a, errA := strconv.ParseFloat(d.A, 64)
		b, errB := strconv.ParseFloat(d.B, 64)
		if errA != nil || errB != nil {
			return ""
		}
		return more(lang, "film.loses"+t.way(), "film.no-loss", b > a, d, valueA, valueB)
	}
	return ""
}

// more says first of the session that has more of something how much that is, and then how much the other has.
func more(lang *words.Language, key, none string, b bool, d *scenario.Difference, valueA, valueB string) string {
	much, many, less, few, least := "A", valueA, "B", valueB, d.B
	if b {
		much, many, less, few, least = "B", valueB, "A", valueA, d.A
	}
	if strings.Trim(least, "0.s%") == "" {
		few = lang.T(none)
	}
	return lang.F(key, much, many, less, few)
}

// SentenceTold says that sentence, and under it what both sessions tell.
func SentenceTold(lang *words.Language, a, b *session.Session) string {
	return Sentence(lang, a, b) + toldByBoth(lang, a, b)
}
