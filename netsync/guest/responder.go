package guest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/registry"
	"driftlab/netsync/unity"
)

// A Responder is a clock of this module that replies to events as a program does: what a port is held against, and a program
// in Go is made of.
type Responder struct {
	role  Role
	clock registry.Algorithm

	estimator netsync.Estimator
	half      netsync.Half
}

// NewResponder returns one half of a clock, just started.
func NewResponder(a registry.Algorithm, r Role) (*Responder, error) {
	p := &Responder{role: r, clock: a}
	return p, p.reset(0)
}

func (p *Responder) reset(world int64) (err error) {
	if p.role == Client {
		p.estimator, err = p.clock.New()
		return err
	}
	halved, is := p.clock.Config.(netsync.Halved)
	if !is {
		return fmt.Errorf("%s has no half on the host", p.clock.Name)
	}
	p.half, err = halved.Half(netsync.Server(world))
	return err
}

// Declare returns what a program says of itself that is a clock of this module.
func Declare(a registry.Algorithm) Welcome {
	w := Welcome{Name: a.Name, Base: a.Base, Hears: Answers | Pushes | Reports, HasHost: a.HasHostHalf(), OwnStamps: a.StampsOwn()}
	if a.Stamped() {
		w.Hears |= Datagrams
	}
	if a.Group != registry.Published || a.Design() == "unity" {
		w.Hears |= Reads // the others are a straight line between two events
	}
	e, err := a.New()
	if err != nil {
		return w
	}
	if _, is := e.(netsync.Piggybacker); is {
		w.Hears |= Piggybacks
	}
	if _, is := e.(unity.Adopter); is {
		w.Hears |= Games
	}
	return w
}

// Exchange implements Exchanger. What an event changes of when the clock wants to be woken it says when it is woken: at once.
func (p *Responder) Exchange(ev *Event) (Reply, error) {
	if p.role == Host {
		return p.host(ev)
	}
	r := Reply{N: ev.N}
	switch ev.Kind {
	case Reset:
		if err := p.reset(0); err != nil {
			return r, err
		}
		r.HasWake, r.Wake = true, AtOnce
		return r, nil
	case Game:
		if a, is := p.estimator.(unity.Adopter); is {
			a.Adopt(ev.Game)
		}
		return r, nil
	case Wake:
		probes, next := p.estimator.Wake(netsync.Local(ev.Now), nil)
		r.Send, r.HasWake, r.Wake = sendsOf(probes), true, int64(next)
	case Piggyback:
		if b, is := p.estimator.(netsync.Piggybacker); is {
			r.Send = sendsOf(b.Piggyback(netsync.Local(ev.Now), nil))
		}
	case Read:
	default:
		p.estimator.Observe(ev.Observed())
		if ev.Kind != Datagram {
			r.HasWake, r.Wake = true, AtOnce
		}
	}
	p.state(&r, ev.At())
	return r, nil
}

// state fills in what the clock reads and says of itself.
func (p *Responder) state(r *Reply, at int64) {
	t, ok := p.estimator.ServerTime(netsync.Local(at))
	r.HasClock = true
	if ok {
		r.Clock = &Line{At: at, Time: int64(t)}
	}
	st := p.estimator.Status(netsync.Local(at))
	s := &Status{RTT: int64(st.RTT), Used: st.Used, Rejected: st.Rejected, Steps: st.Steps}
	if st.HasOWD {
		up, down := int64(st.OWDUp), int64(st.OWDDown)
		s.Up, s.Down = &up, &down
	}
	if st.HasUncertainty {
		of := int64(st.Uncertainty)
		s.Uncertainty = &of
	}
	r.Status = s
}

func (p *Responder) host(ev *Event) (Reply, error) {
	r := Reply{N: ev.N}
	switch ev.Kind {
	case Reset:
		return r, p.reset(ev.World)
	case Datagram:
		p.half.Datagram(ev.Stamp, netsync.Server(ev.T4), time.Duration(ev.Before))
	case Report:
		p.half.Report(ev.Reported(), netsync.Server(ev.T4))
	case Wake:
		if m, due := p.half.Due(netsync.Server(ev.Now), netsync.Server(ev.World)); due {
			r.Send = []Send{sendOf(m)}
		}
		r.HasWake, r.Wake = true, AtOnce // in each frame
	default:
		return r, fmt.Errorf("the host's half hears no %v", ev.Kind)
	}
	return r, nil
}

// Reported returns the message of the wire that carries a Report.
func (e *Event) Reported() netsync.Message { return reported(e.Data) }

// Observed returns what a client's half in Go observes.
func (e *Event) Observed() netsync.Event {
	ev := netsync.Event{Seq: e.Seq, T1: netsync.Local(e.T1), T2: netsync.Server(e.T2), T3: netsync.Server(e.T3), T4: netsync.Local(e.T4),
		Stamp: e.Stamp, Value: e.Value, Stated: e.Stated, Span: time.Duration(e.Before)}
	switch e.Kind {
	case Answer:
		ev.Kind = netsync.Answer
	case Push:
		ev.Kind = netsync.Push
	case Datagram:
		ev.Kind = netsync.Datagram
	case Report:
		told, _ := e.Reported().Event(ev.T4)
		ev.Kind, ev.Value, ev.Floor, ev.FloorSpan, ev.Note = told.Kind, told.Value, told.Floor, told.FloorSpan, told.Note
	}
	return ev
}

func sendsOf(probes []netsync.Probe) (all []Send) {
	for _, p := range probes {
		if p.Kind == netsync.Report {
			all = append(all, Send{Kind: SendReport, Data: dataOf(p.Message(0))})
		} else {
			all = append(all, Send{Kind: SendAsk, Seq: p.Seq})
		}
	}
	return all
}

// sendOf returns a message of the wire as a program has it sent.
func sendOf(m netsync.Message) Send {
	if m.Kind == netsync.MessagePush || m.Kind == netsync.MessageState {
		return Send{Kind: SendPush, T3: int64(m.T3), Value: m.Value, Stated: m.Kind == netsync.MessageState}
	}
	return Send{Kind: SendReport, Data: dataOf(m)}
}

// Serve is a program that is a clock of this module: it reads events until they end, and replies.
func Serve(a registry.Algorithm, in io.Reader, out io.Writer) error {
	lines := bufio.NewReaderSize(in, MaxLine)
	line, err := lines.ReadSlice('\n')
	if err != nil {
		return err
	}
	hello, err := ParseHello(line)
	if err != nil {
		return err
	}
	p, err := NewResponder(a, hello.Role)
	if err != nil {
		return err
	}
	text := Declare(a).Append(nil)
	for {
		if _, err := out.Write(text); err != nil {
			return err
		}
		line, err := lines.ReadSlice('\n')
		if errors.Is(err, io.EOF) && len(line) == 0 {
			return nil
		}
		if err != nil {
			return err
		}
		ev, err := ParseEvent(slices.Clone(line))
		if err != nil {
			return err
		}
		reply, err := p.Exchange(&ev)
		if err != nil {
			return err
		}
		text = reply.Append(text[:0])
	}
}
