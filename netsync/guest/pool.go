//go:build !js

package guest

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"slices"
)

// maxStarted is how many halves of a guest are started at once for a session and its copies: two of it side by side have four
// clients each with halves on the host. Where one session alone needs more it has them.
const maxStarted = 16

// A pool has the started halves of a guest's program, for a session and all its copies. A program cannot be copied: where a
// copy takes another course than its original, a new one is started and gets the same events.
type pool struct {
	program Starter
	says    Welcome
	hello   Hello
	most    int
	shared  bool        // with copies of the session
	halves  *[]*started // in the order of their latest use; apart, so that they can be ended when the pool is gone
}

// A started is one half that has been started, and how many events of a tape it has had.
type started struct {
	running Running
	client  int
	role    Role
	tape    *Tape
	told    int64
}

func newPool(g *Guest, clients int, hello Hello) *pool {
	p := &pool{program: g.Program, says: g.Says, hello: hello, most: max(maxStarted, 2*clients), halves: new([]*started)}
	runtime.AddCleanup(p, endAll, p.halves) // nothing else says when the last copy is gone
	return p
}

func endAll(halves *[]*started) {
	for _, s := range *halves {
		s.running.End()
	}
	*halves = nil
}

// at returns the half of a client that has had exactly that many events of a tape.
func (p *pool) at(v *voice, tape *Tape, told int64) (*started, error) {
	i := slices.IndexFunc(*p.halves, func(s *started) bool {
		return s.client == v.client && s.role == v.role && s.tape == tape && s.told == told
	})
	if i < 0 {
		return p.start(v, tape, told)
	}
	s := (*p.halves)[i]
	*p.halves = append(slices.Delete(*p.halves, i, i+1), s)
	return s, nil
}

// start starts a half and tells it what is on the tape.
func (p *pool) start(v *voice, tape *Tape, told int64) (*started, error) {
	if len(*p.halves) >= p.most {
		(*p.halves)[0].running.End()
		*p.halves = slices.Delete(*p.halves, 0, 1)
	}
	hello := p.hello
	hello.Role, hello.Client = v.role, v.client
	running, says, err := p.program.Start(hello)
	if fault := (*Fault)(nil); errors.As(err, &fault) {
		fault.Program, fault.AtStart = "", true // it is called by its guest's name
	}
	if err != nil {
		return nil, err
	}
	s := &started{running: running, client: v.client, role: v.role, tape: tape}
	*p.halves = append(*p.halves, s)
	if err := p.says.Again(says); err != nil {
		return nil, err
	}
	return s, s.catchUp(told)
}

// catchUp tells a half that was just started the first events of its tape, and holds its answers against those on it.
func (s *started) catchUp(told int64) error {
	whose := fmt.Appendf(nil, "%d%c ", s.client, s.role.String()[0])
	answers, events := s.tape.text, s.tape.events
	for s.told < told {
		var answer, event []byte
		var more bool
		if answer, answers, more = bytes.Cut(answers, []byte{'\n'}); !more {
			return errors.New("it cannot be replayed: it has replied more than is kept")
		}
		event, events, _ = bytes.Cut(events, []byte{'\n'})
		if !bytes.HasPrefix(answer, whose) {
			continue
		}
		ev, err := ParseEvent(event)
		if err != nil {
			return &Fault{What: err.Error(), Ours: true}
		}
		reply, err := s.running.Exchange(&ev)
		if err != nil {
			return err
		}
		text := bytes.TrimSuffix(reply.Append(nil), []byte{'\n'})
		if _, before, _ := bytes.Cut(answer, []byte(" {")); string(text) != "{"+string(before) {
			return &Fault{Event: ev.N, Kind: ev.Kind, What: fmt.Sprintf("restarted and told the same, it answers %s, and answered {%s before", Shown(text), Shown(before))}
		}
		s.told++
	}
	return nil
}

// ask has the program answer an event that comes behind the tape, or where the session leaves the way that the tape tells of.
func (p *pool) ask(v *voice, ev *Event, head []byte) (r Reply, err error) {
	part := v.part
	if old := part.tape; part.place < len(old.text) {
		// A tape with the part before this place, for a session that takes another course from there.
		lines := bytes.Count(old.text[:part.place], []byte{'\n'})
		events := old.events
		for range lines {
			_, events, _ = bytes.Cut(events, []byte{'\n'})
		}
		part.tape = &Tape{text: slices.Clone(old.text[:part.place]), events: slices.Clone(old.events[:len(old.events)-len(events)])}
		for _, s := range *p.halves { // those that have been told nothing beyond the fork continue with the other tape
			if s.tape == old && s.told == part.clocks[s.client].halves[s.role].answered {
				s.tape = part.tape
			}
		}
	}
	s, err := p.at(v, part.tape, ev.N-1)
	if err != nil {
		return r, err
	}
	if r, err = s.running.Exchange(ev); err == nil {
		s.told = ev.N
		part.tape.put(head, ev, v.role, &r, part.most)
		part.place = len(part.tape.text)
	}
	return r, err
}

// put appends an answer, as long as there is room up to most bytes.
func (t *Tape) put(head []byte, ev *Event, r Role, reply *Reply, most int) {
	line := reply.Append(head)
	if t.full = t.full || len(t.text)+len(line) > most; !t.full {
		t.text, t.events = append(t.text, line...), ev.Append(t.events, r)
	}
}
