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

// SetBudget limits what the host sends to each client for the game, in bytes a second with [Overhead]; 0 is no limit. Clock
// messages are not counted, so that the game has the same room whatever clocks ask. Events, which are repeated until
// acknowledged, get up to half of the budget; spawns and ends of others' projectiles that are over by then are skipped. Snapshots
// get the rest: always the client's own player, the others in turn, near ones more often. Positions of projectiles come last.
//
// In any time t the host sends at most bytes·t plus one and a half bursts; a burst is a tenth of a second's bytes, at least 600.
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

// budget is a token bucket for one client, refilled each frame.
type budget struct {
	credit int64  // bytes times frames a second, so that a frame's share is whole
	spent  uint64 // bytes on the line already deducted
	events int64  // the part of credit for events
}

// leastBurst is the smallest bucket: the smallest snapshot must fit. It has at most 39 bytes of headers, 431 beside the state
// (321 of them the dilation), 44 of the client's own state, and partFloor: 598 bytes.
const leastBurst = 600

// burst returns how many bytes may go out at once: a tenth of a second's budget.
func (h *Host) burst() int { return max(h.cfg.Budget/10, leastBurst+h.pipBytes(1+leastOthers)) }

// pipBytes returns how much longer pips make this many rows: pips, time out, and another byte of mask.
func (h *Host) pipBytes(rows int) int {
	if h.cfg.Level.Pips == 0 {
		return 0
	}
	return rows * (1 + 1 + 2)
}

// settle deducts what has been sent.
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

// leastOthers is the fewest other players in a snapshot, if there are that many: with less room it waits.
const leastOthers = 4

// maxWeight is how many times as urgent the nearest players are as the farthest.
const maxWeight = 4

// urgency ranks the other players for a client's next snapshot.
type urgency struct {
	grown  [MaxPlayers]uint32 // sum of the player's weights since it was sent
	waited [MaxPlayers]uint32 // snapshots since it was sent
	most   uint32             // the longest wait of all
	order  [MaxPlayers]uint64
	idle   bool // nobody is waiting
}

// weight returns how urgent a player at distance d is.
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

// rank sorts the other players by urgency for a client, those who have left first. The low byte of an entry is the number.
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

// partFloor is the most that the character, the count and leastOthers players take.
const partFloor = 1 + 5 + 5 + 1 + leastOthers*(1+1+5+5+2+1+3)

// partBody appends the character and the most urgent of the others that fit; ok is false if the room is too small to send any.
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
