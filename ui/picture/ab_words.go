package picture

import (
	"fmt"
	"slices"
	"strings"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// differencesShown is how many differences a caption names.
const differencesShown = 4

// ItemsOfSides lists what distinguishes each of two sessions: settings with their values, the best-known first.
func ItemsOfSides(lang *words.Language, a, b *session.Session) (all [2][]string) {
	for _, d := range rankedDifferences(a, b) {
		whose := ""
		if d.Client > 0 && b.Clients() > 1 {
			whose = lang.F("ab.client", d.Client)
		}
		for side, value := range [...]string{d.A, d.B} {
			all[side] = append(all[side], fmt.Sprintf("%s%s %s", whose, panel.SettingName(lang, d.Name), panel.SettingValue(lang, d.Name, value)))
		}
	}
	return all
}

// rankedDifferences lists what differs between two sessions, the best known first.
func rankedDifferences(a, b *session.Session) []scenario.Difference {
	all := alikeBothWays(session.Differences(a, b))
	slices.SortStableFunc(all, func(x, y scenario.Difference) int { return rank(x.Name) - rank(y.Name) })
	return all
}

// rank returns the order of a setting among those that differ: first a link's best-known settings, then those that
// are not a link's.
func rank(name string) int {
	known := []string{"delay", "jitter", "loss"}
	switch i := slices.Index(known, name[strings.LastIndexByte(name, '.')+1:]); {
	case !strings.HasPrefix(name, "link."):
		return len(known)
	case i >= 0:
		return i
	}
	return len(known) + 1
}

// SomeItems joins the first n items, with three dots if there are more. The number of others would help nobody, and the card
// beside a film has all items. A single further item is written instead of dots.
func SomeItems(items []string, n int) string {
	if n+1 >= len(items) {
		return strings.Join(items, ItemGap)
	}
	return strings.Join(items[:n], ItemGap) + " …"
}

// ItemGap stands between items.
const ItemGap = " · "

// alikeBothWays makes one difference of two that are the same up and down.
func alikeBothWays(all []scenario.Difference) (out []scenario.Difference) {
	for _, d := range all {
		twin := func(way, other string) int {
			name, ok := strings.CutPrefix(d.Name, "link."+way+".")
			if !ok {
				return -1
			}
			d := scenario.Difference{Client: d.Client, Name: "link." + other + "." + name, A: d.A, B: d.B}
			return slices.Index(all, d)
		}
		if twin("down", "up") >= 0 {
			continue
		}
		if twin("up", "down") >= 0 {
			d.Name = strings.Replace(d.Name, "link.up.", "link.", 1)
		}
		out = append(out, d)
	}
	return out
}

// ComparedText returns what differs between two sessions now, and what both captions say.
func ComparedText(lang *words.Language, a, b *session.Session) string {
	return differing(lang, a, b) + botsAlike(lang, a, b) + toldByBoth(lang, a, b)
}

// botsAlike returns a line that says that A leads the bots of B, "" where it doesn't, or nothing differs.
func botsAlike(lang *words.Language, a, b *session.Session) string {
	if len(session.Differences(a, b)) == 0 || !a.CanLead(b) {
		return ""
	}
	return "\n" + lang.T("film.bots-alike")
}

// differing returns in two lines what distinguishes each of two sessions.
func differing(lang *words.Language, a, b *session.Session) string {
	all := ItemsOfSides(lang, a, b)
	if len(all[0])+len(all[1]) == 0 {
		return lang.T("film.alike")
	}
	return lang.F("film.side-a", SomeItems(all[0], differencesShown)) + "\n" + lang.F("film.side-b", SomeItems(all[1], differencesShown))
}

// toldByBoth returns a line with the caption that two sessions share, "" if there is none that fits both: figures belong to one
// session, a caption that asks a person to do something is for one session in a window, and captions of a scenario with cuts are
// about what the cuts show, while A and B always show the same client.
func toldByBoth(lang *words.Language, a, b *session.Session) string {
	caption := a.Caption()
	if told := Reconnected(lang, b); caption == "" && b.Caption() == "" && told != "" && told == Reconnected(lang, a) {
		return "\n" + told
	}
	if caption == "" || caption != b.Caption() || a.Scenario().Asks(caption) || strings.Contains(caption, "{") || len(a.Scenario().Watch) > 0 {
		return ""
	}
	return "\n" + lesson.Translate(caption, lang.Name())
}

// A topic is a setting in which two sessions differ: a link's in one direction, or in both with equal or different values.
type topic struct {
	client int                   // 0 is all of them, or the session
	name   string                // a link's setting is without the direction
	all    []scenario.Difference // one, or up and down
}

// topicsOf gathers what differs between two sessions, the best known first.
func topicsOf(a, b *session.Session) (topics []topic) {
	for _, d := range rankedDifferences(a, b) {
		name := withoutWay(d.Name)
		i := slices.IndexFunc(topics, func(t topic) bool { return t.client == d.Client && t.name == name })
		if i < 0 {
			topics = append(topics, topic{client: d.Client, name: name})
			i = len(topics) - 1
		}
		topics[i].all = append(topics[i].all, d)
	}
	return topics
}

// withoutWay returns the name of a link's setting without its direction.
func withoutWay(name string) string {
	for _, way := range []string{"link.up.", "link.down."} {
		if rest, ok := strings.CutPrefix(name, way); ok {
			return "link." + rest
		}
	}
	return name
}
