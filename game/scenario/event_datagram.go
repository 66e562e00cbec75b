package scenario

import (
	"fmt"
	"slices"
	"time"

	"driftlab/game"
	"driftlab/internal/texts"
	"driftlab/netsync/registry"
)

// A Datagram names one by what stays the same under equal luck: which it is of those of its kind, or of its clock, in
// one direction of one client's link.
type Datagram struct {
	Client int
	Way    Direction
	Kind   game.Kind // of one of the game's; 0 for a clock's
	Clock  string    // whose it is; empty for the game's
	Number uint64    // from 1
	Second bool      // the second copy that the path makes of it
}

// A Move has a datagram arrive at another time. Times of several add up.
type Move struct {
	Datagram
	By time.Duration // later, or if negative earlier, but never before it is sent; ±netsim.MaxMove
}

// maxNumber bounds a datagram's number.
const maxNumber = 1_000_000_000_000

// wayNames are the directions as files write them.
var wayNames = [Directions]string{"up", "down"}

// kindNames are those of the game's datagrams.
func kindNames() (names []string) {
	for k := game.KindHello; k < game.KindCount; k++ {
		if !k.OfClocks() {
			names = append(names, k.String())
		}
	}
	return names
}

// Held has yield called for each datagram that the event is about, with the key by which, as a range loop does.
func (ev *Event) Held(yield func(key string, d *Datagram) bool) {
	if ev.Move != nil && !yield("move", &ev.Move.Datagram) {
		return
	}
	if ev.Lose != nil {
		yield("lose", ev.Lose)
	}
}

func (d *Datagram) validate(key string, clients int) error {
	fail := func(name, format string, args ...any) error {
		return invalidf(key+"."+name, key+"."+name+": "+format, args...)
	}
	switch {
	case d.Client < 1 || d.Client > clients:
		return fail("client", "%d is outside 1..%d", d.Client, clients)
	case d.Way < 0 || d.Way >= Directions:
		return fail("way", "%d is outside 0..%d", d.Way, Directions-1)
	case d.Kind >= game.KindCount || d.Kind.OfClocks():
		return fail("kind", "%q is unknown (%s)", d.Kind, texts.Allowed(d.Kind.String(), kindNames()))
	case (d.Kind == 0) == (d.Clock == ""):
		return invalidf(key, "%s: one of the two has to be said: kind, clock", key)
	case d.Number < 1 || d.Number > maxNumber:
		return fail("number", "%d is outside 1..%d", d.Number, int64(maxNumber))
	}
	return nil
}

// checkClocks reports a datagram of a clock that the scenario has not.
func (ev *Event) checkClocks(running []registry.Algorithm) error {
	for key, d := range ev.Held {
		is := func(a registry.Algorithm) bool { return a.Name == d.Clock }
		if d.Clock != "" && !slices.ContainsFunc(running, is) {
			clocks := texts.Names(running, func(a registry.Algorithm) string { return a.Name })
			return invalidf(key+".clock", "%s.clock: %q is unknown (%s)", key, shortened(d.Clock), texts.Allowed(d.Clock, clocks))
		}
	}
	return nil
}

// datagram reads which one is meant; more are keys beside those that name it.
func (t *table) datagram(more ...string) (d Datagram) {
	t.only(append(more, "client", "way", "kind", "clock", "number", "second")...)
	d.Client = int(t.number("client", 0, 1, MaxClients))
	way, kind := t.text("way"), t.text("kind")
	if d.Way = Direction(slices.Index(wayNames[:], way)); d.Way < 0 {
		t.fail("way", "%q is unknown (%s)", shortened(way), texts.Allowed(way, wayNames[:]))
	}
	for k := game.KindHello; k < game.KindCount; k++ {
		if k.String() == kind && !k.OfClocks() {
			d.Kind = k
		}
	}
	if kind != "" && d.Kind == 0 {
		t.fail("kind", "%q is unknown (%s)", shortened(kind), texts.Allowed(kind, kindNames()))
	}
	d.Clock = t.text("clock")
	d.Number = uint64(t.number("number", 0, 1, maxNumber))
	d.Second = t.truth("second")
	return d
}

// held reads the datagrams that an event is about.
func (t *table) held(ev *Event) {
	if move, ok := t.sub("move"); ok {
		ev.Move = &Move{Datagram: move.datagram("by"), By: move.duration("by", "", "60ms")}
		t.err = move.err
	}
	if lose, ok := t.sub("lose"); ok {
		d := lose.datagram()
		ev.Lose, t.err = &d, lose.err
	}
}

// fields are those of the datagram as files write them.
func (d *Datagram) fields() string {
	of := fmt.Sprintf("kind = %q", d.Kind)
	if d.Clock != "" {
		of = fmt.Sprintf("clock = %q", d.Clock)
	}
	text := fmt.Sprintf("client = %d, way = %q, %s, number = %d", d.Client, wayNames[d.Way], of, d.Number)
	if d.Second {
		text += ", second = true"
	}
	return text
}

// String names the datagram in words.
func (d *Datagram) String() string {
	what := d.Kind.String()
	if d.Clock != "" {
		what = "datagram of " + d.Clock
	}
	if d.Second {
		what = "second copy of " + what
	}
	return fmt.Sprintf("%s %d %s of client%d", what, d.Number, wayNames[d.Way], d.Client)
}
