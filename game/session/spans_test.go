package session

import (
	"slices"
	"testing"
	"time"

	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/testkit"
)

// Games send once a frame and stamp what they read once a frame. What of that is between two machines drifts through all phases in
// time: 100 ppm take 2.8 min. docs/clock.md has longer runs.
func TestOfAllClocksMidlineIsTheNearestWhereGamesStampInFrames(t *testing.T) {
	t.Parallel()
	ticks := []string{"receive.poll=tick", "receive.stamp=read", "host.receive.poll=tick", "host.receive.stamp=read"}
	for name, set := range map[string][]string{
		"both ends at 60 Hz":     ticks,
		"both ends at 30 Hz":     append([]string{"tick.rate=30", "datagrams.up.rate=30", "datagrams.down.rate=30"}, ticks...),
		"the client alone":       ticks[:2],
		"the host alone":         ticks[2:],
		"a display of 144 Hz":    append([]string{"frame.rate=144"}, "receive.poll=frame", ticks[1], ticks[2], ticks[3]),
		"a display of 59.94 Hz":  append([]string{"frame.rate=59.94", "frame.skew=40ppm"}, "receive.poll=frame", ticks[1], ticks[2], ticks[3]),
		"questions in ticks":     append([]string{"send.at=tick"}, ticks...),
		"hitches at both ends":   append([]string{"hitch.mean=100ms", "host.hitch.mean=50ms"}, ticks...),
		"an exponential of 5 ms": append([]string{"link.jitter=5ms", "link.distribution=exponential"}, ticks...),
		"gamma":                  append([]string{"link.distribution=gamma"}, ticks...),
	} {
		won, n := 0, testkit.LongCount(1, 10)
		for seed := range uint64(n) {
			sc := scenariotest.Load(t, "clock-clean")
			sc.Seed, sc.Duration = seed+1, 15*time.Minute
			sc.Set = append(sc.Set, scenariotest.Set(append([]string{"link.delay=20ms", "link.jitter=2ms", "client.skew=100ppm", "datagrams.up.rate=60",
				"datagrams.down.rate=60"}, set...)...)...)
			s := newSession(t, sc, nil)
			advance(t, s, sc.Duration, sc.Duration)
			best, midline := 1e9, 0.
			for _, a := range s.Summary().Clients[0].Algorithms {
				if a.Algorithm == "midline" {
					midline = a.ErrorMS.RMS
				} else {
					best = min(best, a.ErrorMS.RMS)
				}
			}
			t.Logf("%s, seed %d: %.3f ms, the best of the others %.3f ms", name, seed+1, midline, best)
			if midline <= best {
				won++
			}
		}
		if won*10 < n*9 {
			t.Errorf("%s: Midline is the nearest on %d of %d", name, won, n)
		}
	}
}

// In the first minutes the phases of frames are not known, and taking them for a rate is worse than taking the middle of the least
// delays both ways: TimeSync.
func TestInTheFirstMinutesMidlineIsNotFarBehindTimeSyncWhereBothEndsStampInFrames(t *testing.T) {
	t.Parallel()
	hitches := func(mean, every, hostEvery string) []string {
		return []string{"hitch.mean=" + mean, "hitch.every=" + every, "host.hitch.mean=" + mean, "host.hitch.every=" + hostEvery}
	}
	for name, set := range map[string][]string{
		"59.94 and 60 Hz":                 {"frame.rate=59.94"},
		"75 and 30 Hz":                    {"frame.rate=75", "tick.rate=30"},
		"144 and 60 Hz":                   {"frame.rate=144"},
		"60 and 20 Hz":                    {"tick.rate=20"},
		"30 and 60 Hz":                    {"frame.rate=30"},
		"frames that vary by 4 ms":        hitches("4ms", "16ms", "16ms"),
		"frames of 75 Hz that vary":       append(hitches("4ms", "13ms", "16ms"), "frame.rate=75"),
		"stalls of 80 ms":                 hitches("80ms", "2s", "2s"),
		"10 and 20 a second, 75 to 20 Hz": {"frame.rate=75", "tick.rate=20", "datagrams.up.rate=10", "datagrams.down.rate=20"},
	} {
		var ratios []float64
		for seed := range uint64(testkit.LongCount(5, 20)) {
			sc := scenariotest.Load(t, "clock-clean")
			sc.Seed, sc.Duration, sc.ClockList = seed+1, 2*time.Minute, "midline,timesync"
			sc.Set = append(sc.Set, scenariotest.Set(append([]string{"link.delay=31ms", "link.jitter=3ms", "link.distribution=exponential", "client.skew=17ppm",
				"tick.rate=60", "frame.rate=60", "frame.skew=23ppm", "receive.poll=frame", "receive.stamp=read", "send.at=frame", "host.receive.poll=tick",
				"host.receive.stamp=read", "datagrams.up.rate=30", "datagrams.down.rate=30"}, set...)...)...)
			s := newSession(t, sc, nil)
			advance(t, s, sc.Duration, sc.Duration)
			rms := map[string]float64{}
			for _, a := range s.Summary().Clients[0].Algorithms {
				rms[a.Algorithm] = a.ErrorMS.RMS
			}
			ratios = append(ratios, rms["midline"]/rms["timesync"])
			if rms["midline"] > 3*rms["timesync"] {
				t.Errorf("%s, seed %d: %.3f ms, TimeSync %.3f ms", name, seed+1, rms["midline"], rms["timesync"])
			}
		}
		slices.Sort(ratios)
		if middle := ratios[len(ratios)/2]; middle > 1.5 {
			t.Errorf("%s: %.2f times TimeSync's error, at the median of %d seeds", name, middle, len(ratios))
		}
	}
}
