package game

// A Receipt is what a machine made of a datagram that it received. It is zero for all but [KindInput], [KindSnapshot],
// [KindSpawn] and [KindShots], and for what was refused.
type Receipt struct {
	Tick  int64 // of an input the newest tick, of a snapshot the tick whose state it has
	Ticks int   // how many ticks it is about
	// Of an input, how many of its ticks were new and in time, and new and late; and whether it was
	// thrown away because it came too early.
	OnTime, Late int
	Early        bool
	// Shots are the numbers of the projectiles that the client had not heard of in that way. They are valid until the next
	// datagram.
	Shots []uint32
}

// Receipt returns what the host made of the latest datagram.
func (h *Host) Receipt() Receipt { return h.receipt }

// Receipt returns what the client made of the latest datagram.
func (c *Client) Receipt() Receipt { return c.receipt }

// Lacked returns how many ticks of a client the host has played without their inputs in its latest call of Wake.
func (h *Host) Lacked(client int) int { return h.peers[client].lacked }
