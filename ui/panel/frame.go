package panel

import (
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/session"
	"driftlab/internal/palette"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/registry"
	"driftlab/ui/draw"
)

// Frame is what the panels draw from: everything they show, read from the session once an update.
type Frame struct {
	Now       netsim.Time
	Rate      int // ticks a second of the game
	Host      game.Scene
	Scenes    []game.Scene          // client n's is scenes[n-1]; only those in viewports are up to date
	Facts     []session.Facts       // of all clients, now: where things are and what can be done
	Held      []session.Facts       // of all clients, as tables have them
	Games     []session.GameFigures // the same of their games
	Rode      []Riders              // of all clients, as tables have them; only those in viewports are up to date
	Reading   Hold                  // when these are read, which the heads of tables say
	Fresh     bool                  // they were, in this frame
	Dated     bool                  // heads of tables say of which instant these are: that is not the frame's, or was not before they were read
	HostFacts session.HostFacts
	States    []MachineState // of all machines, the host first
	Paces     []Pace         // of all clients
	Happenings
	Flights  []netsim.Flight // datagrams on their way; none while packets are not shown
	Still    bool            // the world's time stands still on the host
	Dilated  bool            // it runs at another rate than the host's clock
	Parted   bool            // it does, or has: the two don't read the same
	Selected int             // client whose clocks are plotted
	Played   int             // machine whose player a person moves, −1 for none
	Blind    bool            // the truth must not be shown
	Other    *World          // the branch that was left last, beside this one; nil for none
	Before   bool            // it is what guests' programs did before they were restarted, whose lines are drawn
}

// Riders are how riders of each class are drawn on a machine's screen: medians, which are not worth their time in each frame.
type Riders [observe.RiderClasses]observe.Rode

// MachineState is what keeps a machine from being part of the game.
type MachineState struct {
	Asleep bool
	Cut    bool // its link loses everything, in one direction at least
}

// everything is the loss of a link that loses all datagrams.
const everything = 1_000_000_000

// Read updates the frame to the session's present, with the scenes of some machines. Numbers are read again when they are
// due at a playback speed: see [Hold].
func (f *Frame) Read(s *session.Session, machines []int, speed float64, exact bool) {
	n := s.Clients()
	if len(f.Facts) != n {
		f.Scenes, f.Facts, f.States = make([]game.Scene, n), make([]session.Facts, n), make([]MachineState, n+1)
		f.Paces, f.Rode = make([]Pace, n), make([]Riders, n)
	}
	f.Now, f.Rate = s.Now(), int(s.Value(0, "tick.rate"))
	rate := s.Value(0, "host.dilation")
	f.Still, f.Dilated = rate == 0, rate != netsync.Normal
	f.HostFacts = s.HostFacts()
	f.Parted = f.Dilated || f.HostFacts.Behind != 0
	s.Scene(0, &f.Host)
	for _, m := range machines {
		if m > 0 {
			s.Scene(m, &f.Scenes[m-1])
		}
	}
	for i := range f.Facts {
		f.Facts[i] = s.Facts(i + 1)
		f.Paces[i].look(f.Host.Character.Time, f.Facts[i].Moment)
		f.States[i+1] = MachineState{
			Asleep: s.Value(i+1, "client.sleep") != 0,
			Cut:    s.Value(i+1, "link.up.loss") >= everything || s.Value(i+1, "link.down.loss") >= everything,
		}
	}
	if f.Fresh = f.Reading.due(s, f.Selected, speed, exact); f.Fresh {
		f.hold(s, machines)
	} else {
		f.Dated = f.Reading.At() != f.Now
	}
	f.Happenings.read(s, machines)
}

// Machine returns the scene of a machine: 0 is the host, n is client n.
func (f *Frame) Machine(n int) *game.Scene {
	if n == 0 {
		return &f.Host
	}
	return &f.Scenes[n-1]
}

// Alone reports whether all clients have left.
func (f *Frame) Alone() bool {
	for i := range f.Facts {
		if f.Facts[i].State != game.Away {
			return false
		}
	}
	return true
}

// Clients returns how many clients there are.
func (f *Frame) Clients() int { return len(f.Facts) }

// OtherFade is the opacity of what is drawn of the other way.
const OtherFade = 0.3

// OtherLine draws how wrong the clock that drives a client was on the other way, or the clocks of guests, from an instant on: in the colours
// of clocks, or in the client's where lines are of clients.
func (f *Frame) OtherLine(c *draw.Canvas, client int, ofClocks bool, from netsim.Time, points []float32, at func(netsim.Time, float64) (x, y float32)) []float32 {
	points = points[:0]
	if f.Other == nil || client < 1 {
		return points
	}
	clocks := f.Other.Clocks()
	for i := range clocks {
		if shown := i == f.Other.Driving(client) && !f.Before || f.Before && clocks[i].Group == registry.Guests; !shown {
			continue
		}
		points = points[:0]
		h := f.Other.Session.History(client)
		first, end := h.Span()
		for n := max(first, h.Before(from)); n < end; n++ {
			t, row := h.Row(n)
			x, y := at(max(t, from), float64(row[i]))
			points = append(points, x, y)
		}
		col := c.Theme.Machine(client).Color
		if ofClocks {
			col = ClockStyle(c.Theme, &clocks[i]).Color
		}
		c.Polyline(points, 1.5, palette.Dash{1, 4, 1, 4}, 0, col.Fade(2*OtherFade))
	}
	return points
}

// Happenings are what the marks in the viewports are drawn from.
type Happenings struct {
	Corrections [][]game.Correction // of client n at n; only of those in viewports
	Chat        [][]game.ChatLine   // of machine n at n
	Disputes    []game.Dispute      // on hits, the latest last
	Refusals    []game.Refusals     // of what client n took at n
}

func (h *Happenings) read(s *session.Session, machines []int) {
	h.Disputes = s.Disputes(h.Disputes[:0])
	if len(h.Chat) != s.Clients()+1 {
		h.Corrections, h.Chat = make([][]game.Correction, s.Clients()+1), make([][]game.ChatLine, s.Clients()+1)
		h.Refusals = make([]game.Refusals, s.Clients()+1)
	}
	for _, m := range machines {
		if m == 0 {
			h.Chat[0] = s.Chat(0, h.Chat[0][:0])
			continue
		}
		h.Refusals[m] = s.Refused(m)
		h.Corrections[m] = s.Corrections(m, h.Corrections[m][:0])
		h.Chat[m] = s.Chat(m, h.Chat[m][:0])
	}
}

const (
	paceStep   = 50 * time.Millisecond // of the host's world time between two readings
	paceLooks  = 11                    // readings kept: the oldest is half a second old
	paceLeast  = 3                     // readings needed for a result
	paceJumped = time.Second           // between two readings: the host's time was stepped, or a person went back
)

// A Pace finds how fast a client's predicted time runs against the host's time: what MLAPI's text calls its
// time scale. It looks at both a few times a second.
type Pace struct {
	host   [paceLooks]netsync.World
	client [paceLooks]netsync.World
	looks  int
	Held   float64 // the scale as it is written
	Known  bool    // enough was seen to tell
}

// look notes both times at the host's world time now.
func (p *Pace) look(now netsync.World, m game.Moment) {
	if p.looks > 0 {
		step := now.Sub(p.host[(p.looks-1)%paceLooks])
		if step < 0 || step > paceJumped {
			p.looks = 0
		} else if step < paceStep {
			return
		}
	}
	if !m.OK {
		p.looks = 0
		return
	}
	p.host[p.looks%paceLooks], p.client[p.looks%paceLooks] = now, m.Predicted.World()
	p.looks++
}

// scale returns how far the client's time advanced per second of the host's time.
func (p *Pace) scale() (scale float64, ok bool) {
	if p.looks < paceLeast {
		return 0, false
	}
	last, first := (p.looks-1)%paceLooks, max(p.looks-paceLooks, 0)%paceLooks
	whole := p.host[last].Sub(p.host[first])
	if whole <= 0 {
		return 0, false
	}
	return float64(p.client[last].Sub(p.client[first])) / float64(whole), true
}
