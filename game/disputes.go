package game

import (
	"slices"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/unity"
)

// A claim is a client's message that one of its projectiles hit someone, with what its screen showed.
type claim struct {
	shot   uint32 // the host's number
	victim uint8
	view   HitView
}

// A HitView is one machine's view of a projectile and of the player that it hit or missed.
type HitView struct {
	Projectile Point
	Victim     Point         // its feet
	Time       netsync.World // when the projectile is there
	VictimTime netsync.World // when the victim is there
}

// hitViewSize is a HitView's length on the wire.
const hitViewSize = 4 * 8

func (v HitView) append(b []byte) []byte {
	b = appendPlace(b, v.Projectile)
	b = appendPlace(b, v.Victim)
	b = appendI64(b, int64(v.Time))
	return appendI64(b, int64(v.VictimTime))
}

func (r *reader) hitView() (v HitView) {
	v.Projectile = r.place("projectile")
	v.Victim = r.place("victim's position")
	v.Time = netsync.World(r.clock("time"))
	v.VictimTime = netsync.World(r.clock("victim's time"))
	return v
}

// Verdict says whether a shooter and the host agree on a hit.
type Verdict uint8

const (
	// Agreed: the shooter saw the hit that the host counted.
	Agreed Verdict = iota
	// Refused: the shooter saw a hit that the host did not count.
	Refused
	// Unseen: the host counted a hit that the shooter did not see.
	Unseen
)

var verdictNames = [...]string{"agreed", "refused", "unseen"}

// String returns the verdict's name.
func (v Verdict) String() string { return verdictNames[v] }

// A Dispute is a hit on which a client and the host disagree, with both views. For an unseen hit the shooter's view is
// reconstructed from the times that it reported. An agreed hit is a dispute if its victim dodged.
type Dispute struct {
	Shot            uint32
	Shooter, Victim uint8
	Verdict         Verdict
	At              netsync.World // when the host decided it
	// Rewind is how far back in time the host put the victim, Wanted how far it would have had to for projectile and victim to
	// meet as on the shooter's screen.
	Rewind, Wanted time.Duration
	ShooterView    HitView
	HostView       HitView
	// Stood is where the victim was at HostView.Time without rewind, which is where its own screen had it. Dodged says that the
	// projectile does not touch it there: on its own screen it was out of the way, or behind a wall, when it was hit.
	Stood  Point
	Dodged bool
}

// HitStats counts the verdicts on one client's hits.
type HitStats struct {
	Agreed, Refused, Unseen uint64

	Dodged uint64 // agreed or unseen hits whose victim was out of the way on its own screen
	Felt   uint64 // see [Ruling]

	// Claims that were dropped.
	Unknown  uint64 // of a projectile that never existed, is another player's or is forgotten
	Repeated uint64 // of a projectile that was claimed before
	Late     uint64 // after the verdict
}

// All returns how many hits there were for either machine.
func (s *HitStats) All() uint64 { return s.Agreed + s.Refused + s.Unseen }

// disputeRing keeps the latest disputes. Hits that nobody disputes are left out.
type disputeRing struct{ ring[Dispute] }

func (r *disputeRing) add(d Dispute) {
	if d.Verdict != Agreed || d.Dodged {
		r.ring.add(d)
	}
}

// count adds a verdict.
func (s *HitStats) count(d Dispute) {
	if d.Dodged {
		s.Dodged++
	}
	switch d.Verdict {
	case Agreed:
		s.Agreed++
	case Refused:
		s.Refused++
	case Unseen:
		s.Unseen++
	}
}

// claimWait is how long after a projectile's end a claim may arrive.
const claimWait = 2 * time.Second

// nobody stands for no player.
const nobody int8 = -1

// claimHit takes a client's claim of a hit. A claim never changes what the host decides.
func (h *Host) claimHit(client int, c claim) {
	t := &h.trials[c.shot%uint32(len(h.trials))]
	stats := &h.peers[client].stats.Hits
	switch {
	case t.shot != c.shot || int(t.shooter) != client || int(c.victim) == client || int(c.victim) >= len(h.peers):
		stats.Unknown++
	case t.claimed != nobody:
		stats.Repeated++
	case t.closed:
		stats.Late++
	default:
		t.claimed, t.claim = int8(c.victim), c.view
	}
}

// judge gives the verdicts that are due at a world time.
func (h *Host) judge(now netsync.World) {
	for id := h.judged + 1; id <= h.lastShot; id++ {
		t := &h.trials[id%uint32(len(h.trials))]
		if t.shot == id && !t.closed {
			end := h.shots.at(id).End
			decided := t.victim != nobody || end < now
			switch {
			case decided && t.claimed != nobody:
				t.closed = true
				h.compare(t)
			case now.Sub(end) > claimWait:
				t.closed = true
				if t.victim != nobody && t.shooter > 0 {
					h.give(t, Unseen, uint8(t.victim))
				}
			default:
				continue
			}
		}
		if id == h.judged+1 {
			h.judged++
		}
	}
}

// compare gives the verdicts on a projectile that its shooter claims to have hit with.
func (h *Host) compare(t *trial) {
	if t.victim == t.claimed {
		h.give(t, Agreed, uint8(t.victim))
		return
	}
	h.give(t, Refused, uint8(t.claimed))
	if t.victim != nobody {
		h.give(t, Unseen, uint8(t.victim))
	}
}

// give counts and keeps a verdict, and sends it to the shooter.
func (h *Host) give(t *trial, v Verdict, victim uint8) {
	s := *h.shots.at(t.shot)
	d := Dispute{Shot: t.shot, Shooter: t.shooter, Victim: victim, Verdict: v, At: h.at(h.tick),
		Rewind: t.rewind, Wanted: t.wanted, ShooterView: t.claim, HostView: t.seen,
		Stood: t.stood, Dodged: t.dodged}
	switch v {
	case Refused:
		at := min(max(t.claim.Time, s.Spawn), s.End)
		d.HostView = h.view(s, victim, at, t.rewind)
		d.Stood, d.Dodged = h.view(s, victim, at, 0).Victim, false
		h.rulings.add(Ruling{Shot: d.Shot, Shooter: d.Shooter, Victim: victim, Tick: h.tick, Rewind: d.Rewind, Wanted: d.Wanted,
			Spawn: s.Spawn, Pictured: t.claim.VictimTime, Seen: d.HostView.Victim, Stood: d.Stood, Judged: at, Refused: true})
	case Unseen:
		d.ShooterView = t.would
	}
	h.peers[t.shooter].stats.Hits.count(d)
	h.disputes.add(d)
	h.poses[d.Shooter].ruled(d.Verdict, d.At)
	h.events.add(worldEvent{kind: eventVerdict, verdict: d})
}

// view returns a projectile at a world time, and the victim back before that, as far as the hitbox history reaches.
func (h *Host) view(s Shot, victim uint8, at netsync.World, back time.Duration) HitView {
	earlier := min(max(at.Add(-back), h.at(h.tick-hitboxTicks+1)), h.at(h.tick))
	feet, _ := h.hitboxes.at(int(victim), unity.NetworkTimeAt(h.cfg.Rate, earlier))
	return HitView{Projectile: s.along(at), Victim: feet, Time: at, VictimTime: earlier}
}

// Disputes appends the latest disputed hits of all clients to dst, oldest first.
func (h *Host) Disputes(dst []Dispute) []Dispute { return h.disputes.since(0, dst) }

// KnownTick returns the tick of the client's latest snapshot, −1 before the first.
func (c *Client) KnownTick() int64 {
	if p := c.baselines.at(c.baselines.newest); p != nil && p.number != 0 {
		return p.tick
	}
	return -1
}

// ClaimedAt returns the client's clock in the frame in which it saw one of its latest projectiles hit.
func (c *Client) ClaimedAt(shot uint32) (at netsync.Local, ok bool) {
	for i := range c.own.list[:c.own.count] {
		if o := &c.own.list[i]; o.id == shot && o.judged.claimed {
			return o.judged.frame, true
		}
	}
	return 0, false
}

// Told says whether the host's verdict on one of the client's projectiles has arrived.
func (c *Client) Told(shot uint32) bool {
	return slices.ContainsFunc(c.disputes.kept[:], func(d Dispute) bool { return d.Shot == shot })
}

// verdictSize is a verdict's length in a world event.
const verdictSize = 4 + 1 + 1 + 1 + 8 + 4 + 4 + 2*hitViewSize + 8 + 1

func (d Dispute) append(b []byte) []byte {
	b = append(appendU32(b, d.Shot), d.Shooter, d.Victim, byte(d.Verdict))
	b = appendI64(b, int64(d.At))
	b = appendU32(b, uint32(d.Rewind))
	b = appendU32(b, uint32(d.Wanted))
	b = d.HostView.append(d.ShooterView.append(b))
	return append(appendPlace(b, d.Stood), bit(d.Dodged))
}

func (r *reader) dispute() (d Dispute) {
	d.Shot = r.shotID()
	d.Shooter = r.player("shooter")
	d.Victim = r.player("victim")
	d.Verdict = Verdict(r.u8("verdict"))
	r.within(int64(d.Verdict), int64(Agreed), int64(Unseen), "verdict")
	d.At = netsync.World(r.clock("decided"))
	d.Rewind = r.rewind("rewind", MaxRewind)
	d.Wanted = r.rewind("wanted rewind", 2*maxSight)
	d.ShooterView = r.hitView()
	d.HostView = r.hitView()
	d.Stood = r.place("stood")
	d.Dodged = r.flag("dodged")
	return d
}

func (r *reader) rewind(field string, most time.Duration) time.Duration {
	d := time.Duration(r.u32(field))
	r.within(int64(d), 0, int64(most), field)
	return d
}
