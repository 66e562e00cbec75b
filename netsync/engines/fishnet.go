package engines

import (
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/internal/arith"
	"driftlab/netsync/internal/gear"
)

// FishNetConfig holds the constants of [FishNet].
type FishNetConfig struct {
	// TickRate is the ticks in a thousand seconds. Timing is the number of ticks from one of the host's reports on the client's tick to
	// the next.
	TickRate, Timing int
	// Share is how much one report changes the length of a tick, in millionths of the length.
	Share int
	// Reset is the difference in ticks above which a tick gets its proper length again.
	Reset int
	// ReadDelay is how many ticks are added for reading packets.
	ReadDelay int
	// MostTicks is the most ticks that run in one frame: where there are more, what is beyond these is dropped.
	MostTicks int
	// FrameRate is the client's frames in a thousand seconds.
	FrameRate int
}

// FishNetConstants are what can be set of the clock. They must not be changed.
var FishNetConstants = []netsync.Constant[FishNetConfig]{
	rate("tick-rate", "ticks per second of its game", 30_000, func(c *FishNetConfig) *int { return &c.TickRate }),
	gear.Count("timing", "ticks between two timing messages from its host", 1, 10_000, 30,
		func(c *FishNetConfig) *int { return &c.Timing }),
	param.Scaled(param.Param{Name: "share", Unit: param.Share, Max: 100_000 * gear.PPM, Default: 10_000 * gear.PPM,
		Help: "how much such a message changes the length of a tick"}, gear.PPM,
		func(c *FishNetConfig) *int { return &c.Share }),
	gear.Count("reset", "difference in ticks above which a tick gets its proper length again", 0, 1000, 4,
		func(c *FishNetConfig) *int { return &c.Reset }),
	gear.Count("read-delay", "ticks added for reading packets", 0, 100, 1,
		func(c *FishNetConfig) *int { return &c.ReadDelay }),
	gear.Count("most-ticks", "most ticks in one frame", 1, 100, 3,
		func(c *FishNetConfig) *int { return &c.MostTicks }),
	rate("frame-rate", "frames per second of its client", 60_000, func(c *FishNetConfig) *int { return &c.FrameRate }),
}

// Half implements [netsync.Halved].
func (c FishNetConfig) Half(netsync.Server) (netsync.Half, error) {
	if err := param.Validate(FishNetConstants, &c); err != nil {
		return nil, err
	}
	return &fishnetHost{push: tickPush{rate: c.TickRate, every: 1}, timing: int64(c.Timing)}, nil
}

// fishnetHost is the host's half: it sends its tick in each packet, and once a second its estimate of the client's tick.
type fishnetHost struct {
	push   tickPush
	timing int64
	known  bool
	client uint32 // tick of the client's latest packet, without those out of order
	read   int64  // the host's tick when it read that packet
}

// Due sends the tick that has just ended. FishNet writes packets within a tick, so a tick is announced at its end.
func (h *fishnetHost) Due(now, _ netsync.Server) (netsync.Message, bool) {
	tick, ok := h.push.passed(now)
	tick--
	m := netsync.Message{Kind: netsync.MessagePush, T3: startOf(h.push.rate, tick)}
	if h.known && tick%h.timing == 0 {
		m.Kind, m.Value = netsync.MessageState, h.client+uint32(tick-h.read)
	}
	return m, ok
}

// Report takes a packet's tick. Packets are read within the tick in which they arrive.
func (h *fishnetHost) Report(m netsync.Message, came netsync.Server) {
	if h.known && arith.Bits24.Signed(uint64(m.Value-h.client)) <= 0 {
		return
	}
	h.known, h.client = true, m.Value
	h.read = tickAt(h.push.rate, came)
}

// Datagram implements [netsync.Half]: stamps say nothing to it.
func (*fishnetHost) Datagram(uint32, netsync.Server, time.Duration) {}

// FishNet is the clock of FishNet, a networking library for Unity (FirstGearGames/FishNet, de19b5d:
// Runtime/Managing/Timing/TimeManager.cs, Connection/EstimatedTick.cs).
//
// Each packet has its sender's tick, and packets are read and written in ticks. Once a second the host sends its estimate of
// the client's tick: the tick of the latest packet, plus the ticks that have passed since. The client then sets its tick to
// the host's latest tick, plus half of the age of that report, rounded down, plus one for reading. If that moves the tick,
// the length of ticks changes by 1 %. These changes add up: only a difference of more than four ticks takes them back.
//
// So the clock is right to a tick of 33 ms at best, and steps by whole ticks once a second. The ping that FishNet shows
// plays no part in it. Here a tick is never shorter than a hundredth of its proper length; the original would hang.
//
// Its packets are messages of its own, one a tick each way.
type FishNet struct {
	cfg     FishNetConfig
	tick    time.Duration // proper length of a tick
	length  time.Duration // present length of a tick
	frames  gear.FrameLoop
	elapsed time.Duration // what has passed of the present tick
	now     int64         // estimate of the host's tick
	local   int64         // ticks since the start
	inbox   []netsync.Event
	joined  bool
	host    int64 // tick of the host's latest packet
	status  netsync.Status
	samples gear.SampleRing
}

// NewFishNet returns an unsynchronised clock, or an error that names the constant out of range.
func NewFishNet(cfg FishNetConfig) (*FishNet, error) {
	if err := param.Validate(FishNetConstants, &cfg); err != nil {
		return nil, err
	}
	tick := 1000 * time.Second / time.Duration(cfg.TickRate)
	return &FishNet{cfg: cfg, tick: tick, length: tick, frames: gear.NewFrameLoop(cfg.FrameRate)}, nil
}

// Wake runs the frames and the ticks in them. Each tick sends a packet.
func (f *FishNet) Wake(now netsync.Local, probes []netsync.Probe) ([]netsync.Probe, netsync.Local) {
	if passed, ok := f.frames.Due(now); ok {
		f.elapsed += passed
		if most := time.Duration(f.cfg.MostTicks); f.elapsed >= f.length*(most+1) {
			f.elapsed = f.length * most
		}
		for f.elapsed >= f.length {
			for _, ev := range f.inbox {
				host := tickAt(f.cfg.TickRate, ev.T3)
				s := insight.Sample{At: ev.T4, Offset: ev.T3.Offset(ev.T4), Reason: insight.Kept}
				switch {
				case !f.joined:
					f.joined, f.host, f.now = true, host, host
					f.status.Synchronised = true
					f.status.Steps++
					s.Reason = insight.Accepted
				case host <= f.host:
					s.Reason = insight.NotBest
					f.status.Rejected++
				default:
					f.host = host
				}
				if ev.Stated && f.adjust(ev.Value) {
					s.Reason = insight.Accepted
				}
				f.samples.Add(s)
				f.samples.Settle(f.at(now).Offset(now))
			}
			f.inbox = f.inbox[:0]
			probes = append(probes, netsync.Probe{Kind: netsync.Report, Value: uint32(f.local) & (1<<arith.Bits24 - 1)})
			f.elapsed -= f.length
			f.now++
			f.local++
		}
	}
	return probes, f.frames.Next()
}

// Observe keeps packets until the next tick.
func (f *FishNet) Observe(ev netsync.Event) {
	if ev.Kind == netsync.Push {
		f.inbox = append(f.inbox, ev)
	}
}

// adjust sets the tick from the host's estimate of it, and says whether it did.
func (f *FishNet) adjust(value uint32) bool {
	age := arith.Bits24.Signed(uint64(uint32(f.local) - value))
	if age < 0 {
		return false
	}
	next := age/2 + f.host + int64(f.cfg.ReadDelay)
	off := next - f.now
	f.now = next
	f.status.Used++
	f.status.RTT = time.Duration(age) * f.tick
	share := arith.Millionths(f.tick, int64(f.cfg.Share))
	switch {
	case max(off, -off) > int64(f.cfg.Reset):
		f.length = f.tick
	case off > 0:
		f.length = max(f.length-share, f.tick/100)
	case off < 0:
		f.length += share
	}
	if off != 0 {
		f.status.Steps++
		f.status.LastStep = time.Duration(off) * f.tick
	}
	return true
}

// at returns the clock's time at now.
func (f *FishNet) at(now netsync.Local) netsync.Server {
	passed := f.elapsed + max(now.Sub(f.frames.At), 0)
	return startOf(f.cfg.TickRate, f.now).Add(time.Duration(float64(f.tick) * (float64(passed) / float64(f.length))))
}

// ServerTime returns the tick plus what has passed of it.
func (f *FishNet) ServerTime(now netsync.Local) (netsync.Server, bool) { return f.at(now), f.joined }

// Status reports the clock. The round trip is the one that the host's latest report implies, in whole ticks, and includes
// two waits for a tick. The clock knows no one-way delay. Slewing says whether its ticks are short or long.
func (f *FishNet) Status(now netsync.Local) netsync.Status {
	s := f.status
	if f.joined {
		s.Offset = f.at(now).Offset(now)
	}
	if s.Slewing = 0; f.length < f.tick {
		s.Slewing = 1
	} else if f.length > f.tick {
		s.Slewing = -1
	}
	return s
}

// Explain shows the latest packets; those that moved the clock are accepted.
func (f *FishNet) Explain(d *insight.Detail) {
	f.samples.ExplainAccepted(d, insight.Offsets)
}
