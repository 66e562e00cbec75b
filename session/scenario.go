package session

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"driftlab/game"
	"driftlab/netsim"
)

// Format is the number of the scenario file's format.
const Format = 1

// A Scenario is an experiment: the settings at its start and what happens when. A session's log is
// a scenario too, with what a person did among the events.
type Scenario struct {
	Name     string
	Title    string
	Seed     uint64
	Clients  int           // 1..64
	Duration time.Duration // of a run without a window, 0 < d ≤ 366 days
	Set      []Assignment  // before the start; later ones win
	Events   []Event       // in order of time
}

// MaxDuration is the longest run.
const MaxDuration = 366 * 24 * time.Hour

// An Event changes a running session at one instant.
type Event struct {
	At      netsim.Time
	Caption string       // a line for the viewer; changes nothing
	Set     []Assignment // settings
	Rejoin  int          // client that leaves and joins again; AllClients for every one
	Rebind  int          // client whose address its NAT changes; AllClients for every one
	Play    *Play        // a person's hand on a player
}

// AllClients stands for every client in [Event.Rejoin] and [Event.Rebind].
const AllClients = -1

// Play is what a person does with the player of one machine.
type Play struct {
	Player  int // 0 is the host's, n is client n's
	Held    game.Buttons
	Release bool // give the player back to its bot
}

// Validate reports a part that is out of range.
func (sc *Scenario) Validate() error {
	if sc.Clients < 1 || sc.Clients >= game.MaxPlayers {
		return invalidf("clients", "clients: %d is outside 1..%d", sc.Clients, game.MaxPlayers-1)
	}
	if sc.Duration <= 0 || sc.Duration > MaxDuration {
		return invalidf("duration", "duration: %v is outside 1ns..%v", sc.Duration, MaxDuration)
	}
	for _, a := range sc.Set {
		if a.Client > sc.Clients {
			return invalidf("set."+a.Name(), "%s: client %d is outside 1..%d", a.Name(), a.Client, sc.Clients)
		}
	}
	files := checksums{}
	if err := files.add(sc.Set); err != nil {
		return err
	}
	values := newValueTable(sc.Clients)
	values.store(sc.Set)
	if err := values.check(); err != nil {
		return err
	}
	for i := range sc.Events {
		ev := &sc.Events[i]
		err := ev.validate(sc.Clients)
		if err == nil && len(ev.Set) > 0 {
			values.store(ev.Set)
			if err = files.add(ev.Set); err == nil {
				err = values.check()
			}
		}
		if i > 0 && ev.At < sc.Events[i-1].At {
			err = invalidf("at", "at: %v is before the event above it, at %v",
				time.Duration(ev.At), time.Duration(sc.Events[i-1].At))
		}
		var bad invalid
		if errors.As(err, &bad) {
			return invalidf(fmt.Sprintf("event[%d].%s", i+1, bad.key), "event %d: %w", i+1, err)
		}
	}
	return nil
}

func (ev *Event) validate(clients int) error {
	if ev.At < 0 || ev.At > netsim.Time(MaxDuration) {
		return invalidf("at", "at: %v is outside 0s..%v", time.Duration(ev.At), MaxDuration)
	}
	for _, a := range ev.Set {
		if a.Client > clients {
			return invalidf("set."+a.Name(), "%s: client %d is outside 1..%d", a.Name(), a.Client, clients)
		}
		if a.Key().fixed {
			return invalidf("set."+a.Name(), "%s: can only be set before the start", a.Name())
		}
	}
	for _, whom := range []struct {
		key    string
		client int
	}{{"rejoin", ev.Rejoin}, {"rebind", ev.Rebind}} {
		if whom.client != AllClients && (whom.client < 0 || whom.client > clients) {
			return invalidf(whom.key, "%s: client %d is outside 1..%d", whom.key, whom.client, clients)
		}
	}
	if ev.Play != nil && (ev.Play.Player < 0 || ev.Play.Player > clients) {
		return invalidf("player", "player: %d is outside 0..%d", ev.Play.Player, clients)
	}
	return nil
}

// invalid is what is wrong with one part of a scenario.
type invalid struct {
	key string // of the part, as a file has it
	err error
}

func invalidf(key, format string, args ...any) error {
	return invalid{key, fmt.Errorf(format, args...)}
}

func (e invalid) Error() string { return e.err.Error() }

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
	for i := range sc.Events {
		ev := &sc.Events[i]
		ev.Caption = ""
		ev.Set = slices.DeleteFunc(ev.Set, gone)
		if ev.Rejoin > clients {
			ev.Rejoin = 0
		}
		if ev.Rebind > clients {
			ev.Rebind = 0
		}
		if ev.Play != nil && ev.Play.Player > clients {
			ev.Play = nil
		}
	}
	sc.Events = slices.DeleteFunc(sc.Events, func(ev Event) bool {
		return len(ev.Set) == 0 && ev.Rejoin == 0 && ev.Rebind == 0 && ev.Play == nil
	})
}

// Pin puts settings over the scenario's own, at the start and ever after: its events change them no
// more. Captions are dropped from where this first changes what the scenario has, since they tell of
// what does not happen.
func (sc *Scenario) Pin(set []Assignment) {
	touched := slices.ContainsFunc(sc.Set, func(a Assignment) bool {
		return slices.ContainsFunc(set, func(pin Assignment) bool { return pin.key == a.key && !pin.sameValue(a) })
	})
	sc.Set = append(sc.Set, set...)
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
			ev.Caption = ""
		}
	}
}
