package game

import (
	"encoding/binary"
	"time"

	"driftlab/netsync"
)

// How fast a projectile flies.
const (
	DefaultShotSpeed = 40 * MetreASecond
	MinShotSpeed     = 10 * MetreASecond
	MaxShotSpeed     = 60 * MetreASecond
)

// ShotRadius is the size of a projectile.
const ShotRadius = 15 * Metre / 100

// A Shot is a projectile: it flies straight at constant speed from its spawn, so one message gives a client its whole path (Sutphin).
type Shot struct {
	ID     uint32 // from 1; 0 is no shot
	Owner  uint8
	Origin Point
	Dir    int8          // −1 left, +1 right
	Speed  Speed         // the level's
	Spawn  netsync.World // when it left Origin, in the host's world time
	End    netsync.World // when it stops: at the wall, or at what it hit
}

// newShot returns the shot that p fires at world time w, up to the wall or a bell.
func (l *Level) newShot(id uint32, owner int, p Player, w netsync.World) Shot {
	origin := Point{p.Pos.X + Length(p.Facing)*PlayerWidth/2, p.Pos.Y + muzzle}
	return Shot{ID: id, Owner: uint8(owner), Origin: origin, Dir: p.Facing, Speed: l.ShotSpeed, Spawn: w, End: w.Add(l.flightTime(origin, p.Facing))}
}

// flightTime returns how long a projectile flies from a place to the wall or a bell in its way.
func (l *Level) flightTime(origin Point, dir int8) time.Duration {
	way := origin.X
	if dir > 0 {
		way = l.Width - origin.X
	}
	for _, b := range l.Bells {
		if d := (b.X - origin.X) * Length(dir); d >= 0 && origin.Y >= b.Bottom && origin.Y <= b.Top {
			way = min(way, d)
		}
	}
	return l.ShotSpeed.takes(way)
}

// At returns the projectile's place at a world time; ok is false before its spawn and after its end.
func (s Shot) At(w netsync.World) (p Point, ok bool) {
	if s.ID == 0 || w < s.Spawn || w > s.End {
		return s.Origin, false
	}
	return s.along(w), true
}

// along returns the point of its path at a world time, even before its spawn or after its end.
func (s *Shot) along(w netsync.World) Point {
	return Point{s.Origin.X + Length(s.Dir)*s.Speed.Over(w.Sub(s.Spawn)), s.Origin.Y}
}

// hits says whether the projectile touches a player with these feet between two world times.
func (s Shot) hits(feet Point, from, to netsync.World) bool {
	a, okA := s.At(max(from, s.Spawn))
	b, okB := s.At(min(to, s.End))
	return okA && okB && touches(a, b, feet)
}

// touches says whether a projectile on its path from a to b touches a player with these feet.
func touches(a, b, feet Point) bool {
	left, right := min(a.X, b.X)-ShotRadius, max(a.X, b.X)+ShotRadius
	return right >= feet.X-PlayerWidth/2 && left <= feet.X+PlayerWidth/2 &&
		b.Y >= feet.Y && b.Y <= feet.Y+PlayerHeight
}

const (
	// shotsKept is how many shots a machine keeps.
	shotsKept = 256
	// shotsTogether is how many shots share a last end.
	shotsTogether = 16
)

// shotRing holds the latest shots by number, and for each group of them when the last one ends: few fly at a time, and from skips
// the groups that have ended.
type shotRing struct {
	list [shotsKept]Shot
	last [shotsKept / shotsTogether]netsync.World
}

// at returns the shot in a number's place, which may have another number.
func (r *shotRing) at(id uint32) *Shot { return &r.list[id%shotsKept] }

func (r *shotRing) put(s Shot) {
	*r.at(s.ID) = s
	r.ends(s.ID)
}

// end stops shot id at w, if it is still kept.
func (r *shotRing) end(id uint32, w netsync.World) {
	if s := r.at(id); s.ID == id {
		s.End = w
		r.ends(id)
	}
}

// ends updates the last end of a shot's group.
func (r *shotRing) ends(id uint32) {
	group := id % shotsKept / shotsTogether
	last := netsync.World(0)
	for i := range r.list[group*shotsTogether:][:shotsTogether] {
		last = max(last, r.list[int(group*shotsTogether)+i].End)
	}
	r.last[group] = last
}

// from calls show with each shot that does not end before a world time.
func (r *shotRing) from(w netsync.World, show func(*Shot)) {
	for group, last := range r.last {
		if last < w {
			continue
		}
		for i := group * shotsTogether; i < (group+1)*shotsTogether; i++ {
			if s := &r.list[i]; s.ID != 0 && s.End >= w {
				show(s)
			}
		}
	}
}

// framedSize is a projectile's length in a message of positions.
const framedSize = 4 + 1 + 8

// framedMost is how many projectiles fit in one message; the rest goes into another.
const framedMost = (MaxDatagram - gameHeader - 8) / framedSize

// framedMemory is how long a client shows the latest positions without newer ones.
const framedMemory = 250 * time.Millisecond

// A framedShot is a projectile in a message of positions.
type framedShot struct {
	id  uint32
	dir int8
	pos Point
	at  netsync.World // the host's world time in that frame
}

// framedShots are the projectiles' positions that a client has received.
type framedShots struct {
	ring   [256]framedShot // by id
	newest netsync.World
	any    bool
}

// sendPositions sends positions to a client that asks for them. When the last projectile is gone it gets one empty message.
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
		h.Outbox.finish(id, append(b, part...))
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
	c.Clocks.observeStamp(now, c.came, head.stamp)
	f := &c.framed
	if f.any && world < f.newest {
		return nil // overtaken
	}
	f.newest, f.any = world, true
	r := reader{message: "shots", b: body[8:]}
	for len(r.b) > 0 {
		shot := r.framedShot()
		shot.at = world
		slot := &f.ring[shot.id%uint32(len(f.ring))]
		if slot.id != shot.id {
			c.Receipt.Shots = append(c.Receipt.Shots, shot.id)
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
