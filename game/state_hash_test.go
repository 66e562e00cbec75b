package game

// A stateHash is FNV-1a over fields of 64 bits (Fowler, Noll and Vo; the offset basis and the prime
// are those of 64 bits). It takes a word at a time where FNV-1a takes bytes: fewer steps, and equal
// states still have equal hashes on every architecture.
type stateHash uint64

const (
	hashBasis stateHash = 0xcbf29ce484222325
	hashPrime stateHash = 0x100000001b3
)

func (s *stateHash) put(fields ...int64) {
	for _, v := range fields {
		// The shift brings the word's upper half to where the multiplication carries it on.
		*s = (*s ^ stateHash(v)) * hashPrime
		*s ^= *s >> 32
	}
}

func (s *stateHash) player(id int, p *Player) {
	s.put(int64(id), int64(p.Pos.X), int64(p.Pos.Y), int64(p.VX), int64(p.VY),
		int64(p.Ride), int64(p.Facing), int64(p.Reload), int64(p.Lag))
	if p.Pips != 0 || p.Out != 0 { // the hash is as it was where hits cost nothing
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
		if h.here(id) {
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

// PlayerHash returns the hash of the own player's predicted state after a tick, to be compared with the
// host's; ok is false where the prediction does not reach, and under [ServerAuthority].
func (c *Client) PlayerHash(tick int64) (hash uint64, ok bool) {
	p := &c.predict
	if !p.started || tick < p.first || tick > p.tick || c.authority == ServerAuthority {
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
