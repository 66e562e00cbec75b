package picture

import (
	"strings"
	"time"

	"driftlab/game/observe"
	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// Twins is the result of comparing the two worlds' timestamps.
type Twins struct {
	a, b   []observe.Exchange
	Result observe.Twins // how far they are alike
	Text   string        // the same in words
	next   netsim.Time   // when it is worth looking again
	client int
}

// Comparing looks back so far, and does so so often.
const (
	twinsReach = time.Minute
	TwinsEvery = 250 * time.Millisecond // TwinsEvery is how often two worlds are compared, in virtual time.
	// twinsEnough is how many equal exchanges in a row say that worlds are alike since.
	twinsEnough = 6
)

// look compares the worlds again if it is time.
func (k *Comparison) look(p *Picture) {
	now := p.Session.Now()
	events := len(p.Session.Script()) + p.Session.Done()
	language := p.Words.T("ab.differs")
	if s := &k.Seen; s.language != language || s.events != events || now < s.at || now.Sub(s.at) >= TwinsEvery {
		*s = Seen{Differences: differencesInWords(p.Words, k.A.Session, p.Session), at: now, events: events, language: language}
		s.b = strings.Join(s.Differences, ItemGap)
		lines := Lines(p.Words, k.A.Session, p.Session)
		s.line = lines[0]
		s.caption = strings.Join(lines, "\n") + botsAlike(p.Words, k.A.Session, p.Session) + toldByBoth(p.Words, k.A.Session, p.Session)
		s.Names = SideNames(p.Words, k.A.Session, p.Session)
	}
	t := &k.Twins
	if client := min(p.Deck.Chosen, k.A.Session.Clients()); client != t.client || now < t.next.Add(-TwinsEvery) || now >= t.next || t.Text == "" {
		t.client, t.next = client, now.Add(TwinsEvery)
		from := max(k.since(now), now.Add(-twinsReach))
		t.a = k.A.Tape.Exchanges(client, from, now, t.a[:0])
		t.b = p.Tape.Exchanges(client, from, now, t.b[:0])
		t.Result = observe.Compare(t.a, t.b)
		t.Text = t.inWords(p.Words) + t.shift(p.Words, k.A.Session, p.Session)
	}
}

// since returns from when on timestamps are compared: from the latest setting, since the worlds were different
// before, unless that setting is still in the future.
func (k *Comparison) since(now netsim.Time) netsim.Time {
	if k.at <= now && (k.Stored || k.at > k.begun) {
		return k.at
	}
	return 0
}

// differencesInWords names the settings that differ between two sessions, with their values.
func differencesInWords(lang *words.Language, a, b *session.Session) (all []string) {
	for _, d := range session.Differences(a, b) {
		whose := ""
		if d.Client > 0 && b.Clients() > 1 {
			whose = lang.F("ab.client", d.Client)
		}
		all = append(all, whose+lang.F("ab.arrow", panel.SettingName(lang, d.Name), panel.SettingValue(lang, d.Name, d.A), panel.SettingValue(lang, d.Name, d.B)))
	}
	return all
}

// ui.inWords says whether the two worlds can be told apart by those who are in them.
func (t *Twins) inWords(lang *words.Language) string {
	r := t.Result
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

// shift says, of worlds that nobody inside can tell apart, when the client reads the same in both: cards show one instant of true
// time, and if the client's clock is set differently in the two worlds, so are its readings at that instant.
func (t *Twins) shift(lang *words.Language, a, b *session.Session) string {
	if t.Result.Compared == 0 || t.Result.Equal < t.Result.Compared {
		return ""
	}
	further := a.Facts(t.client).Offset - b.Facts(t.client).Offset // an offset is the host's clock minus the client's
	ms := further.Abs().Seconds() * 1000
	switch {
	case ms < 0.05:
		return ""
	case further > 0:
		return " " + lang.F("ab.sooner", ms)
	}
	return " " + lang.F("ab.later", ms)
}

// seconds writes an instant with three decimals.
func seconds(lang *words.Language, d time.Duration) string {
	var p panel.Pen
	return string(p.Start(lang).Fixed(d.Seconds(), 3).Text(" s").Buf)
}
