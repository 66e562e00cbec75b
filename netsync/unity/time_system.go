package unity

import (
	"fmt"
	"time"

	"driftlab/netsync"
)

// A TimeSystem keeps a client's two times with a provider, checks that the provider keeps its promises, and counts how
// steadily the times run (MLAPI, NetworkTimeSystem).
//
// A provider that breaks a promise is stopped: the times are then those of the design "direct" until another is chosen.
type TimeSystem struct {
	Chosen  string // the provider that was chosen last, "" if none was
	AtWork  string // the provider in use: the chosen one, unless it was stopped
	Started bool   // there are times; set to false, as at a join, it has the provider start again at the next advance
	Pace    Pace
	Faults  uint64 // how many providers were stopped
	Fault   error  // that stopped the latest

	next     TimeProvider // the chosen one until it takes over, else nil
	provider TimeProvider
	last     WorldTimes
	known    [2]netsync.Timeline[netsync.Server] // the oldest and the newest line of world time known at the latest frame
}

// Pace counts how steadily a client's times run, over the frames in which world time runs at one rate.
type Pace struct {
	Frames uint64
	Off    uint64 // frames in which one of the times ran fast or slow by more than [PaceTolerance]
	Server uint64 // those among them in which server time did
	Resets uint64 // hard corrections; one that moved a time by that much is in Off too
	// Worst is the largest error of a time's advance in a frame, and WorstOf how much time passed in that frame.
	Worst, WorstOf time.Duration
}

// PaceTolerance is the part of a frame by which a time may run fast or slow and still count as steady: 1/50, twice the rate
// at which the text lets its times catch up.
const PaceTolerance = 50

// farthest is how far from its origin world time can be: 36 years.
const farthest = netsync.World(1) << 60

// Use switches to another provider at the next advance. Until then the times are still those of the provider before, so that
// they can be read even during a pause. The counts stay.
func (s *TimeSystem) Use(name string, p TimeProvider) { s.Chosen, s.next = name, p }

// Advance runs one frame.
func (s *TimeSystem) Advance(in *TimeInput) {
	if s.next != nil {
		s.AtWork, s.provider, s.next, s.Started = s.Chosen, s.next, nil, false
	}
	lines := in.Dilation.Lines()
	line := lines[len(lines)-1]
	known := [...]netsync.Timeline[netsync.Server]{lines[0], line} // the oldest counts too: a time far behind uses it even for what lies before it began
	ok, fresh := true, !s.Started
	if fresh {
		s.Started = true
		s.provider.Start(in)
	} else {
		ok = s.provider.Advance(in)
	}
	now := s.provider.Times(in)
	steady := !fresh && known == s.known
	if err := s.check(now, ok && steady, in); err != nil {
		s.Faults++
		s.Fault = fmt.Errorf("time provider %s: %w; the times are direct from now on", s.AtWork, err)
		s.AtWork, s.provider = directDesign.Name, new(directTime)
		s.provider.Start(in)
		now = s.provider.Times(in)
	}
	if !ok {
		s.Pace.Resets++
	}
	if steady && len(lines) == 1 && line.Rate() > 0 && in.Delta > 0 {
		s.Pace.count(s.last, now, time.Duration(line.Scale(int64(in.Delta))))
	}
	s.last, s.known = now, known
}

// check returns an error that says what is wrong with the times of a frame, if anything is.
func (s *TimeSystem) check(now WorldTimes, smoothly bool, in *TimeInput) error {
	if !now.far() && (!smoothly || in.Smooth(s.last, now)) {
		return nil
	}
	times := [...]struct {
		name       string
		last, time netsync.World
	}{{"predicted", s.last.Predicted, now.Predicted}, {"server", s.last.Server, now.Server}}
	for _, t := range times {
		if t.time < -farthest || t.time > farthest {
			return fmt.Errorf("%s time: %d s is outside ±36 years", t.name, int64(t.time)/int64(time.Second))
		}
	}
	t := times[0]
	if passed := t.time.Sub(t.last); passed >= 0 && passed <= in.most() {
		t = times[1]
	}
	if passed := t.time.Sub(t.last); passed >= 0 {
		return fmt.Errorf("%s time jumped by %v in a frame that it did not call a correction", t.name, passed)
	}
	return fmt.Errorf("%s time went back by %v in a frame that it did not call a correction", t.name, t.last.Sub(t.time))
}

// far says whether one of the times is farther from the origin than allowed.
func (t WorldTimes) far() bool {
	return max(t.Predicted, t.Server) > farthest || min(t.Predicted, t.Server) < -farthest
}

// Times returns both times at in.Now, which is at the latest frame or after it.
func (s *TimeSystem) Times(in *TimeInput) WorldTimes {
	t := s.provider.Times(in)
	if t.far() {
		return s.last // the next frame stops the provider
	}
	return t
}

// Follow returns how much of a buffer's change the times can follow in d of real time.
func (s *TimeSystem) Follow(d time.Duration) time.Duration { return s.provider.Follow(d) }

// Settling says which of the times is still approaching its target.
func (s *TimeSystem) Settling() Settling {
	if p, is := s.provider.(Settler); is && s.Started {
		return p.Settling()
	}
	return Settling{}
}

func (p *Pace) count(before, now WorldTimes, passed time.Duration) {
	p.Frames++
	server := (now.Server.Sub(before.Server) - passed).Abs()
	off := max((now.Predicted.Sub(before.Predicted) - passed).Abs(), server)
	if off > passed/PaceTolerance {
		p.Off++
	}
	if server > passed/PaceTolerance {
		p.Server++
	}
	if off > p.Worst {
		p.Worst, p.WorstOf = off, passed
	}
}

// most returns how far a time may advance in the frame that ends with in: twice what passed.
func (in *TimeInput) most() time.Duration {
	passed := time.Duration(0)
	for _, l := range in.Dilation.Lines() {
		passed = max(passed, time.Duration(l.Scale(int64(in.Delta))))
	}
	return 2*passed + time.Microsecond // allows for rounding
}

// Smooth says whether both times advanced by nothing to twice what passed.
func (in *TimeInput) Smooth(before, now WorldTimes) bool {
	predicted, server := now.Predicted.Sub(before.Predicted), now.Server.Sub(before.Server)
	return min(predicted, server) >= 0 && max(predicted, server) <= in.most()
}
