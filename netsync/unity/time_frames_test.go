package unity

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/internal/clocktest"
)

// The texts of frame advantage, a file for each rule, run a game of 60 ticks a second by it, whose host sends each tick as a snapshot:
//
//	frames window=30 least=3         begins, with constants of its own; the first line
//	path up=50ms down=50ms jitter=5ms  each way's delay from here, and the mean of what exponential luck adds
//	set 200ms                        the client's time is moved by that
//	skew 1000                        the client's clock gains this many ppm from here
//	run 10s                          runs on
//	ahead 0ms..17ms                  by how much the client's frame leads the host's
//	pace 0.99..1.01                  how fast its time ran in the latest run line, against the truth
func TestFramesScripts(t *testing.T) {
	t.Parallel()
	clocktest.EachScript(t, "frames-*.txt", func(t *testing.T) func(words []string) error { return (&framesScript{t: t}).line })
}

const framesRate = 60

// A framesScript is one running text.
type framesScript struct {
	t        *testing.T
	cfg      FramesConfig
	provider TimeSystem
	up, down func(n int) time.Duration
	now      time.Duration // the host's clock
	local    time.Duration // the client's, but for where it begins
	skew     int64         // ppm
	n        int
	timed    time.Duration // its reading in the latest frame
	pace     float64
	flying   []framesFlight
	in       TimeInput
}

// A framesFlight is a snapshot that is under way, or what the host says of an input.
type framesFlight struct {
	at       time.Duration
	snapshot netsync.Server
	tick     int64 // −1 for a snapshot
	early    time.Duration
	trip     time.Duration
}

func (s *framesScript) line(words []string) (err error) {
	switch rest := words[1:]; words[0] {
	case "frames":
		return s.begin(rest)
	case "path":
		s.up, s.down, err = clocktest.Ways(rest)
	case "set":
		var d time.Duration
		d, err = time.ParseDuration(rest[0])
		s.local += d
	case "skew":
		s.skew, err = strconv.ParseInt(rest[0], 10, 64)
	case "run":
		var d time.Duration
		if d, err = time.ParseDuration(rest[0]); err != nil {
			return err
		}
		before, from := s.ahead(), s.now
		for end := s.now + d; s.now < end; {
			s.frame()
		}
		s.pace = 1 + float64(s.ahead()-before)/float64(s.now-from)
	case "ahead":
		return clocktest.Lies(s.ahead(), rest[0])
	case "pace":
		return clocktest.InRange(s.pace, rest[0], strconv.ParseFloat)
	default:
		return fmt.Errorf("unknown command")
	}
	return err
}

func (s *framesScript) begin(words []string) error {
	s.cfg = DefaultFrames()
	for _, w := range words {
		key, value, _ := strings.Cut(w, "=")
		found := false
		for i := range FramesConstants {
			if f := &FramesConstants[i]; f.Name == key {
				v, err := f.Parse(value)
				if err != nil {
					return err
				}
				f.Set(&s.cfg, v)
				found = true
			}
		}
		if !found {
			return fmt.Errorf("there is no constant %s", key)
		}
	}
	s.provider.Use("frames", framesDesign.New(framesRate, s.cfg))
	s.up, s.down = clocktest.Fixed(50*time.Millisecond), clocktest.Fixed(50*time.Millisecond)
	s.now, s.in = time.Minute, TimeInput{EarlyTick: -1, Dilation: new(netsync.Dilation)}
	return nil
}

// delay returns how much later than they are given inputs are for.
func (s *framesScript) delay() time.Duration {
	return time.Duration(s.cfg.Delay) * time.Second / framesRate
}

// ahead returns by how much the client's time is ahead of the host's.
func (s *framesScript) ahead() time.Duration {
	if !s.provider.Started {
		return 0
	}
	s.in.Now = netsync.Local(s.local)
	return s.provider.Times(&s.in).Predicted.Sub(netsync.World(s.now)) - s.delay()
}

// frame advances by one frame: the host's snapshot, what has come, and the client's input.
func (s *framesScript) frame() {
	const tick = time.Second / framesRate
	s.n++
	s.now += tick
	s.local += tick + tick*time.Duration(s.skew)/1_000_000
	s.flying = append(s.flying, framesFlight{at: s.now + s.down(s.n), snapshot: netsync.Server(s.now), tick: -1})
	for i := 0; i < len(s.flying); i++ {
		f := s.flying[i]
		if f.at > s.now {
			continue
		}
		s.flying = append(s.flying[:i], s.flying[i+1:]...)
		i--
		if f.tick >= 0 {
			s.in.Early, s.in.EarlyTick, s.in.RTT, s.in.HasRTT = f.early, f.tick, f.trip, true
		} else if f.snapshot > s.in.Snapshot {
			s.in.Snapshot, s.in.SnapshotAge = f.snapshot, s.now-f.at
		}
	}
	if s.in.Snapshot == 0 {
		return
	}
	s.in.Now, s.in.Delta = netsync.Local(s.local), max(s.local-s.timed, 0)
	s.timed = s.local
	s.provider.Advance(&s.in)
	if n, fault := s.provider.Faults, s.provider.Fault; n > 0 {
		s.t.Fatal(fault)
	}
	predicted := s.provider.Times(&s.in).Predicted
	to, up, down := NetworkTimeAt(framesRate, predicted).Tick(), s.up(s.n), s.down(s.n)
	early := NewNetworkTime(framesRate, to).World().Sub(netsync.World(s.now + up))
	s.flying = append(s.flying, framesFlight{at: s.now + up + down, tick: to, early: early, trip: up + down})
}
