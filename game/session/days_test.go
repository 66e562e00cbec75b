package session

import (
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
	"driftlab/netsync/registry"
)

// longAfter are virtual times at which something runs over, or has been going on for long.
var longAfter = []struct {
	what string
	at   time.Duration
}{
	{"TimeSync's 23 bits of 8 µs", 1 << 23 * 8 * time.Microsecond},
	{"TimeSync's 24 bits of 8 µs", 1 << 24 * 8 * time.Microsecond},
	{"its 16 bits of 512 µs, many times over", 1 << 16 * 512 * 5000 * time.Microsecond},
	{"32 bits of microseconds", 1 << 32 * time.Microsecond},
	{"31 bits of milliseconds", 1 << 31 * time.Millisecond},
	{"32 bits of milliseconds", 1 << 32 * time.Millisecond},
	{"what a float64 holds of nanoseconds", 1 << 53},
	{"31 bits of ticks at 128 Hz", 1 << 31 * time.Second / 128},
	{"60 days", 60 * 24 * time.Hour},
	{"the longest run", scenario.MaxDuration},
}

// TestClocksThatHaveRunForMonthsAreAsGoodAsNewOnes begins sessions late, some seconds before each of those times, and
// compares every clock with that of a session that begins at zero and has the same luck. Where in a tick or in a stamp's
// unit a clock begins makes small differences.
func TestClocksThatHaveRunForMonthsAreAsGoodAsNewOnes(t *testing.T) {
	t.Parallel()
	sc := &scenario.Scenario{Name: "days", Seed: 60, Clients: 2, Duration: time.Minute, Set: scenariotest.Set("tick.rate=128", "link.delay=30ms", "link.jitter=1ms")}
	const before, whole = 12 * time.Second, 25 * time.Second
	run := func(start time.Duration) *Session {
		s := mustNew(t, sc, Options{Carrier: netsim.NewDirect(), start: netsim.Time(start)})
		advance(t, s, whole, frame)
		return s
	}
	fresh := run(0)
	for _, l := range longAfter {
		s := run(l.at - before)
		if want := int64(l.at-before+whole) / int64(time.Second) * 128; s.host.host.Tick() < want-128 || s.host.host.Tick() > want+128 {
			t.Errorf("%s: the host is at tick %d, want about %d", l.what, s.host.host.Tick(), want)
		}
		if s.host.bad.count > 0 {
			t.Errorf("%s: the host refused %d datagrams: %v", l.what, s.host.bad.count, s.host.bad.latest)
		}
		for id := 1; id <= s.Clients(); id++ {
			if bad := s.clients[id-1].bad; bad.count > 0 || !s.Facts(id).Joined {
				t.Errorf("%s: client %d refused %d datagrams: %v; joined: %v", l.what, id, bad.count, bad.latest, s.Facts(id).Joined)
			}
			for i, a := range registry.OfGroup(registry.Published) {
				got, ok := s.ClockError(id, i)
				want, _ := fresh.ClockError(id, i)
				most := 4 * time.Millisecond
				if a.Name == "unity" { // its dead zone
					most = 20 * time.Millisecond
				}
				if off := (got - want).Abs(); !ok || off > most {
					t.Errorf("%s: client %d: %s is off by %v (%v), and by %v at the start", l.what, id, a.Name, got, ok, want)
				}
			}
		}
	}
}
