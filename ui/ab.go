package ui

import (
	"driftlab/deepcopy"
	"driftlab/netsim"
	"driftlab/session"
	"driftlab/ui/words"
)

// A world is a session beside the one that the controls change, with all that panels draw from.
type world struct {
	session *session.Session
	tape    *session.Tape
	frame   frame
}

// A comparison is two worlds side by side: A, which was stored, and B, the window's own session. They have
// the same seed and so the same luck, and what a person does with players is done in both. Settings
// change B alone.
type comparison struct {
	on     bool
	a      world
	base   *session.Session // A where it was stored, to go back from
	stored bool             // A is a copy of B; else it was opened
	at     netsim.Time      // where A was stored, or the latest setting of B
	begun  netsim.Time      // where A was stored
	deck   deck             // A's viewports
	left   layout           // where A's viewports are
	wipe   wipe
	seen   seen
	card   [2]card
	pen    pen
	twins  twins
}

// seen is what the comparison says and need not find out anew in each frame.
type seen struct {
	differences []string
	b           string // all of them in a line
	at          netsim.Time
	events      int
	language    string
}

// toggleAB stores A, or ends the comparison and keeps B.
func (a *App) toggleAB() {
	switch {
	case a.ab.on:
		a.endAB()
		a.tell(words.T("ab.left-b"))
		return
	case a.blind.on:
		a.message, a.notice = words.T("blind.no-ab"), ""
		return
	case a.lessons.lesson != nil && len(a.lessons.lesson.Worlds) > 1:
		a.toggleBeside()
		return
	}
	base, _, err := a.session.Clone(session.Options{Carrier: netsim.NewDirect()})
	if err != nil {
		a.say(err)
		return
	}
	tape, _ := deepcopy.Copy(deepcopy.New(), a.tape)
	s, _, err := base.Clone(session.Options{Carrier: netsim.NewDirect(), Recorder: tape})
	if err != nil {
		base.Close()
		a.say(err)
		return
	}
	a.ab.begin(world{session: s, tape: tape}, base, true)
	a.splitWindow()
	a.tell(words.T("ab.stored"))
}

// compareWith opens another scenario as A beside the session, which is B.
func (a *App) compareWith(sc *session.Scenario) error {
	tape := session.NewTape(sc.Clients)
	s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect(), Recorder: tape})
	if err != nil {
		return err
	}
	a.endAB()
	if a.blind.on { // what differs would be told
		a.toggleBlind()
	}
	a.ab.begin(world{session: s, tape: tape}, nil, false)
	a.splitWindow()
	return a.ab.sync(a.session.Now())
}

func (k *comparison) begin(w world, base *session.Session, stored bool) {
	*k = comparison{on: true, a: w, base: base, stored: stored, at: w.session.Now(), begun: w.session.Now(), deck: newDeck()}
	k.a.frame.played = nobody
	k.deck.begin(w.session)
}

// endAB ends the comparison and keeps B.
func (a *App) endAB() {
	if !a.ab.on {
		return
	}
	a.ab.a.session.Close()
	if a.ab.base != nil {
		a.ab.base.Close()
	}
	a.ab = comparison{}
	a.splitWindow()
}

// keepA ends the comparison and keeps A.
func (a *App) keepA() {
	if !a.ab.on {
		return
	}
	kept, stored := a.ab.a.session, a.ab.stored
	sc, script, now := kept.Scenario(), kept.Script(), kept.Now()
	a.endAB()
	if !stored {
		if err := a.load(sc); err != nil {
			a.say(err)
			return
		}
	}
	err := a.line.Adopt(script, now)
	a.went(err)
	if err == nil {
		a.frame.played = nobody
		a.deck.begin(a.session)
		a.tell(words.T("ab.left-a"))
	}
}

// follow does in A what a person has done in B, but for settings.
func (k *comparison) follow(a *App, ev session.Event) {
	if !k.on {
		return
	}
	if len(ev.Set) > 0 {
		k.at = a.session.Now()
		// Where this was in the past, what was still ahead is no longer so, in A neither.
		s := k.a.session
		if err := s.Follow(s.Script()[:s.Done()]); err != nil {
			a.say(err)
		}
		return
	}
	if err := k.a.session.Do(ev); err != nil {
		a.say(err)
	}
}

// sync brings A to an instant.
func (k *comparison) sync(now netsim.Time) error {
	if now < k.a.session.Now() {
		if err := k.rewind(now); err != nil {
			return err
		}
	}
	return k.a.session.Advance(now.Sub(k.a.session.Now()))
}

// rewind puts A back to where it was stored, or to its begin if that is after an instant. It then goes
// the same way again.
func (k *comparison) rewind(to netsim.Time) error {
	opt := session.Options{Carrier: netsim.NewDirect(), Recorder: k.a.tape}
	var s *session.Session
	var err error
	if k.base != nil && k.base.Now() <= to {
		k.a.tape.Truncate(k.base.Now())
		s, _, err = k.base.Clone(opt)
	} else {
		k.a.tape.Truncate(-1)
		s, err = session.New(k.a.session.Scenario(), opt)
	}
	if err == nil {
		err = s.Follow(k.a.session.Script())
	}
	if err != nil {
		return err
	}
	k.a.session.Close()
	k.a.session = s
	return nil
}

// update brings A to where B is.
func (k *comparison) update(a *App) {
	if !k.on {
		return
	}
	if err := k.sync(a.session.Now()); err != nil {
		a.endAB()
		a.say(err)
		return
	}
	d := &k.deck
	d.focus, d.ghosts, d.packets = a.deck.focus, a.deck.ghosts, a.deck.packets
	d.chosen = min(a.deck.chosen, k.a.session.Clients())
	d.turn(k.a.session.Clients())
	d.layOut(&k.left, k.a.session.Clients())
	f := &k.a.frame
	f.read(k.a.session, d.machines)
	f.selected, f.played = d.chosen, a.frame.played
	d.follow(k.a.session, f)
	k.look(a)
}

// asA lets something be drawn as if A were the window's session.
func (a *App) asA(draw func()) {
	a.swapWorlds()
	defer a.swapWorlds()
	draw()
}

func (a *App) swapWorlds() {
	k := &a.ab
	a.session, k.a.session = k.a.session, a.session
	a.tape, k.a.tape = k.a.tape, a.tape
	a.frame, k.a.frame = k.a.frame, a.frame
	a.deck, k.deck = k.deck, a.deck
}
