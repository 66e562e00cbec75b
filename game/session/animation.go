package session

import (
	"time"

	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/netsync"
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
	if at, ok := a.next(s.scenario.Keyframes, s.settings.Eases()); !ok || at > now {
		return nil
	}
	a.step = now + netsim.Time(scenario.AnimationStep)
	a.set = a.set[:0]
	for n, all := range [...][]scenario.Keyframes{s.scenario.Keyframes, s.settings.Eases()} {
		for i := range all {
			k := &all[i]
			first, last := k.Span()
			if now < first || now > last || now != last && now%stepOf(s.settings, k) != 0 {
				continue
			}
			v := k.At(now)
			if n == 1 {
				v = eased(s.settings, k, now)
			}
			if moved, ok := s.settings.Move(k, v); ok {
				a.set = append(a.set, moved)
			}
		}
	}
	s.settings.Arrive(now)
	return s.applySet(a.set)
}

// eased returns what a setting on its way has from a step on. A rate has the average until its next step, since it is felt in
// what it adds up to: so at each step world time, or a clock, is where a straight line of the rate takes it.
func eased(settings *scenario.Settings, k *scenario.Keyframes, now netsim.Time) int64 {
	_, last := k.Span()
	switch k.Key().Name {
	case "host.dilation", "client.dilation", "client.skew":
		if step := stepOf(settings, k); now < last {
			return k.Mean(now, min((now/step+1)*step, last))
		}
	}
	return k.At(now)
}

// stepOf returns how often keyframes change their setting. A [netsync.Dilation] remembers a limited number of changes of the host's
// dilation, which must reach from what clients still show, half a second back, to what is announced ahead.
func stepOf(settings *scenario.Settings, k *scenario.Keyframes) netsim.Time {
	const past = 500 * time.Millisecond
	step := netsim.Time(scenario.AnimationStep)
	if k.Key().Name == "host.dilation" {
		lead := scenario.Hosts.Of(settings, 0).Lead
		step = max(step, scenario.StepAfter(netsim.Time((lead+past)/(netsync.DilationLines-1))))
	}
	return step
}
