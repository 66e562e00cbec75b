package game

import (
	"encoding/binary"
	"fmt"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/clocks"
	"driftlab/netsync/insight"
	"driftlab/netsync/registry"
	"driftlab/netsync/unity"
)

// AppStamps chooses the timestamps on what the host sends: a projectile's spawn, a snapshot's tick (Taylor).
type AppStamps uint8

const (
	// FullStamps are world times of 64 bits; a snapshot has only its tick.
	FullStamps AppStamps = iota
	// Stamps16 are TimeSync's, in units of 512 µs of the client's own clock: they are unambiguous for 25 s.
	Stamps16
	// Stamps23 are the same in units of 8 µs, three bytes long: they are unambiguous for 50 s.
	Stamps23
)

// AppStampNames are the names that settings use, by [AppStamps]: their bits.
var AppStampNames = []string{"0", "16", "23"}

// stampBytes is a stamp's length on the wire, by kind.
var stampBytes = [...]int{8, 2, 3}

// An appStamp is a stamp on the wire; the zero value is none.
type appStamp struct {
	kind AppStamps
	bits uint32
}

func (s appStamp) append(b []byte) []byte {
	if s.kind == Stamps23 {
		return append(b, byte(s.bits>>16), byte(s.bits>>8), byte(s.bits))
	}
	return binary.BigEndian.AppendUint16(b, uint16(s.bits))
}

// appStamp reads what append wrote.
func (r *reader) appStamp(kind AppStamps) appStamp {
	s := appStamp{kind: kind}
	if kind == Stamps23 {
		s.bits = uint32(r.u8("stamp")) << 16
		r.within(int64(s.bits>>16), 0, 1<<7-1, "stamp")
	}
	return appStamp{kind, s.bits | uint32(r.u8("stamp"))<<8 | uint32(r.u8("stamp"))}
}

// SetAppStamps chooses the stamps. A client gets full times until its half of TimeSync on the host is synchronised.
func (h *Host) SetAppStamps(kind AppStamps) error {
	if kind > Stamps23 {
		return fmt.Errorf("stamps: %d is outside %d..%d", kind, FullStamps, Stamps23)
	}
	h.stamps = kind
	return nil
}

// stampFor returns the stamp of a world time in a client's clock, none if the client gets full times.
func (h *Host) stampFor(id int, w netsync.World) appStamp {
	peer, is := h.peers[id].clocks.Half(timesyncID).(*clocks.TimeSyncHalf)
	if h.stamps == FullStamps || !is {
		return appStamp{}
	}
	at, ok := h.dilation.When(w)
	if !ok {
		return appStamp{} // a pause: the world time has no clock reading
	}
	encode := peer.ToRemote16
	if h.stamps == Stamps23 {
		encode = peer.ToRemote23
	}
	bits, ok := encode(int64(at))
	if !ok {
		return appStamp{}
	}
	return appStamp{h.stamps, bits}
}

// StampStats counts the stamps of 16 and 23 bits that a client has read.
type StampStats struct {
	Read    uint64
	Misread uint64 // by a wrap of the counter: the stamp was too old
}

// instant returns the world time of a stamp, given its datagram's arrival. ok is false before the client's TimeSync is synchronised.
func (c *Client) instant(s appStamp) (w netsync.World, ok bool) {
	t := c.Clocks.timeSync()
	if t == nil {
		return 0, false
	}
	local := t.Peer().From16(int64(c.came), s.bits)
	if s.kind == Stamps23 {
		local = t.Peer().From23(int64(c.came), s.bits)
	}
	at, ok := t.ServerTime(netsync.Local(local))
	if ok {
		c.AppStamps.Read++
	}
	return c.dilation.At(at), ok
}

// misreadBy is how wrong a stamp is at least if it was misread: it wraps after half a minute or more, and no synchronised clock is
// that wrong.
const misreadBy = 10 * time.Second

// spawned sets the spawn time of a projectile from its stamp. If the stamp can't be read yet, the projectile starts at its arrival. A
// spawn that seems to be in the future was misread.
func (c *Client) spawned(e *worldEvent, clock netsync.World) {
	if e.stamp.kind == FullStamps {
		return
	}
	at, ok := c.instant(e.stamp)
	if !ok {
		at = clock
	}
	if at.Sub(clock) > misreadBy {
		c.AppStamps.Misread++
	}
	e.shot.Spawn, e.shot.End = at, at.Add(c.cfg.Level.flightTime(e.shot.Origin, e.shot.Dir))
}

// tickShown returns the tick at which a snapshot is shown: that of its stamp, or else its own.
func (c *Client) tickShown(m *snapshotHead) int64 {
	if m.stamp.kind == FullStamps {
		return m.tick
	}
	at, ok := c.instant(m.stamp)
	if !ok {
		return m.tick
	}
	if at.Sub(c.worldAt(m.tick)).Abs() > misreadBy {
		c.AppStamps.Misread++
	}
	return max(unity.NetworkTimeAt(c.cfg.Rate, at.Add(c.ticks(1)/2)).Tick(), -1)
}

// FalseStamps make some of a machine's send stamps wrong, as if something between clock and socket delayed the datagram or read the
// wrong clock. The zero value is none.
type FalseStamps struct {
	Share int64         // of its datagrams, 0..10⁹
	Size  time.Duration // how wrong one is at most, early or late, 0..[MaxFalse]
}

// The ranges of [FalseStamps], and the coarsest step of StampStep: the seconds of an HTTP header.
const (
	MaxFalse     = 10 * time.Second
	DefaultFalse = 50 * time.Millisecond
	MaxStampStep = time.Second
)

// stamping makes a machine's send stamps.
type stamping struct {
	FalseStamps FalseStamps // which are wrong
	// StampStep rounds what a host says of its clock (replies, pushes, send stamps) down to multiples of it, 0..[MaxStampStep]; 0
	// switches that off.
	StampStep time.Duration

	seed    uint64
	machine uint64
	counts  [registry.MaxID + 1]uint64 // datagrams that could have been false: the game's, and each clock's by its ID
}

// stamp returns the send stamp of the next datagram of a clock (0: of the game) when the machine's clock reads now.
func (s *stamping) stamp(now netsync.Local, clock uint8) uint32 {
	if s.FalseStamps.Share > 0 && int(clock) < len(s.counts) {
		s.counts[clock]++
		if luck := hash(s.seed, s.machine, uint64(clock), s.counts[clock]); luck%1e9 < uint64(s.FalseStamps.Share) {
			now = now.Add(time.Duration(hash(luck)%uint64(2*s.FalseStamps.Size+1)) - s.FalseStamps.Size)
		}
	}
	return netsync.Stamp24(int64(s.coarse(netsync.Server(now))))
}

// coarse rounds a reading of the machine's clock down to a multiple of StampStep.
func (s *stamping) coarse(t netsync.Server) netsync.Server {
	if s.StampStep <= 0 {
		return t
	}
	past := time.Duration(t) % s.StampStep
	if past < 0 {
		past += s.StampStep
	}
	return t.Add(-past)
}

// AppStamp returns the 16-bit timestamp of TimeSync that the client would put on a message, in units of 512 µs of the host's clock
// (Taylor). ok is false before TimeSync is synchronised.
func (c *Clocks) AppStamp(now netsync.Local) (stamp uint16, ok bool) {
	t := c.timeSync()
	if t == nil {
		return 0, false
	}
	wide, ok := t.Peer().ToRemote16(int64(now))
	return uint16(wide), ok
}

// timeSync returns the client's TimeSync, nil if it does not run.
func (c *Clocks) timeSync() *clocks.TimeSync {
	i := c.index[timesyncID]
	if i < 0 {
		return nil
	}
	t, _ := c.runners[i].estimator.(*clocks.TimeSync)
	return t
}

// Trips returns how long the latest of the host's datagrams took, as the client's TimeSync measures it.
func (c *Clocks) Trips() insight.Trips {
	if t := c.timeSync(); t != nil {
		return t.Peer().Trips()
	}
	return insight.Trips{}
}

// Trips returns how long the latest of a client's datagrams took, as the host's half of TimeSync measures it.
func (h *Host) Trips(client int) insight.Trips {
	if t, is := h.peers[client].clocks.Half(timesyncID).(*clocks.TimeSyncHalf); is {
		return t.Trips()
	}
	return insight.Trips{}
}

// timesyncID is TimeSync's number on the wire.
var (
	timesyncID = idOf("timesync")
)

func idOf(name string) uint8 {
	a, err := registry.Lookup(name)
	if err != nil {
		panic(err)
	}
	return a.ID
}
