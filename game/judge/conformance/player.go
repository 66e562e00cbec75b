// Package conformance says whether a program is the clock that it is a port of: both get the same events, and where they
// first reply differently it finds the fewest events that show it. The same events with a clock's replies, as files, are vectors
// for those whose tests can start no process.
package conformance

import (
	"fmt"
	"slices"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/clocks/counted"
	"driftlab/netsync/guest"
	"driftlab/netsync/registry"
	"driftlab/netsync/unity"
)

// A player has one half of a clock live through a tape.
type player struct {
	clock     registry.Algorithm
	role      guest.Role
	estimator netsync.Estimator
	half      netsync.Half
	asked     map[int64]uint16 // the numbers of its questions, by when they left
	probes    []netsync.Probe
}

// An outcome is what a clock did at an event.
type outcome struct {
	known  bool
	time   int64 // what it reads at the event; meaningful if known
	asks   int
	others []netsync.Message // its reports, and the host's pushes
	woken  bool              // the event is one that says when to be woken next
	wake   int64             // meaningful if woken
	states bool              // it says how far off the reading may be,
	off    int64             // which is so far
}

// newPlayer returns a half that knows nothing yet.
func newPlayer(a registry.Algorithm, r guest.Role) (*player, error) {
	p := &player{clock: a, role: r}
	return p, p.begin(0)
}

func (p *player) begin(world int64) (err error) {
	p.asked = map[int64]uint16{}
	if p.role == guest.Client {
		p.estimator, err = p.clock.New()
		return err
	}
	p.half, err = p.clock.Config.(netsync.Halved).Half(netsync.Server(world))
	return err
}

// play tells an event.
func (p *player) play(ev *guest.Event) (o outcome) {
	if p.role == guest.Host {
		return p.host(ev)
	}
	p.probes = p.probes[:0]
	switch ev.Kind {
	case guest.Reset:
		_ = p.begin(0) // it has begun before
		return o
	case guest.Game:
		if a, is := p.estimator.(unity.Adopter); is {
			a.Adopt(ev.Game)
		}
		return o
	case guest.Wake:
		var next netsync.Local
		p.probes, next = p.estimator.Wake(netsync.Local(ev.Now), p.probes)
		o.woken, o.wake = true, int64(next)
	case guest.Piggyback:
		if b, is := p.estimator.(netsync.Piggybacker); is {
			p.probes = b.Piggyback(netsync.Local(ev.Now), p.probes)
		}
	case guest.Read:
	default:
		told := ev.Observed()
		if seq, did := p.asked[ev.T1]; did && ev.Kind == guest.Answer {
			told.Seq = seq // each numbers its questions as it likes
		}
		p.estimator.Observe(told)
	}
	for _, probe := range p.probes {
		if probe.Kind == netsync.Ask {
			o.asks++
			p.asked[int64(probe.T1)] = probe.Seq
		} else {
			o.others = append(o.others, probe.Message(0))
		}
	}
	t, ok := p.estimator.ServerTime(netsync.Local(ev.At()))
	o.known, o.time = ok, int64(t)
	st := p.estimator.Status(netsync.Local(ev.At()))
	o.states, o.off = ok && st.HasUncertainty, int64(st.Uncertainty)
	return o
}

func (p *player) host(ev *guest.Event) (o outcome) {
	switch ev.Kind {
	case guest.Reset:
		_ = p.begin(ev.World)
	case guest.Datagram:
		p.half.Datagram(ev.Stamp, netsync.Server(ev.T4), time.Duration(ev.Before))
	case guest.Report:
		p.half.Report(ev.Reported(), netsync.Server(ev.T4))
	case guest.Wake:
		if m, due := p.half.Due(netsync.Server(ev.Now), netsync.Server(ev.World)); due {
			m.Clock = 0
			o.others = append(o.others, m)
		}
	}
	return o
}

// differ says in what another outcome, of the port, differs from this; "" is in nothing.
func (o *outcome) differ(port *outcome, tolerance time.Duration) string {
	far := func(a, b int64) bool { return a != b && (a-b > int64(tolerance) || b-a > int64(tolerance)) }
	switch {
	case o.asks != port.asks:
		return fmt.Sprintf("it asks %d times, and the clock asks %d times", port.asks, o.asks)
	case !slices.Equal(o.others, port.others):
		return "it sends " + messages(port.others) + ", and the clock sends " + messages(o.others)
	case o.known != port.known:
		if o.known {
			return "it knows no time, and the clock reads " + number(o.time)
		}
		return "it reads " + number(port.time) + ", and the clock knows no time yet"
	case o.known && far(o.time, port.time):
		return "it reads " + number(port.time) + ", and the clock " + number(o.time) + ": " + apart(port.time-o.time)
	case o.states && port.states && far(o.off, port.off):
		return "it may be off by " + number(port.off) + ", and the clock by " + number(o.off) + ": " + apart(port.off-o.off)
	case o.woken && far(o.wake, port.wake):
		return "it wants to be woken " + wake(port.wake) + ", and the clock " + wake(o.wake)
	}
	return ""
}

// A Branch is a piece of Midline's code, and whether it was reached.
type Branch = counted.Branch

// Branches returns Midline's, with whether any event that was compared since the program began has reached them; none if this program doesn't count that.
func Branches() []Branch { return counted.Branches() }

// counting returns the same clock with a counter in each of its branches, where the program has one.
func counting(a registry.Algorithm) registry.Algorithm {
	if a.Name != "midline" || !counted.Counts() {
		return a
	}
	return a.Foreign(registry.Foreign{Stamped: true, New: counted.New, Half: counted.Half})
}
