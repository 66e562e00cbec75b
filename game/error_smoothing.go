package game

import (
	"time"

	"driftlab/netsync"
)

// smoothIn is how long, in world time, one of the others takes from where the older states had it to
// where the newer ones have it.
const smoothIn = 100 * time.Millisecond

// errorSmoothing makes dead reckoning smooth: when a snapshot tells that someone is elsewhere than shown,
// what is shown does not jump there. It goes over from the older course to the newer one, evenly within
// smoothIn. So it moves in a frame no farther than its own speed takes it and a frame's share of the
// difference.
type errorSmoothing struct {
	look Others        // whose differences these are
	from netsync.World // when they were what they are
	off  [MaxPlayers + 1]Point
}

// left returns by how much one is still shown beside the newest course.
func (v *errorSmoothing) left(id int, look Others, clock netsync.World) Point {
	if look != v.look || v.off[id] == (Point{}) {
		return Point{}
	}
	rest := smoothIn - max(clock.Sub(v.from), 0)
	if rest <= 0 {
		return Point{}
	}
	return Point{v.off[id].X.share(rest, smoothIn), v.off[id].Y.share(rest, smoothIn)}
}

// learn adds a snapshot of a tick, which begins at a world time, and keeps where everyone was shown before it.
func (c *Client) learn(p *baseline, tick int64, at, clock netsync.World) {
	v, look := &c.smoothing, c.look.Others
	if look == Interpolated {
		v.look = look
		c.others.add(p, tick, at, clock, &c.baselines)
		return
	}
	var here [MaxPlayers + 1]bool
	for id := range v.off {
		var pos Point
		if pos, _, here[id] = c.reckoned(id, look, clock); here[id] {
			v.off[id] = pos.Plus(v.left(id, look, clock))
		}
	}
	c.others.add(p, tick, at, clock, &c.baselines)
	for id := range v.off {
		pos, _, ok := c.reckoned(id, look, clock)
		if ok && here[id] {
			v.off[id] = v.off[id].Sub(pos)
		} else {
			v.off[id] = Point{}
		}
	}
	v.look, v.from = look, clock
}
