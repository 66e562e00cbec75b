package unity

import (
	"time"

	"driftlab/netsync"
	"driftlab/netsync/internal/arith"
	"driftlab/netsync/internal/constant"
	"driftlab/param"
)

// framesDesign paces a game by frame advantage, as libraries of rollback do.
var framesDesign = TimeDesign{Name: "frames", Frames: true,
	Help: "GGPO's and GGRS's: time runs at the machine's own pace, and who is some frames ahead of the other waits for as many",
	New:  func(rate int, config any) TimeProvider { return newFramesTime(rate, config.(FramesConfig)) }}

// FramesConfig holds the constants of the provider "frames". As they are, they are GGPO's (pond3r/ggpo, 7ddadef: src/lib/ggpo/timesync.h,
// timesync.cpp, network/udp_proto.cpp, backends/p2p.cpp); GGRS's (gschup/ggrs, 0cda022: src/time_sync.rs, network/protocol.rs,
// sessions/p2p_session.rs) are a window of 30, no most, every 60, a report each 0.2 s, half of the trip and rounding down.
type FramesConfig struct {
	Window      int           // frames that both means are of
	Least, Most int           // frames that are waited for
	Every       int           // frames from one wait to the next
	Report      time.Duration // from one word of each end to the next
	HalfTrip    bool          // half of the round trip is added to what was heard last, and not all of it
	RoundDown   bool
	Delay       int // frames that inputs are for later ones
}

// DefaultFrames returns GGPO's constants, and six frames of delay.
func DefaultFrames() FramesConfig { return param.Defaults(FramesConstants) }

// FramesConstants is what the provider "frames" is set by.
var FramesConstants = []param.Field[FramesConfig]{
	constant.Count("window", "frames of which both means of the frame advantage are", 1, 600, 40,
		func(c *FramesConfig) *int { return &c.Window }),
	constant.Count("least", "fewest frames that are waited for; being less ahead is left as it is", 1, 600, 3,
		func(c *FramesConfig) *int { return &c.Least }),
	constant.Count("most", "most frames that are waited for at once; GGRS has no such bound", 1, 600, 9,
		func(c *FramesConfig) *int { return &c.Most }),
	constant.Count("every", "frames from one wait to the next", 0, 6000, 240,
		func(c *FramesConfig) *int { return &c.Every }),
	constant.Span("report", "time from one word of an end on its own advantage to the next", 0, 10*time.Second, time.Second,
		func(c *FramesConfig) *time.Duration { return &c.Report }),
	param.Bool(param.Param{Name: "trip", Unit: param.Choice, Choices: []string{"whole", "half"},
		Help: "how much of the round trip is added to the frame that was heard of last: all of it, as in GGPO, or half, as in GGRS"},
		func(c *FramesConfig) *bool { return &c.HalfTrip }),
	param.Bool(param.Param{Name: "rounding", Unit: param.Choice, Choices: []string{"nearest", "down"},
		Help: "how the frames to wait for are rounded: to the nearest, as in GGPO, or down, as in GGRS"},
		func(c *FramesConfig) *bool { return &c.RoundDown }),
	constant.Count("delay", "frames that inputs are for later ones, and that others are shown later", 0, 600, 6,
		func(c *FramesConfig) *int { return &c.Delay }),
}

// framesTime counts frames from the first snapshot on, at the machine's own pace. In each, both ends work out their advantage: by
// how many frames they take themselves to be behind the other. They tell it each other now and then, and whoever finds itself ahead,
// by the means of both, stands still for half of the difference.
//
// An advantage is what two clocks would show of each other in whole frames, and half of the difference of both is what half of
// (T2 − T1) + (T3 − T4) is: of uneven ways it sees as little. What is less than the least, three frames, it leaves.
//
// The host here waits for nobody. Where it would, the client runs twice as fast for as long, which is the same to the two; and the host's half is worked
// out here, when its word on inputs comes. Instead of the other's inputs there are snapshots, which are rarer. Nothing is rolled back, so that
// inputs have to come in time, for which there is the delay.
type framesTime struct {
	cfg      FramesConfig
	rate     int64
	ours     frameSync
	host     frameSync
	time     netsync.Server // the start of the present frame, and what has passed of it
	at       netsync.Local
	frame    int64 // that was counted last
	reported netsync.Local
	behind   time.Duration // what is still to be waited for; negative is to be made up
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

// advantages returns by how many frames each end takes itself to be behind the other. Each adds the same round trip, in whole
// milliseconds, to the latest frame of the other's that it has heard of.
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

// number returns the number of the frame that a time is in.
func (f *framesTime) number(t netsync.Server) int64 {
	return NetworkTimeAt(int(f.rate), netsync.World(t)).Tick()
}

// pass returns by how much the time of one who is so far behind its wait goes on in d, and what is left of that.
func pass(d, behind time.Duration) (passed, left time.Duration) {
	part := min(max(behind, -d), d)
	return d - part, behind - part
}

// Follow says that it has no buffers but its delay.
func (f *framesTime) Follow(time.Duration) time.Duration { return 0 }

func (f *framesTime) Times(in *TimeInput) WorldTimes {
	passed, _ := pass(in.Now.Sub(f.at), f.behind)
	t, delay := f.time.Add(passed), time.Duration(f.cfg.Delay)*time.Second/time.Duration(f.rate)
	return WorldTimes{Predicted: in.Dilation.At(t.Add(delay)), Server: in.Dilation.At(t.Add(-delay))}
}

// A frameSync is one end's half of the pacing (GGPO, TimeSync).
type frameSync struct {
	own, other []int64 // advantages of the latest frames, by their numbers; 0 for those that were not yet
	told       int64   // the other's, as it was told last
	next       int64   // frame after which it may wait again
}

func newFrameSync(cfg *FramesConfig) frameSync {
	return frameSync{own: make([]int64, cfg.Window), other: make([]int64, cfg.Window)}
}

// count takes down a frame in which the end was so many frames behind the other.
func (s *frameSync) count(frame, advantage int64) {
	_, i := arith.FloorDiv(frame, int64(len(s.own)))
	s.own[i], s.other[i] = advantage, s.told
}

// wait returns how many frames the end is to stand still for: half of what the other's mean advantage is greater by.
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
