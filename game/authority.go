package game

// Authority says who has the last word on where a client's player is, which comes out on platforms that the client shows in
// another time than the host plays them in (MLAPI, "The Elevator Problem").
type Authority uint8

const (
	// ClientAuthority has the host play the player with the platforms as far behind as the client says that it saw
	// them: it comes to where the client has it.
	ClientAuthority Authority = iota
	// PredictedAuthority has the host play it with the platforms as they are. The client plays it ahead with those
	// that it shows, and is corrected where it comes to another place.
	PredictedAuthority
	// ServerAuthority has the client play nothing: its player is shown in server time, between two states of the
	// host's, as the others are.
	ServerAuthority
)

var authorityNames = [...]string{"client", "predicted", "server"}

// AuthorityNames returns the names that settings use, by value.
func AuthorityNames() []string { return authorityNames[:] }

// SetAuthority says who has the last word on the client's player from the next tick on. The host is to be told the same.
func (c *Client) SetAuthority(a Authority) { c.authority = a }

// SetAuthority says who has the last word on a client's player from the next tick on.
func (h *Host) SetAuthority(client int, a Authority) { h.peers[client].authority = a }

// seen returns the host's state at a tick as the client has it that plays with platforms of another time: a rider is
// at the same place along its platform, and at the same height in the world.
//
// Where a platform goes sideways it is thus where the client has it too. Where it goes up or down it is not, as the client's
// platform is at another height: the player goes back to the host's in that tick, and with the next one onto
// the client's platform again.
func (p *prediction) seen(c *Client, tick int64, state Player) Player {
	if c.authority != PredictedAuthority || state.Ride < 0 {
		return state
	}
	lag := c.spaces.lag
	if p.started && p.first <= tick && tick <= p.tick {
		e := p.ticks.at(tick)
		if lag = e.input.Lag; e.state.Ride == state.Ride {
			lag = e.state.Lag
		}
	}
	platform, w := &c.cfg.Level.Platforms[state.Ride], c.worldAt(tick)
	state.Pos.X += platform.At(w.Add(-lag.Over(c.cfg.Rate))).X - platform.At(w.Add(-state.Lag.Over(c.cfg.Rate))).X
	state.Lag = lag
	return state
}

// showReceived adds the own player as it stands in the host's snapshots.
func (c *Client) showReceived(m Moment, s *Scene) {
	a, b, parts, shown := c.received(m)
	if a == nil {
		return
	}
	from, to := a.own.player(), b.own.player()
	o := Object{ID: c.cfg.ID, Facing: to.Facing, Time: shown}
	s.Players = append(s.Players, c.showBetween(o, from.avatar(o.ID), to.avatar(o.ID), a.at, b.at, parts, s))
}
