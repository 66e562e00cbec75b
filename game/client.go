package game

import (
	"cmp"
	"fmt"
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
	"driftlab/netsync/registry"
	"driftlab/netsync/unity"
)

// helloInterval is how often a client asks to join until it is let in.
const helloInterval = 250 * time.Millisecond

// Client is one player's machine. It runs every clock algorithm on the packets it gets; the driving one turns the machine's
// clock into world time, and the game follows that.
type Client struct {
	// Look is how the client shows what a clock decides. It looks for hits in that, and asks the host for what it needs; a
	// [Scene] can be had in any other look as well.
	Look Look
	// Authority decides where the client's player is, from the next tick on. [Host.SetAuthority] has to say the same.
	Authority Authority
	// CatchUp is how much of the ticks that it has missed the client plays in one frame at most, 0..[MaxCatchUp], but two ticks at
	// least; its predicted time is behind until it has played them all. With 0 it plays none that are older than the newest snapshot.
	CatchUp time.Duration
	// AskInTicks has the client's clocks ask at the start of the next tick instead of when they are due.
	AskInTicks bool

	Clocks Clocks
	// Outbox has the datagrams to send; the caller empties it after each call of Wake or Receive.
	Outbox Outbox
	// Frame is the number of frames run: it changes when a client tick has passed.
	Frame uint64
	// Receipt is what the client made of the latest datagram.
	Receipt Receipt
	// Deeds are what the local player has started in the ticks of the latest call of Wake, as the client first played them.
	// Under [ServerAuthority] they are key presses of jumps and shots, whether anything comes of them or not.
	Deeds deeds
	// Played is how many new ticks of its player the latest frame has played.
	Played int
	// AppStamps counts stamps of 16 and 23 bits; Refused is what the host refused of what the local player took on its screen.
	AppStamps StampStats
	Refused   Refusals

	cfg    ClientConfig
	frames frames
	join   joinID // without a key until the welcome
	joined bool
	hello  netsync.Local // next request to join

	dilation netsync.Dilation // the host's world time, as last announced
	rtt      roundTrip
	latest   latestSnapshot
	arrivals []netsync.Server // the host's clock at the ticks of the snapshots since the latest frame
	delays   seenDelays
	times    unity.TimeSystem
	asked    unity.TimeInput // their input, for one call; kept here since it is large
	keeper   string          // the algorithm whose clock keeps the provider's times, "" for none
	timesOf  any             // the constants of their provider, nil for none
	timed    netsync.Local   // when they were last advanced
	moment   Moment
	hand
	eyes      Scene // what the brain sees, if it has looked in this frame
	looked    bool
	woken     netsync.Local // when the frame began
	predict   prediction
	counted   frameTicks
	others    interpolation
	event     uint32 // the next missing event
	incoming  snapshot
	outgoing  inputMessage // the latest; only the first count inputs are valid
	baselines baselines
	every     uint8 // the host's frames from one snapshot to the next
	adapt     adaptive
	member    membership
	came      netsync.Local // the stamp of the datagram being read

	spaces    spaces
	smoothing errorSmoothing
	own       ownShots
	stream    stream
	stamping
	bulk   bulk
	screen Scene // in which it looks for hits
	token  token
	ball   seenBall
	seen   witness

	// Large fields that a frame needs little of come last: then what every frame needs is on few pages of memory, which matters with
	// many clients.
	reliable reliableChannel
	shots    shotRing
	arrived  [shotsKept]netsync.World // clock at the spawn message's arrival, by shot
	framed   framedShots
	disputes disputeRing
	chatLog
	strikes strikes
	poses   [MaxPlayers]posing // of all players, by number
	unposed unposed
}

// NewClient returns a client that asks to join at its first wake-up.
func NewClient(cfg ClientConfig, now netsync.Local) (*Client, error) {
	if cfg.ID < 1 || cfg.ID >= MaxPlayers {
		return nil, fmt.Errorf("client: %d is outside 1..%d", cfg.ID, MaxPlayers-1)
	}
	if cfg.Rate < MinRate || cfg.Rate > MaxRate {
		return nil, fmt.Errorf("tick rate: %d is outside %d..%d", cfg.Rate, MinRate, MaxRate)
	}
	if err := param.Validate(ClientTickFields, &cfg.Ticks); err != nil {
		return nil, err
	}
	cfg.hostRate, cfg.Rate = cfg.Rate, cmp.Or(cfg.Ticks.Rate, cfg.Rate)
	cfg.Crowds = cmp.Or(cfg.Crowds, new(Crowds))
	if cfg.Clocks == nil {
		cfg.Clocks = registry.OfGroup(registry.Published)
	}
	clocks, err := newClocks(cfg.Clocks, cfg.Guests, cfg.ID)
	if err != nil {
		return nil, err
	}
	c := &Client{cfg: cfg, Clocks: clocks, Outbox: newOutbox(1), stream: stream{set: DefaultDatagrams}, bulk: bulk{next: netsync.Never}, stamping: stamping{seed: cfg.Seed, machine: uint64(cfg.ID)},
		spaces: spaces{platforms: make([]platformSpace, len(cfg.Level.Platforms))}}
	c.hand = hand{brain: NewBrain(cfg.Seed, cfg.ID, cfg.Rate), live: cfg.Live}
	c.predict.ticks, c.adapt.leads = newHistory[predicted](), newHistory[lead]()
	if err := c.Drive(cfg.Driving); err != nil {
		return nil, err
	}
	cfg.InputRate = cmp.Or(cfg.InputRate, cfg.Rate)
	cfg.Timeout = cmp.Or(cfg.Timeout, DefaultTimeout)
	if err := cmp.Or(c.SetInputRate(cfg.InputRate), c.SetTimeout(cfg.Timeout), cfg.Buffers.Validate()); err != nil {
		return nil, err
	}
	c.SetBuffers(cfg.Buffers)
	c.Rejoin(now)
	return c, nil
}

// Rejoin forgets all that the client has learnt and asks to join, as a player does who leaves and comes back.
func (c *Client) Rejoin(now netsync.Local) {
	c.join = joinID(c.join.number() + 1)
	c.joined = false
	c.member.left, c.member.lost = false, false
	c.hello = now
	c.Clocks.restart()
	c.baselines, c.others = newBaselines(c.cfg.Crowds), interpolation{}
	c.incoming.state = new(baseline)
	c.adapt.reset()
	c.rtt, c.latest, c.arrivals = roundTrip{}, latestSnapshot{}, c.arrivals[:0]
	c.times.Started = false
	c.predict.started, c.predict.owed = false, 0
	c.counted = frameTicks{}
	c.smoothing = errorSmoothing{}
	c.shots, c.token, c.ball = shotRing{}, noToken, seenBall{told: ball{ballPath: c.cfg.Level.firstBall()}}
	c.own = ownShots{disappeared: c.own.disappeared}
	c.framed = framedShots{}
	c.strikes, c.poses, c.unposed = strikes{}, [MaxPlayers]posing{}, unposed{}
	c.reliable = reliableChannel{}
	if c.bulk.sender != nil {
		c.bulk.sender.Restart()
	}
	c.tellClocks(now)
}

// Drive chooses the algorithm that drives the game.
func (c *Client) Drive(name string) error {
	if err := c.Clocks.drive(name); err != nil {
		return err
	}
	c.chooseTime()
	return nil
}

// SetClock gives one of the client's clocks other constants and restarts it; no other clock restarts. It does nothing if the clock
// has them already or if one is out of range. If the clock drives, the game is paused until it is synchronised. Clocks with a half
// on the host need [Host.SetClock] too.
func (c *Client) SetClock(a registry.Algorithm) (changed bool, err error) {
	if changed, err = c.Clocks.set(a); changed {
		c.chooseTime()
	}
	return changed, err
}

// SetDilation changes the rate of the client's own world time at now, in millionths. Only algorithms on world time see it.
func (c *Client) SetDilation(now netsync.Local, rate int64) error {
	if rate < 0 || rate > MaxDilation {
		return fmt.Errorf("dilation: %d millionths is outside 0..%d", rate, MaxDilation)
	}
	c.Clocks.world.SetRate(now, rate)
	for i := range c.Clocks.due {
		c.Clocks.due[i] = now // wake-ups on that base are due at other times now, so ask all again
	}
	c.Clocks.next = now
	return nil
}

// Next returns when the client wants to be woken.
func (c *Client) Next() netsync.Local {
	if c.member.left && c.member.goodbyes == 0 {
		return netsync.Never
	}
	if !c.joined {
		return c.hello
	}
	next := min(c.frames.next, c.bulk.next)
	if !c.AskInTicks {
		next = min(next, c.Clocks.next)
	}
	if c.cfg.Level.Empty() {
		next = min(next, c.stream.turns.next)
	}
	return next
}

// Wake runs what is due at now.
func (c *Client) Wake(now netsync.Local) {
	if c.member.left {
		// Say goodbye a few times.
		if c.member.goodbyes != 0 && (now >= c.hello || now < c.hello.Add(-goodbyeInterval)) {
			c.member.goodbyes--
			c.hello = now.Add(goodbyeInterval)
			c.join = c.member.latest
			c.Outbox.finish(0, c.begin(now, KindLeave))
		}
		return
	}
	if !c.joined {
		if now >= c.hello || now < c.hello.Add(-helloInterval) {
			c.hello = now.Add(helloInterval)
			c.Outbox.finish(0, c.begin(now, KindHello))
		}
		return
	}
	c.Deeds = c.Deeds[:0]
	passed := c.frames.due(now)
	if passed > 0 {
		c.Clocks.notice(now)
		c.tellClocks(now)
	}
	if passed > 0 || !c.AskInTicks {
		c.sendProbes(now)
	}
	if passed > 0 {
		c.runFrame(now, passed)
	}
	if c.joined && c.cfg.Level.Empty() {
		// Of several datagrams due by now only one is sent.
		if c.stream.turns.due(now) != 0 {
			b := c.begin(now, KindData)
			start := len(c.Outbox.buf)
			b = c.Clocks.piggyback(now, b, len(b)-start)
			c.Outbox.finish(0, c.stream.fill(b, len(b)-start))
		}
	}
	if c.joined {
		c.sendBulk(now)
	}
}

// TickWaits says whether a tick's frame is due at now and waits for Wake. A client has no ticks before it has joined.
func (c *Client) TickWaits(now netsync.Local) bool { return c.joined && c.frames.waits(now) }

// runFrame reads the clock once and advances everything to it. Of several frames due by now only the latest is run.
func (c *Client) runFrame(now netsync.Local, passed uint64) {
	c.Frame += passed
	c.Played = 0
	if !c.cfg.Level.Empty() {
		c.moment = c.advanceTime(now)
		c.fallBehind()
	}
	if c.member.silent.lasts(passed, c.cfg.Timeout, c.cfg.Rate) {
		c.lose(now)
		return
	}
	if c.cfg.Level.Empty() {
		return
	}
	if !c.moment.OK {
		c.keepAlive(now)
		return
	}
	c.spaces.advance(c)
	c.woken, c.looked = now, false
	tick := c.moment.Predicted.Tick()
	if c.cfg.Ticks.By == TicksByFrame {
		tick = c.counted.at(now, tick, c.cfg.Rate, c.cfg.Ticks.Phase)
	}
	if c.predict.tick+1 != tick && c.cfg.Live && !c.taken {
		c.see() // before the first of several ticks
	}
	c.predict.advance(c, tick)
	if c.Authority != ServerAuthority && c.predict.started {
		c.own.look(c, min(c.own.reviewed, c.predict.tick))
	}
	c.judge(now)
	// Give up a touch that the host has not confirmed in time.
	if s := &c.ball; s.own.number > s.told.number && c.moment.Predicted.World().Sub(s.own.at) > touchRuled {
		c.refuseTouch()
		s.own = ball{}
	}
	c.count(c.moment)
	if sendsAmong(passed, c.Frame, c.cfg.Rate, c.cfg.InputRate) {
		c.sendInput(now)
	}
	c.sendReliable(now)
	c.adapt.adjust(c)
}

// see returns what the machine shows in this frame, before the frame's first tick.
func (c *Client) see() *Scene {
	if !c.looked {
		c.looked, c.eyes.Plain = true, true
		c.Scene(c.woken, c.Look, &c.eyes)
	}
	return &c.eyes
}

// begin starts a datagram to the host and counts its stamp with the clocks that use it.
func (c *Client) begin(now netsync.Local, kind Kind) []byte {
	c.Clocks.stampers.count(&c.Clocks.Traffic)
	return c.Outbox.begin(header{kind, c.join, true, c.stamping.stamp(now, 0)})
}

// ClientConfig says how a client is made.
type ClientConfig struct {
	ID      int // 1..MaxPlayers−1
	Seed    uint64
	Rate    int // ticks a second, as the host's
	Ticks   ClientTicks
	Level   *Level
	Driving string // name of the algorithm that drives the game
	Buffers Buffers
	Time    TimeSettings
	Live    bool                 // the bot is a [Brain], which reacts to what the client shows
	Unseen  bool                 // nobody draws its scenes: it keeps no poses
	Clocks  []registry.Algorithm // that run; nil for the published ones
	Guests  registry.Source      // of those that run elsewhere; may be nil
	Crowds  *Crowds              // shared with other clients in the program; nil for none

	InputRate int           // inputs a second, MinSendRate..Rate; 0 is Rate
	Timeout   time.Duration // how long the host may be silent before the client rejoins, MinTimeout..MaxTimeout; 0 is DefaultTimeout

	hostRate int // Rate is the client's own from then on
}
