package game

import (
	"encoding/binary"
	"math"
	"time"

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
		// What the latest message has, as it has it.
		if c.framed.any && m.Clock.World().Sub(c.framed.newest) <= framedMemory {
			for _, shot := range c.framed.ring {
				if shot.id != 0 && shot.at == c.framed.newest {
					s.Shots = append(s.Shots, Object{ID: int(shot.id), Pos: shot.pos, Facing: shot.dir, Time: shot.at, Space: ServerTime,
						Vel: Point{X: Length(c.cfg.Level.ShotSpeed) * Length(shot.dir)}})
				}
			}
		}
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

// framedSize is what one projectile takes in a message of positions.
const framedSize = 4 + 1 + 8

// framedMost is how many projectiles one message carries at most; the rest goes into another.
const framedMost = (MaxDatagram - gameHeader - 8) / framedSize

// framedMemory is how long a client shows the latest positions when no others come.
const framedMemory = 250 * time.Millisecond

// A framedShot is a projectile as a message of positions has it.
type framedShot struct {
	id  uint32
	dir int8
	pos Point
	at  netsync.World // the host's world time in that frame
}

// framedShots is what a client has been told of the projectiles' positions.
type framedShots struct {
	ring   [256]framedShot // by id
	newest netsync.World
	any    bool
}

// sendPositions sends them to a client that has asked for them. When the last projectile has gone it
// gets one empty message more.
func (h *Host) sendPositions(id int, now netsync.Local) {
	p := &h.peers[id]
	if !p.sight.latest.framed || len(h.positions) == 0 && !p.framed {
		return
	}
	p.framed = len(h.positions) > 0
	world, rest := h.World(now), h.positions
	for first := true; first || len(rest) > 0; first = false {
		if gameHeader+8+min(len(rest), framedMost*framedSize) > h.room(id) {
			return
		}
		part := rest[:min(len(rest), framedMost*framedSize)]
		rest = rest[len(part):]
		b := appendI64(h.begin(now, id, KindShots), int64(world))
		h.out.finish(id, append(b, part...))
	}
}

// receiveShots takes a message of positions.
func (c *Client) receiveShots(now netsync.Local, head header, body []byte) error {
	check := reader{message: "shots", b: body}
	world := netsync.World(check.clock("world time"))
	for len(check.b) > 0 && check.err == nil {
		check.framedShot()
	}
	if err := check.end(); err != nil {
		return err
	}
	c.clocks.observeStamp(now, c.came, head.stamp)
	f := &c.framed
	if f.any && world < f.newest {
		return nil // overtaken by a later one
	}
	f.newest, f.any = world, true
	r := reader{message: "shots", b: body[8:]}
	for len(r.b) > 0 {
		shot := r.framedShot()
		shot.at = world
		slot := &f.ring[shot.id%uint32(len(f.ring))]
		if slot.id != shot.id {
			c.receipt.Shots = append(c.receipt.Shots, shot.id)
		}
		*slot = shot
	}
	return nil
}

func (s framedShot) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, s.id)
	return appendPlace(append(b, byte(s.dir)), s.pos)
}

func (r *reader) framedShot() (s framedShot) {
	s.id = r.u32("shot")
	r.within(int64(s.id), 1, 1<<32-1, "shot")
	s.dir = r.facing("direction")
	s.pos = r.place("position")
	return s
}
