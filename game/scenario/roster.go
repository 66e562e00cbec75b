package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"driftlab/internal/texts"
	"driftlab/netsync/registry"
)

// A Roster says which clocks of the registry run: names of clocks and of their groups, or all, separated by commas. Those
// run too that the settings need: what a client's algorithm names, and by whose constants a time provider goes. The empty
// one stands for [DefaultRoster].
type Roster string

// DefaultRoster has the clocks with which the program began, so that what was written before there were more means the same.
const DefaultRoster Roster = "published"

// allClocks is the word for the whole registry.
const allClocks = "all"

// ParseRoster reads a roster as people write it; a word that appears twice counts once.
func ParseRoster(text string) (Roster, error) {
	var words []string
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		if !slices.Contains(rosterWords, word) {
			return "", fmt.Errorf("clocks: %q is unknown (%s)", shortened(word), texts.Allowed(word, rosterWords))
		}
		if !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return Roster(strings.Join(words, ",")), nil
}

// rosterWords are the words of rosters.
var rosterWords = func() []string {
	words := []string{allClocks}
	for _, g := range registry.Groups() {
		words = append(words, g.String())
	}
	return append(words, algorithmNames()...)
}()

// String returns the roster as files have it.
func (r Roster) String() string {
	r = cmp.Or(r, DefaultRoster)
	return string(r)
}

// clockSet is a set of the registry's algorithms, by their IDs.
type clockSet uint64

func (s clockSet) has(a *registry.Algorithm) bool { return s>>a.ID&1 == 1 }

// of returns those of some algorithms that are in the set.
func (s clockSet) of(all []registry.Algorithm) []registry.Algorithm {
	return slices.DeleteFunc(all, func(a registry.Algorithm) bool { return !s.has(&a) })
}

// set returns the clocks of a valid roster.
func (r Roster) set() (s clockSet) {
	words := strings.Split(r.String(), ",")
	for _, a := range registry.Algorithms() {
		if slices.Contains(words, allClocks) || slices.Contains(words, a.Group.String()) || slices.Contains(words, a.Name) {
			s |= 1 << a.ID
		}
	}
	return s
}

// running returns the algorithms of the registry that run in the scenario.
func (sc *Scenario) running() clockSet {
	s := sc.Roster.set()
	values := newValueTable(sc.Clients)
	values.store(settled(sc.Set))
	for client := 1; client < len(values); client++ {
		for _, key := range []int{indexOf("client.algorithm"), indexOf("time.provider")} {
			v := values[client][key]
			s |= needed([]Assignment{{Client: client, key: key, Value: v.number, text: v.text}})
		}
	}
	for i := range sc.Events {
		s |= needed(sc.Events[i].Set)
	}
	return s
}

// needed returns the algorithms of the registry that settings need.
func needed(set []Assignment) (s clockSet) {
	for _, a := range settled(set) {
		if name := neededClock(a); name != "" {
			if clock, err := registry.Lookup(name); err == nil { // no variant, which runs anyway
				s |= 1 << clock.ID
			}
		}
	}
	return s
}

// Admit has the clocks run that some settings need, whether the scenario ever sets them or not.
func (sc *Scenario) Admit(set []Assignment) {
	missing := needed(set) &^ sc.Roster.set()
	for _, a := range missing.of(registry.Algorithms()) {
		sc.Roster = Roster(sc.Roster.String() + "," + a.Name)
	}
}

// neededClock returns the name of the clock that a setting needs, "" for none.
func neededClock(a Assignment) string {
	switch a.Key().Name {
	case "client.algorithm":
		return a.ValueText()
	case "time.provider":
		if a.Value > 0 {
			return registry.TimeDesigns()[a.Value-1].Clock
		}
	}
	return ""
}

// checkRunning reports settings of an event that need a clock that does not run.
func (s *Standing) checkRunning(set []Assignment) error {
	if missing := needed(set) &^ s.running; missing == 0 {
		return nil
	}
	for _, a := range settled(set) {
		if needed([]Assignment{a})&^s.running != 0 {
			return invalidf("set."+a.Name(), "%s: %s does not run in this session: its clocks were chosen before it began", a.Name(), neededClock(a))
		}
	}
	return nil
}

// roster reads which clocks run: words in one text, or a list of them.
func (t *table) roster() Roster {
	text := ""
	switch v := t.values["clocks"].(type) {
	case nil:
		return ""
	case string:
		text = v
	case []any:
		var words []string
		for _, word := range v {
			words = append(words, fmt.Sprint(word))
		}
		text = strings.Join(words, ",")
	default:
		t.fail("clocks", "%s is neither a text nor a list of them", shown(v))
		return ""
	}
	r, err := ParseRoster(text)
	if err != nil {
		t.fault("clocks", err)
	}
	return r
}
