package session

import (
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario/scenariotest"
)

// Over a path of 50 ms each way without jitter both providers show others a known delay late: the trip, and their buffer. Inputs
// arrive a server's buffer of two ticks early.
func TestProvidersOfSnapshotsShowOthersAKnownDelayLate(t *testing.T) {
	t.Parallel()
	const trip, buffer = 50 * time.Millisecond, 2 * frame
	for _, c := range []struct {
		set  string
		late time.Duration
	}{
		{"time.provider=mirror", 2 * frame},
		{"time.provider=mirror snapshot.rate=20Hz", 100 * time.Millisecond},
		{"time.provider=mirror snapshot.rate=20Hz mirror-time.tolerance=3", 200 * time.Millisecond},
		{"time.provider=mirror mirror-time.dynamic=off mirror-time.buffer=6", 6 * frame},
		{"time.provider=source", 7 * frame},
		{"time.provider=source source.interp=0s", 3 * frame},
		{"time.provider=source source.interp=0s source.interp-ratio=3 snapshot.rate=20Hz", 10 * frame},
	} {
		sc := scenariotest.Load(t, "accuracy-clean")
		sc.Resize(1)
		sc.Pin(scenariotest.Set(append(strings.Fields(c.set), "link.delay=50ms", "client.skew=0", "client.wander=0")...))
		s := newSession(t, sc, nil)
		advance(t, s, 5*time.Second, time.Second)
		for range 100 {
			advance(t, s, frame, frame)
			m := s.Facts(1).Moment
			late, early := s.HostWorld().Sub(m.Server.World())-trip-c.late, m.Predicted.World().Sub(s.HostWorld())-trip-buffer
			if max(late.Abs(), early.Abs()) > time.Microsecond {
				t.Errorf("%s: others are shown %v later and inputs sent %v earlier than known", c.set, late, early)
				break
			}
		}
	}
}
