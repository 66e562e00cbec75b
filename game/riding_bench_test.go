package game

import (
	"testing"
	"time"

	"driftlab/internal/testkit"
)

// botsIn returns eight clients of bots that have been at it for a while, in a look.
func botsIn(t testing.TB, look Look) (*rig, *rigClient) {
	r := newRig(t, 8, "timesync")
	r.lookAll(look)
	r.run(5 * time.Second)
	return r, r.clients[0]
}

// looks are those that cost most.
var looks = []Look{{Platform: NearTime}, {Platform: NearTime, Others: SecondOrder}}

func TestWhatIsShownAndMeasuredInAFrameAllocatesNothing(t *testing.T) {
	for _, look := range looks {
		r, c := botsIn(t, look)
		var s Scene
		host := Scene{Plain: true}
		recent := make([]Correction, 0, 32)
		frame := func() {
			c.Scene(r.clock(c), look, &s)
			r.host.Scene(r.hostClock(), &host)
			recent = c.RecentCorrections(recent[:0])
			r.host.StateHash()
			r.host.PlayerHash(1)
		}
		if n := testkit.AllocsPerRun(100, frame); n > 0 {
			t.Errorf("%+v: %v allocations a frame", look, n)
		}
	}
}

func BenchmarkClientSceneWithEightOthers(b *testing.B) {
	for _, look := range looks {
		b.Run(othersNames[look.Others], func(b *testing.B) {
			r, c := botsIn(b, look)
			var s Scene
			b.ReportAllocs()
			for b.Loop() {
				c.Scene(r.clock(c), look, &s)
			}
		})
	}
}

func BenchmarkClientSceneWithoutPoses(b *testing.B) {
	r, c := botsIn(b, looks[0])
	s := Scene{Plain: true}
	b.ReportAllocs()
	for b.Loop() {
		c.Scene(r.clock(c), looks[0], &s)
	}
}

func BenchmarkStateHash(b *testing.B) {
	r, _ := botsIn(b, looks[0])
	b.ReportAllocs()
	for b.Loop() {
		r.host.StateHash()
	}
}

// Each snapshot is a look through all the others before and after.
func BenchmarkLearnSnapshotByDeadReckoning(b *testing.B) {
	r, c := botsIn(b, looks[1])
	clock := c.at(r.clock(c)).Clock.World()
	b.ReportAllocs()
	for b.Loop() {
		p := c.baselines.at(c.baselines.newest)
		c.learn(p, p.tick, c.worldAt(p.tick), clock)
	}
}
