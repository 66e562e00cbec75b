package game

import (
	"fmt"
	"time"

	"driftlab/netsync"
)

// ClientConfig says how a client is made.
type ClientConfig struct {
	ID      int // 1..MaxPlayers−1
	Seed    uint64
	Rate    int // ticks a second, as the host's
	Level   *Level
	Driving string // name of the algorithm that drives the game
	Buffers Buffers
	Unreal  netsync.UnrealConfig // goes with the host's PushInterval; zero stands for DefaultUnreal
}

// Buffers are the waits that make up for jitter, in ticks (seed 004, "Buffering").
type Buffers struct {
	Client float64 // others' states are shown so much later; default 1
	Server float64 // own inputs are sent so much earlier; default 2
}

// DefaultBuffers are the text's: one tick where the client receives, two where the server does.
func DefaultBuffers() Buffers { return Buffers{Client: 1, Server: 2} }

// helloInterval is how often a client asks to be let in until it is.
const helloInterval = 250 * time.Millisecond

// Client is one player's machine. It runs every clock algorithm on the packets it gets; the one
// that drives turns the machine's clock into world time, and all else follows from that.
type Client struct {
	cfg    ClientConfig
	frames frames
	join   uint8
	joined bool
	hello  netsync.Local // next request to be let in

	clocks   clocks
	dilation netsync.Dilation // the host's world time, as last announced
	rtt      roundTrip
	moment   Moment
	frame    uint64
	predict  prediction
	others   interpolation
	shots    shotRing
	arrived  [len(shotRing{})]netsync.World // clock at the spawn message's arrival, by shot
	event    uint32                         // next event number that is missing
	taken    bool
	held     Buttons
	incoming snapshot
	out      Outbox
}

// NewClient returns a client that asks to be let in at its first wake-up.
func NewClient(cfg ClientConfig, now netsync.Local) (*Client, error) {
	if cfg.ID < 1 || cfg.ID >= MaxPlayers {
		return nil, fmt.Errorf("client: %d is outside 1..%d", cfg.ID, MaxPlayers-1)
	}
	if cfg.Rate < MinRate || cfg.Rate > MaxRate {
		return nil, fmt.Errorf("tick rate: %d is outside %d..%d", cfg.Rate, MinRate, MaxRate)
	}
	if cfg.Unreal == (netsync.UnrealConfig{}) {
		cfg.Unreal = netsync.DefaultUnreal()
	}
	if err := cfg.Unreal.Validate(); err != nil {
		return nil, err
	}
	c := &Client{cfg: cfg, clocks: newClocks(cfg.Unreal)}
	if err := c.Drive(cfg.Driving); err != nil {
		return nil, err
	}
	c.Rejoin(now)
	return c, nil
}

// Rejoin forgets all that the client has learnt and asks to be let in anew, as a player does who
// leaves and comes back.
func (c *Client) Rejoin(now netsync.Local) {
	c.join++
	c.joined = false
	c.hello = now
	c.clocks.restart()
	c.rtt = roundTrip{}
	c.predict.reset()
	c.others.reset()
	c.shots = shotRing{}
}

// Drive chooses the algorithm that drives the game.
func (c *Client) Drive(name string) error { return c.clocks.drive(name) }

// Driving returns the name of the algorithm that drives.
func (c *Client) Driving() string { return c.clocks.runners[c.clocks.driving].Name }

// SetBuffers changes the buffers.
func (c *Client) SetBuffers(b Buffers) { c.cfg.Buffers = b }

// SetDilation changes the rate of the client's own world time at now, in millionths. The
// algorithms on world time see it, nothing else does.
func (c *Client) SetDilation(now netsync.Local, rate int64) error {
	if rate < 0 || rate > MaxDilation {
		return fmt.Errorf("dilation: %d millionths is outside 0..%d", rate, MaxDilation)
	}
	c.clocks.setRate(now, rate)
	return nil
}

// Take gives the player to a person who holds these buttons; Release gives it back to the bot.
func (c *Client) Take(held Buttons) { c.taken, c.held = true, held&AllButtons }

// Release gives the player back to its bot.
func (c *Client) Release() { c.taken, c.held = false, 0 }

// Joined says whether the host has let the client in.
func (c *Client) Joined() bool { return c.joined }

// Frame returns the number of frames run: it changes when a client tick has passed.
func (c *Client) Frame() uint64 { return c.frame }

// Outbox holds the datagrams to send; the caller empties it after each call of Wake or Receive.
func (c *Client) Outbox() *Outbox { return &c.out }

// Next returns when the client wants to be woken.
func (c *Client) Next() netsync.Local {
	if !c.joined {
		return c.hello
	}
	return min(c.frames.next, c.clocks.next)
}

// Wake runs what is due at now.
func (c *Client) Wake(now netsync.Local) {
	c.clocks.notice(now)
	if !c.joined {
		if now >= c.hello || now < c.hello.Add(-helloInterval) {
			c.hello = now.Add(helloInterval)
			c.out.finish(0, c.begin(now, KindHello))
		}
		return
	}
	c.sendProbes(now)
	if c.frames.due(now) {
		c.runFrame(now)
	}
}

// runFrame reads the clock once and brings everything to it.
func (c *Client) runFrame(now netsync.Local) {
	c.frame++
	c.moment = c.at(now)
	if !c.moment.OK {
		return
	}
	c.predict.advance(c, c.moment.Predicted.Tick())
	c.sendInput(now)
}

// begin starts a datagram to the host and counts TimeSync's stamp in it.
func (c *Client) begin(now netsync.Local, kind Kind) []byte {
	c.clocks.traffic[timesyncID] += stampSize
	return c.out.begin(header{kind, c.join, netsync.Stamp24(int64(now))})
}

// Receive takes a datagram from the host. A bad one changes nothing; the error says why.
func (c *Client) Receive(now netsync.Local, datagram []byte) error {
	head, body, err := parseHeader(datagram)
	if err != nil {
		return err
	}
	if head.join != c.join {
		return nil // still on its way when the client joined again
	}
	if !c.joined && head.kind != KindWelcome {
		return fmt.Errorf("%v: before the welcome", head.kind)
	}
	switch head.kind {
	case KindWelcome:
		return c.receiveWelcome(now, head, body)
	case KindSnapshot:
		return c.receiveSnapshot(now, head, body)
	case KindSpawn:
		return c.receiveEvents(now, head, body)
	case KindAnswer, KindPush, KindReport:
		return c.clocks.receive(now, head, body)
	}
	return fmt.Errorf("datagram: kind: the host does not send %q", head.kind)
}

func (c *Client) receiveWelcome(now netsync.Local, head header, body []byte) error {
	m, err := parseWelcome(body)
	if err != nil {
		return err
	}
	if int(m.player) != c.cfg.ID || int(m.rate) != c.cfg.Rate {
		return fmt.Errorf("welcome: player %d at %d Hz, want %d at %d Hz", m.player, m.rate, c.cfg.ID, c.cfg.Rate)
	}
	c.clocks.observeStamp(now, head.stamp)
	if c.joined {
		return nil
	}
	c.joined = true
	c.dilation = m.world
	c.event = m.event
	c.frames = newFrames(now, c.cfg.Rate)
	c.sendProbes(now)
	return nil
}

func (c *Client) receiveSnapshot(now netsync.Local, head header, body []byte) error {
	m := &c.incoming
	if err := m.parse(body, len(c.cfg.Level.Platforms)); err != nil {
		return err
	}
	c.clocks.observeStamp(now, head.stamp)
	if m.tick < c.others.newest() {
		return nil // overtaken by a later one
	}
	c.dilation = m.world
	if m.echoed == 1 {
		c.rtt.observe(time.Duration(wireMicros(now)-m.echo-m.hold) * time.Microsecond)
	}
	c.others.add(m, c.at(now).Clock.World())
	c.predict.correct(c, m.tick, m.own)
	return nil
}

func (c *Client) receiveEvents(now netsync.Local, head header, body []byte) error {
	check := reader{message: "spawn", b: body}
	first := check.u32("first event")
	for len(check.b) > 0 && check.err == nil {
		check.worldEvent()
	}
	if err := check.end(); err != nil {
		return err
	}
	c.clocks.observeStamp(now, head.stamp)
	r := reader{message: "spawn", b: body[4:]}
	if int32(first-c.event) > 0 {
		c.event = first // what lies between was given up by the host
	}
	for seq := first; len(r.b) > 0; seq++ {
		e := r.worldEvent()
		if seq != c.event {
			continue
		}
		c.event++
		if e.kind == eventEnd {
			c.shots.end(e.shot.ID, e.shot.End)
			continue
		}
		c.shots.put(e.shot)
		c.arrived[e.shot.ID%uint32(len(c.arrived))] = c.at(now).Clock.World()
	}
	return nil
}

// sendInput sends the buttons of the latest ticks. Each datagram repeats earlier ones.
func (c *Client) sendInput(now netsync.Local) {
	m := inputMessage{snapshot: c.others.newest(), event: c.event, sentAt: wireMicros(now)}
	if !c.predict.fill(&m) {
		return
	}
	b := m.append(c.begin(now, KindInput))
	c.out.finish(0, c.clocks.ride(now, b))
}

// wireMicros is a clock reading in µs, wrapping at 32 bits, for round trips.
func wireMicros(now netsync.Local) uint32 { return uint32(int64(now) / 1000) }

// buttons returns what the player holds in the tick at world time w.
func (c *Client) buttons(w netsync.World) Buttons {
	if c.taken {
		return c.held
	}
	return Bot(c.cfg.Seed, c.cfg.ID, w)
}
