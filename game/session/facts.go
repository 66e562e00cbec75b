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

// Refused returns what the host has refused of what a client's player took on its own screen.
func (s *Session) Refused(client int) game.Refusals { return s.clients[client-1].client.Refused }

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
}

// HostFacts returns what there is to know about the host.
func (s *Session) HostFacts() HostFacts {
	f := HostFacts{Tick: s.host.host.Tick(), Mail: s.host.mail.state()}
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
	f.Hears = s.hears(n, i, now, f.Status.Synchronised)
	truth, base := s.trueClocks(n, i, now)
	f.Offset = truth.Offset(base)
	if estimate, ok := n.client.Clocks.Estimate(i, local); ok {
		f.Error = estimate.Sub(truth)
		f.Apart = s.apart(n, now, f.Error, &f.Moment)
	}
	return f
}

// trueClocks returns what the host's and the client's clocks read, on the base of an algorithm.
func (s *Session) trueClocks(n *clientNode, algorithm int, now netsim.Time) (netsync.Server, netsync.Local) {
	base, local := s.clocks[algorithm].Base, n.local(now)
	if base == netsync.BaseWorld {
		local = n.client.Clocks.OwnWorld(local)
	}
	return s.hostClocks(now)[base], local
}

// hostClocks returns what the host's clock reads on each base: what an exact estimate would be.
func (s *Session) hostClocks(now netsim.Time) [2]netsync.Server {
	host := s.host.local(now)
	return [...]netsync.Server{netsync.BaseReal: game.Server(host), netsync.BaseWorld: netsync.Server(s.host.host.World(host))}
}

// Base returns how long a datagram that is sent now takes one way of a client's link at least, as [netsim.Link.Base] has it.
func (s *Session) Base(client int, way scenario.Direction) time.Duration {
	return s.clients[client-1].links[way].Base(s.Now())
}

// Disputes appends the latest hits on which a client and the host differ to dst, oldest first.
func (s *Session) Disputes(dst []game.Dispute) []game.Dispute { return s.host.host.Disputes(dst) }

// HostChat appends the latest chat lines that the host has to dst, oldest first.
func (s *Session) HostChat(dst []game.ChatLine) []game.ChatLine { return s.host.host.Chat(dst) }

// ClientChat is HostChat for a client, 1..Clients.
func (s *Session) ClientChat(client int, dst []game.ChatLine) []game.ChatLine {
	return s.clients[client-1].client.Chat(dst)
}

// ClientCorrections appends a client's latest corrections to dst, oldest first.
func (s *Session) ClientCorrections(client int, dst []game.Correction) []game.Correction {
	return s.clients[client-1].client.RecentCorrections(dst)
}

// ClockError returns the present error of an algorithm on a client; ok is false before its first
// synchronisation.
func (s *Session) ClockError(client, algorithm int) (err time.Duration, ok bool) {
	n := s.clients[client-1]
	estimate, ok := n.client.Clocks.Estimate(algorithm, n.local(s.Now()))
	truth, _ := s.trueClocks(n, algorithm, s.Now())
	return estimate.Sub(truth), ok
}

// ClientClock returns what the clock of a client reads that an algorithm runs on.
func (s *Session) ClientClock(client, algorithm int) netsync.Local {
	_, local := s.trueClocks(s.clients[client-1], algorithm, s.Now())
	return local
}

// Explain fills d with the samples and the numbers that an algorithm on a client goes by.
func (s *Session) Explain(client, algorithm int, d *insight.Detail) {
	s.clients[client-1].client.Clocks.Explain(algorithm, d)
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
		f.Client, f.Clock, f.Local, f.Look = n.client, n.osc, n.local(f.Now), n.look
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
func (s *Session) Value(client int, key string) int64 { return s.standing.Value(client, key) }

// ValueText returns a setting as it is written.
func (s *Session) ValueText(client int, key string) string { return s.standing.ValueText(client, key) }

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
func (s *Session) apart(n *clientNode, now netsim.Time, wrong time.Duration, m *game.Moment) (a Apart) {
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
