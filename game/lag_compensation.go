package game

import (
	"fmt"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/unity"
)

// How far the host rewinds targets at most, to where a shooter saw them.
const (
	// MaxRewind is the largest that can be set.
	MaxRewind = time.Second
	// DefaultRewind is what games commonly allow: after a longer rewind the victim has long been elsewhere.
	DefaultRewind = 200 * time.Millisecond
)

// RewindBy says how far the host rewinds targets for a projectile. All but the first are what games do that are not told what the
// shooter saw. Their round trip is what the host can see: how many of its frames pass from sending a snapshot to the first input
// that acknowledges it.
type RewindBy uint8

const (
	RewindBySeen                  RewindBy = iota // what the shooter saw, as its input says
	RewindByRoundTrip                             // the round trip, as if nothing were interpolated or buffered
	RewindByHalf                                  // half of the round trip: as if inputs took no time
	RewindByHalfLessInterpolation                 // half less the time between two snapshots, as if interpolation showed a later time
)

// RewindByNames are the names that settings use, by value.
var RewindByNames = []string{"seen", "round-trip", "half", "half-less-interpolation"}

// SetLagCompensation says whether the host decides hits by what the shooter saw, how far it rewinds for that at most, 0..MaxRewind,
// and by what. It takes effect for projectiles fired from now on.
//
// A projectile keeps one rewind for its whole flight: the time in which its shooter shows it minus the time in which the shooter
// shows the others, as the input that fired it says. In each tick the projectile's path is tested against the players as they
// were that much earlier. So as long as the rewind is within the limit, projectile and victim meet on the host exactly where they
// meet on the shooter's screen. The victim sees none of this: it may be behind a wall by then.
func (h *Host) SetLagCompensation(on bool, most time.Duration, by RewindBy) error {
	if most < 0 || most > MaxRewind {
		return fmt.Errorf("maximum rewind: %v is outside 0s..%v", most, MaxRewind)
	}
	h.rewind, h.rewindBy = 0, by
	if on {
		h.rewind = most
	}
	return nil
}

// hitboxTicks is how many ticks of positions the host keeps: two seconds at the highest rate, twice [MaxRewind].
const hitboxTicks = 256

// hitboxHistory holds the places of all players in the latest ticks, for lag compensation.
type hitboxHistory struct {
	ring    []hitbox // a row of players for each tick
	players int
	newest  int64
}

type hitbox struct {
	pos  Point
	here bool // the player was in the world and could be hit
}

// row returns the players at a tick, by number.
func (t *hitboxHistory) row(tick int64) []hitbox {
	i := int(tick&(hitboxTicks-1)) * t.players
	return t.ring[i : i+t.players]
}

// at returns where a player was at a time, interpolated between ticks as clients do. ok is false if it was not in the world then,
// or if the history does not reach that far.
func (t *hitboxHistory) at(player int, when unity.NetworkTime) (p Point, ok bool) {
	tick := when.Tick()
	if tick > t.newest || tick <= t.newest-hitboxTicks || tick < 0 {
		return Point{}, false
	}
	a := t.row(tick)[player]
	if tick == t.newest {
		return a.pos, a.here
	}
	b := t.row(tick + 1)[player]
	return between(a.pos, b.pos, when.Parts()), a.here && b.here
}

// A trial is what the host knows of one projectile's hit, and of its shooter's claim.
type trial struct {
	shot           uint32
	shooter        uint8
	rewind, wanted time.Duration
	victim         int8    // whom it hit on the host
	seen, would    HitView // as the host decided, and as it would have been without a limit to the rewind
	stood          Point   // where the victim was then
	dodged         bool    // and the projectile did not touch it there
	claimed        int8    // whom the shooter claims to have hit
	claim          HitView
	closed         bool
}

// fired starts the trial of a projectile.
func (h *Host) fired(s Shot) {
	t := trial{shot: s.ID, shooter: s.Owner, victim: nobody, claimed: nobody}
	if s.Owner > 0 {
		// With this rewind the two meet as they do on the shooter's screen.
		saw := h.peers[s.Owner].sight.at(h.tick)
		t.wanted = max(saw.others-saw.shots, 0)
		t.rewind = min(h.rewinds(int(s.Owner), t.wanted), h.rewind)
	}
	h.trials[s.ID%uint32(len(h.trials))] = t
}

// rewinds returns how far the host would rewind targets without a limit, ≥ 0, for a shooter that saw them so much earlier.
func (h *Host) rewinds(shooter int, seen time.Duration) time.Duration {
	frame := time.Second / time.Duration(h.cfg.Rate)
	trip := time.Duration(h.peers[shooter].ackDelay) * frame
	switch h.rewindBy {
	case RewindByRoundTrip:
		return trip
	case RewindByHalf:
		return trip / 2
	case RewindByHalfLessInterpolation:
		return max(trip/2-time.Duration(interval(h.cfg.Rate, h.cfg.SnapshotRate))*frame, 0)
	}
	return seen
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

// strike takes a pip from a player hit by a projectile, and pushes it. Without pips left the player is out.
func (h *Host) strike(victim int, s *Shot, w netsync.World) {
	switch h.cfg.Level.Goal {
	case Taken:
		h.ruled[s.Owner]++
	case Brought:
		if int(h.token.holder) == victim {
			h.drop(w)
		}
	}
	if h.cfg.Level.Pips == 0 {
		return
	}
	p := &h.players[victim]
	push := impulse{Speed(s.Dir) * pushAway, pushUp}
	push.on(p)
	if p.Pips > 0 {
		p.Pips--
	}
	if p.Pips == 0 {
		p.Out = ticksOf(OutTime, h.cfg.Rate) + ticksOf(ShieldTime, h.cfg.Rate)
	}
}

// A Ruling is a hit in the tick in which the host decides it.
type Ruling struct {
	Shot            uint32
	Shooter, Victim uint8
	Tick            int64
	Rewind          time.Duration // how far the host rewound the victim
	Wanted          time.Duration // how far it would have without a limit
	Seen, Stood     Point         // the victim's place after the rewind, and without
	Judged          netsync.World // when it stood there; meaningful if Refused, else that is the tick
	Refused         bool          // no hit, though the shooter saw one
	Dodged          bool          // the projectile does not touch it without the rewind
	Felt            bool          // the victim has moved behind a column, by half a body or more
	Safe            netsync.World // since when the victim has been out of the way; meaningful if Dodged
	Spawn           netsync.World // of the projectile
	Pictured        netsync.World // the time in which the shooter's screen showed the victim, or to which the host rewound if that was not reported
}

// Rulings appends the hits after the first after ones to dst, oldest first, as far as they are kept, and returns their total.
func (h *Host) Rulings(after uint64, dst []Ruling) ([]Ruling, uint64) {
	return h.rulings.since(after, dst), h.rulings.count
}

// felt is how far a victim behind a column must be from where it was hit for the hit to feel wrong: half a body.
const felt = PlayerWidth / 2

// decided keeps a hit that was just decided. A victim that an earlier hit pushed behind a column, farther than it could have
// walked during the rewind, is there because of the push, so the hit does not count as felt.
func (h *Host) decided(t *trial, s *Shot) {
	victim := int(t.victim)
	k := Ruling{Spawn: s.Spawn, Pictured: t.would.VictimTime, Shot: t.shot, Shooter: t.shooter, Victim: uint8(victim), Tick: h.tick, Rewind: t.rewind, Wanted: t.wanted, Seen: t.seen.Victim, Stood: t.stood, Dodged: t.dodged}
	if k.Dodged {
		off := k.Stood.Sub(k.Seen)
		k.Felt = k.Rewind >= walkSpeed.takes(felt) && h.cfg.Level.Covered(k.Stood) && off.X*off.X+off.Y*off.Y >= felt*felt
		// Since when has the victim been out of the projectile's way?
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
		h.peers[k.Shooter].stats.Hits.Felt++
	}
	h.rulings.add(k)
}

// A sight says how far behind its predicted time a client showed others and projectiles when it sent an input. Predicted time is the
// input's newest tick.
type sight struct {
	framed bool          // it asks for messages of positions
	others time.Duration // the other players
	shots  time.Duration // its own projectiles
}

// maxSight bounds how far behind predicted time something can be shown.
const maxSight = 2 * time.Second

// sightRing is how many ticks of sights the host keeps for a client: half a second at any rate. Inputs are not earlier than that.
const sightRing = 64

// sights are a client's sights of its latest ticks.
type sights struct {
	ring [sightRing]struct {
		tick int64
		sight
	}
	latest sight
	tick   int64 // of latest
}

// put keeps the sight that came with an input up to a tick.
func (s *sights) put(tick int64, v sight) {
	e := &s.ring[tick&(sightRing-1)]
	if tick < s.tick || tick < 0 {
		return // overtaken
	}
	s.latest, s.tick = v, tick
	e.tick, e.sight = tick, v
}

// at returns the sight of a tick, or the latest if the tick's datagram was lost.
func (s *sights) at(tick int64) sight {
	if e := s.ring[max(tick, 0)&(sightRing-1)]; e.tick == tick {
		return e.sight
	}
	return s.latest
}

// othersTime returns the world time in which the other players are shown.
func (c *Client) othersTime(m Moment) netsync.World {
	if c.others.count == 0 {
		return m.Server.World()
	}
	latest := &c.others.ring[c.others.last]
	known := latest.at
	switch {
	case c.Look.Others == Interpolated:
		return min(m.Server.World(), known)
	case c.Look.Others.naively():
		return known.Add(min(max(m.Clock.World().Sub(latest.arrived), 0), maxReckoning))
	default:
		return known.Add(min(max(m.Clock.World().Sub(known), 0), maxReckoning))
	}
}

func (v sight) append(b []byte) []byte {
	b = append(b, bit(v.framed))
	b = appendU32(b, uint32(int32(v.others)))
	return appendU32(b, uint32(int32(v.shots)))
}

func (r *reader) sight() (v sight) {
	v.framed = r.flag("positions")
	v.others = r.behind("others behind")
	v.shots = r.behind("projectiles behind")
	return v
}

// behind reads how many ns something is shown behind predicted time.
func (r *reader) behind(field string) time.Duration {
	d := time.Duration(int32(r.u32(field)))
	r.within(int64(d), int64(-maxSight), int64(maxSight), field)
	return d
}
