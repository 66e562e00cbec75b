package session

import (
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsync/unity"
)

// worldError runs a scenario in which the host's dilation is animated, and returns the largest
// error of a client's shared time in the game's world time, once it has synchronised.
func worldError(t *testing.T, algorithm, lead string) (worst time.Duration) {
	t.Helper()
	const frame = time.Second / 60
	s := newSession(t, &scenario.Scenario{Seed: 4, Clients: 1, Duration: time.Minute, Set: scenariotest.Set(
		"link.delay=80ms", "client.offset=5s", "client.algorithm="+algorithm, "dilation.lead="+lead)}, nil)
	advance(t, s, 2*time.Second, frame)
	for i := range 180 {
		if i < 60 { // down to half speed and up again, in steps of a frame
			rate := []string{"0.9", "0.7", "0.5", "0.6", "0.8", "1"}[i/10]
			set(t, s, "host.dilation", rate)
		}
		advance(t, s, frame, frame)
		clock := s.Facts(1).Moment.Clock
		err := clock.Sub(unity.NetworkTimeAt(clock.Rate(), s.HostWorld()))
		worst = max(worst, err, -err)
	}
	return worst
}

func TestDilationAnnouncedAheadIsFollowedWithoutError(t *testing.T) {
	t.Parallel()
	if got := worldError(t, "timesync", "100ms"); got > 20*time.Microsecond {
		t.Errorf("announced 100 ms ahead over 80 ms, the world time is off by up to %v", got)
	}
	// Announced as it happens, the change is unknown for a one-way delay: 80 ms at up to 0.2 a step.
	if got := worldError(t, "timesync", "0s"); got < 10*time.Millisecond || got > 50*time.Millisecond {
		t.Errorf("announced as it happens, the world time is off by up to %v, want about 20 ms", got)
	}
	if got := worldError(t, "rtt2-world", "100ms"); got < 200*time.Millisecond {
		t.Errorf("a clock on world time is off by %v only", got)
	}
}
