package ui

import (
	"strings"
	"time"

	"driftlab/netsim"
	"driftlab/session"
	"driftlab/ui/words"
)

// twins is what the comparison of time stamps goes by.
type twins struct {
	a, b   []session.Exchange
	result session.Twins
	text   string
	next   netsim.Time // when it is worth looking again
	client int
}

// Comparing looks back so far, and does so so often.
const (
	twinsReach = time.Minute
	twinsEvery = 250 * time.Millisecond
	// twinsEnough is how many equal exchanges in a row say that worlds are alike since.
	twinsEnough = 6
)

// look finds out what the comparison says.
func (k *comparison) look(p *picture) {
	now := p.session.Now()
	events := len(p.session.Script()) + p.session.Done()
	language := p.words.T("ab.differs")
	if s := &k.seen; s.language != language || s.events != events || now < s.at || now.Sub(s.at) >= twinsEvery {
		*s = seen{differences: differencesInWords(p.words, k.a.session, p.session), at: now, events: events, language: language}
		s.b = strings.Join(s.differences, itemGap)
		s.caption = comparedText(p.words, k.a.session, p.session)
	}
	t := &k.twins
	if client := min(p.deck.chosen, k.a.session.Clients()); client != t.client || now < t.next.Add(-twinsEvery) || now >= t.next || t.text == "" {
		t.client, t.next = client, now.Add(twinsEvery)
		from := max(k.since(now), now.Add(-twinsReach))
		t.a = k.a.tape.Exchanges(client, from, now, t.a[:0])
		t.b = p.tape.Exchanges(client, from, now, t.b[:0])
		t.result = session.Compare(t.a, t.b)
		t.text = t.inWords(p.words)
	}
}

// since returns from when on stamps are compared: what came before the latest setting is of other worlds,
// unless that lies ahead.
func (k *comparison) since(now netsim.Time) netsim.Time {
	if k.at <= now && (k.stored || k.at > k.begun) {
		return k.at
	}
	return 0
}

// differencesInWords names the settings that two sessions do not have alike, with their values.
func differencesInWords(lang *words.Language, a, b *session.Session) (all []string) {
	for _, d := range session.Differences(a, b) {
		whose := ""
		if d.Client > 0 && b.Clients() > 1 {
			whose = lang.F("ab.client", d.Client)
		}
		all = append(all, whose+lang.F("ab.arrow", settingName(lang, d.Name), settingValue(lang, d.Name, d.A), settingValue(lang, d.Name, d.B)))
	}
	return all
}

// inWords says whether the two worlds can be told apart by those who are in them.
func (t *twins) inWords(lang *words.Language) string {
	r := t.result
	switch {
	case r.Compared == 0:
		return lang.T("ab.no-stamps")
	case r.Equal == r.Compared:
		return lang.F("ab.equal", 4*r.Equal, r.Equal)
	case r.Run >= twinsEnough:
		return lang.F("ab.equal-since", 4*r.Run)
	}
	f := r.First
	return lang.F("ab.differ", r.Compared-r.Equal, r.Compared, f.Stamp, seconds(lang, time.Duration(f.Sent)), seconds(lang, f.A), seconds(lang, f.B))
}

// seconds writes an instant with three decimals.
func seconds(lang *words.Language, d time.Duration) string {
	var p pen
	return string(p.start(lang).fixed(d.Seconds(), 3).text(" s").buf)
}
