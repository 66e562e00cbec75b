package engines

import (
	"time"

	"driftlab/netsync"
)

// The directions in which a [smoothTime] is adjusted.
const (
	down = iota
	up
)

// smoothTime is DDNet's CSmoothTime: a time that approaches its target at a speed, which is the share of the distance that
// it covers in a second.
type smoothTime struct {
	current, target netsync.Server // when the clock read snap
	snap            netsync.Local
	speed           [2]float64
	spikes          int
	margin          time.Duration
}

func (s *smoothTime) begin(now netsync.Local, at netsync.Server) {
	*s = smoothTime{current: at, target: at, snap: now, speed: [2]float64{0.3, 0.3}}
}

// without returns the time at now, without the margin.
func (s *smoothTime) without(now netsync.Local) netsync.Server {
	passed := now.Sub(s.snap)
	off := s.target.Sub(s.current)
	speed := s.speed[down]
	if off > 0 {
		speed = s.speed[up]
	}
	share := min(passed.Seconds()*speed, 1)
	return s.current.Add(passed + time.Duration(float64(off)*share))
}

func (s *smoothTime) get(now netsync.Local) netsync.Server { return s.without(now).Add(s.margin) }

// update gives the time a new target, without the margin. Left is how early the snapshot or input was that the target comes
// from; a late one makes the time approach its target faster.
func (s *smoothTime) update(now netsync.Local, target netsync.Server, left time.Duration, direction int, spike time.Duration) {
	speed := &s.speed[direction]
	if left > -time.Millisecond { // times are sent in whole milliseconds
		s.spikes = max(s.spikes-1, 0)
		*speed = max(*speed*0.95, 2)
	} else {
		late := left <= -spike-time.Millisecond
		if late {
			s.spikes = min(s.spikes+5, 50)
		}
		if late && s.spikes < 15 {
			return
		}
		if *speed < 30 {
			*speed *= 2
		}
	}
	s.current = s.without(now)
	s.snap = now
	s.target = target
}
