package ui

import (
	"driftlab/game"
	"driftlab/netsim"
	"driftlab/palette"
	"driftlab/session"
	"driftlab/ui/draw"
)

// frame is what the panels draw from: everything they show, read from the session once an update.
type frame struct {
	now       netsim.Time
	rate      int // ticks a second of the game
	host      game.Scene
	scenes    []game.Scene    // client n's is scenes[n-1]; only those in viewports are up to date
	facts     []session.Facts // of all clients, now: where things are and what can be done
	held      []session.Facts // of all clients, as they are written: numbers that a person reads
	errors    []clockError    // of the clocks of the selected client, as they are written
	reading   hold            // when these are read
	fresh     bool            // they were, in this frame
	hostFacts session.HostFacts
	states    []machineState // of all machines, the host first
	paces     []pace         // of all clients
	happenings
	flights  []netsim.Flight // datagrams on their way; none while packets are not shown
	still    bool            // the world's time stands still on the host
	selected int             // client whose clocks are plotted
	played   int             // machine whose player a person moves, −1 for none
	blind    bool            // the truth must not be shown
	other    *world          // the branch that was left last, beside this one; nil for none
}

// machineState is what keeps a machine from being part of the game.
type machineState struct {
	asleep bool
	cut    bool // its link loses everything, in one direction at least
}

// everything is the share of datagrams that a link loses when it loses all of them.
const everything = 1_000_000_000

// read brings the frame up to the session's present, with the scenes of some machines. Numbers are read anew where they
// are due at a speed of time: see [hold].
func (f *frame) read(s *session.Session, machines []int, speed float64, exact bool) {
	n := s.Clients()
	if len(f.facts) != n {
		f.scenes, f.facts, f.states = make([]game.Scene, n), make([]session.Facts, n), make([]machineState, n+1)
		f.paces = make([]pace, n)
	}
	f.now, f.rate = s.Now(), int(s.Value(0, "tick.rate"))
	f.still = s.Value(0, "host.dilation") == 0
	s.HostScene(&f.host)
	for _, m := range machines {
		if m > 0 {
			s.ClientScene(m, &f.scenes[m-1])
		}
	}
	f.hostFacts = s.HostFacts()
	for i := range f.facts {
		f.facts[i] = s.Facts(i + 1)
		f.paces[i].look(f.host.Character.Time, f.facts[i].Moment)
		f.states[i+1] = machineState{
			asleep: s.Value(i+1, "client.sleep") != 0,
			cut:    s.Value(i+1, "link.up.loss") >= everything || s.Value(i+1, "link.down.loss") >= everything,
		}
	}
	if f.fresh = f.reading.due(s, f.selected, speed, exact); f.fresh {
		f.hold(s)
	}
	f.happenings.read(s, machines)
}

// machine returns the scene of a machine: 0 is the host, n is client n.
func (f *frame) machine(n int) *game.Scene {
	if n == 0 {
		return &f.host
	}
	return &f.scenes[n-1]
}

// alone says whether all clients have left.
func (f *frame) alone() bool {
	for i := range f.facts {
		if f.facts[i].State != game.Away {
			return false
		}
	}
	return true
}

// clients returns how many clients there are.
func (f *frame) clients() int { return len(f.facts) }

// otherFade is how pale what is drawn of the other way is.
const otherFade = 0.3

// otherLine draws how wrong the clock that drives a client was on the other way, from an instant on.
func (f *frame) otherLine(c *draw.Canvas, client int, from netsim.Time, z float32, points []float32, at func(netsim.Time, float64) (x, y float32)) []float32 {
	points = points[:0]
	if f.other == nil || client < 1 {
		return points
	}
	f.other.each(client, from, func(t netsim.Time, ms float64) {
		x, y := at(t, ms)
		points = append(points, x, y)
	})
	c.Polyline(points, 1.5*z, palette.Dash{1, 4, 1, 4}.Scale(z), 0, c.Theme.Machine(client).Color.Fade(2*otherFade))
	return points
}
