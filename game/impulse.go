package game

import "fmt"

// How impulses move players.
const (
	// MaxImpulse is the largest along each axis.
	MaxImpulse = 20 * MetreASecond

	friction = 20 * MetreASecond // speed along the ground and in the air that is lost a second
)

// AddImpulse pushes a player in the host's next tick: it flies up with dy and is carried along with
// dx until friction has stopped it; ±MaxImpulse each. No client can foresee it, so the pushed one's
// prediction is wrong for a round trip and is then corrected.
func (h *Host) AddImpulse(player int, dx, dy Speed) error {
	if player < 0 || player >= len(h.peers) {
		return fmt.Errorf("impulse: player: %d is outside 0..%d", player, len(h.peers)-1)
	}
	for _, v := range [...]Speed{dx, dy} {
		if v < -MaxImpulse || v > MaxImpulse {
			return fmt.Errorf("impulse: %d µm/s is outside %d..%d", v, -MaxImpulse, MaxImpulse)
		}
	}
	h.impulses[player].dx = min(max(h.impulses[player].dx+dx, -MaxImpulse), MaxImpulse)
	h.impulses[player].dy = min(max(h.impulses[player].dy+dy, -MaxImpulse), MaxImpulse)
	return nil
}

// impulse is what a player gets in the next tick.
type impulse struct{ dx, dy Speed }

// on gives the impulse to a player.
func (u *impulse) on(p *Player) {
	if *u == (impulse{}) {
		return
	}
	p.VX = min(max(p.VX+u.dx, -MaxImpulse), MaxImpulse)
	if u.dy > 0 || p.Ride == Airborne {
		p.VY = min(max(p.VY+u.dy, -MaxImpulse), MaxImpulse)
		p.Ride, p.Lag = Airborne, 0
	}
	*u = impulse{}
}
