package scenario

import (
	"fmt"
	"slices"

	"driftlab/internal/texts"
	"driftlab/netsync/guest"
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

// ownClocks are the names of the clocks that a scenario or a log has beside the registry's.
func ownClocks(variants []Variant, guests []guest.Guest) []string {
	names := texts.Names(variants, func(v Variant) string { return v.Name })
	return append(names, texts.Names(guests, func(g guest.Guest) string { return g.Name })...)
}

// withGuests returns some clocks with guests behind them.
func withGuests(all []registry.Algorithm, guests []guest.Guest) []registry.Algorithm {
	for i := range guests {
		all = append(all, guests[i].Algorithm(i))
	}
	return all
}
