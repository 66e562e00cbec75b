package game

import (
	"slices"
	"time"

	"driftlab/netsync"
)

// A Ruling is a hit in the tick in which the host decides on it.
type Ruling struct {
	Shot            uint32
	Shooter, Victim uint8
	Tick            int64
	Rewind          time.Duration // how far the host took the victim back
	Wanted          time.Duration // how far that would have been without a limit
	Seen, Stood     Point         // where to, and where it stands
	Judged          netsync.World // in which it stands there; meaningful if Refused, else that of the tick
	Refused         bool          // it is none, though the shooter saw one
	Dodged          bool          // the projectile does not touch it where it stands
	Felt            bool          // it has gone behind a column, by half a body or more
	Safe            netsync.World // since when it has been out of the way; meaningful if Dodged
	Spawn           netsync.World // of the projectile
	Pictured        netsync.World // in which the shooter's screen had the victim; where that was not said, to which the host went back
}

// Rulings appends the hits after the first so many to dst, oldest first, as far as they are kept, and returns how many
// there have been.
func (h *Host) Rulings(after uint64, dst []Ruling) ([]Ruling, uint64) {
	return h.rulings.since(after, dst), h.rulings.count
}

// felt is how far from where it was hit who is behind a column has to be for the hit to be felt: half a body.
const felt = PlayerWidth / 2

// decided keeps a hit that has just been decided on. Whom an earlier hit pushes behind a column, farther than it could have
// walked in the time of the rewind, is there by that and not by the rewind.
func (h *Host) decided(t *trial, s *Shot) {
	victim := int(t.victim)
	k := Ruling{Spawn: s.Spawn, Pictured: t.would.VictimTime, Shot: t.shot, Shooter: t.shooter, Victim: uint8(victim), Tick: h.tick, Rewind: t.rewind, Wanted: t.wanted, Seen: t.seen.Victim, Stood: t.stood, Dodged: t.dodged}
	if k.Dodged {
		off := k.Stood.Sub(k.Seen)
		k.Felt = k.Rewind >= walkSpeed.takes(felt) && h.cfg.Level.Covered(k.Stood) && off.X*off.X+off.Y*off.Y >= felt*felt
		// Since when the victim has been where the projectile, as it is now, does not touch it.
		first := h.tick - int64(t.rewind)*int64(h.cfg.Rate)/int64(time.Second)
		tick := h.tick
		from, to := h.at(h.tick-1), h.at(h.tick)
		for ; tick > first; tick-- {
			feet := h.hitboxes.row(tick - 1)[victim].pos
			if s.hits(feet, from, to) && !h.cfg.Level.Covered(feet) {
				break
			}
		}
		k.Safe = h.at(tick)
	}
	if k.Felt && k.Shooter > 0 {
		h.peers[k.Shooter].hits.Felt++
	}
	h.rulings.add(k)
}

// KnownTick returns the tick of the latest state of the host's that the client has, −1 before the first.
func (c *Client) KnownTick() int64 {
	if p := c.baselines.at(c.baselines.newest); p != nil && p.number != 0 {
		return p.tick
	}
	return -1
}

// ClaimedAt returns what the client's clock read in the frame in which one of its latest projectiles was seen to hit.
func (c *Client) ClaimedAt(shot uint32) (at netsync.Local, ok bool) {
	for i := range c.own.list[:c.own.count] {
		if o := &c.own.list[i]; o.id == shot && o.judged.claimed {
			return o.judged.frame, true
		}
	}
	return 0, false
}

// Told says whether the host's verdict on a projectile of the client's has come.
func (c *Client) Told(shot uint32) bool {
	return slices.ContainsFunc(c.disputes.kept[:], func(d Dispute) bool { return d.Shot == shot })
}
