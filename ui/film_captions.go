package ui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"driftlab/film"
	"driftlab/lesson"
	"driftlab/netsim"
	"driftlab/scenario"
	"driftlab/session"
	"driftlab/ui/draw"
	"driftlab/ui/words"
)

// differencesShown is how many differences a caption names.
const differencesShown = 4

// sidesInWords says what each of two sessions has that the other has not, in a few words.
func sidesInWords(lang *words.Language, a, b *session.Session) (sideA, sideB string) {
	all := itemsOfSides(lang, a, b)
	return someItems(all[0], differencesShown), someItems(all[1], differencesShown)
}

// itemsOfSides lists what each of two sessions has that the other has not: settings with their values, the
// best known first.
func itemsOfSides(lang *words.Language, a, b *session.Session) (all [2][]string) {
	differences := alikeBothWays(session.Differences(a, b))
	slices.SortStableFunc(differences, func(x, y scenario.Difference) int { return rank(x.Name) - rank(y.Name) })
	for _, d := range differences {
		whose := ""
		if d.Client > 0 && b.Clients() > 1 {
			whose = lang.F("ab.client", d.Client)
		}
		for side, value := range [...]string{d.A, d.B} {
			all[side] = append(all[side], fmt.Sprintf("%s%s %s", whose, settingName(lang, d.Name), settingValue(lang, d.Name, value)))
		}
	}
	return all
}

// rank returns where a setting stands among those that differ: first what a link is known by, then what is no
// link's.
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

// someItems joins the first n items, and three dots where there are more: how many says nothing, and the card beside a
// film has them all. Instead of one more it has that.
func someItems(items []string, n int) string {
	if n+1 >= len(items) {
		return strings.Join(items, itemGap)
	}
	return strings.Join(items[:n], itemGap) + " …"
}

// fitItems joins as many items behind a name as there is room for. Only where not even one has room a text is cut.
func fitItems(fonts *draw.Fonts, name string, items []string, class draw.Class, width float32) string {
	for n := len(items); n > 0; n-- {
		if text := name + someItems(items, n); fonts.Measure(text, class) <= width {
			return text
		}
	}
	return cut(fonts, name+items[0]+" …", class, width)
}

// itemGap stands between items.
const itemGap = " · "

// alikeBothWays makes one difference of two that are alike up and down.
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

// comparedCues makes the captions of an A/B film: what differs between A and B, from when on, and what
// the scenario says where both say the same.
func comparedCues(lang *words.Language, a, b *scenario.Scenario, from, length time.Duration) (cues []film.Cue, err error) {
	var both [2]*session.Session
	for i, sc := range []*scenario.Scenario{a, b} {
		if both[i], err = session.New(sc, session.Options{Carrier: netsim.NewDirect()}); err != nil {
			return nil, err
		}
		defer both[i].Close()
	}
	for _, at := range changes(from, from+length, a, b) {
		for _, s := range both {
			if err := s.Advance(at - time.Duration(s.Now())); err != nil {
				return nil, err
			}
		}
		cues = appendCue(cues, at-from, length, comparedText(lang, both[0], both[1]))
	}
	return unhurried(cues), nil
}

// leastCue is the least time for which a caption stands: nobody reads what is shorter.
const leastCue = 500 * time.Millisecond

// unhurried leaves out captions that nobody could read; the one before stands so much longer.
func unhurried(cues []film.Cue) (out []film.Cue) {
	for _, c := range cues {
		switch n := len(out); {
		case n > 0 && out[n-1].Text == c.Text:
			out[n-1].To = c.To
		case n > 0 && c.To-c.From < leastCue:
			out[n-1].To = c.To
		default:
			out = append(out, c)
		}
	}
	return out
}

// comparedText says what differs between two sessions now.
func comparedText(lang *words.Language, a, b *session.Session) string {
	sideA, sideB := sidesInWords(lang, a, b)
	text := lang.T("film.alike")
	if sideA != "" || sideB != "" {
		text = lang.F("film.side-a", sideA) + "\n" + lang.F("film.side-b", sideB)
		if a.CanLead(b) {
			text += "\n" + lang.T("film.bots-alike")
		}
	}
	if caption := a.Caption(); caption != "" && caption == b.Caption() && !a.Scenario().Asks(caption) && !strings.Contains(caption, "{") {
		text += "\n" + lesson.Translate(caption, lang.Name())
	}
	return text
}

// appendCue ends the last caption at an instant of the film, and begins another if its text is another.
func appendCue(cues []film.Cue, at, end time.Duration, text string) []film.Cue {
	if n := len(cues); n > 0 {
		if cues[n-1].Text == text {
			return cues
		}
		cues[n-1].To = at
	}
	if text == "" || at >= end {
		return cues
	}
	return append(cues, film.Cue{From: at, To: end, Text: text})
}

// changes returns the instants in from..to at which events or keyframes of scenarios change something,
// from first.
func changes(from, to time.Duration, all ...*scenario.Scenario) (at []time.Duration) {
	at = []time.Duration{from}
	add := func(t time.Duration) {
		if t > from && t < to {
			at = append(at, t)
		}
	}
	for _, sc := range all {
		for i := range sc.Events {
			add(time.Duration(sc.Events[i].At))
		}
		for _, k := range sc.Keyframes {
			for t := k.Points[0].At; t <= k.Points[len(k.Points)-1].At; t = t.Add(keyframeCues) {
				add(time.Duration(t))
			}
			add(time.Duration(k.Points[len(k.Points)-1].At))
		}
	}
	slices.SortFunc(at, cmp.Compare)
	return slices.Compact(at)
}

// keyframeCues is how often a caption tells a value that keyframes move.
const keyframeCues = time.Second

// scenarioCues makes the captions of a film of one session: the scenario's own, with a lesson's figures as
// they are when the caption ends.
func scenarioCues(lang *words.Language, sc *scenario.Scenario, from, length time.Duration, whole []lesson.Reading) (cues []film.Cue, err error) {
	s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect()})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	l, world := lesson.Of(sc)
	told := slices.DeleteFunc(slices.Clone(sc.Events), func(ev scenario.Event) bool { return ev.Caption == "" })
	at := append(changes(from, from+length, &scenario.Scenario{Events: told}), from+length)
	if err := s.Advance(from - 1); err != nil {
		return nil, err
	}
	for i := range at[:len(at)-1] {
		// Just before the next change the figures are what they come to.
		if err := s.Advance(at[i+1] - 1 - time.Duration(s.Now())); err != nil {
			return nil, err
		}
		text := lesson.Translate(s.Caption(), lang.Name())
		switch {
		case sc.Asks(s.Caption()):
			text = ""
		case l != nil:
			text = lang.Decimal(l.Caption(s.Caption(), lang.Name(), l.Readings(s, world, whole, nil)))
		}
		cues = appendCue(cues, at[i]-from, length, text)
	}
	return cues, nil
}
