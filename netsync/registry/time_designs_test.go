package registry

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/netsync"
	"driftlab/netsync/unity"
)

func TestEveryProviderKeepsItsPromise(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		design := rapid.SampledFrom(TimeDesigns()).Draw(t, "design")
		cfg := unity.Text()
		cfg.Merged = rapid.Bool().Draw(t, "merged")
		cfg.HardResetOnly = rapid.Bool().Draw(t, "hard resets only")
		var s unity.TimeSystem
		var config any = cfg
		if design.Own != nil {
			var own unity.TimeConfigs
			for i := range unity.TimeConstants {
				f := &unity.TimeConstants[i]
				f.Set(&own, rapid.Int64Range(f.Bounds()).Draw(t, f.Name))
			}
			config = design.Own(&own)
		}
		s.Use(design.Name, design.New(rapid.IntRange(10, 128).Draw(t, "rate"), config))
		var d netsync.Dilation
		now, host, early := netsync.Local(rapid.Int64Range(-1e15, 1e15).Draw(t, "now")), netsync.Server(rapid.Int64Range(0, 1e15).Draw(t, "host")), int64(-1)
		length := func(name string, most time.Duration) time.Duration {
			return time.Duration(rapid.Int64Range(0, int64(most)).Draw(t, name))
		}
		for range rapid.IntRange(1, 60).Draw(t, "frames") {
			delta := length("delta", 200*time.Millisecond)
			now, host, early = now.Add(delta), host.Add(delta), early+rapid.Int64Range(0, 2).Draw(t, "words")
			if rapid.IntRange(0, 9).Draw(t, "change") == 0 {
				d.Announce(host, host, rapid.Int64Range(0, 4*netsync.Normal).Draw(t, "rate of world time"))
			}
			if rapid.IntRange(0, 9).Draw(t, "time passes") == 0 {
				d.Forget(host)
			}
			in := &unity.TimeInput{Now: now, Delta: delta, Dilation: &d, Snapshot: host.Add(-length("old", time.Minute)), SnapshotAge: length("age", time.Second),
				RTT: length("rtt", 30*time.Second), HasRTT: rapid.Bool().Draw(t, "has RTT"), Early: length("early", time.Second) - 500*time.Millisecond, EarlyTick: early,
				Interval: time.Millisecond + length("interval", time.Second), ClientBuffer: length("client buffer", time.Second), ServerBuffer: length("server buffer", time.Second)}
			for range rapid.IntRange(0, 3).Draw(t, "snapshots") {
				in.Arrived = append(in.Arrived, host.Add(-length("old", time.Minute)))
			}
			estimate := host.Add(length("error", time.Minute) - 30*time.Second)
			in.Here, in.Behind, in.Ahead = d.At(estimate), d.At(estimate.Add(-length("down", time.Second))), d.At(estimate.Add(length("up", time.Second)))
			s.Advance(in)
			if n, err := s.Faults, s.Fault; n != 0 {
				t.Fatal(err)
			}
		}
	})
}
