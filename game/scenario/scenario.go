// Package scenario describes experiments: which settings there are, what they stand at, what happens when, and how all
// of it is written, read, shared and checked. It runs nothing; package session does.
package scenario

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"driftlab/game"
	"driftlab/internal/texts"
	"driftlab/netsync/guest"
)

// Format is the number of the scenario file's format. Of an earlier one [Scenario.keepMeaning] says what it meant otherwise.
const (
	Format = 3
	// ticksFormat is the first in which a file without time.snapshot means "tick".
	ticksFormat = 3
	// luckFormat is the first in which what happens by chance happens as today. Before it all datagrams of a link were
	// numbered together, and correlation was netem's.
	luckFormat   = 2
	oldestFormat = 1 // that is still read
)

// A Scenario is an experiment: the settings at its start and what happens when. A session's log is
// a scenario too, with what a person did among the events.
type Scenario struct {
	Name      string
	Title     string
	Seed      uint64
	Clients   int           // 1..64
	Duration  time.Duration // of a run without a window, 0 < d ≤ 366 days
	ClockList ClockList     // which clocks of the registry run
	Clocks    []Variant     // that run beside them
	Guests    []guest.Guest // and these, whose code is elsewhere: of a log, or of the command line
	Set       []Assignment  // before the start; later ones win
	// Keyframes move settings while the session runs; no two move the same one.
	Keyframes []Keyframes
	Events    []Event // in order of time
	Watch     []Watch // how it is looked at, in order of time
	Steps     []Step  // of a lesson; a log has what happens in them, and not the steps
	// Earlier says that the text that it was read from is of a format with other luck: it has all its settings and events,
	// but what happens by chance happens otherwise.
	Earlier bool

	read []string // see Files
}

// MaxDuration is the longest run.
const MaxDuration = 366 * 24 * time.Hour

// Validate reports a part that is out of range.
func (sc *Scenario) Validate() error {
	if sc.Clients < 1 || sc.Clients >= game.MaxPlayers {
		return invalidf("clients", "clients: %d is outside 1..%d", sc.Clients, game.MaxPlayers-1)
	}
	if sc.Duration <= 0 || sc.Duration > MaxDuration {
		return invalidf("duration", "duration: %v is outside 1ns..%v", sc.Duration, MaxDuration)
	}
	if _, err := ParseClockList(sc.ClockList.String()); err != nil {
		return invalidf("clocks", "%w", err)
	}
	for _, w := range []struct{ key, text string }{{"name", sc.Name}, {"title", sc.Title}} {
		if err := validateWords(w.key, w.text); err != nil {
			return err
		}
	}
	if err := sc.validateCost(); err != nil {
		return err
	}
	for _, a := range sc.Set {
		if a.Client > sc.Clients {
			return invalidf("set."+a.Name(), "%s: client %d is outside 1..%d", a.Name(), a.Client, sc.Clients)
		}
	}
	own := ownClocks(sc.Clocks, sc.Guests)
	if err := cmp.Or(sc.CheckGuests(), checkNames(sc.Set, own)); err != nil {
		return err
	}
	files := checksums{}
	if err := files.add(sc.Set); err != nil {
		return err
	}
	if err := cmp.Or(sc.validateKeyframes(), sc.validateWatch()); err != nil {
		return err
	}
	pairs := drift{values: newValueTable(sc.Clients)}
	pairs.values.store(sc.Set)
	if err := pairs.values.checkWith(sc.Keyframes, nil); err != nil {
		return err
	}
	running := sc.Algorithms()
	for i := range sc.Events {
		ev := &sc.Events[i]
		err := cmp.Or(ev.validate(sc.Clients), checkNames(ev.Set, own), ev.checkClocks(running))
		if err == nil && len(ev.Set) > 0 {
			err = pairs.takePairs(ev, sc.Keyframes)
			err = cmp.Or(files.add(ev.Set), err)
		}
		if i > 0 && ev.At < sc.Events[i-1].At {
			err = invalidf("at", "at: %v is before the event above it, at %v",
				time.Duration(ev.At), time.Duration(sc.Events[i-1].At))
		}
		var bad invalid
		if errors.As(err, &bad) {
			return bad.within(fmt.Sprintf("event[%d].", i+1), fmt.Sprintf("event %d", i+1))
		}
	}
	return nil
}

// invalid is what is wrong with one part of a scenario.
type invalid struct {
	keys []string // of the part, as a file has it: the first of them that is there
	err  error
}

func invalidf(key, format string, args ...any) error {
	return invalid{[]string{key}, fmt.Errorf(format, args...)}
}

// within says of what the part is one; at comes before its keys.
func (e invalid) within(at, what string) invalid {
	keys := slices.Clone(e.keys)
	for i := range keys {
		keys[i] = at + keys[i]
	}
	return invalid{keys, fmt.Errorf("%s: %w", what, e.err)}
}

func (e invalid) Error() string { return e.err.Error() }

// AsLogged returns the scenario with its name, its title and its format as a log of it has them.
func (sc *Scenario) AsLogged() Scenario {
	own := *sc
	own.Name, own.Title, own.Earlier = texts.Text(sc.Name), texts.Text(sc.Title), false
	return own
}

// MaxClients is the largest number of clients.
const MaxClients = game.MaxPlayers - 1

// Resize changes the number of clients and drops what is said about clients that are no more. Another
// number drops all captions, since they tell of those that were there.
func (sc *Scenario) Resize(clients int) {
	if clients == sc.Clients {
		return
	}
	sc.Clients = clients
	gone := func(a Assignment) bool { return a.Client > clients }
	sc.Set = slices.DeleteFunc(sc.Set, gone)
	sc.Keyframes = slices.DeleteFunc(sc.Keyframes, func(k Keyframes) bool { return k.Client > clients })
	sc.Watch = slices.DeleteFunc(sc.Watch, func(w Watch) bool { return w.validate(clients) != nil })
	for i := range sc.Events {
		ev := &sc.Events[i]
		ev.Caption, ev.Asks = "", false
		ev.Set = slices.DeleteFunc(ev.Set, gone)
		ev.resize(clients)
	}
	sc.Events = slices.DeleteFunc(sc.Events, func(ev Event) bool { return ev.Empty() })
}

// Pin puts settings over the scenario's own, at the start and ever after: its events change them no
// more. Captions are dropped from where this first changes what the scenario has, since they tell of
// what does not happen.
func (sc *Scenario) Pin(set []Assignment) {
	touched := slices.ContainsFunc(sc.Set, func(a Assignment) bool {
		return slices.ContainsFunc(set, func(pin Assignment) bool { return pin.key == a.key && !pin.sameValue(a) })
	})
	sc.Set = append(sc.Set, set...)
	for _, pin := range set {
		touched = sc.pinKeyframes(pin) || touched
	}
	for i := range sc.Events {
		ev := &sc.Events[i]
		for _, pin := range set {
			for _, a := range slices.Clone(ev.Set) {
				if a.key != pin.key || pin.Client != 0 && a.Client != 0 && a.Client != pin.Client {
					continue
				}
				touched = true
				ev.Set = append(ev.Set, pin)
			}
		}
		if touched {
			ev.Caption, ev.Asks = "", false
		}
	}
}

// Stage makes the scenario the stage for settings that are pinned: where an event would have changed nothing but those,
// clients no longer join again for it, since that showed what the change does to their clocks.
func (sc *Scenario) Stage(set []Assignment) {
	pinned := func(a Assignment) bool {
		return slices.ContainsFunc(set, func(pin Assignment) bool { return pin.key == a.key && (pin.Client == 0 || pin.Client == a.Client) })
	}
	for i := range sc.Events {
		if ev := &sc.Events[i]; len(ev.Set) > 0 && !slices.ContainsFunc(ev.Set, func(a Assignment) bool { return !pinned(a) }) {
			ev.Rejoin = 0
		}
	}
}

// Asks reports whether a caption of the scenario asks a person at the window to do something.
func (sc *Scenario) Asks(caption string) bool {
	return slices.ContainsFunc(sc.Events, func(ev Event) bool { return ev.Asks && ev.Caption == caption })
}

// keepMeaning says in the words of this format what the settings of the file's format meant.
func (sc *Scenario) keepMeaning(format int) {
	meant := func(key, value string) {
		set, err := ParseAssignment(key, value)
		if err != nil {
			panic(err)
		}
		sc.Set = append(set, sc.Set...)
	}
	if format < ticksFormat {
		meant("time.snapshot", "now")
	}
	if format >= luckFormat {
		return
	}
	correlated := func(set []Assignment) bool {
		return slices.ContainsFunc(set, func(a Assignment) bool { return strings.HasSuffix(keys[a.key].Name, ".correlation") })
	}
	if correlated(sc.Set) || slices.ContainsFunc(sc.Keyframes, func(k Keyframes) bool { return correlated([]Assignment{{key: k.key}}) }) ||
		slices.ContainsFunc(sc.Events, func(ev Event) bool { return correlated(ev.Set) }) {
		meant("link.correlation-way", "netem")
	}
}
