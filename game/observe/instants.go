package observe

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

// hitsKept is how many hits' instants are kept: as many as there are bits for in awaits.
const hitsKept = 32

// instantsWait is how long to wait for a hit's instants.
const instantsWait = 3 * time.Second

// Hits keeps the instants of the latest hits.
type Hits struct {
	ring     [hitsKept]Instants
	ticks    [hitsKept]int64 // of the host, that the victim has to hear of
	count    int             // of all there were
	rulings  uint64          // of the host's, up to here
	open     int             // the first that may lack something: what of it has not come by then never does
	fresh    []game.Ruling
	machines []hitMachine
}

// hitMachine is what is kept for one machine.
type hitMachine struct {
	played [128]netsim.Time // when it played its latest ticks
	newest int64
	read   [64]struct { // when a client has read of the latest projectiles
		shot uint32
		at   netsim.Time
	}
	awaits uint32 // a bit for each hit kept of which something of this client's may come yet
}

// NewHits returns the hits of a host and some clients, none so far.
func NewHits(clients int) Hits { return Hits{machines: make([]hitMachine, clients+1)} }

// Instants appends the instants of the latest hits to dst, in the order in which the host decided on them.
func (h *Hits) Instants(dst []Instants) []Instants {
	for i := max(h.count-len(h.ring), 0); i < h.count; i++ {
		dst = append(dst, h.ring[i%len(h.ring)])
	}
	return dst
}

// Played notes that a machine has reached a tick.
func (h *Hits) Played(machine int, tick int64, now netsim.Time) {
	m := &h.machines[machine]
	for t := max(m.newest+1, tick-int64(len(m.played))+1, 0); t <= tick; t++ {
		m.played[t%int64(len(m.played))] = now
	}
	m.newest = tick
}

// playedAt returns when a machine played the tick at a world time.
func (h *Hits) playedAt(machine, rate int, w netsync.World) netsim.Time {
	m, tick := &h.machines[machine], unity.NetworkTimeAt(rate, w).Tick()
	if tick < 0 || tick > m.newest || tick <= m.newest-int64(len(m.played)) {
		return netsim.Never
	}
	return m.played[tick%int64(len(m.played))]
}

// Read notes that a client has just read about some projectiles.
func (h *Hits) Read(client int, shots []uint32, now netsim.Time) {
	m := &h.machines[client]
	for _, shot := range shots {
		if k := &m.read[shot%uint32(len(m.read))]; k.shot != shot {
			k.shot, k.at = shot, now
		}
	}
}

// heard says whether a client has read about one of the latest projectiles.
func (h *Hits) heard(client int, shot uint32) bool {
	read := &h.machines[client].read
	return read[shot%uint32(len(read))].shot == shot
}

// HostFrame takes what the host has decided in one of its frames.
func (h *Hits) HostFrame(f *Frame) {
	now, rate := f.Now, f.Host.Rate()
	h.fresh, h.rulings = f.Host.Rulings(h.rulings, h.fresh[:0])
	for i := range h.fresh {
		k := &h.fresh[i]
		in := Instants{Shot: k.Shot, Shooter: int(k.Shooter), Victim: int(k.Victim), Refused: k.Refused, Claimed: netsim.Never, Ruled: now, Judged: now,
			Told: netsim.Never, Safe: netsim.Never, Rewind: k.Rewind, Wanted: k.Wanted, Rewound: k.Stood.Sub(k.Seen).Length(), Seen: k.Seen, Dodged: k.Dodged, Felt: k.Felt}
		if k.Victim == 0 && !k.Refused {
			in.Told = now
		}
		if at := h.playedAt(0, rate, k.Judged); k.Refused && at != netsim.Never {
			in.Judged = at
		}
		if in.Passed = netsim.Never; k.Refused {
			in.Passed = in.Judged
			if m := &h.machines[in.Victim]; in.Victim > 0 && m.read[in.Shot%uint32(len(m.read))].shot == in.Shot {
				in.Passed = max(in.Passed, m.read[in.Shot%uint32(len(m.read))].at)
			}
		}
		in.Fired, in.Arrived = h.playedAt(in.Shooter, rate, k.Spawn), h.playedAt(0, rate, k.Spawn)
		in.Pictured, in.Relayed = h.playedAt(in.Victim, rate, k.Pictured), h.playedAt(0, rate, k.Pictured)
		if k.Dodged {
			in.Safe = h.playedAt(in.Victim, rate, k.Safe)
		}
		place := h.count % len(h.ring)
		h.ring[place], h.ticks[place] = in, k.Tick
		h.count++
		h.await(place, &in)
	}
	for h.open = max(h.open, h.count-len(h.ring)); h.open < h.count && now.Sub(h.ring[h.open%len(h.ring)].Ruled) > instantsWait; h.open++ {
		h.await(h.open%len(h.ring), nil)
	}
}

// await lets only the clients concerned look out for the missing instants of the hit at a place.
func (h *Hits) await(place int, in *Instants) {
	for client := 1; client < len(h.machines); client++ {
		m := &h.machines[client]
		m.awaits &^= 1 << place
		if in != nil && (in.Shooter == client || in.Victim == client) {
			m.awaits |= 1 << place
		}
	}
}

// ClientFrame fills in what a client knows about the latest hits in one of its frames.
func (h *Hits) ClientFrame(f *Frame) {
	m := &h.machines[f.Machine]
	for rest := m.awaits; rest != 0; rest &= rest - 1 {
		place := bits.TrailingZeros32(rest)
		in := &h.ring[place]
		claims, hears := in.Shooter == f.Machine, in.Victim == f.Machine
		if in.Refused {
			hears = claims
		}
		if claims = claims && in.Claimed == netsim.Never; claims {
			if at, ok := f.Client.ClaimedAt(in.Shot); ok {
				in.Claimed, claims = min(f.Clock.When(int64(at)), f.Now), false
			}
		}
		if hears = hears && in.Told == netsim.Never; hears {
			if in.Refused && f.Client.Told(in.Shot) || !in.Refused && f.Client.KnownTick() >= h.ticks[place] {
				in.Told, hears = f.Now, false
			}
		}
		if !claims && !hears {
			m.awaits &^= 1 << place
		}
	}
}
