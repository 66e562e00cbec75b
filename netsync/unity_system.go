package netsync

import (
	"errors"
	"fmt"
	"iter"
	"time"
)

// UnityTimes are the two times of a peer (MLAPI): predicted time is when a message sent now
// reaches the host, server time that of the host's state as it is shown here. On the host they are
// the same. Both have one tick rate.
type UnityTimes struct {
	Predicted, Server NetworkTime
}

// A UnityProvider decides how network time goes on: the text's INetworkTimeProvider. It is the root
// of all network time, and a faulty one harms everything that goes by it.
type UnityProvider interface {
	// AdvanceTime returns t after a frame that took delta of real time; ok is false if that was a
	// hard correction. (The text has it so; published code of mid-2021 has it the other way round.)
	AdvanceTime(t UnityTimes, delta time.Duration) (next UnityTimes, ok bool)
	// InitializeClient returns the times to begin with. It is called once, on clients only; both
	// times of t are that of the tick in the host's first message.
	InitializeClient(t UnityTimes) UnityTimes
}

// UnityTimeSystem keeps a peer's network time and turns it into ticks: the text's
// NetworkTimeSystem, as a state machine that is advanced and reads no clock.
type UnityTimeSystem struct {
	provider UnityProvider
	times    UnityTimes
}

// NewUnityTimeSystem returns a system at time zero; rate is 1 to 1000 ticks a second.
func NewUnityTimeSystem(rate int, p UnityProvider) (*UnityTimeSystem, error) {
	if rate < 1 || rate > 1000 {
		return nil, fmt.Errorf("tick rate: %d is outside 1..1000", rate)
	}
	if p == nil {
		return nil, errors.New("provider: none given")
	}
	zero := NewNetworkTime(rate, 0)
	return &UnityTimeSystem{provider: p, times: UnityTimes{zero, zero}}, nil
}

// InitializeClient begins at the tick of the first message from the host.
func (s *UnityTimeSystem) InitializeClient(tick int64) {
	at := NewNetworkTime(s.times.Server.Rate(), tick)
	s.times = s.provider.InitializeClient(UnityTimes{at, at})
}

// Times returns the times as the latest advance left them.
func (s *UnityTimeSystem) Times() UnityTimes { return s.times }

// Advance moves time on by delta of real time, and returns the ticks that predicted time passed and
// what the provider said; ok is false after a hard correction.
//
// The text runs the ticks of a hard correction like any others. The shipped code skips them, which
// a caller does by ranging over the ticks only if ok.
func (s *UnityTimeSystem) Advance(delta time.Duration) (ticks UnityTicks, ok bool) {
	before := s.times.Predicted.Tick()
	s.times, ok = s.provider.AdvanceTime(s.times, delta)
	now := s.times.Predicted
	return UnityTicks{
		first:  now.Start().AddTicks(before + 1 - now.Tick()),
		last:   now.Tick(),
		behind: now.Tick() - s.times.Server.Tick(),
	}, ok
}

// UnityTicks are the ticks of one advance, oldest first. There is none if time stood or went back.
type UnityTicks struct {
	first  NetworkTime // predicted
	last   int64       // predicted
	behind int64       // predicted − server, in ticks
}

// Len returns how many ticks there are.
func (t UnityTicks) Len() int64 { return max(0, t.last-t.first.Tick()+1) }

// All ranges over the ticks, each as predicted and as server time. Where one advance passed several
// of them, the text keeps the difference that the two times have at its end for all, "which is true
// for most of the cases but not always": server ticks may repeat or be left out.
func (t UnityTicks) All() iter.Seq2[NetworkTime, NetworkTime] {
	return func(yield func(predicted, server NetworkTime) bool) {
		for tick := t.first; tick.Tick() <= t.last; tick = tick.AddTicks(1) {
			if !yield(tick, tick.AddTicks(-t.behind)) {
				return
			}
		}
	}
}
