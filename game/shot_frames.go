package game

import (
	"encoding/binary"
	"time"

	"driftlab/netsync"
)

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

// show adds what the latest message has, as it has it.
func (f *framedShots) show(clock netsync.World, speed Speed, s *Scene) {
	if !f.any || clock.Sub(f.newest) > framedMemory {
		return
	}
	for _, shot := range f.ring {
		if shot.id != 0 && shot.at == f.newest {
			s.Shots = append(s.Shots, Object{ID: int(shot.id), Pos: shot.pos, Facing: shot.dir, Time: shot.at, Space: ServerTime,
				Vel: Point{X: Length(speed) * Length(shot.dir)}})
		}
	}
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
