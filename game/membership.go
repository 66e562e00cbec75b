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
	event  uint32 // the first event number that the client will get
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

// lasts counts the frames that have passed and says whether it has become too long.
func (s *silence) lasts(passed uint64, timeout time.Duration, rate int) bool {
	*s += silence(passed)
	return time.Duration(*s)*time.Second > timeout*time.Duration(rate)
}

// gate is what the host goes by when it lets a client in or out. It outlives the client's joins.
type gate struct {
	silent   silence
	answers  int    // how many more it gets at once while it is not in
	frame    int    // datagrams of the game's in this frame
	clocks   int    // those of clocks
	bulk     int    // those of a bulk stream
	timeouts uint64 // how often the client was let go of because it was silent
	rejected Rejections
}

const (
	// Who is not in is answered maxAnswers times in a row, and then every answerEvery.
	maxAnswers  = 8
	answerEvery = 100 * time.Millisecond
	// maxInFrame is how many datagrams of the game's the host takes from one client in one of its frames, and as
	// many of all clocks, and of a bulk stream: those of a second and more that come at once after an outage.
	maxInFrame = 512
)

var errFlood = refuse(Flood, "datagram: the client sends too many")

// countFrame starts a frame of a client's gate; it says whether the client has been silent for too
// long.
func (h *Host) countFrame(id int) (gone bool) {
	g := &h.peers[id].gate
	g.frame, g.clocks, g.bulk = 0, 0, 0
	if every := max(uint64(answerEvery)*uint64(h.cfg.Rate)/uint64(time.Second), 1); uint64(h.snaps.number)%every == 0 {
		g.answers = min(g.answers+1, maxAnswers)
	}
	return h.peers[id].joined && g.silent.lasts(1, h.cfg.Timeout, h.cfg.Rate)
}

// watch lets go of the clients that have been silent for too long.
func (h *Host) watch() {
	for id := 1; id < len(h.peers); id++ {
		if h.countFrame(id) {
			h.peers[id].gate.timeouts++
			h.peers[id].joined = false // the others learn it from their snapshots
		}
	}
}

// keyed returns a join with the key that the host gives for its number. The key is a function of the seed, so
// that a session can be replayed; elsewhere it would be of a secret that changes with every start.
func (h *Host) keyed(id int, j joinID) joinID {
	key := hash(h.cfg.Seed, uint64(id), uint64(j.number())) & keyMask
	return joinID(key)<<numberBits | joinID(j.number())
}

// receiveHello answers a client that asks to be let in with the key for that. Nothing changes yet: only who
// has got the answer can go on. One that asks by a number that is not later than its latest join is told so.
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

// enter lets a client in with the first datagram that has the key of a later join. A bad one changes nothing.
func (h *Host) enter(now netsync.Local, id int, head header, body []byte) error {
	p := &h.peers[id]
	before := *p
	clocks, _ := registry.NewHost(netsync.Server(h.World(now)), h.cfg.Clocks, h.cfg.Guests, id) // NewHost has tried them
	*p = peer{joined: true, join: head.join, clocks: clocks, newest: -1,
		next: h.events.next, sent: h.events.next, seen: h.events.next, stats: p.stats, chat: p.chat,
		authority: p.authority, stream: p.stream,
		sentBaselines: p.sentBaselines, budget: p.budget, gate: p.gate}
	if err := h.take(now, id, head, body); err != nil {
		*p = before
		return err
	}
	if !before.joined {
		// One that rode a platform when it went falls: the platform has gone on without it.
		if p := &h.players[id]; p.Ride >= 0 {
			p.Ride, p.Lag, p.VY = Airborne, 0, 0
		}
		h.previous[id] = h.players[id]
	}
	// Those who have just come are told where the token is and how the ball goes.
	if h.token != noToken {
		h.pass(h.token)
	}
	if h.ball.number > 0 {
		h.events.add(worldEvent{kind: eventBall, ball: h.ball.told()})
	}
	return nil
}

// receiveLeave takes a client's goodbye, maybe all that has come of its join.
func (h *Host) receiveLeave(id int, head header, body []byte) error {
	if len(body) > 0 {
		return refuse(Malformed, "leave: %d bytes too many", len(body))
	}
	h.peers[id].join = head.join
	h.peers[id].joined = false // the others learn it from their snapshots
	return nil
}

// turnAway tells a client that it is not in by the join of its datagram, and which one was the latest: the
// host has let go of it, or somebody else has joined in its name.
func (h *Host) turnAway(now netsync.Local, id int, head header) {
	p := &h.peers[id]
	if head.kind == KindLeave || p.gate.answers <= maxAnswers/2 { // the others are for those who ask to be let in
		return
	}
	p.gate.answers--
	b := h.beginAs(now, id, KindLeave, head.join)
	h.Outbox.finish(id, binary.BigEndian.AppendUint16(b, p.join.number()))
}

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

// membership is a client's side.
type membership struct {
	left     bool
	lost     bool   // the latest join ended without a goodbye
	latest   joinID // the latest that the host has given a key for, 0 for none
	goodbyes int    // still to be said
	silent   silence
	timeouts uint64 // how often the host was lost
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

// Leave says goodbye to the host. The client shows and sends nothing more until it joins again.
func (c *Client) Leave(now netsync.Local) {
	if c.member.left {
		return
	}
	c.joined = false
	c.hello = now
	c.member.left, c.member.lost, c.member.goodbyes = true, false, goodbyes
	if c.member.latest == 0 { // nobody knows it
		c.member.goodbyes = 0
	}
}

// lose gives up the present join and asks for another.
func (c *Client) lose(now netsync.Local) {
	c.member.timeouts++
	c.Rejoin(now)
	c.member.lost = true
}

// receiveLeave takes the host's word that the client is not in by its present join. The next one is to be
// later than any that the host knows.
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

// SetTimeout changes after how long a silence of the host the client asks to be let in anew,
// MinTimeout..MaxTimeout.
func (c *Client) SetTimeout(d time.Duration) error {
	if err := checkTimeout(d); err != nil {
		return err
	}
	c.cfg.Timeout = d
	return nil
}

// Present says whether a client is in the session; 0 is the host itself.
func (h *Host) Present(id int) bool { return id == 0 || h.peers[id].joined }

// keepAlive tells the host, every while, of a client that has nothing else to say. What clocks send does not: the game
// is the same whatever they ask.
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
	if int(m.player) != c.cfg.ID || int(m.rate) != c.cfg.Rate {
		return refuse(OutOfRange, "welcome: player %d at %d Hz, want %d at %d Hz", m.player, m.rate, c.cfg.ID, c.cfg.Rate)
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
