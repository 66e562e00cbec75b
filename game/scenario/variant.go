package scenario

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"driftlab/internal/param"
	"driftlab/internal/texts"
	"driftlab/netsync/guest"
	"driftlab/netsync/registry"
)

// MaxVariants is how many variants of clocks a scenario may name.
const MaxVariants = 16

// A Variant is a clock that a scenario names: an algorithm with constants of its own. It is raced, drives and is shown
// like any other.
type Variant struct {
	Name   string
	of     registry.Algorithm
	values []int64 // of its constants
}

// variantName is what variants may be called.
var variantName = regexp.MustCompile("^[a-z0-9][a-z0-9-]{0,23}$")

// variants reads the clocks of a scenario's file, in the order of their names.
func (t *table) variants() (all []Variant) {
	clocks, ok := t.sub("clock")
	if !ok {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(clocks.values)) {
		if one, ok := clocks.sub(name); ok {
			v := one.variant(name)
			clocks.err = one.err
			all = append(all, v)
		} else {
			clocks.fault(name, fmt.Errorf("clock.%s: %s is not a table", name, shown(clocks.values[name])))
		}
	}
	if len(all) > MaxVariants {
		clocks.fault(all[MaxVariants].Name, fmt.Errorf("clock: %d variants is outside 0..%d", len(all), MaxVariants))
	}
	t.err = clocks.err
	return all
}

// variant reads one of them.
func (t *table) variant(name string) Variant {
	v := Variant{Name: name}
	of, err := registry.Lookup(t.text("algorithm"))
	if err == nil {
		err = checkVariantName(name)
	}
	if err != nil {
		t.fault("algorithm", fmt.Errorf("clock.%s: %w", oneLine(shortened(name)), err))
		return v
	}
	v.of = of
	names := []string{"algorithm"}
	for i := range of.Constants {
		p := of.Constants[i]
		names = append(names, p.Name)
		v.values = append(v.values, p.Default)
		written, ok := t.values[p.Name]
		if !ok {
			continue
		}
		text, err := settingText(p.Name, written)
		if err == nil {
			p.Name = "clock." + name + "." + p.Name
			v.values[i], err = p.Parse(text)
		}
		if err != nil {
			t.fault(of.Constants[i].Name, err)
		}
	}
	t.only(names...)
	if _, err := of.With(v.values).New(); err != nil && t.err == nil {
		t.fault("algorithm", fmt.Errorf("clock.%s.%w", name, err))
	}
	return v
}

// checkVariantName reports what no variant may be called.
func checkVariantName(name string) error {
	if !variantName.MatchString(name) {
		return fmt.Errorf("a name has 1..24 small letters, digits and hyphens, and begins with no hyphen")
	}
	if _, err := registry.Lookup(name); err == nil || Find("client."+name) != nil {
		return fmt.Errorf("the name is taken")
	}
	return nil
}

// write writes the table of the variant: its algorithm, and what is not at its default.
func (v *Variant) write(b *strings.Builder) {
	fmt.Fprintf(b, "\n[clock.%s]\nalgorithm = %q\n", v.Name, v.of.Name)
	for i := range v.values {
		if p := &v.of.Constants[i]; v.values[i] != p.Default {
			fmt.Fprintf(b, "%s = %q\n", p.Name, p.Format(v.values[i]))
		}
	}
}

// Algorithms returns the clocks that run in the scenario: those of the registry that its [ClockList] has or that its settings
// need, its variants, and its guests, in the order in which tables list them.
func (sc *Scenario) Algorithms() []registry.Algorithm {
	return withGuests(withVariants(sc.running().of(registry.Algorithms()), sc.Clocks), sc.Guests)
}

func withVariants(all []registry.Algorithm, variants []Variant) []registry.Algorithm {
	for i := range variants {
		v := &variants[i]
		all = append(all, v.of.Variant(i, v.Name, v.values))
	}
	return all
}

// CheckNames reports settings that name a clock that the scenario has not.
func (sc *Scenario) CheckNames(set []Assignment) error {
	return checkNames(set, ownClocks(sc.Clocks, sc.Guests))
}

// checkNames reports settings that name a clock that is none of the registry's and none of a scenario's own.
func checkNames(set []Assignment, own []string) error {
	for _, a := range set {
		p := &a.Key().Param
		if !p.Open || a.text == nil || slices.Contains(own, a.text.text) {
			continue
		}
		allowed := slices.Concat(p.Choices, own)
		return invalidf("set."+a.Name(), "%s: %q is unknown (%s)", a.Name(), shortened(a.text.text), texts.Allowed(a.text.text, allowed))
	}
	return nil
}

// openValue returns the value of a word that may be declared elsewhere.
func openValue(p *param.Param, text string) (value, bool) {
	text = strings.TrimSpace(text)
	if !p.Open || slices.Contains(p.Choices, text) || !variantName.MatchString(text) {
		return value{}, false
	}
	return value{number: int64(len(p.Choices)), text: &textValue{text: text}}, true
}

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

// Hello returns what the program of a guest gets first, as the half of client 1.
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
