package observe

import (
	"slices"
	"time"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/netsync"
)

const (
	keysKept  = 8   // presses of a client that the host may still play
	openDeeds = 512 // deeds that some screen may still show
)

// Keys measure how long it takes from a key of each client's player to a frame of its own machine that shows what it does,
// and to a frame of each other client in the game: as [Tape.Journeys], without a tape. They count keys that went down after the
// [Warmup], and leave out screens that do not show it within [JourneyLost].
//
// What is predicted shows on the own machine in the frame that plays its tick. On another's screen, and on the own one under
// [game.ServerAuthority], it shows in the first frame that knows of the host's tick with it and, if it is interpolated, whose
// server time has reached that tick.
type Keys struct {
	of   []keys     // by client, from 0
	open []openDeed // oldest first
}

// keys is what is kept for one client.
type keys struct {
	own, others     Latencies
	before, now     netsync.World // its predicted time in its latest frames
	beforeAt, nowAt netsim.Time
	presses         [keysKept]openPress
	count           int // of all presses there were
}

// An openPress is a key that the host has not been seen to play.
type openPress struct {
	key    netsim.Time // [netsim.Never] once the host has, and for a key that was held already
	tick   int64
	deed   game.Deed
	unseen bool // by its own machine
}

// An openDeed is one that the host has played, with a bit for each client, from 0, that has yet to show it.
type openDeed struct {
	unseen uint64
	key    netsim.Time
	tick   int64
	shot   uint32 // 0 for none
	client uint8
}

// NewKeys returns the keys of some clients, none so far.
func NewKeys(clients int) Keys { return Keys{of: make([]keys, clients)} }

// Latencies returns how long a client's keys took to its own screen and to those of the others.
func (k *Keys) Latencies(client int) (own, others *Latencies) {
	return &k.of[client-1].own, &k.of[client-1].others
}

// Frame looks at what a client shows in one of its frames, in which it knows the time.
func (k *Keys) Frame(f *Frame, m *game.Moment, h *Hits) {
	own, bit := &k.of[f.Machine-1], uint64(1)<<(f.Machine-1)
	own.before, own.beforeAt = own.now, own.nowAt
	own.now, own.nowAt = m.Predicted.World(), f.Now
	known, shared := f.Client.KnownTick(), m.Clock.Tick()
	self := min(known, m.Server.Tick()) // nobody predicts what waits for this
	others := self
	if _, waits := shownBy(game.DeedStep, f.Look); !waits {
		others = known
	}
	_, shotsWait := shownBy(game.DeedShot, f.Look)
	for i := range k.open {
		o := &k.open[i]
		own := int(o.client) == f.Machine
		switch shows := o.tick <= self || o.tick <= others && !own; {
		case o.unseen&bit == 0:
			continue
		case o.shot > 0 && (!h.heard(f.Machine, o.shot) || shotsWait && o.tick > shared), o.shot == 0 && !shows:
			continue
		}
		o.unseen &^= bit
		switch took := f.Now.Sub(o.key); {
		case took > JourneyLost:
		case own:
			k.of[o.client-1].own.add(took)
		default:
			k.of[o.client-1].others.add(took)
		}
	}
}

// Press takes a deed of a client's player from the frame, after [Keys.Frame], that plays it first. The key of nobody goes down as
// its tick begins in the client's predicted time.
func (k *Keys) Press(f *Frame, p *Press) {
	if !f.warm() || p.Deed == game.DeedPeek {
		return
	}
	own := &k.of[f.Machine-1]
	press := openPress{key: p.Key, tick: p.Tick, deed: p.Deed, unseen: f.Client.Authority == game.ServerAuthority}
	if p.Fresh && press.key == netsim.Never {
		press.key = crossed(own.beforeAt, own.nowAt, own.before, own.now, worldOf(f.Host.Rate(), p.Tick))
	}
	if p.Fresh && !press.unseen {
		own.own.add(f.Now.Sub(press.key))
	}
	own.presses[own.count%keysKept] = press
	own.count++
}

// Played takes a deed of a client's player that the host has just played: it is of the latest press that it can be of.
func (k *Keys) Played(f *Frame, d *Deed) {
	own := &k.of[d.Client-1]
	for n := own.count - 1; n >= max(own.count-keysKept, 0); n-- {
		p := &own.presses[n%keysKept]
		if p.deed != d.Deed || p.tick > d.Tick {
			continue
		}
		if p.key != netsim.Never && d.Tick <= p.tick+int64(f.Host.Rate()) {
			k.await(f, openDeed{key: p.key, tick: d.Tick, shot: d.Shot, client: uint8(d.Client)}, p.unseen)
			p.key = netsim.Never
		}
		return
	}
}

// await has the clients in the game look out for a deed: all others than its own, and that too where own is true.
func (k *Keys) await(f *Frame, o openDeed, own bool) {
	for client := 1; client <= len(k.of); client++ {
		if f.Host.Present(client) && (own || client != int(o.client)) {
			o.unseen |= 1 << (client - 1)
		}
	}
	k.open = slices.DeleteFunc(k.open, func(o openDeed) bool { return o.unseen == 0 || f.Now.Sub(o.key) > JourneyLost })
	k.open = append(k.open[max(len(k.open)+1-openDeeds, 0):], o)
}

const (
	latencyUnit  = 100 * time.Microsecond
	latencyFine  = 6
	latencySteps = 640 // for all up to JourneyLost
)

// Latencies count how long keys took: in steps of 0.1 ms up to 12.8 ms, and of 1.6 % above that.
type Latencies [latencySteps]uint32

func (l *Latencies) add(took time.Duration) {
	l[bucket(int64(min(took, JourneyLost).Round(latencyUnit)/latencyUnit), latencyFine)]++
}

// Quantile returns the least that so many percent of the keys do not exceed, to the middle of its step; ok is false without keys.
func (l *Latencies) Quantile(percent uint64) (took time.Duration, ok bool) {
	step, all := Rank(l[:], percent)
	return time.Duration(middle(step, latencyFine)) * latencyUnit, all > 0
}
