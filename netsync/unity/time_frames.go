package unity

import (
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
	"driftlab/netsync/internal/arith"
	"driftlab/netsync/internal/gear"
)

// framesDesign paces a game by frame advantage, as rollback libraries do.
var framesDesign = TimeDesign{Name: "frames",
	Help: "GGPO's and GGRS's: time runs at the machine's own rate, and a machine that is some frames ahead of the other waits for that many frames",
	Own:  func(c *TimeConfigs) any { return c.Frames },
	New:  func(rate int, config any) TimeProvider { return newFramesTime(rate, config.(FramesConfig)) }}

// FramesConfig holds the constants of the provider "frames". The defaults are GGPO's (pond3r/ggpo, 7ddadef:
// src/lib/ggpo/timesync.h, timesync.cpp, network/udp_proto.cpp, backends/p2p.cpp). GGRS (gschup/ggrs, 0cda022:
// src/time_sync.rs, network/protocol.rs, sessions/p2p_session.rs) has a window of 30, no most, every 60, a report each 0.2
// s, half of the trip and rounding down.
type FramesConfig struct {
	Window      int           // frames that both means cover
	Least, Most int           // frames that a wait takes
	Every       int           // frames from one wait to the next
	Report      time.Duration // from one report of each end to the next
	HalfTrip    bool          // half of the round trip is added to the latest frame of the other end, not all of it
	RoundDown   bool
	Delay       int // frames by which inputs take effect later
}

// DefaultFrames returns GGPO's constants, and six frames of delay.
func DefaultFrames() FramesConfig { return param.Defaults(FramesConstants) }

// FramesConstants are the constants of the provider "frames".
var FramesConstants = []netsync.Constant[FramesConfig]{
	gear.Count("window", "how many frames both averages of the frame advantage cover", 1, 600, 40,
		func(c *FramesConfig) *int { return &c.Window }),
	gear.Count("least", "fewest frames to wait; a smaller advantage is left alone", 1, 600, 3,
		func(c *FramesConfig) *int { return &c.Least }),
	gear.Count("most", "most frames to wait at once; GGRS has no such limit", 1, 600, 9,
		func(c *FramesConfig) *int { return &c.Most }),
	gear.Count("every", "frames from one wait to the next", 0, 6000, 240,
		func(c *FramesConfig) *int { return &c.Every }),
	gear.Span("report", "time between two reports of one end on its own advantage", 0, 10*time.Second, time.Second,
		func(c *FramesConfig) *time.Duration { return &c.Report }),
	param.Bool(param.Param{Name: "trip", Unit: param.Choice, Choices: []string{"whole", "half"},
		Help: "how much of the round trip is added to the last frame heard of: all of it, as in GGPO, or half, as in GGRS"},
		func(c *FramesConfig) *bool { return &c.HalfTrip }),
	param.Bool(param.Param{Name: "rounding", Unit: param.Choice, Choices: []string{"nearest", "down"},
		Help: "how the number of frames to wait is rounded: to the nearest, as in GGPO, or down, as in GGRS"},
		func(c *FramesConfig) *bool { return &c.RoundDown }),
	gear.Count("delay", "by how many frames inputs are delayed, and other players are shown later", 0, 600, 6,
		func(c *FramesConfig) *int { return &c.Delay }),
}

// framesTime counts frames from the first snapshot on, at the machine's own rate. In each frame both ends compute their
// advantage: how many frames each thinks that it is behind the other. They report it to each other now and then. An end that
// is ahead, by the means of both, stands still for half of the difference.
//
// An advantage is what a clock would show of the other, in whole frames. Half of the difference of both corresponds to half
// of (T2 − T1) + (T3 − T4), and so it cannot see uneven delays either. Differences below Least, three frames, are left
// alone.
//
// The host here never waits. When it should, the client runs twice as fast for as long instead, which looks the same to
// both. The host's half is computed here, when its report on inputs arrives. Snapshots take the place of the other end's
// inputs, and they are rarer. Nothing is rolled back, so inputs have to arrive in time; the delay is for that.
type framesTime struct {
	cfg      FramesConfig
	rate     int64
	ours     frameSync
	host     frameSync
	time     netsync.Server // the start of the present frame, plus what has passed of it
	at       netsync.Local
	frame    int64 // the last frame counted
	reported netsync.Local
	behind   time.Duration // what is still to be waited; negative is still to be made up
	last     WorldTimes
}

func newFramesTime(rate int, cfg FramesConfig) *framesTime {
	return &framesTime{cfg: cfg, rate: int64(rate), ours: newFrameSync(&cfg), host: newFrameSync(&cfg)}
}

func (f *framesTime) Start(in *TimeInput) {
	*f = *newFramesTime(int(f.rate), f.cfg)
	f.time, f.at = in.Snapshot, in.Now
	f.reported = in.Now.Add(-f.cfg.Report)
	f.frame = f.number(f.time)
	f.ours.next, f.host.next = f.frame, f.frame
	f.last = f.Times(in)
}

func (f *framesTime) Advance(in *TimeInput) bool {
	passed, behind := pass(in.Delta, f.behind)
	f.time, f.behind, f.at = f.time.Add(passed), behind, in.Now
	ours, hosts := f.advantages(in)
	if in.Now.Sub(f.reported) >= f.cfg.Report {
		f.reported, f.ours.told, f.host.told = in.Now, hosts, ours
	}
	newest := f.number(f.time)
	for f.frame = max(f.frame, newest-int64(f.cfg.Window)); f.frame < newest; {
		f.frame++
		f.ours.count(f.frame, ours)
		f.host.count(f.frame, hosts)
	}
	tick := time.Second / time.Duration(f.rate)
	if f.behind == 0 {
		f.behind = time.Duration(f.ours.wait(f.frame, &f.cfg)-f.host.wait(f.frame, &f.cfg)) * tick
	}
	before := f.last
	f.last = f.Times(in)
	return in.Smooth(before, f.last)
}

// advantages returns how many frames each end thinks that it is behind the other. Each adds the same round trip, in whole
// milliseconds, to the latest frame that it knows of the other.
func (f *framesTime) advantages(in *TimeInput) (ours, hosts int64) {
	trip := in.RTT.Milliseconds()
	if f.cfg.HalfTrip {
		trip /= 2
	}
	trip = trip * f.rate / 1000
	ours = f.number(in.Snapshot) + trip - f.number(f.time)
	if in.EarlyTick >= 0 {
		early, _ := arith.FloorDiv(-int64(in.Early)*f.rate, int64(time.Second))
		hosts = trip - int64(f.cfg.Delay) - early
	}
	return ours, hosts
}

// number returns the number of the frame that contains a time.
func (f *framesTime) number(t netsync.Server) int64 {
	return NetworkTimeAt(int(f.rate), netsync.World(t)).Tick()
}

// pass returns how far time advances in d for an end that still has to wait for behind, and how much of that wait is left.
func pass(d, behind time.Duration) (passed, left time.Duration) {
	part := min(max(behind, -d), d)
	return d - part, behind - part
}

// Follow returns 0: the provider has no buffers except its delay.
func (f *framesTime) Follow(time.Duration) time.Duration { return 0 }

func (f *framesTime) Times(in *TimeInput) WorldTimes {
	passed, _ := pass(in.Now.Sub(f.at), f.behind)
	t, delay := f.time.Add(passed), time.Duration(f.cfg.Delay)*time.Second/time.Duration(f.rate)
	return WorldTimes{Predicted: in.Dilation.At(t.Add(delay)), Server: in.Dilation.At(t.Add(-delay))}
}

// A frameSync is one end's half of the pacing (GGPO, TimeSync).
type frameSync struct {
	own, other []int64 // advantages of the latest frames, by frame number; 0 before the first
	told       int64   // the other end's, as last reported
	next       int64   // frame after which it may wait again
}

func newFrameSync(cfg *FramesConfig) frameSync {
	return frameSync{own: make([]int64, cfg.Window), other: make([]int64, cfg.Window)}
}

// count records a frame, by how many frames the end was behind the other in it.
func (s *frameSync) count(frame, advantage int64) {
	_, i := arith.FloorDiv(frame, int64(len(s.own)))
	s.own[i], s.other[i] = advantage, s.told
}

// wait returns how many frames the end is to stand still: half of the difference by which the other's mean advantage is
// greater.
func (s *frameSync) wait(frame int64, cfg *FramesConfig) int64 {
	if frame <= s.next {
		return 0
	}
	more, n := int64(0), int64(len(s.own))
	for i := range s.own {
		more += s.other[i] - s.own[i]
	}
	if !cfg.RoundDown {
		more += n
	}
	frames := more / (2 * n)
	if frames < int64(cfg.Least) {
		return 0
	}
	s.next = frame + int64(cfg.Every)
	return min(frames, int64(cfg.Most))
}
