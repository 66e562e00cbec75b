package session

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"driftlab/game/scenario"
	"driftlab/netsim"
)

// Log returns the session so far as a scenario as long as the session has been: played again, it
// gives the same bytes. Events of the scenario that lie ahead are part of it.
func (s *Session) Log() *scenario.Scenario {
	sc := s.scenario
	if s.Now() > 0 {
		sc.Duration = time.Duration(s.Now())
	}
	sc.Set, sc.Guests = s.initial, s.cast.Log()
	sc.Events = slices.Concat(s.log, s.pending, s.script[s.done:])
	ahead := sc.Events[len(s.log):]
	slices.SortStableFunc(ahead, func(a, b scenario.Event) int { return cmp.Compare(a.At, b.At) })
	return &sc
}

// Script returns what a person has done and, where the session is gone through again, will do: the
// events beside the scenario's own, in order. It must not be changed.
func (s *Session) Script() []scenario.Event { return s.script }

// Done returns how many events of the script have been applied.
func (s *Session) Done() int { return s.done }

// Follow has the session go on by a script, which begins with what has been done in it already. What
// the script has for now is applied at once.
func (s *Session) Follow(script []scenario.Event) error {
	s.script = script
	return s.applyAllDue()
}

// Played returns the machine whose player a person took last and has not given back; ok is false where
// there is none. Players that the scenario moves are nobody's.
func (s *Session) Played() (machine int, ok bool) {
	done := s.script[:s.done]
	for i := len(done) - 1; i >= 0; i-- {
		if p := done[i].Play; p != nil {
			return p.Player, !p.Release
		}
	}
	return 0, false
}

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
	return slices.DeleteFunc(own.Differences(s.settings), func(d scenario.Difference) bool {
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
	return append(all, a.settings.Differences(b.settings)...)
}

// Presses returns what bots have pressed since the last call, machine after machine. The first call has the session keep it
// from then on, for good: it is for a session that is looked ahead in.
func (s *Session) Presses() *scenario.Bots {
	found := s.host.host.AppendPresses(nil)
	for _, c := range s.clients {
		found = c.client.AppendPresses(found)
	}
	return &scenario.Bots{Presses: found}
}

// CanLead says whether bots of another world can play what those of this one press, tick for tick: both look where they go, in
// the same arena at the same rate, and the other's are not to go by themselves.
func (s *Session) CanLead(other *Session) bool {
	mine, its := scenario.Worlds.Of(s.settings, 0), scenario.Worlds.Of(other.settings, 0)
	return mine.Live && its.Live && !its.Own && mine.Arena == its.Arena && mine.Rate == its.Rate
}
