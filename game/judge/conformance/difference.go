package conformance

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/guest"
	"driftlab/netsync/registry"
)

// A Difference is the first event at which a port replies otherwise than its clock.
type Difference struct {
	Index int // of the event in the tape, from 0 on
	Event guest.Event
	What  string
}

// String tells of the event and of both replies in a line.
func (d *Difference) String() string {
	return fmt.Sprintf("event %d, %s: %s", d.Index+1, strings.TrimSpace(string(d.Event.Append(nil, guest.Client))), d.What)
}

// A Pair is a clock and a program that is said to be the same. Failed returns what has gone wrong with the program, which ends a comparison.
type Pair struct {
	Clock, Port registry.Algorithm
	Failed      func() error
	Tolerance   time.Duration // up to which readings and wake-ups are the same
	// Hears says whether the program gets events of a kind, and how its first line says so; nil for one that gets all.
	Hears func(guest.Kind) (name string, is bool)
}

// Compare tells both the same events from a fresh start, and returns the first at which they differ, nil for none.
func (p *Pair) Compare(role guest.Role, events []guest.Event) (*Difference, error) {
	clock, err := newPlayer(p.Clock, role)
	if err != nil {
		return nil, err
	}
	port, err := newPlayer(p.Port, role)
	if err != nil {
		return nil, err
	}
	for i := range events {
		want, got := clock.play(&events[i]), port.play(&events[i])
		if err := p.Failed(); err != nil {
			return nil, err
		}
		if what := want.differ(&got, p.Tolerance); what != "" {
			if p.Hears != nil {
				if name, is := p.Hears(events[i].Kind); !is {
					what = fmt.Sprintf("it was not told of this, since its first line lacks %q in \"hears\": %s", name, what)
				}
			}
			return &Difference{i, events[i], what}, nil
		}
	}
	return nil, nil
}

// MaxTries is how often a tape is played again to cut it down.
const MaxTries = 300

// Minimise cuts events at which the two differ down, by delta debugging (Zeller and Hildebrandt, 2002): first pieces of half are left out, then of a
// quarter, and so on. Minimal says that none can be left out any more: not that there are no fewer.
func (p *Pair) Minimise(role guest.Role, events []guest.Event, d *Difference) (fewest []guest.Event, last *Difference, minimal bool, err error) {
	fewest, last = events[:d.Index+1], d
	tries := 0
	for pieces := 2; len(fewest) > 1; {
		size := (len(fewest) + pieces - 1) / pieces
		cut := false
		for from := 0; from < len(fewest); from += size {
			if tries++; tries > MaxTries {
				return fewest, last, false, nil
			}
			rest := append(append([]guest.Event(nil), fewest[:from]...), fewest[min(from+size, len(fewest)):]...)
			found, err := p.Compare(role, rest)
			if err != nil {
				return fewest, last, false, err
			}
			if found != nil {
				fewest, last, cut = rest[:found.Index+1], found, true
				break
			}
		}
		switch {
		case cut:
			pieces = max(pieces-1, 2)
		case size == 1:
			return fewest, last, true, nil
		default:
			pieces = min(2*pieces, len(fewest))
		}
	}
	return fewest, last, true, nil
}

func number(v int64) string { return strconv.FormatInt(v, 10) }

// apart says by how much one number is greater than another.
func apart(d int64) string {
	if d < 0 {
		return time.Duration(-d).String() + " less"
	}
	return time.Duration(d).String() + " more"
}

func wake(at int64) string {
	switch at {
	case guest.Never:
		return "never"
	case guest.AtOnce:
		return "at once"
	}
	return "at " + number(at)
}

func messages(all []netsync.Message) string {
	if len(all) == 0 {
		return "nothing"
	}
	var b strings.Builder
	for i, m := range all {
		if i > 0 {
			b.WriteString(" and ")
		}
		switch m.Kind {
		case netsync.MessageReport:
			fmt.Fprintf(&b, "the report %06x", m.Value)
		case netsync.MessageFloor, netsync.MessageFloorSpan:
			fmt.Fprintf(&b, "the report %012x%08x", m.Floor, m.Span)
		default:
			fmt.Fprintf(&b, "the time %d with %d", m.T3, m.Value)
		}
	}
	return b.String()
}
