package game

import (
	"fmt"
	"slices"
)

// The allowed budgets, in bytes a second.
const (
	MinBudget = 2_000
	MaxBudget = 1_000_000_000
)

// SetBudget bounds what the host sends to each client of the game, in bytes a second with [Overhead]; 0 is no
// bound. What clocks are told comes on top, so that the game has the same room whatever they ask. Events,
// which are repeated until acknowledged, get up to half of the budget; what another's projectile did that is over
// by then is passed over. The states get what is left: the own player always, the others by turns, nearer ones more
// often. Positions of projectiles come last.
//
// In any time t that is at most bytes·t and one and a half bursts: a burst is what a tenth of a second
// brings, and 600 bytes at least.
func (h *Host) SetBudget(bytes int) error {
	if bytes != 0 && (bytes < MinBudget || bytes > MaxBudget) {
		return fmt.Errorf("budget: %d is neither 0 nor in %d..%d", bytes, MinBudget, MaxBudget)
	}
	h.cfg.Budget = bytes
	for id := range h.peers {
		h.peers[id].budget = budget{spent: h.Outbox.game[id].OnTheLine()}
	}
	return nil
}

// budget is what may be sent to one client: a bucket that each frame fills.
type budget struct {
	credit int64  // bytes times frames a second, so that a frame's share is whole
	spent  uint64 // bytes on the line that have been taken off
	events int64  // of credit, what events may have
}

// leastBurst is what a bucket holds at least: the smallest snapshot that is sent must fit. That has at most 39
// bytes of headers, 431 beside the state (321 of them the dilation), 44 of the own state and partFloor: 598.
const leastBurst = 600

// burst returns how many bytes may go out at once under the budget: a tenth of a second's.
func (h *Host) burst() int { return max(h.cfg.Budget/10, leastBurst+h.pipBytes(1+leastOthers)) }

// pipBytes returns what pips and the time out take in so many rows: these, and another byte of the mask.
func (h *Host) pipBytes(rows int) int {
	if h.cfg.Level.Pips == 0 {
		return 0
	}
	return rows * (1 + 1 + 2)
}

// settle takes off what has been sent.
func (u *budget) settle(spent uint64, rate int64) {
	u.credit -= int64(spent-u.spent) * rate
	u.spent = spent
}

// room returns how many bytes a datagram to a client may have now; it may be negative.
func (h *Host) room(id int) int {
	if h.cfg.Budget == 0 {
		return MaxDatagram
	}
	u, rate := &h.peers[id].budget, int64(h.cfg.Rate)
	u.settle(h.Outbox.game[id].OnTheLine(), rate)
	return int(min(u.credit/rate-Overhead, MaxDatagram))
}

// leastOthers is how many other players a snapshot has at least, where there are so many: with less
// room than that it waits.
const leastOthers = 4

// maxWeight is how many times as urgent the nearest players are as the farthest.
const maxWeight = 4

// urgency says which of the others a client is to be told of next.
type urgency struct {
	grown  [MaxPlayers]uint32 // since the player was sent: its weights added up
	waited [MaxPlayers]uint32 // snapshots since then
	most   uint32             // the longest that anyone has waited
	order  [MaxPlayers]uint64
	idle   bool // nobody waits
}

// weight returns how urgent a player is to one that is so far away.
func weight(d Point) uint32 {
	switch far := max(d.X, -d.X) + max(d.Y, -d.Y); {
	case far < 4*Metre:
		return maxWeight
	case far < 8*Metre:
		return 3
	case far < 16*Metre:
		return 2
	}
	return 1
}

// rank puts the others in the order in which a client is to be told of them, who has left first, and
// returns their numbers in the low byte of the entries.
func (h *Host) rank(id int, base ackedBaseline) []uint64 {
	u, f := &h.peers[id].urgency, h.snaps.frame()
	u.idle = false
	order := u.order[:0]
	for other := range h.peers {
		switch {
		case other == id:
			continue
		case f.here[other]:
			u.grown[other] += weight(h.players[other].Pos.Sub(h.players[id].Pos))
			u.waited[other]++
		case base.shows(other):
			u.grown[other] = 1<<32 - 1
		default:
			continue
		}
		order = append(order, ^uint64(u.grown[other])<<8|uint64(other))
	}
	slices.Sort(order)
	return order
}

// partFloor is what the character, the count and leastOthers players take at most.
const partFloor = 1 + 5 + 5 + 1 + leastOthers*(1+1+5+5+2+1+3)

// partBody appends the character and the most urgent of the others that there is room for; ok is false
// if that is too little to be sent.
func (h *Host) partBody(b []byte, id int, base ackedBaseline, room int) (body []byte, ok bool) {
	if room < partFloor+h.pipBytes(leastOthers) {
		return b, false
	}
	s, u := &h.snaps, &h.peers[id].urgency
	sent := &h.peers[id].sentBaselines[s.number%baselineRing]
	if sent.of == nil {
		sent.of = new([MaxPlayers]uint32)
	}
	for other := range h.peers {
		sent.of[other] = 0
		if base.shows(other) {
			sent.of[other] = base.frame.number
			if !base.sent.whole {
				sent.of[other] = base.sent.of[other]
			}
		}
	}
	start, scratch := len(b), len(s.body)
	b = append(s.appendCharacter(b, base), 0)
	counted := len(b) - 1
	order := h.rank(id, base)
	chosen := 0
	for size := len(b) - start; chosen < len(order); chosen++ {
		other := int(order[chosen] & 0xff)
		s.body = s.appendAvatar(s.body[:scratch], other, s.row(base, other))
		if size += len(s.body) - scratch; size > room {
			break
		}
		order[chosen] = uint64(other)
	}
	s.body = s.body[:scratch]
	u.most = max(u.most, slices.Max(u.waited[:]))
	slices.Sort(order[:chosen])
	for _, other := range order[:chosen] {
		b = s.appendAvatar(b, int(other), s.row(base, int(other)))
		u.grown[other], u.waited[other], sent.of[other] = 0, 0, 0
		if s.frame().here[other] {
			sent.of[other] = s.number
		}
	}
	b[counted] = byte(chosen)
	return b, true
}
