package unity

import (
	"errors"
	"fmt"
	"iter"
	"time"
)

// NetworkTimeSystem is what the tests have the published design in, whole. It keeps a peer's network time and turns it into ticks: the text's
// NetworkTimeSystem, as a state machine that is advanced and reads no clock.
type NetworkTimeSystem struct {
	provider Provider
	times    Times
}

// NewNetworkTimeSystem returns a system at time zero; rate is 1 to 1000 ticks a second.
func NewNetworkTimeSystem(rate int, p Provider) (*NetworkTimeSystem, error) {
	if rate < 1 || rate > 1000 {
		return nil, fmt.Errorf("tick rate: %d is outside 1..1000", rate)
	}
	if p == nil {
		return nil, errors.New("provider: none given")
	}
	zero := NewNetworkTime(rate, 0)
	return &NetworkTimeSystem{provider: p, times: Times{zero, zero}}, nil
}

// InitializeClient begins at the tick of the first message from the host.
func (s *NetworkTimeSystem) InitializeClient(tick int64) {
	at := s.times.Server.Start().AddTicks(tick - s.times.Server.Tick())
	s.times = s.provider.InitializeClient(Times{at, at})
}

// Times returns the times as the latest advance left them.
func (s *NetworkTimeSystem) Times() Times { return s.times }

// Advance moves time on by delta of real time, and returns the ticks that predicted time passed and
// what the provider said; ok is false after a hard correction.
//
// The text runs the ticks of a hard correction like any others. The shipped code skips them, which
// a caller does by ranging over the ticks only if ok.
func (s *NetworkTimeSystem) Advance(delta time.Duration) (ticks Ticks, ok bool) {
	before := s.times.Predicted.Tick()
	s.times, ok = s.provider.AdvanceTime(s.times, delta)
	now := s.times.Predicted
	return Ticks{
		first:  now.Start().AddTicks(before + 1 - now.Tick()),
		last:   now.Tick(),
		behind: now.Tick() - s.times.Server.Tick(),
	}, ok
}

// Ticks are the ticks of one advance, oldest first. There are none if time stood still or went back.
type Ticks struct {
	first  NetworkTime // predicted
	last   int64       // predicted
	behind int64       // predicted − server, in ticks
}

// Len returns how many ticks there are.
func (t Ticks) Len() int64 { return max(0, t.last-t.first.Tick()+1) }

// All ranges over the ticks, each as predicted and as server time. If one advance passed several ticks, the text uses the
// difference between the two times at its end for all of them, "which is true for most of the cases but not always": server
// ticks may repeat or be left out.
func (t Ticks) All() iter.Seq2[NetworkTime, NetworkTime] {
	return func(yield func(predicted, server NetworkTime) bool) {
		for tick := t.first; tick.Tick() <= t.last; tick = tick.AddTicks(1) {
			if !yield(tick, tick.AddTicks(-t.behind)) {
				return
			}
		}
	}
}

// ServerProvider is the host's provider: both times run with real time, never faster or slower.
type ServerProvider struct{}

// AdvanceTime adds delta to both times.
func (ServerProvider) AdvanceTime(t Times, delta time.Duration) (Times, bool) {
	return Times{t.Predicted.Add(delta), t.Server.Add(delta)}, true
}

// InitializeClient makes both times equal, as in the text. The published code raises an error
// instead, since a host has no client to initialise.
func (ServerProvider) InitializeClient(t Times) Times {
	return Times{t.Server, t.Server}
}
