package session

import (
	"slices"
	"strconv"

	"driftlab/game/scenario"
	"driftlab/netsim"
)

// Changes returns the settings that a person has given another value than the scenario has for now: A is the
// scenario's, B what stands. It costs as much as there are settings.
func (s *Session) Changes() []scenario.Difference {
	done := s.script[:s.done]
	if !slices.ContainsFunc(done, func(ev scenario.Event) bool { return len(ev.Set) > 0 }) {
		return nil
	}
	own := s.scenario.Begin()
	for _, ev := range s.scenario.Events {
		if ev.At > s.Now() {
			break
		}
		own.CatchUp(ev.At)
		if own.Take(&ev) != nil {
			return nil // a file is gone, which the session has read
		}
	}
	own.CatchUp(s.Now())
	for i := range s.scenario.Keyframes {
		k := &s.scenario.Keyframes[i]
		if first, _ := k.Span(); first <= s.Now() {
			own.Move(k, k.At(s.Now()/netsim.Time(scenario.AnimationStep)*netsim.Time(scenario.AnimationStep)))
		}
	}
	// What keyframes move lies between two of their steps, where a person has not set it.
	return slices.DeleteFunc(own.Differences(s.standing), func(d scenario.Difference) bool {
		return !slices.ContainsFunc(done, func(ev scenario.Event) bool {
			return slices.ContainsFunc(ev.Set, func(set scenario.Assignment) bool { return set.Key().Name == d.Name })
		})
	})
}

// Differences returns what differs in the settings of two sessions now, the seed and the number of clients first.
func Differences(a, b *Session) (all []scenario.Difference) {
	number := func(name string, x, y uint64) {
		if x != y {
			all = append(all, scenario.Difference{Name: name, A: strconv.FormatUint(x, 10), B: strconv.FormatUint(y, 10)})
		}
	}
	number("seed", a.scenario.Seed, b.scenario.Seed)
	number("clients", uint64(a.Clients()), uint64(b.Clients()))
	return append(all, a.standing.Differences(b.standing)...)
}
