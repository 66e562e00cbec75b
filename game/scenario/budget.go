package scenario

import (
	"fmt"
	"time"

	"driftlab/internal/texts"
)

// What a text may cost: a scenario's file, a log, or a shared text. It may come from anyone, so each bound is
// checked before the work that it bounds.
const (
	// maxFile bounds a text in bytes.
	maxFile = 16 << 20
	// maxNesting bounds the names and the arrays around a value. The deepest setting has eight, written as
	// event = [{set = {client1 = {link = {up = {cross = {share = 1}}}}}}].
	maxNesting = 8
	// maxValues is how many keys, and values in arrays, a text may have. The longest log has fewer: four for
	// each event, one for each setting and three for each point.
	maxValues = 600_000
	// maxTables is how many tables: an event with settings has two.
	maxTables = 150_000
	// maxNames bounds, in bytes, all keys with the names of the tables around them.
	maxNames = 32 << 20
	// maxWords bounds a name, a title or a caption in bytes.
	maxWords = 4096

	maxWorlds = 100
	// MaxEvents is how many events a session may have, its scenario's and a person's: nineteen minutes of
	// pulling a slider. So any log can be read again.
	MaxEvents = 70_000
	// maxSettings is how many settings they may set. A preset is as many as a link has.
	maxSettings = 150_000
	// maxMoveCost is what clients that join, leave or get another address may cost together: half a million joins of clients
	// with the published clocks. With all clocks and 64 clients everyone may join again 5000 times, which a person who
	// clicks four times a second does in twenty minutes.
	maxMoveCost = 9 * time.Second
	// maxRepeats is how many events may come from those that happen again and again.
	maxRepeats = 1000
	// maxCurves is how many keyframes a session may have, and maxPoints how many points they may have together.
	maxCurves, maxPoints = 1000, 40_000
	// maxTurns bounds the events of all worlds together, each counted once for each client, and leastTurns
	// times where there are fewer.
	maxTurns, leastTurns = 5_000_000, 16

	// maxNamed is how many files a text may name.
	maxNamed = 1000
	// maxDataFile bounds, in bytes, a file that a setting names, and maxData all that one text names.
	maxDataFile, maxData = 64 << 20, 256 << 20
	// maxInMemory bounds, in bytes, what all of them are once they have been read.
	maxInMemory = 256 << 20
)

// A budget counts what one text has cost so far, its worlds together.
type budget struct {
	settings, turns, named int
	answers                int // bytes of guests' tapes
	repeats                int64
	data, inMemory         int64
}

// spend adds to one of the counts of a budget and refuses what is too much.
func spend[N int | int64](count *N, more, most N, what string) error {
	if *count += more; *count > most {
		return fmt.Errorf("%s: %d is outside 0..%d", what, *count, most)
	}
	return nil
}

// addWorld counts what a world takes over from what all worlds have in common.
func (b *budget) addWorld(common *Scenario, events int) error {
	if err := b.addSettings(len(common.Set)); err != nil {
		return err
	}
	return spend(&b.turns, events*max(common.Clients, leastTurns), maxTurns, "events of all worlds, times clients")
}

// addSettings counts settings.
func (b *budget) addSettings(n int) error {
	return spend(&b.settings, n, maxSettings, "settings, with those of presets")
}

// validateWords reports a name, a title or a caption that is too long, as a log would have it.
func validateWords(key, text string) error {
	if n := len(texts.Text(text)); n > maxWords {
		return invalidf(key, "%s: %d bytes is outside 0..%d", key, n, maxWords)
	}
	return nil
}

// validateEvents reports more events, or more of what they do, than a session with these numbers of clients and clocks may have. They are
// all of these.
func validateEvents(clients, clocks int, all ...[]Event) error {
	n, settings, moves := 0, 0, time.Duration(0)
	for _, events := range all {
		n += len(events)
		for i := range events {
			settings += len(events[i].Set)
			moves += events[i].moveCost(clients, clocks)
		}
	}
	switch {
	case n > MaxEvents:
		return invalidf(fmt.Sprintf("event[%d]", MaxEvents+1), "events: %d is outside 0..%d", n, MaxEvents)
	case moves > maxMoveCost:
		return invalidf("event", "work of events that let clients join, leave or move, with %d clocks: %v is outside 0s..%v", clocks, moves, maxMoveCost)
	case settings > maxSettings:
		return invalidf("event", "settings of events: %d is outside 0..%d", settings, maxSettings)
	}
	return nil
}

// validateCost reports more of anything than a session may have.
func (sc *Scenario) validateCost() error {
	points := 0
	for i := range sc.Keyframes {
		points += len(sc.Keyframes[i].Points)
	}
	switch {
	case len(sc.Keyframes) > maxCurves:
		return invalidf(fmt.Sprintf("keyframes[%d]", maxCurves+1), "keyframes: %d is outside 0..%d", len(sc.Keyframes), maxCurves)
	case points > maxPoints:
		return invalidf("keyframes", "points of keyframes: %d is outside 0..%d", points, maxPoints)
	}
	return validateEvents(sc.Clients, len(sc.Algorithms()), sc.Events)
}

// What a move of one client costs, over the more expensive carrier: what a session accepts must not depend on the carrier, or its log
// couldn't be replayed over the other. Measured on two cores of a Xeon at 2.5 GHz, beside what the session does anyway:
//
//	go test -run '^$' -bench Move -benchtime 300x ./game/session
const (
	joinCost   = 8 * time.Microsecond   // it is let in, over three datagrams
	clockCost  = 1100 * time.Nanosecond // and each of its clocks restarts
	rebindCost = 10 * time.Microsecond  // a socket is opened
	leaveCost  = 200 * time.Nanosecond
)

// moveCost returns what the event costs by the clients that it lets join, leave or get another address.
func (ev *Event) moveCost(clients, clocks int) (cost time.Duration) {
	join := joinCost + time.Duration(clocks)*clockCost
	for _, m := range [...]struct {
		whom int
		cost time.Duration
	}{{ev.Join, join}, {ev.Leave, leaveCost}, {ev.Rejoin, join}, {ev.Rebind, rebindCost}} {
		cost += time.Duration(clientsOf(m.whom, clients)) * m.cost
	}
	if ev.Restart {
		cost += time.Duration(clients*clocks) * clockCost
	}
	return cost
}

// Moves returns how many clients the event lets join, leave or get another address, each counted once for each of these.
func (ev *Event) Moves(clients int) (n int) {
	for _, p := range ev.whom() {
		n += clientsOf(*p.client, clients)
	}
	return n
}

// clientsOf returns how many of the session's clients an event's party is.
func clientsOf(whom, clients int) int {
	switch whom {
	case 0:
		return 0
	case AllClients:
		return clients
	}
	return 1
}
