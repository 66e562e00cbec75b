package game

import (
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"driftlab/internal/files/filetest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// script plays a minute with the bots of three clients and the host, with losses, dilation, pauses, pushes and a rejoin, in each
// platform time. It calls see after each of the host's ticks.
func script(t testing.TB, see func(r *rig)) {
	t.Helper()
	r := newRig(t, 3, "timesync")
	for i, look := range []Look{{Platform: ServerTime}, {Platform: NearTime}, {Platform: PredictedTime, Others: SecondOrder}} {
		r.clients[i].Look = look
		r.clients[i].up = time.Duration(40+30*i) * time.Millisecond
		r.clients[i].down = time.Duration(60+20*i) * time.Millisecond
		r.clients[i].offset = time.Duration(i-1) * time.Hour
		r.clients[i].Rejoin(r.clock(r.clients[i]))
	}
	r.drop = lossy(5, 10)
	rates := []int64{1_000_000, 500_000, 0, 1_000_000, 2_000_000, 1_300_000}
	for step, tick := 0, r.host.Tick(); r.now < time.Minute; step++ {
		if step%200 == 150 {
			check(t, r.host.SetDilation(r.hostClock(), rates[step/200%len(rates)], 120*time.Millisecond))
		}
		if step%170 == 90 {
			check(t, r.host.AddImpulse(step%4, Speed(step%15-7)*MetreASecond, Speed(step%9)*MetreASecond))
		}
		if step == 1500 {
			r.clients[1].Rejoin(r.clock(r.clients[1]))
		}
		r.run(time.Second / 60)
		if now := r.host.Tick(); now != tick {
			tick = now
			see(r)
		}
	}
	r.noRefusals()
}

// The hashes are of the whole world once a second, so that a difference can be found.
func TestGoldenWorldOfAMinute(t *testing.T) {
	t.Parallel()
	var got strings.Builder
	next := time.Second
	script(t, func(r *rig) {
		if r.now >= next {
			next += time.Second
			tick, hash := r.host.StateHash()
			fmt.Fprintf(&got, "%d %016x\n", tick, hash)
		}
	})
	name := filepath.Join("testdata", "world.golden")
	if *update {
		filetest.Write(t, name, got.String())
	}
	want := filetest.Read(t, name)
	if got.String() != string(want) {
		t.Errorf("the world has changed; if that is meant, run go test ./game -run Golden -update\ngot\n%s", got.String())
	}
}

// With equal inputs, host and clients are in equal states at every tick, with bots, jumps, rides and shots, in every platform time.
func TestHostAndClientsHaveEqualStateHashesAtEveryTick(t *testing.T) {
	t.Parallel()
	for _, space := range []TimeSpace{SharedTime, ServerTime, PredictedTime, NearTime} {
		r := newRig(t, 3, "timesync")
		r.lookAll(Look{Platform: space})
		r.run(4 * time.Second)
		for i, c := range r.clients {
			r.board(i+1, i%2)
			c.Take(0)
		}
		r.run(2 * time.Second)
		rode, compared, before := 0, 0, [3]uint64{}
		for i, c := range r.clients {
			before[i], _ = c.Corrections()
		}
		for tick := r.host.Tick(); r.now < 40*time.Second; {
			for i, c := range r.clients {
				switch held := hash(uint64(i), uint64(r.now/(300*time.Millisecond))); {
				case r.now > 30*time.Second:
					c.Release()
				case held%3 == 0:
					c.Take(Jump)
				default:
					c.Take(Fire)
				}
			}
			r.run(time.Second / 120)
			now, _ := r.host.StateHash()
			if now > tick+1 {
				t.Fatalf("tick %d was passed over", tick+1)
			}
			tick = now
			for i, c := range r.clients {
				at, host := r.host.PlayerHash(i + 1)
				if own, ok := c.PlayerHash(at); !ok || own != host {
					t.Fatalf("%v: tick %d: client %d has %x (%v), the host %x", space, at, i+1, own, ok, host)
				}
				compared++
				if r.host.players[i+1].Ride >= 0 {
					rode++
				}
			}
		}
		if compared < 3*33*60 || rode < 2000 {
			t.Errorf("%v: %d comparisons, %d of them of riders", space, compared, rode)
		}
		for i, c := range r.clients {
			if n, _ := c.Corrections(); n != before[i] {
				t.Errorf("%v: client %d was corrected %d times", space, i+1, n-before[i])
			}
		}
	}
}

func TestStateHashTellsEveryFieldApart(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	r.run(3 * time.Second)
	r.host.Take(Fire)
	for r.host.ended == r.host.lastShot {
		r.run(10 * time.Millisecond)
	}
	seen := map[uint64]string{}
	note := func(what string) {
		_, hash := r.host.StateHash()
		if other, ok := seen[hash]; ok {
			t.Errorf("%s has the hash of %s", what, other)
		}
		seen[hash] = what
	}
	note("the world")
	p := &r.host.players[1]
	for what, change := range map[string]func(){
		"X": func() { p.Pos.X++ }, "Y": func() { p.Pos.Y++ }, "VX": func() { p.VX++ }, "VY": func() { p.VY++ },
		"ride": func() { p.Ride++ }, "facing": func() { p.Facing = -p.Facing }, "reload": func() { p.Reload++ },
		"lag": func() { p.Lag++ }, "the host's player": func() { r.host.players[0].Pos.X++ },
		"tick": func() { r.host.tick++ }, "shots": func() { r.host.lastShot-- },
	} {
		change()
		note(what)
	}
}

// A stateHash is FNV-1a (Fowler, Noll and Vo, 64 bits) over words instead of bytes: fewer steps, and equal states still have equal
// hashes on every architecture.
type stateHash uint64

const (
	hashBasis stateHash = 0xcbf29ce484222325
	hashPrime stateHash = 0x100000001b3
)

func (s *stateHash) put(fields ...int64) {
	for _, v := range fields {
		// The shift moves the word's upper half to where the multiplication spreads it.
		*s = (*s ^ stateHash(v)) * hashPrime
		*s ^= *s >> 32
	}
}

func (s *stateHash) player(id int, p *Player) {
	s.put(int64(id), int64(p.Pos.X), int64(p.Pos.Y), int64(p.VX), int64(p.VY),
		int64(p.Ride), int64(p.Facing), int64(p.Reload), int64(p.Lag))
	if p.Pips != 0 || p.Out != 0 { // unchanged hashes if hits cost nothing
		s.put(int64(p.Pips), int64(p.Out))
	}
}

func (s *stateHash) shot(v *Shot) {
	s.put(int64(v.ID), int64(v.Owner), int64(v.Origin.X), int64(v.Origin.Y), int64(v.Dir), int64(v.Spawn), int64(v.End))
}

// StateHash returns the latest tick played and a hash of the whole world after it: platforms, the
// server-controlled character, all players in it and the projectiles that fly.
func (h *Host) StateHash() (tick int64, hash uint64) {
	s, w := hashBasis, h.at(h.tick)
	s.put(h.tick)
	for i := range h.cfg.Level.Platforms {
		p := h.cfg.Level.Platforms[i].At(w)
		s.put(int64(p.X), int64(p.Y))
	}
	npc := h.cfg.Level.PatrollerAt(w)
	s.put(int64(npc.X), int64(npc.Y))
	for id := range h.peers {
		if h.Present(id) {
			s.player(id, &h.players[id])
		}
	}
	if t := h.token; t != noToken {
		s.put(int64(t.holder), int64(t.base), int64(t.at))
	}
	if p := &h.ball.ballPath; p.number > 0 {
		s.put(int64(p.number), int64(p.by), int64(p.from.X), int64(p.from.Y), int64(p.vel.X), int64(p.vel.Y), int64(p.at))
	}
	for id := h.ended + 1; id <= h.lastShot; id++ {
		s.shot(h.shots.at(id))
	}
	return h.tick, uint64(s)
}

// PlayerHash returns the latest tick played and a hash of one player's state after it.
func (h *Host) PlayerHash(player int) (tick int64, hash uint64) {
	return h.tick, playerHash(h.tick, player, &h.players[player])
}

// PlayerHash returns a hash of the player's predicted state after a tick, to compare with the host's; ok is false if the tick is not
// kept, and under [ServerAuthority].
func (c *Client) PlayerHash(tick int64) (hash uint64, ok bool) {
	p := &c.predict
	if !p.started || tick < p.first || tick > p.tick || c.Authority == ServerAuthority {
		return 0, false
	}
	return playerHash(tick, c.cfg.ID, p.state(tick)), true
}

func playerHash(tick int64, id int, p *Player) uint64 {
	s := hashBasis
	s.put(tick)
	s.player(id, p)
	return uint64(s)
}
