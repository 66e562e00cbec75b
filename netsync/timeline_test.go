package netsync

import (
	"testing"

	"pgregory.net/rapid"
)

func TestTimelineStopsWhilePausedAndGoesOnWithoutAJump(t *testing.T) {
	t.Parallel()
	var line Timeline[Server]
	line.SetRate(10_000, 0)
	if got := line.At(99_000); got != 10_000 {
		t.Fatalf("world time during the pause: %d, want 10000", got)
	}
	if _, ok := line.When(10_001); ok {
		t.Fatal("a paused timeline claims to reach a later world time")
	}
	line.SetRate(99_000, Normal/2)
	if got := line.At(101_000); got != 11_000 {
		t.Fatalf("world time at half speed: %d, want 11000", got)
	}
}

func TestTimelineIsContinuousAndItsInverseIsTheFirstInstant(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var line Timeline[Local]
		now := Local(0)
		for range rapid.IntRange(1, 6).Draw(t, "changes") {
			now += Local(rapid.Int64Range(0, 1<<50).Draw(t, "gap"))
			before := line.At(now)
			line.SetRate(now, rapid.Int64Range(0, 10*Normal).Draw(t, "rate"))
			if line.At(now) != before {
				t.Fatalf("changing the rate moved world time from %d to %d", before, line.At(now))
			}
		}
		w := line.World + World(rapid.Int64Range(0, 1<<45).Draw(t, "ahead"))
		at, ok := line.When(w)
		if !ok {
			if line.Rate() > 10 {
				t.Fatal("a running timeline never arrives")
			}
			return
		}
		if line.Rate() == 0 {
			return
		}
		if line.At(at) < w || at > line.From && line.At(at-1) >= w {
			t.Fatalf("When(%d) = %d is not the first instant: %d, %d", w, at, line.At(at-1), line.At(at))
		}
	})
}
