package game

import (
	"encoding/binary"
	"fmt"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/registry"
)

// welcome lets a client in.
type welcome struct {
	player uint8
	rate   uint16 // ticks a second
	world  netsync.Dilation
	event  uint32 // number of the first event that the client will get
}

func (m welcome) append(b []byte) []byte {
	b = append(b, m.player)
	b = binary.BigEndian.AppendUint16(b, m.rate)
	b = appendDilation(b, &m.world)
	return binary.BigEndian.AppendUint32(b, m.event)
}

func parseWelcome(b []byte) (m welcome, err error) {
	r := reader{message: "welcome", b: b}
	m.player = r.u8("player")
	r.within(int64(m.player), 1, MaxPlayers-1, "player")
	m.rate = r.u16("tick rate")
	r.within(int64(m.rate), MinRate, MaxRate, "tick rate")
	r.dilation(&m.world)
	m.event = r.u32("event")
	return m, r.end()
}

// How long either end may be silent before the other takes it for gone.
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

// silence counts frames since the other end was last heard; frames, so that a step of a clock is no silence.
type silence uint32

// lasts adds frames that have passed and says whether the silence is too long.
func (s *silence) lasts(passed uint64, timeout time.Duration, rate int) bool {
	*s += silence(passed)
	return time.Duration(*s)*time.Second > timeout*time.Duration(rate)
}

// gate decides on a client's joins and outlives them.
type gate struct {
	silent   silence
	answers  int    // how many more it gets at once before it has joined
	frame    int    // the game's datagrams in this frame
	clocks   int    // those of clocks
	bulk     int    // those of a bulk stream
	workedOn int    // questions that the host works on
	timeouts uint64 // how often the client timed out
	rejected Rejections
}

const (
	// A client that has not joined gets maxAnswers answers in a row, then one every answerEvery.
	maxAnswers  = 8
	answerEvery = 100 * time.Millisecond
	// maxInFrame is how many of the game's datagrams the host takes from one client in a frame, and as many of all clocks, and of
	// a bulk stream. After an outage those of more than a second may arrive at once.
	maxInFrame = 512
)

var errFlood = refuse(Flood, "datagram: the client sends too many")

// countFrame starts a frame of a client's gate; it says whether the client has timed out.
func (h *Host) countFrame(id int) (gone bool) {
	g := &h.peers[id].gate
	g.frame, g.clocks, g.bulk = 0, 0, 0
	if every := max(uint64(answerEvery)*uint64(h.cfg.Rate)/uint64(time.Second), 1); uint64(h.snaps.number)%every == 0 {
		g.answers = min(g.answers+1, maxAnswers)
	}
	return h.peers[id].joined && g.silent.lasts(1, h.cfg.Timeout, h.cfg.Rate)
}

// watch removes the clients that have timed out.
func (h *Host) watch() {
	for id := 1; id < len(h.peers); id++ {
		if h.countFrame(id) {
			h.peers[id].gate.timeouts++
			h.peers[id].joined = false // the others learn it from their snapshots
		}
	}
}

// keyed returns a join with the host's key for its number. The key depends on the seed, so that a session can be replayed; a real
// server would use a secret that changes with every start.
func (h *Host) keyed(id int, j joinID) joinID {
	key := hash(h.cfg.Seed, uint64(id), uint64(j.number())) & keyMask
	return joinID(key)<<numberBits | joinID(j.number())
}

// receiveHello answers a client that asks to join with its key. Nothing changes yet: only a client that gets the answer can go on. If
// the number of the join is not later than the latest, the client is told so.
func (h *Host) receiveHello(now netsync.Local, id int, head header, body []byte) error {
	if len(body) > 0 {
		return refuse(Malformed, "hello: %d bytes too many", len(body))
	}
	p := &h.peers[id]
	if !head.join.after(p.join) {
		p.gate.rejected.Counts[OldJoin]++
		h.turnAway(now, id, head)
		return nil
	}
	if p.gate.answers == 0 {
		return errFlood
	}
	p.gate.answers--
	b := h.beginAs(now, id, KindWelcome, h.keyed(id, head.join))
	h.Outbox.finish(id, welcome{uint8(id), uint16(h.cfg.Rate), h.dilation, h.events.next}.append(b))
	return nil
}

// enter lets a client in at the first datagram with the key of a later join. A bad datagram changes nothing.
func (h *Host) enter(now netsync.Local, id int, head header, body []byte) error {
	p := &h.peers[id]
	before := *p
	clocks, _ := registry.NewHost(netsync.Server(h.World(now)), h.cfg.Clocks, h.cfg.Guests, id) // no error: NewHost has checked them
	*p = peer{joined: true, join: head.join, clocks: clocks, newest: -1,
		next: h.events.next, sent: h.events.next, seen: h.events.next, stats: p.stats, chat: p.chat,
		authority: p.authority, stream: p.stream,
		sentBaselines: p.sentBaselines, budget: p.budget, gate: p.gate}
	if err := h.take(now, id, head, body); err != nil {
		*p = before
		return err
	}
	if !before.joined {
		// A player that rode a platform when it left now falls: the platform has moved on.
		if p := &h.players[id]; p.Ride >= 0 {
			p.Ride, p.Lag, p.VY = Airborne, 0, 0
		}
		h.previous[id] = h.players[id]
	}
	// Tell the new client where the token is and how the ball moves.
	if h.token != noToken {
		h.pass(h.token)
	}
	if h.ball.number > 0 {
		h.events.add(worldEvent{kind: eventBall, ball: h.ball.told()})
	}
	return nil
}

// receiveLeave takes a client's goodbye, which may be the only datagram of its join to arrive.
func (h *Host) receiveLeave(id int, head header, body []byte) error {
	if len(body) > 0 {
		return refuse(Malformed, "leave: %d bytes too many", len(body))
	}
	h.peers[id].join = head.join
	h.peers[id].joined = false // the others learn it from their snapshots
	return nil
}

// turnAway tells a client that its join is not the current one, and which was the latest: it has timed out, or somebody else has
// joined in its name.
func (h *Host) turnAway(now netsync.Local, id int, head header) {
	p := &h.peers[id]
	if head.kind == KindLeave || p.gate.answers <= maxAnswers/2 { // the rest is for clients that ask to join
		return
	}
	p.gate.answers--
	b := h.beginAs(now, id, KindLeave, head.join)
	h.Outbox.finish(id, binary.BigEndian.AppendUint16(b, p.join.number()))
}

// Rejected returns what the host has dropped from a client, 1..Clients, or from unknown senders for 0.
func (h *Host) Rejected(client int) Rejections {
	if client == 0 {
		return h.gate.rejected
	}
	return h.peers[client].gate.rejected
}

// SetTimeout changes how long a client may be silent before it times out, MinTimeout..MaxTimeout.
func (h *Host) SetTimeout(d time.Duration) error {
	if err := checkTimeout(d); err != nil {
		return err
	}
	h.cfg.Timeout = d
	return nil
}

// JoinState says whether a client is in the session.
type JoinState uint8

// The states of a client.
const (
	Joining  JoinState = iota // it asks to join
	Joined                    // it plays
	Away                      // it has said goodbye
	TimedOut                  // the host or the client timed out, and the client asks to join again
)

var joinStateNames = [...]string{"joining", "joined", "away", "timed out"}

// String returns the state in words.
func (s JoinState) String() string { return joinStateNames[s] }

// membership is the client's side of its joins.
type membership struct {
	left     bool
	lost     bool   // the latest join ended without a goodbye
	latest   joinID // the latest with a key from the host, 0 for none
	goodbyes int    // still to be sent
	silent   silence
	timeouts uint64 // how often the host timed out
	rejected Rejections
}

// goodbyes is how often a client that leaves says so, goodbyeInterval apart.
const (
	goodbyes        = 3
	goodbyeInterval = 100 * time.Millisecond
)

// State returns whether the client is in the session.
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

// Leave says goodbye to the host. The client shows and sends nothing more until it rejoins.
func (c *Client) Leave(now netsync.Local) {
	if c.member.left {
		return
	}
	c.joined = false
	c.hello = now
	c.member.left, c.member.lost, c.member.goodbyes = true, false, goodbyes
	if c.member.latest == 0 { // the host does not know it
		c.member.goodbyes = 0
	}
}

// lose ends the current join and asks for another.
func (c *Client) lose(now netsync.Local) {
	c.member.timeouts++
	c.Rejoin(now)
	c.member.lost = true
}

// receiveLeave handles the host's message that the client's current join is over. The next join must be later than the host's
// latest.
func (c *Client) receiveLeave(now netsync.Local, body []byte) error {
	r := reader{message: "leave", b: body}
	latest := joinID(r.u16("latest join"))
	if err := r.end(); err != nil {
		return err
	}
	c.join = latest
	c.lose(now)
	return nil
}

// Rejected returns what the client has dropped.
func (c *Client) Rejected() Rejections { return c.member.rejected }

// SetTimeout changes how long the host may be silent before the client rejoins, MinTimeout..MaxTimeout.
func (c *Client) SetTimeout(d time.Duration) error {
	if err := checkTimeout(d); err != nil {
		return err
	}
	c.cfg.Timeout = d
	return nil
}

// keepAlive sends a sign of life now and then if the client has nothing else to send. Clock datagrams don't count, so that the game
// is the same whatever clocks ask.
func (c *Client) keepAlive(now netsync.Local) {
	if now >= c.hello || now < c.hello.Add(-helloInterval) {
		c.hello = now.Add(helloInterval)
		c.Outbox.finish(0, c.begin(now, KindKeepalive))
	}
}

func (c *Client) receiveWelcome(now netsync.Local, head header, body []byte) error {
	m, err := parseWelcome(body)
	if err != nil {
		return err
	}
	if int(m.player) != c.cfg.ID || int(m.rate) != c.cfg.hostRate {
		return refuse(OutOfRange, "welcome: player %d at %d Hz, want %d at %d Hz", m.player, m.rate, c.cfg.ID, c.cfg.hostRate)
	}
	c.Clocks.observeStamp(now, c.came, head.stamp)
	if c.joined {
		return nil
	}
	c.joined = true
	c.join, c.member.latest = head.join, head.join
	c.member.lost = false
	c.dilation = m.world
	c.event = m.event
	c.frames = newFrames(now, c.cfg.Rate*milli)
	c.stream.turns = newFrames(now, c.stream.set.Rate)
	c.hello = now
	c.keepAlive(now)
	if !c.AskInTicks {
		c.sendProbes(now)
	}
	return nil
}
