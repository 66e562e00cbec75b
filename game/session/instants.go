package session

import (
	"math/bits"
	"time"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/unity"
)

// Instants are the moments of the timeline in which three machines have one hit: each can be gone to.
type Instants struct {
	Shot            uint32
	Shooter, Victim int
	Refused         bool // the host decided that it was none

	// Claimed is the shooter's frame that saw it, Ruled the host's tick that decided on it. Told is the frame in which it
	// shows: the victim's pip falls, or the shooter is refused. Safe is the victim's frame since which it was out of the way
	// on its own screen. [netsim.Never] stands for one that is not known, or that never was.
	Claimed, Ruled, Told, Safe netsim.Time

	// Judged is the host's tick that Rewound and Seen are of: that of the verdict, but for a refused hit, which the host waits
	// with, that in which the shot was where the shooter claims to have hit.
	Judged netsim.Time

	// Passed is the victim's frame in which a refused shot came past on its screen: that of the instant Judged, or where the
	// message of the shot came later, of its arrival. The verdict comes only when the shot's flight is over.
	Passed netsim.Time

	// Where these came from: Fired is the shooter's tick in which it pulled the trigger, Arrived the host's in which that
	// counts. Pictured is the victim's tick that the shooter's screen shows at its hit, Relayed the host's of that picture.
	// [netsim.Never] stands for what is forgotten.
	Fired, Arrived, Pictured, Relayed netsim.Time

	Rewind  time.Duration // how far the host took the victim back
	Wanted  time.Duration // how far that would have been without a limit
	Rewound game.Length   // and how far from where it stood that is
	Seen    game.Point    // where to: its feet
	Dodged  bool          // the victim was out of the way on its own screen
	Felt    bool          // by half a body or more, behind a column
}

// hitLog keeps the instants of the latest hits.
type hitLog struct {
	ring    [hitsKept]Instants
	ticks   [hitsKept]int64 // of the host, that the victim has to hear of
	count   int             // of all there were
	rulings uint64          // of the host's, up to here
	open    int             // the first that may lack something: what of it has not come by then never does
	fresh   []game.Ruling
}

// hitsKept is how many hits a session keeps the instants of: as many as [clientNode] has bits for.
const hitsKept = 32

// instantsWait is how long a hit's instants are waited for.
const instantsWait = 3 * time.Second

// played keeps when a machine played its latest ticks.
type played struct {
	at     [128]netsim.Time
	newest int64
}

// put notes that a machine has come to a tick.
func (p *played) put(tick int64, now netsim.Time) {
	for t := max(p.newest+1, tick-int64(len(p.at))+1, 0); t <= tick; t++ {
		p.at[t%int64(len(p.at))] = now
	}
	p.newest = tick
}

// heardShots keeps when a client has read of the latest projectiles.
type heardShots [64]struct {
	shot uint32
	at   netsim.Time
}

// read returns when the client read of a projectile, 0 where that is forgotten.
func (h *heardShots) read(shot uint32) netsim.Time {
	if k := &h[shot%uint32(len(h))]; k.shot == shot {
		return k.at
	}
	return 0
}

// noteHits takes what the host has decided in a frame.
func (s *Session) noteHits(now netsim.Time) {
	l := &s.hits
	l.fresh, l.rulings = s.host.host.Rulings(l.rulings, l.fresh[:0])
	for i := range l.fresh {
		k := &l.fresh[i]
		in := Instants{Shot: k.Shot, Shooter: int(k.Shooter), Victim: int(k.Victim), Refused: k.Refused, Claimed: netsim.Never, Ruled: now, Judged: now,
			Told: netsim.Never, Safe: netsim.Never, Rewind: k.Rewind, Wanted: k.Wanted, Rewound: k.Stood.Sub(k.Seen).Length(), Seen: k.Seen, Dodged: k.Dodged, Felt: k.Felt}
		if k.Victim == 0 && !k.Refused {
			in.Told = now
		}
		if at := s.playedAt(0, k.Judged); k.Refused && at != netsim.Never {
			in.Judged = at
		}
		if in.Passed = netsim.Never; k.Refused {
			if in.Passed = in.Judged; in.Victim > 0 {
				in.Passed = max(in.Passed, s.clients[in.Victim-1].shots.read(in.Shot))
			}
		}
		in.Fired, in.Arrived = s.playedAt(in.Shooter, k.Spawn), s.playedAt(0, k.Spawn)
		in.Pictured, in.Relayed = s.playedAt(in.Victim, k.Pictured), s.playedAt(0, k.Pictured)
		if k.Dodged {
			in.Safe = s.playedAt(in.Victim, k.Safe)
		}
		place := l.count % len(l.ring)
		l.ring[place], l.ticks[place] = in, k.Tick
		l.count++
		s.await(place, &in)
	}
	for l.open = max(l.open, l.count-len(l.ring)); l.open < l.count && now.Sub(l.ring[l.open%len(l.ring)].Ruled) > instantsWait; l.open++ {
		s.await(l.open%len(l.ring), nil)
	}
}

// await has those clients, and no others, look out for what is yet to come of the hit at a place of the log.
func (s *Session) await(place int, in *Instants) {
	for _, n := range s.clients {
		n.awaited &^= 1 << place
		if in != nil && (in.Shooter == n.id || in.Victim == n.id) {
			n.awaited |= 1 << place
		}
	}
}

// playedAt returns when a machine played the tick at a world time.
func (s *Session) playedAt(machine int, w netsync.World) netsim.Time {
	ticks := &s.host.played
	if machine > 0 {
		ticks = &s.clients[machine-1].played
	}
	tick := unity.NetworkTimeAt(s.host.host.Rate(), w).Tick()
	if tick < 0 || tick > ticks.newest || tick <= ticks.newest-int64(len(ticks.at)) {
		return netsim.Never
	}
	return ticks.at[tick%int64(len(ticks.at))]
}

// hear fills in what a client knows of the latest hits in one of its frames.
func (n *clientNode) hear(now netsim.Time) {
	l := &n.session.hits
	for rest := n.awaited; rest != 0; rest &= rest - 1 {
		place := bits.TrailingZeros32(rest)
		in := &l.ring[place]
		claims, hears := in.Shooter == n.id, in.Victim == n.id
		if in.Refused {
			hears = claims
		}
		if claims = claims && in.Claimed == netsim.Never; claims {
			if at, ok := n.client.ClaimedAt(in.Shot); ok {
				in.Claimed, claims = min(n.osc.When(int64(at)), now), false
			}
		}
		if hears = hears && in.Told == netsim.Never; hears {
			if in.Refused && n.client.Told(in.Shot) || !in.Refused && n.client.KnownTick() >= l.ticks[place] {
				in.Told, hears = now, false
			}
		}
		if !claims && !hears {
			n.awaited &^= 1 << place
		}
	}
}

// Instants appends the instants of the latest hits to dst, in the order in which the host decided on them.
func (s *Session) Instants(dst []Instants) []Instants {
	l := &s.hits
	for i := max(l.count-len(l.ring), 0); i < l.count; i++ {
		dst = append(dst, l.ring[i%len(l.ring)])
	}
	return dst
}
