package session

import (
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
)

// What a client's times are apart from the host's is the sum of what its clock, dilation and its time provider make of it.
func TestWhatTimesAreApartIsTheSumOfItsCauses(t *testing.T) {
	t.Parallel()
	const ms = time.Millisecond
	for _, c := range []struct {
		name  string
		set   []string
		then  string        // what the host does 50 ms before
		wrong time.Duration // the clock, in its own time
		want  Apart
	}{
		{"a pushed clock", []string{"client.algorithm=unreal"}, "dilation.lead=0s", -80 * ms, Apart{Clock: -80 * ms, Follows: true, World: true}},
		{"asymmetry at half the rate", []string{"client.algorithm=rtt2", "link.up.delay=120ms", "link.down.delay=40ms", "host.dilation=0.5"}, "dilation.lead=0s", 40 * ms,
			Apart{Clock: 20 * ms, Follows: true}},
		{"by Unity's provider", []string{"client.algorithm=unreal", "time.provider=unity"}, "dilation.lead=0s", -80 * ms, Apart{Clock: -80 * ms, World: true}},
		{"asymmetry", []string{"client.algorithm=rtt2", "link.up.delay=120ms", "link.down.delay=40ms"}, "dilation.lead=0s", 40 * ms, Apart{Clock: 40 * ms, Follows: true}},
		{"a pause that is not known yet", []string{"client.algorithm=rtt2", "dilation.lead=0s"}, "host.dilation=0", 0, Apart{Dilation: 50 * ms, Follows: true}},
		{"the same by a clock in world time", []string{"client.algorithm=rtt2-world", "dilation.lead=0s"}, "host.dilation=0", 50 * ms, Apart{Clock: 50 * ms, Follows: true, World: true}},
	} {
		set := append([]string{"link.delay=80ms"}, c.set...)
		s := newSession(t, &scenario.Scenario{Seed: 4, Clients: 1, Duration: 20 * time.Second, Set: scenariotest.Set(set...)}, nil)
		advance(t, s, 12*time.Second, time.Second)
		do(t, s, scenario.Event{Set: scenariotest.Set(c.then)})
		advance(t, s, 50*ms, time.Second)
		f, near := s.Facts(1), func(d, want time.Duration) bool { return (d - want).Abs() <= 17*ms/10 }
		got := f.Apart
		if !near(f.Error, c.wrong) || !near(got.Clock, c.want.Clock) || !near(got.Dilation, c.want.Dilation) || got.Follows != c.want.Follows || got.World != c.want.World {
			t.Errorf("%s: the clock is wrong by %v, and the times are apart by %+v, want %+v", c.name, f.Error, got, c.want)
		}
		now := s.HostWorld()
		for space, ahead := range map[game.TimeSpace]time.Duration{
			game.SharedTime: f.Moment.Clock.World().Sub(now), game.ServerTime: f.Moment.Server.World().Sub(now), game.PredictedTime: f.Moment.Predicted.World().Sub(now),
		} {
			clock, dilation, rest := got.Of(space, ahead)
			if clock+dilation+rest != ahead || space == game.SharedTime && rest != 0 || space != game.SharedTime && !got.Follows && clock+dilation != 0 {
				t.Errorf("%s: %v of the clock, %v of dilation and %v are not the %v of %s time", c.name, clock, dilation, rest, ahead, space)
			}
		}
	}
}
