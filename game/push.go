package game

import "fmt"

// How pushes move players.
const (
	// MaxPush is the largest push along each axis.
	MaxPush = 20 * MetreASecond

	friction = 20 * MetreASecond // speed along the ground and in the air that is lost a second
)

// Push gives a player a push in the host's next tick: it flies up with dy and is carried along with
// dx until friction has stopped it; ±MaxPush each. No client can foresee it, so the pushed one's
// prediction is wrong for a round trip and is then corrected.
func (h *Host) Push(player int, dx, dy Speed) error {
	if player < 0 || player >= len(h.peers) {
		return fmt.Errorf("push: player: %d is outside 0..%d", player, len(h.peers)-1)
	}
	for _, v := range [...]Speed{dx, dy} {
		if v < -MaxPush || v > MaxPush {
			return fmt.Errorf("push: %d µm/s is outside %d..%d", v, -MaxPush, MaxPush)
		}
	}
	h.pushes[player].dx = min(max(h.pushes[player].dx+dx, -MaxPush), MaxPush)
	h.pushes[player].dy = min(max(h.pushes[player].dy+dy, -MaxPush), MaxPush)
	return nil
}

// push is what a player gets in the next tick.
type push struct{ dx, dy Speed }

// on gives the push to a player.
func (u *push) on(p *Player) {
	if *u == (push{}) {
		return
	}
	p.VX = min(max(p.VX+u.dx, -MaxPush), MaxPush)
	if u.dy > 0 || p.Ride == Airborne {
		p.VY = min(max(p.VY+u.dy, -MaxPush), MaxPush)
		p.Ride, p.Lag = Airborne, 0
	}
	*u = push{}
}
