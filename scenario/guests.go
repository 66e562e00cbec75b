package scenario

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"driftlab/guest"
	"driftlab/netsync/registry"
)

// CheckGuests reports guests that a session of the scenario cannot have.
func (sc *Scenario) CheckGuests() error {
	if n := len(sc.Guests); n > registry.MaxGuests {
		return invalidf("guest", "guests: %d is outside 0..%d", n, registry.MaxGuests)
	}
	for i := range sc.Guests {
		g := &sc.Guests[i]
		err := checkVariantName(g.Name)
		if slices.ContainsFunc(sc.Clocks, func(v Variant) bool { return v.Name == g.Name }) ||
			slices.ContainsFunc(sc.Guests[:i], func(o guest.Guest) bool { return o.Name == g.Name }) {
			err = fmt.Errorf("the name is taken")
		}
		if err != nil {
			return invalidf("guest."+g.Name, "guest %q: %w", shortened(g.Name), err)
		}
	}
	return nil
}

// Hello returns what the program of a guest is told first, as the half of client 1.
func (sc *Scenario) Hello() guest.Hello {
	return guest.Hello{Client: 1, Seed: sc.Seed, TickRate: Worlds.Of(sc.Begin(), 0).Rate}
}

// guests reads the guests of a log, in the order of their tables: their programs are not in it.
func (t *table) guests() (all []guest.Guest) {
	tables, ok := t.sub("guest")
	if !ok {
		return nil
	}
	names := slices.Sorted(maps.Keys(tables.values))
	slices.SortStableFunc(names, func(a, b string) int { return t.parser.lines["guest."+a] - t.parser.lines["guest."+b] })
	for _, name := range names {
		one, _ := tables.sub(name)
		all = append(all, one.guest(name))
		tables.err = one.err
	}
	t.err = tables.err
	return all
}

// guest reads one of them.
func (t *table) guest(name string) guest.Guest {
	t.only("says", "answers")
	g := guest.Guest{Name: name}
	says, err := guest.ParseWelcome([]byte(t.text("says")))
	if err != nil {
		t.fail("says", "%w", err)
	}
	g.Says = says
	if packed := t.text("answers"); packed != "" {
		room := guest.MaxTape - t.parser.shelf.spent.answers
		if g.Answers, err = guest.Unpack(packed, room); err != nil {
			t.fail("answers", "%w", err)
		}
		t.parser.shelf.spent.answers += g.Answers.Bytes()
	}
	return g
}

// writeGuest writes the table of a guest.
func writeGuest(b *strings.Builder, g *guest.Guest) {
	fmt.Fprintf(b, "\n[guest.%s]\nsays = %s\n", g.Name, quote(strings.TrimSpace(string(g.Says.Append(nil)))))
	if g.Answers.Bytes() > 0 {
		fmt.Fprintf(b, "answers = '''\n%s'''\n", g.Answers.Pack())
	}
}

// ownClocks are the names of the clocks that a scenario or a log has beside the registry's.
func ownClocks(variants []Variant, guests []guest.Guest) (names []string) {
	for i := range variants {
		names = append(names, variants[i].Name)
	}
	for i := range guests {
		names = append(names, guests[i].Name)
	}
	return names
}

// withGuests returns some clocks with guests behind them.
func withGuests(all []registry.Algorithm, guests []guest.Guest) []registry.Algorithm {
	for i := range guests {
		all = append(all, guests[i].Algorithm(i))
	}
	return all
}
