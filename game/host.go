// Package game is the world that makes time visible, and the machines that play it: a [Host] with
// authority over it and a [Client] that predicts and interpolates it.
//
// Both are state machines: they are given their machine's own clock reading and a datagram, and return datagrams and the clock
// reading at which to wake them. They know no true time, no socket and no window, never read a clock and draw no unseeded random
// number. All positions are integers, so that the same inputs give the same bits on every architecture.
package game

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/registry"
	"driftlab/netsync/unity"
)

// HostConfig says how a host is made.
type HostConfig struct {
	Seed         uint64
	Rate         int                  // ticks a second, MinRate..MaxRate
	Clients      int                  // 0..MaxPlayers−1
	Clocks       []registry.Algorithm // that clients run; nil for the published ones
	Guests       registry.Source      // of those that run elsewhere; may be nil
	Level        *Level
	Begin        netsync.World // world time at the start; ≥ 0
	SnapshotRate int           // snapshots a second to each client, MinSendRate..Rate; 0 is Rate
	Budget       int           // bytes a second to each client, see [Host.SetBudget]; 0 is no limit
	Live         bool          // the host's bot is a [Brain]
	Unseen       bool          // nobody draws its scenes: it keeps no poses
	Timeout      time.Duration // how long a client may be silent before it times out, MinTimeout..MaxTimeout; 0 is DefaultTimeout
}

// Host is the machine with authority over the world. Its clock is the session's shared time: its Local reading is server time. It
// runs a frame loop on that clock. Each frame advances world time by the dilation, plays the ticks that are due, and sends each
// client a snapshot.
type Host struct {
	// Outbox has the datagrams to send; the caller empties it after each call of Wake or Receive.
	Outbox Outbox
	// Receipt is what the host made of the latest datagram.
	Receipt Receipt
	// Deeds are what players have started in the ticks of the latest call of Wake.
	Deeds deeds

	cfg      HostConfig
	clocks   [registry.MaxID + 1]hostClock // by their IDs
	dilation netsync.Dilation
	frames   frames
	tick     int64

	players  [MaxPlayers]Player
	previous [MaxPlayers]Player // at the tick before, to draw between ticks
	impulses [MaxPlayers]impulse
	hand
	eyes Scene // what its bot sees

	shots    shotRing
	lastShot uint32
	ended    uint32 // shots up to here have ended
	events   eventLog

	rewind   time.Duration // most that lag compensation rewinds players; 0 is off
	rewindBy RewindBy
	hitboxes hitboxHistory
	trials   [shotsKept]trial // by shot
	judged   uint32           // shots up to here have had their verdicts
	disputes disputeRing
	rulings  ring[Ruling]
	chatLog

	ruled   [MaxPlayers]score
	token   token
	ball    ball
	brought int                // who brought the baton last
	stood   [MaxPlayers]Length // the height of what they stood on last

	peers []peer // by client number; 0 is unused
	gate  gate   // for datagrams from no known client
	snaps snapshots
	// positions is the part of a message of projectiles' positions that is the same for all clients.
	positions []byte
	due       []netsync.Message // clock messages that the host sends unasked
	work      time.Duration     // before it stamps answers
	questions []question        // that it works on, the first due first
	asked     []netsync.Message // those that it answers, for one call
	stamps    AppStamps
	stamping
	stampers stampers
	told     worldEvent    // an event that is sent with a client's stamp
	came     netsync.Local // the stamp of the datagram being read
	span     time.Duration // how long before that stamp it may have arrived
	data     netsync.Local // in an empty world: when the next datagram is due
	poses    []posing      // of all players, by number
}

// hostClock is what the host needs to know of a clock to answer it. The zero value is for a clock that it does not have.
type hostClock struct {
	base    netsync.Base
	stamped bool // whether its datagrams have a send stamp
}

// clock returns the clock of an ID.
func (h *Host) clock(id uint8) hostClock {
	if int(id) < len(h.clocks) {
		return h.clocks[id]
	}
	return hostClock{}
}

// NewHost returns a host whose world time starts at now.
func NewHost(cfg HostConfig, now netsync.Local) (*Host, error) {
	if cfg.Rate < MinRate || cfg.Rate > MaxRate {
		return nil, fmt.Errorf("tick rate: %d is outside %d..%d", cfg.Rate, MinRate, MaxRate)
	}
	if cfg.Clients < 0 || cfg.Clients > MaxPlayers-1 {
		return nil, fmt.Errorf("clients: %d is outside 0..%d", cfg.Clients, MaxPlayers-1)
	}
	if cfg.Clocks == nil {
		cfg.Clocks = registry.OfGroup(registry.Published)
	}
	if _, err := registry.NewHost(0, cfg.Clocks, cfg.Guests, 1); err != nil {
		return nil, err
	}
	cfg.SnapshotRate = cmp.Or(cfg.SnapshotRate, cfg.Rate)
	cfg.Timeout = cmp.Or(cfg.Timeout, DefaultTimeout)
	h := &Host{cfg: cfg, frames: newFrames(now, cfg.Rate*milli), peers: make([]peer, cfg.Clients+1), Outbox: newOutbox(cfg.Clients + 1),
		hitboxes: hitboxHistory{ring: make([]hitbox, hitboxTicks*(cfg.Clients+1)), players: cfg.Clients + 1},
		poses:    make([]posing, cfg.Clients+1), token: noToken, ball: ball{ballPath: cfg.Level.firstBall()}}
	h.hand = hand{brain: NewBrain(cfg.Seed, 0, cfg.Rate), live: cfg.Live}
	h.stamping.seed = cfg.Seed
	h.stampers = stampersOf(cfg.Clocks)
	for _, a := range cfg.Clocks {
		h.clocks[a.ID] = hostClock{a.Base, a.StampsOwn()}
	}
	if err := cmp.Or(h.SetSnapshotRate(cfg.SnapshotRate), h.SetBudget(cfg.Budget), h.SetTimeout(cfg.Timeout)); err != nil {
		return nil, err
	}
	for id := 1; id < len(h.peers); id++ {
		h.peers[id].sentBaselines = new([baselineRing]sentBaseline)
		h.peers[id].gate.answers = maxAnswers
		if err := h.SetDatagrams(now, id, DefaultDatagrams); err != nil {
			return nil, err
		}
	}
	h.dilation.Learn([]netsync.Timeline[netsync.Server]{{From: Server(now), World: cfg.Begin}})
	h.tick = unity.NetworkTimeAt(cfg.Rate, cfg.Begin).Tick()
	for i := range h.players {
		h.players[i] = cfg.Level.spawn(i)
		h.previous[i] = h.players[i]
	}
	return h, nil
}

// SetClock gives a clock other constants, for clients that join from now on too, and restarts the host's half for every client. It
// does nothing if the clock has them already or if one is out of range.
func (h *Host) SetClock(now netsync.Local, a registry.Algorithm) error {
	i := slices.IndexFunc(h.cfg.Clocks, func(b registry.Algorithm) bool { return b.ID == a.ID })
	if i < 0 {
		return fmt.Errorf("%s: the host has no such clock", a.Name)
	}
	if a.Config == h.cfg.Clocks[i].Config {
		return nil
	}
	if err := a.Validate(); err != nil {
		return fmt.Errorf("%s: %w", a.Name, err)
	}
	h.cfg.Clocks = slices.Clone(h.cfg.Clocks) // copies of a host share them
	h.cfg.Clocks[i] = a
	for id := 1; id < len(h.peers); id++ {
		if p := &h.peers[id]; p.joined {
			if err := a.Restart(&p.clocks, netsync.Server(h.World(now))); err != nil {
				return err
			}
		}
	}
	return nil
}

// Restart restarts the host's program from a saved game, as when a server moves to another machine: the clients stay joined and
// are told nothing, and the host's halves of all clocks restart. If its clock is then another one, see [Host.ClockSet].
func (h *Host) Restart(now netsync.Local) (err error) {
	h.questions = nil // they were asked of the program that has ended
	for id := 1; id < len(h.peers); id++ {
		h.peers[id].gate.workedOn = 0
		if p := &h.peers[id]; p.joined && err == nil {
			p.clocks, err = registry.NewHost(netsync.Server(h.World(now)), h.cfg.Clocks, h.cfg.Guests, id)
		}
	}
	return err
}

// Server returns server time at the host's clock reading now: they are the same clock.
func Server(now netsync.Local) netsync.Server { return netsync.Server(now) }

// World returns the host's world time at its clock reading now.
func (h *Host) World(now netsync.Local) netsync.World { return h.dilation.At(Server(now)) }

// Tick returns the last tick played.
func (h *Host) Tick() int64 { return h.tick }

// Rate returns the tick rate.
func (h *Host) Rate() int { return h.cfg.Rate }

// SetDilation changes the rate of world time, in millionths, from lead after now on; 0 is a pause. Clients are told at once, so if
// lead is at least the one-way delay they follow exactly.
func (h *Host) SetDilation(now netsync.Local, rate int64, lead time.Duration) error {
	if rate < 0 || rate > MaxDilation {
		return fmt.Errorf("dilation: %d millionths is outside 0..%d", rate, MaxDilation)
	}
	h.dilation.Announce(Server(now), Server(now.Add(lead)), rate)
	return nil
}

// ClockSet continues the game after a step of the host's clock: no world time is skipped or repeated. Clients learn of it as of a
// change of dilation.
func (h *Host) ClockSet(by time.Duration) {
	h.dilation.Shift(by)
	for i := range h.questions {
		h.questions[i].due = h.questions[i].due.Add(by)
	}
}

// dilationMemory is how long an old rate is still announced, for clients that show the past.
const dilationMemory = 2 * time.Second

// Next returns when the host wants to be woken.
func (h *Host) Next() netsync.Local {
	next := h.frames.next
	if h.cfg.Level.Empty() {
		next = min(next, h.data)
	}
	if len(h.questions) > 0 {
		next = min(next, h.questions[0].due)
	}
	return next
}

// TickWaits says whether a tick's frame is due at now and waits for Wake.
func (h *Host) TickWaits(now netsync.Local) bool { return h.frames.waits(now) }

// Wake runs what is due at now.
func (h *Host) Wake(now netsync.Local) {
	h.finishWork(now)
	if h.cfg.Level.Empty() {
		h.wakeAlone(now)
		return
	}
	for id := range h.peers {
		h.peers[id].stats.Lacked = 0
	}
	h.Deeds = h.Deeds[:0]
	if h.frames.due(now) == 0 {
		return
	}
	h.dilation.Forget(Server(now.Add(-dilationMemory)))
	current := unity.NetworkTimeAt(h.cfg.Rate, h.World(now)).Tick()
	if h.cfg.Live && h.tick < current {
		h.eyes.Plain = true
		h.Scene(now, &h.eyes)
	}
	for h.tick < current {
		h.tick++
		h.play()
	}
	h.watch()
	h.keepFrame()
	// The positions of all projectiles in this frame, for the clients that ask for them.
	world := h.World(now)
	h.positions = h.positions[:0]
	for id := h.ended + 1; id <= h.lastShot; id++ {
		s := h.shots.at(id)
		if pos, ok := s.At(world); ok && s.ID == id {
			h.positions = framedShot{id: id, dir: s.Dir, pos: pos}.append(h.positions)
		}
	}
	for id := range h.peers {
		if id > 0 && h.peers[id].joined {
			// Add a frame's share. The bucket holds a burst, and owes no more than one.
			if h.cfg.Budget != 0 {
				u, rate := &h.peers[id].budget, int64(h.cfg.Rate)
				depth := int64(h.burst()) * rate
				u.settle(h.Outbox.game[id].OnTheLine(), rate)
				u.credit = min(max(u.credit, -depth)+int64(h.cfg.Budget), depth)
				u.events = min(u.events+int64(h.cfg.Budget)/2, depth/2)
			}
			h.sendClock(id, now)
			h.sendEvents(id, now)
			h.sendSnapshot(id, now)
			h.sendPositions(id, now)
		}
	}
}

// play moves the world through one tick.
func (h *Host) play() {
	from, to := h.at(h.tick-1), h.at(h.tick)
	for id := range h.peers {
		if id > 0 && !h.peers[id].joined {
			continue
		}
		p := &h.players[id]
		h.previous[id] = *p
		h.impulses[id].on(p)
		in := h.input(id, to)
		fires := h.cfg.Level.Step(p, in, from, to, h.cfg.Rate)
		if !h.cfg.Unseen {
			h.poses[id].see(h.cfg.Level, p.Pos.X, p.Pos.Y, p.Ride, p.Facing, p.Pips, p.Lag, h.cfg.Rate, to, to)
		}
		h.Deeds.note(h.cfg.Level, id, h.tick, &h.previous[id], p, h.peers[id].holds, in.Held)
		h.peers[id].holds = in.Held
		if fires {
			h.lastShot++
			h.Deeds[len(h.Deeds)-1].Shot = h.lastShot
			s := h.cfg.Level.newShot(h.lastShot, id, *p, to)
			h.shots.put(s)
			h.fired(s)
			h.events.add(worldEvent{kind: eventSpawn, shot: s})
		}
	}
	if h.cfg.Level.Pips > 0 {
		h.bringBack()
	}
	h.hitboxes.newest = h.tick
	row := h.hitboxes.row(h.tick)
	for id := range h.peers {
		row[id] = hitbox{h.players[id].Pos, h.hittable(id)}
	}
	h.hit(from, to)
	h.rule(from, to)
	h.ruleBall(to)
	h.judge(to)
}

// input returns what a client's player does in the tick at world time w. The host's player sees the platforms in host time.
func (h *Host) input(id int, w netsync.World) Input {
	if id > 0 {
		p := &h.peers[id]
		in := p.input(h.tick)
		if p.authority != ClientAuthority {
			in.Lag = 0 // ignore the client's
		}
		return in
	}
	return Input{Held: h.buttons(h.tick, w, func() *Scene { return &h.eyes }, h.cfg.Level, &h.players[0])}
}

// peer is what the host knows of one client.
type peer struct {
	stats  PeerStats
	joined bool
	join   joinID // the latest, also if it has ended
	clocks netsync.Host

	authority Authority

	newest  int64 // newest tick with an input, −1 before the first
	stand   Input // the client's latest: it stands in for a missing one
	echoed  bool  // an input has arrived: echo and echoAt are set
	echo    uint32
	echoAt  netsync.Local
	frame   uint32       // of the latest input
	reports inputReports // since the latest snapshot
	stream  stream
	next    uint32        // the next event that the client lacks
	sent    uint32        // events up to here have been sent since the last repetition
	seen    uint32        // events up to here had been sent at the previous check
	resend  netsync.Local // when to check again for unacknowledged events

	sight    sights
	framed   bool   // the latest message of positions was not empty
	reliable uint32 // the next message of its reliable channel
	chat     chatAllowance

	sentBaselines *[baselineRing]sentBaseline // what it knows after each of its latest snapshots
	acked         uint32                      // the latest that it has acknowledged
	ackDelay      uint32                      // frames from its sending to its acknowledgement
	owed          bool                        // a snapshot is due
	budget        budget
	urgency       urgency
	holds         Buttons // in the latest tick that was played
	gate          gate

	inputs [inputRing]struct { // last, so that what each datagram needs is close together
		tick int64
		in   Input
	}
}

// Present says whether a client is in the session; 0 is the host itself.
func (h *Host) Present(id int) bool { return id == 0 || h.peers[id].joined }
