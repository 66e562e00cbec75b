package session

import (
	"time"

	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/scenario"
)

// animation is how far the keyframes have got.
type animation struct {
	step netsim.Time // the first step that is still to be made
	set  []scenario.Assignment
}

// next returns the next step at which one of some keyframes moves something: those of the scenario, and what is on its way.
func (a *animation) next(some ...[]scenario.Keyframes) (at netsim.Time, ok bool) {
	for _, all := range some {
		for i := range all {
			first, last := all[i].Span()
			if step := max(first, a.step); step <= last && (!ok || step < at) {
				at, ok = step, true
			}
		}
	}
	return at, ok
}

// animate makes the step that is due at now, if one is: of the keyframes, and then of what an event takes somewhere over some
// time. The scenario has the keyframes, and the log the events, so it does without their steps.
func (s *Session) animate(now netsim.Time) error {
	a := &s.animation
	if at, ok := a.next(s.scenario.Keyframes, s.standing.Eases()); !ok || at > now {
		return nil
	}
	a.step = now + netsim.Time(scenario.AnimationStep)
	a.set = a.set[:0]
	for _, all := range [...][]scenario.Keyframes{s.scenario.Keyframes, s.standing.Eases()} {
		for i := range all {
			k := &all[i]
			first, last := k.Span()
			if now < first || now > last || k.Key().Name == "host.dilation" && now != last && now%s.dilationStep() != 0 {
				continue
			}
			if moved, ok := s.standing.Move(k, k.At(now)); ok {
				a.set = append(a.set, moved)
			}
		}
	}
	s.standing.Arrive(now)
	return s.applySet(a.set)
}

// dilationStep returns how often keyframes change the host's dilation. A [netsync.Dilation] remembers
// so many changes only, and they have to reach from what clients still show, half a second back, to
// what is announced ahead.
func (s *Session) dilationStep() netsim.Time {
	const past = 500 * time.Millisecond
	span := scenario.Hosts.Of(s.standing, 0).Lead + past
	return max(scenario.StepAfter(netsim.Time(span/(netsync.DilationLines-1))), netsim.Time(scenario.AnimationStep))
}
