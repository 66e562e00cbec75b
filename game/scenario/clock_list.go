package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"driftlab/internal/texts"
	"driftlab/netsync/registry"
)

// A ClockList says which clocks of the registry run: names of clocks and of their groups, or all, separated by commas.
// Clocks that the settings need run too: the one that a client's algorithm names, and the one whose constants a time provider
// uses. The empty list is [DefaultClockList].
type ClockList string

// DefaultClockList has the clocks of the first version, so that older files mean the same.
const DefaultClockList ClockList = "published"

// allClocks is the word for the whole registry.
const allClocks = "all"

// ParseClockList reads a list as people write it; a word that appears twice counts once.
func ParseClockList(text string) (ClockList, error) {
	var words []string
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		if !slices.Contains(clockListWords, word) {
			return "", fmt.Errorf("clocks: %q is unknown (%s)", shortened(word), texts.Allowed(word, clockListWords))
		}
		if !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return ClockList(strings.Join(words, ",")), nil
}

// clockListWords are the words that a list may have.
var clockListWords = func() []string {
	words := []string{allClocks}
	for _, g := range registry.Groups {
		words = append(words, g.String())
	}
	return append(words, algorithmNames()...)
}()

// String returns the list as files have it.
func (r ClockList) String() string {
	r = cmp.Or(r, DefaultClockList)
	return string(r)
}

// clockSet is a set of the registry's algorithms, by their IDs.
type clockSet uint64

func (s clockSet) has(a *registry.Algorithm) bool { return s>>a.ID&1 == 1 }

// of returns those of some algorithms that are in the set.
func (s clockSet) of(all []registry.Algorithm) []registry.Algorithm {
	return slices.DeleteFunc(all, func(a registry.Algorithm) bool { return !s.has(&a) })
}

// set returns the clocks of a valid list.
func (r ClockList) set() (s clockSet) {
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
	s := sc.ClockList.set()
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

// Admit adds the clocks that some settings need, whether the scenario ever sets them or not.
func (sc *Scenario) Admit(set []Assignment) {
	missing := needed(set) &^ sc.ClockList.set()
	for _, a := range missing.of(registry.Algorithms()) {
		sc.ClockList = ClockList(sc.ClockList.String() + "," + a.Name)
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
func (s *Settings) checkRunning(set []Assignment) error {
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

// clockList reads which clocks run: words in one text, or a list of them.
func (t *table) clockList() ClockList {
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
	r, err := ParseClockList(text)
	if err != nil {
		t.fault("clocks", err)
	}
	return r
}
