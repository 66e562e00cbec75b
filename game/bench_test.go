package game

import (
	"testing"
	"time"

	"driftlab/internal/testkit"
	"driftlab/netsync"
)

// busyHost is a host whose clients' bots walk, jump, ride and fire, and acknowledge what is 50 to 200 ms old, with some projectiles
// in the air.
type busyHost struct {
	*Host
	now     netsync.Local
	input   inputMessage
	buf     []byte
	inAir   uint32
	clients int
}

func newBusyHost(b *testing.B, clients int, inAir uint32) *busyHost {
	level := DefaultLevel()
	level.Platforms = append(level.Platforms, level.Platforms...) // four
	h := mustHost(b, HostConfig{Seed: 1, Rate: DefaultRate, Clients: clients, Level: level})
	if err := h.SetLagCompensation(true, DefaultRewind, RewindBySeen); err != nil {
		b.Fatal(err)
	}
	for id := 1; id <= clients; id++ {
		if err := h.Receive(0, 0, 0, id, datagram(KindKeepalive, h.keyed(id, 1), nil)); err != nil {
			b.Fatal(err)
		}
	}
	busy := &busyHost{Host: h, inAir: inAir, clients: clients}
	for range 600 {
		busy.tick(b)
	}
	return busy
}

// tick delivers an input of each client and plays one tick.
func (h *busyHost) tick(b *testing.B) {
	h.now += netsync.Local(time.Second / DefaultRate)
	for id := 1; id <= h.clients; id++ {
		m := &h.input
		m.frame++
		late := uint32(3 + id%10)
		m.snapshot, m.event = h.snaps.number-min(late, h.snaps.number), h.events.next-min(late, h.events.next)
		m.newest, m.count = h.Host.tick+3, inputRun
		for i := range m.in[:m.count] {
			at := h.at(m.newest - int64(m.count) + 1 + int64(i))
			m.in[i] = Input{Held: Bot(1, id, at), Lag: 1000}
		}
		m.sight.others = 190 * time.Millisecond
		h.buf = m.append(header{KindInput, h.peers[id].join, true, netsync.Stamp24(int64(h.now))}.append(h.buf[:0]))
		if err := h.Receive(h.now, h.now, 0, id, h.buf); err != nil {
			b.Fatal(err)
		}
	}
	for h.lastShot-h.ended < h.inAir {
		h.lastShot++
		s := Shot{ID: h.lastShot, Owner: uint8(h.lastShot) % uint8(h.clients+1), Origin: Point{Metre, 14 * Metre}, Dir: 1,
			Spawn: h.at(h.Host.tick), End: h.at(h.Host.tick).Add(750 * time.Millisecond)}
		h.shots.put(s)
		h.fired(s)
		h.events.add(worldEvent{kind: eventSpawn, shot: s})
	}
	h.Wake(h.now)
	h.Outbox.Reset()
}

func benchmarkHostTick(b *testing.B, clients int, inAir uint32) {
	h := newBusyHost(b, clients, inAir)
	b.ReportAllocs()
	for b.Loop() {
		h.tick(b)
	}
}

func BenchmarkHostTick8Clients64Projectiles(b *testing.B) { benchmarkHostTick(b, 8, 64) }

func BenchmarkHostTick64Clients64Projectiles(b *testing.B) { benchmarkHostTick(b, 64, 64) }

// A client's frame that checks its own projectiles in the air for hits.
func BenchmarkClientFrameWithOwnShots(b *testing.B) {
	r := newRig(b, 1, "timesync")
	c := r.clients[0]
	r.apart()
	c.Look = predictedLook
	c.Take(Fire)
	r.run(5 * time.Second)
	now := r.clock(c)
	b.ReportAllocs()
	for b.Loop() {
		c.judge(now)
	}
}

// botsIn returns eight clients with a look, whose bots have played for a while.
func botsIn(t testing.TB, look Look) (*rig, *rigClient) {
	r := newRig(t, 8, "timesync")
	r.lookAll(look)
	r.run(5 * time.Second)
	return r, r.clients[0]
}

// looks are the most expensive ones.
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

// Each snapshot goes through all the others before and after.
func BenchmarkLearnSnapshotByDeadReckoning(b *testing.B) {
	r, c := botsIn(b, looks[1])
	clock := c.Moment(r.clock(c)).Clock.World()
	b.ReportAllocs()
	for b.Loop() {
		p := c.baselines.at(c.baselines.newest)
		c.learn(p, p.tick, c.worldAt(p.tick), clock)
	}
}
