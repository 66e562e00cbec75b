package unity

import (
	"testing"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/internal/clocktest"
)

// gameOf is a game that nothing published has.
var gameOf = GameBasis{TickRate: 20_000, FrameRate: 20_000, ReceiveBuffer: 70 * time.Millisecond, SendBuffer: 110 * time.Millisecond,
	Measures: true, RTT: 90 * time.Millisecond, HasRTT: true}

// rested returns a clock on a steady path of 20 ms each way, after a minute, and what is to be done before.
func rested(cfg Config, before func(*Clock)) *Clock {
	u := clocktest.Made(New(cfg))
	before(u)
	r := clocktest.NewPingRig(u, 0, time.Hour, 0)
	for r.Now < netsync.Local(time.Minute) {
		r.Ping(clocktest.Trip{Up: 20 * time.Millisecond, Down: 20 * time.Millisecond})
	}
	return u
}

func TestUnityGoesByItsGamesTicksBuffersAndRoundTrip(t *testing.T) {
	t.Parallel()
	for _, merged := range []bool{false, true} {
		cfg := Default()
		cfg.Merged = merged
		u := rested(cfg, func(u *Clock) { u.Adopt(gameOf) })
		_, target := u.client.next()
		if apart := target.predicted.Sub(target.server); apart != 270*time.Millisecond {
			t.Errorf("merged %v: predicted time is to be %v ahead of server time, want the round trip and both buffers", merged, apart)
		}
		if u.times.Server.Rate() != 20 || u.frames.Every != 50*time.Millisecond || u.Status(u.frameAt).RTT != 90*time.Millisecond {
			t.Errorf("merged %v: %d ticks a second, a frame every %v, a round trip of %v", merged, u.times.Server.Rate(), u.frames.Every, u.Status(u.frameAt).RTT)
		}
	}
}

func TestUnitysNumbersHoldWhateverItsGameSays(t *testing.T) {
	t.Parallel()
	told := rested(Text(), func(u *Clock) { u.Adopt(gameOf) })
	alone := rested(Text(), func(*Clock) {})
	if told.times != alone.times || told.Status(told.frameAt) != alone.Status(alone.frameAt) {
		t.Errorf("%v and %v", told.times, alone.times)
	}
}

func TestUnityHasThePublishedConstantsWhereNobodyTellsOfAGame(t *testing.T) {
	t.Parallel()
	free, published := rested(Default(), func(*Clock) {}), rested(Text(), func(*Clock) {})
	if free.times != published.times || free.Status(free.frameAt) != published.Status(published.frameAt) {
		t.Errorf("%v and %v", free.times, published.times)
	}
}

func TestUnityTakesANewBufferUpAsItsTimesDo(t *testing.T) {
	t.Parallel()
	u := rested(Default(), func(*Clock) {})
	before, _ := u.ServerTime(u.frameAt)
	g := DefaultGame()
	g.ReceiveBuffer += 100 * time.Millisecond
	u.Adopt(g)
	u.Wake(u.frameAt.Add(20*time.Millisecond), nil)
	if after, _ := u.ServerTime(u.frameAt); (after.Sub(before) - 20*time.Millisecond).Abs() > 200*time.Microsecond {
		t.Errorf("the clock stepped by %v", after.Sub(before)-20*time.Millisecond)
	}
}
