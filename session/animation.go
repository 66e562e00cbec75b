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

// next returns the next step at which one of the keyframes moves something.
func (a *animation) next(all []scenario.Keyframes) (at netsim.Time, ok bool) {
	for i := range all {
		first, last := all[i].Span()
		if step := max(first, a.step); step <= last && (!ok || step < at) {
			at, ok = step, true
		}
	}
	return at, ok
}

// animate makes the step that is due at now, if one is. The scenario has the keyframes, so the log of
// events does without their steps.
func (s *Session) animate(now netsim.Time) error {
	a := &s.animation
	if at, ok := a.next(s.scenario.Keyframes); !ok || at > now {
		return nil
	}
	a.step = now + netsim.Time(scenario.AnimationStep)
	a.set = a.set[:0]
	for i := range s.scenario.Keyframes {
		k := &s.scenario.Keyframes[i]
		first, last := k.Span()
		if now < first || now > last || k.Key().Name == "host.dilation" && now != last && now%s.dilationStep() != 0 {
			continue
		}
		if moved, ok := s.standing.Move(k, k.At(now)); ok {
			a.set = append(a.set, moved)
		}
	}
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
