package truthtest

import (
	"time"

	"driftlab/game/observe"
	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/ui/picture"
)

// A Moment is what was true at an instant at which a picture was read.
type Moment struct {
	At    netsim.Time
	Sides [2]Side // of A, and of the picture's own world
}

// A Side is what was true of one world.
type Side struct {
	Facts    []session.Facts
	Errors   [][]time.Duration // of all clocks, by client
	Set      [][]bool          // whether these are set
	Rode     [][observe.RiderClasses]observe.Rode
	Race     []session.RaceRow // of the chosen client
	HostTick int64
}

// A Past has the moments whose numbers may still be on the screen, and how wrong clocks have been in all of them.
type Past struct {
	moments []Moment
	errors  [2]map[int]*squares // by client
	Shown   map[int]bool        // clients whose world was a large one
	Names   [2]string           // what A and B are called
}

type squares struct{ sum, count float64 }

// Note keeps what is true of a picture's worlds now. A test calls it once a frame.
func (p *Past) Note(of *picture.Picture) {
	m := Moment{At: of.Session.Now()}
	if p.Shown == nil {
		p.Shown = map[int]bool{}
		p.errors = [2]map[int]*squares{{}, {}}
	}
	for side, s := range worlds(of) {
		if s == nil {
			continue
		}
		w := &m.Sides[side]
		w.HostTick, w.Race = s.HostFacts().Tick, s.Race(min(max(of.Frame.Selected, 1), s.Clients()), nil)
		for client := 1; client <= s.Clients(); client++ {
			f := s.Facts(client)
			w.Facts = append(w.Facts, f)
			errors, set := make([]time.Duration, len(s.Algorithms())), make([]bool, len(s.Algorithms()))
			for i := range errors {
				errors[i], set[i] = s.ClockError(client, i)
			}
			w.Set = append(w.Set, set)
			var rode [observe.RiderClasses]observe.Rode
			for class := range rode {
				rode[class] = s.Screen(client).Rode(observe.RiderClass(class))
			}
			w.Errors, w.Rode = append(w.Errors, errors), append(w.Rode, rode)
			e := p.errors[side][client]
			if e == nil {
				e = &squares{}
				p.errors[side][client] = e
			}
			if f.Status.Synchronised {
				e.sum, e.count = e.sum+milliseconds(f.Error)*milliseconds(f.Error), e.count+1
			}
		}
	}
	p.Shown[of.Deck.Chosen] = true
	if first := len(p.moments); first > 0 && p.moments[first-1].At >= m.At { // somebody went back
		p.moments = p.moments[:0]
	}
	if p.moments = append(p.moments, m); len(p.moments) > 200 {
		p.moments = p.moments[1:]
	}
}

func (p *Past) latest() *Moment { return &p.moments[len(p.moments)-1] }

// at returns the moment of an instant that is printed; the latest where none is.
func (p *Past) at(n number) *Moment {
	if n.text == "" {
		return p.latest()
	}
	for i := range p.moments {
		if n.is(seconds(p.moments[i].At)) {
			return &p.moments[i]
		}
	}
	return nil
}

// lately reports whether something holds at an instant of the latest time.
func (p *Past) lately(long time.Duration, holds func(m *Moment) bool) bool {
	for i := range p.moments {
		if m := &p.moments[i]; p.latest().At.Sub(m.At) <= long && holds(m) {
			return true
		}
	}
	return false
}

func worlds(p *picture.Picture) (both [2]*session.Session) {
	if both[1] = p.Session; p.AB.On {
		both[0] = p.AB.A.Session
	}
	return both
}
