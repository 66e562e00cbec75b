package unity

import (
	"math"
	"strings"
	"testing"
	"time"

	"driftlab/netsync"
)

// scripted is a provider that says what a test has it say.
type scripted struct {
	times []WorldTimes
	ok    bool
	n     int
}

func (s *scripted) Start(*TimeInput)                     {}
func (s *scripted) Advance(*TimeInput) bool              { s.n++; return s.ok }
func (s *scripted) Follow(d time.Duration) time.Duration { return d }
func (s *scripted) Times(*TimeInput) WorldTimes          { return s.times[min(s.n, len(s.times)-1)] }
func (s *scripted) system() (sys TimeSystem, d *netsync.Dilation) {
	sys.Use("scripted", s)
	return sys, new(netsync.Dilation)
}
func timesAt(predicted, server time.Duration) WorldTimes {
	return WorldTimes{netsync.World(predicted), netsync.World(server)}
}
func inputAt(k int64, d *netsync.Dilation) *TimeInput {
	const frame = 16 * time.Millisecond
	now := netsync.Local(k * int64(frame))
	return &TimeInput{Now: now, Delta: frame, Dilation: d, Here: netsync.World(now), Behind: netsync.World(now) - 50e6, Ahead: netsync.World(now) + 50e6}
}

func TestAProviderThatBreaksItsPromiseIsStopped(t *testing.T) {
	t.Parallel()
	const ms = time.Millisecond
	for _, test := range []struct {
		name string
		next WorldTimes
		ok   bool
		want string // "" for nothing wrong
	}{
		{"as promised", timesAt(116*ms, 16*ms), true, ""},
		{"standing still", timesAt(100*ms, 0), true, ""},
		{"twice as fast", timesAt(132*ms, 32*ms), true, ""},
		{"back", timesAt(99*ms, 16*ms), true, "predicted time went back by 1ms"},
		{"back, told", timesAt(99*ms, -80*ms), false, ""},
		{"a jump", timesAt(116*ms, 40*ms), true, "server time jumped by 40ms"},
		{"a jump, told", timesAt(2000*ms, 40*ms), false, ""},
		{"nonsense", WorldTimes{math.MinInt64, 0}, false, "predicted time: -9223372036 s is outside ±36 years"},
		{"nonsense ahead", WorldTimes{netsync.World(100 * ms), math.MaxInt64}, true, "server time: 9223372036 s"},
	} {
		s, d := (&scripted{times: []WorldTimes{timesAt(100*ms, 0), test.next, test.next}, ok: test.ok}).system()
		s.Advance(inputAt(1, d))
		s.Advance(inputAt(2, d))
		n, err := s.Faults, s.Fault
		if test.want == "" {
			if n != 0 || err != nil || s.AtWork != "scripted" {
				t.Errorf("%s: stopped: %v", test.name, err)
			}
			continue
		}
		if n != 1 || err == nil || !strings.Contains(err.Error(), "time provider scripted: ") || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %d stopped: %v", test.name, n, err)
		}
		if s.AtWork != "direct" || s.Chosen != "scripted" {
			t.Errorf("%s: %s is at work in place of %s", test.name, s.AtWork, s.Chosen)
		}
		if got := s.Times(inputAt(3, d)); got != timesAt(48*ms+50*ms, 48*ms-50*ms) {
			t.Errorf("%s: the times are %v", test.name, got)
		}
	}
}

func TestAnotherProviderTakesOverAtTheNextFrame(t *testing.T) {
	t.Parallel()
	s, d := (&scripted{times: []WorldTimes{timesAt(time.Second, 0)}, ok: true}).system()
	s.Advance(inputAt(1, d))
	s.Use("other", &scripted{times: []WorldTimes{timesAt(2*time.Second, 0)}, ok: true})
	if got := s.Times(inputAt(1, d)); !s.Started || got != timesAt(time.Second, 0) || s.AtWork != "scripted" || s.Chosen != "other" {
		t.Errorf("before the next frame: started is %v, the times are %v by %s, and %s is chosen", s.Started, got, s.AtWork, s.Chosen)
	}
	s.Advance(inputAt(2, d))
	if got := s.Times(inputAt(2, d)); got != timesAt(2*time.Second, 0) || s.AtWork != "other" {
		t.Errorf("in the next frame the times are %v, by %s", got, s.AtWork)
	}
	if n, err := s.Faults, s.Fault; n != 0 || s.Pace.Resets != 0 {
		t.Errorf("%v, %+v", err, s.Pace)
	}
}

func TestNonsenseBetweenFramesIsNotShown(t *testing.T) {
	t.Parallel()
	p := &scripted{times: []WorldTimes{timesAt(time.Second, 0)}, ok: true}
	s, d := p.system()
	s.Advance(inputAt(1, d))
	p.times[0] = WorldTimes{math.MaxInt64, math.MinInt64}
	if got := s.Times(inputAt(1, d)); got != timesAt(time.Second, 0) {
		t.Errorf("the times are %v", got)
	}
}

func TestAChangeOfWorldTimesRateIsNoFaultOfTheProvider(t *testing.T) {
	t.Parallel()
	p := &scripted{times: []WorldTimes{timesAt(time.Second, time.Second), timesAt(0, 0)}, ok: true}
	s, d := p.system()
	s.Advance(inputAt(1, d))
	d.Announce(0, 0, netsync.Normal/2)
	s.Advance(inputAt(2, d))
	if n, err := s.Faults, s.Fault; n != 0 {
		t.Error(err)
	}
	if s.Pace.Frames != 0 {
		t.Errorf("the frame is counted: %+v", s.Pace)
	}
}

// What was in force before the oldest line that is kept is taken to be as that one: who is far behind goes another way.
func TestAChangeOfWorldTimesRateThatIsForgottenIsNoFaultOfTheProvider(t *testing.T) {
	t.Parallel()
	p := &scripted{times: []WorldTimes{timesAt(0, 0), timesAt(-time.Minute, -time.Minute)}, ok: true}
	s, d := p.system()
	d.Announce(0, netsync.Server(time.Minute), 0)
	s.Advance(inputAt(1, d))
	d.Forget(netsync.Server(time.Hour))
	s.Advance(inputAt(2, d))
	if n, err := s.Faults, s.Fault; n != 0 {
		t.Error(err)
	}
}

func TestPaceCountsTheFramesThatRunFastOrSlow(t *testing.T) {
	t.Parallel()
	const ms, us = time.Millisecond, time.Microsecond
	s, d := (&scripted{times: []WorldTimes{
		timesAt(0, 0), timesAt(16*ms, 16*ms), timesAt(32*ms+320*us, 32*ms-320*us), // 2 % is on pace
		timesAt(48*ms+641*us, 48*ms-640*us), timesAt(64*ms+641*us, 48*ms-640*us),
	}, ok: true}).system()
	for k := range int64(5) {
		s.Advance(inputAt(k+1, d))
	}
	if got, want := s.Pace, (Pace{Frames: 4, Off: 2, Server: 1, Worst: 16 * ms, WorstOf: 16 * ms}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// Whether the host's time is below the hard reset or above it.
func TestServerTimeStartsOnItsTargetUnlessThePublishedStartIsAsked(t *testing.T) {
	t.Parallel()
	for _, snapshot := range []netsync.Server{netsync.Server(100 * time.Millisecond), netsync.Server(10 * time.Second)} {
		for _, merged := range []bool{false, true} {
			cfg := Text()
			cfg.Merged = merged
			start := func(published bool) WorldTimes {
				u := newUnityTime(60, cfg)
				var d netsync.Dilation
				in := TimeInput{Snapshot: snapshot, Dilation: &d, ClientBuffer: 50 * time.Millisecond, ServerBuffer: 40 * time.Millisecond, PublishedStart: published}
				u.Start(&in)
				return u.Times(&in)
			}
			target, published := start(false), start(true)
			if want := netsync.World(snapshot).Add(-50 * time.Millisecond); target.Server.Sub(want).Abs() > time.Microsecond {
				t.Errorf("merged %v, snapshot %d: server time starts at %d, want %d", merged, snapshot, target.Server, want)
			}
			if target.Predicted != published.Predicted {
				t.Errorf("merged %v, snapshot %d: predicted time starts at %d, and published at %d", merged, snapshot, target.Predicted, published.Predicted)
			}
			if ahead := published.Server.Sub(netsync.World(snapshot)); !merged && (ahead-50*time.Millisecond).Abs() > time.Microsecond {
				t.Errorf("snapshot %d: published server time starts %v after it, want a buffer", snapshot, ahead)
			}
		}
	}
}

// The text's lastReceivedSnapshotTime is a tick, which does not age.
func TestBothTargetsAreTheTextsByTheTickOfTheLatestSnapshot(t *testing.T) {
	t.Parallel()
	for _, age := range []time.Duration{0, 7 * time.Millisecond, 45 * time.Millisecond} {
		for _, now := range []bool{false, true} {
			u := newUnityTime(60, Text()).(*unityTimeProvider)
			var d netsync.Dilation
			in := TimeInput{Snapshot: netsync.Server(10 * time.Second), SnapshotAge: age, SnapshotNow: now, Dilation: &d, RTT: 80 * time.Millisecond, HasRTT: true,
				ClientBuffer: 50 * time.Millisecond, ServerBuffer: 40 * time.Millisecond}
			u.Start(&in)
			u.Advance(&in)
			snapshot := netsync.World(in.Snapshot)
			if now {
				snapshot = snapshot.Add(age)
			}
			_, got := u.client.next()
			if want := (unityTarget{predicted: snapshot.Add(120 * time.Millisecond), server: snapshot.Add(-50 * time.Millisecond)}); got != want {
				t.Errorf("age %v, now %v: targets are %+v, want %+v", age, now, got, want)
			}
		}
	}
}

// A predicted time that starts as for 150 ms, and a link of nothing.
func TestUnitysTimesSettleUntilTheyAreNearTheirTargets(t *testing.T) {
	t.Parallel()
	for _, merged := range []bool{false, true} {
		cfg := Text()
		cfg.Merged = merged
		if merged {
			cfg.DeadZone = 0
		}
		var d netsync.Dilation
		var s TimeSystem
		s.Use("unity", newUnityTime(60, cfg))
		const frame = time.Second / 60
		settled := time.Duration(0)
		for now := time.Duration(0); now < 20*time.Second; now += frame {
			s.Advance(&TimeInput{Now: netsync.Local(now), Delta: frame, Snapshot: netsync.Server(10*time.Second + now), Dilation: &d, HasRTT: now > 0,
				ClientBuffer: 50 * time.Millisecond, ServerBuffer: 40 * time.Millisecond})
			switch is := s.Settling(); {
			case is.Server:
				t.Fatalf("merged %v: at %v server time is on its way", merged, now)
			case is.Predicted:
				settled = now + frame
			}
		}
		if settled < 10*time.Second || settled > 16*time.Second {
			t.Errorf("merged %v: predicted time is on its way until %v, want what 1 %% a second takes for 100 to 160 ms", merged, settled)
		}
	}
}

// A delay that grows by less than half of a hard reset, and a target that stands still between two snapshots.
func TestATimeSettlesWhileItIsFurtherThan20MillisecondsAndATickFromItsTarget(t *testing.T) {
	t.Parallel()
	for _, every := range []time.Duration{time.Second / 60, 50 * time.Millisecond, 150 * time.Millisecond} {
		for _, now := range []bool{false, true} {
			var d netsync.Dilation
			var s TimeSystem
			s.Use("unity", newUnityTime(60, Text()))
			const frame, change, growth = time.Second / 60, 5 * time.Second, 95 * time.Millisecond
			for at := time.Duration(0); at < 20*time.Second; at += frame {
				delay := 50 * time.Millisecond
				if at >= change {
					delay += growth
				}
				age := (at + time.Second - delay) % every // since a snapshot has arrived
				s.Advance(&TimeInput{Now: netsync.Local(at), Delta: frame, Snapshot: netsync.Server(10*time.Second + at - delay - age), SnapshotAge: age, SnapshotNow: now, Dilation: &d,
					HasRTT: true, RTT: 150 * time.Millisecond, ClientBuffer: 50 * time.Millisecond, ServerBuffer: 40 * time.Millisecond})
				switch is, since := s.Settling().Server, at-change; {
				case is && (since < 0 || since > 9*time.Second), !is && since > 2*every && since <= 3*time.Second && every < growth:
					t.Fatalf("snapshots every %v, now %v: at %v server time is on its way: %v", every, now, at, is)
				}
			}
		}
	}
}
