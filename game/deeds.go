package game

// A Deed is something that a player begins to do by a key, or that comes of it.
type Deed uint8

// The deeds.
const (
	DeedStep Deed = iota // it begins to walk, or turns round as it walks
	DeedJump
	DeedShot

	Deeds // that a key begins

	// DeedPeek is no key's: the player comes out from behind a column, and can fire and be hit.
	DeedPeek Deed = Deeds
)

// Keys returns the buttons by which a deed is begun, none for one that only comes of them.
func (d Deed) Keys() Buttons {
	return [...]Buttons{DeedStep: Left | Right, DeedJump: Jump, DeedShot: Fire, DeedPeek: 0}[d]
}

// A DeedDone is a deed in the tick in which a machine has played it.
type DeedDone struct {
	Deed   Deed
	Player int
	Tick   int64
	Fresh  bool   // its key is held in this tick and was not in the one before
	Shot   uint32 // the projectile's number, where the host has fired one
}

// deeds are what the players have begun in a machine's latest frame, in the order of its ticks. Its memory is reused.
type deeds []DeedDone

// note takes a tick of a player in a level: what it was before and after, and what it has held before and in it. A shot is
// the last.
func (d *deeds) note(l *Level, player int, tick int64, before, after *Player, was, held Buttons) {
	const ways = Left | Right
	way := held & ways
	if before.Out == 0 && after.Out == 0 && l.Covered(before.Pos) && !l.Covered(after.Pos) {
		*d = append(*d, DeedDone{Deed: DeedPeek, Player: player, Tick: tick})
	}
	begun := [Deeds]bool{
		DeedStep: way != was&ways && (way == Left || way == Right),
		DeedJump: held&Jump != 0 && before.Ride != Airborne && after.Ride == Airborne,
		DeedShot: after.Reload > before.Reload,
	}
	for deed, is := range begun {
		if is {
			fresh := held&^was&Deed(deed).Keys() != 0
			*d = append(*d, DeedDone{Deed: Deed(deed), Player: player, Tick: tick, Fresh: fresh})
		}
	}
}

// Deeds returns what players have begun in the ticks of the latest call of Wake. It is valid until the next one.
func (h *Host) Deeds() []DeedDone { return h.deeds }

// Deeds returns what the own player has begun in the ticks of the latest call of Wake, as the client has played them for the
// first time. Where the host alone decides where it is, these are the keys of jumps and shots, whether something comes of
// them or not. It is valid until the next call.
func (c *Client) Deeds() []DeedDone { return c.deeds }

// begun notes what the own player begins in a tick that has just been played for the first time.
func (c *Client) begun(tick int64) {
	if tick <= c.predict.first {
		return
	}
	now, before := c.predict.ticks.at(tick), c.predict.ticks.at(tick-1)
	held, was := now.input.Held, before.input.Held
	if c.authority != ServerAuthority {
		c.deeds.note(c.cfg.Level, c.cfg.ID, tick, &before.state, &now.state, was, held)
		return
	}
	stands, leaves := Player{Ride: Solid}, Player{Ride: Airborne}
	if held&^was&Fire != 0 {
		leaves.Reload = reloadTicks(c.cfg.Rate)
	}
	c.deeds.note(c.cfg.Level, c.cfg.ID, tick, &stands, &leaves, was, held&^(was&Jump))
}
