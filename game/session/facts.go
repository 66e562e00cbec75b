package session

import (
	"time"

	"driftlab/game"
	"driftlab/game/congestion"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/insight"
)

// Facts are what a client believes and what is true, at one instant, about the algorithm that
// drives it.
type Facts struct {
	Client  int
	Driving string
	Joined  bool
	State   game.JoinState
	Status  netsync.Status
	Offset  time.Duration // true offset, host's clock − client's, on the algorithm's base
	Error   time.Duration // estimate − truth; meaningful if Status.Synchronised
	Apart   Apart         // meaningful if Status.Synchronised
	OWDUp   time.Duration // of the latest datagram delivered, client to host
	OWDDown time.Duration
	// JitterUp and JitterDown are by how much the one-way delay differs from one datagram to the next, as
	// RFC 3550 (section 6.4.1) smooths it.
	JitterUp, JitterDown time.Duration
	Moment               game.Moment
	HostTick             int64
	Inputs               game.InputStats
	Corrected            uint64 // predictions that the host's state differed from
	Resets               uint64 // clock jumps too far to play through
	Bad                  uint64 // datagrams refused

	Screen  observe.ScreenMeasures
	Time    game.TimeState
	Buffers game.BufferState
	Hits    game.HitStats // the client's, as the host has judged them
	Score   Score
	// Up and Down are what the client and the host have sent each other in the last whole second.
	Up, Down game.SentTraffic
	// UpTrips and DownTrips are the one-way delays of the latest datagrams, each as who receives it measures it.
	UpTrips, DownTrips Trips
	Mail               MailState
	Stamps             game.StampStats
	Bulk               congestion.State // of its bulk upload; meaningful if Uploads
	Uploads            bool
	// Rejected is what the client has dropped, Refused what the host has of the client's.
	Rejected, Refused game.Rejections
	Hears             Hearing
}

// Score is what a player has reached of the arena's goal: as its own screen had it, and as the host rules; of
// [game.Alone] in ms.
type Score struct {
	Goal       game.Goal
	Saw, Ruled int64
}

// Score returns a player's score; the host's own player is seen as it is ruled.
func (s *Session) Score(player int) Score {
	ruled := s.host.host.Ruled(player)
	if player == 0 {
		return Score{s.level.Goal, ruled, ruled}
	}
	return Score{s.level.Goal, s.clients[player-1].client.Saw(), ruled}
}

// Trips are the one-way delays of the latest datagrams of one direction: as TimeSync measures those that carry its stamps,
// and as they are.
type Trips struct {
	Measured, True insight.Trips
}

// HostFacts are what there is to know about the host, beside what is about one of its clients.
type HostFacts struct {
	Tick int64
	In   int // how many clients are in the game
	Mail MailState

	Dilation int64         // how fast its world time runs, in millionths
	Behind   time.Duration // by how much that is behind its own clock, as dilation and pauses have put it
}

// HostFacts returns what there is to know about the host.
func (s *Session) HostFacts() HostFacts {
	f := HostFacts{Tick: s.host.host.Tick(), Mail: s.host.mail.state(), Dilation: s.host.set.Dilation,
		Behind: time.Duration(s.host.local(s.Now())) - time.Duration(s.HostWorld())}
	for _, c := range s.clients {
		if s.host.host.Present(c.id) {
			f.In++
		}
	}
	return f
}

// Facts returns what there is to know about a client, 1..Clients.
func (s *Session) Facts(client int) Facts {
	n := s.clients[client-1]
	now := s.Now()
	local := n.local(now)
	i := n.client.Clocks.Driving
	f := Facts{Client: client, Driving: s.clocks[i].Name, Joined: n.client.State() == game.Joined,
		Status: n.client.Clocks.Status(i, local), OWDUp: n.truth.up.latest, OWDDown: n.truth.down.latest,
		JitterUp: n.truth.up.jitter, JitterDown: n.truth.down.jitter,
		Moment: n.client.Moment(local), HostTick: s.host.host.Tick(),
		Inputs: s.host.host.Stats(client).Inputs, Bad: n.bad.count, State: n.client.State(),
		Screen: *s.Screen(client).Measures(), Time: n.client.Time(), Buffers: n.client.Buffers(), Hits: s.host.host.Stats(client).Hits,
		Up: n.traffic.upRate, Down: n.traffic.downRate,
		Rejected: n.client.Rejected(), Refused: s.host.host.Rejected(client)}
	f.UpTrips = Trips{s.host.host.Trips(client), n.truth.up.meter.Trips()}
	f.DownTrips = Trips{n.client.Clocks.Trips(), n.truth.down.meter.Trips()}
	f.Score = s.Score(client)
	f.Mail = n.mail.state()
	f.Stamps = n.client.AppStamps
	f.Bulk, f.Uploads = n.client.BulkState()
	f.Corrected, f.Resets = n.client.Corrections()
	f.Hears = n.hears(i, now, f.Status.Synchronised)
	truth, base := s.Clock(client, i).Reads()
	f.Offset = truth.Offset(base)
	if estimate, ok := n.client.Clocks.Estimate(i, local); ok {
		f.Error = estimate.Sub(truth)
		f.Apart = n.apart(now, f.Error, &f.Moment)
	}
	return f
}

// Base returns how long a datagram that is sent now takes one way of a client's link at least, as [netsim.Link.Base] has it.
func (s *Session) Base(client int, way scenario.Direction) time.Duration {
	return s.clients[client-1].links[way].Base(s.Now())
}

// Clocks returns the clocks of a client, to be read.
func (s *Session) Clocks(client int) *game.Clocks { return &s.clients[client-1].client.Clocks }

// BufferNeeds returns how long a buffer a client's latest frames would have needed; see [game.Client.BufferNeeds].
func (s *Session) BufferNeeds(client int, into []int) []int {
	return s.clients[client-1].client.BufferNeeds(into)
}

// Refused returns what the host has refused of what a client's player took on its own screen.
func (s *Session) Refused(client int) game.Refusals { return s.clients[client-1].client.Refused }

// Corrections appends a client's latest corrections to dst, oldest first.
func (s *Session) Corrections(client int, dst []game.Correction) []game.Correction {
	return s.clients[client-1].client.RecentCorrections(dst)
}

// Disputes appends the latest hits on which a client and the host differ to dst, oldest first.
func (s *Session) Disputes(dst []game.Dispute) []game.Dispute { return s.host.host.Disputes(dst) }

// Chat appends the latest chat lines that a machine has to dst, oldest first; 0 is the host.
func (s *Session) Chat(machine int, dst []game.ChatLine) []game.ChatLine {
	if machine == 0 {
		return s.host.host.Chat(dst)
	}
	return s.clients[machine-1].client.Chat(dst)
}

// ClockAt returns what a machine's own clock reads at a time, in ns: 0 is the host. A time ahead is read
// as the clock runs now.
func (s *Session) ClockAt(machine netsim.NodeID, at netsim.Time) int64 {
	if machine == 0 {
		return s.host.osc.Read(at)
	}
	return s.clients[machine-1].osc.Read(at)
}

// History returns the errors of a client's algorithms over the last two minutes.
func (s *Session) History(client int) *observe.History { return &s.clients[client-1].truth.history }

// Scene fills scene with what a machine shows now. The host, 0, shows what is true.
func (s *Session) Scene(machine int, scene *game.Scene) {
	f := s.frame(machine)
	f.Scene(scene)
}

// frame returns a machine as it is now, for those who observe it.
func (s *Session) frame(machine int) observe.Frame {
	f := observe.Frame{Now: s.Now(), Machine: machine, Host: s.host.host, Clock: s.host.osc, HostLocal: s.host.local(s.Now())}
	if f.Local = f.HostLocal; machine > 0 {
		n := s.clients[machine-1]
		f.Client, f.Clock, f.Local, f.Look = n.client, n.osc, n.local(f.Now), n.client.Look
	}
	return f
}

// Screen returns what a machine has shown, as it was looked at.
func (s *Session) Screen(machine int) observe.Screen { return s.screens.Of(s.frame(machine)) }

// Ears returns what listens to the machines, which may be told to which. Clones hear what the session hears.
func (s *Session) Ears() *observe.Ears { return &s.ears }

// Peek returns a client's latest peek that the next client has seen; ok is false where there is none, or no next client.
func (s *Session) Peek(client int) (p observe.Peek, ok bool) { return s.peeks.Latest(client) }

// Instants appends the instants of the latest hits to dst, in the order in which the host decided on them.
func (s *Session) Instants(dst []observe.Instants) []observe.Instants { return s.hits.Instants(dst) }

// HostWorld returns the true world time now.
func (s *Session) HostWorld() netsync.World { return s.host.host.World(s.host.local(s.Now())) }

// Err returns the fault that ended the session, if one has.
func (s *Session) Err() error { return s.err }

// Value returns a setting as its kept integer, 0 where it is a text: client 0 is the world's, and what a
// client has that nothing was said about.
func (s *Session) Value(client int, key string) int64 { return s.settings.Value(client, key) }

// ValueText returns a setting as it is written.
func (s *Session) ValueText(client int, key string) string { return s.settings.ValueText(client, key) }

// Apart says, in world time, by how much a client's shared time is ahead of the host's, and why.
type Apart struct {
	Clock    time.Duration // the driving clock is wrong
	Dilation time.Duration // the client reckons with other rates of the host's world than there were
	// Follows says that server time and predicted time go by the driving clock, so that both parts are in them too.
	Follows bool
	// World says that the clock estimates world time: so does its error.
	World bool
}

// Of divides by how much something is shown ahead of the host: what the clock's error makes of it, what dilation, and the rest,
// which is its time provider's, or due to how it is sent. The three are the whole, to the nanosecond.
func (a *Apart) Of(space game.TimeSpace, ahead time.Duration) (clock, dilation, rest time.Duration) {
	if space != game.SharedTime && !a.Follows {
		return 0, 0, ahead
	}
	return a.Clock, a.Dilation, ahead - a.Clock - a.Dilation
}

// apart finds the parts of a client whose driving clock is wrong by so much.
func (n *clientNode) apart(now netsim.Time, wrong time.Duration, m *game.Moment) (a Apart) {
	s := n.session
	a.Follows, a.World = n.client.Time().ByClock, s.clocks[n.client.Clocks.Driving].Base == netsync.BaseWorld
	host := s.host.local(now)
	if a.Clock = wrong; !a.World {
		a.Clock = s.host.host.World(host.Add(wrong)).Sub(s.HostWorld())
	}
	if m.OK {
		a.Dilation = m.Clock.World().Sub(s.HostWorld()) - a.Clock
	}
	return a
}

// A HearingKind says by what a clock hears of the host's time.
type HearingKind uint8

// The kinds: not known, or in each of its frames; with every datagram of the game; by asking again, or by being told again, at a
// time that is known; and by having asked, which it does no more.
const (
	HearsNow HearingKind = iota
	HearsPackets
	AsksAgain
	ToldAgain
	AskedOnce
)

// A Hearing is when a client's clock hears of the host's time next: until then it cannot know what has become of the link.
type Hearing struct {
	Kind HearingKind
	In   time.Duration // until it asks, or the host sends it the time
	Most bool          // it may ask before that, with a datagram of the game
	Was  netsim.Time   // when it was synchronised, of what has asked once
}

// leastWait is the least time until a clock asks that is one to wait for: what is woken in each frame asks by no schedule.
const leastWait = 50 * time.Millisecond

// hears returns when the i-th clock of a client hears of the host's time next.
func (n *clientNode) hears(i int, now netsim.Time, synchronised bool) Hearing {
	clock := &n.session.clocks[i]
	if in, ok := n.session.host.tells(n.id, clock.ID); ok && synchronised { // a client that joins gets it at once
		return Hearing{Kind: ToldAgain, In: in}
	}
	if clock.Stamped() {
		return Hearing{Kind: HearsPackets}
	}
	due, asked, along := n.client.Clocks.NextWake(i)
	switch local := n.local(now); {
	case due == netsync.Never && asked && synchronised && n.truth.clocks[i].follows:
		return Hearing{Kind: AskedOnce, Was: n.truth.clocks[i].since}
	case due != netsync.Never && due > local && due.Sub(local) >= leastWait: // before it has joined it is due since ever
		return Hearing{Kind: AsksAgain, In: due.Sub(local), Most: along}
	}
	return Hearing{}
}

// tells returns how long it takes until the host tells a client's clock the time unasked; ok is false if it never does, or world
// time, by which it goes, stands still.
func (n *hostNode) tells(client int, clock uint8) (in time.Duration, ok bool) {
	rate := n.set.Dilation
	next, ok := n.host.Tells(client, clock)
	if !ok || rate <= 0 {
		return 0, false
	}
	left := next.Sub(netsync.Server(n.session.HostWorld()))
	return max(left*netsync.Normal/time.Duration(rate), 0), true
}
