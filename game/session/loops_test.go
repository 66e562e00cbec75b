package session

import (
	"slices"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
	"driftlab/netsync/registry"
)

// A departures keeps when what was sent, and when a client had ticks.
type departures struct {
	probes []netsim.Time
	data   [2]int // by the machine that sent
	ticks  []netsim.Time
}

// Record implements Recorder.
func (d *departures) Record(e observe.Entry) {
	switch e := e.(type) {
	case *observe.Departure:
		switch kind := game.Kind(e.Kind); {
		case kind == game.KindProbe:
			d.probes = append(d.probes, e.Sent)
		case kind == game.KindData && e.From < 2:
			d.data[e.From]++
		}
	case *observe.ClockSample:
		d.ticks = append(d.ticks, e.Time)
	}
}

// loop plays a session of one client without a world.
func loop(t *testing.T, d time.Duration, set ...string) (*Session, *departures) {
	t.Helper()
	sc := &scenario.Scenario{Name: "loop", Seed: 5, Clients: 1, Duration: d,
		Set: scenariotest.Set(append([]string{"arena=none", "link.delay=20ms", "link.jitter=1ms", "client.skew=30"}, set...)...)}
	sent := &departures{}
	s := newSession(t, sc, sent)
	advance(t, s, d, d)
	return s, sent
}

// errorOf returns how far one of the clocks of client 1 is off.
func errorOf(t *testing.T, s *Session, clock string) time.Duration {
	t.Helper()
	i := slices.IndexFunc(s.Algorithms(), func(a registry.Algorithm) bool { return a.Name == clock })
	err, ok := s.ClockError(1, i)
	if !ok {
		t.Fatalf("%s is not set", clock)
	}
	return err
}

func TestClocksAskWhereATickBeginsIfTheyAreToSo(t *testing.T) {
	t.Parallel()
	for setting, all := range map[string]bool{"send.at=any": false, "send.at=tick": true, "send.at=frame": true} {
		_, sent := loop(t, 20*time.Second, setting)
		between := 0
		for _, at := range sent.probes {
			if _, tick := slices.BinarySearch(sent.ticks, at); !tick && at > sent.ticks[0] {
				between++
			}
		}
		if all != (between == 0) || len(sent.probes) < 50 {
			t.Errorf("%s: of %d questions %d leave between two ticks", setting, len(sent.probes), between)
		}
	}
}

func TestDatagramsMayBeSentAtAPartOfAHertz(t *testing.T) {
	t.Parallel()
	_, sent := loop(t, 200*time.Second, "datagrams.up.rate=0.2", "datagrams.down.rate=59.94", "join.timeout=1m")
	if up, down := sent.data[1], sent.data[0]; up < 38 || up > 41 || down < 11_980 || down > 11_990 {
		t.Errorf("%d datagrams up and %d down in 200 s, at 0.2 and 59.94 Hz", up, down)
	}
}

// With one false stamp in five TimeSync's least is one of these; SNTP asks, and its stamps are others.
func TestFalseStampsHurtWhoGoesByStamps(t *testing.T) {
	t.Parallel()
	for _, who := range []string{"", "host."} {
		s, _ := loop(t, 20*time.Second, who+"stamp.false.share=20%", who+"stamp.false.size=40ms")
		if off := errorOf(t, s, "timesync").Abs(); off < 10*time.Millisecond || off > 21*time.Millisecond {
			t.Errorf("%sstamp.false: timesync is off by %v", who, off)
		}
		if off := errorOf(t, s, "sntp").Abs(); off > 3*time.Millisecond {
			t.Errorf("%sstamp.false: sntp is off by %v", who, off)
		}
	}
}

// TimeSync takes the least delay, which is that of a datagram sent just when the host's stamp has changed.
func TestStampsOfWholeSecondsMakeClocksThatGoByThemAsCoarse(t *testing.T) {
	t.Parallel()
	fine, _ := loop(t, 30*time.Second, "host.stamp.step=0s")
	coarse, _ := loop(t, 30*time.Second, "host.stamp.step=1s")
	for clock, far := range map[string]bool{"sntp": true, "unreal": true, "timesync": false} {
		off := (errorOf(t, coarse, clock) - errorOf(t, fine, clock)).Abs()
		if off > time.Second || (off > 50*time.Millisecond) != far || !far && off > time.Millisecond {
			t.Errorf("%s is off by %v more", clock, off)
		}
	}
}

func TestTheHostsClockMayBeSetAndItsGameGoesOn(t *testing.T) {
	t.Parallel()
	for _, arena := range []string{"arena=none", "arena=classic"} {
		s, _ := loop(t, 20*time.Second, arena, "host.offset=3s")
		if off := errorOf(t, s, "sntp").Abs(); off > 3*time.Millisecond {
			t.Errorf("%s: sntp is off by %v at first", arena, off)
		}
		tick := s.host.host.Tick()
		set(t, s, "host.offset", "-200s")
		if off := errorOf(t, s, "sntp"); off < 202*time.Second || off > 204*time.Second {
			t.Errorf("%s: sntp is off by %v when the clock has been set back by 203 s", arena, off)
		}
		advance(t, s, 30*time.Second, frame)
		if got := s.host.host.Tick() - tick; got < 1798 || got > 1802 {
			t.Errorf("%s: the host has had %d ticks in 30 s", arena, got)
		}
		if off := errorOf(t, s, "sntp").Abs(); off > 3*time.Millisecond {
			t.Errorf("%s: sntp is off by %v after half a minute", arena, off)
		}
	}
}

// Clocks of engines count ticks and snapshots of the host's from zero on.
func TestAHostsClockMayReadLessThanZero(t *testing.T) {
	t.Parallel()
	sc := scenariotest.Parse(t, "before.toml",
		"format = 3\nclients = 1\nduration = \"20s\"\nclocks = \"published,engines,midline\"\n[set]\narena = \"none\"\nhost.offset = \"-2h\"\n")
	s := newSession(t, sc, nil)
	advance(t, s, sc.Duration, frame)
	for _, clock := range []string{"sntp", "timesync", "midline"} {
		if off := errorOf(t, s, clock).Abs(); off > time.Millisecond {
			t.Errorf("%s is off by %v", clock, off)
		}
	}
}

func TestAHostMayHaveBeenUpForADay(t *testing.T) {
	t.Parallel()
	s, _ := loop(t, 20*time.Second, "arena=classic", "host.uptime=24h")
	if got, want := s.host.local(s.Now()).Sub(0), 24*time.Hour+20*time.Second; got != want {
		t.Errorf("its clock reads %v, want %v", got, want)
	}
	if got := s.host.host.Tick(); got < 60*(24*3600+19) || got > 60*(24*3600+20) {
		t.Errorf("it is at tick %d", got)
	}
	if off := errorOf(t, s, "timesync").Abs(); off > time.Millisecond || !s.Facts(1).Joined {
		t.Errorf("timesync is off by %v", off)
	}
}

func TestAClocksSkewMayBeATenth(t *testing.T) {
	t.Parallel()
	s, _ := loop(t, 10*time.Second, "client.skew=100000")
	if got := s.clients[0].local(s.Now()).Sub(0); got != 11*time.Second {
		t.Errorf("after 10 s the clock reads %v", got)
	}
}

// TimeSync's half on the host has to be told by the client's datagrams again what the least delay is, and the client knows nothing of
// it: what it has heard is 3 s wrong until that is over.
func TestAHostMayRestartWithAnotherClock(t *testing.T) {
	t.Parallel()
	s, _ := loop(t, 20*time.Second)
	set := scenariotest.Set("host.offset=-3s")
	do(t, s, scenario.Event{Set: set, Restart: true})
	if off := errorOf(t, s, "timesync"); off < 2990*time.Millisecond || off > 3010*time.Millisecond {
		t.Errorf("at once timesync is off by %v", off)
	}
	for range 30 {
		advance(t, s, time.Second, frame)
		if !s.Facts(1).Joined {
			t.Fatalf("at %v the client is no longer in", s.Now())
		}
	}
	for _, clock := range []string{"sntp", "timesync"} {
		if off := errorOf(t, s, clock).Abs(); off > 3*time.Millisecond {
			t.Errorf("half a minute later %s is off by %v", clock, off)
		}
	}
	again := scenariotest.Parse(t, "again.toml", s.Log().Text())
	if got := again.Events[0]; !got.Restart || len(got.Set) != 1 {
		t.Errorf("the log has %+v", got)
	}
}
