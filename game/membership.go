package game

import (
	"fmt"
	"time"

	"driftlab/netsync"
)

// How long either end waits for a word of the other before it takes it for gone.
const (
	MinTimeout     = time.Second
	MaxTimeout     = time.Hour
	DefaultTimeout = 10 * time.Second
)

func checkTimeout(d time.Duration) error {
	if d < MinTimeout || d > MaxTimeout {
		return fmt.Errorf("timeout: %v is outside %v..%v", d, MinTimeout, MaxTimeout)
	}
	return nil
}

// silence counts the frames since the other end was last heard, so that a step of a clock is no
// silence.
type silence uint32

// lasts counts a frame and says whether it has become too long.
func (s *silence) lasts(timeout time.Duration, rate int) bool {
	*s++
	return time.Duration(*s)*time.Second > timeout*time.Duration(rate)
}

// gate is what the host goes by when it lets a client in or out. It outlives the client's joins.
type gate struct {
	known    bool // the peer's join number is that of a join, or of one that has ended
	silent   silence
	asks     int  // how often it may ask to be let in at once
	frame    int  // datagrams in this frame
	told     bool // it has just been told that it is not in
	timeouts uint64
	rejected Rejections
}

const (
	// A client may ask to be let in maxAsks times in a row, and then every askEvery.
	maxAsks  = 8
	askEvery = 100 * time.Millisecond
	// maxInFrame is how many datagrams the host takes from one client in one of its frames: those of
	// a second, with all questions of the clocks, that come at once after an outage.
	maxInFrame = 512
)

var errFlood = refuse(Flood, "datagram: the client sends too many")

// countFrame starts a frame of a client's gate; it says whether the client has been silent for too
// long.
func (h *Host) countFrame(id int) (gone bool) {
	g := &h.peers[id].gate
	g.frame = 0
	if every := max(uint64(askEvery)*uint64(h.cfg.Rate)/uint64(time.Second), 1); uint64(h.snaps.number)%every == 0 {
		g.asks = min(g.asks+1, maxAsks)
		g.told = false
	}
	return h.peers[id].joined && g.silent.lasts(h.cfg.Timeout, h.cfg.Rate)
}

// watch lets go of the clients that have been silent for too long.
func (h *Host) watch() {
	for id := 1; id < len(h.peers); id++ {
		if h.countFrame(id) {
			h.peers[id].gate.timeouts++
			h.letGo(id)
		}
	}
}

// letGo takes a client's player out of the world, which the others learn from their snapshots.
func (h *Host) letGo(id int) {
	h.peers[id].joined, h.peers[id].heard = false, false
}

// receiveLeave takes a client's goodbye, or one of its repetitions.
func (h *Host) receiveLeave(id int, body []byte) error {
	if len(body) > 0 {
		return refuse(Malformed, "leave: %d bytes too many", len(body))
	}
	h.letGo(id)
	return nil
}

// turnAway answers a client that is not in though it thinks so: the host has let go of it.
func (h *Host) turnAway(now netsync.Local, id int, head header) {
	p := &h.peers[id]
	p.gate.rejected.Counts[NotJoined]++
	if head.kind != KindLeave && !p.gate.told {
		p.gate.told = true
		h.out.finish(id, h.begin(now, id, KindLeave))
	}
}

// Present says whether a client is in the session, 0 is the host itself.
func (h *Host) Present(client int) bool { return h.here(client) }

// Timeouts returns how often a client was let go of because it was silent.
func (h *Host) Timeouts(client int) uint64 { return h.peers[client].gate.timeouts }

// Rejected returns what the host has dropped that came from a client, 1..Clients; 0 is what came from
// nobody that it has.
func (h *Host) Rejected(client int) Rejections {
	if client == 0 {
		return h.gate.rejected
	}
	return h.peers[client].gate.rejected
}

// SetTimeout changes after how long a silence the host lets go of a client, MinTimeout..MaxTimeout.
func (h *Host) SetTimeout(d time.Duration) error {
	if err := checkTimeout(d); err != nil {
		return err
	}
	h.cfg.Timeout = d
	return nil
}

// JoinState says how a client stands with the host.
type JoinState uint8

// How a client can stand with the host.
const (
	Joining  JoinState = iota // it asks to be let in
	Joined                    // it plays
	Away                      // it has said goodbye
	TimedOut                  // it has lost the host, or the host it, and asks to be let in again
)

var joinStateNames = [...]string{"joining", "joined", "away", "timed out"}

// String returns the state in words.
func (s JoinState) String() string { return joinStateNames[s] }

// JoinStateNames returns the states in words, by value.
func JoinStateNames() []string { return joinStateNames[:] }

// membership is a client's side.
type membership struct {
	left     bool
	lost     bool // the latest join ended without a goodbye
	goodbyes int  // still to be said
	silent   silence
	timeouts uint64
	rejected Rejections
}

// goodbyes is how often a client that leaves says so, goodbyeInterval apart.
const (
	goodbyes        = 3
	goodbyeInterval = 100 * time.Millisecond
)

// State returns how the client stands with the host.
func (c *Client) State() JoinState {
	switch {
	case c.joined:
		return Joined
	case c.member.left:
		return Away
	case c.member.lost:
		return TimedOut
	}
	return Joining
}

// Join asks to be let in, anew if the client is in already: it is [Client.Rejoin].
func (c *Client) Join(now netsync.Local) { c.Rejoin(now) }

// Leave says goodbye to the host. The client shows and sends nothing more until it joins again.
func (c *Client) Leave(now netsync.Local) {
	if c.member.left {
		return
	}
	c.joined = false
	c.hello = now
	c.member.left, c.member.lost, c.member.goodbyes = true, false, goodbyes
}

// sayGoodbye says it as often as is due.
func (c *Client) sayGoodbye(now netsync.Local) {
	if c.member.goodbyes == 0 || now < c.hello && now >= c.hello.Add(-goodbyeInterval) {
		return
	}
	c.member.goodbyes--
	c.hello = now.Add(goodbyeInterval)
	c.out.finish(0, c.begin(now, KindLeave))
}

// lose gives up the present join and asks for another.
func (c *Client) lose(now netsync.Local) {
	c.member.timeouts++
	c.Rejoin(now)
	c.member.lost = true
}

// receiveLeave takes the host's word that it has let go of the client.
func (c *Client) receiveLeave(now netsync.Local, body []byte) error {
	if len(body) > 0 {
		return refuse(Malformed, "leave: %d bytes too many", len(body))
	}
	c.lose(now)
	return nil
}

// Timeouts returns how often the client has lost the host.
func (c *Client) Timeouts() uint64 { return c.member.timeouts }

// Rejected returns what the client has dropped.
func (c *Client) Rejected() Rejections { return c.member.rejected }

// SetTimeout changes after how long a silence of the host the client asks to be let in anew,
// MinTimeout..MaxTimeout.
func (c *Client) SetTimeout(d time.Duration) error {
	if err := checkTimeout(d); err != nil {
		return err
	}
	c.cfg.Timeout = d
	return nil
}
