package game

import (
	"math"

	"driftlab/netsync"
)

// ShotMode says how a client shows projectiles (Sutphin).
type ShotMode uint8

const (
	// TimestampedShots start at their message's time stamp: they are moved on by the lag that the
	// synchronised clock computes.
	TimestampedShots ShotMode = iota
	// NaiveShots start where they were fired when the message arrives, as if the way had taken no time.
	NaiveShots
	// FramedShots are where the host's latest message of positions has them: it sends one every frame.
	FramedShots
	// PredictedShots are shown by their shooter at once, in predicted time, and brought to the host's
	// path when its message comes. Others see them as TimestampedShots.
	PredictedShots
)

// shotModeNames are those that settings use, by value.
var shotModeNames = [...]string{"timestamped", "naive", "per-frame", "predicted"}

// ShotError returns how far ahead of the truth a projectile is shown along its flight, negative where it
// is behind. Truth is the same projectile in the host's [Scene]. At [DefaultShotSpeed] a metre is 25 ms.
func ShotError(shown, truth Object) Length {
	return (shown.Pos.X - truth.Pos.X) * Length(truth.Facing)
}

// showShots adds the projectiles that the client knows of.
func (c *Client) showShots(look Look, m Moment, s *Scene) {
	if look.Shots == FramedShots {
		c.framed.show(m.Clock.World(), c.cfg.Level.ShotSpeed, s)
		return
	}
	t := m.shots()
	c.shots.from(t.over(look.Shots), func(shot *Shot) { c.showShot(look, shot, t, s) })
	if look.Shots == PredictedShots {
		c.showOwnShots(t.predicted, s)
	}
}

// shotTimes are the world times in which projectiles can be shown at a moment.
type shotTimes struct{ clock, predicted netsync.World }

func (m *Moment) shots() shotTimes { return shotTimes{m.Clock.World(), m.Predicted.World()} }

// over returns the world time before which has ended what is not shown any more.
func (t *shotTimes) over(mode ShotMode) netsync.World {
	if mode == NaiveShots {
		return math.MinInt64
	}
	return min(t.clock, t.predicted)
}

// shotTime returns the world time in which a projectile of the ring is shown; predicted says that it
// is by what the client has foreseen.
func (c *Client) shotTime(look Look, shot *Shot, t shotTimes) (at netsync.World, predicted bool) {
	at = t.clock
	switch {
	case look.Shots == FramedShots:
		return c.framed.newest, false
	case look.Shots == NaiveShots:
		return at.Add(-c.arrived[shot.ID%shotsKept].Sub(shot.Spawn)), false
	case look.Shots == PredictedShots && int(shot.Owner) == c.cfg.ID && c.own.predicted(shot.ID):
		return t.predicted, true
	}
	return at, false
}

// showShot adds a projectile of the ring, unless it is shown in predicted time.
func (c *Client) showShot(look Look, shot *Shot, t shotTimes, s *Scene) {
	at, predicted := c.shotTime(look, shot, t)
	if predicted {
		return
	}
	if pos, ok := shot.At(at); ok {
		s.Shots = append(s.Shots, shot.object(int(shot.ID), pos, at))
	}
}

// showOwnShots adds those that the client has spawned itself.
func (c *Client) showOwnShots(predicted netsync.World, s *Scene) {
	for i := range c.own.list[:c.own.count] {
		o := &c.own.list[i]
		if !o.foreseen {
			continue
		}
		if pos, ok := c.place(o, predicted); ok {
			shown := o.shot.object(o.shown(), pos, predicted)
			shown.Space = PredictedTime
			s.Shots = append(s.Shots, shown)
		}
	}
}
