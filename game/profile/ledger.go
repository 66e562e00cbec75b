package profile

import (
	"fmt"

	"driftlab/netsim"
)

// A ledger keeps how an export expresses one direction. What is set and was not entered cannot be
// expressed: so nothing is left out in silence.
type ledger struct {
	direction string
	settings  netsim.Settings
	entries   map[string]entry
}

// An entry is how one impairment is expressed.
type entry struct {
	kind entryKind
	how  string
}

type entryKind uint8

const (
	inexpressible entryKind = iota
	approximate
	exact
)

func newLedger(direction string, s netsim.Settings) *ledger {
	return &ledger{direction, s, map[string]entry{}}
}

// exact enters impairments that the target expresses as they are.
func (l *ledger) exact(names ...string) {
	for _, name := range names {
		l.entries[name] = entry{kind: exact}
	}
}

// about enters an impairment that the target approximates, and how.
func (l *ledger) about(name, format string, args ...any) {
	l.entries[name] = entry{approximate, fmt.Sprintf(format, args...)}
}

// cannot enters why the target does not express an impairment, or what happens in its place.
func (l *ledger) cannot(name, format string, args ...any) {
	l.entries[name] = entry{inexpressible, fmt.Sprintf(format, args...)}
}

// whole enters an impairment whose figure the target takes in steps only: as it is, or rounded.
func (l *ledger) whole(name string, same bool, format string, args ...any) {
	if same {
		l.exact(name)
		return
	}
	l.about(name, format, args...)
}

// keepsOrder enters that the target always keeps the order, so that nothing overtakes.
func (l *ledger) keepsOrder() {
	l.exact("order")
	why := "what is delayed is sent in the order in which it came"
	if l.settings.InOrder {
		why = "the order is kept"
	}
	l.cannot("reordering", "%s", why)
}

// lines tells of everything that is set and not expressed as it is, in the order of the link's stages.
func (l *ledger) lines() (out []string) {
	told := map[string]bool{}
	for _, stage := range (netsim.Settings{}).Stages() {
		value := does(stage, l.settings)
		e := l.entries[stage.Name]
		if value == "" || e.kind == exact || told[stage.Name] {
			continue
		}
		told[stage.Name] = true
		line := fmt.Sprintf("cannot express (%s) %s: %s", l.direction, stage.Name, value)
		if e.kind == approximate {
			line = fmt.Sprintf("approximates (%s) %s: %s", l.direction, stage.Name, value)
		}
		if e.how != "" {
			line += "; " + e.how
		}
		out = append(out, line)
	}
	return out
}
