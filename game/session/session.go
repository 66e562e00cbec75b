// Package session is one running experiment: a scenario that runs, the engine with its host and clients, the
// truth beside them, and the log of all that a person changed.
//
// It alone knows both true time and what the machines believe. A scenario and its log give the same
// bytes again, however often and wherever they are replayed.
package session

import (
	"slices"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/ranking"
	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/guest"
	"driftlab/netsync/insight"
	"driftlab/netsync/registry"
)

// Options are what a session needs beside its scenario.
type Options struct {
	Carrier  netsim.Carrier
	Recorder observe.Recorder // may be nil; several are [Recorders]

	// Unwatched is whether nobody will ask for [Session.Race], [Session.History] and poses in scenes, which are then of nothing:
	// they are for people who look on, and a run that is summed up costs less without. Copies are as the session is.
	Unwatched bool

	// Stop is asked every few thousand events, and ends [New] and [Session.Advance] with [ErrStopped] where it says so; nil for
	// never. A clone is given another.
	Stop func() bool

	// Guests are clocks from elsewhere ([registry.Foreign]), which run beside the scenario's: one with the number of one of those
	// runs in its place. A session with these cannot be copied, unlike one whose scenario has guests.
	Guests []registry.Algorithm

	start netsim.Time          // where virtual time begins: tests begin late, so that clocks have been running for months
	more  []registry.Algorithm // clocks that run beside all others and are in no table: tests see that they change nothing
}

// Session is one running experiment. It is not safe for concurrent use.
type Session struct {
	scenario  scenario.Scenario
	engine    *netsim.Engine
	level     *game.Level
	host      *hostNode
	clients   []*clientNode      // client n is clients[n-1]
	settings  *scenario.Settings // the settings now
	pending   []scenario.Event   // the scenario's events that lie ahead
	script    []scenario.Event   // what a person does beside the scenario, and did: see Script
	done      int                // how many of the script have been applied
	log       []scenario.Event   // all events that have been applied, the scenario's and a person's
	animation animation
	initial   []scenario.Assignment
	caption   string
	clocks    []registry.Algorithm
	guests    []registry.Algorithm
	cast      *guest.Cast      // the scenario's guests
	recorder  observe.Recorder // nil for none
	told      entries
	dealing   uint64                             // the datagram that a machine is dealing with, 0 for none
	glances   [registry.MaxID + 1]insight.Glance // of the clocks of the client that is measured
	screens   observe.Screens
	hits      observe.Hits
	peeks     observe.Peeks
	ears      observe.Ears
	keys      observe.Keys
	measuring scenario.Measuring
	unwatched bool
	counted   netsim.Time // when traffic is to be counted next
	stop      func() bool // nil for never
	applying  bool        // what is due at the present instant has been applied in part
	running   bool        // the engine has been run up to the present instant in part
	err       error
}

// New builds a session at virtual time zero. The session owns the carrier: Close closes it.
func New(sc *scenario.Scenario, opt Options) (*Session, error) {
	if err := sc.Validate(); err != nil {
		opt.Carrier.Close()
		return nil, err
	}
	s := &Session{scenario: sc.AsLogged(), engine: netsim.NewEngine(opt.Carrier), settings: sc.Begin(),
		pending: sc.Events, initial: sc.Set, clocks: WithGuests(sc.Algorithms(), opt.Guests), guests: opt.Guests, recorder: opt.Recorder, unwatched: opt.Unwatched, stop: opt.Stop}
	s.cast = guest.NewCast(sc.Guests, sc.Clients, sc.Hello())
	if err := s.engine.Run(opt.start); err != nil { // through nothing: nobody is there yet
		s.Close()
		return nil, err
	}
	s.engine.SetTap(s)
	err := s.build(opt.more)
	if err == nil {
		err = s.animate(s.Now())
	}
	if err == nil {
		err = s.applyAllDue()
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// build makes the machines and their links, and applies the settings to them.
func (s *Session) build(more []registry.Algorithm) error {
	world, set := scenario.Worlds.Of(s.settings, 0), scenario.Hosts.Of(s.settings, 0)
	osc, err := netsim.NewOscillator(world.Up+set.Offset, 0)
	if err != nil {
		return err
	}
	local := netsync.Local(osc.Read(s.Now()))
	level, err := game.NewLevel(game.LevelConfig{Arena: world.Arena, Lift: world.Lift, Shot: world.Shot, Pips: world.Pips, Goal: world.Goal, Ball: world.Ball})
	if err != nil {
		return err
	}
	s.level = level
	clients := s.scenario.Clients
	s.keys = observe.NewKeys(clients)
	s.screens, s.hits, s.peeks, s.ears = observe.NewScreens(level, clients), observe.NewHits(clients), observe.NewPeeks(level, clients), observe.NewEars(level, clients)
	host, err := game.NewHost(game.HostConfig{Seed: s.scenario.Seed, Rate: world.Rate, Clients: s.scenario.Clients,
		Level: s.level, Live: world.Live, Unseen: s.unwatched, Clocks: WithGuests(s.settings.Clocks(0), s.guests), Guests: s.cast, Begin: netsync.World(s.Now().Add(world.Up))}, local)
	if err != nil {
		return err
	}
	// The dilation of the start is announced as any other is.
	begin := scenario.Host{Offset: set.Offset, Dilation: set.Dilation}
	if err := host.SetDilation(local, begin.Dilation, 0); err != nil {
		return err
	}
	s.host = &hostNode{session: s, osc: osc, host: host, set: begin, mail: mailbox{turns: netsim.NewTurns(s.scenario.Seed, 0)}}
	if _, err = s.engine.AddNode(s.host); err != nil {
		return err
	}
	crowds := new(game.Crowds)
	for id := 1; id <= s.scenario.Clients; id++ {
		if err := s.addClient(id, world.Rate, world.Live, crowds, more); err != nil {
			return err
		}
	}
	for client := range len(s.clients) + 1 {
		for group := range appliers {
			if err := appliers[group].to(s, client); err != nil {
				return err
			}
		}
	}
	s.host.reschedule()
	for _, c := range s.clients {
		c.reschedule()
	}
	return nil
}

func (s *Session) addClient(id, rate int, live bool, crowds *game.Crowds, more []registry.Algorithm) error {
	m := scenario.Machines.Of(s.settings, id)
	osc, err := netsim.NewOscillator(m.Offset, m.Skew)
	if err != nil {
		return err
	}
	client, err := game.NewClient(game.ClientConfig{ID: id, Seed: s.scenario.Seed, Rate: rate, Ticks: scenario.ClientTicks.Of(s.settings, id),
		Level: s.level, Clocks: append(WithGuests(s.settings.Clocks(id), s.guests), more...), Guests: s.cast, Driving: m.Algorithm, Buffers: game.DefaultBuffers, Live: live, Unseen: s.unwatched, Crowds: crowds}, netsync.Local(osc.Read(s.Now())))
	if err != nil {
		return err
	}
	osc.Seed(s.scenario.Seed, uint32(id))
	c := &clientNode{session: s, id: id, osc: osc, client: client, mail: mailbox{turns: netsim.NewTurns(s.scenario.Seed, uint32(id))},
		machine: scenario.Machine{Offset: m.Offset, Skew: m.Skew, Temperature: netsim.ReferenceTemperature, Algorithm: m.Algorithm, Dilation: netsync.Normal}}
	algorithms := s.clocks
	c.truth.clocks, c.truth.raceErrors = make([]clockTruth, len(algorithms)), ranking.NewRecord(len(algorithms))
	for i := range c.truth.clocks {
		c.truth.clocks[i].base = algorithms[i].Base
	}
	if !s.unwatched {
		c.truth.history.Init(len(algorithms))
	}
	if _, err := s.engine.AddNode(c); err != nil {
		return err
	}
	node := netsim.NodeID(id)
	for d := range scenario.Links {
		if c.links[d], err = netsim.NewLink(s.scenario.Seed, uint32(2*id+d), scenario.Links[d].Of(s.settings, id)); err != nil {
			return err
		}
	}
	s.clients = append(s.clients, c)
	if err := s.engine.Connect(node, 0, c.links[scenario.Up]); err != nil {
		return err
	}
	return s.engine.Connect(0, node, c.links[scenario.Down])
}

// Close frees the carrier, and ends the programs of guests if the session has no copies, which go on with them.
func (s *Session) Close() error {
	s.cast.Close()
	return s.engine.Close()
}

// Now returns the virtual time.
func (s *Session) Now() netsim.Time { return s.engine.Now() }

// note keeps the first error of what has no way to return one.
func (s *Session) note(err error) {
	if s.err == nil && err != nil {
		s.err = err
	}
}

// Algorithms returns the clocks that run on every client, in the order in which tables list them. They must not be changed.
func (s *Session) Algorithms() []registry.Algorithm { return s.clocks }

// Scenario returns what the session was made from.
func (s *Session) Scenario() *scenario.Scenario { return &s.scenario }

// Caption returns the line for the viewer that the latest event brought.
func (s *Session) Caption() string { return s.caption }

// Clients returns the number of clients.
func (s *Session) Clients() int { return len(s.clients) }

// Level returns what no one can change in the world.
func (s *Session) Level() *game.Level { return s.level }

// Next returns when something next happens in the session: a datagram arrives, a machine wakes or the
// scenario changes something. [netsim.Never] means that nothing lies ahead.
func (s *Session) Next() netsim.Time {
	at, ok := s.nextChange()
	if !ok {
		at = netsim.Never
	}
	return min(at, s.engine.Next())
}

// Packets returns how many datagrams have been sent so far and how many have arrived.
func (s *Session) Packets() (sent, arrived uint64) { return s.engine.Packets() }

// Sent implements netsim.Tap: it tells the recorder of a datagram that is just being sent.
func (s *Session) Sent(p *netsim.Packet) {
	if s.recorder == nil {
		return
	}
	d := &s.told.departure // flush has said which ticks it is about
	d.Packet, d.Local, d.ReplyTo = p, netsync.Local(s.ClockAt(p.From, p.Sent)), s.dealing
	s.recorder.Record(d)
	d.Packet = nil // it was valid during the call
}

// Flights appends the datagrams now in flight to dst.
func (s *Session) Flights(dst []netsim.Flight) []netsim.Flight {
	return s.engine.AppendInFlight(dst)
}

// WithGuests returns some clocks with guests: each in the place of the clock that has its number, or behind all.
func WithGuests(all, guests []registry.Algorithm) []registry.Algorithm {
	for _, guest := range guests {
		if i := slices.IndexFunc(all, func(a registry.Algorithm) bool { return a.ID == guest.ID }); i >= 0 {
			all = slices.Clone(all)
			all[i] = guest
		} else {
			all = append(slices.Clip(all), guest)
		}
	}
	return all
}

// Guests returns the scenario's guests, whose programs may be ended: for copies of the session too, of which one that goes on
// restarts them.
func (s *Session) Guests() *guest.Cast { return s.cast }
