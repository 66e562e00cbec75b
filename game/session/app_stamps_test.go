package session

import (
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

func stampedSession(t *testing.T, bits string, d time.Duration, set ...string) *Session {
	t.Helper()
	s := newSession(t, &scenario.Scenario{Seed: 4, Clients: 2, Duration: time.Hour,
		Set: scenariotest.Set(append([]string{"stamp.bits=" + bits, "link.delay=80ms", "client.algorithm=timesync", "client.offset=3s"}, set...)...)}, nil)
	advance(t, s, d, d)
	return s
}

// TestSmallStampsAreMillisecondAccurate holds what Taylor's text says of 16 bits and of 23: half a unit of 512 µs or 8 µs,
// and what the clock is off. At 40 m/s a millisecond is 4 cm.
func TestSmallStampsAreMillisecondAccurate(t *testing.T) {
	t.Parallel()
	bytes := map[string]uint64{}
	for bits, worst := range map[string]float64{"0": 0.001, "16": 0.012, "23": 0.002} {
		s := stampedSession(t, bits, 40*time.Second)
		off := s.Summary().Clients[0].Projectiles.Timestamped
		if off == nil || off.WorstM > worst || bits != "0" && off.WorstM == 0 {
			t.Errorf("%s bits: projectiles are off by %+v, want at most %v m", bits, off, worst)
		}
		if n := s.Facts(1).Stamps; n.Misread != 0 || n.Read > 1000 != (bits != "0") {
			t.Errorf("%s bits: %+v", bits, n)
		}
		spawns := s.host.host.Outbox.Sent[1][game.KindSpawn]
		bytes[bits] = spawns.Bytes / spawns.Datagrams
	}
	if bytes["16"] >= bytes["23"]+1 || bytes["0"] < bytes["23"]+8 {
		t.Errorf("bytes of an event: %v", bytes)
	}
}

// A datagram that a machine has kept through its sleep is read by the clock as it is then: a stamp of 16 bits is a turn of
// 33.6 s off, one of 23 bits is not so soon. TimeSync itself is to keep its minima for as long.
func TestAStampThatIsReadTooLateIsMisreadByATurn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		bits    string
		stamp   string
		asleep  time.Duration
		misread bool
	}{
		{"16", "read", 20 * time.Second, false},
		{"16", "read", 30 * time.Second, true},
		{"16", "arrival", 30 * time.Second, false},
		{"23", "read", 30 * time.Second, false},
		{"23", "read", 52 * time.Second, true},
		{"0", "read", 52 * time.Second, false},
	} {
		s := stampedSession(t, c.bits, 12*time.Second, "client1.receive.poll=tick", "client1.receive.stamp="+c.stamp, "join.timeout=1h", "timesync.window=1m")
		snapshot := false
		for !snapshot {
			advance(t, s, time.Millisecond, time.Millisecond)
			for _, l := range s.clients[0].mail.letters {
				snapshot = snapshot || s.clients[0].mail.data[l.start+1] == byte(game.KindSnapshot)
			}
		}
		for _, sleep := range []string{"asleep-counting", "awake"} {
			set(t, s, "client1.sleep", sleep)
			if sleep != "awake" {
				advance(t, s, c.asleep, time.Second)
			}
		}
		var scene game.Scene
		for range 600 {
			advance(t, s, frame, frame)
			s.Scene(1, &scene)
		}
		if n := s.Facts(1).Stamps; n.Misread > 0 != c.misread || c.bits == "16" && n.Misread > 4 { // after 52 s minima have gone too
			t.Errorf("%+v: %+v", c, n)
		}
		if n := s.Facts(2).Stamps; n.Misread > 0 {
			t.Errorf("%+v: client 2 has not slept, and %+v", c, n)
		}
	}
}

func TestStampsAreTheSameOverBothCarriersAndInAReplay(t *testing.T) {
	t.Parallel()
	sc := &scenario.Scenario{Seed: 4, Clients: 2, Duration: 15 * time.Second,
		Set: scenariotest.Set("stamp.bits=16", "link.delay=80ms", "link.jitter=10ms", "host.dilation=0.5", "receive.poll=frame", "frame.rate=50", "hitch.mean=100ms")}
	direct, s := play(t, sc, netsim.NewDirect(), frame)
	again, _ := play(t, s.Log(), mustVNet(t), 100*time.Millisecond)
	if direct.sum != again.sum {
		t.Error("the traces differ")
	}
}
