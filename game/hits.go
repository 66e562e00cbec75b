package game

import (
	"fmt"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/unity"
)

// How far the host takes the others back at most, to where a shooter saw them.
const (
	// MaxRewind is the largest that can be set.
	MaxRewind = time.Second
	// DefaultRewind is what games commonly allow: beyond it the one who is hit has long been elsewhere.
	DefaultRewind = 200 * time.Millisecond
)

// SetLagCompensation says whether the host decides hits by what the shooter saw, and how far it goes
// back for that at most, 0..MaxRewind. It holds for projectiles fired from now on.
//
// A projectile keeps one rewind for its whole flight: the time in which its shooter shows it minus the
// time in which the shooter shows the others, as the input that fired it says. In each tick the
// projectile's way is tested against the players as they were so much earlier. So the two meet on the
// host exactly where they meet on the shooter's screen, as long as the rewind is within the limit. The
// one who is hit sees neither: it may be behind a wall by then.
func (h *Host) SetLagCompensation(on bool, most time.Duration) error {
	if most < 0 || most > MaxRewind {
		return fmt.Errorf("maximum rewind: %v is outside 0s..%v", most, MaxRewind)
	}
	h.rewind = 0
	if on {
		h.rewind = most
	}
	return nil
}

// fired begins what the host keeps of a projectile beside its path.
func (h *Host) fired(s Shot) {
	t := trial{shot: s.ID, shooter: s.Owner, victim: nobody, claimed: nobody}
	if s.Owner > 0 {
		t.wanted = h.peers[s.Owner].sight.at(h.tick).wanted()
		t.rewind = min(t.wanted, h.rewind)
	}
	h.trials[s.ID%uint32(len(h.trials))] = t
}

// hit ends the shots that touch a player in the tick between two world times.
func (h *Host) hit(from, to netsync.World) {
	for id := h.ended + 1; id <= h.lastShot; id++ {
		s := *h.shots.at(id)
		if s.ID != id || s.End <= from {
			if id == h.ended+1 {
				h.ended++
			}
			continue
		}
		t := &h.trials[id%uint32(len(h.trials))]
		when := unity.NetworkTimeAt(h.cfg.Rate, to.Add(-t.rewind))
		for victim := range h.peers {
			if victim == int(s.Owner) || !h.hittable(victim) {
				continue
			}
			if feet, ok := h.hitboxes.at(victim, when); ok && s.hits(feet, from, to) && !h.cfg.Level.Covered(feet) {
				h.shots.end(id, to)
				h.events.add(worldEvent{kind: eventEnd, shot: Shot{ID: id, End: to}})
				t.victim = int8(victim)
				t.stood = h.players[victim].Pos
				t.dodged = !s.hits(t.stood, from, to) || h.cfg.Level.Covered(t.stood)
				h.poses[victim].Hit = to
				if t.shooter == 0 {
					h.poses[0].Cheered = to
				}
				t.seen, t.would = h.view(s, uint8(victim), to, t.rewind), h.view(s, uint8(victim), to, t.wanted)
				h.decided(t, &s)
				h.strike(victim, &s, to)
				break
			}
		}
	}
}
