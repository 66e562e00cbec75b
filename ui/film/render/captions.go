package render

import (
	"slices"
	"strings"
	"time"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/ui/film"
	"driftlab/ui/picture"
	"driftlab/ui/words"
)

// wholeItems joins as many of the first items as fit, but at least one: the caption under the worlds lists all of them.
func wholeItems(items []string, fits func(text string) bool) string {
	for n := len(items); n > 1; n-- {
		if text := strings.Join(items[:n], picture.ItemGap); fits(text) {
			return text
		}
	}
	return items[0]
}

// ComparedCues makes the captions of an A/B film: what differs between A and B and since when, and the scenario's captions where
// both have the same. Of a symptom it is that one's sentence. Short has a line for each setting.
func ComparedCues(lang *words.Language, a, b *scenario.Scenario, from, length time.Duration, short bool) (cues []film.Cue, err error) {
	if symptom := lesson.SymptomOf(a, b); symptom != nil {
		return []film.Cue{{To: length, Text: lang.Decimal(symptom.Why.Caption.In(lang.Name()))}}, nil
	}
	say := picture.ComparedText
	if short {
		say = picture.LinesTold
	}
	err = atChanges(a, b, from, length, func(at time.Duration, a, b *session.Session) {
		cues = appendCue(cues, at-from, length, say(lang, a, b))
	})
	return unhurried(cues), err
}

// atChanges runs both sessions of a film and calls look at the film's start and wherever something changes in either.
func atChanges(a, b *scenario.Scenario, from, length time.Duration, look func(at time.Duration, a, b *session.Session)) (err error) {
	var both [2]*session.Session
	for i, sc := range []*scenario.Scenario{a, b} {
		if both[i], err = session.New(sc, session.Options{Carrier: netsim.NewDirect()}); err != nil {
			return err
		}
		defer both[i].Close()
	}
	for _, at := range changes(from, from+length, a, b) {
		for _, s := range both {
			if err := s.Advance(at - time.Duration(s.Now())); err != nil {
				return err
			}
		}
		look(at, both[0], both[1])
	}
	return nil
}

// leastCue is the shortest time that a caption is shown: nobody could read it in less.
const leastCue = 500 * time.Millisecond

// unhurried leaves out captions that are too short to read; the caption before stays longer instead.
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

// appendCue ends the last caption at an instant of the film, and starts another if the text is different.
func appendCue(cues []film.Cue, at, end time.Duration, text string) []film.Cue {
	if n := len(cues); n > 0 && cues[n-1].To > at { // else it has ended, and there was no caption since
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

// changes returns the instants in from..to at which events or keyframes of scenarios change something, starting with from.
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
			if sc.Events[i].Rejoin != 0 {
				add(time.Duration(sc.Events[i].At) + picture.ReconnectTold)
			}
		}
		for _, k := range sc.Keyframes {
			for t := k.Points[0].At; t <= k.Points[len(k.Points)-1].At; t = t.Add(keyframeCues) {
				add(time.Duration(t))
			}
			add(time.Duration(k.Points[len(k.Points)-1].At))
		}
	}
	slices.Sort(at)
	return slices.Compact(at)
}

// keyframeCues is how often a caption is updated while keyframes move a value.
const keyframeCues = time.Second

// ScenarioCues makes the captions of a film of one session: the scenario's own, with a lesson's figures as they are when the
// caption ends.
func ScenarioCues(lang *words.Language, sc *scenario.Scenario, from, length time.Duration, own *lesson.Lesson, whole []lesson.Reading) (cues []film.Cue, err error) {
	s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect()})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	l, world := lesson.Of(sc, own)
	told := slices.DeleteFunc(slices.Clone(sc.Events), func(ev scenario.Event) bool { return ev.Caption == "" && (ev.Rejoin == 0 || l != nil) })
	at := append(changes(from, from+length, &scenario.Scenario{Events: told}), from+length)
	if err := s.Advance(from - 1); err != nil {
		return nil, err
	}
	for i := range at[:len(at)-1] {
		// The figures are those just before the next change.
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
		if s.Caption() == "" {
			text = picture.Reconnected(lang, s)
		}
		cues = appendCue(cues, at[i]-from, length, text)
	}
	return cues, nil
}

// nameSides names the sessions of an A/B film after what differs between them, if they have no names: a film made by a button has
// none, and two files may have the same. What differs for the longest time counts, since a film of something that was just
// changed starts before the change.
func (j *Job) nameSides() error {
	f, o := j.picture, &j.picture.opt
	if o.Beside == nil || o.Names[0] != o.Names[1] {
		return nil
	}
	if o.Names = f.LessonSides(); o.Names[0] != o.Names[1] {
		return nil
	}
	o.Names = [2]string{}
	stood, since := map[[2]string]time.Duration{}, o.From
	var standing [2]string
	until := func(at time.Duration) {
		stood[standing] += at - since
		if since = at; standing[0] != standing[1] && (o.Names[0] == o.Names[1] || stood[standing] >= stood[o.Names]) {
			o.Names = standing
		}
	}
	err := atChanges(o.Beside, o.Scenario, o.From, o.Length, func(at time.Duration, a, b *session.Session) {
		until(at)
		standing = picture.SideNames(f.Words, a, b)
	})
	until(o.From + o.Length)
	f.settingsName = o.Names[0] != o.Names[1]
	return err
}
